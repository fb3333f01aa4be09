"""Sentences of pages and docstrings that can be held against the code. The pages with sessions run elsewhere."""

from __future__ import annotations

import ast
import doctest
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import agents
from ow_env.goofspiel import engine as goofspiel
from ow_env.open_worlds import engine as open_worlds

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent.name for path in ROOT.glob("ow_env/*/engine.py"))
NUMBERS = {10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen"}


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def docstring(path: str) -> str:
    return ast.get_docstring(ast.parse(text(path))) or ""


def contracts() -> list[dict]:
    return tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"]


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
    assert sorted(rules) == sorted(goofspiel.__all__)
    assert all(hasattr(open_worlds, rule) for rule in rules)
    count = NUMBERS[len(rules)]
    assert f"## 5. `engine.py`: the {count} rules that drive the game" in text("docs/adding-a-game.md")
    page = " ".join(text("docs/architecture.md").split())
    (said,) = re.findall(r"a module of (\w+) compiled rules over one record: (.*?) \(", page)
    assert said[0] == count
    assert sorted(re.findall(r"`(\w+)`", said[1])) == sorted(rules)


def test_the_page_on_adding_a_game_lists_what_else_names_one():
    page = text("docs/adding-a-game.md")
    listed = set(re.findall(r"^\| `([^`]+)` \|", page[page.index("## 9. What else names a game") :], re.M))
    sources = naming({"goofspiel", "goofspiel_v0"}, r"^ow_env/goofspiel")
    sources = {"agents/search/" if source.startswith("agents/search/") else source for source in sources}
    assert listed == sources | {"pyproject.toml"}


def test_the_registry_lists_where_a_script_is_named():
    listed = set(re.findall(r"\b(?:agents|training)/[\w/]+\.py", docstring("agents/registry.py")))
    assert listed == naming({"raider", "choose_raider"}, r"^agents/(registry|open_worlds/raider)\.py$")


def test_the_names_of_agents():
    assert doctest.testmod(agents).failed == 0
    assert doctest.testmod(agents).attempted == 2
    assert agents.names() == sorted(agents.registry.AGENTS)
    for game in GAMES:
        others = {name for name, only in agents.registry.PLAY_ONLY.items() if only != game}
        assert agents.names(game) == sorted(agents.registry.AGENTS.keys() - others)


def test_the_import_contracts_name_every_game():
    """A file without a place is refused by `make lint` in these folders only."""
    (chain,) = [contract for contract in contracts() if contract.get("exhaustive")]
    assert sorted(chain["containers"]) == [f"ow_env.{game}" for game in GAMES]
    (layers,) = [contract["layers"] for contract in contracts() if contract.get("containers") == ["ow_env"]]
    beside = set(re.findall(r"\w+", " ".join(layers)))
    assert beside == {"core", "adapters", *GAMES, *(f"{game}_v0" for game in GAMES)}


def test_the_chain_of_a_games_files():
    stated = re.search(r"^    (cards \| .*)$", text("docs/architecture.md"), re.M)[1].split(" | ")
    (chain,) = [contract["layers"] for contract in contracts() if contract.get("exhaustive")]
    order = [layer.strip("()") for layer in reversed(chain)]
    assert [name for name in order if name in stated] == stated
    more = order[order.index("engine") + 1 : order.index("game")]
    assert set(order) - set(stated) <= set(more)


RULES = ROOT / "ow_env/open_worlds/rules"
SHARED = {"order", "piles", "units", "worlds", "combat", "hidden"}  # what several Steps need
ABOVE = {"flow", "legality", "hide", "__init__"}


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
    from ow_env.open_worlds.observe import BLOCKS

    names = {name for name, *_ in BLOCKS}
    said = re.findall(r"`(\w+)`", docstring("ow_env/open_worlds/observe.py"))
    assert set(said) == {"BLOCKS", "seen", "decklist"}
    assert {"seen", "decklist"} <= names
