"""A strict checker for PettingZoo parallel environments, ours and anybody's: `check_parallel(env_fn)`.

Knows no game. Below: gymnasium's spaces. Above: tests, and whoever doubts an environment.
It plays whole seeded episodes with random allowed actions and looks for what breaks experiments quietly: a course
that the seed does not decide, observations outside their space, buffers handed out twice, masks that disagree with
`step`, copies that play another game. What it finds is a list of `Finding`, each with how to see it again; an
environment without findings gives an empty one. In order: findings, the check, one section for each thing looked at.

Masks are looked for where environments have them: `infos[agent]["action_mask"]` or the observation's
`"action_mask"`. An agent without a mask may do anything its action space holds.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

Env: TypeAlias = Any  # pettingzoo.ParallelEnv; not imported, so that the checker needs no PettingZoo
Actions: TypeAlias = dict[str, Any]
Returns: TypeAlias = tuple[Any, ...]  # what reset or step gave

SAMPLED_STEPS = 12  # decisions of each episode at which copies are made and masks are tried
TRIED_ACTIONS = 6  # forbidden and allowed actions tried there, for each agent


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and how to see it again."""

    check: str  # which property does not hold: one of CHECKS
    message: str  # what was found, and what would be right
    seed: int
    step: int  # decisions after reset(seed=seed); -1: at reset or before
    agent: str | None = None

    def __str__(self) -> str:
        """Return the finding as one line."""
        who = f", {self.agent}" if self.agent else ""
        at = "at reset" if self.step < 0 else f"step {self.step}"
        return f"{self.check}: {self.message} (seed {self.seed}, {at}{who})"


CHECKS = {
    "seed": "the same seed and actions give the same episode, in a new environment and in a used one",
    "global": "Python's and NumPy's global random numbers are neither used nor changed",
    "space": "every observation lies in its declared space and has its dtype",
    "same spaces": "observation_space(agent) and action_space(agent) give the same object at every call",
    "agents": "the dictionaries have the living agents as keys; who ended is gone; possible_agents holds all",
    "rewards": "rewards are finite numbers, terminations and truncations are booleans",
    "buffers": "what was handed out is not changed later",
    "inputs": "actions, seeds and options handed in are not changed",
    "mask": "masks are 0 and 1, as long as the action space, and allow something",
    "mask and step": "what the mask allows is accepted; what it forbids is not silently played",
    "copy": "a deep copy plays the same game on, and leaves the original alone",
    "pickle": "a pickled and unpickled environment plays the same game on",
    "render": "rendering does not change the game",
    "crash": "reset and step raise nothing when used as documented",
}


@dataclass
class Report:
    """All findings: one for each check and agent, the first time it fails, and how often."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[tuple[str, str | None], int] = field(default_factory=dict)
    episodes: int = 0
    steps: int = 0

    def add(self, finding: Finding) -> None:
        """Keep a finding if it is the first of its kind."""
        key = (finding.check, finding.agent)
        self.counts[key] = self.counts.get(key, 0) + 1
        if self.counts[key] == 1:
            self.findings.append(finding)

    @property
    def failed(self) -> list[str]:
        """The names of the checks that found something, in the order of CHECKS."""
        found = {finding.check for finding in self.findings}
        return [check for check in CHECKS if check in found]

    def __bool__(self) -> bool:
        """Is everything in order?"""
        return not self.findings

    def __str__(self) -> str:
        """Return the findings, a line each."""
        played = f"{self.episodes} episodes, {self.steps} steps"
        return "\n".join([f"{played}: {len(self.findings) or 'no'} findings", *map(str, self.findings)])


def check_parallel(
    env_fn: Callable[[], Env], *, seed: int = 0, episodes: int = 2, max_steps: int = 1000
) -> Report:
    """Play episodes of a PettingZoo parallel environment and report all that is not as it should be.

    Args:
        env_fn: makes a new environment; called several times.
        seed: of the first episode; the following ones count up from it. It decides the actions too.
        episodes: how many are played.
        max_steps: an episode is left after so many steps.

    Returns:
        a report that is true if nothing was found, and prints as one line for each finding.
    """
    report = Report()
    used = env_fn()
    for number in range(episodes):
        Episode(report, env_fn, used, seed + number, max_steps).play()
        report.episodes += 1
    close(used)
    return report


class Episode:
    """One seeded episode, played in a used environment and step by step again in a new one."""

    def __init__(
        self, report: Report, env_fn: Callable[[], Env], used: Env, seed: int, max_steps: int
    ) -> None:
        self.report = report
        self.env = used
        self.twin = env_fn()  # has the same past from here on, and no other
        self.seed = seed
        self.max_steps = max_steps
        self.step_number = -1
        self.rng = np.random.default_rng(seed)
        self.handed_out: list[tuple[Any, Any]] = []  # what the environment gave, and a copy of it

    def found(self, check: str, message: str, agent: str | None = None) -> None:
        """Report something at the present step."""
        self.report.add(Finding(check, message, self.seed, self.step_number, agent))

    def play(self) -> None:
        """Play the whole episode."""
        given = self.reset()
        sampled = set(self.rng.integers(0, min(self.max_steps, 200), SAMPLED_STEPS).tolist()) | {0, 1}
        for number in range(self.max_steps):
            self.step_number = number
            if given is None or not self.env.agents:
                break
            observations, infos = given[0], given[-1]
            actions = self.choose(observations, infos)
            if actions is None:
                break
            if self.step_number in sampled:
                self.try_render()
                self.try_masks(observations, infos, actions)
                self.try_copies(actions)
            given = self.step(actions)
            self.report.steps += 1
        close(self.twin)

    # ── The same game twice ──────────────────────────────────────────────────────────────────

    def reset(self) -> Returns | None:
        """Reset the used and the new environment with one seed, under different global random numbers."""
        options: dict[str, Any] = {}
        given = self.call(lambda: self.env.reset(seed=self.seed, options=options), 1)
        again = self.call(lambda: self.twin.reset(seed=self.seed), 2)
        if options:
            self.found("inputs", f"reset changed the options it was given to {options}")
        if given is None or again is None:
            return None
        self.compare("seed", given, again, "a new environment and a used one begin differently")
        self.look_at_agents()
        self.look_at(given[0], given[1])
        return given

    def step(self, actions: Actions) -> Returns | None:
        """Step both environments with equal actions and look at all that comes back."""
        before = list(self.env.agents)
        kept = copy.deepcopy(actions)
        given = self.call(lambda: self.env.step(actions), 1)
        if not equal(actions, kept):
            self.found("inputs", "step changed the actions it was given")
        again = self.call(lambda: self.twin.step(kept), 2)
        if given is None or again is None:
            return None
        self.compare("seed", given, again, "the same seed and actions gave two courses")
        self.look_at_buffers()
        observations, rewards, terminations, truncations, infos = given
        self.look_at_ends(before, rewards, terminations, truncations)
        for name, told in (("observations", observations), ("infos", infos)):
            if set(told) != set(before):
                self.found("agents", f"{name} are of {sorted(told)}, asked were {sorted(before)}")
        self.look_at(observations, infos)
        return given

    def call(self, action: Callable[[], Any], noise: int) -> Returns | None:
        """Call the environment under given global random numbers, and see that it leaves them alone."""
        saved = random.getstate(), np.random.get_state()
        random.seed(noise)
        np.random.seed(noise)
        before = random.getstate(), np.random.get_state()
        try:
            result = action()
        except Exception as error:
            self.found("crash", f"{type(error).__name__}: {error}")
            return None
        finally:
            after = random.getstate(), np.random.get_state()
            random.setstate(saved[0])
            np.random.set_state(saved[1])
        if before[0] != after[0] or not equal(before[1], after[1]):
            self.found("global", "the global random numbers were drawn from or seeded")
        return tuple(result)

    def compare(self, check: str, one: Any, other: Any, message: str) -> None:
        """Compare what two environments gave."""
        where = difference(one, other)
        if where is not None:
            self.found(check, f"{message}: {where}")

    # ── What was handed out ──────────────────────────────────────────────────────────────────

    def look_at(self, observations: Mapping[str, Any], infos: Mapping[str, Any]) -> None:
        """Check observations against their spaces, and masks; remember both, to see that they stay."""
        for agent, observation in observations.items():
            space = self.env.observation_space(agent)
            if space is not self.env.observation_space(agent):
                self.found("same spaces", "observation_space gives a new object at each call", agent)
            if self.env.action_space(agent) is not self.env.action_space(agent):
                self.found("same spaces", "action_space gives a new object at each call", agent)
            wrong = outside(space, observation)
            if wrong is not None:
                self.found("space", wrong, agent)
            if agent in self.env.agents:
                self.look_at_mask(agent, mask_of(observation, infos.get(agent, {})))
        self.handed_out.append(((observations, infos), copy.deepcopy((observations, infos))))
        del self.handed_out[:-3]

    def look_at_mask(self, agent: str, mask: Any) -> None:
        """Check the form of a mask."""
        space = self.env.action_space(agent)
        if mask is None or not isinstance(space, spaces.Discrete):
            return
        mask = np.asarray(mask)
        if mask.shape != (int(space.n),):
            self.found("mask", f"expected {space.n} entries, found the shape {mask.shape}", agent)
        elif not np.isin(mask, (0, 1)).all():
            self.found("mask", f"expected 0 and 1, found {sorted(set(mask.tolist()))[:5]}", agent)
        elif not mask.any():
            self.found("mask", "allows nothing to an agent that lives", agent)

    def look_at_buffers(self) -> None:
        """See that what was handed out before the last step is as it was."""
        for given, kept in self.handed_out:
            where = difference(given, kept)
            if where is not None:
                self.found("buffers", f"what was handed out earlier has changed: {where}")

    def look_at_agents(self) -> None:
        """Check the lists of agents after a reset."""
        possible = list(self.env.possible_agents)
        if not self.env.agents:
            self.found("agents", "nobody lives after reset")
        if not set(self.env.agents) <= set(possible) or len(set(possible)) != len(possible):
            self.found("agents", f"agents {self.env.agents} are not among possible_agents {possible}")

    def look_at_ends(
        self,
        before: Iterable[str],
        rewards: Mapping[str, Any],
        terminations: Mapping[str, Any],
        truncations: Mapping[str, Any],
    ) -> None:
        """Check rewards and flags, and that who ended is gone and the others stay."""
        before = list(before)
        told = {"rewards": rewards, "terminations": terminations, "truncations": truncations}
        for name, entries in told.items():
            if set(entries) != set(before):
                self.found("agents", f"{name} are of {sorted(entries)}, asked were {sorted(before)}")
        for agent, reward in rewards.items():
            if not isinstance(reward, (int, float, np.number)) or not np.isfinite(reward):
                self.found("rewards", f"expected a finite number, found {reward!r}", agent)
        for entries in (terminations, truncations):
            for agent, flag in entries.items():
                if not isinstance(flag, (bool, np.bool_)):
                    self.found("rewards", f"expected True or False, found {flag!r}", agent)
        ended = {a for a in before if terminations.get(a) or truncations.get(a)}
        living = [a for a in before if a not in ended]
        if not set(living) <= set(self.env.agents) or ended & set(self.env.agents):
            self.found("agents", f"agents are {self.env.agents}, but {sorted(ended)} ended of {before}")

    # ── What else is tried on the way ────────────────────────────────────────────────────────

    def choose(self, observations: Mapping[str, Any], infos: Mapping[str, Any]) -> Actions | None:
        """Return a random allowed action for every living agent."""
        actions: Actions = {}
        for agent in self.env.agents:
            space = self.env.action_space(agent)
            mask = mask_of(observations.get(agent), infos.get(agent, {}))
            if mask is not None and isinstance(space, spaces.Discrete):
                allowed = np.flatnonzero(np.asarray(mask))
                if not len(allowed):
                    return None
                actions[agent] = int(space.start) + int(self.rng.choice(allowed))
            else:
                space.seed(int(self.rng.integers(2**31)))
                actions[agent] = space.sample()
        return actions

    def try_masks(
        self, observations: Mapping[str, Any], infos: Mapping[str, Any], actions: Actions
    ) -> None:
        """On copies: take allowed actions, which have to be accepted, and forbidden ones, which must not."""
        for agent in list(self.env.agents):
            space = self.env.action_space(agent)
            mask = mask_of(observations.get(agent), infos.get(agent, {}))
            if mask is None or not isinstance(space, spaces.Discrete):
                continue
            for allowed in (True, False):
                ids = np.flatnonzero(np.asarray(mask).astype(bool) == allowed)
                for chosen in self.rng.choice(ids, min(TRIED_ACTIONS, len(ids)), replace=False):
                    self.try_action(agent, actions, int(space.start) + int(chosen), allowed)

    def try_action(self, agent: str, actions: Actions, action: int, allowed: bool) -> None:
        """Take one action in a copy."""
        try:
            env = copy.deepcopy(self.env)
        except Exception:
            return  # reported by try_copies
        try:
            _, rewards, terminations, truncations, _ = env.step({**actions, agent: action})
        except Exception as error:
            if allowed:
                self.found("mask and step", f"action {action} is allowed, but raises {error!r}", agent)
            return
        if not allowed:
            punished = rewards[agent] < 0 and (terminations[agent] or truncations[agent])
            if not punished:
                message = f"action {action} is forbidden by the mask, but played without an error"
                self.found("mask and step", message, agent)

    def try_copies(self, actions: Actions) -> None:
        """Step a deep copy and an unpickled copy: both have to give what the original gives."""
        makers: dict[str, Callable[[Env], Env]] = {
            "copy": copy.deepcopy,
            "pickle": lambda env: pickle.loads(pickle.dumps(env)),
        }
        copies = {}
        for check, make in makers.items():
            try:
                copies[check] = make(self.env), make(self.env)
            except Exception as error:
                self.found(check, f"can't be made: {type(error).__name__}: {error}")
        for check, (one, other) in copies.items():
            try:
                there = tuple(one.step(copy.deepcopy(actions)))
                again = tuple(other.step(copy.deepcopy(actions)))
            except Exception as error:
                self.found(check, f"can't be stepped: {type(error).__name__}: {error}")
                continue
            self.compare(check, there, again, "two copies play on differently")
            self.expect_like_the_original(check, there, actions)

    def expect_like_the_original(self, check: str, there: Returns, actions: Actions) -> None:
        """See that the twin, which is where the original is, gives what the copy gave."""
        try:
            original = copy.deepcopy(self.twin).step(copy.deepcopy(actions))
        except Exception:
            return  # reported as a copy that can't be made
        self.compare(check, there, tuple(original), "a copy plays on differently from the original")

    def try_render(self) -> None:
        """Render, if the environment was made to; what comes after is compared with one that did not."""
        if getattr(self.env, "render_mode", None) in ("ansi", "rgb_array"):
            try:
                self.env.render()
            except Exception as error:
                self.found("render", f"{type(error).__name__}: {error}")


# ── Small questions ──────────────────────────────────────────────────────────────────────────


def close(env: Env) -> None:
    """Close an environment that can be closed."""
    if hasattr(env, "close"):
        env.close()


def mask_of(observation: Any, info: Mapping[str, Any]) -> Any:
    """Return an agent's mask, from its info or its observation; None where there is none."""
    if "action_mask" in info:
        return info["action_mask"]
    if isinstance(observation, Mapping):
        return observation.get("action_mask")
    return None


def outside(space: spaces.Space[Any], value: Any) -> str | None:
    """Say how a value is not in its space, or return None."""
    if isinstance(space, spaces.Dict) and isinstance(value, Mapping):
        if set(space.spaces) != set(value):
            return f"expected the keys {sorted(space.spaces)}, found {sorted(value)}"
        for key, part in space.spaces.items():
            wrong = outside(part, value[key])
            if wrong is not None:
                return f"[{key!r}] {wrong}"
        return None
    if isinstance(space, spaces.Box):
        if not isinstance(value, np.ndarray):
            return f"expected an array, found {type(value).__name__}"
        if value.shape != space.shape:
            return f"expected the shape {space.shape}, found {value.shape}"
        if value.dtype != space.dtype:
            return f"expected {space.dtype}, found {value.dtype}"
        high = np.flatnonzero((value > space.high) | (value < space.low))
        if len(high):
            at, flat = int(high[0]), value.reshape(-1)
            low, most = space.low.reshape(-1)[at], space.high.reshape(-1)[at]
            return f"entry {at} is {flat[at]}, the space goes from {low} to {most}"
        return None
    return None if space.contains(value) else f"{value!r} is not in {space}"


def equal(one: Any, other: Any) -> bool:
    """Are two nested values equal, arrays and all?"""
    return difference(one, other) is None


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Return the path of the first place where two nested values differ, or None."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        if set(one) != set(other):
            return f"{path or 'keys'}: {sorted(map(str, one))} and {sorted(map(str, other))}"
        return first(difference(one[key], other[key], f"{path}[{key!r}]") for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) != len(other):
            return f"{path}: {len(one)} and {len(other)} entries"
        return first(difference(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(one, other, strict=True)))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        same = np.array_equal(np.asarray(one), np.asarray(other))
        return None if same else f"{path}: arrays differ"
    same = one == other or (one != one and other != other)  # a NaN is like itself here
    return None if same else f"{path}: {one!r} and {other!r}"


def first(found: Iterable[str | None]) -> str | None:
    """Return the first difference of several, or None."""
    return next((where for where in found if where is not None), None)
