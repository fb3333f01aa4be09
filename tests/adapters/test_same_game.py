"""One game through every door: whoever holds it, in whatever company, it takes the same course.

A course is the hash of the position at every decision. Everybody plays by the same rule, which sees
only what a seat sees, so nothing but the seed and the game's number can make a difference.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.core import Batch, Game
from tests.games import NAMES, TABLES

SEED, NUMBER, MANY = 20, 63, 64  # game 63 is the one that row 63 of a batch plays
Course = list[str]


def chosen(features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """What everybody plays: an allowed action for each row, by the sum of what its seat sees."""
    nth = features.sum(axis=-1, dtype=np.int32) % mask.sum(axis=-1, dtype=np.int32)
    return (mask.cumsum(axis=-1, dtype=np.int16) <= nth[..., None]).sum(axis=-1)


def through_parallel(game: Game) -> Course:
    env = GameParallelEnv(game)
    observations, _ = env.reset(seed=SEED)
    for _ in range(NUMBER):
        observations, _ = env.reset()
    course = []
    while env.agents:
        course.append(game.digest(env._batch.states))
        observations, *_ = env.step(
            {a: int(chosen(o["observation"], o["action_mask"])) for a, o in observations.items()}
        )
    return [*course, game.digest(env._batch.states)]


def through_aec(game: Game) -> Course:
    env = GameAECEnv(game)
    env.reset(seed=SEED)
    for _ in range(NUMBER):
        env.reset()
    course: Course = []
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        note(course, game.digest(env._batch.states))
        over = terminated or truncated
        env.step(None if over else int(chosen(seen["observation"], seen["action_mask"])))
    return course


def through_batch(game: Game, num_games: int = 1, row: int = 0, threads: int = 1) -> Course:
    batch = Batch(game, num_games, SEED, threads=threads, first_game=NUMBER - row)
    course = [game.digest(batch.states[row : row + 1])]
    while not (batch.terminated | batch.truncated)[row]:
        batch.step(chosen(batch.observation, batch.action_mask))
        course.append(game.digest(batch.states[row : row + 1]))
    return course


def through_one_seat(game: Game, make: Callable[..., Any], rows: list[int], seat: int) -> list[Course]:
    """Any of the forms with one seat: the opponent writes down what the learner does not see."""
    courses: list[Course] = [[] for _ in rows]

    def write() -> None:
        games = env.games
        for row, course in zip(rows, courses, strict=True):
            # SB3 begins the next game in the step that ends one: there the end is not seen.
            if games.batch.game_number[row] == NUMBER and not (is_sb3(env) and games.over[row]):
                note(course, game.digest(games.batch.states[row : row + 1]))

    def opponent(observation: Any) -> np.ndarray:
        write()
        return chosen(observation.features, observation.mask)

    env = make(game, opponent=opponent, seat=seat)
    observation = begin(env, rows)
    write()
    left = set(rows)  # where the game goes on
    while left:
        actions = chosen(observation, env.action_masks())
        observation, *told = env.step(int(actions) if isinstance(env, OneSeatEnv) else actions)
        over = np.atleast_1d(told[1]) if is_sb3(env) else env.games.over
        write()
        left -= set(np.flatnonzero(over))
    return courses


def begin(env: Any, rows: list[int]) -> np.ndarray:
    """Begin game NUMBER of SEED in these rows and other games around them; return what the learner sees."""
    seeds = [SEED if row in rows else 1000 + row for row in range(getattr(env, "num_envs", 1))]
    if is_sb3(env):
        env._seeds = seeds
        env.set_options({"game_number": NUMBER})
        return env.reset()
    seed = SEED if isinstance(env, OneSeatEnv) else seeds
    return env.reset(seed=seed, options={"game_number": NUMBER})[0]


def is_sb3(env: Any) -> bool:
    return type(env).__name__ == "GameVecEnv"


def note(course: Course, digest: str) -> None:
    """Add a position; one that is seen twice, by two who decide at once, is one position."""
    if not course or course[-1] != digest:
        course.append(digest)


@functools.cache
def expected(name: str) -> tuple[Game, Course]:
    """The course of the game in a batch of one."""
    game = TABLES[name]()
    return game, through_batch(game)


each_game = pytest.mark.parametrize("name", TABLES)


@each_game
def test_every_door_leads_to_the_same_course(name: str) -> None:
    game, course = expected(name)
    assert len(course) > 3
    assert len(set(course)) == len(course)  # no position comes twice, so a course is an order
    if name in NAMES:  # where something is drawn before the first decision
        other = Batch(game, 1, SEED, first_game=NUMBER + 1)
        assert game.digest(other.states) != course[0]
    assert through_parallel(game) == course
    assert through_aec(game) == course
    for seat in range(min(game.num_players, 2)):
        assert through_one_seat(game, OneSeatEnv, [0], seat) == [course], f"seat {seat}"


@pytest.mark.bounds
@each_game
@pytest.mark.parametrize("threads", [1, 2])
def test_so_does_a_row_among_many(name: str, threads: int) -> None:
    game, course = expected(name)
    rows = [0, MANY - 1]
    for row in rows:
        assert through_batch(game, MANY, row, threads) == course
    vector = functools.partial(OneSeatVectorEnv, num_envs=MANY, threads=threads)
    assert through_one_seat(game, vector, rows, seat=0) == [course] * 2


@each_game
@pytest.mark.parametrize(("num_games", "threads"), [(1, 1), (MANY, 2)])
def test_so_does_stable_baselines3(name: str, num_games: int, threads: int) -> None:
    pytest.importorskip("stable_baselines3", reason="needs open-worlds-env[train]")
    from ow_env.adapters.sb3 import GameVecEnv

    game, course = expected(name)
    make = functools.partial(GameVecEnv, num_envs=num_games, threads=threads)
    rows = sorted({0, num_games - 1})
    assert through_one_seat(game, make, rows, seat=0) == [course[:-1]] * len(rows), "all but the end"
