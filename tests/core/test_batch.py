"""Batch: the same game whatever surrounds it; refusals; saving, copying, beginning anew."""

from __future__ import annotations

import gc
import json
import os
import pickle
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.core import Batch, Game, secrecy
from ow_env.core.game import frozen
from ow_env.core.kernels import KERNELS
from ow_env.core.rng import RNG, below, pick, start
from ow_env.core.sharing import DRIVE, Tuner, take_block
from ow_env.goofspiel.game import Goofspiel
from tests import games

pytestmark = pytest.mark.bounds

SECRET = b"a secret of this many bytes"

ARRAYS = ("states", "rng", "game_number", "observation", "action_mask", "to_act", "reward", "terminated", "truncated")


@pytest.fixture(autouse=True)
def threads_for_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads share even the few games of these tests, in blocks of one row, however few processors there are."""
    monkeypatch.setattr("ow_env.core.batch.processors", lambda: 64)
    monkeypatch.setattr(Tuner, "pick", lambda tuner, work: tuner.choices[-1])
    monkeypatch.setattr("ow_env.core.batch.ENOUGH", 0)
    monkeypatch.setattr(Tuner, "learn", lambda tuner, work, threads, took: None)
    monkeypatch.setattr("ow_env.core.sharing.AT_ONCE", 1)


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


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[Any, ...], threading.Thread]]:
    """What the kernel is given, call by call.

    How many rows; potential_shaping, observe_acting_only, random_actions, stride, steps; by which thread.
    """
    calls: list[tuple[int, tuple[Any, ...], threading.Thread]] = []
    real = KERNELS["goofspiel"] if "goofspiel" in KERNELS else Goofspiel().kernels

    def drive(*given: Any) -> int:
        *settings, first, end = given[-7:]
        calls.append((end - first, tuple(settings), threading.current_thread()))
        return int(real.drive(*given))

    def share(*given: Any) -> bool:
        calls.append((0, given[-10:-5], threading.current_thread()))
        return bool(real.share(*given))

    monkeypatch.setitem(KERNELS, "goofspiel", replace(real, drive=drive, share=share))
    return calls


# A game's course depends on its seed and number alone


def test_shapes_and_types(game: Game) -> None:
    batch = Batch(game, 2)
    assert batch.observation.shape == (2, 3, game.num_features)
    assert batch.action_mask.shape == (2, 3, game.num_actions)
    assert batch.to_act.shape == batch.reward.shape == (2, 3)
    kinds = [getattr(batch, name).dtype.name for name in ARRAYS[2:]]
    assert kinds == ["int64", "uint8", "int8", "bool", "float32", "bool", "bool"]
    assert batch.states.dtype == game.state_dtype
    assert repr(Batch(game, 4)).endswith('bids="hidden", ties="discard", ask="needed"), num_games=4)')


@pytest.mark.shipped
@pytest.mark.parametrize("autoreset", [False, True])
def test_a_game_is_the_same_alone_or_in_any_row(game: Game, autoreset: bool) -> None:
    many = play(Batch(game, 6, seed=3, first_game=10, autoreset=autoreset), 3)
    for row in range(6):
        alone = play(Batch(game, 1, seed=3, first_game=10 + row, autoreset=autoreset), 3)
        assert snapshot(many, slice(row, row + 1)) == snapshot(alone)


def test_the_seed_decides(game: Game) -> None:
    assert snapshot(Batch(game, 4, seed=1)) == snapshot(Batch(game, 4, seed=1))
    assert snapshot(Batch(game, 4, seed=1)) != snapshot(Batch(game, 4, seed=2))
    Batch(game, 1, seed=-1)
    Batch(game, 1, seed=2**70)


@pytest.mark.shipped
@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_change_nothing(game: Game, threads: int) -> None:
    one = Batch(game, 13, seed=5, autoreset=True, reward="shaped")
    other = Batch(game, 13, seed=5, autoreset=True, reward="shaped", threads=threads)
    for _ in range(2):
        assert snapshot(play(one, 5)) == snapshot(play(other, 5))
        assert one.rollout(10) == other.rollout(10)


@pytest.mark.parametrize(("rows", "threads"), [(1, 2), (2, 3), (13, 2), (100, 3)])
def test_the_first_action_that_is_not_allowed_is_refused_whoever_finds_it(game: Game, rows: int, threads: int) -> None:
    batch = play(Batch(game, rows, seed=5, threads=threads), 1)
    before, actions = snapshot(batch), lowest(batch)
    for bad in (rows - 1, rows // 2):
        actions[bad, bad % 2] = 99  # of a single row the very first action there is
        with pytest.raises(ValueError, match=rf"^row {bad}: player_{bad % 2} may not play 99: "):
            batch.step(actions)
        assert snapshot(batch) == before
    batch.step(lowest(batch))
    assert snapshot(batch) != before


def test_a_thread_that_comes_late_is_not_waited_for(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calling thread does what nobody began."""
    real, go = game.kernels, threading.Event()
    late: list[bool] = []

    def share(*given: Any) -> bool:
        if threading.current_thread() is not threading.main_thread():
            go.wait(10)
            late.append(bool(real.share(*given)))
            return late[-1]
        return bool(real.share(*given))

    monkeypatch.setitem(KERNELS, "goofspiel", replace(real, share=share))
    batch, alone = Batch(game, 9, threads=2), Batch(game, 9)
    for _ in range(3):
        play(batch, 1)
        play(alone, 1)
        assert snapshot(batch) == snapshot(alone)
    assert not late
    go.set()
    play(batch, 1)
    play(alone, 1)
    assert snapshot(batch) == snapshot(alone)


def test_what_goes_wrong_in_another_thread_is_raised(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(game, 9, threads=2)
    real, begun = game.kernels, threading.Event()

    def share(*given: Any) -> bool:
        if threading.current_thread() is threading.main_thread():
            begun.wait(10)
            return bool(real.share(*given))
        *_, plan, thread, _patience = given
        take_block(plan, DRIVE, thread)  # and never does it
        begun.set()
        raise IndexError("beyond the array")

    batch._kernels = replace(real, share=share)
    with pytest.raises(IndexError, match="beyond the array"):
        batch.rollout(1)


@pytest.mark.parametrize(
    ("options", "step", "rollout"),
    [
        ({}, (False, False, False, 0, 1), (False, False, True, 3, 9)),
        ({"reward": "shaped"}, (True, False, False, 0, 1), (True, False, True, 3, 9)),
        ({"observe": "acting"}, (False, True, False, 0, 1), (False, True, True, 3, 9)),
        ({"autoreset": True}, (False, False, False, 3, 1), (False, False, True, 3, 9)),
        ({"secret": SECRET}, (False, False, False, 0, 1), (False, False, True, 3, 1)),
    ],
)
def test_what_the_kernel_is_asked_for(game, driven, options, step, rollout):
    """Shaped rewards, observations of who acts, random actions, what follows a game that ends, how many decisions."""
    batch = Batch(game, 3, **options)
    assert driven[-1][1][2:] == (False, 0, 1), "nothing follows where games are begun by hand"
    batch.step(lowest(batch))
    assert driven[-1][1] == step
    batch.rollout(9)
    assert driven[-1][1] == rollout or driven[-2][1] == rollout


def test_threads_are_made_once_and_end_with_their_batch(game: Game) -> None:
    before = set(threading.enumerate())
    batch = Batch(game, 8, threads=3)
    helpers = batch._helpers
    assert helpers is not None
    play(batch, 4)
    assert batch._helpers is helpers
    mine = set(threading.enumerate()) - before
    assert len(mine) == 2
    del helpers
    del batch
    gc.collect()
    for thread in mine:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_makes_its_own_threads(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    both, real = threading.Barrier(2, timeout=10), game.kernels
    met: list[tuple[Any, int]] = []

    def share(*given: Any) -> bool:
        *_, plan, thread, _patience = given
        if not any(plan is other and thread == who for other, who in met):
            met.append((plan, thread))
            both.wait()  # neither thread does the work of both
        return bool(real.share(*given))

    monkeypatch.setitem(KERNELS, "goofspiel", replace(real, share=share))
    batch = Batch(game, 8, threads=2)
    batch.step(lowest(batch))  # the parent's threads exist now
    expected = play(pickle.loads(pickle.dumps(batch)), 1).states.tobytes()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # without threads it would wait for ever
        os.write(write, bytes([play(batch, 1).states.tobytes() == expected]))
        os._exit(0)
    os.close(write)
    assert os.read(read, 1) == b"\x01"
    os.waitpid(child, 0)
    os.close(read)


# Beginning and ending


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


def test_reset_touches_only_its_rows_whose_random_choices_go_on_where_they_were(game: Game) -> None:
    batch, other = Batch(game, 3, first_game=4), Batch(game, 3, first_game=4)
    for each in (batch, other):
        each.rollout(2)
    batch.reset([1], seed=0)
    assert (snapshot(batch, 0), snapshot(batch, 2)) == (snapshot(other, 0), snapshot(other, 2))
    assert snapshot(batch, 1) != snapshot(other, 1)
    for each in (batch, other):
        each.rollout(3)
    for row in (0, 2):
        assert snapshot(batch, row) == snapshot(other, row)
    fresh = Batch(game, 3, first_game=4)
    fresh.rollout(3)
    assert snapshot(batch, 1) == snapshot(fresh, 1)


def test_random_actions_follow_from_seed_and_number_and_are_drawn_beside_the_games_own_generator(game: Game) -> None:
    many = Batch(game, 3, seed=-5, first_game=10)
    many.rollout(2)
    for row in range(3):
        alone = Batch(game, 1, seed=2**64 - 5, first_game=10 + row)
        alone.rollout(2)
        assert snapshot(many, slice(row, row + 1)) == snapshot(alone)
    batch, stepped = Batch(game, 1, seed=9, first_game=4), Batch(game, 1, seed=9, first_game=4)
    picker = np.zeros(1, RNG)
    start(picker[0], np.uint64(9 ^ 0x5DEECE66D), np.uint64(4))
    for _ in range(3):
        stepped.step([[pick(mask, picker[0]) for mask in stepped.action_mask[0]]])
        batch.rollout(1)
        assert snapshot(batch) == snapshot(stepped)


def test_with_a_secret_random_actions_follow_from_it_too(game: Game) -> None:
    def bids(**options: Any) -> list[int]:
        batch = Batch(game, 8, seed=5, **options)
        batch.set_states(Batch(game, 1, seed=5).states)
        batch.rollout(1)
        found: list[int] = batch.states["players"]["bid_for"].max(axis=2).ravel().tolist()
        return found

    assert bids(secret=SECRET) == bids(secret=SECRET)
    assert bids(secret=SECRET) != bids()
    assert bids(secret=SECRET) != bids(secret=SECRET[::-1])


@pytest.mark.parametrize("rows", [[3], [-4], ["a"], [True, False], [0.5], np.zeros((2, 3), bool)])
def test_rows_that_are_none_are_refused(game: Game, rows: Any) -> None:
    batch = Batch(game, 3)
    before = snapshot(batch)
    wanted = "rows: expected row numbers below 3, a slice, or a flag for each of 3 rows, got"
    with pytest.raises(ValueError, match=wanted):
        batch.reset(rows)
    assert snapshot(batch) == before


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


def test_shaped_rewards_are_differences_of_potential_and_add_up_to_the_outcome(game: Game) -> None:
    win, shaped = Batch(game, 40, seed=6), Batch(game, 40, seed=6, reward="shaped")

    def potentials() -> Any:
        return np.array([[game.engine.potential(g, game.tables[0], seat) for seat in range(3)] for g in win.states])

    first = now = potentials()
    sums = np.zeros((2, 40, 3))
    for _ in range(4):
        before = now
        for number, batch in enumerate((win, shaped)):
            play(batch, 1)
            sums[number] += batch.reward
        now = potentials()
        assert np.allclose(shaped.reward, win.reward + now - before, atol=1e-6)
    assert win.terminated.all()
    assert set(np.unique(sums[0])) <= {-1.0, 0.0, 1.0}
    assert np.allclose(sums[1], sums[0] - first, atol=1e-6)


# Refusals


@pytest.mark.parametrize(
    ("row", "player", "action", "message"),
    [
        (2, 1, 6, "row 2: player_1 may not play 'bid 6': player_1 does not hold the 6, but 1, 2"),
        (0, 0, 0, "row 0: player_0 may not play 'pass': in every round each player bids one card"),
        (1, 2, 14, "row 1: player_2 may not play 14: there are only ids from 0 to 13"),
        (1, 2, -1, "row 1: player_2 may not play -1: there are only ids from 0 to 13"),
    ],
)
def test_a_forbidden_action_changes_nothing(game: Game, row: int, player: int, action: int, message: str) -> None:
    batch = Batch(game, 3)
    before = snapshot(batch)
    actions = lowest(batch)
    actions[row, player] = action
    with pytest.raises(ValueError, match=message):
        batch.step(actions)
    assert snapshot(batch) == before
    batch.step(lowest(batch))


class Silent(Goofspiel):
    """Goofspiel that can't say why something is not allowed."""

    def why_not(self, state: Any, player: int, action: int) -> str | None:
        assert (len(state), self.action_name(state, player, action)) == (1, "bid 6")
        return None


def test_what_is_forbidden_for_no_reason_told_is_refused_all_the_same() -> None:
    batch = Batch(Silent(3, 5), 3)
    actions = lowest(batch)
    actions[1, 2] = 6
    with pytest.raises(ValueError, match="row 1: player_2 may not play 'bid 6': it is not allowed"):
        batch.step(actions)


@pytest.mark.parametrize("actions", [np.ones((2, 3), int), np.ones((3, 2), int), np.ones((3, 3)), [[True] * 3] * 3, 1])
def test_actions_of_the_wrong_kind_are_refused(game: Game, actions: object) -> None:
    with pytest.raises(ValueError, match=r"actions: expected integers .* = \(3, 3\), got"):
        Batch(game, 3).step(actions)


def test_an_id_beyond_64_bits_is_shown(game: Game) -> None:
    with pytest.raises(ValueError, match=rf"= \(1, 3\), got \[\[{10**30}, 0, None\]\]"):
        Batch(game, 1).step([[10**30, 0, None]])


def test_any_integer_type_will_do_and_an_id_that_would_wrap_is_refused(game: Game) -> None:
    batch = Batch(game, 3)
    for kind in (np.int8, np.uint8, np.int64, np.uint64):
        batch.reset()
        batch.step(lowest(batch).astype(kind))
        batch.step(lowest(batch).tolist())
    batch.reset(seed=0)
    for far in (2**32, -(2**32), 2**63 - 20):
        with pytest.raises(ValueError, match=f"may not play {far + 1}: there are only"):
            batch.step(lowest(batch) + far)
    with pytest.raises(ValueError, match="may not play 18446744073709551615"):
        batch.step(np.full((3, 3), 2**64 - 1, np.uint64))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games: expected a whole number from 1 to"),
        ({"num_games": 1, "threads": 0}, "threads: expected a whole number from 1 up, got 0"),
        ({"num_games": 1, "reward": "income"}, "reward: expected one of 'win', 'shaped', got 'income'"),
        ({"num_games": 1, "observe": "none"}, "observe: expected one of 'all', 'acting', got 'none'"),
        ({"num_games": 1, "autoreset": 1}, "autoreset: expected True or False, got 1"),
        ({"num_games": 1, "first_game": -1}, "first_game: expected a whole number from 0 to"),
        ({"num_games": 1, "seed": 0.5}, "seed: expected a whole number, got 0.5"),
    ],
)
def test_wrong_options_are_refused(game: Game, options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(game, **options)


# Random play


def test_rollout_counts_decisions_and_begins_anew(game: Game) -> None:
    batch = Batch(game, 4, seed=8)
    assert batch.rollout(10) == 4 * 10 * 3
    assert batch.game_number.tolist() == [8, 9, 10, 11]  # 4 decisions a game
    assert batch.to_act.all()
    assert not batch.terminated.any()


def test_rollout_plays_evenly(game: Game) -> None:
    batch = Batch(game, 300, seed=8)
    batch.rollout(1)
    bids = batch.states["players"]["bid_for"][:, :3].max(axis=2)
    counts = np.bincount(bids.ravel(), minlength=6)
    assert counts[0] == 0
    assert np.abs(counts[1:] - 180).max() < 50  # four standard deviations


def test_rollout_plays_legally_and_writes_what_step_would(game: Game) -> None:
    batch = Batch(game, 5, seed=2)
    for steps in (3, 30):
        batch.rollout(steps)
        view = game.show(batch.states)
        assert view.observation.tobytes() == batch.observation.tobytes()
        assert view.action_mask.tobytes() == batch.action_mask.tobytes()
        assert view.to_act.tobytes() == batch.to_act.tobytes()
        for row in range(5):
            game.from_position(game.position(batch.states[row : row + 1]))  # whole and consistent


def test_one_can_step_on_after_a_rollout_and_roll_out_after_an_end(game: Game) -> None:
    batch = Batch(game, 2)
    batch.rollout(4)  # the last step ended a game and began the next
    assert batch.terminated.all()
    before = batch.states.tobytes()
    batch.step(lowest(batch))
    assert batch.states.tobytes() != before
    assert not batch.terminated.any()
    play(batch, 3)
    assert batch.terminated.all()
    batch.rollout(1)
    assert not batch.terminated.any()
    batch = play(Batch(game, 2), 3)
    batch.reset([1])
    batch.step(lowest(batch))
    assert batch.terminated.tolist() == [True, False]
    batch.rollout(1)
    assert batch.game_number.tolist() == [2, 3], "only what is over begins anew"
    batch = Batch(game, 2, autoreset=True)
    batch.rollout(4)  # both end, and the next have begun
    batch.rollout(1)
    assert batch.game_number.tolist() == [2, 3], "the game that has followed by itself is played"


@pytest.mark.parametrize("secret", [None, SECRET])
@pytest.mark.parametrize("autoreset", [False, True])
def test_a_rollout_may_be_cut_anywhere(game: Game, autoreset: bool, secret: bytes | None) -> None:
    """At the end of a game too: the one that has followed is played, and no number is left out."""
    whole, cut = (Batch(game, 2, seed=8, secret=secret, autoreset=autoreset) for _ in range(2))
    for steps in (6, 3, 1):  # a game has 4
        assert whole.rollout(steps) == sum(cut.rollout(1) for _ in range(steps))
        assert snapshot(whole) == snapshot(cut)
    assert whole.game_number.tolist() == [4, 5]


# Several games, openings, secrets


def carrying(**options: Any) -> Goofspiel:
    return Goofspiel(3, 5, bids="hidden", ties="carry", **options)


def test_rows_play_several_games_in_turn(game: Game) -> None:
    games = [game, carrying(), Goofspiel(3, 5)]
    batch = play(Batch(games, 7, seed=3), 3)
    for row in range(7):
        assert batch.game_of(row) is games[row % 3]
        alone = play(Batch(games[row % 3], 1, seed=3, first_game=row), 3)
        assert snapshot(batch, slice(row, row + 1)) == snapshot(alone)
    batch.reset()
    assert batch.states["ties"].tolist() == [0, 1, 0, 0, 1, 0, 0]
    assert batch.states["bids"].tolist() == [1, 1, 0, 1, 1, 0, 1]
    assert repr(Batch([game, game], 2)) == f"Batch([{game!r}, {game!r}], num_games=2)"


def other_cards() -> Goofspiel:
    game = Goofspiel(3, 5)
    game.tables[0].points[0] = 2
    return game


@pytest.mark.parametrize(
    ("more", "kind", "message"),
    [
        ([], ValueError, "game: expected a game, or some, got none"),
        ([Goofspiel(3), "goofspiel"], TypeError, "game: expected a game, got 'goofspiel' as number 1"),
        ([Goofspiel(3), Goofspiel(3), Goofspiel(2)], ValueError, "game: number 2 has num_players 2, number 0 3"),
        ([Goofspiel(3), other_cards()], ValueError, "game: number 1 has other tables"),
    ],
)
def test_games_that_one_batch_can_not_hold_are_refused(more: list[Any], kind: type, message: str) -> None:
    with pytest.raises(kind, match=message):
        Batch(more, 4)


@pytest.fixture
def endgames() -> Goofspiel:
    """A game that begins in one of three positions, two decisions before its end."""
    game = carrying()
    game.openings = play(Batch(game, 3, seed=1), 2).states.copy()  # type: ignore[attr-defined]
    return game


def opened(batch: Batch) -> list[bytes]:
    """What positions the games of a batch begin from, drawn by the generator that a game without openings has."""
    dealt = Batch(carrying(), batch.num_games, first_game=int(batch.game_number[0]))
    dealt.rng["key"] = batch.rng["key"]
    openings = batch.game.openings  # type: ignore[attr-defined]
    return [openings[below(rng, 3)].tobytes() for rng in dealt.rng]


def as_bytes(states: Any) -> list[bytes]:
    return [state.tobytes() for state in states]


@pytest.mark.parametrize("secret", [None, SECRET])
def test_a_game_with_openings_begins_from_one_drawn_by_its_own_generator(endgames, secret):
    batch = Batch(endgames, 12, seed=5, secret=secret)
    assert as_bytes(batch.states) == opened(batch)
    assert len(set(as_bytes(batch.states))) == 3
    shown = endgames.show(batch.states)
    assert shown.observation.tobytes() == batch.observation.tobytes()
    assert shown.action_mask.tobytes() == batch.action_mask.tobytes()
    begun = as_bytes(batch.states)
    play(batch, 1)
    assert not set(as_bytes(batch.states)) & set(begun), "a game that goes on is not put back"
    play(batch, 1)
    assert batch.terminated.all()
    ended = as_bytes(batch.states)
    play(batch, 1)
    assert as_bytes(batch.states) == ended, "nor does one follow by itself"
    batch.reset([4])
    assert as_bytes(batch.states)[4] == opened(batch)[4]
    assert as_bytes(batch.states)[:4] + as_bytes(batch.states)[5:] == ended[:4] + ended[5:]


@pytest.mark.parametrize("secret", [None, SECRET])
def test_what_follows_by_itself_begins_from_an_opening_too(endgames: Goofspiel, secret: bytes | None) -> None:
    batch = Batch(endgames, 6, seed=5, secret=secret, autoreset=True)
    resting = Batch(endgames, 6, seed=5, secret=secret)
    for each in (batch, resting):
        play(each, 2)
    assert batch.terminated.all()
    assert batch.reward.tolist() == resting.reward.tolist() != np.zeros((6, 3)).tolist()
    assert batch.game_number.tolist() == [6, 7, 8, 9, 10, 11]
    assert as_bytes(batch.states) == opened(batch)
    assert batch.to_act.all()
    alone = play(Batch(endgames, 1, seed=5, secret=secret, autoreset=True), 2)
    assert as_bytes(alone.states) == opened(alone)
    assert alone.game_number.tolist() == [1]


@pytest.mark.parametrize("secret", [None, SECRET])
def test_random_play_begins_from_openings_too(endgames: Goofspiel, secret: bytes | None) -> None:
    batch, again = (Batch(endgames, 3, seed=5, secret=secret, autoreset=True) for _ in range(2))
    for steps in (1, 2, 6):
        assert batch.rollout(steps) == 3 * steps * 3
        for _ in range(steps):
            again.rollout(1)
            if again.terminated.all():
                assert as_bytes(again.states) == opened(again)
        assert snapshot(batch) == snapshot(again)
    assert batch.game_number.tolist() == [12, 13, 14], "four games of two decisions are over"


def test_only_the_games_that_have_openings_begin_from_them(endgames: Goofspiel, game: Game) -> None:
    batch = Batch([game, endgames], 4, seed=5)
    plain = Batch([game, carrying()], 4, seed=5)
    for row in (0, 2):
        assert snapshot(batch, row) == snapshot(plain, row)
    for row in (1, 3):
        assert batch.states[row].tobytes() in as_bytes(endgames.openings)  # type: ignore[attr-defined]
    assert snapshot(Batch([game, game], 4, seed=5)) == snapshot(Batch(game, 4, seed=5))


@pytest.mark.parametrize("autoreset", [False, True])
def test_with_a_secret_a_game_is_dealt_by_its_key(game: Game, autoreset: bool) -> None:
    alone = play(Batch(game, 1, seed=7, secret=SECRET, autoreset=True), 4)
    key = secrecy.game_key(secrecy.Secret(SECRET), 7, 1)
    dealt_next = Batch(game, 1, secrecy.stream_seed(key, 7), first_game=1)
    assert snapshot(alone)[:2] == snapshot(dealt_next)[:2], "of a single row too"
    batch = Batch(game, 3, seed=7, secret=SECRET, first_game=2, autoreset=autoreset)

    def dealt() -> list[bytes]:
        found = []
        for row, number in enumerate(batch.game_number.tolist()):
            key = secrecy.game_key(secrecy.Secret(SECRET), 7, number)
            assert batch.game_key(row) == key
            found.append(Batch(game, 1, secrecy.stream_seed(key, 7), first_game=number))
        return [snapshot(one)[0] + snapshot(one)[1] for one in found]

    def now() -> list[bytes]:
        return [a.tobytes() + b.tobytes() for a, b in zip(batch.states, batch.rng, strict=True)]

    assert now() == dealt()
    play(batch, 4)
    assert batch.terminated.all()
    outcomes = batch.reward.tolist()
    assert any(any(row) for row in outcomes)
    if not autoreset:
        batch.reset()
    assert batch.game_number.tolist() == [5, 6, 7]
    assert now() == dealt()
    before = now()
    batch.reset([1])
    assert batch.game_number.tolist() == [5, 9, 7]
    assert now() == dealt()
    assert (now()[0], now()[2]) == (before[0], before[2])
    assert batch.seeds.tolist() == [7, 7, 7]


@pytest.mark.parametrize("secret", [None, SECRET])
def test_luck_follows_from_seed_number_and_seat_of_the_game_there_is_now(game: Game, secret: bytes | None) -> None:
    kept = secrecy.Secret.of(secret)
    batch = Batch(game, 3, seed=7, secret=secret)
    assert (batch.game_key(0) is None) == (secret is None)
    rows, seats = np.array([2, 0, 2]), np.array([1, 0, 2])

    def wanted() -> list[int]:
        keys = secrecy.draw_keys(batch.seeds, batch.game_number, 3, kept)
        found: list[int] = keys[rows, seats].tolist()
        return found

    first = wanted()
    for _ in range(2):
        assert batch.draw_keys(rows, seats).tolist() == first
    batch.reset([2])  # another number
    assert batch.draw_keys(rows, seats).tolist() == wanted()
    assert (wanted()[0] != first[0], wanted()[1] == first[1]) == (True, True)
    batch.reset([2])
    batch.reset([2], seed=8)  # another seed
    assert batch.draw_keys(rows, seats).tolist() == wanted()
    batch.reset([0], seed=8)  # another seed, the same number
    assert batch.draw_keys(rows, seats).tolist() == wanted()
    assert batch.player_seed("guess", 1, 2, "a") == secrecy.seed_for("guess", 7, 2, "a", secret=kept)
    assert batch.player_seed("guess", 2, 2, "a") == secrecy.seed_for("guess", 8, 2, "a", secret=kept)


def test_a_guess_follows_from_position_seat_and_key_alone(game: Game) -> None:
    batch = play(Batch(game, 4, seed=2), 3)
    before = snapshot(batch)
    rows, seats = np.array([3, 0, 3, 2, 0]), np.array([0, 2, 2, 0, 1])
    keys = np.array([5, 6, 7, 8, 6], np.uint64)
    found = batch.determinizations(rows, seats, keys)
    for guess, row, seat, key in zip(found, rows, seats, keys, strict=True):
        wanted, rng = batch.states[row : row + 1].copy(), np.zeros(1, RNG)
        rng["key"] = key
        game.kernels.hide(wanted, rng, frozen(game.tables), int(seat))
        assert guess.tobytes() == wanted.tobytes()
    assert any(guess.tobytes() != batch.states[row].tobytes() for guess, row in zip(found, rows, strict=True))
    assert snapshot(batch) == before


# Copies, positions, files


def test_a_copied_row_plays_on_alike_under_the_same_seed(game: Game) -> None:
    batch = play(Batch(game, 4), 2)
    batch.reset([0], seed=9)
    play(batch, 1)
    untouched = snapshot(batch, 1)
    batch.copy_rows((0, 0), [2, 3])
    for steps in (0, 1):
        play(batch, steps)
        assert snapshot(batch, 0) == snapshot(batch, 2) == snapshot(batch, 3)
        untouched = untouched if steps == 0 else snapshot(batch, 1)
        assert snapshot(batch, 1) == untouched
    assert batch.seeds.tolist() == [9, 0, 9, 9]
    rows = np.array([0, 2])
    keys = batch.draw_keys(rows, np.zeros(2, int))
    assert keys[0] == keys[1], "what is handed to players follows from the seed"
    following = batch.game_number[[0, 0]].tolist()
    batch.game_number[[0, 2]] = following
    batch.reset([0, 2])
    assert snapshot(batch, 0)[:2] == snapshot(batch, 2)[:2], "and so does the next game of that number"


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
def test_rows_that_can_not_be_copied_are_refused(game, source, target, message):
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
    over = {"players": [{"score": 1, "hand": []}, {"hand": []}, {"hand": []}], "face_down": []}
    other.set_states(game.from_position(over))
    assert other.terminated.all()
    with pytest.raises(TypeError, match="states: expected records of goofspiel, got float64"):
        other.set_states(np.zeros(1))


def test_a_loaded_batch_goes_on_exactly(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.npz"
    batch = Batch(game, 5, seed=3, autoreset=True)
    batch.rollout(7)
    batch.save(path)
    assert os.listdir(tmp_path) == ["game.npz"]
    other = Batch(game, 5, seed=0, autoreset=True)
    other.load(path)
    assert snapshot(batch) == snapshot(other)
    for _ in range(9):
        assert play(batch, 1).rollout(2) == play(other, 1).rollout(2)
        assert snapshot(batch) == snapshot(other)


def test_a_file_of_another_game_is_refused(game: Game, tmp_path: Path) -> None:
    Batch(game, 5).save(tmp_path / "game.npz")
    for batch, message in (
        (Batch(game, 6), "num_games is 5, not 6"),
        (Batch(Goofspiel(3, 6), 5), "options is {.*'num_cards': 5.*}, not {.*6"),
    ):
        before = snapshot(batch)
        with pytest.raises(ValueError, match=message):
            batch.load(tmp_path / "game.npz")
        assert snapshot(batch) == before


@pytest.mark.parametrize("secret", [None, SECRET])
def test_what_is_told_of_a_game_that_ended_is_saved_too(game: Game, tmp_path: Path, secret: bytes | None) -> None:
    batch = play(Batch(game, 3, seed=4, autoreset=True, secret=secret), 4)
    assert batch.terminated.all()
    assert batch.reward.any()
    batch.truncated[1] = True
    batch.save(tmp_path / "game.npz")
    other = Batch(game, 3, autoreset=True, secret=secret)
    other.load(str(tmp_path / "game.npz"))
    assert snapshot(other) == snapshot(batch)
    assert other.seeds.tolist() == [4, 4, 4]
    with np.load(tmp_path / "game.npz") as file:
        follow = {"commands", "actions", "observation", "action_mask", "to_act"}  # from the positions
        assert follow.isdisjoint(file.files)
        assert {"states", "rng", "template_index", "action_rng", "header"} <= set(file.files)


@pytest.mark.parametrize(
    ("key", "value"),
    [("format", 1), ("game", "chess"), ("version", 1), ("num_games", 3), ("record", 1), ("secret", "00")],
)
def test_a_file_that_differs_in_anything_is_refused(game: Game, tmp_path: Path, key: str, value: object) -> None:
    path = tmp_path / "game.npz"
    batch = Batch(game, 2, secret=SECRET)
    batch.save(path)
    with np.load(path) as file:
        arrays = dict(file)
    header = json.loads(arrays["header"].tobytes())
    assert header["format"] == 2
    assert header["secret"] == secrecy.commitment(secrecy.game_key(secrecy.Secret(SECRET), 0, 0)), "what may be told"
    was = header[key]
    arrays["header"] = np.frombuffer(json.dumps(header | {key: value}).encode(), np.uint8)
    np.savez(path, **arrays)
    before = snapshot(batch)
    with pytest.raises(ValueError, match=f"game.npz: {key} is {value!r}, not {was!r}"):
        batch.load(path)
    assert snapshot(batch) == before


def arrays_of(path: Path) -> dict[str, Any]:
    """Return what a saved file holds."""
    with np.load(path) as file:
        return dict(file)


DAMAGED: list[tuple[str, Callable[[Path], Any], str]] = [  # what is done to a file, and what is said of it
    ("empty", lambda path: path.write_bytes(b""), "not a zip file"),
    ("text", lambda path: path.write_text("no such file"), "not a zip file"),
    ("cut off", lambda path: path.write_bytes(path.read_bytes()[:-200]), "not a zip file"),
    ("another's", lambda path: np.savez(path, weights=np.zeros(3)), "header is missing"),
    ("no states", lambda path: np.savez(path, header=arrays_of(path)["header"]), "states is missing"),
    ("code", lambda path: np.savez(path, header=np.array([{"what": "is pickled"}], object)), "found object"),
    ("a list", lambda path: np.savez(path, header=np.frombuffer(b"[1]", np.uint8)), "its header is"),
    ("no JSON", lambda path: np.savez(path, header=np.frombuffer(b"{", np.uint8)), "damaged, .*Expecting property"),
    ("no text", lambda path: np.savez(path, header=np.full(9, 255, np.uint8)), "damaged, or no saved batch: "),
    ("deep", lambda path: np.savez(path, header=np.frombuffer(b"[" * 10**5, np.uint8)), "recursion"),
    ("one byte", lambda path: np.savez(path, **{**arrays_of(path), "rng": np.zeros(1, np.uint8)}), "rng: expected 32"),
    ("too much", lambda path: np.savez_compressed(path, **{**arrays_of(path), "rng": np.zeros(10**8, np.uint8)}),
     "rng: expected 32"),
    ("a template", lambda path: np.savez(path, **{**arrays_of(path), "template_index": np.full(16, 9, np.uint8)}),
     "template_index, row 0: expected 0 to 0"),
    ("a flag", lambda path: np.savez(path, **{**arrays_of(path), "terminated": np.full(2, 7, np.uint8)}),
     "terminated, row 0: expected 0 to 1, found 7"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "damage", "said"), DAMAGED, ids=[what for what, *_ in DAMAGED])
def test_a_damaged_file_is_refused_by_its_name(
    game: Game, tmp_path: Path, what: str, damage: Callable[[Path], Any], said: str
) -> None:
    """It is read whole before anything changes; what would take too much memory is not unpacked."""
    path, batch = tmp_path / "game.npz", play(Batch(game, 2, seed=5), 2)
    batch.save(path)
    damage(path)
    before = snapshot(batch)
    with pytest.raises(ValueError, match=f"game.npz: .*{said}"):
        batch.load(path)
    assert snapshot(batch) == before


def test_a_file_of_several_games_is_loaded_where_these_are_played(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.npz"
    batch = play(Batch([game, carrying()], 2, seed=1), 2)
    batch.save(path)
    other = Batch([game, carrying()], 2)
    other.load(path)
    assert snapshot(other) == snapshot(batch)
    for other_games in ([carrying(), game], game, carrying()):
        with pytest.raises(ValueError, match="options is"):
            Batch(other_games, 2).load(path)


def test_a_pickled_batch_goes_on_exactly(game: Game) -> None:
    batch = play(Batch(game, 4, threads=2, autoreset=True), 3)
    other = pickle.loads(pickle.dumps(batch))
    assert snapshot(play(batch, 5)) == snapshot(play(other, 5))


# Whose rows are written


def test_only_who_acts_has_its_observation_written_but_every_mask_is_right() -> None:
    """Where one is asked at a time: the mask of who has just acted is that of one who waits."""
    table = games.make("bazaar", num_players=3)
    whole, acting = (Batch(table, 8, seed=2, observe=observe) for observe in ("all", "acting"))
    for _ in range(12):
        before = acting.observation.copy()
        for batch in (whole, acting):
            batch.step(batch.action_mask.shape[2] - 1 - batch.action_mask[..., ::-1].argmax(axis=2))
        assert (acting.action_mask == whole.action_mask).all()
        assert (acting.to_act == whole.to_act).all()
        over = (acting.terminated | acting.truncated)[:, None]
        expected = np.where((acting.to_act | over)[..., None], whole.observation, before)
        assert (acting.observation == expected).all()
    assert whole.terminated.any()


# ── Forfeits ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_a_forfeited_game_rests_and_the_others_go_on(form: Any) -> None:
    batch, other = (Batch(Goofspiel(num_cards=4), 3, 1, rows=form) for _ in "01")

    def first(batch: Batch) -> np.ndarray:
        legal = batch.legal[:, :, 0] if form == "sparse" else batch.action_mask.argmax(axis=2)
        return np.where(batch.to_act, legal, 0)

    before = batch.states.copy()
    batch.forfeit([[False, True], [False, False], [True, True]])
    assert batch.reward.tolist() == [[1, -1], [0, 0], [-1, -1]]
    assert batch.terminated.tolist() == [True, False, True]
    assert batch.to_act.any(axis=1).tolist() == [False, True, False]
    assert batch.states.tobytes() == before.tobytes()
    for _ in range(2):
        batch.step(first(batch))
        other.step(first(other))
        assert batch.states[[0, 2]].tobytes() == before[[0, 2]].tobytes()
        assert batch.states[1].tobytes() == other.states[1].tobytes()
        assert batch.reward[[0, 2]].tolist() == [[1, -1], [-1, -1]]
    batch.reset([0])
    assert batch.terminated.tolist() == [False, False, True]
    batch.step(first(batch))
    assert batch.states[0].tobytes() != before[0].tobytes()
    batch.forfeit(np.ones((3, 2), np.bool_))
    batch.rollout(1)
    assert batch.to_act.any(axis=1).all()


def test_of_three_nobody_wins_by_a_forfeit_and_a_game_that_is_over_stays_as_it_was() -> None:
    batch = Batch(Goofspiel(num_cards=4, num_players=3), 1, 1)
    batch.forfeit([[False, True, False]])
    assert batch.reward.tolist() == [[0, -1, 0]]
    batch.forfeit([[True, False, False]])
    assert batch.reward.tolist() == [[0, -1, 0]]


def test_a_forfeit_is_refused_where_no_row_can_rest(game: Game) -> None:
    with pytest.raises(ValueError, match="autoreset has no rows that rest"):
        Batch(game, 1, autoreset=True).forfeit(np.ones((1, 2)))
    with pytest.raises(ValueError, match=r"expected flags \[num_games, num_players\] = \(2, 2\), got \(2,\)"):
        Batch(Goofspiel(), 2).forfeit([True, False])
