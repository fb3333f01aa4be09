"""Nested values, as environments hand them out: in their space? equal to others? fit to be kept?

Knows no game and no environment. Below: gymnasium's spaces. Above: the other files of this folder.
Values are dictionaries, tuples and arrays in each other, as deep as they like, and whatever else people put there.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces

F = TypeVar("F")


def named(agents: Iterable[Any]) -> str:
    """Return agents in a fixed order."""
    return ", ".join(sorted(map(str, agents)))


def parts_of_mask(space: Any, mask: Any) -> list[np.ndarray[Any, Any]] | None:
    """Return a mask as one row for each number of an action; None where there is none or it does not fit.

    For MultiDiscrete it may be one row for each number, as Gymnasium has it, or all rows one behind the other.
    """
    if mask is None or not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete)):
        return None
    sizes = [int(n) for n in np.ravel(space.n if isinstance(space, spaces.Discrete) else space.nvec)]
    try:
        if isinstance(mask, (tuple, list)) and np.ndim(mask[0]):
            parts = [np.asarray(part) for part in mask]
        else:
            flat = np.asarray(mask)
            fits = flat.shape == (sum(sizes),)
            parts = np.split(flat, np.cumsum(sizes)[:-1]) if fits else [flat]
    except Exception:
        return None
    return parts if [part.shape for part in parts] == [(size,) for size in sizes] else None


def outside(space: Any, value: Any) -> tuple[str, str] | None:
    """Say how a value is not in its space, in general and with its numbers, or return None."""
    if isinstance(space, spaces.Dict) and isinstance(value, Mapping):
        if set(space.spaces) != set(value):
            return "has other keys than its space", f"{named(value)}, not {named(space.spaces)}"
        return first(inside(key, outside(part, value[key])) for key, part in space.spaces.items())
    if isinstance(space, spaces.Tuple) and isinstance(value, (tuple, list)):
        if len(space.spaces) != len(value):
            return "has other parts than its space", f"{len(value)}, not {len(space.spaces)}"
        parts = zip(space.spaces, value, strict=True)
        return first(inside(number, outside(part, entry)) for number, (part, entry) in enumerate(parts))
    if isinstance(space, spaces.Box):
        return outside_box(space, value)
    try:
        fits = bool(space.contains(value))
    except Exception:
        fits = False
    return None if fits else (f"is not in {space}", f"{type(value).__name__} {value}")


def outside_box(space: spaces.Box, value: Any) -> tuple[str, str] | None:
    """Say how a value is not in a box, or return None."""
    if not isinstance(value, (np.ndarray, np.generic)):
        return "is no array", type(value).__name__
    if value.shape != space.shape:
        return "has another shape than its space", f"{value.shape}, not {space.shape}"
    if value.dtype != space.dtype:
        return "has another dtype than its space", f"{value.dtype}, not {space.dtype}"
    low: Any = space.low
    high: Any = space.high
    wrong = np.flatnonzero(~((value >= low) & (value <= high)))  # NaN is neither
    if not len(wrong):
        return None
    at = int(wrong[0])
    entry, least, most = (np.ravel(numbers)[at] for numbers in (value, low, high))
    return "is outside the limits of its space", f"entry {at} is {entry}, not {least} to {most}"


def inside(key: Any, wrong: tuple[str, str] | None) -> tuple[str, str] | None:
    """Add the place in an observation to what was said about it."""
    return None if wrong is None else (wrong[0], f"[{key!r}] {wrong[1]}")


def snapshot(value: Any) -> Any:
    """Copy nested values as deep as they can be copied; what can't is taken as it is."""
    if isinstance(value, Mapping):
        return {key: snapshot(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [snapshot(entry) for entry in value]
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def equal(one: Any, other: Any) -> bool:
    """Are two nested values equal, arrays and all?"""
    return difference(one, other) is None


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Return the path of the first place where two nested values differ, or None."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        if set(one) != set(other):
            return f"{path or 'keys'}: {named(one)} and {named(other)}"
        return first(difference(one[key], other[key], f"{path}[{key!r}]") for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) != len(other):
            return f"{path}: {len(one)} and {len(other)} entries"
        return first(difference(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(one, other, strict=True)))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return None if same_arrays(np.asarray(one), np.asarray(other)) else f"{path}: arrays differ"
    if type(one) is type(other) and getattr(type(one), "__eq__", None) is object.__eq__:
        return None  # an object that says nothing about being equal
    try:
        same = bool(one == other or (one != one and other != other))  # a NaN is like itself here
    except Exception:
        return None  # can't be asked
    return None if same else f"{path}: {one!r} and {other!r}"


def same_arrays(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Are two arrays equal, NaN like NaN?"""
    floats = one.dtype.kind in "fc" and other.dtype.kind in "fc"
    return one.shape == other.shape and bool(np.array_equal(one, other, equal_nan=floats))


def first(found: Iterable[F | None]) -> F | None:
    """Return the first that was found of several, or None."""
    return next((what for what in found if what is not None), None)


def plain(value: Any) -> str:
    """Return a value in words that are the same in every process, and not too many."""
    text = re.sub(r" at 0x[0-9a-f]+", "", " ".join(str(value).split()))
    return text if len(text) <= 200 else text[:197] + "..."


def truth(flag: Any) -> bool:
    """Is a flag set? Whatever can't be asked is not."""
    try:
        return bool(flag)
    except Exception:
        return False


def mask_of(observation: Any, info: Any) -> Any:
    """Return an agent's mask, from its info or its observation; None where there is none."""
    for place in (info, observation):
        if isinstance(place, Mapping) and place.get("action_mask") is not None:
            return place["action_mask"]
    return None
