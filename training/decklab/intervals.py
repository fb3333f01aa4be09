"""Intervals that stay true: for looking as often as one likes, for many at a time, for paired games.

Below: NumPy only. Above: duels.py and all that prints a figure.

*A confidence sequence* holds the true mean at every look at once, with 95 %: whoever stops as soon as
it is narrow enough, or goes on because it is not, is not deceived. Used here is the empirical Bernstein
sequence with predictable plug-ins (Waudby-Smith and Ramdas, "Estimating means of bounded random variables
by betting", JRSS B 86, 2024, theorem 2). It needs nothing but that bouts are independent and bounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

ALPHA = 0.05  # intervals hold the truth with 1 - ALPHA
MOST_BET = 0.5  # keeps one bout from deciding everything
UNKNOWN = "not counted"  # where nothing was
FEWEST = 30  # values that a mean of one side of a comparison needs
PRIOR = 0.25  # variance of a bout assumed before any was played: the largest there can be


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95 % interval."""

    mean: float
    low: float
    high: float
    bouts: int

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Return whether the interval says that the truth is not this value."""
        return not self.low <= value <= self.high

    def mirrored(self) -> Interval:
        """Return the same as the opponent sees it."""
        return Interval(1 - self.mean, 1 - self.high, 1 - self.low, self.bouts)

    @property
    def known(self) -> bool:
        """Whether anything was counted: pilots outside the kernel leave no word of seats and turns."""
        return not math.isnan(self.mean)

    def plain(self) -> str:
        """Return it as text."""
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]" if self.known else UNKNOWN

    def percent(self) -> str:
        """Return it as text in per cent."""
        if not self.known:
            return UNKNOWN
        return f"{100 * self.mean:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def sequence(values: Numbers, width: float, alpha: float = ALPHA) -> tuple[Numbers, Numbers]:
    """Return the lower and upper end of a confidence sequence after each value.

    All pairs of ends hold the mean at once, with probability 1 - alpha, whatever rule ends the looking.

    Args:
        values: [N] independent, each in 0 to 1, in the order in which they came.
        width: half of the interval one is after. The sequence is narrowest about where it reaches this;
            it is valid for any, but choose it before looking at the values.
        alpha: the chance to be wrong at any look.
    """
    count = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    before = np.concatenate([[0.5], means[:-1]])  # what could be foreseen
    spread = (PRIOR + np.cumsum((values - means) ** 2)) / (count + 1)
    foreseen = np.concatenate([[PRIOR], spread[:-1]])
    bet = np.minimum(width / foreseen, MOST_BET)
    cost = 4 * (values - before) ** 2 * (-np.log1p(-bet) - bet) / 4
    weight = np.cumsum(bet)
    middle = np.cumsum(bet * values) / weight
    half = (math.log(2 / alpha) + np.cumsum(cost)) / weight
    # once outside, always outside: the truth is in all of them
    low = np.maximum.accumulate(np.clip(middle - half, 0, 1))
    high = np.minimum.accumulate(np.clip(middle + half, 0, 1))
    return low, high


def anytime(values: Numbers, width: float, alpha: float = ALPHA) -> Interval:
    """Return the mean of values in 0 to 1 with the last interval of its confidence sequence."""
    if not len(values):
        return Interval(0.5, 0.0, 1.0, 0)
    low, high = sequence(values, width, alpha)
    return Interval(float(values.mean()), float(low[-1]), float(high[-1]), len(values))


def fixed(values: Numbers, alpha: float = ALPHA, tests: int = 1) -> Interval:
    """Return the mean of independent values with the interval for a number of games settled before.

    Args:
        values: [N] of any range.
        alpha: the chance to be wrong.
        tests: how many such intervals shall hold at once (Bonferroni's correction).
    """
    n = len(values)
    if n < 2:
        return Interval(float(values.mean()) if n else math.nan, -math.inf, math.inf, n)
    mean = float(values.mean())
    half = quantile(1 - alpha / (2 * tests)) * float(values.std(ddof=1)) / math.sqrt(n)
    return Interval(mean, mean - half, mean + half, n)


def difference(one: Numbers, other: Numbers, alpha: float = ALPHA, tests: int = 1) -> Interval:
    """Return the difference of two means of independent samples, with its interval (Welch's).

    With fewer than 30 on a side the interval is infinite: the normal approximation would say too much.
    """
    n = min(len(one), len(other))
    if n < FEWEST:
        return Interval(math.nan, -math.inf, math.inf, n)
    gap = float(one.mean() - other.mean())
    error = math.sqrt(one.var(ddof=1) / len(one) + other.var(ddof=1) / len(other))
    half = quantile(1 - alpha / (2 * tests)) * error
    return Interval(gap, gap - half, gap + half, len(one))


def quantile(share: float) -> float:
    """Return the point of the normal distribution below which this share lies."""
    return NormalDist().inv_cdf(share)


def gain_of_pairing(tables: Sequence[Numbers]) -> float:
    """Return how many times as many unpaired games would be as sure as these paired ones.

    Args:
        tables: [tables][N] the points of a deck in the games of each bout, the same number at all.
    """
    played = np.array(tables)
    paired = float(played.mean(axis=0).var(ddof=1))
    apart = float(played.var(axis=1, ddof=1).mean()) / len(played)
    return apart / paired if paired > 0 else math.inf
