"""What the stored results of a search for decks have to be before they are used.

Below: the game's decks, training.decklab.stored. Above: deck_search.py, which gives
these functions with `Store.blocks`.
"""

from __future__ import annotations

import math
from typing import Any

from ow_env.open_worlds.cards import Catalogue, Deck
from ow_env.open_worlds.decks import check_deck
from training.decklab.stored import are, has, is_number, is_whole, shown


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
            return f"elites: expected a cell, cards, a sum and a number of game pairs, found {shown(told)}"
        if not is_whole(told[3], 1) or not is_number(told[2], 0, told[3]):
            return f"elites: expected a share of so many game pairs, found {shown(told[2:])}"
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
