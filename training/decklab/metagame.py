"""What a matrix of who beats whom comes to: the Nash mixture, alpha-Rank, and cycles.

Below: NumPy only. Above: matrix.py, whatever weights opponents. All take ``shares`` [n, n]: the score row i
takes from column j, so that ``shares + shares.T == 1``.

The linear program is solved here and not by SciPy, which the deck lab can do without: searches go on from what this
gave them, so the same shares have to give the same mixture to the bit, whichever library is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

SMALL = 1e-12
POPULATION = 50  # players who hold a side each, in alpha-Rank
SELECTION = 10.0  # how strongly the better side spreads there


def nash(shares: Matrix) -> Vector:
    """Return a mixture of sides that no side beats: the row player's, of the zero-sum game.

    The linear program "maximise sum(y) where (shares + 1) y <= 1, y >= 0" by the simplex method; y, made to
    sum to 1, is the mixture. Bland's rule keeps it from going round in circles. Where several mixtures are
    unbeaten, it is one of them.
    """
    count = len(shares)
    # what column players lose is to be as little as can be; the game is the same for both
    tableau = np.zeros((count + 1, 2 * count + 1))
    tableau[:count, :count] = shares + 1.0
    tableau[:count, count:-1] = np.eye(count)
    tableau[:count, -1] = 1.0
    tableau[-1, :count] = -1.0
    basis = list(range(count, 2 * count))
    while True:
        entering = next((int(column) for column in np.flatnonzero(tableau[-1, :-1] < -SMALL)), None)
        if entering is None:
            break
        rows = np.flatnonzero(tableau[:count, entering] > SMALL)
        ratios = tableau[rows, -1] / tableau[rows, entering]
        tied = rows[ratios <= ratios.min() + SMALL]
        leaving = int(min(tied, key=lambda row: basis[row]))
        tableau[leaving] /= tableau[leaving, entering]
        for row in range(count + 1):
            if row != leaving:
                tableau[row] -= tableau[row, entering] * tableau[leaving]
        basis[leaving] = entering
    mixture = np.zeros(2 * count)
    mixture[basis] = tableau[:count, -1]
    found: Vector = np.maximum(mixture[:count], 0)
    found /= found.sum()
    return found


def alpha_rank(shares: Matrix, population: int = POPULATION, selection: float = SELECTION) -> Vector:
    """Return how often each side is the one that all hold, in the long run (Omidshafiei et al. 2019).

    A population holds one side; now and then somebody tries another, which spreads or dies out by how it
    fares against the first (the fixation probability of the Moran process). The result is the stationary
    distribution of the chain of sides that all hold. Unlike the Nash mixture it is one for every game,
    and it counts the sides of a cycle alike.

    Args:
        shares: [n, n].
        population: how many hold a side.
        selection: alpha of the paper: the greater, the surer it is that the better side spreads.
    """
    count = len(shares)
    if count == 1:
        return np.ones(1)
    better = selection * (shares.T - shares)  # [resident, mutant] lead of the mutant
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        spreads = np.expm1(-better) / np.expm1(-population * better)
    spreads = np.where(np.abs(better) < 1e-9, 1 / population, spreads)
    spreads = np.where(-population * better > 700, 0.0, spreads)
    np.fill_diagonal(spreads, 0)
    chain = spreads / (count - 1)
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    # x (chain - 1) = 0 and sum(x) = 1, by least squares
    system = np.vstack([chain.T - np.eye(count), np.ones(count)])
    found = np.linalg.lstsq(system, np.append(np.zeros(count), 1.0), rcond=None)[0]
    found = np.maximum(found, 0)
    return np.asarray(found / found.sum())


def cycles(beats: NDArray[np.bool_], longest: int = 4) -> list[tuple[int, ...]]:
    """Return all cycles of three up to ``longest`` sides in which each beats the next, and the last the first.

    Args:
        beats: [n, n] row i is known to beat column j.
        longest: the most sides of a cycle.
    """
    found = []
    for size in range(3, longest + 1):
        for ring in permutations(range(len(beats)), size):
            if ring[0] == min(ring) and all(
                beats[one, other] for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)
            ):
                found.append(ring)
    return found


def bootstrap(
    samples: dict[tuple[int, int], Vector],
    count: int,
    solve: Callable[[Matrix], Vector],
    times: int = 200,
    seed: int = 0,
) -> tuple[Vector, Vector]:
    """Return the 95 % interval of each number that ``solve`` finds, by reweighting the game pairs (Rubin 1981).

    A game pair weighs the same in all matchups, for it has the same random draws in all of them: sides that the
    same luck favours rise and fall together.

    Args:
        samples: for each two sides i < j, the score of i in every game pair, from the first on; NaN where neither
            took any.
        count: how many sides.
        solve: from shares [n, n] to numbers [n].
        times: how often.
        seed: of the weights.
    """
    chance = np.random.default_rng(seed)
    longest = max(map(len, samples.values()))
    found = []
    for _ in range(times):
        weights = chance.exponential(size=longest)
        shares = np.full((count, count), 0.5)
        for (i, j), values in samples.items():
            there = ~np.isnan(values)
            share = np.average(values[there], weights=weights[: len(values)][there]) if there.any() else 0.5
            shares[i, j], shares[j, i] = share, 1 - share
        found.append(solve(shares))
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    return low, high
