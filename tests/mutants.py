"""Break the rules on purpose, one place at a time, and name every break that no test notices.

    python tests/mutants.py                     all rules of Open Worlds, against the scenarios (`make mutants`)
    python tests/mutants.py move reveal         only these files of the rules
    python tests/mutants.py --sample 200        a random part of the breaks, decided by --seed

It runs uncompiled. The tests are collected once; each break is made in a forked child by giving one function other
code, and the tests run there until the first one fails, those of the same Step first. A break that survives is
printed with its line before and after, and the exit code is 1. Breaks that change nothing a player could notice
stand with the reason in `mutants_explained.toml`.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import copy
import importlib
import os
import random
import signal
import sys
import time
import tomllib
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
    *("setup", "turn", "stage", "move", "reveal", "resolution", "install_facilities", "station_orbitals"),
    *("deploy_ground_forces", "trigger_catastrophes", "orbital_activity", "surface_conflict"),
    *("count_income", "trash_and_draw", "utilities", "worked_examples"),
)
LEFT_OUT = {"hide"}  # what hide may do at random is held by the tests of secrecy, not by scenarios
LONGEST = 60  # seconds for one break: a rule that never ends counts as noticed
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

    @property
    def key(self) -> str:
        """Return what names the break in `mutants_explained.toml`; lines may move."""
        return f"{self.file}.{self.function}: {self.before} -> {self.after}"


# ── Making breaks ────────────────────────────────────────────────────────────────────────────


def breaks_of(module: ModuleType) -> Iterator[Break]:
    """Yield every break of every rule of a module."""
    path = Path(str(module.__file__))
    source = path.read_text()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            for place, changed in changes(node):
                yield Break(
                    path.stem,
                    node.name,
                    place.lineno,
                    ast.unparse(place),
                    ast.unparse(changed),
                    compiled(node, place, changed, path),
                )


def changes(function: ast.FunctionDef) -> Iterator[tuple[Any, Any]]:
    """Yield places of a function and what to put there."""
    body = function.body[1:] if is_text(function.body[0]) else function.body
    for statement in body:
        for node in ast.walk(statement):
            yield from ((node, other) for other in others(node))


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


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
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_NAME:
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


def compiled(function: ast.FunctionDef, place: ast.AST, changed: ast.AST, path: Path) -> Any:
    """Return the code of a function with one place changed."""
    copies: dict[int, Any] = {}
    whole = copy.deepcopy(function, copies)
    whole.decorator_list = []
    Replace(copies[id(place)], copy.deepcopy(changed)).visit(whole)
    module = ast.fix_missing_locations(ast.Module([whole], []))
    scope: dict[str, Any] = {}
    exec(compile(module, str(path), "exec", flags=ANNOTATIONS, dont_inherit=True), scope)
    return scope[function.name].__code__


# ── Trying them ──────────────────────────────────────────────────────────────────────────────


class Trial:
    """A pytest plugin: instead of running the tests once, run them for every break."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.unnoticed: list[Break] = []
        self.explained: list[Break] = []
        self.count = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all breaks and print what nobody noticed."""
        names = self.arguments.files or sorted(path.stem for path in RULES.glob("[a-z]*.py"))
        modules = {
            name: importlib.import_module(f"ow_env.open_worlds.rules.{name}")
            for name in names
            if name not in LEFT_OUT
        }
        breaks = [b for module in modules.values() for b in breaks_of(module)]
        if self.arguments.sample:
            random.Random(self.arguments.seed).shuffle(breaks)
            breaks = breaks[: self.arguments.sample]
        reasons = tomllib.loads(EXPLAINED.read_text())["explained"] if EXPLAINED.exists() else {}
        begun = time.monotonic()
        for self.count, broken in enumerate(breaks, 1):
            if broken.key in reasons:
                self.explained.append(broken)
            elif not self.is_noticed(session, getattr(modules[broken.file], broken.function), broken):
                self.unnoticed.append(broken)
                print(f"\nunnoticed: {broken.file}.py:{broken.line} {broken.key}", flush=True)
            done = f"{self.count}/{len(breaks)}, {len(self.unnoticed)} unnoticed"
            print(f"\r{done}, {time.monotonic() - begun:.0f} s", end="", file=sys.stderr, flush=True)
        return True

    def is_noticed(self, session: pytest.Session, rule: FunctionType, broken: Break) -> bool:
        """Break one rule in a child and see whether a test fails there."""
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            signal.alarm(LONGEST)
            rule.__code__ = broken.code
            for item in sorted(session.items, key=lambda item: broken.file not in item.nodeid):
                reports = runner.runtestprotocol(item, nextitem=None, log=False)
                if any(report.failed for report in reports):
                    os._exit(1)
            os._exit(0)
        return os.waitpid(child, 0)[1] != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="of the rules, without .py")
    parser.add_argument("--sample", type=int, help="try only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0)
    trial = Trial(parser.parse_args())
    tests = [str(ROOT / "tests" / "open_worlds" / f"test_{name}.py") for name in SCENARIOS]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    code = pytest.main([*tests, *options], plugins=[trial])
    noticed = trial.count - len(trial.unnoticed) - len(trial.explained)
    print(
        f"\n{trial.count} breaks: {noticed} noticed, {len(trial.explained)} explained, "
        f"{len(trial.unnoticed)} unnoticed"
    )
    return 1 if trial.unnoticed else int(code)


if __name__ == "__main__":
    sys.exit(main())
