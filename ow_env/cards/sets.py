"""Sets of cards of one kind, each there once: bit k is card k, at most 64 of them.

Below: piles.py, core's compiled rules. Above: each game's rules/sets.py, which binds them. What a tally (tallies.py)
keeps as numbers of copies is here one word of bits: a move is an operation, a count an instruction.

The functions are templates: `of(library)` binds them to a game that has declared the word Bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ow_env.cards.piles import bind
from ow_env.compiled.jit import Library
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits, Rng, below

EMPTY = np.uint64(0)  # the set of nothing
ONE = np.uint64(1)

bit: Any = None  # of this file, once bound
pick: Any = None
pick_any: Any = None


def bit_template(number: int) -> Bits:
    """Return the set of this one."""
    return ONE << np.uint64(number)


def has_template(members: Bits, number: int) -> bool:
    """Is it in the set?"""
    return bool(members & bit(number) != EMPTY)


def pick_template(members: Bits, place: int) -> int:
    """Return the member in this place, the lowest first."""
    for _ in range(place):
        members = without_lowest(members)
    return lowest(members)


def pick_any_template(members: Bits, rng: Rng) -> int:
    """Return one of them, all equally likely."""
    return int(pick(members, below(rng, count_ones(members))))


def pick_many_template(members: Bits, count: int, rng: Rng) -> Bits:
    """Return so many of them, all such sets equally likely."""
    picked = EMPTY
    for _ in range(count):
        picked |= bit(pick_any(members & ~picked, rng))
    return picked


@dataclass(frozen=True)
class Sets:
    """The functions above for the sets of one game."""

    bit: Callable[[int], Bits]
    has: Callable[[Bits, int], bool]
    pick: Callable[[Bits, int], int]
    pick_any: Callable[[Bits, Rng], int]
    pick_many: Callable[[Bits, int, Rng], Bits]


TEMPLATES = (bit_template, has_template, pick_template, pick_any_template, pick_many_template)


def of(library: Library) -> Sets:
    """Return the functions above as rules of a library that knows the word Bits."""
    return Sets(**bind(library, TEMPLATES, {}))
