"""Random choice from masks, compiled: the same for every library that is stepped from Python.

Knows no game and imports nothing of this project, for peers' Pythons load it too.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

njit: Any = numba.njit


def xorshift_state(seed: int) -> NDArray[np.uint64]:
    """Return the state [1] that `choose` draws from; it must not be zero."""
    return np.array([(seed << 32) ^ 0x9E3779B97F4A7C15], np.uint64)


@njit(nogil=True)  # type: ignore[untyped-decorator]
def choose(
    mask: NDArray[Any], acting: NDArray[np.bool_], actions: NDArray[Any], rng: NDArray[np.uint64]
) -> tuple[int, int]:
    """Choose one allowed action in each row that acts, every one equally likely.

    Args:
        mask: [R, A] not zero where an action is allowed, of any type.
        acting: [R] rows that have a decision; the others get action 0.
        actions: [R], written.
        rng: [1] the state of the generator, changed.

    Returns:
        how many rows act, and in how many of them only one action was allowed.
    """
    decisions = 0
    forced = 0
    for row in range(mask.shape[0]):
        actions[row] = 0
        if not acting[row]:
            continue
        count = 0
        for action in range(mask.shape[1]):
            count += mask[row, action] != 0
        decisions += 1
        forced += count == 1
        bits = rng[0]  # xorshift
        bits ^= bits << np.uint64(13)
        bits ^= bits >> np.uint64(7)
        bits ^= bits << np.uint64(17)
        rng[0] = bits
        left = (np.int64(bits >> np.uint64(33)) * count) >> 31
        for action in range(mask.shape[1]):
            if mask[row, action] != 0:
                if left == 0:
                    actions[row] = action
                    break
                left -= 1
    return decisions, forced
