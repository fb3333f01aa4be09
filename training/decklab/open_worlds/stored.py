"""What stored results of searches for decks and for parameters have to be before they are used.

Below: the game's decks, training.decklab.stored. Above: deck_search.py, calibration.py, which give these functions with
`Store.blocks`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import check_deck
from training.decklab.stored import MOST_TURNS, are, has, is_number, is_whole, shown


def map_fault(result: Any, catalogue: Catalogue, size: int, bins: int) -> str | None:
    """Return what is wrong with a generation of the search for decks, as `deck_search` keeps it.

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
    """Return what is wrong with a deck as `setup.contents` writes it; ``size`` None: it may be of either."""
    if not are(cards) or not all(
        are(entry, 2) and isinstance(entry[0], str) and is_whole(entry[1], 1, 99) for entry in cards
    ):
        return f"expected cards with their copies, found {shown(cards)}"
    total = sum(copies for _, copies in cards)
    faults = check_deck(Deck(name, tuple((card, copies) for card, copies in cards), size or total), catalogue)
    return faults[0] if faults else None


def parameters_fault(result: object, parameters: int, pairings: int) -> str | None:
    """Return what is wrong with a generation of the search for parameters, as `calibration` keeps it.

    Args:
        result: as it was read.
        parameters: how many may move.
        pairings: how many pairs of decks and agents were measured.
    """
    if not has(result, "sets", "games") or not is_whole(result["games"]):
        return f"expected sets and games, found {shown(result)}"
    if not are(result["sets"]):
        return f"sets: expected a list, found {shown(result['sets'])}"
    for told in result["sets"]:
        if not are(told, 2) or not are(told[0]) or not are(told[1], pairings):
            return f"sets: expected figures and what came of them for each of {pairings} pairings, found {shown(told)}"
        for moved in told[0]:
            if not are(moved, 2) or not is_whole(moved[0], 0, parameters - 1) or not is_whole(moved[1], 0, 999):
                return f"sets: expected the place of a figure and its value, found {shown(moved)}"
        for measured in told[1]:
            if measured is not None and not is_measured(measured):
                return f"sets: expected a mean and its variance of share, first and turns, found {shown(measured)}"
    return None


def is_measured(told: object) -> bool:
    """Return whether this is a mean and its variance of each of a matchup's targets."""
    most: Mapping[str, float] = {"share": 1, "first": 1, "turns": MOST_TURNS}
    return has(told, *most) and all(
        are(pair, 2) and is_number(pair[0], 0, high) and is_number(pair[1], 0, 1e9) and pair[1] > 0
        for high, pair in ((most[name], told[name]) for name in most)
    )
