"""Sentences of pages and docstrings that can be held against the code. The pages with sessions run elsewhere."""

from __future__ import annotations

import ast
import doctest
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import agents
from ow_env.core import defaults, engines
from ow_env.registry import class_of, games

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent.name for path in ROOT.glob("ow_env/*/engine.py"))
NUMBERS = {10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen"}


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def docstring(path: str) -> str:
    return ast.get_docstring(ast.parse(text(path))) or ""


def contracts() -> list[dict]:
    return tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"]


@cache
def words_of(path: Path) -> set[str]:
    """Return the texts in a source, docstrings left out, and every part of what it imports."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            found.add(node.value)
        elif isinstance(node, ast.ImportFrom):
            found.update((node.module or "").split("."), *(name.name.split(".") for name in node.names))
    return found


def naming(words: Iterable[str], leave: str) -> set[str]:
    """Return the sources of the three packages in which one of some words is a text of its own, or is imported."""
    wanted = set(words)
    return {
        path.relative_to(ROOT).as_posix()
        for package in ("ow_env", "agents", "training")
        for path in (ROOT / package).rglob("*.py")
        if not re.search(leave, path.relative_to(ROOT).as_posix()) and wanted & words_of(path)
    }


def test_how_many_rules_an_engine_has():
    listed = re.search(r"a module with these rules::\n\n(.*?)\n\n", docstring("ow_env/core/kernels.py"), re.S)
    rules = re.findall(r"^ {4}(\w+)\(", listed[1], re.M)
    made = {name for name, made in vars(defaults).items() if isinstance(made, FunctionType)}
    assert sorted(rules) == sorted({*engines.WRITTEN, *made, "sound"})
    assert all(hasattr(class_of(name).engine, rule) for name in games() for rule in rules)
    count = NUMBERS[len(rules)]
    assert f"## 2. `engine.py`: the {count} rules that drive the game" in text("docs/adding-a-game.md")
    page = " ".join(text("docs/architecture.md").split())
    (said,) = re.findall(r"a module of (\w+) compiled rules over one record: (.*?) \(", page)
    assert said[0] == count
    assert sorted(re.findall(r"`(\w+)`", said[1])) == sorted(rules)


def test_nothing_outside_its_folders_names_a_game():
    """But the registry, the modules of environments, what serves one game only, and docstrings."""
    own = r"^(ow_env|agents)/(goofspiel|open_worlds)/|^ow_env/(\w+_v0|registry)\.py$|^training/exact/\w+\.py$"
    assert naming({"goofspiel", "goofspiel_v0", "Goofspiel"}, own) == set()
    for name in games():
        words = {name, f"{name}_v0", class_of(name).__name__}
        served = rf"/{name}/|^ow_env/(\w+_v0|registry)\.py$|^training/exact/\w+\.py$"
        assert naming(words, served) == set()


def test_the_names_of_agents():
    assert doctest.testmod(agents).failed == 0
    assert doctest.testmod(agents).attempted == 2
    assert agents.names("open_worlds") == [
        *(
            "builder",
            "expert",
            "learned",
            "learned-40",
            "learned-54",
            "learned-54-for-3",
            "learned-54-for-4",
            "learned-any-deck",
            "raider",
            "random",
            "scripted",
            "search",
        )
    ]
    assert agents.names() == sorted({name for game in GAMES for name in agents.names(game)})


@pytest.mark.slow
def test_a_new_games_folder_is_held_by_the_import_contracts(tmp_path: Path):
    """In a copy of the sources another game imports upwards, another game, and has a file without a place."""
    for package in ("ow_env", "agents", "training"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "shipped"))
    (tmp_path / "tests").mkdir()
    for name in ("pyproject.toml", "tests/contracts.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    new = tmp_path / "ow_env" / "backgammon"
    shutil.copytree(tmp_path / "ow_env" / "goofspiel", new)
    for path in new.rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("goofspiel", "backgammon"), "utf-8")

    def broken() -> str:
        check = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
        return subprocess.run([sys.executable, "-c", check], cwd=tmp_path, capture_output=True, text=True).stdout

    registry = tmp_path / "ow_env" / "registry.py"
    row = '    "backgammon": "ow_env.backgammon.game:Backgammon",\n'
    registry.write_text(registry.read_text("utf-8").replace("}\nDEFAULT", f"{row}}}\nDEFAULT"), "utf-8")
    assert "0 broken" in broken()
    (new / "dice.py").write_text("from ow_env.goofspiel import state\n")
    with (new / "state.py").open("a") as state:
        state.write("from ow_env.backgammon import game\n")
    said = broken()
    assert "ow_env.backgammon.dice -> ow_env.goofspiel.state" in said
    assert "ow_env.backgammon.state -> ow_env.backgammon.game" in said
    assert "not listed as layers:\n\n- ow_env.backgammon.dice" in said


def test_the_chain_of_a_games_files():
    stated = re.search(r"^    (cards \| .*)$", text("docs/architecture.md"), re.M)[1].split(" | ")
    (chain,) = [contract["layers"] for contract in contracts() if contract.get("containers") == ["ow_env.<game>"]]
    order = [layer.strip("()") for layer in reversed(chain)]
    assert [name for name in order if name in stated] == stated
    more = order[order.index("engine") + 1 : order.index("game")]
    assert set(order) - set(stated) <= set(more)


RULES = ROOT / "ow_env/open_worlds/rules"
SHARED = {"order", "piles", "units", "worlds", "combat", "hidden"}  # what several Steps need
ABOVE = {"flow", "legality", "hide", "sound", "__init__"}


def test_steps_do_not_call_each_other_but_for_those_that_flow_names():
    found = set()
    for path in RULES.glob("*.py"):
        if path.stem not in SHARED | ABOVE:
            imported = {
                node.module.rpartition(".")[2]
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ow_env.open_worlds.rules.")
            }
            found |= {(path.stem, other) for other in imported - SHARED}
    said = " ".join(docstring("ow_env/open_worlds/rules/flow.py").split())
    assert "deploy_ground_forces and trigger_catastrophes share what station_orbitals does" in said
    assert "utilities asks stage and reveal" in said
    assert found == {
        ("deploy_ground_forces", "station_orbitals"),
        ("trigger_catastrophes", "station_orbitals"),
        ("utilities", "stage"),
        ("utilities", "reveal"),
    }


def test_observe_speaks_of_slices_that_there_are():
    from ow_env.open_worlds.observe import slices

    names = {each.name for each in slices.declared}
    said = re.findall(r"`(\w+)`", docstring("ow_env/open_worlds/observe.py"))
    assert set(said) == {"slices", "seen", "decklist"}
    assert {"seen", "decklist"} <= names
