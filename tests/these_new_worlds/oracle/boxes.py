"""The oracle's own reading of card files: what is played with where it is not the base set.

Below: cards.py. Above: setups.py. It is given only files that the game accepts, and checks nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tests.these_new_worlds.oracle.cards import BASE, WILD, Box, Card


def box_of(path: Path) -> Box:
    """Return the base set with a card file laid over it."""
    told = tomllib.loads(path.read_text("utf-8"))
    cards = {card.name: card for card in BASE.cards}
    for name, fields in told.get("action", {}).items():
        cards[name] = laid_over(cards.get(name), name, fields)
    planets = BASE.planets | {name: fields["colour"] for name, fields in told.get("planet", {}).items()}
    coloured, wild = ([card for card in cards.values() if (card.colour == WILD) == is_wild] for is_wild in (0, 1))
    return Box((*coloured, *wild), planets)


def laid_over(card: Card | None, name: str, fields: dict[str, Any]) -> Card:
    """Return a card with the fields that are stated."""
    before = card or Card(name, "", 0, ())
    return Card(
        name,
        fields.get("colour", before.colour),
        fields.get("value", before.value),
        tuple(fields.get("award", before.awards)),
        tuple(fields.get("extra", before.extras)),
    )


def only(names: Collection[str], planets: int = 16) -> Box:
    """Return the base set with these cards alone, and its first planets."""
    return Box(tuple(card for card in BASE.cards if card.name in names), dict(list(BASE.planets.items())[:planets]))
