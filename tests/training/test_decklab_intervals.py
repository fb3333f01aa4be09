"""Intervals of the deck lab: each number by hand, by a slower way, or from a table of the field."""

from __future__ import annotations

import math

import numpy as np
import pytest

from training.decklab.intervals import (
    ALPHA,
    Interval,
    anytime,
    bounded,
    difference,
    expansion,
    fixed,
    gain_of_pairing,
    quantile,
    sequence,
    slope,
    student,
)

Z95, Z99, Z995 = 1.959964, 2.575829, 2.807034  # normal points of 0.975, 0.995, 0.9975


def values(count: int, seed: int = 0) -> np.ndarray:
    """Return made-up points of bouts."""
    return np.random.default_rng(seed).integers(0, 5, count) / 4


NORMAL = pytest.mark.parametrize(
    ("alpha", "tests", "point"), [(0.05, 1, Z95), (0.01, 1, Z99), (0.05, 5, Z99), (0.05, 10, Z995)]
)


# ── What an interval says ────────────────────────────────────────────────────────────────────────


def test_an_interval_says_its_half_width_and_what_it_excludes() -> None:
    found = Interval(0.6, 0.5, 0.75, 40)
    assert found.half == 0.125
    assert [found.excludes(value) for value in (0.49, 0.5, 0.6, 0.75, 0.76)] == [True, False, False, False, True]
    assert found.known
    assert not Interval(math.nan, -math.inf, math.inf, 0).known


def test_the_opponent_sees_the_mirror_image() -> None:
    found = Interval(0.75, 0.625, 0.875, 40).mirrored()
    assert (found.mean, found.low, found.high, found.bouts) == (0.25, 0.125, 0.375, 40)


def test_intervals_as_text() -> None:
    found = Interval(0.625, 0.5, 0.75, 40)
    assert found.plain() == "0.62 [0.50, 0.75]"
    assert found.percent() == "62.5 % [50.0, 75.0]"
    assert found.points() == "+62.5 [+50.0, +75.0]"
    nothing = Interval(math.nan, -math.inf, math.inf, 0)
    assert nothing.plain() == nothing.percent() == "not counted"
    assert nothing.points() == "?"


# ── A confidence sequence ────────────────────────────────────────────────────────────────────────


def by_steps(points: np.ndarray, width: float, alpha: float) -> list[tuple[float, float]]:
    """Compute theorem 2 of Waudby-Smith and Ramdas value by value, with everything foreseen before each."""
    mean, variance = 0.5, 0.25
    bets = weighted = cost = 0.0
    low, high = 0.0, 1.0
    total, squares = 0.0, 0.0
    ends = []
    for count, value in enumerate(points.tolist(), 1):
        bet = min(width / variance, 0.5)
        cost += (value - mean) ** 2 * (-math.log(1 - bet) - bet)
        bets += bet
        weighted += bet * value
        half = (math.log(2 / alpha) + cost) / bets
        low = max(low, weighted / bets - half)
        high = min(high, weighted / bets + half)
        ends.append((low, high))
        total += value
        mean = (0.5 + total) / (count + 1)
        squares += (value - mean) ** 2
        variance = (0.25 + squares) / (count + 1)
    return ends


@pytest.mark.parametrize("width", [0.03, 0.1, 0.4])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_a_sequence_is_that_of_the_paper(width: float, alpha: float) -> None:
    points = values(300)
    low, high = sequence(points, width, alpha)
    assert np.column_stack([low, high]) == pytest.approx(np.array(by_steps(points, width, alpha)), abs=1e-12)
    assert (np.diff(low) >= 0).all()
    assert (np.diff(high) <= 0).all()
    assert low[0] == 0
    assert high[0] == 1


def test_the_last_of_a_sequence_and_the_mean() -> None:
    points = np.append(values(200, 3), [1.0] * 9)  # so that the end still moves
    found = anytime(points, 0.05)
    low, high = by_steps(points, 0.05, 0.05)[-1]
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
    assert (found.mean, found.bouts) == (points.mean(), 209)
    assert anytime(points, 0.05, 0.01).half > found.half
    assert sequence(points, 0.05)[0][-2] < found.low
    nothing = anytime(points[:0], 0.05)
    assert (nothing.mean, nothing.low, nothing.high, nothing.bouts) == (0.5, 0.0, 1.0, 0)


# ── For a number of games settled before ─────────────────────────────────────────────────────────


def test_students_points_are_those_of_scipy() -> None:
    """For few degrees of freedom to the last digits; from 30 on as near as the expansion is."""
    from scipy.stats import t

    shares = np.array([0.025, 0.6, 0.95, 0.975, 0.995, 0.9995, 0.99999])
    for freedom in (1, 2, 3, 4, 10, 15, 29, 30, 120, 1000):
        found = [student(share, freedom) for share in shares]
        assert found == pytest.approx(t.ppf(shares, freedom), rel=1e-10 if freedom < 30 else 2e-4), freedom
    assert student(0.5, 7) == pytest.approx(0, abs=1e-9)


def test_the_expansion_is_that_of_cornish_and_fisher() -> None:
    """Abramowitz and Stegun 26.7.5, its first three terms, at the point z = 2."""
    share = 0.9772498680518208
    assert quantile(share) == pytest.approx(2)
    terms = (10 / 4, 294 / 96, (384 + 608 + 136 - 30) / 384)
    wanted = 2 + terms[0] / 3 + terms[1] / 9 + terms[2] / 27
    assert expansion(share, 3) == pytest.approx(wanted, abs=1e-9)


def test_normal_points() -> None:
    assert [quantile(share) for share in (0.975, 0.995, 0.9975)] == pytest.approx([Z95, Z99, Z995], abs=1e-6)


@pytest.mark.parametrize(
    ("alpha", "tests", "point"), [(0.05, 1, 2.2281), (0.01, 1, 3.1693), (0.05, 5, 3.1693), (0.1, 1, 1.8125)]
)
def test_a_mean_has_students_interval_and_several_at_once_a_wider_one(alpha: float, tests: int, point: float) -> None:
    points = np.arange(11) / 10
    found = fixed(points, alpha, tests)
    half = point * math.sqrt(0.11) / math.sqrt(11)  # the variance of 0, 0.1, ... 1 is 0.11
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=2e-4)
    assert found.bouts == 11


@pytest.mark.parametrize(("alpha", "tests", "chance"), [(0.05, 1, 0.025), (0.05, 4, 0.00625), (0.1, 1, 0.05)])
def test_where_all_values_are_the_same_as_many_may_differ_as_could_be_missed(
    alpha: float, tests: int, chance: float
) -> None:
    found = fixed(np.ones(16), alpha, tests)
    assert found.mean == 1
    assert (1 - found.half) ** 16 == pytest.approx(chance)
    assert found.low == pytest.approx(2 - found.high)


def test_one_value_says_nothing_of_the_spread() -> None:
    one, none = fixed(np.array([0.25])), fixed(np.array([]))
    assert (one.mean, one.low, one.high, one.bouts) == (0.25, -math.inf, math.inf, 1)
    assert math.isnan(none.mean)
    assert (none.low, none.high, none.bouts) == (-math.inf, math.inf, 0)
    two = fixed(np.array([0.25, 0.75]))
    assert two.bouts == 2
    assert math.isfinite(two.half)


def test_shares_stay_between_0_and_1() -> None:
    found = bounded(np.ones(16))
    assert (found.mean, found.high) == (1, 1)
    assert found.low == fixed(np.ones(16)).low > 0
    mirrored = bounded(np.zeros(16))
    assert (mirrored.mean, mirrored.low) == (0, 0)
    assert mirrored.high == pytest.approx(1 - found.low)
    inside = np.arange(30) / 29
    assert bounded(inside) == fixed(inside)


# ── Differences and slopes ───────────────────────────────────────────────────────────────────────


def variance(points: np.ndarray) -> float:
    """Return the variance of a sample, by its definition."""
    mean = sum(points.tolist()) / len(points)
    return sum((value - mean) ** 2 for value in points.tolist()) / (len(points) - 1)


@NORMAL
def test_the_difference_of_two_means_has_welchs_interval(alpha: float, tests: int, point: float) -> None:
    one, other = values(40, 1), values(300, 2) / 3
    found = difference(one, other, alpha, tests)
    half = point * math.sqrt(variance(one) / 40 + variance(other) / 300)
    gap = one.mean() - other.mean()
    assert (found.mean, found.low, found.high) == pytest.approx((gap, gap - half, gap + half), abs=1e-6)
    assert found.bouts == 40
    back = difference(other, one, alpha, tests)
    assert (back.mean, back.half) == pytest.approx((-gap, half), abs=1e-6)


@pytest.mark.parametrize(("sizes", "known"), [((30, 30), True), ((29, 400), False), ((400, 29), False)])
def test_with_fewer_than_30_on_a_side_nothing_is_said_of_a_difference(sizes: tuple[int, int], known: bool) -> None:
    found = difference(values(sizes[0]), values(sizes[1], 1))
    assert found.known == known
    if not known:
        assert (found.low, found.high, found.bouts) == (-math.inf, math.inf, 29)


def sandwich(amounts: np.ndarray, points: np.ndarray, groups: np.ndarray) -> tuple[float, float]:
    """Return a slope and its standard error by matrices: with an intercept, the errors summed group by group."""
    design = np.column_stack([np.ones(len(amounts)), amounts])
    bread = np.linalg.inv(design.T @ design)
    found = bread @ design.T @ points
    rest = points - design @ found
    meat = np.zeros((2, 2))
    for group in np.unique(groups):
        inside = groups == group
        score = design[inside].T @ rest[inside]
        meat += np.outer(score, score)
    return float(found[1]), math.sqrt((bread @ meat @ bread)[1, 1])


@NORMAL
@pytest.mark.parametrize("size", [1, 2])
def test_a_slope_has_the_sandwich_interval(alpha: float, tests: int, point: float, size: int) -> None:
    rng = np.random.default_rng(4)
    amounts = rng.integers(0, 4, 160).astype(float)
    points = 0.1 * amounts + rng.normal(0, 0.2 + 0.1 * amounts, 160)
    groups = np.arange(160) // size
    rise, error = sandwich(amounts, points, groups)
    found = slope(amounts, points, tests, None if size == 1 else groups, alpha)
    assert (found.mean, found.low, found.high) == pytest.approx(
        (rise, rise - point * error, rise + point * error), abs=1e-6
    )
    assert found.bouts == 160 // size


@pytest.mark.parametrize(
    ("ones", "zeros", "size", "known"),
    [
        (30, 30, 1, True),
        (29, 400, 1, False),
        (400, 29, 1, False),
        (60, 60, 4, True),
        (58, 58, 4, False),
        (0, 0, 1, False),
        (1, 29, 1, False),
    ],
)
def test_with_too_little_nothing_is_said_of_a_slope(ones: int, zeros: int, size: int, known: bool) -> None:
    amounts = np.array([1.0] * ones + [0.0] * zeros)
    groups = np.arange(len(amounts)) // size
    found = slope(amounts, values(len(amounts)), groups=groups)
    assert found.known == known
    assert found.bouts == len(np.unique(groups))
    if not known:
        assert (found.low, found.high) == (-math.inf, math.inf)


def test_what_pairing_gains_is_a_ratio_of_variances() -> None:
    one = values(50, 5)
    assert gain_of_pairing([one, 1 - one]) == math.inf
    assert gain_of_pairing([one, one]) == pytest.approx(0.5)
    tables = [values(50, 6), values(50, 7), values(50, 8)]
    mean = np.array([sum(points) / 3 for points in zip(*tables, strict=True)])
    apart = sum(variance(points) for points in tables) / 3 / 3
    assert gain_of_pairing(tables) == pytest.approx(apart / variance(mean))


def test_five_in_a_hundred_may_be_wrong() -> None:
    assert ALPHA == 0.05
    points = values(40)
    assert fixed(points) == fixed(points, 0.05, 1)
    assert difference(points, 1 - points) == difference(points, 1 - points, 0.05, 1)
    amounts = np.arange(40) % 7 * 1.0
    assert slope(amounts, points) == slope(amounts, points, 1, None, 0.05)
    assert anytime(points, 0.1) == anytime(points, 0.1, 0.05)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_the_last_look_counts(value: float) -> None:
    """Where all values are alike each look makes the interval narrower, and it is the last one's that is told."""
    values = np.full(12, value)
    low, high = sequence(values, 0.05)
    found = anytime(values, 0.05)
    assert (found.low, found.high) == (low[-1], high[-1])
    assert high[-1] - low[-1] < high[-2] - low[-2]
    assert found.low > low[-2] if value else found.high < high[-2]
