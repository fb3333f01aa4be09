"""Decode an observation: what is decided, and how many cards of a kind lie where.

Below: scratch.py, and the named slices of the game's observe.py. Above: all scripts.
"""

from __future__ import annotations

import numpy as np

from agents.star_realms.scratch import MOST_LEGAL, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import WIDTH, which_not_zero
from ow_env.core.rng import Bits
from ow_env.core.sparse import nonzero
from ow_env.star_realms.observe import COMBAT, POINT, TRADE, TURN, WORTH
from ow_env.star_realms.state import NO_KINDS, POINTS

NUM_POINTS = len(POINTS)
ONE = np.uint64(1)


@rule(inline=True)
def feature(t: Tables, row: Observation, name: int) -> int:
    """Return the number of a slice that has one."""
    return int(row[t.at[name]])


@rule(inline=True)
def count_of(t: Tables, row: Observation, name: int, seat: int, kind: int) -> int:
    """Return how many cards of a kind a slice tells of a seat; the seat is 0 where it tells of none."""
    return int(row[t.at[name] + seat * t.kinds + kind])


@rule
def kinds_told(t: Tables, row: Observation, name: int, seat: int) -> Bits:
    """Return bit k set where a slice tells of cards of kind k."""
    first = int(t.at[name] + seat * t.kinds)
    kinds = int(t.kinds)
    if first + WIDTH <= row.shape[0]:
        bits = which_not_zero(row, first)
        return bits & ((ONE << np.uint64(kinds)) - ONE) if kinds < WIDTH else bits
    bits = NO_KINDS
    for kind in range(kinds):
        if row[first + kind] != 0:
            bits |= ONE << np.uint64(kind)
    return bits


@rule
def decode_turn(t: Tables, s: Scratch, row: Observation) -> None:
    """Read what is decided, the pools, and the Authorities."""
    first = int(t.at[POINT])
    s.point = 0
    for point in range(NUM_POINTS):
        if row[first + point] != 0:
            s.point = point
    s.turn = row[t.at[TURN]]
    s.trade = row[t.at[TRADE]]
    s.combat = row[t.at[COMBAT]]
    for seat in range(2):
        s.authority[seat] = row[t.at[WORTH] + seat]


@rule
def list_legal(s: Scratch, mask: Mask) -> None:
    """List the allowed actions, in the order of their ids."""
    s.num_legal = min(nonzero(mask.view(np.uint8), s.legal), MOST_LEGAL)
