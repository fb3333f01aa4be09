"""Cards of Star Realms counted outside the engine, from the position as JSON. Below: table.py."""

from __future__ import annotations

from collections import Counter

from ow_env.star_realms.game import StarRealms
from tests.star_realms.table import game_of
from tests.tables import Position

PILES = ("hand", "deck", "top", "discard", "bases", "ships")


def census(game: StarRealms, position: Position) -> Counter[str]:
    """Count every card, wherever it is."""
    found: Counter[str] = Counter()
    for pile in ("trade_row", "trade_deck", "scrap_heap"):
        found.update(position[pile])
    found["Explorer"] += position["explorers"]
    for him in position["players"]:
        for pile in PILES:
            found.update(card if isinstance(card, str) else card["card"] for card in him[pile])
    return found


def box(game: StarRealms) -> Counter[str]:
    """Count the cards of the whole box."""
    return Counter({card.name: card.copies for card in game.catalogue.cards})


__all__ = ["box", "census", "game_of"]
