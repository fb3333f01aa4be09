"""`determinization`: an environment that goes on from what a seat knows, in every form, for every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ow_env.adapters.gymnasium import OneSeatEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.core.game import Game
from tests.games import each_table


def go_on(env: GameParallelEnv, rng: np.random.Generator, steps: int) -> None:
    for _ in range(steps):
        if env.agents:
            env.step({agent: int(rng.choice(np.flatnonzero(env._mask[env._seat(agent)]))) for agent in env.agents})


def shown(env: Any, seat: int) -> list[bytes]:
    batch = env._batch
    return [array[0, seat].tobytes() for array in (batch.observation, batch.action_mask, batch.to_act)]


@each_table
def test_it_is_what_the_seat_knows_and_all_else_is_drawn_anew(make_game: Callable[[], Game]) -> None:
    rng, ends = np.random.default_rng(1), set()
    env = GameParallelEnv(make_game(), max_cycles=400, secret=bytes(range(16)))
    env.reset(seed=3)
    for _ in range(4):
        before = env._batch.states.tobytes(), env._batch.rng.tobytes()
        for seat, agent in enumerate(env.possible_agents):
            ahead = env.determinization(agent, 5)
            assert shown(ahead, seat) == shown(env, seat)
            assert ahead.position(agent) == env.position(agent)
            assert ahead.position() == env.determinization(agent, 5).position()
            assert ahead.game is env.game.for_seat(seat)
            assert (ahead._secret, ahead.record, ahead._cycles) == (None, None, env._cycles)
        assert before == (env._batch.states.tobytes(), env._batch.rng.tobytes())
        go_on(env, rng, 3)
    env.reset(seed=4)
    for seed in range(8):
        ahead = env.determinization("player_0", seed)
        go_on(ahead, np.random.default_rng(0), 400)
        assert not ahead.agents
        ends.add(ahead._batch.states.tobytes())
    no_chance = env.game.options.get("order") == "descending"
    assert (len(ends) > 1) != no_chance, "another seed, another course of the game"


@each_table
def test_in_turns_waiting_choices_are_open_again(make_game: Callable[[], Game]) -> None:
    env = GameAECEnv(make_game())
    env.reset(seed=3)
    acting = env.acting
    env.step(int(np.flatnonzero(env.infos[acting[0]]["action_mask"])[0]))
    ahead = env.determinization(acting[-1], 1)
    assert ahead.acting == env.acting
    assert ahead.agent_selection == env.acting[0]
    assert ahead.last()[1:4] == (0, False, False)


@each_table
def test_the_learner_of_gymnasium_goes_on_from_its_decision(make_game: Callable[[], Game]) -> None:
    game = make_game()
    env = OneSeatEnv(game, seat=game.num_players - 1, max_cycles=50, observation="dict")
    seen, info = env.reset(seed=3)
    env.action_space.seed(1)
    for _ in range(3):
        ahead = env.determinization(1)
        assert ahead.seat == env.seat
        for name in seen:
            assert (ahead.games.seen()[name] == env.games.seen()[name]).all()
        ahead.step(ahead.action_space.sample(ahead.games.mask()[0]))
        seen, _, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        if over or cut:
            with pytest.raises(Exception, match="the game is over, there is nothing to look ahead to"):
                env.determinization(1)
            return
