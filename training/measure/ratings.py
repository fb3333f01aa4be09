"""Ratings: how strong agents are, from who beat whom, and how sure that is.

Below: NumPy only. Above: ladder.py, which says what to play next; report.py, which prints.
In order: what was counted, the ratings, the solver, what would have to be played to be surer.

The model is Bradley and Terry's (1952), of which Elo is another scale: agent i takes the share
1 / (1 + exp(s_j - s_i)) of the points against agent j. A tie is half a point for each. The strengths
s are those of most likelihood.

With three or four players one wins, agent i's seat with odds exp(s_i) to the sum of exp(s) of the others (Luce 1959).
Two agents share the seats there. With two seats each, as in a four-player game, the share is that above. With one seat
against two, and two against one as often, it is the mean of 1 / (1 + exp(s_j - s_i + h)) and
1 / (1 + exp(s_j - s_i - h)), h being the ``handicap`` log 2.

What is independent is not a game but a *game pair*: the same deal played in both seats, with decks swapped:
two games or four. Luck then helps both agents, so a game pair says more than as many games at random would.
The intervals account for that: they are cluster-robust, from how much whole game pairs differ (the sandwich estimate;
White 1982), and need neither that games are independent nor that the model is true.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

Z = 1.959964  # standard deviations on each side that hold 95 %
ELO = 400 / math.log(10)  # points of Elo in one unit of strength: 400 stand for odds of 10 to 1


@dataclass(frozen=True)
class Tally:
    """What N agents scored against each other: sums over the game pairs of each two.

    ``points[i, j]`` is what i took from j; the others are the same both ways. All are float64 [N, N].
    """

    pairs: Matrix  # how many game pairs
    games: Matrix  # in all of them
    points: Matrix  # 1 for a win, 0.5 for a tie
    games_squared: Matrix  # sum over game pairs of games * games ...
    games_points: Matrix  # ... of games * points
    points_squared: Matrix  # ... of points * points

    @classmethod
    def empty(cls, agents: int) -> Tally:
        """Return the tally of nothing."""
        return cls(*(np.zeros((agents, agents)) for _ in range(6)))

    @classmethod
    def of(
        cls,
        agents: int,
        one: NDArray[np.int64],
        other: NDArray[np.int64],
        games: Matrix,
        points: Matrix,
    ) -> Tally:
        """Count game pairs [B]: in each, ``one`` took ``points`` of ``games`` against ``other``."""
        tally = cls.empty(agents)
        for i, j, taken in ((one, other, points), (other, one, games - points)):
            np.add.at(tally.pairs, (i, j), 1)
            np.add.at(tally.games, (i, j), games)
            np.add.at(tally.points, (i, j), taken)
            np.add.at(tally.games_squared, (i, j), games * games)
            np.add.at(tally.games_points, (i, j), games * taken)
            np.add.at(tally.points_squared, (i, j), taken * taken)
        return tally

    def __len__(self) -> int:
        return len(self.games)

    @property
    def weight(self) -> Matrix:
        """Games, and where there are any one more that is half won (see `score`)."""
        return self.games + (self.games > 0)

    @property
    def score(self) -> Matrix:
        """The score of i against j, NaN where they have not met.

        One game that nobody played is counted as half won and half lost. It keeps who has won all
        games from being called infinitely strong, and soon weighs nothing.
        """
        with np.errstate(invalid="ignore"):
            score: Matrix = (self.points + 0.5 * (self.games > 0)) / self.weight
        return np.where(self.games > 0, score, np.nan)

    @property
    def spread(self) -> Matrix:
        """The variance of all points taken: how far game pairs lie from the mean, squared and summed."""
        mean = np.nan_to_num(self.score)
        squares = self.points_squared - 2 * mean * self.games_points + mean * mean * self.games_squared
        few = self.pairs / np.maximum(self.pairs - 1, 1)  # the mean was taken from the same game pairs
        unplayed = 0.5 * (mean**2 + (1 - mean) ** 2) * (self.games > 0)
        spread: Matrix = np.maximum(squares, 0) * few + unplayed
        return spread

    def interval(self, one: int, other: int) -> tuple[float, float]:
        """Return the 95 % interval of the score of ``one`` against ``other``.

        Wilson's (1927), for as many independent games as would leave the same doubt.
        """
        score, weight = float(self.score[one, other]), float(self.weight[one, other])
        if not weight:
            return 0.0, 1.0
        n = score * (1 - score) / (float(self.spread[one, other]) / weight**2)
        middle = (score + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(score * (1 - score) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Ratings:
    """The strengths of N agents and how sure they are.

    Attributes:
        anchor: whose strength is 0.
        strength: [N] in units of log odds; NaN for an agent that no chain of games joins to the anchor.
        covariance: [N, N] of the strengths; the anchor's row is 0, for by agreement it is exact.
        handicap: log of the seats of those with more over the seats of those with fewer, half of the games each way.
    """

    anchor: int
    strength: Matrix
    covariance: Matrix
    handicap: float = 0.0

    @property
    def elo(self) -> Matrix:
        """[N] the strengths as Elo."""
        return self.strength * ELO

    @property
    def elo_error(self) -> Matrix:
        """[N] half the width of the 95 % interval around each Elo."""
        error: Matrix = Z * ELO * np.sqrt(np.diag(self.covariance))
        return error

    @property
    def expected(self) -> Matrix:
        """[N, N] the expected score of i against j."""
        return shares(self.strength, self.handicap)

    @property
    def slope(self) -> Matrix:
        """[N, N] by how much that share grows with the difference of the strengths."""
        return slopes(self.strength, self.handicap)

    @property
    def expected_error(self) -> Matrix:
        """[N, N] half the width of the 95 % interval around each expected share."""
        return share_error(self.slope, self.covariance)


def share_error(slope: Matrix, covariance: Matrix) -> Matrix:
    """Return half-widths of 95 % intervals of expected scores [N, N], from slopes and the covariance of strengths."""
    error: Matrix = Z * slope * np.sqrt(difference(covariance))
    return error


def difference(covariance: Matrix) -> Matrix:
    """Return the variance of the difference of each two strengths [N, N]."""
    own = np.diag(covariance)
    variance: Matrix = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0)
    return variance


def rate(tally: Tally, anchor: int = 0, handicap: float = 0.0) -> Ratings:
    """Return the strengths of most likelihood, by Newton's method, the anchor's being 0.

    With a handicap they are those at which every agent has taken the points that it should: the shares are means of two
    models, and which of them a point came from is not told.
    """
    count = len(tally)
    strength, covariance = np.full(count, np.nan), np.full((count, count), np.nan)
    strength[anchor] = covariance[anchor, anchor] = 0.0
    joined = connected(tally.games > 0, anchor)
    free = joined[joined != anchor]
    if len(free):
        both = np.ix_(joined, joined)
        weight = tally.weight[both]
        taken = np.nan_to_num(tally.score[both]) * weight
        inner = np.flatnonzero(joined != anchor)
        found = most_likely(weight, taken, inner, handicap)
        inverse = np.linalg.inv(laplacian(weight * slopes(found, handicap))[np.ix_(inner, inner)])
        middle = laplacian(tally.spread[both])[np.ix_(inner, inner)]
        strength[free] = found[inner]
        covariance[np.ix_(free, free)] = inverse @ middle @ inverse
        covariance[anchor, free] = covariance[free, anchor] = 0.0
    return Ratings(anchor, strength, covariance, handicap)


def most_likely(weight: Matrix, taken: Matrix, free: NDArray[np.intp], handicap: float = 0.0) -> Matrix:
    """Return the strengths [N] of most likelihood; those not in ``free`` stay 0.

    Args:
        weight: [N, N] games of each two.
        taken: [N, N] points i took from j, strictly between 0 and all.
        free: which strengths may move.
        handicap: as of `Ratings`.
    """
    strength = np.zeros(len(weight))
    best = likelihood(strength, taken, handicap)
    for _ in range(200):
        slope = (taken - weight * shares(strength, handicap)).sum(axis=1)[free]
        step = np.linalg.solve(laplacian(weight * slopes(strength, handicap))[np.ix_(free, free)], slope)
        if np.abs(step).max() < 1e-9:  # by the step: where the curve is flat, the slope is small far from the top
            break
        step *= min(1.0, 3.0 / np.abs(step).max())  # far from the top the curve misleads
        while True:
            tried = strength.copy()
            tried[free] += step
            value = likelihood(tried, taken, handicap)
            if value >= best or np.abs(step).max() < 1e-12:
                break
            step /= 2
        strength, best = tried, value
    return strength


def shares(strength: Matrix, handicap: float = 0.0) -> Matrix:
    """Return the expected score [N, N] of i against j."""
    one, other = seated_shares(strength, handicap)
    return (one + other) / 2


def slopes(strength: Matrix, handicap: float = 0.0) -> Matrix:
    """Return by how much each share [N, N] grows with i's strength."""
    one, other = seated_shares(strength, handicap)
    return (one * (1 - one) + other * (1 - other)) / 2


def seated_shares(strength: Matrix, handicap: float) -> tuple[Matrix, Matrix]:
    """Return the expected score [N, N] of i against j with fewer seats, and with more."""
    apart = strength[:, None] - strength[None, :]
    return logistic(apart - handicap), logistic(apart + handicap)


def logistic(odds: Matrix) -> Matrix:
    """Return the share of what wins with these odds, which are logarithms."""
    share: Matrix = 1 / (1 + np.exp(np.clip(-odds, -700, 700)))
    return share


def likelihood(strength: Matrix, taken: Matrix, handicap: float = 0.0) -> float:
    """Return the logarithm of the likelihood of the points taken [N, N]; with a handicap, what has the same slope."""
    behind = strength[None, :] - strength[:, None]
    each = np.logaddexp(0, behind - handicap) + np.logaddexp(0, behind + handicap)
    return -float((taken * each).sum()) / 2


def laplacian(weight: Matrix) -> Matrix:
    """Return sum over i < j of weight[i, j] (e_i - e_j)(e_i - e_j)^T, as [N, N]."""
    result: Matrix = np.diag(weight.sum(axis=1)) - weight
    return result


def connected(met: NDArray[np.bool_], start: int) -> NDArray[np.intp]:
    """Return the agents that a chain of games joins to ``start``, itself among them."""
    reached = np.zeros(len(met), np.bool_)
    reached[start] = True
    while True:
        further = reached | met[reached].any(axis=0)
        if (further == reached).all():
            return np.flatnonzero(reached)
        reached = further


def misfits(tally: Tally, ratings: Ratings) -> Matrix:
    """Return by how many standard errors [N, N] scores differ from what the ratings say.

    A few beyond 3 say that one number for each agent is not enough: somebody has a nemesis.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.sqrt(tally.spread) / tally.weight
        return (tally.score - ratings.expected) / error


def next_matchups(
    tally: Tally, ratings: Ratings, games: float, most: int, width: float, elo: float | None = None
) -> list[tuple[int, int]]:
    """Return which two should meet next, and next, until everything is sure enough.

    If an expected share is what is least sure, those two meet. If it is a rating, those whose games
    tell most about it, perhaps by way of others: against an agent that always wins, games tell little.
    After each the covariance is taken as if the games had been played, at the worth that games of
    these two have had so far. All must have met all.

    Args:
        tally: what was played.
        ratings: of it.
        games: how many the two would play.
        most: how long the list may be.
        width: half-width wanted for the 95 % interval of every expected score.
        elo: and of every Elo; None: no matter.
    """
    slope, covariance = ratings.slope, ratings.covariance.copy()
    with np.errstate(invalid="ignore", divide="ignore"):
        one_game = tally.spread / tally.weight  # variance of the points of a game
        worth = games * np.where(tally.games > 0, slope**2 / one_game, 0.0)
    upper = np.triu_indices(len(tally), 1)
    meet: list[tuple[int, int]] = []
    while len(meet) < most:
        variance = difference(covariance)
        shares_apart = Z * (slope * np.sqrt(variance))[upper] / width
        ratings_apart = Z * ELO * np.sqrt(np.diag(covariance)) / (elo or np.inf)
        if max(shares_apart.max(), ratings_apart.max()) <= 1:
            break
        if shares_apart.max() >= ratings_apart.max():
            pair = int(shares_apart.argmax())
        else:
            about = covariance[:, ratings_apart.argmax()]
            reduction = worth * (about[:, None] - about[None, :]) ** 2 / (1 + worth * variance)
            pair = int(reduction[upper].argmax())
        i, j = int(upper[0][pair]), int(upper[1][pair])
        apart = covariance[:, i] - covariance[:, j]
        covariance -= np.outer(apart, apart) * (worth[i, j] / (1 + worth[i, j] * variance[i, j]))
        meet.append((i, j))
    return meet
