"""Environments give sparse rows to whoever asks: the same game, the same observations, without the zeros."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core.game import Game
from ow_env.core.sparse import SparseRows
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


def dense(game: Game, seen: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """A sparse observation, or N of them, as observations and masks."""
    single = seen["legal"].ndim == 1
    arrays = {name: array[None] if single else array for name, array in seen.items()}
    counts = {name: arrays.pop(name)[:, 0] for name in ("feature_count", "legal_count")}
    both = SparseRows(**arrays, **counts, num_features=game.num_features, num_actions=game.num_actions).dense()
    return (both[0][0], both[1][0]) if single else both


@each_game
def test_parallel_environments_show_the_same_game(make_game) -> None:
    game = make_game()
    plain, sparse = GameParallelEnv(game), GameParallelEnv(game, rows="sparse")
    space = sparse.observation_space("player_0")
    shown = [env.reset(seed=3) for env in (plain, sparse)]
    for _ in range(40):
        (expected, _), (seen, infos) = shown
        for agent in plain.possible_agents:
            assert seen[agent] in space
            observation, mask = dense(game, seen[agent])
            assert observation.tobytes() == expected[agent]["observation"].tobytes()
            assert mask.tobytes() == expected[agent]["action_mask"].tobytes() == infos[agent]["action_mask"].tobytes()
        if not plain.agents:
            shown = [env.reset() for env in (plain, sparse)]
            continue
        last = {agent: int(seen[agent]["legal"][seen[agent]["legal_count"][0] - 1]) for agent in sparse.agents}
        steps = [env.step(last) for env in (plain, sparse)]
        shown = [(step[0], step[-1]) for step in steps]


def test_what_is_shown_is_the_receivers_own() -> None:
    env = GameParallelEnv(Goofspiel(), rows="sparse")
    seen, _ = env.reset(seed=1)
    kept = {name: array.copy() for name, array in seen["player_0"].items()}
    env.step({agent: int(seen[agent]["legal"][0]) for agent in env.agents})
    assert all((seen["player_0"][name] == kept[name]).all() for name in kept)
    assert all(array.base is None for array in seen["player_0"].values())


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # PettingZoo expects a Box, or a mask beside one
@pytest.mark.filterwarnings("ignore:The observation:UserWarning")
def test_libraries_accept_them() -> None:
    parallel_api_test(GameParallelEnv(Goofspiel(), rows="sparse", illegal="pass"), num_cycles=60)
    api_test(GameAECEnv(Goofspiel(), rows="sparse", illegal="pass"), num_cycles=60)
    check_env(OneSeatEnv(Goofspiel(), rows="sparse", illegal="pass"), skip_render_check=True)


@each_game
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_vector_shows_what_single_environments_do(make_game, mode) -> None:
    if mode is AutoresetMode.DISABLED:
        pytest.skip("SyncVectorEnv is reset by hand there")
    game = make_game()
    vector = OneSeatVectorEnv(game, 3, rows="sparse", autoreset_mode=mode)
    singles = SyncVectorEnv([lambda: OneSeatEnv(game, rows="sparse")] * 3, autoreset_mode=mode)
    assert vector.single_observation_space == singles.single_observation_space
    shown = [envs.reset(seed=5) for envs in (vector, singles)]
    ended = 0
    for _ in range(60):
        (one, infos), (other, _) = shown[0][:: len(shown[0]) - 1], shown[1][:: len(shown[1]) - 1]
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)
        assert (dense(game, one)[1] == infos["action_mask"]).all()
        if "final_obs" in infos:
            ended += 1
            row = int(np.flatnonzero(infos["_final_obs"])[0])
            last = infos["final_obs"][row]
            assert all((last[name] == shown[1][-1]["final_obs"][row][name]).all() for name in last)
        actions = one["legal"][np.arange(3), one["legal_count"][:, 0] - 1]
        shown = [envs.step(actions) for envs in (vector, singles)]
    assert ended or mode is not AutoresetMode.SAME_STEP or game.name != "goofspiel"


def test_the_vec_env_of_stable_baselines3_has_them_too() -> None:
    game = Goofspiel()
    plain, sparse = GameVecEnv(game, 3), GameVecEnv(game, 3, rows="sparse")
    plain.seed(2)
    sparse.seed(2)
    seen, some = plain.reset(), sparse.reset()
    for _ in range(30):
        assert (dense(game, some)[0] == seen).all()
        assert all(sparse.observation_space.spaces[name].shape == some[name].shape[1:] for name in some)
        actions = plain.action_masks().argmax(axis=1)
        seen, _, done, infos = plain.step(actions)
        some, _, _, others = sparse.step(actions)
        for row in np.flatnonzero(done):
            last = dense(game, others[row]["terminal_observation"])[0]
            assert (last == infos[row]["terminal_observation"]).all()


@pytest.mark.parametrize("kind", [GameParallelEnv, GameAECEnv, OneSeatEnv, OneSeatVectorEnv])
def test_another_form_is_refused(kind) -> None:
    with pytest.raises(ValueError, match="rows: expected one of 'dense', 'sparse', got 'both'"):
        kind(Goofspiel(), rows="both")
