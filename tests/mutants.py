"""Break the rules on purpose, one place at a time, and name every break that no test notices.

    python tests/mutants.py                     all rules of Open Worlds (`make mutants`)
    python tests/mutants.py move reveal         only these files of the rules
    python tests/mutants.py --only is_defended  only breaks whose name or text has this in it
    python tests/mutants.py --explained         also those said to change nothing; a test that notices one is named
    python tests/mutants.py --sample 200        a random part of the breaks, decided by --seed

It runs uncompiled. The scenarios are collected and run once, to see which rules each of them calls; then each break
is made in a forked child by giving one function other code, and the scenarios that call it run there until the first
one fails, those of the same Step first. What they do not notice is tried on whole games: the golden ones, then every
scenario beside the oracle. A test that does not end counts as failed. A break that survives all is printed with its
line before and after, and the exit code is 1. Breaks that change nothing a player could notice stand with the reason
in `mutants_explained.toml`. What was noticed is kept in build/mutants.txt as long as the function reads the same, so
a run that was stopped goes on, and a second run tries only what is left.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import copy
import hashlib
import importlib
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from _pytest import runner  # noqa: E402

RULES = ROOT / "ow_env" / "open_worlds" / "rules"
EXPLAINED = Path(__file__).with_name("mutants_explained.toml")
SCENARIOS = (  # the tests that show rules: tests/open_worlds/test_*.py
    *("setup", "turn", "stage", "move", "reveal", "resolution", "install_facilities"),
    *("station_orbitals", "deploy_ground_forces", "trigger_catastrophes", "orbital_activity"),
    *("surface_conflict", "count_income", "trash_and_draw", "utilities", "worked_examples", "mask"),
)
SHOWN_BY = {  # rules without a test file of their own name: the one that shows most of them
    "legality": "mask",
    "combat": "surface_conflict",
    "piles": "turn",
    "trash": "trash_and_draw",
}
LEFT_OUT = {"hide"}  # what hide may do at random is held by the tests of secrecy, not by scenarios
GOLDEN = "playthroughs/test_playthroughs.py::test_a_golden_game_is_what_is_played"
WHOLE_GAMES = (  # the quick ones first
    *(f"{GOLDEN}[cut-short]", f"{GOLDEN}[by-hand]", GOLDEN),
    "oracle/test_lockstep.py::test_engine_and_oracle_agree_in_every_scenario",
)
LONGEST = 600  # seconds of work for a test of whole games, which is not watched
PATIENCE = 1.5  # seconds of work for a scenario, beside four times what it takes unbroken: some breaks never end
ANNOTATIONS = __future__.annotations.compiler_flag

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
OTHER_NAME = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Break:
    """One rule with one place changed."""

    file: str  # the name of the rules' file, without ending
    function: str
    line: int
    before: str
    after: str
    code: Any
    function_text: str
    number: int = 1  # among breaks of the same function that read the same

    @property
    def key(self) -> str:
        """Return what names the break in `mutants_explained.toml`; lines may move."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file}.{self.function}: {self.before} -> {self.after}{again}"

    @property
    def noted(self) -> str:
        """Return what names the break while its function reads the same."""
        text = f"{self.function_text} {self.key}"
        return f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {self.key}".replace("\n", " ")


# ── Making breaks ────────────────────────────────────────────────────────────────────────────


def breaks_of(module: ModuleType) -> Iterator[Break]:
    """Yield every break of every rule of a module."""
    path = Path(str(module.__file__))
    source = path.read_text()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            seen: Counter[tuple[str, str]] = Counter()
            without_docstring = "\n".join(ast.unparse(line) for line in body_of(node))
            for statement, place, changed in changes(node):
                text = first_line(statement), first_line(replaced(statement, place, changed))
                seen[text] += 1
                code = compiled(node, place, changed, path)
                yield Break(
                    path.stem, node.name, place.lineno, *text, code, without_docstring, seen[text]
                )


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, Any, Any]]:
    """Yield statements of a function, a place in each and what to put there."""
    for statement in (
        inner
        for outer in body_of(function)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.stmt)
    ):
        for node in own_nodes(statement):
            yield from ((statement, node, other) for other in others(node))


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and what it consists of, without the statements inside it."""
    yield statement
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt):
            yield from own_nodes(child)


def first_line(statement: ast.AST) -> str:
    """Return a statement as text, a compound one without its body."""
    return (
        ast.unparse(statement).splitlines()[0]
        if hasattr(statement, "body")
        else ast.unparse(statement)
    )


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


def others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be changed into."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield altered(node, "ops", [SWAPS[type(node.ops[0])]()])
    if isinstance(node, ast.BoolOp):
        yield altered(node, "op", SWAPS[type(node.op)]())
        for left_out in range(len(node.values)):
            rest = [value for i, value in enumerate(node.values) if i != left_out]
            yield rest[0] if len(rest) == 1 else altered(node, "values", rest)
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPS:
        yield altered(node, "op", SWAPS[type(node.op)]())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield altered(node, "value", node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield altered(node, "value", not node.value)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in OTHER_NAME
    ):
        yield altered(node, "func", ast.Name(OTHER_NAME[node.func.id], ast.Load()))
    if isinstance(node, (ast.If, ast.While)):
        yield altered(node, "test", ast.Constant(isinstance(node, ast.If)))
        if isinstance(node, ast.If):
            yield altered(node, "test", ast.Constant(False))
    if isinstance(node, (ast.AugAssign, ast.Expr)) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)
    ):
        yield ast.Pass()


def altered(node: ast.AST, field: str, value: Any) -> ast.AST:
    """Return a copy of a node with one field changed."""
    other = copy.copy(node)
    setattr(other, field, value)
    return other


class Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, place: ast.AST, changed: ast.AST) -> None:
        self.place, self.changed = place, changed

    def visit(self, node: ast.AST) -> Any:
        """Return the changed node at its place, and every other as it is."""
        if node is self.place:
            return ast.copy_location(self.changed, node)
        return self.generic_visit(node)


def replaced(node: ast.AST, place: ast.AST, changed: ast.AST) -> Any:
    """Return a copy of a node with one place in it changed."""
    copies: dict[int, Any] = {}
    whole = copy.deepcopy(node, copies)
    return Replace(copies[id(place)], copy.deepcopy(changed)).visit(whole)


def compiled(function: ast.FunctionDef, place: ast.AST, changed: ast.AST, path: Path) -> Any:
    """Return the code of a function with one place changed."""
    whole = replaced(function, place, changed)
    whole.decorator_list = []
    module = ast.fix_missing_locations(ast.Module([whole], []))
    scope: dict[str, Any] = {}
    exec(compile(module, str(path), "exec", flags=ANNOTATIONS, dont_inherit=True), scope)
    return scope[function.name].__code__


# ── Trying them ──────────────────────────────────────────────────────────────────────────────


class Trial:
    """A pytest plugin: instead of running the tests once, run them for every break."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.called: dict[str, set[tuple[str, str]]] = {}  # by test: the (file, function) it calls
        self.seconds: dict[str, float] = {}  # by test: what it takes with the rules as they are
        self.noticed: set[str] = set()
        self.unnoticed: list[Break] = []
        self.explained: list[Break] = []
        self.noticing: dict[tuple[str, str], set[str]] = defaultdict(set)  # by rule: tests that did
        self.refuted: list[Break] = []  # explained, and noticed all the same

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all breaks and print what nobody noticed."""
        names = self.arguments.files or sorted(path.stem for path in RULES.glob("[a-z]*.py"))
        modules = {
            name: importlib.import_module(f"ow_env.open_worlds.rules.{name}")
            for name in names
            if name not in LEFT_OUT
        }
        breaks = [b for module in modules.values() for b in breaks_of(module)]
        known = explained()
        if not self.arguments.files and (gone := known - {b.key for b in breaks}):
            raise SystemExit(
                "\n".join([f"{EXPLAINED.name} explains what is no break:", *sorted(gone)])
            )
        breaks = [b for b in breaks if self.arguments.only in b.key]
        if self.arguments.sample:
            random.Random(self.arguments.seed).shuffle(breaks)
            breaks = breaks[: self.arguments.sample]
        self.explained = [b for b in breaks if b.key in known]
        others = [b for b in breaks if b.key not in known]
        with Journal(fresh=self.arguments.fresh) as journal:
            self.noticed |= {b.noted for b in others} & journal.noticed
            todo = [b for b in others if b.noted not in self.noticed]
            todo += self.explained if self.arguments.explained else []
            if todo:
                self.watch(session)
                self.try_all(session, modules, todo, journal)
        self.refuted = [b for b in self.explained if b.noted in self.noticed]
        self.unnoticed = [b for b in self.unnoticed if b.key not in known]
        return True

    def watch(self, session: pytest.Session) -> None:
        """Run every scenario once as the rules are; keep how long it takes and which rules it calls."""
        for item in session.items:
            if is_whole_game(item):
                continue
            calls: set[tuple[str, str]] = set()

            def note(frame: Any, event: str, _: Any, calls: set[tuple[str, str]] = calls) -> None:
                if event == "call" and frame.f_code.co_filename.startswith(str(RULES)):
                    calls.add((Path(frame.f_code.co_filename).stem, frame.f_code.co_name))

            begun = time.monotonic()
            sys.setprofile(note)
            reports = runner.runtestprotocol(item, nextitem=None, log=False)
            sys.setprofile(None)
            if any(report.failed for report in reports):
                raise SystemExit(f"{item.nodeid} fails before anything is broken")
            self.called[item.nodeid] = calls
            self.seconds[item.nodeid] = time.monotonic() - begun
            self.show(f"{len(self.called)} scenarios watched")

    def show(self, text: str, *, always: bool = False) -> None:
        """Show how far it has come, once a second at most."""
        if always or time.monotonic() - self.shown >= 1:
            self.shown = time.monotonic()
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    shown = 0.0

    def try_all(
        self,
        session: pytest.Session,
        modules: dict[str, ModuleType],
        breaks: list[Break],
        journal: Journal,
    ) -> None:
        """Try breaks in forked children, so many at once."""
        begun, done = time.monotonic(), 0
        running: dict[
            int, tuple[Break, int]
        ] = {}  # by process: the break, where to read who noticed
        while done < len(breaks):
            while len(running) < self.arguments.jobs and done + len(running) < len(breaks):
                broken = breaks[done + len(running)]
                rule = getattr(modules[broken.file], broken.function)
                read, write = os.pipe()
                running[self.child(session, rule, broken, write)] = broken, read
                os.close(write)
            ended, status = os.wait()
            broken, read = running.pop(ended)
            with os.fdopen(read) as told:
                self.noticing[broken.file, broken.function].update(filter(None, [told.read()]))
            breaks.remove(broken)
            breaks.insert(done, broken)
            done += 1
            if status:
                self.noticed.add(broken.noted)
                journal.note(broken)
            else:
                self.unnoticed.append(broken)
                print(f"\rsurvives: {broken.file}.py:{broken.line} {broken.key}", file=sys.stderr)
            text = f"{done}/{len(breaks)}, {len(self.unnoticed)} unnoticed, {time.monotonic() - begun:.0f} s"
            self.show(text, always=not status or done == len(breaks))

    def child(self, session: pytest.Session, rule: FunctionType, broken: Break, tell: int) -> int:
        """Break one rule in a child that ends with 0 when no test fails there; return its process id."""
        child = os.fork()
        if child:
            return child
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        rule.__code__ = broken.code
        for item in self.in_order(session.items, broken):
            signal.setitimer(signal.ITIMER_PROF, self.longest(item))
            reports = runner.runtestprotocol(item, nextitem=None, log=False)
            if any(report.failed for report in reports):
                os.write(tell, item.nodeid.encode())
                os._exit(1)
        os._exit(0)

    def longest(self, item: pytest.Item) -> float:
        """Return how many seconds a test may work; those in which others have the machine do not count."""
        if is_whole_game(item):
            return LONGEST
        return PATIENCE + 4 * self.seconds[item.nodeid]

    def in_order(self, items: list[pytest.Item], broken: Break) -> list[pytest.Item]:
        """Return the scenarios that call a rule, first those that noticed a break of it or share its file's name.

        Of either the quick ones come first. Whole games come last.
        """
        rule = broken.file, broken.function
        home = f"test_{SHOWN_BY.get(broken.file, broken.file)}."

        def key(item: pytest.Item) -> tuple[bool, bool, float]:
            name = item.nodeid
            return name not in self.noticing[rule], home not in name, self.seconds[name]

        callers = [item for item in items if rule in self.called.get(item.nodeid, ())]
        return sorted(callers, key=key) + [item for item in items if is_whole_game(item)]


def is_whole_game(item: pytest.Item) -> bool:
    """Is it one of WHOLE_GAMES?"""
    return item.nodeid.partition("[")[0].endswith(tuple(WHOLE_GAMES))


def explained() -> set[str]:
    """Return the names of the breaks that change nothing a player could notice."""
    keys = [
        key
        for group in tomllib.loads(EXPLAINED.read_text()).get("group", [])
        for key in group["breaks"]
    ]
    if twice := [key for key, times in Counter(keys).items() if times > 1]:
        raise SystemExit("\n".join([f"{EXPLAINED.name} explains twice:", *twice]))
    return set(keys)


class Journal:
    """Which breaks were noticed so far: build/mutants.txt, a line each."""

    PATH = ROOT / "build" / "mutants.txt"

    def __init__(self, *, fresh: bool) -> None:
        self.PATH.parent.mkdir(exist_ok=True)
        if fresh or not self.PATH.exists():
            self.PATH.write_text("")
        self.noticed = set(self.PATH.read_text().splitlines())

    def __enter__(self) -> Journal:
        self.file = self.PATH.open("a")
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def note(self, broken: Break) -> None:
        """Write down that a break was noticed."""
        self.file.write(broken.noted + "\n")
        self.file.flush()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="of the rules, without .py")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="breaks tried at once")
    parser.add_argument("--fresh", action="store_true", help="try anew what was noticed before")
    parser.add_argument("--scenarios", action="store_true", help="no whole games")
    parser.add_argument("--explained", action="store_true", help="try those explained as well")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only breaks with this in their name"
    )
    parser.add_argument("--sample", type=int, help="try only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0)
    trial = Trial(parser.parse_args())
    tests = [f"open_worlds/test_{name}.py" for name in SCENARIOS]
    tests += [] if trial.arguments.scenarios else WHOLE_GAMES
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    code = pytest.main([*(str(ROOT / "tests" / test) for test in tests), *options], plugins=[trial])
    print()
    for broken in sorted(trial.unnoticed, key=lambda b: (b.file, b.line)):
        print(f"unnoticed: {broken.file}.py:{broken.line} {broken.key}")
    for broken in trial.refuted:
        print(f"explained, but noticed: {broken.file}.py:{broken.line} {broken.key}")
    noticed = len(trial.noticed) - len(trial.refuted)
    total = noticed + len(trial.explained) + len(trial.unnoticed)
    print(
        f"{total} breaks: {noticed} noticed, {len(trial.explained)} explained, {len(trial.unnoticed)} unnoticed"
    )
    return 1 if trial.unnoticed or trial.refuted else int(code)


if __name__ == "__main__":
    sys.exit(main())
