"""The game's generator once more, in plain Python, so that the oracle draws what the game draws.

Below: nothing. Above: lockstep.py, ../table.py. SplitMix64: value number k of a key is mix(key + k * GAMMA).
"""

from __future__ import annotations

from typing import Any

ALL = (1 << 64) - 1
GAMMA, M1, M2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
STILL = {"key": 0, "count": 0}  # the generator with which a position goes on to its first decision


class Shared:
    """Draws from where a generator of the game stands, or stood."""

    def __init__(self, rng: Any, count: int | None = None) -> None:
        self.key, self.count = int(rng["key"]), int(rng["count"]) if count is None else count

    def below(self, n: int) -> int:
        """Return one of 0 .. n - 1."""
        self.count += 1
        bits = (self.key + self.count * GAMMA) & ALL
        bits = ((bits ^ (bits >> 30)) * M1) & ALL
        bits = ((bits ^ (bits >> 27)) * M2) & ALL
        return (((bits ^ (bits >> 31)) >> 32) * n) >> 32
