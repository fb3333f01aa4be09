"""Rows of bytes that are nearly all zero, as the places and the values of those that are not.

Below: bits.py, rng.py (whose rules these stand beside). Above: kernels.py, which writes both forms; whoever reads the
sparse one. A game writes dense rows only, one function for its masks and one for its observations; what is not zero in
them is then found 64 bytes at a time. So both forms always say the same, and `dense` gives back the one from the other.

Shapes: K entries of room in a row, C of them in use. Entries beyond C are 0, places and values alike: a padded row can
be summed as it is, and follows from what its seat sees alone.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.bits import WIDTH, count_ones, lowest, which_not_zero, without_lowest
from ow_env.core.jit import Mask, Observation
from ow_env.core.rng import Places, rule

AT_ONCE = 4  # places that are written without a look at how many there are: what is too much is overwritten


# ── For compiled code ────────────────────────────────────────────────────────────────────────────


@rule
def nonzero(row: Observation, places: Places) -> int:
    """Write where a row [F] is not zero to places [K], in increasing order; return how many those are.

    If there are more than K, only the first K are written.
    """
    size, room = row.shape[0], places.shape[0]
    even = size - size % WIDTH
    count = 0
    for first in range(0, even, WIDTH):
        bits = which_not_zero(row, first)
        here = count_ones(bits)
        if here == 0:
            continue
        written = 0
        if count + AT_ONCE <= room:
            for k in range(AT_ONCE):
                places[count + k] = first + lowest(bits)
                bits = without_lowest(bits)
            written = AT_ONCE
        for k in range(written, min(here, room - count)):
            places[count + k] = first + lowest(bits)
            bits = without_lowest(bits)
        count += here
    for place in range(even, size):
        if row[place] != 0:
            if count < room:
                places[count] = place
            count += 1
    return count


@rule
def pack(row: Observation, places: Places, values: Observation, before: int) -> int:
    """Write where a row [F] is not zero to places [K], and what stands there to values [K]; return how many those are.

    Args:
        row: read.
        places: written; 0 beyond the number returned.
        values: likewise.
        before: how many entries were in use before.
    """
    count = nonzero(row, places)
    kept = min(count, places.shape[0])
    for k in range(kept):
        values[k] = row[places[k]]
    for k in range(kept, min(max(before, kept + AT_ONCE), places.shape[0])):
        places[k] = 0
        values[k] = 0
    return count


@rule
def pack_mask(mask: Mask, ids: Places, before: int) -> int:
    """Write the ids that a mask [A] allows to ids [K], 0 beyond them; return how many those are. Else as `pack`."""
    count = nonzero(mask.view(np.uint8), ids)
    for k in range(count, min(max(before, count + AT_ONCE), ids.shape[0])):
        ids[k] = 0
    return count


@rule
def unpack(places: Places, values: Observation, count: int, row: Observation) -> None:
    """Write a dense row [F] of the first ``count`` places and values."""
    for place in range(row.shape[0]):
        row[place] = 0
    for k in range(count):
        row[places[k]] = values[k]


@rule
def unpack_mask(ids: Places, count: int, mask: Mask) -> None:
    """Write a mask [A] that allows the first ``count`` ids."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    for k in range(count):
        mask[ids[k]] = 1
