"""What a stored result of the deck lab has to be before it is used: a ladder file may come from anybody.

Below: the game's decks. Above: duels.py, moving.py, searching.py and calibrating.py, each of which keeps its own kind
of result in the store and gives one of these functions with `Store.blocks`. Each says what is wrong with a result that
was read, or None.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from ow_env.core.text import escaped
from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import check_deck

LETTERS = frozenset("wltx")
MOST = 2**40  # of what is counted or summed over games
MOST_TURNS = 1000  # of a game


def is_whole(value: object, low: int = 0, high: int = MOST) -> TypeGuard[int]:
    """Return whether a value is a whole number in this range."""
    return type(value) is int and low <= value <= high


def is_number(value: object, low: float, high: float) -> TypeGuard[float]:
    """Return whether a value is a number in this range."""
    return type(value) in (int, float) and low <= value <= high  # type: ignore[operator]


def has(value: object, *names: str) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is an object with these fields and no others."""
    return isinstance(value, dict) and value.keys() == set(names)


def are(value: object, length: int | None = None) -> TypeGuard[list[Any]]:
    """Return whether a value is a list, of this length if one is given."""
    return isinstance(value, list) and length in (None, len(value))


def duel_fault(result: object, tables: int, bouts: int) -> str | None:
    """Return what is wrong with a block of a duel, as `duels.play_block` makes it.

    Args:
        result: as it was read.
        tables: games in a bout.
        bouts: in the block.
    """
    if not has(result, "ends", "turns", "first", "seat", "spread"):
        return f"expected ends, turns, first, seat and spread, found {shown(result)}"
    ends, games = result["ends"], tables * bouts
    if not are(ends, tables) or not all(isinstance(told, str) and len(told) == bouts for told in ends):
        return f"ends: expected {tables} texts of {bouts} letters, found {shown(ends)}"
    if not LETTERS.issuperset("".join(ends)):
        return f"ends: expected the letters w, l, t, x, found {shown(ends)}"
    decided = sum(told.count("w") + told.count("l") for told in ends)
    for name, most in (("turns", games * MOST_TURNS), ("first", decided), ("seat", decided)):
        if not is_whole(result[name], 0, most):
            return f"{name}: expected a whole number from 0 to {most}, found {shown(result[name])}"
    spread = result["spread"]
    if not has(spread, "turns", "first", "seat") or not all(is_whole(squares) for squares in spread.values()):
        return f"spread: expected a number for turns, first and seat, found {shown(spread)}"
    return None


def map_fault(result: Any, catalogue: Catalogue, size: int, bins: int) -> str | None:
    """Return what is wrong with a generation of the search for decks, as `searching` keeps it.

    Args:
        result: as it was read.
        catalogue: whose cards the decks are of.
        size: of a deck that was found.
        bins: cells along each axis of the map.
    """
    names = ("games", "elites")
    if not (has(result, *names) or has(result, *names, "opponents", "weights")):
        return f"expected games and elites, or also opponents and weights, found {shown(result)}"
    if not is_whole(result["games"]):
        return f"games: expected a whole number from 0 up, found {shown(result['games'])}"
    if not are(result["elites"]):
        return f"elites: expected a list, found {shown(result['elites'])}"
    for told in result["elites"]:
        if not are(told, 4) or not are(told[0], 2) or not all(is_whole(at, 0, bins - 1) for at in told[0]):
            return f"elites: expected a cell, cards, a sum and a number of bouts, found {shown(told)}"
        if not is_whole(told[3], 1) or not is_number(told[2], 0, told[3]):
            return f"elites: expected a share of so many bouts, found {shown(told[2:])}"
        wrong = deck_fault("found", told[1], catalogue, size)
        if wrong is not None:
            return f"elites: {wrong}"
    opponents, weights = result.get("opponents", []), result.get("weights", [])
    if not are(opponents) or not are(weights, len(opponents)) or not all(is_number(each, 0, 1) for each in weights):
        return f"weights: expected a number from 0 to 1 for each opponent, found {shown(weights)}"
    if opponents and not math.isclose(sum(weights), 1, abs_tol=1e-6):
        return f"weights: expected 1 in all, found {sum(weights):g}"
    for told in opponents:
        if not are(told, 2) or not isinstance(told[0], str) or not 0 < len(told[0]) <= 200:
            return f"opponents: expected a name and cards, found {shown(told)}"
        wrong = deck_fault(told[0], told[1], catalogue, None)
        if wrong is not None:
            return f"opponents: {wrong}"
    return None


def deck_fault(name: str, cards: object, catalogue: Catalogue, size: int | None) -> str | None:
    """Return what is wrong with a deck as `field.contents` writes it; ``size`` None: it may be of either."""
    if not are(cards) or not all(
        are(entry, 2) and isinstance(entry[0], str) and is_whole(entry[1], 1, 99) for entry in cards
    ):
        return f"expected cards with their copies, found {shown(cards)}"
    total = sum(copies for _, copies in cards)
    faults = check_deck(Deck(name, tuple((card, copies) for card, copies in cards), size or total), catalogue)
    return faults[0] if faults else None


def figures_fault(result: object, figures: int, settings: int) -> str | None:
    """Return what is wrong with a generation of the search for figures, as `calibrating` keeps it.

    Args:
        result: as it was read.
        figures: how many may move.
        settings: how many pairs of decks and pilots were measured.
    """
    if not has(result, "sets", "games") or not is_whole(result["games"]):
        return f"expected sets and games, found {shown(result)}"
    if not are(result["sets"]):
        return f"sets: expected a list, found {shown(result['sets'])}"
    for told in result["sets"]:
        if not are(told, 2) or not are(told[0]) or not are(told[1], settings):
            return f"sets: expected figures and what came of them for each of {settings} settings, found {shown(told)}"
        for moved in told[0]:
            if not are(moved, 2) or not is_whole(moved[0], 0, figures - 1) or not is_whole(moved[1], 0, 999):
                return f"sets: expected the place of a figure and its value, found {shown(moved)}"
        for measured in told[1]:
            if measured is not None and not is_measured(measured):
                return f"sets: expected a mean and its variance of share, first and turns, found {shown(measured)}"
    return None


def is_measured(told: object) -> bool:
    """Return whether this is a mean and its variance of each of a duel's wishes."""
    most: Mapping[str, float] = {"share": 1, "first": 1, "turns": MOST_TURNS}
    return has(told, *most) and all(
        are(pair, 2) and is_number(pair[0], 0, high) and is_number(pair[1], 0, 1e9) and pair[1] > 0
        for high, pair in ((most[name], told[name]) for name in most)
    )


def shown(value: object) -> str:
    """Show what was found, cut short."""
    many = f"a list of {len(value)}: " if isinstance(value, Sequence) and not isinstance(value, str) else ""
    text = escaped(repr(value))
    return many + (text if len(text) <= 60 else f"{text[:57]}...")
