"""Stacks: decks of which some cards on top are known.

Below: piles.py, tallies.py. Above: each game's state.py, which lays the records into its own, and its rules.

A stack is a pile or a tally, the *rest*, under a short list of cards on *top* whose order everybody knows: cards that
were put there openly, the next to be drawn first. No other order is ever stored. Where stack and rest are empty, a
discard pile becomes the rest: that is all that shuffling is.

The functions are templates as those of piles are: `of(library)` binds both, after `words` has told the library what a
Pile and a Stack is; `of_tallies(library)` likewise where the rest is a tally.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ow_env.cards import piles, tallies
from ow_env.cards.piles import NO_CARD, Pile, Piles, pile
from ow_env.cards.tallies import Tallies, tally
from ow_env.compiled.jit import Library, Record, record, within
from ow_env.compiled.layout import ALL, Relation, seen
from ow_env.core.rng import Rng

__all__ = [
    "NO_CARD",
    "Stack",
    "StackedTallies",
    "Stacks",
    "of",
    "of_tallies",
    "pile",
    "stack",
    "tally",
    "tally_words",
    "words",
]

Stack: TypeAlias = Record

take_any: Any = None  # of piles.py and of this file, once bound
pour: Any = None
draw: Any = None


def stack(rest: np.dtype[Any], known: int, ids: int, rest_seen_by: str = ALL) -> np.dtype[Any]:
    """Return the record of a stack whose rest is such a pile or tally, with so many cards known on top at most.

    Ids of cards are below ``ids``. ``rest_seen_by`` says who knows which cards the rest has.
    """
    return record(
        [
            ("known", within(np.int16, 0, known)),  # cards on top whose order is known
            ("top", within(np.int16, 0, ids - 1), known),  # the next to be drawn first; 0 beyond known
            ("rest", seen(rest_seen_by, rest)),
        ],
        [Relation("top", "0 behind as many as `known` says", is_short)],
        "stack",
    )


def is_short(stacks: Any) -> Any:
    """Tell of each stack whether nothing lies behind the cards on top that are known."""
    top = stacks["top"]
    return ~(top * (np.arange(top.shape[-1]) >= stacks["known"][..., None])).any(axis=-1)


def words(pile_record: np.dtype[Any], stack_record: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    """Return what `rules_of` has to be given, so that rules may speak of a Pile and a Stack."""
    return {"Pile": pile_record, "Stack": stack_record}


def tally_words(tally_record: np.dtype[Any], stack_record: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    """Return what `rules_of` has to be given, so that rules may speak of a Pile that is a tally, and of a Stack."""
    return {**words(tally_record, stack_record), **tallies.words()}


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


@dataclass(frozen=True)
class Stacks(Piles):
    """The functions above, and those of piles, for the records of one game."""

    put_on_top: Callable[[Stack, int], bool]
    draw: Callable[[Stack, Rng], int]
    draw_or_reshuffle: Callable[[Stack, Pile, Rng], int]
    size_of: Callable[[Stack], int]


@dataclass(frozen=True)
class StackedTallies(Tallies):
    """The functions above, and those of tallies, for the records of one game."""

    put_on_top: Callable[[Stack, int], bool]
    draw: Callable[[Stack, Rng], int]
    draw_or_reshuffle: Callable[[Stack, Pile, Rng], int]
    size_of: Callable[[Stack], int]


TEMPLATES = (put_on_top_template, draw_template, draw_or_reshuffle_template, size_of_template)


def of(library: Library) -> Stacks:
    """Return the functions above as rules of a library that knows the words Pile and Stack."""
    return Stacks(**piles.bind(library, (*piles.TEMPLATES, *TEMPLATES), {}))


def of_tallies(library: Library) -> StackedTallies:
    """Return the functions above as rules of a library that was given `tally_words`."""
    return StackedTallies(**piles.bind(library, (*tallies.TEMPLATES, *TEMPLATES), {}))
