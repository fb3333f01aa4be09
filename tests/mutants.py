"""Break the code on purpose, one place at a time, and name every break that no test notices.

    python tests/mutants.py                               the files in HELD (`make mutants`)
    python tests/mutants.py ow_env/star_realms            all files below a folder, or one file
    python tests/mutants.py agents training --sample 300  a random part of their breaks, decided by --seed
    python tests/mutants.py --only is_defended            only breaks whose name or text has this in it
    python tests/mutants.py --named                       only those in NAMED, which a reader once found unnoticed
    python tests/mutants.py --explained                   also those explained; a test that notices one is named

HELD says of which files no break may go unnoticed; any other file of the project can be asked for. Which tests hold a
file follows from its folder (`area_of`, `tests_of`) and from a trace: the area's tests are collected and run once,
uncompiled, to see how long each takes and which lines it comes to. Then each break is made in a forked child by giving
functions other code, a template and all that was bound of it (ow_env/compiled/jit.py) alike, and the tests that come to
the broken statement run there until the first one fails: first those that noticed another break of the function, then
the quick ones. What runs only as a module is imported is broken too late: a test has to do it again (bind templates).
A test that does not end counts as failed. One that takes more than SLOWEST seconds as the code is takes no part; nor
does one that fails uncompiled, unless it is marked to run so.

A break that survives all is printed with its line before and after, and the exit code is 1. Breaks that change nothing
anybody could notice stand with the reason in `mutants_explained.toml`. What was noticed is kept in build/mutants.txt as
long as the function reads the same, so a run that was stopped goes on, and a second run tries only what is left.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import hashlib
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from _pytest import runner  # noqa: E402

TESTS = ROOT / "tests"
CONTRACT = (TESTS / "contract", ROOT / "ow_env" / "testing")
TOPS = ("ow_env", "agents", "training")
GAMES = sorted(path.parent.name for path in ROOT.glob("ow_env/*/game.py") if path.parent.name not in ("core", "cards"))
EXPLAINED = Path(__file__).with_name("mutants_explained.toml")
UNCOMPILED = ("rule", "uncompiled")  # marks of tests that have to pass uncompiled
SLOWEST = 60  # seconds of work, watched
HELD = (  # files of which every break is noticed or explained
    *(f"ow_env/{game}/rules/*.py" for game in GAMES),
    *(f"ow_env/{game}/{part}.py" for game in GAMES for part in ("observe", "engine")),
    *(f"ow_env/{game}/{part}" for game in GAMES if game != "open_worlds" for part in ("cards.py", "position*")),
    *(f"ow_env/{game}/view.py" for game in ("open_worlds", "star_realms", "goofspiel")),
    "ow_env/star_realms/events.py",
    "ow_env/core/batch.py",
    *(f"ow_env/cards/{path.stem.removeprefix('test_')}.py" for path in (TESTS / "cards").glob("test_*.py")),
    "agents/base.py",
    "agents/star_realms/*.py",
    "agents/learned/agent.py",
    *(f"agents/search/{name}.py" for name in ("agent", "tree", "network", "rollout", "ismcts", "halving", "search")),
    "training/decklab/star_realms/*.py",
    "training/decklab/kernel.py",
    "training/decklab/intervals.py",
    *(f"training/measure/{name}.py" for name in ("ratings", "store", "schema")),
)


@dataclass(frozen=True)
class Area:
    """Files that are broken, and the tests that hold them: one run of pytest.

    Attributes:
        name: the folder, from the project's root.
        files: those asked for.
        tests: files and folders of tests.
    """

    name: str
    files: tuple[Path, ...]
    tests: tuple[Path, ...]

    def has(self, item: pytest.Item) -> bool:
        """Is it one of the area's tests? Of the contract, which asks every game, those of its game."""
        if not any(folder in item.path.parents for folder in CONTRACT):
            return True
        mine = self.name.removeprefix("ow_env/")
        game = mine if (TESTS / mine / "contract.py").exists() else "bazaar"
        asked = item.callspec.params.values() if hasattr(item, "callspec") else ()
        return any(getattr(each, "name", each) == game for each in asked)


def area_of(path: Path) -> str:
    """Return the area of a file: its game or other folder of ow_env, agents, training/play, the rest of training."""
    top, *below = path.relative_to(ROOT).parts
    if top == "ow_env":
        return f"ow_env/{below[0] if len(below) > 1 else 'core'}"
    return "training/play" if [top, below[0]] == ["training", "play"] else top


def tests_of(area: str) -> tuple[Path, ...]:
    """Return the tests of an area: the folder of the same name, and what is asked of every game."""
    if area == "training":
        return tuple(path for path in sorted((TESTS / area).glob("test_*.py")))
    mine = TESTS / area.removeprefix("ow_env/")
    shared = {"ow_env/core": (TESTS / "bazaar", *CONTRACT), "ow_env/drawing": CONTRACT}.get(area, ())
    return mine, *(CONTRACT if (mine / "contract.py").exists() else shared)


def areas(files: list[Path]) -> Iterator[Area]:
    """Yield the areas of some files, in the order of their names."""
    for name in sorted({area_of(path) for path in files}):
        yield Area(name, tuple(path for path in files if area_of(path) == name), tests_of(name))


def asked_for(names: list[str]) -> list[Path]:
    """Return the files that are named, or are below a folder that is; none named: those HELD."""
    held = {
        path
        for pattern in HELD
        for path in ROOT.glob(pattern)
        for path in ([path] if path.is_file() else path.glob("*.py"))
    }
    found = (
        held
        if not names
        else {
            path
            for top in TOPS
            for path in (ROOT / top).rglob("*.py")
            if any(ROOT / name in (path, path.with_suffix(""), *path.parents) for name in names)
        }
    )
    if unknown := [
        name
        for name in names
        if not any((ROOT / name).with_suffix("") in (path.with_suffix(""), *path.parents) for path in found)
    ]:
        raise SystemExit(f"no file of {', '.join(TOPS)}: {', '.join(unknown)}")
    return sorted(path for path in found if not path.name.startswith("_") and CONTRACT[1] not in path.parents)


@dataclass(frozen=True)
class Named:
    """A break that once went unnoticed: what stands in a file, once, and what is put there."""

    file: str
    before: str
    after: str


NAMED = (
    Named("ow_env/open_worlds/rules/hide.py", "if other != player:", "if other != player and other != 3:"),
    Named("ow_env/cards/piles.py", "below(rng, int(pile.count))", "below(rng, int(pile.count) + 1 >> 1)"),
    Named("ow_env/cards/piles.py", "place = below(rng, int(pile.count))", "place = 0"),
    Named("ow_env/open_worlds/rules/hide.py", "place = below(rng, free_hand + free_trash + free_worlds)", "place = 0"),
    Named(
        "ow_env/open_worlds/observe.py",
        "seats_on(g, int(u.owner), int(u.controller)) - 1",
        "seats_on(g, int(u.controller), int(u.owner)) - 1",
    ),
    Named(
        "ow_env/open_worlds/observe.py",
        "starts[MOVED] + place // worlds * t.layout.ships + c.ship",
        "starts[MOVED] + c.ship",
    ),
    Named("ow_env/open_worlds/engine.py", "INCOME_SCALE = 50.0", "INCOME_SCALE = 40.0"),
    Named("ow_env/core/batch.py", "action_rng[chosen] = action_rng[chosen]", "action_rng[:] = action_rng"),
    Named("training/measure/ratings.py", "few = self.pairs / np.maximum(self.pairs - 1, 1)", "few = 1"),
    Named("training/measure/ratings.py", "middle = (score + Z * Z / (2 * n)) / (1 + Z * Z / n)", "middle = score"),
    Named("training/measure/ratings.py", "np.sqrt(tally.spread) / tally.weight", "np.sqrt(tally.spread) / tally.games"),
    Named("training/decklab/intervals.py", "student(1 - alpha / (2 * tests), n - 1)", "student(1 - alpha / 2, n - 1)"),
    Named("training/decklab/intervals.py", "(alpha / (2 * tests)) ** (1 / n)", "(alpha / 2) ** (1 / n)"),
    Named(
        "training/decklab/intervals.py",
        "half = quantile(1 - alpha / (2 * tests)) * error\n    return Interval(rise",
        "half = quantile(1 - alpha / 2) * error\n    return Interval(rise",
    ),
    Named("training/decklab/intervals.py", "other.var(ddof=1) / len(other)", "other.var(ddof=1) / len(one)"),
    Named("training/decklab/intervals.py", "one.var(ddof=1) / len(one)", "one.var(ddof=1) / len(other)"),
)
UNMADE = 3  # exit code of a child that could not make its break
PATIENCE = 1.5  # seconds of work for a test, beside four times what it takes unbroken: some breaks never end

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
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
OTHER_NAME = {"min": "max", "max": "min"}


@dataclass(frozen=True, eq=False)
class Break:
    """One file with one place changed."""

    path: Path
    functions: tuple[str, ...]  # what is given other code, by qualified names
    line: int
    lines: range  # of the broken statement, of a compound one those of its head; none where it is no statement
    before: str
    after: str
    text: str  # of what has to read the same, for it to be the same break
    source: str | None = None  # the whole file as it would be; None: `place` becomes `changed`
    module: Any = None
    place: Any = None
    changed: Any = None
    number: int = 1  # among breaks of the same function that read the same

    @property
    def file(self) -> str:
        """Return what names the file."""
        return name_of(self.path)

    @property
    def key(self) -> str:
        """Return what names the break in `mutants_explained.toml`; lines may move."""
        again = f" ({self.number})" if self.number > 1 else ""
        inside = f".{self.functions[0]}" if self.source is None else ""
        return f"{self.file}{inside}: {self.before} -> {self.after}{again}"

    def is_among(self, keys: Container[str]) -> bool:
        """Is it one of these breaks, or in one of these functions?"""
        return self.key in keys or self.key.partition(":")[0] in keys

    @property
    def noted(self) -> str:
        """Return what names the break while its function reads the same."""
        text = f"{self.text} {self.key}"
        return f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {self.key}".replace("\n", " ")


def name_of(path: Path) -> str:
    """Return what a file is called here."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


# ── Making breaks ────────────────────────────────────────────────────────────────────────────


def breaks_of(path: Path) -> Iterator[Break]:
    """Yield every break of every function and every number of a file."""
    source = path.read_text()
    module = ast.parse(source)
    for name, node in functions_of(module):
        seen: Counter[tuple[str, str]] = Counter()
        without_docstring = "\n".join(ast.unparse(line) for line in body_of(node))
        for statement, place, changed in changes(node):
            text = first_line(statement), first_line(replaced(statement, place, changed))
            seen[text] += 1
            made = {"module": module, "place": place, "changed": changed, "number": seen[text]}
            yield Break(path, (name,), place.lineno, lines_of(statement), *text, without_docstring, **made)
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for changed in others(node.value):
                other = altered(node, "value", changed)
                text = ast.unparse(node), ast.unparse(other)
                yield of_text(path, source, ast.get_source_segment(source, node) or "", text[1], text)


def of_text(path: Path, source: str, before: str, after: str, shown: tuple[str, str]) -> Break:
    """Return the break that puts one text for another, wherever in the file it stands."""
    if source.count(before) != 1:
        raise SystemExit(f"{name_of(path)} has {source.count(before)} times what NAMED breaks: {before}")
    line = source[: source.index(before)].count("\n") + 1
    changed = source.replace(before, after)
    old, new = (dict(codes_of(compile(text, str(path), "exec"))) for text in (source, changed))
    inside = tuple(name for name, code in old.items() if "<" not in name and code != new.get(name))
    return Break(path, inside, line, range(0), *shown, source, changed)


def functions_of(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a file with their qualified names, those inside others as parts of them."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{inner.name}", inner) for inner in node.body if isinstance(inner, ast.FunctionDef)
            )


def codes_of(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """Yield the code of all functions in a file's code, by qualified name."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_qualname, inner
            yield from codes_of(inner)


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, Any, Any]]:
    """Yield statements of a function, a place in each and what to put there."""
    for statement in (
        inner
        for outer in body_of(function)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.stmt) and not is_text(inner)
    ):
        for node in own_nodes(statement):
            yield from ((statement, node, other) for other in others(node))


def is_text(node: ast.AST) -> bool:
    """Is it a docstring?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and what it consists of, without the statements inside it."""
    yield statement
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt):
            yield from own_nodes(child)


def lines_of(statement: ast.stmt) -> range:
    """Return the lines a statement stands in, without those of the statements inside it."""
    own = (getattr(node, "end_lineno", 0) for node in own_nodes(statement) if node is not statement)
    compound = any(isinstance(node, ast.stmt) and node is not statement for node in ast.walk(statement))
    last = statement.lineno if compound else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, *own, 0) + 1)


def first_line(statement: ast.AST) -> str:
    """Return a statement as text, a compound one without its body."""
    return ast.unparse(statement).splitlines()[0] if hasattr(statement, "body") else ast.unparse(statement)


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


def others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be changed into."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield altered(node, "ops", [SWAPS[type(node.ops[0])](), *node.ops[1:]])
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
    if isinstance(node, ast.Constant) and type(node.value) is float:
        yield altered(node, "value", 2 * node.value if node.value else 1.0)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield altered(node, "value", not node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_NAME:
        yield altered(node, "func", ast.Name(OTHER_NAME[node.func.id], ast.Load()))
    if isinstance(node, (ast.If, ast.While)):
        yield altered(node, "test", ast.Constant(isinstance(node, ast.If)))
        if isinstance(node, ast.If):
            yield altered(node, "test", ast.Constant(False))
    if (
        isinstance(node, ast.AugAssign)
        or (isinstance(node, ast.Expr) and not is_stub(node))
        or (isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name))
    ):
        yield ast.Pass()


def is_stub(node: ast.Expr) -> bool:
    """Is it the body of a declaration, ``...``?"""
    return isinstance(node.value, ast.Constant) and node.value.value is Ellipsis


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


def make(broken: Break) -> None:
    """Break the code of this process: give each function of a file, and each number, what it has after the break."""
    name = broken.path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    if broken.source is None:
        tree = Replace(broken.place, broken.changed).visit(broken.module)
        functions = FOUND[str(broken.path)][broken.functions[0]]
        if any("__class__" in function.__code__.co_freevars for function in functions):
            keep_class(dict(functions_of(tree))[broken.functions[0]])
        whole = compile(ast.fix_missing_locations(tree), str(broken.path), "exec", dont_inherit=True)
        codes = dict(codes_of(whole))
        for function in functions:
            function.__code__ = codes[broken.functions[0]]
        return
    gc.unfreeze()  # `gc.get_objects` returns nothing that is frozen
    here = sys.modules[name]
    other = ModuleType(name)
    other.__dict__.update(__file__=str(broken.path), __package__=here.__package__)
    sys.modules[name] = other  # where dataclasses look for it
    exec(compile(broken.source, str(broken.path), "exec", dont_inherit=True), other.__dict__)
    sys.modules[name] = here
    made = functions_in(broken.path, of=other.__dict__)
    for qualified, functions in functions_in(broken.path, but=other.__dict__).items():
        for function in functions:
            function.__code__ = made[qualified][0].__code__
            function.__defaults__ = made[qualified][0].__defaults__
            function.__kwdefaults__ = made[qualified][0].__kwdefaults__
    for word, value in vars(here).copy().items():
        if isinstance(value, (int, float)) and value != other.__dict__.get(word):
            for scope in scopes():
                if scope is not other.__dict__ and type(scope.get(word)) is type(value) and scope[word] == value:
                    scope[word] = other.__dict__[word]


def keep_class(function: ast.FunctionDef) -> None:
    """Let a method that no longer calls ``super`` still name its class: new code must have the old free variables."""
    function.body.extend(ast.parse("if False: __class__").body)


FOUND: dict[str, dict[str, list[FunctionType]]] = {}  # by file and qualified name, as `find` has found them
CACHES: list[Any] = []  # of the tests' functions that remember what they returned


def find(files: Container[str]) -> None:
    """Look once for what every child needs: the functions of the files to break, and the caches of the tests."""
    FOUND.clear()
    CACHES.clear()
    gc.unfreeze()
    for found in gc.get_objects():
        if type(found) is FunctionType and found.__code__.co_filename in files:  # isinstance asks torch, which warns
            by_name = FOUND.setdefault(found.__code__.co_filename, defaultdict(list))
            by_name[found.__code__.co_qualname].append(found)
        elif type(found) is functools._lru_cache_wrapper and str(found.__module__).startswith("tests."):
            CACHES.append(found)
    gc.collect()
    gc.freeze()  # what no collection touches, parent and children share


def forget() -> None:
    """Empty what functions of the tests remember: with other code they would return something else."""
    for cache in CACHES:
        cache.cache_clear()


def functions_in(path: Path, of: Any = None, but: Any = None) -> dict[str, list[FunctionType]]:
    """Return all functions there are that a file has defined: what was bound or decorated is found by its code."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == str(path):
            scope = function.__globals__
            if (of is None or scope is of) and (but is None or scope is not but):
                found[function.__code__.co_qualname].append(function)
    return found


def scopes() -> Iterator[dict[str, Any]]:
    """Yield the names that our modules know, and those that functions bound to a game do."""
    seen: dict[int, dict[str, Any]] = {}
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename.startswith(str(ROOT)):
            seen[id(function.__globals__)] = function.__globals__
    yield from seen.values()


# ── Trying them ──────────────────────────────────────────────────────────────────────────────


class Tracer:
    """What ``sys.settrace`` takes: writes down which functions of some files are called and which lines run."""

    def __init__(self, files: Container[str]) -> None:
        self.files = files
        self.calls: set[tuple[str, str]] = set()  # (file, qualified name)
        self.lines: set[tuple[str, int]] = set()  # (file, line)

    def __call__(self, frame: FrameType, event: str, _: Any) -> Tracer | None:
        """Note what happens in a frame of these files, and go on watching it; let the others run untraced."""
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        if event == "call":
            self.calls.add((code.co_filename, code.co_qualname))
        elif event == "line":
            self.lines.add((code.co_filename, frame.f_lineno))
        return self


class TooSlowError(BaseException):
    """A test takes longer than SLOWEST seconds."""


class Trial:
    """A pytest plugin: instead of running the tests of an area once, run them for every break of its files."""

    def __init__(self, arguments: argparse.Namespace, area: Area) -> None:
        self.arguments, self.area = arguments, area
        self.called: dict[str, set[tuple[str, str]]] = {}  # by test: the (file, function) it calls
        self.lines: dict[str, set[tuple[str, int]]] = {}  # by test: the (file, line) it comes to
        self.seconds: dict[str, float] = {}  # by test: of work, as the code is
        self.noticed: set[str] = set()
        self.unnoticed: list[Break] = []
        self.explained: list[Break] = []
        self.noticing: dict[str, set[str]] = defaultdict(set)  # by file and function: tests that did
        self.refuted: list[Break] = []  # explained, and noticed all the same

    def breaks(self) -> list[Break]:
        """Return the breaks that the command line asks for."""
        named = [of_named(each) for each in NAMED if ROOT / each.file in self.area.files]
        breaks = [] if self.arguments.named else [each for path in self.area.files for each in breaks_of(path)]
        breaks = [each for each in named + breaks if self.arguments.only in each.key]
        if self.arguments.sample:
            random.Random(self.arguments.seed).shuffle(breaks)
            breaks = breaks[: self.arguments.sample]
        return breaks

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is asked of other games."""
        items[:] = [item for item in items if self.area.has(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all breaks and print what nobody noticed."""
        if session.testsfailed:
            pytest.exit(f"{session.testsfailed} files of tests can't be collected", returncode=3)
        known = explained()
        breaks = self.breaks()
        self.explained = [b for b in breaks if b.is_among(known)]
        others = [b for b in breaks if not b.is_among(known)]
        with Journal(fresh=self.arguments.fresh) as journal:
            self.noticed |= {b.noted for b in others} & journal.noticed
            todo = [b for b in others if b.noted not in self.noticed]
            todo += self.explained if self.arguments.explained else []
            if todo:
                files = {str(path) for path in self.area.files}
                find(files)
                self.watch(session, files)
                find(files)
                self.try_all(session, todo, journal)
        self.refuted = [b for b in self.explained if b.noted in self.noticed]
        self.unnoticed = [b for b in self.unnoticed if not b.is_among(known)]
        return True

    def watch(self, session: pytest.Session, files: Container[str]) -> None:
        """Run every test once as the code is; note how long it works, what it calls and which lines it comes to."""
        signal.signal(signal.SIGPROF, too_slow)
        for item in session.items:
            begun = time.process_time()
            tracer = Tracer(files)
            forget()
            reports = []
            try:
                signal.setitimer(signal.ITIMER_PROF, SLOWEST, 1)
                sys.settrace(tracer)
                reports = runner.runtestprotocol(item, nextitem=None, log=False)
                signal.setitimer(signal.ITIMER_PROF, 0)
            except TooSlowError:  # between the parts of a test, where pytest does not expect one
                signal.setitimer(signal.ITIMER_PROF, 0)
            finally:
                sys.settrace(None)
            seconds = time.process_time() - begun
            in_time = seconds < 0.99 * SLOWEST  # the timer counts in ticks, and may end a test a little early
            failed = [report for report in reports if report.failed]
            if failed and any(map(item.get_closest_marker, UNCOMPILED)) and "TooSlowError" not in text_of(failed):
                pytest.exit(f"{item.nodeid} fails before anything is broken:\n{text_of(reports)}", returncode=3)
            if in_time and not failed:
                self.seconds[item.nodeid] = seconds
                self.called[item.nodeid], self.lines[item.nodeid] = tracer.calls, tracer.lines
            else:
                print(f"\rtakes no part: {item.nodeid}", file=sys.stderr)
            self.show(f"{self.area.name}: {len(self.called)} of {len(session.items)} tests watched")
        signal.signal(signal.SIGPROF, signal.SIG_DFL)

    def show(self, text: str, *, always: bool = False) -> None:
        """Show how far it has come, once a second at most."""
        if always or time.monotonic() - self.shown >= 1:
            self.shown = time.monotonic()
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    shown = 0.0

    def try_all(
        self,
        session: pytest.Session,
        breaks: list[Break],
        journal: Journal,
    ) -> None:
        """Try breaks in forked children, so many at once."""
        begun, done = time.monotonic(), 0
        running: dict[int, tuple[Break, int]] = {}  # by process: the break, where to read who noticed
        while done < len(breaks):
            while len(running) < self.arguments.jobs and done + len(running) < len(breaks):
                broken = breaks[done + len(running)]
                read, write = os.pipe()
                running[self.child(session, broken, write)] = broken, read
                os.close(write)
            ended, status = os.wait()
            broken, read = running.pop(ended)
            with os.fdopen(read) as told:
                said = told.read()
            if os.waitstatus_to_exitcode(status) == UNMADE:
                pytest.exit(f"a break can't be made: {said}", returncode=3)
            self.noticing[where(broken)].update(filter(None, [said]))
            breaks.remove(broken)
            breaks.insert(done, broken)
            done += 1
            if status:
                self.noticed.add(broken.noted)
                journal.note(broken)
            else:
                self.unnoticed.append(broken)
                print(f"\rsurvives: {shown_at(broken)}", file=sys.stderr)
            text = f"{self.area.name}: {done}/{len(breaks)}, {len(self.unnoticed)} unnoticed"
            text += f", {time.monotonic() - begun:.0f} s"
            self.show(text, always=not status or done == len(breaks))

    def child(self, session: pytest.Session, broken: Break, tell: int) -> int:
        """Make a break in a child that ends with 0 when no test fails there; return its process id."""
        child = os.fork()
        if child:
            return child
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            make(broken)
        except BaseException as error:
            os.write(tell, f"{shown_at(broken)}: {error!r}".encode())
            os._exit(UNMADE)
        forget()
        for item in self.in_order(session.items, broken):
            signal.setitimer(signal.ITIMER_PROF, PATIENCE + 4 * self.seconds[item.nodeid])
            reports = runner.runtestprotocol(item, nextitem=None, log=False)
            if any(report.failed for report in reports):
                os.write(tell, item.nodeid.encode())
                os._exit(1)
        os._exit(0)

    def in_order(self, items: list[pytest.Item], broken: Break) -> list[pytest.Item]:
        """Return the tests that come to what is broken: those that noticed a break of it first, then the quick ones."""
        mine = [item for item in items if item.nodeid in self.seconds]
        if lines := {(str(broken.path), line) for line in broken.lines}:
            mine = [item for item in mine if lines & self.lines[item.nodeid]]
        elif inside := {(str(broken.path), function) for function in broken.functions}:
            mine = [item for item in mine if inside & self.called[item.nodeid]]
        noticing = self.noticing[where(broken)]
        return sorted(mine, key=lambda item: (item.nodeid not in noticing, self.seconds[item.nodeid]))


def too_slow(*_: object) -> None:
    """End a test that takes too long."""
    raise TooSlowError


def text_of(reports: list[pytest.TestReport]) -> str:
    """Return what failed."""
    return "\n".join(report.longreprtext for report in reports if report.failed)


def where(broken: Break) -> str:
    """Return the file and function of a break."""
    return f"{broken.path} {broken.functions}"


def shown_at(broken: Break) -> str:
    """Return a break with the line it stands in."""
    return f"{broken.path.relative_to(ROOT)}:{broken.line} {broken.key}"


def of_named(named: Named) -> Break:
    """Return one of NAMED as a break."""
    path = ROOT / named.file
    return of_text(path, path.read_text(), named.before, named.after, (named.before, named.after))


def explained() -> set[str]:
    """Return the names of the breaks that change nothing anybody could notice, and of functions that have no others."""
    keys = [key for group in tomllib.loads(EXPLAINED.read_text()).get("group", []) for key in group["breaks"]]
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


def try_area(area: Area, arguments: argparse.Namespace) -> int:
    """Try the breaks of an area, print those that nobody noticed and how many there were; return the exit code."""
    trial = Trial(arguments, area)
    options = ["-q", "-p", "no:cacheprovider", "--no-header"]
    ignored = [f"--ignore={TESTS / 'training' / 'play'}"] if area.name == "training" else []
    code = pytest.main([*map(str, area.tests), *options, *ignored], plugins=[trial])
    print()
    if code:
        print(f"{area.name}: stopped", flush=True)
        return int(code)
    for broken in sorted(trial.unnoticed, key=lambda b: (b.file, b.line)):
        print(f"unnoticed: {shown_at(broken)}")
    for broken in trial.refuted:
        print(f"explained, but noticed: {shown_at(broken)}")
    noticed = len(trial.noticed) - len(trial.refuted)
    total = noticed + len(trial.explained) + len(trial.unnoticed)
    print(
        f"{area.name}: {total} breaks: {noticed} noticed, {len(trial.explained)} explained,"
        f" {len(trial.unnoticed)} unnoticed",
        flush=True,
    )
    return 1 if trial.unnoticed or trial.refuted else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="PATH", help="a file or folder of ow_env, agents or training")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="breaks tried at once")
    parser.add_argument("--fresh", action="store_true", help="try again what was noticed before")
    parser.add_argument("--named", action="store_true", help="only the breaks listed in NAMED")
    parser.add_argument("--explained", action="store_true", help="try those explained as well")
    parser.add_argument("--only", default="", metavar="TEXT", help="only breaks with this in their name")
    parser.add_argument("--sample", type=int, help="try only so many of each area, chosen at random")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    files = asked_for(arguments.files)
    keys = (each.key for path in files for each in breaks_of(path))
    if not arguments.files and (gone := explained() - {name for key in keys for name in (key, key.partition(":")[0])}):
        raise SystemExit("\n".join([f"{EXPLAINED.name} explains what is no break:", *sorted(gone)]))
    code = 0
    for area in areas(files):  # each in a process of its own: what an area has imported and broken stays there
        child = os.fork()
        if not child:
            code = try_area(area, arguments)
            sys.stdout.flush()
            os._exit(code)
        code = max(code, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    return code


if __name__ == "__main__":
    sys.exit(main())
