"""Batch: the same game whatever surrounds it; refusals; saving, copying, beginning anew."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ow_env.core import Batch, Game
from ow_env.goofspiel.game import Goofspiel

ARRAYS = (
    "states",
    "chance",
    "game_number",
    "observation",
    "action_mask",
    "to_act",
    "reward",
    "terminated",
    "truncated",
)


@pytest.fixture(autouse=True)
def threads_for_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads share even the few games of these tests."""
    monkeypatch.setattr("ow_env.core.batch.FEWEST_A_THREAD", 0)


@pytest.fixture
def game() -> Game:
    return Goofspiel(3, 5, bids="hidden")


def snapshot(batch: Batch, rows: object = slice(None)) -> list[bytes]:
    return [getattr(batch, name)[rows].tobytes() for name in ARRAYS]


def lowest(batch: Batch) -> np.ndarray:
    """Everyone's lowest card, or pass."""
    return batch.action_mask.argmax(axis=2)


def some(batch: Batch) -> np.ndarray:
    """A choice that follows from the mask and the game number alone."""
    legal = batch.action_mask.sum(axis=2)
    nth = (batch.game_number[:, None] * 7 + np.arange(legal.shape[1]) * 3) % legal
    return (batch.action_mask.cumsum(axis=2) > nth[:, :, None]).argmax(axis=2)


def play(batch: Batch, steps: int) -> Batch:
    for _ in range(steps):
        batch.step(some(batch))
    return batch


# A game's course depends on its seed and number alone


@pytest.mark.pure
def test_shapes_and_types(game: Game) -> None:
    batch = Batch(game, 2)
    assert batch.observation.shape == (2, 3, game.num_features)
    assert batch.action_mask.shape == (2, 3, game.num_actions)
    assert batch.to_act.shape == batch.reward.shape == (2, 3)
    kinds = [getattr(batch, name).dtype.name for name in ARRAYS[2:]]
    assert kinds == ["int64", "uint8", "int8", "bool", "float32", "bool", "bool"]
    assert batch.states.dtype == game.state_dtype


@pytest.mark.pure
@pytest.mark.parametrize("autoreset", [False, True])
def test_a_game_is_the_same_alone_or_in_any_row(game: Game, autoreset: bool) -> None:
    many = play(Batch(game, 6, seed=3, first_game=10, autoreset=autoreset), 3)
    for row in range(6):
        alone = play(Batch(game, 1, seed=3, first_game=10 + row, autoreset=autoreset), 3)
        assert snapshot(many, slice(row, row + 1)) == snapshot(alone)


@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_change_nothing(game: Game, threads: int) -> None:
    one = Batch(game, 31, seed=5, autoreset=True, reward="shaped")
    other = Batch(game, 31, seed=5, autoreset=True, reward="shaped", threads=threads)
    play(one, 9)
    play(other, 9)
    assert snapshot(one) == snapshot(other)
    assert one.rollout(20) == other.rollout(20)
    assert snapshot(one) == snapshot(other)


@pytest.mark.pure
def test_the_seed_decides(game: Game) -> None:
    assert snapshot(Batch(game, 4, seed=1)) == snapshot(Batch(game, 4, seed=1))
    assert snapshot(Batch(game, 4, seed=1)) != snapshot(Batch(game, 4, seed=2))
    Batch(game, 1, seed=-1)
    Batch(game, 1, seed=2**70)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_makes_its_own_threads(game: Game) -> None:
    batch = Batch(game, 8, threads=2)
    batch.step(lowest(batch))  # the parent's threads exist now
    expected = play(pickle.loads(pickle.dumps(batch)), 1).states.tobytes()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, bytes([play(batch, 1).states.tobytes() == expected]))
        os._exit(0)
    os.close(write)
    assert os.read(read, 1) == b"\x01"
    os.waitpid(child, 0)
    os.close(read)


# Beginning and ending


@pytest.mark.pure
def test_game_numbers_go_on_by_the_number_of_rows(game: Game) -> None:
    batch = Batch(game, 3, first_game=5)
    assert batch.game_number.tolist() == [5, 6, 7]
    batch.reset()
    assert batch.game_number.tolist() == [8, 9, 10]
    batch.reset([1])
    assert batch.game_number.tolist() == [8, 12, 10]
    batch.reset(np.array([True, False, False]))
    assert batch.game_number.tolist() == [11, 12, 10]
    batch.reset(slice(2), seed=0)
    assert batch.game_number.tolist() == [5, 6, 10]
    batch.reset(seed=0)
    assert snapshot(batch) == snapshot(Batch(game, 3, first_game=5))


@pytest.mark.pure
def test_reset_touches_only_its_rows(game: Game) -> None:
    batch = play(Batch(game, 3), 2)
    before = [snapshot(batch, row) for row in range(3)]
    batch.reset([1])
    after = [snapshot(batch, row) for row in range(3)]
    assert (before[0], before[2]) == (after[0], after[2])
    assert before[1] != after[1]


@pytest.mark.pure
def test_a_finished_row_rests_until_reset(game: Game) -> None:
    batch = play(Batch(game, 2), 2)
    batch.reset([1])
    batch.step(some(batch))
    batch.step(some(batch))
    assert batch.terminated.tolist() == [True, False]
    assert np.abs(batch.reward[0]).sum() > 0 or (batch.reward[0] == 0).all()
    ended = batch.states[0].tobytes()
    batch.step(np.where(batch.terminated[:, None], 99, some(batch)))  # 99: ignored
    assert batch.states[0].tobytes() == ended
    assert batch.terminated.tolist() == [True, False]
    assert not batch.reward[0].any()
    assert not batch.to_act[0].any()
    assert batch.action_mask[0].sum(axis=1).tolist() == [1, 1, 1]
    batch.reset([0])
    assert not batch.terminated[0]
    assert batch.to_act[0].all()


@pytest.mark.pure
def test_autoreset_tells_of_both_games(game: Game) -> None:
    batch = Batch(game, 2, seed=4, autoreset=True)
    resting = Batch(game, 2, seed=4)
    play(batch, 4)
    play(resting, 4)
    assert batch.terminated.all()
    assert batch.reward.tolist() == resting.reward.tolist()  # of the game that ended
    assert batch.game_number.tolist() == [2, 3]
    fresh = Batch(game, 2, seed=4, first_game=2)
    assert batch.states.tobytes() == fresh.states.tobytes()  # and all else of the new one
    assert batch.observation.tobytes() == fresh.observation.tobytes()
    assert batch.to_act.all()
    play(batch, 1)
    assert not batch.terminated.any()


# Rewards


@pytest.mark.pure
def test_shaped_rewards_add_up_to_the_outcome_less_the_first_potential(game: Game) -> None:
    win, shaped = Batch(game, 40, seed=6), Batch(game, 40, seed=6, reward="shaped")
    first = np.array(
        [[game.engine.potential(g, game.tables[0], seat) for seat in range(3)] for g in win.states]
    )
    sums = np.zeros((2, 40, 3))
    for _ in range(4):
        for number, batch in enumerate((win, shaped)):
            play(batch, 1)
            sums[number] += batch.reward
    assert win.terminated.all()
    assert set(np.unique(sums[0])) <= {-1.0, 0.0, 1.0}
    assert np.allclose(sums[1], sums[0] - first, atol=1e-6)


@pytest.mark.pure
def test_shaped_rewards_are_differences_of_potential(game: Game) -> None:
    batch = Batch(game, 1, seed=1, reward="shaped")
    engine, t = game.engine, game.tables[0]
    for _ in range(3):
        before = [engine.potential(batch.states[0], t, seat) for seat in range(3)]
        play(batch, 1)
        after = [engine.potential(batch.states[0], t, seat) for seat in range(3)]
        assert np.allclose(batch.reward[0], np.subtract(after, before), atol=1e-6)


# Refusals


@pytest.mark.pure
@pytest.mark.parametrize(
    ("row", "player", "action", "message"),
    [
        (2, 1, 6, "row 2: player_1 may not play 'bid 6': player_1 does not hold the 6, but 1, 2"),
        (0, 0, 0, "row 0: player_0 may not play 'pass': in every round each player bids one card"),
        (1, 2, 14, "row 1: player_2 may not play 14: there are only ids from 0 to 13"),
        (1, 2, -1, "row 1: player_2 may not play -1: there are only ids from 0 to 13"),
    ],
)
def test_a_forbidden_action_changes_nothing(
    game: Game, row: int, player: int, action: int, message: str
) -> None:
    batch = Batch(game, 3)
    before = snapshot(batch)
    actions = lowest(batch)
    actions[row, player] = action
    with pytest.raises(ValueError, match=message):
        batch.step(actions)
    assert snapshot(batch) == before
    batch.step(lowest(batch))


@pytest.mark.pure
@pytest.mark.parametrize(
    "actions", [np.ones((2, 3), int), np.ones((3, 2), int), np.ones((3, 3)), [[True] * 3] * 3, 1]
)
def test_actions_of_the_wrong_kind_are_refused(game: Game, actions: object) -> None:
    with pytest.raises(ValueError, match=r"actions: expected integers .* = \(3, 3\), got"):
        Batch(game, 3).step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_any_integer_type_will_do(game: Game, kind: type) -> None:
    batch = Batch(game, 3)
    batch.step(lowest(batch).astype(kind))
    batch.step(lowest(batch).tolist())


def test_an_id_that_would_wrap_is_refused(game: Game) -> None:
    batch = Batch(game, 3)
    for far in (2**32, -(2**32), 2**63 - 20):
        with pytest.raises(ValueError, match=f"may not play {far + 1}: there are only"):
            batch.step(lowest(batch) + far)
    with pytest.raises(ValueError, match="may not play 18446744073709551615"):
        batch.step(np.full((3, 3), 2**64 - 1, np.uint64))


@pytest.mark.pure
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games: expected a whole number from 1 to"),
        ({"num_games": 1, "threads": 0}, "threads: expected a whole number from 1 up, got 0"),
        ({"num_games": 1, "reward": "income"}, "reward: expected one of 'win', 'shaped', got 'income'"),
    ],
)
def test_wrong_options_are_refused(game: Game, options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(game, **options)


# Random play


@pytest.mark.pure
def test_rollout_counts_decisions_and_begins_anew(game: Game) -> None:
    batch = Batch(game, 4, seed=8)
    assert batch.rollout(10) == 4 * 10 * 3
    assert batch.game_number.tolist() == [8, 9, 10, 11]  # 4 decisions a game
    assert batch.to_act.all()
    assert not batch.terminated.any()


def test_rollout_plays_legally_and_evenly(game: Game) -> None:
    batch = Batch(game, 3000, seed=8)
    batch.rollout(1)
    bids = batch.states["players"]["bid_for"][:, :3].max(axis=2)
    counts = np.bincount(bids.ravel(), minlength=6)
    assert counts[0] == 0
    assert np.abs(counts[1:] - 1800).max() < 200
    batch.rollout(500)
    for row in range(0, 3000, 100):
        game.from_position(game.position(batch.states[row : row + 1]))  # whole and consistent


@pytest.mark.pure
def test_rollout_writes_what_step_would(game: Game) -> None:
    batch = Batch(game, 5, seed=2)
    batch.rollout(3)
    view = game.show(batch.states)
    assert view.observation.tobytes() == batch.observation.tobytes()
    assert view.action_mask.tobytes() == batch.action_mask.tobytes()
    assert view.to_act.tobytes() == batch.to_act.tobytes()


@pytest.mark.pure
def test_one_can_step_on_after_a_rollout(game: Game) -> None:
    batch = Batch(game, 2)
    batch.rollout(4)  # the last step ended a game and began the next
    assert batch.terminated.all()
    before = batch.states.tobytes()
    batch.step(lowest(batch))
    assert batch.states.tobytes() != before
    assert not batch.terminated.any()
    play(batch, 3)
    assert batch.terminated.all()
    batch.rollout(1)  # and roll out after an end
    assert not batch.terminated.any()


# Copies, positions, files


@pytest.mark.pure
def test_a_copied_row_plays_on_alike(game: Game) -> None:
    batch = play(Batch(game, 4), 2)
    untouched = snapshot(batch, 1)
    batch.copy_rows([0, 0], [2, 3])
    assert snapshot(batch, 0) == snapshot(batch, 2) == snapshot(batch, 3)
    assert snapshot(batch, 1) == untouched
    play(batch, 1)
    assert snapshot(batch, 0) == snapshot(batch, 2) == snapshot(batch, 3)


@pytest.mark.pure
def test_rows_can_change_places(game: Game) -> None:
    batch = play(Batch(game, 2), 1)
    one, other = snapshot(batch, 0), snapshot(batch, 1)
    batch.copy_rows([0, 1], [1, 0])
    assert (snapshot(batch, 0), snapshot(batch, 1)) == (other, one)


def test_copies_roll_out_differently(game: Game) -> None:
    batch = Batch(game, 64)
    batch.copy_rows(np.zeros(64, int), np.arange(64))
    batch.rollout(2)
    assert len({state.tobytes() for state in batch.states}) > 32


@pytest.mark.pure
def test_positions_are_copied_byte_for_byte(game: Game) -> None:
    here, there = play(Batch(game, 6, seed=1), 3), play(Batch(game, 5, seed=2), 1)
    before = there.states.copy()
    game.copy(here.states, [4, 0], there.states, [1, 3])
    wanted = [before[0], here.states[4], before[2], here.states[0], before[4]]
    assert [g.tobytes() for g in there.states] == [g.tobytes() for g in wanted]


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ([0, 1], [2], "target_rows: expected 2 rows, got 1"),
        ([0], [6], r"target_rows: expected 0 to 5, got \[6\]"),
        ([-1], [2], "source_rows: expected 0 to 5"),
        ([0, 3], [3, 1], "row 3 would be both read and written"),
    ],
)
def test_rows_that_can_not_be_copied_are_refused(
    game: Game, source: list[int], target: list[int], message: str
) -> None:
    batch = play(Batch(game, 6), 2)
    before = snapshot(batch)
    with pytest.raises(ValueError, match=message):
        game.copy(batch.states, source, batch.states, target)
    assert snapshot(batch) == before


def test_positions_can_be_put_into_rows(game: Game) -> None:
    batch = play(Batch(game, 3), 2)
    state = batch.states[:1].copy()
    other = Batch(game, 3, seed=9)
    kept = snapshot(other, 1)
    other.set_states(state, [0, 2])
    assert snapshot(other, 1) == kept
    for row in (0, 2):
        assert other.states[row].tobytes() == state.tobytes()
        assert other.observation[row].tobytes() == batch.observation[0].tobytes()
    other.set_states(game.from_position({"players": [{"score": 1}, {}, {}]}))
    assert other.terminated.all()
    with pytest.raises(TypeError, match="states: expected records of goofspiel, got float64"):
        other.set_states(np.zeros(1))


def test_a_loaded_batch_goes_on_exactly(game: Game, tmp_path: Path) -> None:
    batch = Batch(game, 5, seed=3, autoreset=True)
    batch.rollout(7)
    batch.save(tmp_path / "game.npz")
    other = Batch(game, 5, seed=0, autoreset=True)
    other.load(tmp_path / "game.npz")
    assert snapshot(batch) == snapshot(other)
    for _ in range(9):
        assert play(batch, 1).rollout(2) == play(other, 1).rollout(2)
        assert snapshot(batch) == snapshot(other)
    assert os.listdir(tmp_path) == ["game.npz"]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (lambda game: Batch(game, 6), "num_games is 5, not 6"),
        (lambda game: Batch(Goofspiel(3, 6), 5), "options is {.*'num_cards': 5.*}, not {.*6"),
    ],
)
def test_a_file_of_another_game_is_refused(
    game: Game, tmp_path: Path, other: Callable[[Game], Batch], message: str
) -> None:
    Batch(game, 5).save(tmp_path / "game.npz")
    batch = other(game)
    before = snapshot(batch)
    with pytest.raises(ValueError, match=message):
        batch.load(tmp_path / "game.npz")
    assert snapshot(batch) == before


def test_a_pickled_batch_goes_on_exactly(game: Game) -> None:
    batch = Batch(game, 4, threads=2, autoreset=True)
    play(batch, 3)
    other = pickle.loads(pickle.dumps(batch))
    assert snapshot(play(batch, 5)) == snapshot(play(other, 5))


def test_repr(game: Game) -> None:
    assert repr(Batch(game, 4)).endswith('bids="hidden", ties="discard", ask="needed"), num_games=4)')
