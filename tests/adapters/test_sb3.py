"""One seat of every row for Stable-Baselines3: what it and sb3-contrib rely on."""

from __future__ import annotations

import copy
import doctest
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pytest

pytest.importorskip("sb3_contrib", reason="needs open-worlds-env[train]")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from ow_env.adapters.gymnasium import OneSeatVectorEnv
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.adapters.choosing import highest, lowest, picks
from tests.games import NAMES, make

torch.set_num_threads(1)  # more threads are slower here, and give other numbers


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {"seat": "alternate"}) for name in NAMES),
        ("goofspiel", {"max_cycles": 3, "seat": [1, 0, 1, 0], "threads": 2}),
        ("open_worlds", {"reward": "income", "seat": 1}),
    ],
)
def test_the_same_games_as_gymnasium_with_same_step_resets(name: str, options: dict) -> None:
    game = make(name)
    ours = GameVecEnv(game, 4, **options)
    theirs = OneSeatVectorEnv(game, 4, autoreset_mode="SameStep", **options)
    ours.seed(10)
    observation = ours.reset()
    expected, _ = theirs.reset(seed=10)
    ended = 0
    for step in range(40):
        assert (observation == expected).all()
        mask = get_action_masks(ours)
        assert mask.dtype == bool
        assert (mask == theirs.action_masks()).all()
        actions = picks(mask, step)
        observation, reward, done, infos = ours.step(actions)
        expected, rewards, terminated, truncated, told = theirs.step(actions)
        assert reward.dtype == np.float32
        assert (reward == rewards.astype(np.float32)).all()
        assert (done == (terminated | truncated)).all()
        for row, info in enumerate(infos):
            assert set(info) == ({"terminal_observation", "TimeLimit.truncated"} if done[row] else set())
            if done[row]:
                ended += 1
                assert (info["terminal_observation"] == told["final_obs"][row]).all()
                assert info["TimeLimit.truncated"] is bool(truncated[row])
    assert ended


def test_what_sb3_asks_of_the_rows() -> None:
    env = GameVecEnv(Goofspiel(), 3, seat=[0, 1, 0])
    env.reset()
    assert is_masking_supported(env)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("render_mode") == [None] * 3
    assert env.get_attr("seat", [1, 2]) == [1, 0]
    assert env.get_attr("game", 1) == [env.game]
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert len(env.env_method("action_masks", indices=[0, 2])) == 2
    with pytest.raises(AttributeError, match="a row has action_masks"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="only render_mode can be set"):
        env.set_attr("seat", 1)


def test_pictures() -> None:
    env = GameVecEnv(Goofspiel(), 2, render_mode="rgb_array")
    env.reset()
    one = env.get_images()[0]
    assert env.render().size >= 2 * one.size
    env.set_attr("render_mode", "ansi")
    assert "prize" in env.env_method("render", indices=0)[0]


def test_an_observation_stays_until_the_call_after_the_next() -> None:
    env = GameVecEnv(Goofspiel(), 3)
    first = env.reset()
    kept = first.copy()
    second, *_ = env.step(picks(env.action_masks(), 0))
    assert (first == kept).all()  # SB3 stores it only now
    third, *_ = env.step(picks(env.action_masks(), 1))
    assert third is first
    assert second is not first


def test_forbidden_actions_are_refused_and_change_nothing() -> None:
    env = GameVecEnv(Goofspiel(), 3)
    with pytest.raises(RuntimeError, match="not all games have begun"):
        env.step(np.array([1, 1, 1]))
    env.reset()
    before = env.games.batch.states.copy()
    with pytest.raises(ValueError, match="row 1: player_0 may not play 'pass'"):
        env.step(np.array([1, 0, 1]))
    assert (env.games.batch.states == before).all()


def test_a_row_without_an_allowed_action_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    env = GameVecEnv(Goofspiel(), 3)
    env.reset()
    monkeypatch.setattr(env.games, "mask", lambda out: out.fill(0))
    with pytest.raises(RuntimeError, match="row 0: no action is allowed"):
        env.step(picks(env.action_masks(), 0))


def test_every_row_has_its_own_opponent_and_it_can_be_changed() -> None:
    game = Goofspiel(order="ascending")
    env = GameVecEnv(game, 4, opponent=[lowest, highest, lowest, highest])

    def bids() -> list[int]:
        env.seed(1)
        env.reset()
        before = env.games.batch.states.copy()
        env.step(picks(env.action_masks(), 3))
        after = env.games.batch.states
        hands = [
            [set(game.position(states[row : row + 1])["players"][1]["hand"]) for row in range(4)]
            for states in (before, after)
        ]
        return [(held - left).pop() for held, left in zip(*hands, strict=True)]

    assert bids() == [1, 13, 1, 13]
    env.set_opponent(highest, [0, 2])
    assert bids() == [13, 13, 13, 13]
    env.set_opponent(lowest)
    assert bids() == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="one for each of 4 games, got 2"):
        env.set_opponent([lowest, highest])


def test_options_are_for_the_next_reset() -> None:
    env = GameVecEnv(Goofspiel(), 2)
    env.seed(5)
    env.set_options([{"game_number": 3}, {"game_number": 7}])
    env.reset()
    assert env.games.batch.game_number.tolist() == [3, 7]
    env.reset()
    assert env.games.batch.game_number.tolist() == [4, 8]
    assert env.games.batch.seeds.tolist() == [5, 6]


def test_vec_monitor_tells_of_whole_games() -> None:
    env = VecMonitor(GameVecEnv(Goofspiel(num_cards=4), 3))
    env.reset()
    for step in range(3):
        *_, infos = env.step(picks(get_action_masks(env), step))
    assert [info["episode"]["l"] for info in infos] == [3, 3, 3]
    assert {info["episode"]["r"] for info in infos} <= {-1.0, 0.0, 1.0}


SMALL = {"n_steps": 32, "batch_size": 64, "n_epochs": 1, "policy_kwargs": {"net_arch": [16]}}


@pytest.mark.slow
def test_maskable_ppo_learns_from_it() -> None:
    def trained() -> dict[str, torch.Tensor]:
        env = VecMonitor(GameVecEnv(Goofspiel(), 8, seat="alternate"))
        model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **SMALL)
        model.learn(512)
        assert {info["r"] for info in model.ep_info_buffer} <= {-1.0, 0.0, 1.0}
        return copy.deepcopy(model.policy.state_dict())

    one, two = trained(), trained()
    assert all(torch.equal(one[name], two[name]) for name in one)  # a seed decides everything


@pytest.mark.slow
def test_maskable_ppo_plays_open_worlds_against_a_past_self() -> None:
    env = GameVecEnv(OpenWorlds(), 4)
    model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **SMALL)

    def past(observation) -> np.ndarray:
        return model.predict(observation.features, action_masks=observation.mask)[0]

    env.set_opponent(past, [0, 1])
    model.learn(256)


@pytest.mark.slow
def test_maskable_ppo_takes_the_single_environment_too() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0", num_cards=4)
    model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **SMALL)
    model.learn(64)
    with pytest.raises(ValueError, match="may not play"):  # this one knows no masks
        evaluate_policy(model, VecMonitor(GameVecEnv(Goofspiel(num_cards=4), 2)), 20, deterministic=False)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="the page makes environments by name: PettingZoo 1.27")
@pytest.mark.parametrize("page", ["pettingzoo.md", "gymnasium.md", "stable-baselines3.md", "opponents.md"])
def test_the_pages_about_adapters_are_true(page: str) -> None:
    failed, tried = doctest.testfile(str(Path(__file__).parents[2] / "docs" / page), module_relative=False)
    assert tried > 3
    assert failed == 0
