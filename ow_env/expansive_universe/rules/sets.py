"""Sets of cards of one kind: bit k is number k."""

from __future__ import annotations

import numpy as np

from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits, Rng, below
from ow_env.expansive_universe.state import EMPTY, rule

ONE = np.uint64(1)


@rule
def bit(number: int) -> Bits:
    """Return the set of this one."""
    return ONE << np.uint64(number)


@rule
def has(members: Bits, number: int) -> bool:
    """Is it in the set?"""
    return bool(members & bit(number) != EMPTY)


@rule
def pick(members: Bits, place: int) -> int:
    """Return the member in this place, the lowest first."""
    for _ in range(place):
        members = without_lowest(members)
    return lowest(members)


@rule
def pick_any(members: Bits, rng: Rng) -> int:
    """Return one of them, all equally likely."""
    return pick(members, below(rng, count_ones(members)))
