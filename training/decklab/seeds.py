"""Seeds that follow from what they are for, the same on any machine.

Below: core/secrecy.py (SplitMix64), the store's hash. Above: setup.py and all that plays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.rng import GAMMA
from ow_env.core.secrecy import mixed
from training.measure.store import hashed


def seeds_from(*parts: NDArray[Any] | int) -> NDArray[np.uint64]:
    """Return a seed for each row from some whole numbers, arrays or not: SplitMix64, one after the other."""
    bits = np.zeros(np.broadcast(*parts).shape, np.uint64)
    with np.errstate(over="ignore"):
        for part in parts:
            bits = mixed(bits + np.asarray(part).astype(np.uint64) + GAMMA)
    return bits


def seed_of(*parts: object) -> int:
    """Return a seed from 0 to 2**62 - 1 that follows from these values."""
    return int(hashed(*parts), 16) % 2**62
