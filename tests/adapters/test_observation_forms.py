"""What a seat sees in another form: as a flat array, beside its mask, or as sparse rows. The same numbers in each."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.utils import aec_to_parallel

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core.game import Game
from ow_env.core.sparse import SparseRows
from ow_env.goofspiel.game import Goofspiel
from tests.adapters.choosing import last_allowed, same
from tests.games import each_name, make

STEPS = 30
FORMS = {"box": {"observation": "box"}, "dict": {"observation": "dict"}, "sparse": {"rows": "sparse"}}
each_form = pytest.mark.parametrize("form", FORMS)


def told(game: Game, seen: Any, mask: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return any form of an observation, or of N, as numbers and masks; of a flat one the mask stands beside it."""
    if not isinstance(seen, dict):
        return seen, mask
    if "observation" in seen:
        return seen["observation"], seen["action_mask"]
    single = seen["legal"].ndim == 1
    arrays = {name: array[None] if single else array for name, array in seen.items()}
    counts = {name: arrays.pop(name)[:, 0] for name in ("feature_count", "legal_count")}
    rows = SparseRows(**arrays, **counts, num_features=game.num_features, num_actions=game.num_actions).dense()
    return (rows[0][0], rows[1][0]) if single else rows


@each_name
@each_form
def test_parallel_environments_show_the_same_game(name: str, form: str) -> None:
    game = make(name)
    plain, other = GameParallelEnv(game), GameParallelEnv(game, **FORMS[form])
    space = other.observation_space("player_0")
    shown = [env.reset(seed=3) for env in (plain, other)]
    for _ in range(STEPS):
        (expected, _), (seen, infos) = shown
        for agent in plain.possible_agents:
            assert seen[agent] in space
            mask = infos[agent]["action_mask"]
            features, own_mask = told(game, seen[agent], mask)
            assert features.tobytes() == expected[agent]["observation"].tobytes()
            assert mask.tobytes() == own_mask.tobytes() == expected[agent]["action_mask"].tobytes()
        if not plain.agents:
            shown = [env.reset() for env in (plain, other)]
            continue
        last = {agent: int(last_allowed(infos[agent]["action_mask"])) for agent in other.agents}
        steps = [env.step(last) for env in (plain, other)]
        shown = [(step[0], step[-1]) for step in steps]


@each_name
@each_form
def test_turn_based_environments_show_the_same_game(name: str, form: str) -> None:
    game = make(name)
    plain, other = GameAECEnv(game), GameAECEnv(game, **FORMS[form])
    plain.reset(seed=3)
    other.reset(seed=3)
    for _ in other.agent_iter(max_iter=STEPS):
        expected, seen = plain.last(), other.last()
        mask = seen[4]["action_mask"]
        assert same(told(game, seen[0], mask), (expected[0]["observation"], expected[0]["action_mask"]))
        assert seen[1:4] == expected[1:4]
        action = None if seen[2] or seen[3] else int(last_allowed(mask))
        plain.step(action)
        other.step(action)


@each_name
@each_form
def test_one_seat_is_shown_the_same_game(name: str, form: str) -> None:
    game = make(name)
    plain, other = OneSeatEnv(game), OneSeatEnv(game, **FORMS[form])
    assert (
        form == "sparse"
        or plain.observation_space
        == getattr(other.observation_space, "spaces", {"observation": other.observation_space})["observation"]
    )
    (expected, info), (seen, infos) = (env.reset(seed=3) for env in (plain, other))
    for _ in range(STEPS):
        assert seen in other.observation_space
        assert same(told(game, seen, infos["action_mask"]), (expected, info["action_mask"]))
        action = int(last_allowed(info["action_mask"]))
        expected, *_, terminated, truncated, info = plain.step(action)
        seen, *_, infos = other.step(action)
        if terminated or truncated:
            (expected, info), (seen, infos) = plain.reset(), other.reset()


@each_form
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_shows_what_single_environments_do(form: str, mode: AutoresetMode) -> None:
    game = Goofspiel()
    vector = OneSeatVectorEnv(game, 3, autoreset_mode=mode, **FORMS[form])
    singles = SyncVectorEnv([lambda: OneSeatEnv(game, **FORMS[form])] * 3, autoreset_mode=mode)
    assert vector.single_observation_space == singles.single_observation_space
    shown = [envs.reset(seed=5) for envs in (vector, singles)]
    ended = 0
    for _ in range(60):
        (one, *_, infos), (other, *_, others) = shown
        assert same(one, other)
        assert same(told(game, one, infos["action_mask"])[1], infos["action_mask"])
        if "final_obs" in infos:
            for last, its in zip(infos["final_obs"], others["final_obs"], strict=True):
                assert (last is None) == (its is None)
                assert last is None or same(last, its)
                ended += last is not None
        shown = [envs.step(last_allowed(infos["action_mask"])) for envs in (vector, singles)]
    assert ended or mode is not AutoresetMode.SAME_STEP


@each_form
def test_the_vec_env_of_stable_baselines3_shows_the_same_game(form: str) -> None:
    game = Goofspiel()
    plain, other = GameVecEnv(game, 3), GameVecEnv(game, 3, **FORMS[form])
    for env in (plain, other):
        env.seed(2)
    expected, seen = plain.reset(), other.reset()
    spaces = getattr(other.observation_space, "spaces", None)
    for _ in range(STEPS):
        masks = plain.action_masks()
        features, own_masks = told(game, seen, masks)
        assert (features == expected).all()
        assert (own_masks == masks).all()
        assert spaces is None or all(spaces[name].shape == seen[name].shape[1:] for name in seen)
        actions = masks.argmax(axis=1)
        expected, _, done, infos = plain.step(actions)
        seen, _, _, others = other.step(actions)
        for row in np.flatnonzero(done):
            last = told(game, others[row]["terminal_observation"], None)[0]
            assert (last == infos[row]["terminal_observation"]).all()


@each_form
def test_what_is_shown_is_the_receivers_own_and_a_copy_goes_on_in_the_same_form(form: str) -> None:
    env = GameParallelEnv(Goofspiel(), **FORMS[form])
    seen, infos = env.reset(seed=1)
    kept, twin = copy.deepcopy(seen), copy.deepcopy(env)
    actions = {agent: int(last_allowed(infos[agent]["action_mask"])) for agent in env.agents}
    one, other = env.step(actions)[0], twin.step(actions)[0]
    assert same(one, other)
    assert same(seen, kept)
    own = seen["player_0"]
    assert all(array.base is None for array in (own.values() if isinstance(own, dict) else [own]))


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # PettingZoo expects a Box, or a mask beside one
@pytest.mark.filterwarnings("ignore:The observation:UserWarning")
@each_form
def test_libraries_accept_it(form: str) -> None:
    given = {**FORMS[form], "illegal": "pass"}
    parallel_api_test(GameParallelEnv(Goofspiel(), **given), num_cycles=60)
    api_test(GameAECEnv(Goofspiel(), **given), num_cycles=60)
    check_env(OneSeatEnv(Goofspiel(), **given), skip_render_check=True)
    if form == "box":
        parallel_api_test(aec_to_parallel(GameAECEnv(Goofspiel(), **given)), num_cycles=60)


@pytest.mark.parametrize(
    "make_env", [GameParallelEnv, GameAECEnv, OneSeatEnv, OneSeatVectorEnv, lambda g, **o: GameVecEnv(g, 1, **o)]
)
def test_what_can_not_be_is_refused(make_env: Callable[..., Any]) -> None:
    for options, said in (
        ({"observation": "bocks"}, "observation: expected one of None, 'dict', 'box', got 'bocks'; nearest: 'box'"),
        (
            {"observation": "box", "rows": "sparse"},
            "observation: expected 'dict' or None beside rows='sparse', got 'box'",
        ),
        ({"rows": "both"}, "rows: expected one of 'dense', 'sparse', got 'both'"),
    ):
        with pytest.raises(ValueError, match=said):
            make_env(Goofspiel(), **options)
    make_env(Goofspiel(), observation="dict", rows="sparse")
