"""Decks for the oracle's games: random ones, and ones heavy in what is rare.

Below: ow_env's cards and decks. Above: positions.py, setups.py.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache

from ow_env.open_worlds.cards import Card, Catalogue, Deck, Kind, Type, load_catalogue
from ow_env.open_worlds.decks import random_deck


@cache
def catalogue_with(cards: str | None) -> Catalogue:
    """Return the standard catalogue, a card file laid over it."""
    return load_catalogue(cards=cards)


def deck_of(cards: str | None, seed: int, liked: Callable[[Card], bool]) -> Deck:
    """Return a legal deck of 54 cards that holds all liked cards there is room for, then others."""
    chance = random.Random(seed)
    catalogue = catalogue_with(cards)
    unique = list({(c.title, c.defense): c for c in catalogue.cards if not c.unlimited}.values())
    chance.shuffle(unique)
    unique.sort(key=lambda card: not liked(card))
    unlimited = [card for card in catalogue.cards if card.unlimited]
    chosen = unique[: 54 - chance.randint(6, 12)]
    chosen += chance.choices(unlimited, k=54 - len(chosen))
    counts = Counter(card.name for card in chosen)
    return Deck(f"heavy {seed}", tuple(sorted(counts.items())), 54)


def is_conquest(card: Card) -> bool:
    """What a player needs who wants to Conquer."""
    return (
        card.type in (Type.GROUND, Type.UTILITY)
        or card.kind is Kind.POPULATION
        or card.capacity >= 15
        or card.name in ("Robot Factory", "Garrison", "Shipyard 8", "Shipyard 9", "Shipyard 10")
    )


def is_fleet(card: Card) -> bool:
    """What a player needs who wants to fight in orbit."""
    return card.type is Type.ORBITAL or card.kind in (Kind.YARD, Kind.POPULATION)


def is_tricky(card: Card) -> bool:
    """Cards with effects, and Utilities."""
    return bool(card.effects) or card.type is Type.UTILITY or card.type is Type.CATASTROPHE


LIKED = (is_conquest, is_fleet, is_tricky)


def heavy(number: int, players: int, cards: str | None = None) -> list[Deck]:
    """Return a heavy deck for each player."""
    return [deck_of(cards, 10 * number + seat, LIKED[(number + seat) % len(LIKED)]) for seat in range(players)]


def randomly(number: int, players: int) -> list[Deck]:
    """Return a random legal deck for each player."""
    sizes = (54, 54, 54, 40)
    return [
        random_deck(catalogue_with(None), sizes[(number // 7 + seat) % 4], 10 * number + seat)
        for seat in range(players)
    ]
