"""The kinds of field a game's record can have, and how they are declared: ``("hand", flags(CARDS, OWNER))``.

Below: layout.py. Above: declared.py, which writes and reads positions by these; rules.py, from which games import them.
Numbers are stored as signed integers of the smallest width that holds the range: in compiled code, mixing signed and
unsigned integers gives floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from ow_env.compiled.layout import ALL, Field

Labels: TypeAlias = Sequence[str | int]  # what numbers stand for: names, or a range of numbers: ``range(1, 53)``

SIGNED = (np.int8, np.int16, np.int32, np.int64)


def signed(low: int, high: int) -> np.dtype[Any]:
    """Return the smallest signed type that holds a range."""
    return next(np.dtype(kind) for kind in SIGNED if np.iinfo(kind).min <= low <= high <= np.iinfo(kind).max)


def number(low: int, high: int, seen_by: str = ALL, *, called: str = "", fixed: bool = False) -> Field:
    """Declare a whole number from ``low`` to ``high``.

    Args:
        low: the least.
        high: the most.
        seen_by: ALL, OWNER, NOBODY, or the name of a rule (`Field`).
        called: its name in positions, if not that of the field.
        fixed: it follows from the game's options, and is the same in every position.
    """
    if low > high:
        raise ValueError(f"number: expected a range, got {low} to {high}")
    return Field(signed(low, high), (low, high), seen_by=seen_by, called=called, fixed=fixed)


def flag(seen_by: str = ALL, *, called: str = "") -> Field:
    """Declare something that is so (1) or not (0)."""
    return Field(np.dtype(np.int8), (0, 1), kind="flag", seen_by=seen_by, called=called)


def flags(labels: Labels, seen_by: str = ALL, *, called: str = "") -> Field:
    """Declare which of some things there are, such as cards in a hand: a 1 or 0 for each.

    In a position it is the list of those that are set; a viewer who may not see it sees how many there are.
    """
    return Field(
        np.dtype(np.int8), (0, 1), (len(labels),), kind="flags", labels=tuple(labels), seen_by=seen_by, called=called
    )


def choice(labels: Labels, seen_by: str = ALL, *, called: str = "") -> Field:
    """Declare one of some things, or none: 0 is none, n the n-th of ``labels``, of ``range(1, 53)`` the number n."""
    return Field(
        signed(0, len(labels)), (0, len(labels)), kind="choice", labels=tuple(labels), seen_by=seen_by, called=called
    )


def word(labels: Sequence[str], seen_by: str = ALL, *, called: str = "", fixed: bool = False) -> Field:
    """Declare a number that stands for one of some words, from 0."""
    most = len(labels) - 1
    return Field(
        signed(0, most), (0, most), kind="word", labels=tuple(labels), seen_by=seen_by, called=called, fixed=fixed
    )


def seat(most_players: int, seen_by: str = ALL, *, called: str = "") -> Field:
    """Declare the seat of a player, from 0; -1: nobody."""
    return Field(signed(-1, most_players - 1), (-1, most_players - 1), kind="seat", seen_by=seen_by, called=called)


def part(record: np.dtype[Any], seen_by: str = ALL, *, labels: Labels = (), called: str = "") -> Field:
    """Declare a record that lies in another: a pile, a ship. Of a pile ``labels`` name its cards."""
    return Field(record, kind="part", labels=tuple(labels), seen_by=seen_by, called=called)
