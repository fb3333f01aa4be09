"""The page on a game of one's own, docs/your-own-game.md, quotes the game as it is, and is short."""

from __future__ import annotations

import re
from pathlib import Path

import ow_env.rules

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "your-own-game.md").read_text("utf-8")
GAME = (DOCS / "examples" / "rows" / "game.py").read_text("utf-8")
MAKES = "import ow_env\n"  # how a block begins that is no part of the game


def test_every_block_stands_in_the_game() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)
    assert len(blocks) == 8
    assert [block for block in blocks if block not in GAME and not block.startswith(MAKES)] == []


def test_how_it_is_made_is_true() -> None:
    (block,) = (each for each in re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S) if each.startswith(MAKES))
    names: dict[str, object] = {}
    exec(block, names)
    assert repr(names["game"]) == "Rows(num_players=3)"


def test_it_is_read_in_minutes() -> None:
    prose = re.sub(r"^```.*?^```$|<!--.*?-->", "", TEXT, flags=re.M | re.S)
    assert len(prose.split()) <= 1_200
    assert len(GAME.splitlines()) <= 330


def test_its_table_names_what_fields_can_be() -> None:
    told = set(re.findall(r"`(\w+)\(", TEXT[TEXT.index("| field | meaning |") : TEXT.index("Everyone sees a field")]))
    fields = {"number", "flag", "flags", "choice", "word", "seat", "part"}
    assert told == fields
    assert fields <= set(ow_env.rules.__all__)


def test_the_game_imports_nothing_but_the_door_of_rules() -> None:
    assert set(re.findall(r"^(?:from|import) (\S+)", GAME, re.M)) == {"__future__", "numpy", "ow_env.rules"}
