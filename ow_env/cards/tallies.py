"""Tallies: cards without an order, kept as a number for each kind.

Below: core's compiled rules. Above: stacks.py; each game's state.py, which lays the record into its own, and its rules.

What a pile (piles.py) keeps as a list of cards a tally keeps as a count for each of at most 64 kinds. It suits games
with few kinds and many copies, whose actions and observations name kinds: an observation copies the counts, and two
tallies of the same cards are the same bytes. Which kinds there are is found 64 at a time, as one word of bits.

The functions have the names and meanings of those of piles, so a stack may lie on either. They are templates too:
`of(library)` binds them to the record that the library calls Pile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ow_env.cards.piles import NO_CARD, bind
from ow_env.compiled.jit import Library, Record, record
from ow_env.compiled.layout import Relation
from ow_env.core.bits import WIDTH, lowest, which_not_zero, without_lowest
from ow_env.core.rng import Bits, Rng, below

__all__ = ["COUNTS", "KINDS", "NO_CARD", "NO_KINDS", "TEMPLATES", "Counts", "Tallies", "of", "tally", "words"]

KINDS = WIDTH  # kinds of cards that there is room for
NO_KINDS = np.uint64(0)
COUNTS = np.dtype((np.uint8, (KINDS,)))

Pile: TypeAlias = Record  # one record of `tally()`
Counts: TypeAlias = Any  # one row of `COUNTS`

kinds_in: Any = None  # of this file, once bound
add: Any = None
remove: Any = None


def tally() -> np.dtype[Any]:
    """Return the record of a tally. Of one kind it holds at most 255 cards."""
    return record(
        [
            ("count", np.int16),  # cards in all
            ("copies", np.uint8, KINDS),  # of each kind
        ],
        [Relation("count", "the sum of `copies`", is_counted)],
        "tally",
    )


def is_counted(tallies: Any) -> Any:
    """Tell of each tally whether it has as many cards as it says."""
    return tallies["copies"].sum(axis=-1, dtype=np.int64) == tallies["count"]


def words() -> dict[str, np.dtype[Any]]:
    """Return what `rules_of` has to be given, beside the record called Pile, for rules that speak of counts."""
    return {"Counts": COUNTS, "Bits": np.dtype(np.uint64)}


def kinds_in_template(counts: Counts) -> Bits:
    """Return bit k set where there is a card of kind k."""
    return which_not_zero(counts, 0)


def add_template(pile: Pile, card: int) -> None:
    """Put a card into the tally."""
    pile.copies[card] += 1
    pile.count += 1


def remove_template(pile: Pile, card: int) -> None:
    """Take one copy of a card out of the tally, if there is one."""
    if pile.copies[card] > 0:
        pile.copies[card] -= 1
        pile.count -= 1


def take_any_template(pile: Pile, rng: Rng) -> int:
    """Take a random card out of the tally and return it; NO_CARD if it is empty."""
    if pile.count == 0:
        return NO_CARD
    left = below(rng, int(pile.count))
    bits = kinds_in(pile.copies)
    while left >= int(pile.copies[lowest(bits)]):
        left -= int(pile.copies[lowest(bits)])
        bits = without_lowest(bits)
    card = lowest(bits)
    remove(pile, card)
    return card


def pour_template(pile: Pile, into: Pile) -> None:
    """Move all cards of a tally into another."""
    for kind in range(KINDS):
        into.copies[kind] += pile.copies[kind]
        pile.copies[kind] = 0
    into.count += pile.count
    pile.count = 0


@dataclass(frozen=True)
class Tallies:
    """The functions above for the tallies of one game."""

    kinds_in: Callable[[Counts], Bits]
    add: Callable[[Pile, int], None]
    remove: Callable[[Pile, int], None]
    take_any: Callable[[Pile, Rng], int]
    pour: Callable[[Pile, Pile], None]


TEMPLATES = (kinds_in_template, add_template, remove_template, take_any_template, pour_template)


def of(library: Library) -> Tallies:
    """Return the functions above as rules of a library that knows the words Pile, Counts and Bits."""
    return Tallies(**bind(library, TEMPLATES, {}))
