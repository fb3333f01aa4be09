"""The named slices of an observation, each declared once: ``HAND = slices("hand", "C", 255, "your hand")``.

Below: core. Above: each game's observe.py. What a declaration returns is the slice's number: where it begins stands in
the tables of a configured game, for its size follows from how many players, places and cards there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from ow_env.core.structure import Feature


@dataclass(frozen=True)
class Slice:
    """One declaration."""

    name: str
    axes: str  # letters, outermost first; "": one number
    high: int  # the largest value that can occur; the smallest is 0
    meaning: str


class Slices:
    """Slices in the order in which they are declared, which is that of the observation.

    Args:
        axes: for each letter, what it counts in words: ``C="cards"``.
    """

    def __init__(self, **axes: str) -> None:
        self.axes = axes
        self.declared: list[Slice] = []

    def __call__(self, name: str, axes: str, high: int, meaning: str) -> int:
        """Declare the next slice and return its number."""
        self.declared.append(Slice(name, axes, high, meaning))
        return len(self.declared) - 1

    def __len__(self) -> int:
        return len(self.declared)

    def features(self, sizes: Mapping[str, int], highs: Mapping[str, int] | None = None) -> tuple[Feature, ...]:
        """Return the table of slices.

        Args:
            sizes: how long each axis is.
            highs: largest values that follow from the game's options, by name.
        """
        lengths = [prod(sizes[axis] for axis in each.axes) for each in self.declared]
        starts = [0, *accumulate(lengths)]
        most = {each.name: each.high for each in self.declared} | dict(highs or {})
        return tuple(
            Feature(each.name, start, start + length, self.described(each, sizes), most[each.name])
            for each, start, length in zip(self.declared, starts, lengths, strict=False)
        )

    def described(self, each: Slice, sizes: Mapping[str, int]) -> str:
        """Return a slice's meaning with its axes: "[2 players, 5 Worlds] cards staged there"."""
        shape = ", ".join(f"{sizes[axis]} {self.axes[axis]}" for axis in each.axes)
        return f"[{shape}] {each.meaning}" if each.axes else each.meaning
