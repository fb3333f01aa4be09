"""Ratings: strengths found again from made-up games, intervals that hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from training.match import wilson
from training.ratings import (
    ELO,
    Ratings,
    Tally,
    connected,
    misfits,
    rate,
    share_error,
    shares,
    wanted,
)

TRUE = np.array([0.0, 1.5, 2.0, 2.1, 4.5])  # strengths of five made-up agents


def made_up(rng: np.random.Generator, bouts: int, luck: str = "shared") -> Tally:
    """Play every two of them: bouts of four games, whose luck is independent or shared.

    Shared as in real bouts: what one deal gives to one agent, the other deal gives to the other.
    """
    pairs = np.array([(i, j) for i in range(5) for j in range(i + 1, 5)]).repeat(bouts, axis=0)
    chance = rng.random((len(pairs), 2))
    chance = np.hstack([chance, 1 - chance if luck == "shared" else rng.random((len(pairs), 2))])
    if luck == "one":  # all four games of a bout go the same way: a bout is worth one game
        chance = np.tile(chance[:, :1], 4)
    one, other = pairs.T
    points = (chance < shares(TRUE)[one, other][:, None]).sum(axis=1).astype(float)
    return Tally.of(5, one, other, np.full(len(pairs), 4.0), points)


def test_strengths_are_found_again() -> None:
    ratings = rate(made_up(np.random.default_rng(1), 20_000))
    assert ratings.strength[0] == 0
    assert ratings.strength == pytest.approx(TRUE, abs=0.05)
    assert ratings.elo == pytest.approx(TRUE * ELO, abs=9)


@pytest.mark.parametrize("luck", ["shared", "own", "one"])
def test_intervals_hold_the_truth_as_often_as_they_say(luck: str) -> None:
    rng, upper = np.random.default_rng(2), np.triu_indices(5, 1)
    rated, expected, direct = [], [], []
    for _ in range(300):
        tally = made_up(rng, 60, luck)
        ratings = rate(tally)
        rated += list(np.abs(ratings.elo - TRUE * ELO)[1:] <= ratings.elo_error[1:])
        missed = np.abs(ratings.expected - shares(TRUE))
        expected += list((missed <= ratings.expected_error)[upper])
        for i, j in zip(*upper, strict=True):
            low, high = tally.interval(i, j)
            direct.append(low <= shares(TRUE)[i, j] <= high)
    for held in (rated, expected, direct):
        assert 0.92 <= np.mean(held) <= 0.98


def test_shared_luck_narrows_and_repeated_games_widen() -> None:
    errors = {
        luck: rate(made_up(np.random.default_rng(3), 500, luck)).elo_error[1]
        for luck in ("shared", "own", "one")
    }
    assert errors["shared"] < 0.9 * errors["own"]
    assert errors["one"] == pytest.approx(2 * errors["own"], rel=0.15)  # a quarter of the games


def test_independent_games_give_the_usual_interval() -> None:
    rng = np.random.default_rng(4)
    points = (rng.random(4000) < 0.7).astype(float)
    zero, one = np.zeros(4000, int), np.ones(4000, int)
    tally = Tally.of(2, zero, one, np.ones(4000), points)
    assert tally.interval(0, 1) == pytest.approx(wilson(points.mean(), 4000), abs=1e-3)
    ratings = rate(tally, anchor=1)
    share = points.mean()
    assert ratings.strength[0] == pytest.approx(np.log(share / (1 - share)), abs=0.01)
    usual = 1.959964 / np.sqrt(4000 * share * (1 - share))
    assert ratings.elo_error[0] == pytest.approx(usual * ELO, rel=0.01)


def test_which_agent_is_the_anchor_moves_nothing_but_the_zero() -> None:
    tally = made_up(np.random.default_rng(5), 100)
    low, high = rate(tally, anchor=0), rate(tally, anchor=3)
    assert high.strength[3] == 0
    assert low.strength - low.strength[3] == pytest.approx(high.strength, abs=1e-6)
    assert low.expected_error == pytest.approx(high.expected_error, abs=1e-6)


def test_swapping_who_is_named_first_swaps_the_result() -> None:
    games, points = np.full(3, 4.0), np.array([4.0, 3.0, 1.5])
    zero, one = np.zeros(3, int), np.ones(3, int)
    forward = Tally.of(2, zero, one, games, points)
    backward = Tally.of(2, one, zero, games, games - points)
    for name in vars(forward):
        assert getattr(forward, name) == pytest.approx(getattr(backward, name))
    assert forward.spread[0, 1] == pytest.approx(forward.spread[1, 0])
    assert forward.score[0, 1] == pytest.approx(1 - forward.score[1, 0])


def test_who_wins_all_games_is_strong_but_not_infinitely_sure() -> None:
    bouts = 50
    zero, one = np.zeros(bouts, int), np.ones(bouts, int)
    tally = Tally.of(2, one, zero, np.full(bouts, 4.0), np.full(bouts, 4.0))
    ratings = rate(tally)
    assert 800 < ratings.elo[1] < 1200
    assert ratings.elo_error[1] > 300
    assert ratings.expected_error[0, 1] < 0.02
    low, high = tally.interval(1, 0)
    assert 0.95 < low < 0.995
    assert high > 0.999


def test_ties_are_half_a_win() -> None:
    zero, one = np.zeros(8, int), np.ones(8, int)
    tied = rate(Tally.of(2, zero, one, np.full(8, 2.0), np.ones(8)))
    assert tied.elo[1] == pytest.approx(0, abs=1e-6)


def test_who_has_met_nobody_has_no_rating() -> None:
    tally = Tally.of(4, np.array([0, 2]), np.array([1, 3]), np.full(2, 2.0), np.array([1.0, 2.0]))
    ratings = rate(tally)
    assert np.isnan(ratings.strength).tolist() == [False, False, True, True]
    assert np.isnan(rate(Tally.empty(2)).strength).tolist() == [False, True]
    assert connected(tally.games > 0, 2).tolist() == [2, 3]


def test_a_nemesis_is_noticed() -> None:
    """Rock, paper and scissors: the same rating for all, and no score as the ratings say."""
    one, other = (np.array(who).repeat(50) for who in ([0, 1, 2], [1, 2, 0]))
    points = np.random.default_rng(6).choice([1.0, 2.0], size=150, p=[0.4, 0.6])
    tally = Tally.of(3, one, other, np.full(150, 2.0), points)
    ratings = rate(tally)
    assert np.abs(ratings.elo).max() < 40
    misfit = misfits(tally, ratings)
    assert (misfit[[0, 1, 2], [1, 2, 0]] > 5).all()
    calm = made_up(np.random.default_rng(7), 200)
    assert np.abs(misfits(calm, rate(calm))[np.triu_indices(5, 1)]).max() < 3.5


# ── What to play next ────────────────────────────────────────────────────────────────────────


def test_who_is_least_known_plays_most_and_the_forecast_is_about_right() -> None:
    rng = np.random.default_rng(8)
    tally = made_up(rng, 20)
    ratings = rate(tally)
    meet = wanted(tally, ratings, games=4, most=100_000, width=0.03)
    counts = {pair: meet.count(pair) for pair in set(meet)}
    assert not counts.keys() & {(i, 4) for i in range(4)}  # it wins nearly always: that is known
    assert len(counts) >= 3
    assert rate(played(tally, meet, rng)).expected_error.max() == pytest.approx(0.03, rel=0.2)


def played(tally: Tally, meet: list[tuple[int, int]], rng: np.random.Generator) -> Tally:
    """Play a bout for each pair listed, as `made_up` does, and add it."""
    one, other = np.array(meet).T
    chance = rng.random((len(meet), 2))
    points = (np.hstack([chance, 1 - chance]) < shares(TRUE)[one, other][:, None]).sum(axis=1)
    more = Tally.of(5, one, other, np.full(len(meet), 4.0), points.astype(float))
    return Tally(*(getattr(tally, name) + getattr(more, name) for name in vars(tally)))


def test_a_rating_is_made_sure_by_the_games_that_tell_most() -> None:
    rng = np.random.default_rng(11)
    tally = made_up(rng, 20)
    meet = wanted(tally, rate(tally), games=4, most=100_000, width=0.99, elo=20)
    assert (0, 4) not in meet  # the strongest always beats the anchor, which tells nothing ...
    assert {(1, 4), (2, 4), (3, 4)} & set(meet)  # ... so it is placed by way of those between
    alone = played(tally, [(0, 4)] * len(meet), rng)  # as many games, but of the two alone
    tally = played(tally, meet, rng)
    assert rate(tally).elo_error[4] < 0.8 * rate(alone).elo_error[4]
    while meet := wanted(tally, rate(tally), games=4, most=100_000, width=0.99, elo=20):
        tally = played(tally, meet, rng)
    assert 15 < rate(tally).elo_error.max() <= 20


def test_nothing_is_wanted_when_all_is_known_or_nothing_may_be_played() -> None:
    tally = made_up(np.random.default_rng(9), 200)
    ratings = rate(tally)
    assert wanted(tally, ratings, games=4, most=10, width=0.2) == []
    assert wanted(tally, ratings, games=4, most=0, width=0.001) == []
    assert len(wanted(tally, ratings, games=4, most=10, width=0.001)) == 10
    assert wanted(tally, ratings, games=4, most=10, width=0.2, elo=200) == []


def test_the_error_of_a_share_is_that_of_the_difference() -> None:
    covariance = np.array([[0.0, 0.0], [0.0, 0.04]])
    ratings = Ratings(0, np.array([0.0, 1.0]), covariance)
    expected = 1 / (1 + np.exp(1))
    assert ratings.expected[0, 1] == pytest.approx(expected)
    by_hand = 1.959964 * expected * (1 - expected) * 0.2
    assert share_error(ratings.expected, covariance)[0, 1] == pytest.approx(by_hand)
