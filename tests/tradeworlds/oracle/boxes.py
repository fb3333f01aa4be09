"""The oracle's own reading of card files: what is played with where it is not the base set.

Below: cards.py. Above: setups.py. It is given only files that the game accepts, and checks nothing.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.tradeworlds.oracle.cards import BASE, PILES, Box, Card

FIGURES = {"starship": "capacity", "weapon": "firepower", "crew": "resistance", "tactic": "amount"}


def box_of(path: Path) -> Box:
    """Return the base set with a card file laid over it."""
    told = tomllib.loads(path.read_text("utf-8"))
    cards = {card.name: card for card in BASE.cards}
    for pile in PILES:
        for name, fields in told.get(pile, {}).items():
            cards[name] = laid_over(cards.get(name), name, pile, fields)
    return replace(BASE, cards=tuple(cards.values()))


def laid_over(card: Card | None, name: str, pile: str, fields: dict[str, Any]) -> Card:
    """Return a card with the fields that are stated."""
    before = card or Card(name, pile, 1, 0, 1, 0)
    return replace(
        before,
        trade=fields.get("trade", before.trade),
        value=fields.get(FIGURES[pile], before.value),
        copies=fields.get("copies", before.copies),
        start=fields.get("start", before.start),
        effect=fields.get("effect", before.effect),
        side=fields.get("side", before.side),
        windows=tuple(fields.get("windows", before.windows)),
    )
