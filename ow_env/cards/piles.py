"""Piles: unordered cards.

Below: core's compiled rules. Above: stacks.py; each game's state.py, which lays the record into its own, and its rules.

A pile is a sorted list of cards, so two piles of the same cards are the same bytes. Which card is drawn is decided
when it is drawn: no copy of a position reveals it.

The functions are templates, for each game has records of its own sizes: `of(library)` binds them to the record that the
library calls Pile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ow_env.compiled.jit import Library, Record, record, within
from ow_env.compiled.layout import Relation
from ow_env.core.rng import Rng, below

NO_CARD = -1
ONE = np.uint32(1)

Pile: TypeAlias = Record

find: Any = None  # of this file, once bound
add: Any = None
remove_at: Any = None


def pile(size: int, card: type[np.integer[Any]] = np.int16, ids: int | None = None) -> np.dtype[Any]:
    """Return the record of a pile with room for so many cards, whose ids are numbers of this type, below ``ids``."""
    most = np.iinfo(card).max if ids is None else ids - 1
    return record(
        [
            ("count", within(np.int16, 0, size)),
            ("cards", within(card, 0, most), size),  # sorted; 0 beyond count
        ],
        [Relation("cards", "sorted, and 0 behind as many as `count` says", is_sorted)],
        "pile",
    )


def is_sorted(piles: Any) -> Any:
    """Tell of each pile whether its cards are sorted, and 0 behind the last."""
    cards = piles["cards"]
    behind = np.arange(cards.shape[-1]) >= piles["count"][..., None]
    rising = (cards[..., 1:] >= cards[..., :-1]) | behind[..., 1:]
    return rising.all(axis=-1) & ~(cards * behind).any(axis=-1)


def find_template(pile: Pile, card: int) -> int:
    """Return where the card lies first in the pile, or -1."""
    for i in range(pile.count):
        if pile.cards[i] == card:
            return i
    return -1


def add_template(pile: Pile, card: int) -> None:
    """Put a card into the pile."""
    i = int(pile.count)
    while i > 0 and pile.cards[i - 1] > card:
        pile.cards[i] = pile.cards[i - 1]
        i -= 1
    pile.cards[i] = card
    pile.count += 1


def remove_at_template(pile: Pile, place: int) -> None:
    """Take the card at a place out of the pile.

    Places are counted without a sign, so that none is tested for being negative: the loop becomes one move of memory.
    """
    last = np.uint32(pile.count - 1)
    for i in range(np.uint32(place), last):
        pile.cards[i] = pile.cards[i + ONE]
    pile.cards[last] = 0
    pile.count -= 1


def remove_template(pile: Pile, card: int) -> None:
    """Take one copy of a card out of the pile, if there is one."""
    place = find(pile, card)
    if place >= 0:
        remove_at(pile, place)


def take_any_template(pile: Pile, rng: Rng) -> int:
    """Take a random card out of the pile and return it; NO_CARD if it is empty."""
    if pile.count == 0:
        return NO_CARD
    place = below(rng, int(pile.count))
    card = int(pile.cards[place])
    remove_at(pile, place)
    return card


def pour_template(pile: Pile, into: Pile) -> None:
    """Move all cards of a pile into another."""
    while pile.count > 0:
        card = int(pile.cards[pile.count - 1])
        remove_at(pile, int(pile.count) - 1)
        add(into, card)


@dataclass(frozen=True)
class Piles:
    """The functions above for the piles of one game."""

    find: Callable[[Pile, int], int]
    add: Callable[[Pile, int], None]
    remove_at: Callable[[Pile, int], None]
    remove: Callable[[Pile, int], None]
    take_any: Callable[[Pile, Rng], int]
    pour: Callable[[Pile, Pile], None]


TEMPLATES = (find_template, add_template, remove_at_template, remove_template, take_any_template, pour_template)


def bind(library: Library, templates: Iterable[Any], bound: dict[str, Any]) -> dict[str, Any]:
    """Bind templates, callees first, and add them to those bound before, by their names."""
    for template in templates:
        used = {name: rule for name, rule in bound.items() if name in template.__code__.co_names}
        name = template.__name__.removesuffix("_template")
        bound[name] = library.bind(template, name, **used)
    return bound


def of(library: Library) -> Piles:
    """Return the functions above as rules of a library that knows the word Pile."""
    return Piles(**bind(library, TEMPLATES, {}))
