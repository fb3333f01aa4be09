"""Sparse rows say exactly what dense ones do, in every game, at every decision, in every form they are asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.core.bits import WIDTH, count_ones, lowest, which_not_zero, without_lowest
from ow_env.core.observation import Observation
from ow_env.core.players import look
from ow_env.core.rng import RNG, below, pick, start
from ow_env.core.sparse import SparseRows, joined, nonzero, pack, unpack
from ow_env.goofspiel.game import Goofspiel

# ── One row ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.uncompiled
def test_sixty_four_bytes_become_sixty_four_bits() -> None:
    row = np.zeros(WIDTH + 3, np.uint8)
    row[[3, 5, WIDTH, WIDTH + 2]] = 1, 255, 7, 128
    bits = which_not_zero(row, 3)
    assert int(bits) == 1 | 1 << 2 | 1 << WIDTH - 3 | 1 << WIDTH - 1
    assert (count_ones(bits), lowest(bits)) == (4, 0)
    assert (lowest(without_lowest(bits)), lowest(np.uint64(0)), int(without_lowest(np.uint64(0)))) == (2, WIDTH, 0)


@pytest.mark.bounds
@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 200, 4096, 4300])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.4, 1.0])
def test_a_row_is_packed_and_unpacked(size: int, share: float) -> None:
    rng = np.random.default_rng(size)
    row = rng.integers(1, 256, size).astype(np.uint8) * (rng.random(size) < share)
    expected = np.flatnonzero(row)
    for room in (size, len(expected), len(expected) // 2):
        places, values = np.full(room, 77, np.int32), np.full(room, 77, np.uint8)
        count, kept = pack(row, places, values, room), min(room, len(expected))
        assert count == len(expected), "told even where there is no room for them"
        assert places[:kept].tolist() == expected[:kept].tolist()
        assert values[:kept].tolist() == row[expected[:kept]].tolist()
        assert not places[kept:].any(), "nothing is left of the row before"
        assert not values[kept:].any()
        if count <= room:
            again = np.full(size, 77, np.uint8)
            unpack(places, values, count, again)
            assert again.tobytes() == row.tobytes()


@pytest.mark.bounds
@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 63])
def test_what_follows_the_room_is_not_touched(count: int) -> None:
    row, places = np.zeros(70, np.uint8), np.full(count + 6, 77, np.int32)
    row[:count] = 1
    assert nonzero(row, places[:count]) == count
    assert (places[count:] == 77).all()


@pytest.mark.bounds
def test_a_choice_is_the_same_from_a_mask_and_from_ids() -> None:
    rng = np.zeros(2, RNG)
    for size in (1, 13, 64, 129, 930):
        mask = (np.random.default_rng(size).random(size) < 0.2).astype(np.int8)
        mask[-1] = 1
        ids = np.flatnonzero(mask)
        for k in range(2):
            start(rng[k], np.uint64(size), np.uint64(5))
        assert [pick(mask, rng[0]) for _ in range(30)] == [ids[below(rng[1], len(ids))] for _ in range(30)]
    assert pick(np.zeros(100, np.int8), rng[0]) == 0


# ── Batches ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.bounds
@pytest.mark.parametrize("rows", ["sparse", "both"])
def test_sparse_rows_are_written_wherever_dense_ones_are(rows: str, tmp_path) -> None:
    game = Goofspiel()
    dense, sparse = Batch(game, 4, seed=2), Batch(game, 4, seed=2, rows=rows)

    def check() -> None:
        shown = game.show(sparse.states)
        seen = sparse.sparse_rows(*np.divmod(np.arange(8), 2)).dense()
        assert (seen[0].reshape(shown.observation.shape) == shown.observation).all()
        assert (seen[1].reshape(shown.action_mask.shape) == shown.action_mask).all()

    for batch in (dense, sparse):
        batch.rollout(3)
    sparse.copy_rows([0], [2])
    check()
    sparse.save(tmp_path / "saved")
    sparse.reset(seed=9)
    check()
    sparse.set_states(dense.states)
    check()
    sparse.load(tmp_path / "saved")
    check()


@pytest.mark.bounds
@pytest.mark.parametrize(("rows", "name"), [("dense", "legal"), ("dense", "feature_value"), ("sparse", "action_mask")])
def test_the_form_that_is_not_there_is_named(rows: str, name: str) -> None:
    batch = Batch(Goofspiel(), 2, rows=rows)
    with pytest.raises(AttributeError, match=rf"{name}: this batch writes {rows} rows; make it with rows="):
        getattr(batch, name)
    with pytest.raises(AttributeError, match="no attribute 'legals'"):
        batch.legals  # noqa: B018
    with pytest.raises(ValueError, match="rows: expected one of 'dense', 'sparse', 'both', got 'spars'"):
        Batch(Goofspiel(), 2, rows="spars")


@pytest.mark.bounds
def test_facts_that_are_too_low_are_noticed() -> None:
    game = Goofspiel()
    game.facts = replace(game.facts, most_numbers=3)
    with pytest.raises(RuntimeError, match="most_actions or most_numbers"):
        Batch(game, 2, rows="sparse")


# ── Observations ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.bounds
def test_a_choice_by_a_draw_is_the_same_from_either_form() -> None:
    batch = Batch(Goofspiel(3, 7), 20, seed=3)
    batch.rollout(2)
    seen = look(batch, np.arange(20), np.arange(20) % 3, 2)
    for draws in (np.zeros(20), np.linspace(0, 1, 20, endpoint=False), np.full(20, np.nextafter(1, 0))):
        assert not seen.is_sparse
        chosen, expected = seen.chosen(draws), SparseRows.of(seen.features, seen.mask).chosen(draws)
        assert chosen.tolist() == expected.tolist()
        assert chosen.dtype == expected.dtype
        assert (seen.mask[np.arange(20), chosen] == 1).all()
        assert Observation(sparse=SparseRows.of(seen.features, seen.mask)).chosen(draws).tolist() == chosen.tolist()


@pytest.mark.bounds
def test_rows_of_other_widths_are_joined() -> None:
    masks = np.ones((2, 3), np.int8)
    parts = [
        SparseRows.of(np.array([[0, 5, 0]] * 2, np.uint8), masks),
        SparseRows.of(np.eye(2, 3, dtype=np.uint8), masks),
    ]
    parts.append(SparseRows.of(np.array([[1, 2, 3]], np.uint8), masks[:1]))
    assert joined(parts).dense()[0].tolist() == [[0, 5, 0], [0, 5, 0], [1, 0, 0], [0, 1, 0], [1, 2, 3]]


@pytest.mark.bounds
def test_an_observation_is_one_form_or_the_other() -> None:
    rows, mask = np.zeros((1, 3), np.uint8), np.ones((1, 2), np.int8)
    for given in ({}, {"features": rows}, {"features": rows, "mask": mask, "sparse": SparseRows.of(rows, mask)}):
        with pytest.raises(TypeError, match="features and mask, or sparse rows"):
            Observation(**given)


@pytest.mark.bounds
def test_bags_are_a_matrix_product() -> None:
    rng = np.random.default_rng(1)
    features = rng.integers(0, 3, (6, 40)).astype(np.uint8)
    features[2] = 0
    weights = rng.random((40, 5))
    index, offsets, values = SparseRows.of(features, np.ones((6, 2), np.int8)).bags()
    ends = [*offsets[1:], len(index)]
    found = [values[a:b] @ weights[index[a:b]] for a, b in zip(offsets, ends, strict=True)]
    assert np.allclose(found, features @ weights)
