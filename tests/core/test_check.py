"""The strict checker finds what is wrong with an environment, by name, and nothing with a sound one."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from gymnasium import spaces

from ow_env import goofspiel_v0, open_worlds_v0
from ow_env.core.check import CHECKS, check_parallel

NUMBERS = 6
LENGTH = 5


class Sound:
    """Everybody takes a different number each time; a mask says which are left, a seed decides a bonus."""

    render_mode = "ansi"
    metadata = {"name": "sound_v0"}

    def __init__(self) -> None:
        self.possible_agents = ["a", "b"]
        self.agents: list[str] = []
        box = spaces.Box(0, 9, (NUMBERS,), np.int8)
        self.spaces = {agent: spaces.Dict({"observation": box}) for agent in self.possible_agents}
        self.choices = {agent: spaces.Discrete(NUMBERS) for agent in self.possible_agents}
        self.rng = np.random.default_rng()

    def observation_space(self, agent):
        return self.spaces[agent]

    def action_space(self, agent):
        return self.choices[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.left = {agent: np.ones(NUMBERS, np.int8) for agent in self.agents}
        self.turn = 0
        self.bonus = int(self.rng.integers(3))
        return self.observations(), self.infos()

    def observations(self):
        return {agent: {"observation": self.left[agent] * 2 + self.bonus} for agent in self.agents}

    def infos(self):
        return {agent: {"action_mask": self.left[agent].copy()} for agent in self.agents}

    def step(self, actions):
        for agent, action in actions.items():
            self.refuse(agent, action)
        for agent, action in actions.items():
            self.left[agent][action] = 0
        self.turn += 1
        self.bonus = int(self.rng.integers(3))
        over = self.turn == LENGTH
        rewards = {agent: float(action) for agent, action in actions.items()}
        ends = dict.fromkeys(self.agents, over)
        given = self.observations(), rewards, ends, dict.fromkeys(self.agents, False), self.infos()
        if over:
            self.agents = []
        return given

    def refuse(self, agent, action):
        if not self.left[agent][action]:
            raise ValueError(f"{agent} has taken {action} before")

    def render(self):
        return f"turn {self.turn}"


class IgnoresTheSeed(Sound):
    def reset(self, seed=None, options=None):
        return super().reset()


class UsesGlobalNumbers(Sound):
    def reset(self, seed=None, options=None):
        random.random()
        return super().reset(seed, options)


class LeavesItsSpace(Sound):
    def observations(self):
        return {agent: {"observation": self.left[agent] * 100} for agent in self.agents}


class WrongDtype(Sound):
    def observations(self):
        return {agent: {"observation": self.left[agent].astype(float)} for agent in self.agents}


class NewSpaces(Sound):
    def action_space(self, agent):
        return spaces.Discrete(NUMBERS)


class TheDeadStay(Sound):
    def step(self, actions):
        given = super().step(actions)
        self.agents = self.agents or ["a"] * (self.turn == LENGTH)
        return given


class RewardsAreText(Sound):
    def step(self, actions):
        observations, rewards, *others = super().step(actions)
        return observations, {agent: str(reward) for agent, reward in rewards.items()}, *others


class OneBuffer(Sound):
    def infos(self):
        return {agent: {"action_mask": self.left[agent]} for agent in self.agents}


class TakesTheActions(Sound):
    def step(self, actions):
        given = super().step(actions)
        actions.clear()
        return given


class EmptyMask(Sound):
    def infos(self):
        return {agent: {"action_mask": np.zeros(NUMBERS, np.int8)} for agent in self.agents}


class LongMask(Sound):
    def infos(self):
        return {agent: {"action_mask": np.ones(NUMBERS + 1, np.int8)} for agent in self.agents}


class PlaysTheForbidden(Sound):
    def refuse(self, agent, action):
        pass


class RefusesTheAllowed(Sound):
    def refuse(self, agent, action):
        if self.turn == 1 and action == 2:
            raise ValueError("not now")
        super().refuse(agent, action)


class CopiesForget(Sound):
    def __deepcopy__(self, memo):
        other = type(self)()
        for name, value in self.__dict__.items():
            setattr(other, name, copy.deepcopy(value, memo) if name != "rng" else np.random.default_rng())
        return other


class CannotBePickled(Sound):
    def __reduce__(self):
        raise TypeError("holds a file")


class RenderingPlays(Sound):
    def render(self):
        self.rng.integers(3)
        return ""


class Crashes(Sound):
    def step(self, actions):
        if self.turn == 3:
            raise IndexError("out of cards")
        return super().step(actions)


BROKEN = [  # environment, the check that has to fail
    (IgnoresTheSeed, "seed"),
    (UsesGlobalNumbers, "global"),
    (LeavesItsSpace, "space"),
    (WrongDtype, "space"),
    (NewSpaces, "same spaces"),
    (TheDeadStay, "agents"),
    (RewardsAreText, "rewards"),
    (OneBuffer, "buffers"),
    (TakesTheActions, "inputs"),
    (EmptyMask, "mask"),
    (LongMask, "mask"),
    (PlaysTheForbidden, "mask and step"),
    (RefusesTheAllowed, "mask and step"),
    (CopiesForget, "copy"),
    (CannotBePickled, "pickle"),
    (RenderingPlays, "seed"),
    (Crashes, "crash"),
]


def test_a_sound_environment_has_no_findings():
    report = check_parallel(Sound)
    assert report, str(report)
    assert report.steps == 2 * LENGTH


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=lambda row: getattr(row, "__name__", row))
def test_each_fault_is_found_by_name(broken, check):
    report = check_parallel(broken)
    assert not report
    assert check in report.failed, str(report)


def test_findings_say_how_to_see_them_again():
    (finding, *_) = check_parallel(Crashes, seed=40).findings
    assert str(finding) == "crash: IndexError: out of cards (seed 40, step 3)"


def test_every_check_but_rendering_that_raises_has_an_environment_that_fails_it():
    assert {check for _, check in BROKEN} | {"render"} == set(CHECKS)


@pytest.mark.parametrize(
    "env_fn",
    [
        lambda: goofspiel_v0.parallel_env(num_cards=5, render_mode="ansi"),
        lambda: goofspiel_v0.parallel_env(num_players=4, num_cards=4, bids="hidden"),
        lambda: open_worlds_v0.parallel_env(render_mode="ansi"),
        lambda: open_worlds_v0.parallel_env(num_players=3, stage="priority", reward="income"),
        lambda: open_worlds_v0.parallel_env(
            decks=("Baker-Braugn EDV", "Ares Venture Trust"), illegal="forfeit"
        ),
    ],
)
def test_our_environments_have_no_findings(env_fn):
    report = check_parallel(env_fn)
    assert report, str(report)
