"""Random choice from masks, compiled, and the loop of turns: the same for every library that is stepped from Python.

Knows no game and imports nothing of this project, for peers' Pythons load it too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
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


def in_turns(env: Any) -> Callable[[int], dict[str, float]]:
    """Return what plays so many decisions of an AEC environment that was reset: ours and PettingZoo's by one loop."""
    rng, actions, one = xorshift_state(1), np.zeros(1, np.int64), np.ones(1, np.bool_)

    def run(times: int) -> dict[str, float]:
        done = games = forced = 0
        choosing = 0.0
        while done < times:
            if not env.agents:
                env.reset()
                games += 1
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            begun = time.perf_counter()
            forced += choose(seen["action_mask"].reshape(1, -1), one, actions, rng)[1]
            action = int(actions[0])
            choosing += time.perf_counter() - begun
            env.step(action)
            done += 1
        return {"decisions": times, "forced": forced, "games": games, "choosing": choosing}

    return run
