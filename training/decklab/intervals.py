"""Intervals that stay true: for looking as often as one likes, for many at a time, for paired games.

Below: NumPy only. Above: matchup.py and all that prints a figure.

*A confidence sequence* holds the true mean at every look at once, with 95 %: whoever stops as soon as
it is narrow enough, or goes on because it is not, is not deceived. Used here is the empirical Bernstein
sequence with predictable plug-ins (Waudby-Smith and Ramdas, "Estimating means of bounded random variables
by betting", JRSS B 86, 2024, theorem 2). It needs nothing but that bouts are independent and bounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

ALPHA = 0.05  # intervals hold the truth with 1 - ALPHA
MOST_BET = 0.5  # keeps one bout from deciding everything
UNKNOWN = "not counted"  # where nothing was
FEWEST = 30  # values that a mean of one side of a comparison needs
EXPANDED = 30  # degrees of freedom from which on Student's points follow from the normal ones
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
        """Whether anything was counted."""
        return not math.isnan(self.mean)

    def plain(self) -> str:
        """Return it as text."""
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]" if self.known else UNKNOWN

    def percent(self) -> str:
        """Return it as text in per cent."""
        if not self.known:
            return UNKNOWN
        return f"{100 * self.mean:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def points(self) -> str:
        """Return it as text, a difference in percentage points; "?" where too little is known."""
        if not math.isfinite(self.half):
            return "?"
        return f"{100 * self.mean:+.1f} [{100 * self.low:+.1f}, {100 * self.high:+.1f}]"


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
    """Return the mean of independent values with the interval for a number of games settled before (Student's).

    Where all values are the same their spread says nothing. Then as many values as could with this chance have
    been missed may be different, by 1: of 16 bouts won, one in five may yet be lost.

    Args:
        values: [N], 0 to 1 or differences of such.
        alpha: the chance to be wrong.
        tests: how many such intervals shall hold at once (Bonferroni's correction).
    """
    n = len(values)
    if n < 2:
        return Interval(float(values.mean()) if n else math.nan, -math.inf, math.inf, n)
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    if np.ptp(values) == 0:
        half = 1 - (alpha / (2 * tests)) ** (1 / n)
    else:
        half = student(1 - alpha / (2 * tests), n - 1) * spread / math.sqrt(n)
    return Interval(mean, mean - half, mean + half, n)


def bounded(values: Numbers) -> Interval:
    """Return the mean of independent values in 0 to 1 with the interval `fixed` gives, as far as it lies there."""
    found = fixed(values)
    return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))


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


def slope(
    amounts: Numbers, values: Numbers, tests: int = 1, groups: NDArray[np.int64] | None = None, alpha: float = ALPHA
) -> Interval:
    """Return by how much a value rises with one more, by least squares, with its interval (White's, 1980).

    Where the amounts are 0 and 1 this is the difference of two means. With fewer than 30 groups, or fewer than 30
    values beside the commonest amount, the interval is infinite: the normal approximation would say too much.

    Args:
        amounts: [N] of what may make a difference.
        values: [N].
        tests: how many such intervals shall hold at once (Bonferroni's correction).
        groups: [N] small whole numbers: values of one group may depend on each other in any way (Liang and
            Zeger, 1986). None: all values are independent.
        alpha: the chance to be wrong.
    """
    groups = np.arange(len(values)) if groups is None else groups
    common = np.unique(amounts, return_counts=True)[1].max(initial=0)
    count = len(np.unique(groups))
    if count < FEWEST or len(amounts) - common < FEWEST:
        return Interval(math.nan, -math.inf, math.inf, count)
    centred = amounts - amounts.mean()
    total = float((centred**2).sum())
    rise = float((centred * values).sum()) / total
    rest = values - values.mean() - rise * centred
    error = float(np.sqrt((np.bincount(groups, centred * rest) ** 2).sum())) / total
    half = quantile(1 - alpha / (2 * tests)) * error
    return Interval(rise, rise - half, rise + half, count)


def quantile(share: float) -> float:
    """Return the point of the normal distribution below which this share lies."""
    return NormalDist().inv_cdf(share)


def student(share: float, freedom: int) -> float:
    """Return the point of Student's distribution below which this share lies.

    With 30 degrees of freedom or more by Cornish and Fisher's expansion, which would say too little of fewer.
    """
    if freedom < EXPANDED:
        low, high = 0.0, math.pi / 2
        for _ in range(60):  # halvings: to the last digit
            angle = (low + high) / 2
            low, high = (angle, high) if within(angle, freedom) < abs(2 * share - 1) else (low, angle)
        return math.copysign(math.sqrt(freedom) * math.tan(low), share - 0.5)
    return expansion(share, freedom)


def within(angle: float, freedom: int) -> float:
    """Return the share of Student's distribution that lies within tan(angle) sqrt(freedom) of 0.

    By Abramowitz and Stegun 26.7.3 and 26.7.4, for angles from 0 to a quarter turn.
    """
    cosine, odd = math.cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for power in range(odd, freedom - 1, 2):  # of the cosine in each term
        total += term
        term *= cosine * cosine * (power + 1) / (power + 2)
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total


def expansion(share: float, freedom: int) -> float:
    """Return about the point of Student's distribution below which this share lies (Cornish and Fisher, 1960)."""
    z = quantile(share)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def gain_of_pairing(seatings: Sequence[Numbers]) -> float:
    """Return how many times as many unpaired games would be as sure as these paired ones.

    Args:
        seatings: [seatings][N] the points of a side in the games of each bout.
    """
    played = np.array(seatings)
    paired = float(played.mean(axis=0).var(ddof=1))
    apart = float(played.var(axis=1, ddof=1).mean()) / len(played)
    return apart / paired if paired > 0 else math.inf
