"""Random numbers: the published sequence, independence, evenness."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.core.rng import GAMMA, RNG, below, key_of, mix, pick, start, start_all, unit

pytestmark = pytest.mark.rule


def begun(seed: int = 0, game: int = 0) -> np.record:
    rng = np.zeros(1, RNG)
    start(rng[0], np.uint64(seed), np.uint64(game))
    return rng[0]


def test_values_are_those_of_splitmix64() -> None:
    """The test vector of the algorithm's reference code: seed 1234567, first five values."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    with np.errstate(over="ignore"):
        keys = np.uint64(1234567) + np.arange(1, 6, dtype=np.uint64) * GAMMA
    assert [int(mix(key)) for key in keys] == published


def test_below_reads_the_sequence() -> None:
    rng = np.zeros(1, RNG)
    rng["key"] = 1234567
    drawn = [below(rng[0], 1000) for _ in range(3)]
    assert drawn == [x * 1000 >> 64 for x in (6457827717110365317, 3203168211198807973, 9817491932198370423)]
    assert rng["count"] == 3


def test_a_game_is_its_seed_and_number_alone() -> None:
    one, again = begun(7, 3), begun(7, 3)
    assert [below(one, 10**6) for _ in range(5)] == [below(again, 10**6) for _ in range(5)]
    keys = {int(key_of(np.uint64(s), np.uint64(g))) for s in range(30) for g in range(30)}
    assert len(keys) == 900
    assert key_of(np.uint64(2**64 - 1), np.uint64(2**63)) > 0


def test_start_all_starts_each() -> None:
    rngs = np.zeros(4, RNG)
    start_all(rngs, np.uint64(9), np.uint64(5))
    assert rngs.tolist() == [begun(9, 5 + row).tolist() for row in range(4)]


@pytest.mark.parametrize("n", [1, 2, 7, 54])
def test_below_is_even(n: int) -> None:
    rng = begun(1)
    counts = np.bincount([below(rng, n) for _ in range(60 * n)], minlength=n)
    assert len(counts) == n
    assert np.square(counts - 60).sum() / 60 < n + 6 * np.sqrt(2 * n)  # chi-square, 6 sigma


def test_unit_is_in_range() -> None:
    rng = begun(2)
    drawn = [unit(rng) for _ in range(1000)]
    assert 0.0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1.0
    assert abs(np.mean(drawn) - 0.5) < 0.05


@pytest.mark.parametrize("size", [1, 7, 8, 9, 100])
def test_pick_is_even_over_what_is_allowed(size: int) -> None:
    mask = np.zeros(size, np.int8)
    allowed = sorted({0, size // 2, size - 1})
    mask[allowed] = 1
    rng = begun(3)
    counts = np.bincount([pick(mask, rng) for _ in range(300 * len(allowed))], minlength=size)
    assert np.flatnonzero(counts).tolist() == allowed
    assert np.abs(counts[allowed] - 300).max() < 90


def test_pick_with_nothing_allowed_passes() -> None:
    assert pick(np.zeros(20, np.int8), begun(4)) == 0
