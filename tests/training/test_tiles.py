"""Tiles: each of the four against the matrix product it is a part of, zeros included."""

from __future__ import annotations

import numpy as np
import pytest

from training.selfplay.tiles import WIDTH, add_listed, add_tile, padded, spread_listed, spread_tile

pytestmark = pytest.mark.bounds


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_tile_is_a_part_of_a_matrix_product(share: float) -> None:
    x, matrix, out = numbers(200), numbers(150, 192), numbers(192)
    x[np.random.default_rng(1).random(200) >= share] = 0
    expected = out.copy()
    expected[64:128] += x[70:134] @ matrix[40:104, 64:128]
    add_tile(x, 70, matrix, 40, 64, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)


def test_rows_times_zero_need_not_exist() -> None:
    x, matrix, out = np.zeros(64, np.float32), numbers(3, 64), np.zeros(64, np.float32)
    x[[0, 2]] = 1, -2
    add_tile(x, 0, matrix, 0, 0, out)
    np.testing.assert_allclose(out, matrix[0] - 2 * matrix[2], rtol=1e-5)


def test_what_is_no_number_is_not_taken_for_zero() -> None:
    x, matrix, out = np.zeros(64, np.float32), numbers(64, 64), np.zeros(64, np.float32)
    x[5] = np.nan
    add_tile(x, 0, matrix, 0, 0, out)
    assert np.isnan(out).all()


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_tile_spread_is_an_outer_product(share: float) -> None:
    x, slope, matrix = numbers(128), numbers(192), numbers(150, 192)
    x[np.random.default_rng(1).random(128) >= share] = 0
    expected = matrix.copy()
    expected[40:104, 64:128] += np.outer(x[60:124], slope[64:128])
    spread_tile(x, 60, slope, 64, matrix, 40)
    np.testing.assert_allclose(matrix, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (0, 1), (3, 20)])
def test_listed_rows_are_added_and_spread(begin: int, end: int) -> None:
    """Some rows stand in the list twice."""
    rows = np.random.default_rng(1).integers(0, 12, 20).astype(np.int32)
    times, matrix, out = numbers(20), numbers(12, 128), numbers(128)
    expected = out.copy()
    expected[64:] += times[begin:end] @ matrix[rows[begin:end], 64:]
    add_listed(times, rows, begin, end, matrix, 64, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    spread_over = matrix.copy()
    for j in range(begin, end):
        spread_over[rows[j], 64:] += times[j] * out[64:]
    spread_listed(out, times, rows, begin, end, 64, matrix)
    np.testing.assert_allclose(matrix, spread_over, rtol=1e-4, atol=1e-5)


def test_widths_are_rounded_up_to_whole_tiles() -> None:
    assert [padded(width) for width in (1, WIDTH, WIDTH + 1)] == [64, 64, 128]
