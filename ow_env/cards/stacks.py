"""Piles without an order, and stacks: decks of which some cards on top are known.

Below: core's compiled rules. Above: each game's state.py, which lays the records into its own, and its rules.

**A pile** is a sorted list of cards, so two piles of the same cards are the same bytes, whatever happened to them.
Which card comes off it is decided when it is drawn: no copy of a position tells.

**A stack** is a pile, the *rest*, under a short list of cards on *top* whose order everybody knows: cards that were put
there openly, the next to be drawn first. No other order is ever stored. Where stack and rest are empty, a discard pile
becomes the rest: that is all that shuffling is.

The functions are templates, for each game has records of its own sizes: `of(library)` binds them, after `words` has
told the library what a Pile and a Stack is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ow_env.core.jit import Library, Record, record
from ow_env.core.rng import Rng, below

NO_CARD = -1

Pile: TypeAlias = Record
Stack: TypeAlias = Record

find: Any = None  # of this file, once bound
add: Any = None
remove_at: Any = None
draw: Any = None


def pile(size: int) -> np.dtype[Any]:
    """Return the record of a pile with room for so many cards."""
    return record([
        ("count", np.int16),
        ("cards", np.int16, size),  # sorted; 0 beyond count
    ])


def stack(size: int, known: int) -> np.dtype[Any]:
    """Return the record of a stack with room for so many cards, so many of them known on top."""
    return record([
        ("known", np.int16),       # cards on top whose order is known
        ("top", np.int16, known),  # the next to be drawn first; 0 beyond known
        ("rest", pile(size)),
    ])


def words(pile_record: np.dtype[Any], stack_record: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    """Return what `rules_of` has to be given, so that rules may speak of a Pile and a Stack."""
    return {"Pile": pile_record, "Stack": stack_record}


# ── Piles ────────────────────────────────────────────────────────────────────────────────────


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
    """Take the card at a place out of the pile."""
    last = int(pile.count) - 1
    for i in range(place, last):
        pile.cards[i] = pile.cards[i + 1]
    pile.cards[last] = 0
    pile.count = last


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


# ── Stacks ───────────────────────────────────────────────────────────────────────────────────


def put_on_top_template(stack: Stack, card: int) -> bool:
    """Put a card openly on top of the stack. False where no more can be known there: nothing has changed."""
    if stack.known == len(stack.top):
        return False
    i = int(stack.known)
    while i > 0:
        stack.top[i] = stack.top[i - 1]
        i -= 1
    stack.top[0] = card
    stack.known += 1
    return True


def draw_template(stack: Stack, rng: Rng) -> int:
    """Take the next card off the stack and return it: the known one, or any of the rest. NO_CARD: it is empty."""
    if stack.known == 0:
        return int(take_any(stack.rest, rng))
    card = int(stack.top[0])
    for i in range(1, stack.known):
        stack.top[i - 1] = stack.top[i]
    stack.known -= 1
    stack.top[stack.known] = 0
    return card


def draw_or_reshuffle_template(stack: Stack, discard: Pile, rng: Rng) -> int:
    """Take the next card off the stack; if it is empty, the discard pile becomes the stack first."""
    if stack.known == 0 and stack.rest.count == 0:
        pour(discard, stack.rest)
    return int(draw(stack, rng))


def size_of_template(stack: Stack) -> int:
    """Return how many cards the stack has."""
    return int(stack.known) + int(stack.rest.count)


take_any: Any = None
pour: Any = None


@dataclass(frozen=True)
class Stacks:
    """The functions above for the records of one game."""

    find: Any
    add: Any
    remove_at: Any
    remove: Any
    take_any: Any
    pour: Any
    put_on_top: Any
    draw: Any
    draw_or_reshuffle: Any
    size_of: Any


TEMPLATES = (
    find_template, add_template, remove_at_template, remove_template, take_any_template, pour_template,
    put_on_top_template, draw_template, draw_or_reshuffle_template, size_of_template,
)  # fmt: skip


def of(library: Library) -> Stacks:
    """Return the functions above as rules of a library that knows the words Pile and Stack."""
    bound: dict[str, Any] = {}
    for template in TEMPLATES:
        used = {name: rule for name, rule in bound.items() if name in template.__code__.co_names}
        bound[template.__name__.removesuffix("_template")] = library.bind(template, **used)
    return Stacks(**bound)
