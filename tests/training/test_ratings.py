"""Ratings: strengths found again from made-up games, intervals that hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from training.measure.ratings import (
    ELO,
    Ratings,
    Tally,
    connected,
    misfits,
    most_likely,
    next_matchups,
    rate,
    share_error,
    shares,
    slopes,
)

TRUE = np.array([0.0, 1.5, 2.0, 2.1, 4.5])  # strengths of five made-up agents


def made_up(rng: np.random.Generator, num_pairs: int, draws: str = "shared") -> Tally:
    """Play every two of them: game pairs of four games, whose draws are independent or shared.

    Shared as in real game pairs: what one deal gives to one agent, the other deal gives to the other.
    """
    pairs = np.array([(i, j) for i in range(5) for j in range(i + 1, 5)]).repeat(num_pairs, axis=0)
    draw = rng.random((len(pairs), 2))
    draw = np.hstack([draw, 1 - draw if draws == "shared" else rng.random((len(pairs), 2))])
    if draws == "one":  # all four games of a pair go the same way: it is worth one game
        draw = np.tile(draw[:, :1], 4)
    one, other = pairs.T
    points = (draw < shares(TRUE)[one, other][:, None]).sum(axis=1).astype(float)
    return Tally.of(5, one, other, np.full(len(pairs), 4.0), points)


@pytest.mark.parametrize("draws", ["shared", "own", "one"])
def test_intervals_hold_the_truth_as_often_as_they_say(draws: str) -> None:
    rng, upper = np.random.default_rng(2), np.triu_indices(5, 1)
    rated, expected, direct = [], [], []
    for _ in range(300):
        tally = made_up(rng, 60, draws)
        ratings = rate(tally)
        rated += list(np.abs(ratings.elo - TRUE * ELO)[1:] <= ratings.elo_error[1:])
        missed = np.abs(ratings.expected - shares(TRUE))
        expected += list((missed <= ratings.expected_error)[upper])
        for i, j in zip(*upper, strict=True):
            low, high = tally.interval(i, j)
            direct.append(low <= shares(TRUE)[i, j] <= high)
    for held in (rated, expected, direct):
        assert 0.92 <= np.mean(held) <= 0.98


def test_who_wins_all_games_is_strong_but_not_infinitely_sure() -> None:
    num_pairs = 50
    zero, one = np.zeros(num_pairs, int), np.ones(num_pairs, int)
    tally = Tally.of(2, one, zero, np.full(num_pairs, 4.0), np.full(num_pairs, 4.0))
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


# ── At tables of three ───────────────────────────────────────────────────────────────────────────


def made_up_at_tables_of_three(rng: np.random.Generator, num_pairs: int) -> Tally:
    """Play every two of them six games a pair: in three one has a single seat, in three two of the seats."""
    one, other = np.array([(i, j) for i in range(5) for j in range(i + 1, 5)]).repeat(num_pairs, axis=0).T
    weight = np.exp(TRUE)
    alone = weight[one] / (weight[one] + 2 * weight[other])
    twice = 2 * weight[one] / (2 * weight[one] + weight[other])
    points = sum((rng.random(len(one)) < share).astype(float) for share in (alone, twice) * 3)
    return Tally.of(5, one, other, np.full(len(one), 6.0), points)


def test_with_one_seat_or_two_strengths_are_found_again() -> None:
    tally = made_up_at_tables_of_three(np.random.default_rng(12), 20_000)
    ratings = rate(tally, handicap=np.log(2))
    assert ratings.strength == pytest.approx(TRUE, abs=0.05)
    assert np.abs(misfits(tally, ratings)[np.triu_indices(5, 1)]).max() < 3.5
    without = rate(tally)
    assert without.strength[4] < 0.95 * TRUE[4]  # as if every game were one seat against one: all too close together


def test_shares_by_seats_by_hand() -> None:
    strength = np.log([1.0, 3.0])
    assert shares(strength, np.log(2))[1, 0] == pytest.approx((3 / 5 + 6 / 7) / 2)
    assert shares(strength, np.log(2))[0, 1] == pytest.approx((1 / 7 + 2 / 5) / 2)
    assert slopes(strength, np.log(2))[1, 0] == pytest.approx((6 / 25 + 6 / 49) / 2)
    assert shares(strength)[1, 0] == pytest.approx(3 / 4)


# ── What to play next ────────────────────────────────────────────────────────────────────────


def played(tally: Tally, meet: list[tuple[int, int]], rng: np.random.Generator) -> Tally:
    """Play a bout for each pair listed, as `made_up` does, and add it."""
    one, other = np.array(meet).T
    draw = rng.random((len(meet), 2))
    points = (np.hstack([draw, 1 - draw]) < shares(TRUE)[one, other][:, None]).sum(axis=1)
    more = Tally.of(5, one, other, np.full(len(meet), 4.0), points.astype(float))
    return Tally(*(getattr(tally, name) + getattr(more, name) for name in vars(tally)))


def test_a_rating_is_made_sure_by_the_games_that_tell_most() -> None:
    rng = np.random.default_rng(11)
    tally = made_up(rng, 20)
    meet = next_matchups(tally, rate(tally), games=4, most=100_000, width=0.99, elo=20)
    assert (0, 4) not in meet  # the strongest always beats the anchor, which tells nothing ...
    assert {(1, 4), (2, 4), (3, 4)} & set(meet)  # ... so it is placed by way of those between
    alone = played(tally, [(0, 4)] * len(meet), rng)  # as many games, but of the two alone
    tally = played(tally, meet, rng)
    assert rate(tally).elo_error[4] < 0.8 * rate(alone).elo_error[4]
    while meet := next_matchups(tally, rate(tally), games=4, most=100_000, width=0.99, elo=20):
        tally = played(tally, meet, rng)
    assert 15 < rate(tally).elo_error.max() <= 20


def test_nothing_is_wanted_when_all_is_known_or_nothing_may_be_played() -> None:
    tally = made_up(np.random.default_rng(9), 200)
    ratings = rate(tally)
    assert next_matchups(tally, ratings, games=4, most=10, width=0.2) == []
    assert next_matchups(tally, ratings, games=4, most=0, width=0.001) == []
    assert len(next_matchups(tally, ratings, games=4, most=10, width=0.001)) == 10
    assert next_matchups(tally, ratings, games=4, most=10, width=0.2, elo=200) == []


def test_the_error_of_a_share_is_that_of_the_difference() -> None:
    covariance = np.array([[0.0, 0.0], [0.0, 0.04]])
    ratings = Ratings(0, np.array([0.0, 1.0]), covariance)
    expected = 1 / (1 + np.exp(1))
    assert ratings.expected[0, 1] == pytest.approx(expected)
    by_hand = 1.959964 * expected * (1 - expected) * 0.2
    assert share_error(ratings.slope, covariance)[0, 1] == pytest.approx(by_hand)


# ── By hand: each number again, bout by bout and with loops ──────────────────────────────────────

BOUTS = [  # who, against whom, games, points of the first
    *[(0, 1, 4.0, points) for points in (4.0, 3.0, 2.5, 1.0)],
    *[(1, 2, 2.0, points) for points in (2.0, 0.0, 1.0)],
    *[(2, 0, 4.0, points) for points in (3.0, 3.5, 4.0, 4.0, 0.5)],
    (2, 0, 6.0, 1.5),
    (3, 1, 1.0, 1.0),
]


def by_hand() -> Tally:
    """Return the tally of BOUTS; agent 4 has played nothing."""
    one, other, games, points = (np.array(column) for column in zip(*BOUTS, strict=True))
    return Tally.of(5, one, other, games, points)


def pairs_of(i: int, j: int) -> list[tuple[float, float]]:
    """Return games and points of i in each bout against j."""
    mine = [(games, points) for one, other, games, points in BOUTS if (one, other) == (i, j)]
    return mine + [(games, games - points) for one, other, games, points in BOUTS if (one, other) == (j, i)]


def share_of(i: int, j: int) -> float:
    """Return the share of points i took from j, one game half won added."""
    games = sum(games for games, _ in pairs_of(i, j))
    return (sum(points for _, points in pairs_of(i, j)) + 0.5) / (games + 1)


def spread_of(i: int, j: int) -> float:
    """Return the variance of all points: game pairs about their mean, with one game that nobody played."""
    share, pairs = share_of(i, j), pairs_of(i, j)
    about = sum((points - share * games) ** 2 for games, points in pairs)
    few = len(pairs) / (len(pairs) - 1) if len(pairs) > 1 else 1
    return about * few + (share**2 + (1 - share) ** 2) / 2


def test_a_tally_by_hand() -> None:
    tally = by_hand()
    assert len(tally) == 5
    for i in range(5):
        for j in range(5):
            pairs = pairs_of(i, j)
            games = sum(games for games, _ in pairs)
            assert tally.pairs[i, j] == len(pairs)
            assert tally.games[i, j] == games
            assert tally.points[i, j] == sum(points for _, points in pairs)
            assert tally.weight[i, j] == (games + 1 if games else 0)
            if games:
                assert tally.score[i, j] == pytest.approx(share_of(i, j))
                assert tally.spread[i, j] == pytest.approx(spread_of(i, j))
            else:
                assert np.isnan(tally.score[i, j])
                assert tally.spread[i, j] == 0


def test_the_ends_of_a_direct_interval_are_wilsons() -> None:
    """At either end the score found is 1.96 standard deviations off, for as many games as leave the same doubt."""
    tally = by_hand()
    for i, j in ((0, 1), (1, 2), (2, 0), (3, 1)):
        weight = sum(games for games, _ in pairs_of(i, j)) + 1
        share = share_of(i, j)
        n = share * (1 - share) / (spread_of(i, j) / weight**2)
        low, high = tally.interval(i, j)
        assert 0 <= low < share < high <= 1
        for end in (low, high):
            assert abs(share - end) == pytest.approx(1.959964 * np.sqrt(end * (1 - end) / n))
    assert tally.interval(0, 4) == (0.0, 1.0)


def test_ratings_by_hand() -> None:
    tally = by_hand()
    for anchor in (0, 2):
        ratings = rate(tally, anchor)
        s = ratings.strength
        assert s[anchor] == 0
        assert np.isnan(s[4])
        free = [i for i in range(4) if i != anchor]
        pairs = [(i, j) for i in range(4) for j in range(4) if pairs_of(i, j)]
        share = {(i, j): 1 / (1 + np.exp(s[j] - s[i])) for i, j in pairs}
        weight = {(i, j): sum(games for games, _ in pairs_of(i, j)) + 1 for i, j in pairs}
        bread, meat = np.zeros((4, 4)), np.zeros((4, 4))
        for i, j in pairs:
            gained = sum(weight[k] * (share_of(*k) - share[k]) for k in pairs if k[0] == i)
            assert gained == pytest.approx(0, abs=1e-6), "at the top the slope is 0"
            worth = weight[i, j] * share[i, j] * (1 - share[i, j])
            bread[i, i] += worth
            bread[i, j] -= worth
            meat[i, i] += spread_of(i, j)
            meat[i, j] -= spread_of(i, j)
        inverse = np.linalg.inv(bread[np.ix_(free, free)])
        covariance = np.zeros((4, 4))
        covariance[np.ix_(free, free)] = inverse @ meat[np.ix_(free, free)] @ inverse
        assert ratings.covariance[:4, :4] == pytest.approx(covariance)
        assert np.isnan(ratings.covariance[4, :4]).all()
        assert ratings.elo[:4] == pytest.approx(s[:4] * 400 / np.log(10))
        assert ratings.elo_error[:4] == pytest.approx(
            1.959964 * 400 / np.log(10) * np.sqrt([covariance[i, i] for i in range(4)])
        )
        for i in range(4):
            for j in range(4):
                expected = 1 / (1 + np.exp(s[j] - s[i]))
                apart = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
                error = 1.959964 * expected * (1 - expected) * np.sqrt(max(apart, 0))
                assert ratings.expected[i, j] == pytest.approx(expected)
                assert ratings.expected_error[i, j] == pytest.approx(error, abs=1e-9)
                assert ratings.expected_error[4, j] != ratings.expected_error[4, j], "NaN"


def test_misfits_by_hand() -> None:
    tally = by_hand()
    ratings = rate(tally)
    found = misfits(tally, ratings)
    for i, j in ((0, 1), (1, 2), (2, 0), (3, 1), (1, 0)):
        weight = sum(games for games, _ in pairs_of(i, j)) + 1
        error = np.sqrt(spread_of(i, j)) / weight
        assert found[i, j] == pytest.approx((share_of(i, j) - ratings.expected[i, j]) / error)
    assert np.isnan(found[0, 3])


def test_far_apart_the_top_is_found_all_the_same() -> None:
    """One wins all of many games: the first steps would overshoot by far."""
    one, other = np.array([0, 1]), np.array([1, 2])
    games = np.array([1e6, 1e6])
    s = rate(Tally.of(3, one, other, games, games)).strength
    step = np.log(2e6 + 1)  # all games won, and half of one more: odds of 2 n + 1
    assert s == pytest.approx([0, -step, -2 * step], rel=3e-4)
    assert shares(np.array([0.0, 2000.0]))[0, 1] == pytest.approx(0, abs=1e-300)
    assert shares(np.array([0.0, 2000.0]))[1, 0] == 1


@pytest.mark.parametrize(
    "games",  # who against whom: games, and points of the first, one game half won among both
    [
        {(0, 1): (1093875, 1093874.5), (1, 2): (6626955, 6620328.045), (1, 3): (8266332, 8258065.668)}
        | {(1, 4): (4, 0.5), (2, 3): (74, 73.5), (3, 4): (7090, 0.5)},
        {(0, 1): (503, 502.5), (0, 2): (200654, 0.5), (1, 2): (3, 1.5), (1, 3): (57772, 0.5)}
        | {(2, 3): (377750, 377749.5)},
        {(0, 1): (6113133, 6113132.5), (0, 2): (1770801, 885400.5), (0, 3): (6440, 0.5), (1, 2): (324606, 162303)}
        | {(2, 3): (78, 0.5), (2, 4): (5581393, 0.5), (3, 4): (1539908, 1538368.092)},
    ],
)
def test_where_newtons_steps_would_run_away_the_top_is_found(games: dict[tuple[int, int], tuple[float, float]]) -> None:
    count = 1 + max(j for _, j in games)
    weight, taken = np.zeros((count, count)), np.zeros((count, count))
    for (i, j), (played_, won) in games.items():
        weight[i, j] = weight[j, i] = played_
        taken[i, j], taken[j, i] = won, played_ - won
    strength = most_likely(weight, taken, np.arange(1, count))
    slope = (taken - weight / (1 + np.exp(strength[None, :] - strength[:, None]))).sum(axis=1)
    assert np.abs(slope[1:]).max() < 1e-8 * weight.sum()
    assert strength[0] == 0


def next_by_hand(
    tally: Tally, ratings: Ratings, games: float, most: int, width: float, elo: float | None
) -> list[tuple[int, int]]:
    """List who should meet next by the same reasons, with loops and whole matrices."""
    count, covariance = len(tally), ratings.covariance.copy()
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]

    def share(i: int, j: int) -> float:
        return float(1 / (1 + np.exp(ratings.strength[j] - ratings.strength[i])))

    def apart(i: int, j: int) -> np.ndarray:
        contrast = np.zeros(count)
        contrast[i], contrast[j] = 1, -1
        return contrast

    def worth(i: int, j: int) -> float:
        variance = tally.spread[i, j] / (tally.games[i, j] + 1)
        return float(games * (share(i, j) * (1 - share(i, j))) ** 2 / variance)

    found: list[tuple[int, int]] = []
    while len(found) < most:
        by_share = {}
        for i, j in pairs:
            c = apart(i, j)
            by_share[i, j] = 1.959964 * share(i, j) * (1 - share(i, j)) * np.sqrt(c @ covariance @ c) / width
        by_elo = 1.959964 * ELO * np.sqrt(np.diag(covariance)) / (elo or np.inf)
        if max(*by_share.values(), by_elo.max()) <= 1:
            break
        if max(by_share.values()) >= by_elo.max():
            pair = max(pairs, key=lambda p: by_share[p])
        else:
            who = int(by_elo.argmax())
            gains = {}
            for i, j in pairs:
                after = covariance - update(covariance, apart(i, j), worth(i, j))
                gains[i, j] = covariance[who, who] - after[who, who]
            pair = max(pairs, key=lambda p: gains[p])
        covariance = covariance - update(covariance, apart(*pair), worth(*pair))
        found.append(pair)
    return found


def update(covariance: np.ndarray, contrast: np.ndarray, worth: float) -> np.ndarray:
    """Return what the covariance loses when the contrast is measured, with so much information (Kalman)."""
    seen = covariance @ contrast
    return np.outer(seen, seen) * worth / (1 + worth * (contrast @ seen))


@pytest.mark.parametrize(
    ("games", "most", "width", "elo"),
    [(4, 25, 0.02, None), (2, 25, 0.02, 40.0), (4, 25, 0.5, 30.0), (40, 300, 0.05, 60.0), (4, 300, 0.05, None)],
)
def test_who_is_wanted_by_hand(games: float, most: int, width: float, elo: float | None) -> None:
    tally = made_up(np.random.default_rng(12), 15)
    ratings = rate(tally)
    found = next_matchups(tally, ratings, games, most, width, elo)
    assert found == next_by_hand(tally, ratings, games, most, width, elo)
    assert len(found) > 5


def test_a_pair_that_has_not_met_is_not_sent_to_meet_for_a_rating() -> None:
    """All are joined, but how much a game of these two would tell is not known; of the others, one game tells."""
    one, other = np.array([0, 1, 2, 2]), np.array([1, 2, 3, 3])
    tally = Tally.of(4, one, other, np.array([1.0, 4.0, 4.0, 4.0]), np.array([1.0, 2.0, 3.0, 1.0]))
    meet = next_matchups(tally, rate(tally), games=4, most=40, width=100, elo=90)
    assert len(meet) > 3
    assert set(meet) <= {(0, 1), (1, 2), (2, 3)}
    assert (0, 1) in meet
