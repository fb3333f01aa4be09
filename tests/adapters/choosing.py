"""What is played where the tests only need something to be: allowed actions, by rules that see only masks."""

from __future__ import annotations

from typing import Any

import numpy as np


def picks(mask: np.ndarray, step: int) -> np.ndarray:
    """Return an allowed action of each row, another one at another step."""
    nth = (step * 7) % mask.sum(axis=-1)
    return (mask.cumsum(axis=-1) <= nth[..., None]).sum(axis=-1)


def last_allowed(mask: np.ndarray) -> np.ndarray:
    """Return the highest id allowed in each row."""
    return mask.shape[-1] - 1 - mask[..., ::-1].argmax(axis=-1)


def lowest(observation: Any) -> np.ndarray:
    """Play the first thing allowed: an opponent."""
    return observation.mask.argmax(axis=1)


def highest(observation: Any) -> np.ndarray:
    """Play the last thing allowed: an opponent."""
    return last_allowed(observation.mask)


def same(one: Any, other: Any) -> bool:
    """Are two nested structures of dicts, tuples and arrays equal?"""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))
