"""Tiles: each of the four against the matrix product it is a part of, zeros included."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.jit import rules_of
from training.selfplay.tiles import (
    WIDTH,
    Matrix,
    Numbers,
    Vector,
    add_listed,
    add_tile,
    padded,
    spread_listed,
    spread_tile,
)

rule = rules_of(
    "tiles_of_the_tests",
    Vector=np.dtype((np.float32, (1,))),
    Matrix=np.dtype((np.float32, (1, 1))),
    Numbers=np.dtype((np.int32, (1,))),
)


@rule
def product(x: Vector, k: int, matrix: Matrix, first: int, n: int, out: Vector) -> None:
    """Call it from compiled code."""
    add_tile(x, k, matrix, first, n, out)


@rule
def spread(x: Vector, k: int, slope: Vector, n: int, matrix: Matrix, first: int) -> None:
    """Likewise."""
    spread_tile(x, k, slope, n, matrix, first)


@rule
def listed(times: Vector, rows: Numbers, begin: int, end: int, matrix: Matrix, n: int, out: Vector) -> None:
    """Likewise."""
    add_listed(times, rows, begin, end, matrix, n, out)


@rule
def listed_back(x: Vector, times: Vector, rows: Numbers, begin: int, end: int, n: int, matrix: Matrix) -> None:
    """Likewise."""
    spread_listed(x, times, rows, begin, end, n, matrix)


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


@pytest.mark.pure
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_tile_is_a_part_of_a_matrix_product(share: float) -> None:
    x, matrix, out = numbers(200), numbers(150, 192), numbers(192)
    x[np.random.default_rng(1).random(200) >= share] = 0
    expected = out.copy()
    expected[64:128] += x[70:134] @ matrix[40:104, 64:128]
    product(x, 70, matrix, 40, 64, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.pure
def test_rows_times_zero_need_not_exist() -> None:
    x, matrix, out = np.zeros(64, np.float32), numbers(3, 64), np.zeros(64, np.float32)
    x[[0, 2]] = 1, -2
    product(x, 0, matrix, 0, 0, out)
    np.testing.assert_allclose(out, matrix[0] - 2 * matrix[2], rtol=1e-5)


@pytest.mark.pure
def test_what_is_no_number_is_not_taken_for_zero() -> None:
    x, matrix, out = np.zeros(64, np.float32), numbers(64, 64), np.zeros(64, np.float32)
    x[5] = np.nan
    product(x, 0, matrix, 0, 0, out)
    assert np.isnan(out).all()


@pytest.mark.pure
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_tile_spread_is_an_outer_product(share: float) -> None:
    x, slope, matrix = numbers(128), numbers(192), numbers(150, 192)
    x[np.random.default_rng(1).random(128) >= share] = 0
    expected = matrix.copy()
    expected[40:104, 64:128] += np.outer(x[60:124], slope[64:128])
    spread(x, 60, slope, 64, matrix, 40)
    np.testing.assert_allclose(matrix, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.pure
@pytest.mark.parametrize(("begin", "end"), [(0, 0), (0, 1), (3, 20)])
def test_listed_rows_are_added_and_spread(begin: int, end: int) -> None:
    """Some rows stand in the list twice."""
    rows = np.random.default_rng(1).integers(0, 12, 20).astype(np.int32)
    times, matrix, out = numbers(20), numbers(12, 128), numbers(128)
    expected = out.copy()
    expected[64:] += times[begin:end] @ matrix[rows[begin:end], 64:]
    listed(times, rows, begin, end, matrix, 64, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    spread_over = matrix.copy()
    for j in range(begin, end):
        spread_over[rows[j], 64:] += times[j] * out[64:]
    listed_back(out, times, rows, begin, end, 64, matrix)
    np.testing.assert_allclose(matrix, spread_over, rtol=1e-4, atol=1e-5)


def test_widths_are_rounded_up_to_whole_tiles() -> None:
    assert [padded(width) for width in (1, WIDTH, WIDTH + 1)] == [64, 64, 128]
