"""One game through every door: whoever holds it, in whatever company, it takes the same course.

A course is the hash of the position at every decision. Everybody plays by the same rule, which sees
only what a seat sees, so nothing but the seed and the game's number can make a difference.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import pytest

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.core import Batch, Game
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from ow_env.star_realms.game import StarRealms
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds

SEED, NUMBER, MANY = 20, 999, 1000  # game 999 is the one that row 999 of a batch plays
Course = list[str]

GAMES = {
    "goofspiel": lambda: Goofspiel(),
    "goofspiel of three": lambda: Goofspiel(num_players=3, num_cards=6, bids="hidden"),
    "open worlds": lambda: OpenWorlds(max_turns=3),
    "open worlds in priority order": lambda: OpenWorlds(max_turns=3, stage="priority"),
    "open worlds, all asked who could": lambda: OpenWorlds(max_turns=2, ask="public"),
    "star realms": lambda: StarRealms(max_turns=16),
    "star realms, all asked who could": lambda: StarRealms(max_turns=16, ask="public"),
    "these new worlds": lambda: TheseNewWorlds(rounds=2),
    "these new worlds, all asked who hold a card": lambda: TheseNewWorlds(rounds=2, ask="public"),
    "expansive universe": lambda: ExpansiveUniverse(max_rounds=5),
    "expansive universe of four": lambda: ExpansiveUniverse(num_players=4, max_rounds=3),
    "tradeworlds": lambda: TradeWorlds(max_rounds=6),
    "tradeworlds of four, all asked who could": lambda: TradeWorlds("Space Wars", 4, max_rounds=4, ask="public"),
    "tradeworlds, alone": lambda: TradeWorlds("The Derelict"),
}


def chosen(features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """What everybody plays: an allowed action for each row, by the sum of what its seat sees.

    (Of every third number that it sees: two thousand seats are asked at once.)
    """
    nth = features[..., ::3].sum(axis=-1, dtype=np.int32) % mask.sum(axis=-1, dtype=np.int32)
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


def through_batch(game: Game, num_games: int, row: int, threads: int) -> Course:
    batch = Batch(game, num_games, SEED, threads=threads, first_game=NUMBER - row)
    course = [game.digest(batch.states[row : row + 1])]
    while not (batch.terminated | batch.truncated)[row]:
        batch.step(chosen(batch.observation, batch.action_mask))
        course.append(game.digest(batch.states[row : row + 1]))
    return course


def through_one_seat(game: Game, make: Callable, rows: list[int], seat: int) -> list[Course]:
    """Any of the forms with one seat: the opponent writes down what the learner does not see."""
    courses: list[Course] = [[] for _ in rows]

    def write() -> None:
        games = env.games
        for row, course in zip(rows, courses, strict=True):
            # SB3 begins the next game in the step that ends one: there the end is not seen.
            if games.batch.game_number[row] == NUMBER and not (is_sb3(env) and games.over[row]):
                note(course, game.digest(games.batch.states[row : row + 1]))

    def opponent(observation) -> np.ndarray:
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


def begin(env, rows: list[int]) -> np.ndarray:
    """Begin game NUMBER of SEED in these rows and other games around them; what the learner sees."""
    seeds = [SEED if row in rows else 1000 + row for row in range(getattr(env, "num_envs", 1))]
    if is_sb3(env):
        env._seeds = seeds
        env.set_options({"game_number": NUMBER})
        return env.reset()
    seed = SEED if isinstance(env, OneSeatEnv) else seeds
    return env.reset(seed=seed, options={"game_number": NUMBER})[0]


def is_sb3(env) -> bool:
    return type(env).__name__ == "GameVecEnv"


def note(course: Course, digest: str) -> None:
    """Add a position; one that is seen twice, by two who decide at once, is one position."""
    if not course or course[-1] != digest:
        course.append(digest)


@functools.cache
def expected(name: str) -> tuple[Game, Course]:
    """The course of the game in a batch of one."""
    game = GAMES[name]()
    return game, through_batch(game, 1, 0, 1)


each_game = pytest.mark.parametrize("name", list(GAMES))
both_rows = pytest.mark.parametrize(
    ("num_games", "threads"), [(1, 1), (MANY, 1), (MANY, 2)], ids=["1", "1000", "1000, 2 threads"]
)


@each_game
def test_the_course_is_long_and_another_game_takes_another(name: str) -> None:
    game, course = expected(name)
    assert len(course) > 5
    assert len(set(course)) == len(course)  # no position comes twice, so a course is an order
    other = Batch(game, 1, SEED, first_game=NUMBER + 1)
    assert game.digest(other.states) != course[0]


@each_game
@pytest.mark.parametrize("form", [through_parallel, through_aec])
def test_pettingzoo(name: str, form: Callable) -> None:
    game, course = expected(name)
    assert form(game) == course


@each_game
@both_rows
def test_batch(name: str, num_games: int, threads: int) -> None:
    game, course = expected(name)
    for row in {0, num_games - 1}:
        assert through_batch(game, num_games, row, threads) == course


@pytest.mark.parametrize(
    ("name", "seat"), [(name, seat) for seat in (0, 1) for name in GAMES if seat == 0 or "alone" not in name]
)
def test_gymnasium(name: str, seat: int) -> None:
    game, course = expected(name)
    assert through_one_seat(game, OneSeatEnv, [0], seat) == [course]


@each_game
@both_rows
def test_gymnasium_vector(name: str, num_games: int, threads: int) -> None:
    game, course = expected(name)
    make = functools.partial(OneSeatVectorEnv, num_envs=num_games, threads=threads)
    rows = sorted({0, num_games - 1})
    assert through_one_seat(game, make, rows, seat=0) == [course] * len(rows)


@each_game
@both_rows
def test_sb3(name: str, num_games: int, threads: int) -> None:
    pytest.importorskip("stable_baselines3", reason="needs open-worlds-env[train]")
    from ow_env.adapters.sb3 import GameVecEnv

    game, course = expected(name)
    make = functools.partial(GameVecEnv, num_envs=num_games, threads=threads)
    rows = sorted({0, num_games - 1})
    before_the_end = course[:-1]
    assert through_one_seat(game, make, rows, seat=0) == [before_the_end] * len(rows)
