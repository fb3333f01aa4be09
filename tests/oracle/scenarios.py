"""The scenarios of tests/open_worlds, read from their files: each is a position and a script to begin with.

Below: decks.py, and the notation of tests/open_worlds/scenario.py. Above: setups.py.
"""

from __future__ import annotations

import ast
import importlib.util
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from tests.oracle.decks import catalogue_with
from tests.oracle.positions import Position

Script: TypeAlias = list[tuple[int, str]]  # (player, action name)

NOTATION = Path(__file__).parents[1] / "open_worlds" / "scenario.py"


@cache
def scenarios() -> dict[tuple[int, int], list[tuple[Position, Script]]]:
    """Return the scenarios of tests/open_worlds by (players, Worlds), each a position and its actions."""
    spec = importlib.util.spec_from_file_location("oracle_scenario", NOTATION)
    assert spec is not None
    assert spec.loader is not None
    notation = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = notation
    spec.loader.exec_module(notation)
    found = defaultdict(list)
    for path in sorted(NOTATION.parent.glob("test_*.py")):
        for told in written(path):
            players = told.get("players", 2)
            position = notation.parse(told["before"], players)
            actions = notation.read_actions(told["play"])
            script = [(notation.WHO.index(who), name) for who, name in actions]
            if not cards_of(position) <= catalogue_with(None).card_ids.keys():
                continue  # it brings a card file of its own
            found[players, len(position["worlds"])].append((position, script))
    for group in found.values():
        random.Random(0).shuffle(group)
    return dict(found)


def cards_of(position: Position) -> set[str]:
    """Return the names of all cards of a position."""
    found: set[str] = set()
    for player in position["players"]:
        for pile in ("hand", "deck", "trash", "wreck"):
            found.update(player.get(pile, []))
        for cards in (*player["units"].values(), *player["staged"].values()):
            found.update(card if isinstance(card, str) else card["card"] for card in cards)
    return found


def written(path: Path) -> Iterator[dict[str, Any]]:
    """Read the scenarios that stand in a file in full, without running it."""
    fields = ("rule", "before", "play", "after", "players")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Scenario", "Refusal"):
            values = dict(zip(fields, node.args, strict=False))
            values |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            told = {key: value.value for key, value in values.items() if isinstance(value, ast.Constant)}
            if {"before", "play"} <= told.keys():
                yield told
