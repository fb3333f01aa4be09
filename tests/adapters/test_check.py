"""The strict checker finds what is wrong with an environment, by name, and nothing with a sound one."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from gymnasium import spaces

from ow_env.adapters.check import CHECKS, check_parallel
from tests.games import NAMES, brief, configurations, module_of

NUMBERS = 6
LENGTH = 5


class Sound:
    """Everybody takes a different number each time; a mask says which are left, a seed decides a bonus."""

    render_mode = "ansi"
    metadata = {"name": "sound_v0"}

    def __init__(self) -> None:
        self.possible_agents = ["a", "b"]
        self.agents: list[str] = []
        box = spaces.Box(0, 99, (NUMBERS,), np.int8)
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
        self.bonus = int(self.rng.integers(80))
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
        self.bonus = int(self.rng.integers(80))
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


def faulty(name, **methods):
    """Return a sound environment's class with one thing wrong, to be found by its name as those written out are."""
    kind = type(name, (Sound,), {"__module__": __name__, **methods})
    globals()[name] = kind
    return kind


def step_with(change):
    """Return a step whose results are changed before they are handed out."""

    def step(self, actions):
        return change(self, *Sound.step(self, actions))

    return step


def played_on(self, actions):
    given = Sound.step(self, actions)
    self.agents = self.agents or ["a"] * (self.turn == LENGTH)
    return given


def taken(self, actions):
    given = Sound.step(self, actions)
    actions.clear()
    return given


def refused(self, agent, action):
    if self.turn == 1 and action == 2:
        raise ValueError("not now")
    Sound.refuse(self, agent, action)


def forgetful(self, memo):
    other = type(self)()
    for name, value in self.__dict__.items():
        setattr(other, name, copy.deepcopy(value, memo) if name != "rng" else np.random.default_rng())
    return other


def taken_from(self, memo):
    self.bonus = 2
    self.rng.integers(3)
    other = type(self)()
    other.__dict__.update(self.__dict__)
    other.left, other.rng = copy.deepcopy(self.left), copy.deepcopy(self.rng)
    other.agents = list(self.agents)
    return other


def raising(error):
    def method(self, *arguments):
        raise error

    return method


def forgets_an_agent(self, observations, *others):
    observations.pop("b", None)
    return observations, *others


def loses_an_agent(self, *given):
    self.agents = [agent for agent in self.agents if agent == "a"]
    return given


def crashes(self, actions):
    if self.turn == 3:
        raise IndexError("out of cards")
    return Sound.step(self, actions)


class CannotBeCopied(Sound):
    def __init__(self):
        super().__init__()
        self.window = (number for number in range(3))  # like a pygame surface, neither copied nor pickled


class PlaysTheForbiddenUncopied(CannotBeCopied):
    def refuse(self, agent, action):
        pass


class RemembersTheLastGame(Sound):
    def reset(self, seed=None, options=None):
        given = super().reset(seed, options)
        self.games = getattr(self, "games", 0) + 1
        return given

    def step(self, actions):
        observations, *others = super().step(actions)
        if self.turn == 2 and self.games > 1:
            observations["a"]["observation"][0] = 98
        return observations, *others


class HasNoNumber(Sound):
    def __init__(self):
        super().__init__()
        box = spaces.Box(-np.inf, np.inf, (NUMBERS,), np.float64)
        self.spaces = {agent: spaces.Dict({"observation": box}) for agent in self.possible_agents}

    def observations(self):
        return {agent: {"observation": self.left[agent] / (self.left[agent] > 0)} for agent in self.agents}

    def step(self, actions):
        with np.errstate(invalid="ignore"):
            return super().step(actions)


def masks(made):
    """Return infos with such a mask for each agent."""
    return lambda self: {agent: {"action_mask": made(self, agent)} for agent in self.agents}


def rows(made):
    """Return such an observation for each agent."""
    return lambda self: {agent: {"observation": made(self.left[agent])} for agent in self.agents}


IgnoresTheSeed = faulty("IgnoresTheSeed", reset=lambda self, seed=None, options=None: Sound.reset(self))
UsesGlobalNumbers = faulty(
    "UsesGlobalNumbers",
    reset=lambda self, seed=None, options=None: (random.random(), Sound.reset(self, seed, options))[1],
)
Crashes = faulty("Crashes", step=crashes)
BROKEN = {  # the checks that fail; alone, where nothing else may be blamed
    IgnoresTheSeed: "seed alone",
    UsesGlobalNumbers: "global",
    faulty("LeavesItsSpace", observations=rows(lambda left: left * 100)): "space",
    faulty("WrongDtype", observations=rows(lambda left: left.astype(float))): "space",
    faulty("NewSpaces", action_space=lambda self, agent: spaces.Discrete(NUMBERS)): "same spaces",
    faulty("TheDeadStay", step=played_on): "agents",
    faulty(
        "RewardsAreText", step=step_with(lambda self, o, r, *g: (o, {a: str(n) for a, n in r.items()}, *g))
    ): "rewards",
    faulty("OneBuffer", infos=masks(lambda self, agent: self.left[agent])): "buffers",
    faulty("TakesTheActions", step=taken): "inputs",
    faulty("EmptyMask", infos=masks(lambda self, agent: np.zeros(NUMBERS, np.int8))): "mask",
    faulty("LongMask", infos=masks(lambda self, agent: np.ones(NUMBERS + 1, np.int8))): "mask",
    faulty("PlaysTheForbidden", refuse=lambda self, agent, action: None): "mask and step",
    faulty("RefusesTheAllowed", refuse=refused): "mask and step",
    faulty("CopiesForget", __deepcopy__=forgetful): "copy",
    faulty("CannotBePickled", __reduce__=raising(TypeError("holds a file"))): "pickle",
    faulty(  # as gymnasium's EzPickle does
        "CopiesBeginAnew", __deepcopy__=lambda self, memo: type(self)(), __reduce__=lambda self: (type(self), ())
    ): "copy, pickle alone",
    faulty("CopiesTakeFromTheOriginal", __deepcopy__=taken_from): "copy alone",
    CannotBeCopied: "copy, pickle alone",
    PlaysTheForbiddenUncopied: "mask and step",
    faulty("RenderingPlays", render=lambda self: str(self.rng.integers(3))[:0]): "render alone",
    faulty("RenderingFails", render=raising(OSError("no display"))): "render",
    faulty("RendersNothing", render=lambda self: None): "render",
    RemembersTheLastGame: "seed alone",
    faulty("GivesFourThings", step=step_with(lambda self, o, r, ends, cut, infos: (o, r, ends, infos))): "form",
    faulty("GivesOneThing", reset=lambda self, seed=None, options=None: Sound.reset(self, seed, options)[0]): "form",
    faulty("InfosAreNone", infos=lambda self: dict.fromkeys(self.agents)): "form",
    faulty("StateByChance", state=lambda self: np.random.default_rng().random(3)): "state alone",
    faulty(
        "StateLeavesItsSpace", state_space=spaces.Box(0, 1, (NUMBERS,), np.int8), state=lambda self: self.left["a"] * 2
    ): "state",
    faulty("StateFails", state=raising(IndexError("no such state"))): "state",
    HasNoNumber: "space alone",
    faulty("SpaceRaises", observation_space=raising(NotImplementedError())): "crash",
    faulty("SpaceIsNone", observation_space=lambda self, agent: None): "space",
    faulty("ForgetsAnAgent", step=step_with(forgets_an_agent)): "agents",
    faulty("LosesAnAgent", step=step_with(loses_an_agent)): "agents",
    Crashes: "crash",
}


def test_a_sound_environment_has_no_findings():
    report = check_parallel(Sound)
    assert report, str(report)
    assert report.steps == 2 * LENGTH


@pytest.mark.parametrize(("broken", "checks"), BROKEN.items(), ids=[broken.__name__ for broken in BROKEN])
def test_each_fault_is_found_by_name(broken, checks):
    report, expected = check_parallel(broken), set(checks.removesuffix(" alone").split(", "))
    assert not report
    assert expected <= set(report.failed), str(report)
    assert expected == set(report.failed) or not checks.endswith(" alone"), "it is blamed on nothing else"


def test_a_game_that_outlives_reset_is_told_from_one_without_a_seed():
    (leak,) = check_parallel(RemembersTheLastGame).findings
    assert leak.message == "a used environment plays another episode than a new one"
    assert (leak.seed, leak.step) == (1, 1)
    assert leak.detail == "['observations']['a']['observation']: arrays differ"
    (luck,) = check_parallel(IgnoresTheSeed).findings
    assert luck.message == "the same seed and actions gave two courses"


def test_findings_say_how_to_see_them_again():
    (finding, *_) = check_parallel(Crashes, seed=40).findings
    assert str(finding) == "crash: step raised IndexError: out of cards (seed 40, step 3)"


def test_a_second_environment_that_cannot_be_made_is_a_finding():
    made = []

    def once():
        if made:
            raise OSError("the port is taken")
        made.append(Sound())
        return made[0]

    assert check_parallel(once).failed == ["crash"]


def test_the_same_check_finds_the_same_and_leaves_the_global_numbers_alone():
    before = random.getstate(), np.random.get_state()[1].tolist()
    one, other = (check_parallel(UsesGlobalNumbers, seed=5) for _ in range(2))
    assert str(one) == str(other)
    assert before == (random.getstate(), np.random.get_state()[1].tolist())


def test_every_check_has_an_environment_that_fails_it():
    assert {check for checks in BROKEN.values() for check in checks.removesuffix(" alone").split(", ")} == set(CHECKS)


# ── Sound environments of other shapes ───────────────────────────────────────────────────────


class MaskInObservation(Sound):
    def __init__(self):
        super().__init__()
        box, mask = spaces.Box(0, 99, (NUMBERS,), np.int8), spaces.Box(0, 1, (NUMBERS,), np.int8)
        both = spaces.Dict({"observation": box, "action_mask": mask})
        self.spaces = dict.fromkeys(self.possible_agents, both)

    def observations(self):
        seen = super().observations()
        return {agent: {**seen[agent], "action_mask": self.left[agent].copy()} for agent in self.agents}

    def infos(self):
        return {agent: {"action_mask": None, "luck": float("nan"), "of": object()} for agent in self.agents}


class Numbers(Sound):
    """No masks, no state, no possible_agents, nothing to close; spaces in spaces; agents are numbers."""

    def __init__(self):
        inner = spaces.Tuple((spaces.Discrete(9), spaces.MultiBinary(2), spaces.Box(-1, 1, (), np.float32)))
        self.seen = spaces.Dict({"deep": inner, "count": spaces.MultiDiscrete([9, 4])})
        self.choice = spaces.Dict({"aim": spaces.Box(-1, 1, (2,)), "kind": spaces.MultiDiscrete([2, 3])})
        self.render_mode = None

    def observation_space(self, agent):
        return self.seen

    def action_space(self, agent):
        return self.choice

    def reset(self, seed=None, options=None):
        self.agents = [0, 1, 2]
        self.turn = 0
        return self.observations(), self.infos()

    def observations(self):
        low = np.float32(self.turn / 10).reshape(())
        deep = (self.turn, np.array([0, 1], np.int8), np.array(low))
        return {agent: {"deep": deep, "count": np.array([self.turn, agent])} for agent in self.agents}

    def infos(self):
        return {agent: {} for agent in self.agents}

    def step(self, actions):
        self.turn += 1
        kinds = {agent: float(action["kind"][1]) for agent, action in actions.items()}
        ends = {agent: self.turn > agent for agent in self.agents}  # they leave one after the other
        given = self.observations(), kinds, ends, dict.fromkeys(self.agents, False), self.infos()
        self.agents = [agent for agent in self.agents if not ends[agent]]
        return given


class TwoNumbers(Sound):
    """An action is two numbers; the mask of both stands in two rows."""

    flat = False

    def __init__(self):
        super().__init__()
        self.choices = dict.fromkeys(self.possible_agents, spaces.MultiDiscrete([NUMBERS, 2]))

    def infos(self):
        parts = {agent: (self.left[agent].copy(), np.array([0, 1], np.int8)) for agent in self.agents}
        return {agent: {"action_mask": np.concatenate(m) if self.flat else m} for agent, m in parts.items()}

    def step(self, actions):
        assert all(action[1] == 1 for action in actions.values())
        return super().step({agent: int(action[0]) for agent, action in actions.items()})


class TwoNumbersInARow(TwoNumbers):
    flat = True


class InTurns(Sound):
    """Only one acts; who waits has an empty mask, and what is handed in for it does not matter."""

    def acting(self):
        return self.agents[self.turn % 2 :][:1]

    def infos(self):
        empty = np.zeros(NUMBERS, np.int8)
        masks = {agent: self.left[agent].copy() for agent in self.acting()}
        return {agent: {"action_mask": masks.get(agent, empty.copy())} for agent in self.agents}

    def step(self, actions):
        observations, rewards, *others = super().step({agent: actions[agent] for agent in self.acting()})
        return observations, {**dict.fromkeys(observations, 0.0), **rewards}, *others


class SomebodyJoins(Sound):
    def reset(self, seed=None, options=None):
        given = super().reset(seed, options)
        self.agents = ["a"]
        return tuple({"a": part["a"]} for part in given)

    def step(self, actions):
        before = list(self.agents)
        self.agents = ["a", "b"]
        given = super().step(actions)
        later = {"a", "b"} if self.turn < LENGTH else set(before)
        return tuple({agent: told[agent] for agent in told if agent in later} for told in self.fill(given))

    def fill(self, given):
        observations, rewards, *others = given
        return observations, {"a": 0.0, "b": 0.0, **rewards}, *others


@pytest.mark.parametrize("sound", [MaskInObservation, Numbers, TwoNumbers, TwoNumbersInARow, SomebodyJoins])
def test_sound_environments_of_other_shapes_have_no_findings(sound):
    report = check_parallel(sound)
    assert report, str(report)
    assert report.steps > 5


def test_in_a_game_in_turns_only_who_acts_needs_a_mask():
    assert check_parallel(InTurns, acting=lambda env: env.acting())
    assert "mask" in check_parallel(InTurns).failed


TABLES = {told: (name, options) for name in NAMES for told, options in configurations(name).items()}


@pytest.mark.parametrize(
    ("name", "options", "steps"),
    [
        pytest.param(name, options, 30 if options else 6, id=told, marks=[pytest.mark.slow] if options else [])
        for told, (name, options) in TABLES.items()
    ],
)
def test_our_environments_have_no_findings(name, options, steps):
    illegal = "forfeit" if options.get("ask") == "public" else "raise"
    make = module_of(name).parallel_env
    given = {**brief(name), **options, "render_mode": "ansi", "illegal": illegal}
    report = check_parallel(lambda: make(**given), max_steps=steps)
    assert report, str(report)
