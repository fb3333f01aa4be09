"""What is handed out follows from the seed and tells nothing of it; a secret keys all random draws of a batch."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env import goofspiel_v0
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.one_seat import OneSeat
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core.batch import Batch
from ow_env.core.secrecy import (
    CHOICE,
    DETERMINIZATION,
    Secret,
    commitment,
    draw_keys,
    drawn_from,
    draws_of,
    game_key,
    parse_key,
    seed_for,
    stream_seed,
)
from ow_env.goofspiel.game import Goofspiel

SECRET = b"sixteen bytes or"
GAME = Goofspiel(num_cards=6)


def test_luck_is_even_and_belongs_to_one_place() -> None:
    seeds = np.arange(5000, dtype=np.uint64)
    numbers, moments = (seeds % 3).astype(np.int64), (seeds % 7).astype(np.int64)
    keys = draw_keys(seeds, numbers, 4)
    assert keys.shape == (5000, 4)
    assert len(np.unique(keys)) == keys.size
    luck = draws_of(keys.ravel(), np.repeat(moments, 4))
    assert 0 <= luck.min() < 0.001
    assert 0.999 < luck.max() < 1
    assert np.bincount((luck * 10).astype(int)).min() > 1850  # 2000 each, 3.5 deviations
    alone = draws_of(draw_keys(seeds[999:1000], numbers[999:1000], 4)[:, 2], moments[999:1000])
    assert alone[0] == luck[4 * 999 + 2]


def test_choices_and_guesses_at_all_moments_are_different_numbers() -> None:
    key = draw_keys(np.array([1], np.uint64), np.array([0]), 2)[0, 0].repeat(1000)
    moments = np.arange(1000)
    drawn = [drawn_from(key, moments, what) for what in (CHOICE, DETERMINIZATION)]
    assert len(np.unique(drawn)) == 2000


GOLDEN = (  # what the calls below gave when they were written
    1545655729395214833,
    5180577948541631407,
    1873065945632793466,
    3979900878178155762,
    7522718747061420280,
    12532112422562029547,
)


def test_what_is_handed_out_is_what_it_was() -> None:
    """Golden: on every machine the same, or no result could be repeated."""
    told = (
        seed_for("opponent", 3),
        seed_for("agent", 3, 1),
        seed_for("agent", 3, 1, secret=Secret(SECRET)),
        int(draw_keys(np.array([7], np.uint64), np.array([2]), 3)[0, 1]),
        int(draw_keys(np.array([7], np.uint64), np.array([2]), 3, Secret(SECRET))[0, 1]),
        stream_seed(game_key(Secret(SECRET), 7, 2), 7),
    )
    assert len(set(told)) == len(told)
    assert told == GOLDEN


@pytest.mark.parametrize(
    ("secret", "kind", "words"),
    [
        (b"too short", ValueError, "secret: expected 16 to 64 bytes, got 9"),
        (b"x" * 65, ValueError, "secret: expected 16 to 64 bytes, got 65"),
        ("sixteen letters.", TypeError, "secret: expected bytes or None, got str"),
        (12345678901234567, TypeError, "secret: expected bytes or None, got int"),
    ],
)
@pytest.mark.parametrize(
    "host",
    [
        lambda secret: Batch(GAME, 1, secret=secret),
        lambda secret: OneSeat(GAME, secret=secret),
        lambda secret: OneSeatEnv(GAME, secret=secret),
        lambda secret: OneSeatVectorEnv(GAME, 2, secret=secret),
        lambda secret: GameVecEnv(GAME, 2, secret=secret),
        lambda secret: goofspiel_v0.parallel_env(secret=secret),
        lambda secret: goofspiel_v0.env(secret=secret),
    ],
    ids=["Batch", "OneSeat", "Gymnasium", "make_vec", "SB3", "parallel", "AEC"],
)
def test_a_bad_secret_is_refused_in_words_that_do_not_show_it(host: Any, secret: Any, kind: type, words: str) -> None:
    with pytest.raises(kind, match=words) as refused:
        host(secret)
    assert str(secret) not in str(refused.value)


def test_a_secret_is_not_shown_and_goes_to_other_processes() -> None:
    secret = Secret(SECRET)
    assert repr(secret) == str(secret) == "Secret(...)"
    assert Secret.of(secret) is secret
    assert Secret.of(None) is None
    batches = [Batch(GAME, 2, seed=3, secret=secret)]
    batches += [pickle.loads(pickle.dumps(batches[0])), copy.deepcopy(batches[0])]
    for batch in batches:
        batch.reset()
    assert batches[0].states.tobytes() == batches[1].states.tobytes() == batches[2].states.tobytes()
    assert SECRET.decode() not in repr(vars(batches[0])) + repr(batches[0])


def deals(**options: Any) -> list[int]:
    """The keys of chance of four rows' games, and of the next of each row."""
    batch = Batch(GAME, 4, seed=5, **options)
    found = batch.rng["key"].tolist()
    batch.reset()
    return [*found, *batch.rng["key"].tolist()]


def test_a_secret_decides_all_chance_and_none_changes_nothing() -> None:
    plain = Batch(GAME, 4, seed=5)
    assert deals() == deals(secret=None)
    assert len({*deals(), *deals(secret=SECRET), *deals(secret=SECRET + b"!")}) == 24
    assert deals(secret=SECRET) == deals(secret=Secret(SECRET))
    assert plain.seeds.tolist() == Batch(GAME, 4, seed=5, secret=SECRET).seeds.tolist() == [5] * 4
    assert plain.game_key(0) is None


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_keyed_game_depends_on_its_number_alone(autoreset: bool) -> None:
    """Rows, batches, resets and games that follow by themselves: each game is dealt by its own key."""
    one = Batch(GAME, 1, seed=5, secret=SECRET)
    wanted = {}
    for number in range(9):
        one.game_number[:] = number - 1
        one.reset()
        wanted[number] = int(one.rng["key"][0])
        plain = Batch(GAME, 1, stream_seed(one.game_key(0), 5), first_game=number)
        assert wanted[number] == int(plain.rng["key"][0])
    assert len(set(wanted.values())) == 9
    three = Batch(GAME, 3, seed=5, secret=SECRET, autoreset=autoreset, threads=2)
    met = set()
    for _ in range(15):
        for row in range(3):
            number = int(three.game_number[row])
            met.add(number)
            assert int(three.rng["key"][row]) == wanted[number]
        over = three.terminated.copy()
        if over.any() and not autoreset:
            three.reset(over)
        else:
            three.step(three.action_mask.argmax(axis=2))
            if autoreset and three.terminated.any():
                assert (three.states["rounds"] == 0).all(), "and the next has begun"
    assert len(met) >= 9 - 3


def test_random_play_goes_by_the_keys_too() -> None:
    one, again = (Batch(GAME, 2, seed=5, secret=SECRET, autoreset=True) for _ in range(2))
    assert one.rollout(23) == sum(again.rollout(1) for _ in range(23))
    assert one.states.tobytes() == again.states.tobytes()
    assert one.game_number.tolist() == again.game_number.tolist() != [0, 1]


def test_a_saved_batch_goes_on_under_its_own_secret_only(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    one = Batch(GAME, 2, seed=5, secret=SECRET, autoreset=True)
    one.rollout(7)
    one.save(path)
    again = Batch(GAME, 2, seed=0, secret=SECRET, autoreset=True)
    again.load(path)
    assert again.seeds.tolist() == [5, 5]
    for batch in (one, again):
        batch.rollout(9)
    assert one.states.tobytes() == again.states.tobytes()
    assert SECRET not in path.read_bytes()
    for other in (SECRET[::-1], None):
        with pytest.raises(ValueError, match="secret is"):
            Batch(GAME, 2, secret=other, autoreset=True).load(path)


def test_a_games_key_tells_no_other_games() -> None:
    keys = {game_key(Secret(SECRET), seed, number) for seed in range(20) for number in range(20)}
    assert len(keys) == len({stream_seed(key, 1) for key in keys}) == len({commitment(key) for key in keys}) == 400
    one = keys.pop()
    assert parse_key(one.hex()) == one
    for wrong in ("", "00", one.hex()[1:], "x" * 32):
        with pytest.raises(ValueError, match="expected 32 hex digits"):
            parse_key(wrong)
