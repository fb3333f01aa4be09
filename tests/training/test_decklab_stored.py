"""Stored results of the deck lab that nobody could have played are refused, and what was played is not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ow_env.open_worlds.cards import load_catalogue
from training.decklab.open_worlds.setup import contents
from training.decklab.open_worlds.stored import map_fault
from training.decklab.stored import matchup_fault

CATALOGUE = load_catalogue()
DECK = CATALOGUE.decks[0]
BLOCK = {"ends": ["wl", "tx"], "turns": 40, "first": 1, "seat": 2, "spread": {"turns": 800, "first": 8, "seat": 8}}
ELITE = [[0, 7], contents(DECK), 12.5, 16]
GENERATION = {"games": 64, "elites": [ELITE], "opponents": [[DECK.name, contents(DECK)]], "weights": [1.0]}
CHECKS = {
    "matchup": (BLOCK, lambda told: matchup_fault(told, 2, 2)),
    "map": (GENERATION, lambda told: map_fault(told, CATALOGUE, DECK.size, 8)),
}


@pytest.mark.parametrize("kind", CHECKS)
def test_what_is_right_is_taken(kind: str) -> None:
    good, fault = CHECKS[kind]
    assert fault(good) is None


@pytest.mark.parametrize("kind", CHECKS)
@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, {"games": 1}, [[]]])
def test_what_is_something_else_is_refused(kind: str, odd: Any) -> None:
    good, fault = CHECKS[kind]
    assert fault(odd)
    for name in good:
        assert fault({**good, name: None}), name
        assert fault({**good, name: "\x1b"}).isprintable(), name
        assert fault({key: value for key, value in good.items() if key != name}) or name in ("opponents", "weights")
    assert fault({**good, "more": 1})


WRONG = [
    ("matchup", ("ends", 0), "wz", "the letters w, l, t, x, o"),
    ("matchup", ("ends", 0), "www", "2 texts of 2 letters"),
    ("matchup", ("ends",), ["wl"], "2 texts of 2 letters"),
    ("matchup", ("turns",), -1, "turns: expected a whole number from 0"),
    ("matchup", ("turns",), True, "turns: expected a whole number from 0"),
    ("matchup", ("first",), 3, "first: expected a whole number from 0 to 2"),
    ("matchup", ("seat",), 0.5, "seat: expected a whole number"),
    ("matchup", ("spread", "turns"), float("nan"), "spread: expected a number for turns"),
    ("matchup", ("spread",), {"turns": 1}, "spread: expected a number for turns"),
    ("map", ("elites", 0, 0), [0, 8], "elites: expected a cell"),
    ("map", ("elites", 0, 0), [-1, 0], "elites: expected a cell"),
    ("map", ("elites", 0, 2), 17, "elites: expected a share of so many game pairs"),
    ("map", ("elites", 0, 3), 0, "elites: expected a share of so many game pairs"),
    ("map", ("elites", 0, 1), [["no card", 54]], "there is no card 'no card'"),
    ("map", ("elites", 0, 1), [["City 12", 54]], "54 copies, a deck may have 1"),
    ("map", ("elites", 0, 1), [["City 12", 10**12]], "expected cards with their copies"),
    ("map", ("elites", 0, 1), [["City 12"]], "expected cards with their copies"),
    ("map", ("opponents", 0, 0), "\x1b[31m", "name: expected one line"),
    ("map", ("opponents", 0, 0), 7, "opponents: expected a name"),
    ("map", ("weights", 0), 0.5, "weights: expected 1 in all"),
    ("map", ("weights", 0), float("nan"), "weights: expected a number from 0 to 1"),
    ("map", ("weights",), [], "weights: expected a number from 0 to 1 for each opponent"),
]


@pytest.mark.parametrize(("kind", "way", "value", "said"), WRONG)
def test_what_nobody_could_have_played_is_refused(kind: str, way: tuple[Any, ...], value: Any, said: str) -> None:
    good, fault = CHECKS[kind]
    told = copy.deepcopy(good)
    place: Any = told
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value
    assert said in str(fault(told))
