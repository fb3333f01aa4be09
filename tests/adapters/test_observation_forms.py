"""What a seat sees as a flat array, or beside its mask: the same numbers in every form of every library."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils import aec_to_parallel

from ow_env import goofspiel_v0, open_worlds_v0
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.expansive_universe.game import ExpansiveUniverse
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from ow_env.star_realms.game import StarRealms
from ow_env.these_new_worlds.game import TheseNewWorlds
from ow_env.tradeworlds.game import TradeWorlds

GAMES = {
    "expansive_universe": ExpansiveUniverse,
    "goofspiel": Goofspiel,
    "open_worlds": OpenWorlds,
    "star_realms": StarRealms,
    "these_new_worlds": TheseNewWorlds,
    "tradeworlds": TradeWorlds,
}
each_game = pytest.mark.parametrize("make_game", GAMES.values(), ids=GAMES)


def last_allowed(mask):
    """The allowed action of greatest id."""
    return int(np.flatnonzero(mask)[-1])


@each_game
def test_parallel_environments_show_the_same_numbers(make_game):
    game = make_game()
    both, flat = GameParallelEnv(game), GameParallelEnv(game, observation="box")
    space = flat.observation_space("player_0")
    assert space == both.observation_space("player_0")["observation"]
    (seen, _), (shown, infos) = both.reset(seed=3), flat.reset(seed=3)
    for _ in range(40):
        for agent in flat.possible_agents:
            assert shown[agent] in space
            assert (shown[agent] == seen[agent]["observation"]).all()
            assert (infos[agent]["action_mask"] == seen[agent]["action_mask"]).all()
        if not flat.agents:
            (seen, _), (shown, infos) = both.reset(), flat.reset()
            continue
        actions = {agent: last_allowed(infos[agent]["action_mask"]) for agent in flat.agents}
        seen = both.step(actions)[0]
        shown, *_, infos = flat.step(actions)


@each_game
def test_turn_based_environments_show_the_same_numbers(make_game):
    game = make_game()
    both, flat = GameAECEnv(game), GameAECEnv(game, observation="box")
    both.reset(seed=3)
    flat.reset(seed=3)
    for agent in flat.agent_iter(max_iter=40):
        seen, shown = both.last(), flat.last()
        assert (shown[0] == seen[0]["observation"]).all()
        assert shown[1:4] == seen[1:4]
        mask = shown[4]["action_mask"]
        assert (mask == seen[0]["action_mask"]).all()
        action = None if shown[2] or shown[3] else last_allowed(mask)
        both.step(action)
        flat.step(action)
        assert agent in flat.possible_agents


def test_a_flat_array_is_the_receivers_own():
    env = goofspiel_v0.parallel_env(observation="box")
    seen, infos = env.reset(seed=1)
    kept = seen["player_0"].copy()
    env.step({agent: last_allowed(infos[agent]["action_mask"]) for agent in env.agents})
    assert (seen["player_0"] == kept).all()
    assert seen["player_0"].base is None


def test_a_copy_goes_on_with_the_same_form():
    env = open_worlds_v0.parallel_env(observation="box")
    _, infos = env.reset(seed=1)
    twin = copy.deepcopy(env)
    actions = {agent: last_allowed(infos[agent]["action_mask"]) for agent in env.agents}
    one, other = env.step(actions)[0], twin.step(actions)[0]
    assert all((one[agent] == other[agent]).all() for agent in env.possible_agents)
    assert one["player_0"].ndim == 1


def test_libraries_accept_them():
    parallel_api_test(goofspiel_v0.parallel_env(observation="box", illegal="pass"), num_cycles=60)
    api_test(goofspiel_v0.env(observation="box", illegal="pass"), num_cycles=60)
    parallel_api_test(aec_to_parallel(goofspiel_v0.env(observation="box", illegal="pass")), num_cycles=60)
    check_env(OneSeatEnv(Goofspiel(), observation="dict", illegal="pass"), skip_render_check=True)


@each_game
def test_one_seat_has_the_mask_beside_it_if_asked(make_game):
    game = make_game()
    flat, both = OneSeatEnv(game), OneSeatEnv(game, observation="dict")
    assert both.observation_space["observation"] == flat.observation_space
    (shown, info), (seen, _) = flat.reset(seed=3), both.reset(seed=3)
    for _ in range(30):
        assert seen in both.observation_space
        assert (seen["observation"] == shown).all()
        assert (seen["action_mask"] == info["action_mask"]).all()
        action = last_allowed(info["action_mask"])
        shown, *_, terminated, truncated, info = flat.step(action)
        seen = both.step(action)[0]
        if terminated or truncated:
            (shown, info), (seen, _) = flat.reset(), both.reset()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_shows_what_single_environments_do(mode):
    game = Goofspiel()
    vector = OneSeatVectorEnv(game, 3, observation="dict", autoreset_mode=mode)
    singles = SyncVectorEnv([lambda: OneSeatEnv(game, observation="dict")] * 3, autoreset_mode=mode)
    assert vector.observation_space == singles.observation_space
    shown = [envs.reset(seed=5)[0] for envs in (vector, singles)]
    ended = 0
    for _ in range(60):
        for name in ("observation", "action_mask"):
            assert (shown[0][name] == shown[1][name]).all()
        actions = np.array([last_allowed(mask) for mask in shown[0]["action_mask"]])
        steps = [envs.step(actions) for envs in (vector, singles)]
        shown = [step[0] for step in steps]
        infos = [step[-1] for step in steps]
        ended += int(steps[0][2].any())
        if "final_obs" in infos[0]:
            for one, other in zip(infos[0]["final_obs"], infos[1]["final_obs"], strict=True):
                assert (one is None) == (other is None)
                assert one is None or all((one[name] == other[name]).all() for name in one)
    assert ended


def test_the_vec_env_of_stable_baselines3_has_it_too():
    game = Goofspiel()
    flat, both = GameVecEnv(game, 3), GameVecEnv(game, 3, observation="dict")
    flat.seed(2)
    both.seed(2)
    shown, seen = flat.reset(), both.reset()
    for _ in range(30):
        assert (seen["observation"] == shown).all()
        assert (seen["action_mask"] == flat.action_masks()).all()
        assert all(both.observation_space[name].shape == seen[name].shape[1:] for name in seen)
        actions = flat.action_masks().argmax(axis=1)
        shown, seen = flat.step(actions)[0], both.step(actions)[0]


@pytest.mark.parametrize(
    "make", [GameParallelEnv, GameAECEnv, OneSeatEnv, OneSeatVectorEnv, lambda g, **o: GameVecEnv(g, 1, **o)]
)
def test_what_can_not_be_is_refused(make):
    with pytest.raises(
        ValueError, match="observation: expected one of None, 'dict', 'box', got 'bocks'; nearest: 'box'"
    ):
        make(Goofspiel(), observation="bocks")
    with pytest.raises(ValueError, match="observation: expected 'dict' or None beside rows='sparse', got 'box'"):
        make(Goofspiel(), observation="box", rows="sparse")
    make(Goofspiel(), observation="dict", rows="sparse")
