"""Counter-based random numbers: each depends on a key and a count alone.

Below: jit.py, bits.py. Above: every game. Value number k of a key is ``mix(key + k * GAMMA)``: SplitMix64
(Steele, Lea, Flood 2014), so the record is its own save file, and the same game number under the
same seed is the same game on any machine, in any row, in any thread.

All 64-bit unsigned arithmetic of the suite stays in this file, bits.py and sparse.py: mixed with signed integers it
means different things to numba and to numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from ow_env.compiled.jit import NAMES, PURE, Mask, Record, rules_of
from ow_env.core.bits import WIDTH, count_ones, lowest, which_not_zero, without_lowest

__all__ = ["RNG", "Bits", "Rng", "below", "core_rule", "key_of", "pick", "rule", "start", "start_all", "unit"]

Rng: TypeAlias = Record  # one RNG record
Rngs: TypeAlias = npt.NDArray[Any]  # [N] RNG records
Bits: TypeAlias = np.uint64
F = TypeVar("F", bound=Callable[..., Any])

RNG: np.dtype[Any] = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # which sequence: decided by the seed and the game number
            ("count", np.uint64),  # how many values were drawn from it
        ],
    )
)
NAMES["Rng"] = numba.from_dtype(RNG)
core_rule = rules_of("core", Bits=np.dtype(np.uint64), Rngs=np.dtype((RNG, (1,))))

GAMMA = np.uint64(0x9E3779B97F4A7C15)
M1 = np.uint64(0xBF58476D1CE4E5B9)
M2 = np.uint64(0x94D049BB133111EB)
ONE = np.uint64(1)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)


def rule(function: F) -> F:
    """Make a rule of ``core``. Uncompiled, numpy must not warn of the overflow that is meant."""
    if PURE:
        return np.errstate(over="ignore")(function)
    return core_rule(function)


@rule
def mix(bits: Bits) -> Bits:
    """Scramble 64 bits so that each one in decides about half of those out."""
    bits = (bits ^ (bits >> S30)) * M1
    bits = (bits ^ (bits >> S27)) * M2
    return bits ^ (bits >> S31)


@rule
def key_of(seed: Bits, game: Bits) -> Bits:
    """Return the key of game number ``game`` under ``seed``. Neighbours share nothing visible."""
    return mix(mix(seed + GAMMA) + (game + ONE) * GAMMA)


@rule
def start(rng: Rng, seed: Bits, game: Bits) -> None:
    """Set ``rng`` to the beginning of the sequence of one game."""
    rng.key = key_of(seed, game)
    rng.count = np.uint64(0)


@rule
def start_all(rngs: Rngs, seed: Bits, first: Bits) -> None:
    """Set row i to the beginning of sequence ``first + i`` of ``seed``."""
    for i in range(rngs.shape[0]):
        start(rngs[i], seed, first + np.uint64(i))


@rule
def below(rng: Rng, n: int) -> int:
    """Draw one of 0 .. n - 1, each equally likely (to within n / 2**32). Needs 1 <= n < 2**32."""
    rng.count += ONE
    bits = mix(rng.key + rng.count * GAMMA)
    return np.int64(((bits >> S32) * np.uint64(n)) >> S32)  # type: ignore[return-value]


@rule
def unit(rng: Rng) -> float:
    """Draw a number from [0, 1), a multiple of 2**-32."""
    rng.count += ONE
    return np.float64(mix(rng.key + rng.count * GAMMA) >> S32) / 4294967296.0


@rule
def pick(mask: Mask, rng: Rng) -> int:
    """Draw one of the ids allowed by ``mask``, each equally likely; 0 when none is."""
    size = mask.shape[0]
    even = size - size % WIDTH
    allowed = 0
    for first in range(0, even, WIDTH):
        allowed += count_ones(which_not_zero(mask, first))
    for action in range(even, size):
        allowed += int(mask[action] != 0)
    if allowed == 0:
        return 0
    left = below(rng, allowed)
    for first in range(0, even, WIDTH):
        bits = which_not_zero(mask, first)
        here = count_ones(bits)
        if left < here:
            for _ in range(left):
                bits = without_lowest(bits)
            return first + lowest(bits)
        left -= here
    for action in range(even, size):
        if mask[action] != 0:
            if left == 0:
                return action
            left -= 1
    return 0
