"""Rows of weights added up in registers, 64 numbers at a time: what all layers of a network, and their gradients, do.

Below: agents.learned.lanes. Above: forward.py, gradients.py. No bound is checked: where 64 numbers are
read, as many must lie.

Numbers that are zero cost nothing. After a relu half of them are, later in training nine tenths: at one half,
`add_tile` multiplies a matrix 2.5 times as fast as a BLAS that multiplies all of it.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import WORDS, Matrix, Tokens, Weights
from agents.learned.lanes import LANES, add, load, store, times, which_not_zero
from ow_env.compiled.jit import rules_of
from ow_env.core.bits import lowest, without_lowest

WIDTH = LANES  # numbers in a tile: widths of layers are rounded up to a multiple of it
NONE = np.uint64(0)

Numbers: TypeAlias = NDArray[np.int32]  # [K, N]
Order: TypeAlias = NDArray[np.int64]  # [B] numbers of decisions
Sums: TypeAlias = NDArray[np.float64]  # what is summed up over decisions

rule = rules_of(  # for all compiled code of learning but advantage.py
    "selfplay",
    "network",
    options={"fastmath": True},  # sums may be taken in any order, and fused
    Numbers=np.dtype((np.int32, (1, 1))),
    Order=np.dtype((np.int64, (1,))),
    Sums=np.dtype((np.float64, (1,))),
    **WORDS,
)


def padded(width: int) -> int:
    """Return a width rounded up to whole tiles."""
    return -(-width // WIDTH) * WIDTH


@rule
def add_tile(x: Weights, k: int, matrix: Matrix, first: int, n: int, out: Weights) -> None:
    """Add x[k + j] times row first + j of a matrix to out, for 64 j, and of rows and out for 64 columns from n on.

    Rows that would be multiplied by zero are not read, and need not exist.
    """
    width = matrix.shape[1]
    total = load(out, n)
    left = which_not_zero(x, k)
    while left != NONE:
        j = lowest(left)
        left = without_lowest(left)
        total = add(total, times(x[np.uint64(k + j)], load(matrix, (first + j) * width + n)))
    store(total, out, n)


@rule
def add_listed(factors: Weights, rows: Tokens, begin: int, end: int, matrix: Matrix, n: int, out: Weights) -> None:
    """Add factors[j] times row rows[j] of a matrix to out, for begin <= j < end, for 64 columns from n on."""
    width = matrix.shape[1]
    total = load(out, n)
    for j in range(begin, end):
        row = load(matrix, rows[np.uint64(j)] * width + n)
        total = add(total, times(factors[np.uint64(j)], row))
    store(total, out, n)


@rule
def spread_listed(x: Weights, factors: Weights, rows: Tokens, begin: int, end: int, n: int, matrix: Matrix) -> None:
    """Add factors[j] times x to row rows[j] of a matrix, for begin <= j < end, for 64 columns from n on."""
    width = matrix.shape[1]
    vector = load(x, n)
    for j in range(begin, end):
        to = rows[np.uint64(j)] * width + n
        store(add(load(matrix, to), times(factors[np.uint64(j)], vector)), matrix, to)


@rule
def spread_tile(x: Weights, k: int, slope: Weights, n: int, matrix: Matrix, first: int) -> None:
    """Add x[k + j] times slope to row first + j of a matrix, for 64 j, and of both for 64 columns from n on."""
    width = matrix.shape[1]
    vector = load(slope, n)
    left = which_not_zero(x, k)
    while left != NONE:
        j = lowest(left)
        left = without_lowest(left)
        to = (first + j) * width + n
        store(add(load(matrix, to), times(x[np.uint64(k + j)], vector)), matrix, to)
