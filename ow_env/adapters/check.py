"""A strict checker for PettingZoo parallel environments, ours and anybody's: `check_parallel(env_fn)`.

Knows no game. Below: check_values.py (values, their spaces and each other). Above: tests, and whoever doubts an
environment; docs/checker.md shows how to use it.
It plays whole seeded episodes with random allowed actions and looks for what breaks experiments quietly: a course
that the seed does not decide, observations outside their space, buffers handed out twice, masks that disagree with
`step`, copies that play another game. What it finds is a list of `Finding`, each with how to see it again; an
environment without findings gives an empty one. In order: findings, the check, one section for each thing looked at.

Masks are looked for where environments have them: `infos[agent]["action_mask"]` or the observation's
`"action_mask"`. An agent without a mask may do anything its action space holds. An environment need not have
masks, `possible_agents`, `state()`, `render()` or `close()`; what it has is looked at.
"""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from ow_env.adapters.check_values import difference, equal, named, outside, parts_of_mask, snapshot

Env: TypeAlias = Any  # pettingzoo.ParallelEnv; not imported, so that the checker needs no PettingZoo
Actions: TypeAlias = dict[Any, Any]
Returns: TypeAlias = tuple[Any, ...]  # what reset or step gave
Acting: TypeAlias = Callable[[Env], Iterable[Any]]

SAMPLED_STEPS = 12  # decisions of each episode at which copies are made and masks are tried, besides the first two
TRIED_ACTIONS = 6  # forbidden and allowed actions tried there, for each agent
PARTS = {
    "reset": ("observations", "infos"),
    "step": ("observations", "rewards", "terminations", "truncations", "infos"),
}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and how to see it again."""

    check: str  # which property does not hold: one of CHECKS
    message: str  # what was found, in words that are the same wherever it is found
    seed: int
    step: int  # decisions after reset(seed=seed); -1: at reset or before
    agent: Any = None
    detail: str = ""  # the values it was found with

    def __str__(self) -> str:
        """Return the finding as one line."""
        who = f", {self.agent}" if self.agent is not None else ""
        at = "at reset" if self.step < 0 else f"step {self.step}"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.check}: {self.message}{detail} (seed {self.seed}, {at}{who})"


CHECKS = {
    "seed": "the same seed and actions give the same episode, in a new environment and in a used one",
    "global": "Python's and NumPy's global random numbers are neither used nor changed by reset and step",
    "form": "reset gives two dictionaries and step five; each agent's info is a dictionary",
    "space": "every observation lies in its declared space and has its dtype; NaN lies in none",
    "same spaces": "observation_space(agent) and action_space(agent) give the same object at every call",
    "agents": "the dictionaries have the living agents as keys; who ended is gone; possible_agents holds all",
    "rewards": "rewards are finite numbers, terminations and truncations are booleans",
    "buffers": "what was handed out is not changed later",
    "inputs": "actions, seeds and options handed in are not changed",
    "mask": "masks are 0 and 1, as long as the action space, and allow something",
    "mask and step": "what the mask allows is accepted; what it forbids is not silently played",
    "copy": "a deep copy plays the same game on, and leaves the original alone",
    "pickle": "a pickled and unpickled environment plays the same game on",
    "render": "rendering gives what the render mode promises and does not change the game",
    "state": "state(), where there is one, lies in state_space and is decided by the seed",
    "crash": "reset, step and the spaces raise nothing when used as documented",
}


@dataclass
class Report:
    """All findings: one for each check, message and agent, the first time it is found, and how often."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[tuple[str, str, Any], int] = field(default_factory=dict)
    episodes: int = 0
    steps: int = 0

    def add(self, finding: Finding) -> None:
        """Keep a finding if it is the first of its kind."""
        key = (finding.check, finding.message, finding.agent)
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
    env_fn: Callable[[], Env],
    *,
    seed: int = 0,
    episodes: int = 2,
    max_steps: int = 1000,
    acting: Acting | None = None,
) -> Report:
    """Play episodes of a PettingZoo parallel environment and report all that is not as it should be.

    Args:
        env_fn: makes a new environment; called several times.
        seed: of the first episode; the following ones count up from it. It decides the actions too.
        episodes: how many are played.
        max_steps: an episode is left after so many steps.
        acting: for a game in turns: gives the agents whose actions count now. The masks of the others are not
            looked at. Left out, everybody acts.

    Returns:
        a report that is true if nothing was found, and prints as one line for each finding. An environment that
        can't be made at all raises what it raises.
    """
    report = Report()
    used = env_fn()
    with global_luck(seed):
        for number in range(episodes):
            try:
                twin = env_fn()
            except Exception as error:
                message = f"a second environment can't be made: {type(error).__name__}"
                report.add(Finding("crash", message, seed + number, -1, None, plain(error)))
                break
            Episode(report, env_fn, used, twin, seed + number, max_steps, acting).play()
            report.episodes += 1
        close(used)
    return report


class Episode:
    """One seeded episode, played in a used environment and step by step again in a new one."""

    def __init__(
        self,
        report: Report,
        env_fn: Callable[[], Env],
        used: Env,
        twin: Env,
        seed: int,
        max_steps: int,
        acting: Acting | None,
    ) -> None:
        self.report = report
        self.env_fn = env_fn
        self.env = used
        self.twin: Any = twin  # has the same past from here on, and no other; None once it went its own way
        self.seed = seed
        self.max_steps = max_steps
        self.acting = acting
        self.step_number = -1
        self.rng = np.random.default_rng(seed)
        self.sampled = set(self.rng.integers(0, min(max_steps, 200), SAMPLED_STEPS).tolist()) | {0, 1}
        self.played: list[Actions] = []
        self.copied: dict[str, Returns] = {}  # what the copies gave for the actions that come next
        self.copyable = False  # is a deep copy the same game? Known after try_copies
        self.handed_out: list[tuple[Any, Any]] = []  # what the environment gave, and a copy of it
        self.samplers: dict[Any, tuple[Any, Any]] = {}  # the action space of each agent, and our own copy of it

    def found(self, check: str, message: str, agent: Any = None, detail: Any = "") -> None:
        """Report something at the present step."""
        finding = Finding(check, plain(message), self.seed, self.step_number, agent, plain(detail))
        self.report.add(finding)

    def play(self) -> None:
        """Play the whole episode."""
        given = self.reset()
        for number in range(self.max_steps):
            self.step_number = number
            if given is None or not self.env.agents:
                break
            observations, infos = given[0], given[-1]
            actions = self.choose(observations, infos)
            if actions is None:
                break
            sampled = number in self.sampled
            if sampled:
                self.look_at_state()
            coming = self.step_twin(actions)
            if sampled:
                self.try_render()
                self.try_copies(actions, coming)
                self.try_masks(observations, infos, actions)
            given = self.step(actions, coming)
            self.compare_with_copies(given)
            self.report.steps += 1
        close(self.twin)

    # ── The same game twice ──────────────────────────────────────────────────────────────────

    def reset(self) -> Returns | None:
        """Reset the used and the new environment with one seed, under different global random numbers."""
        options: dict[str, Any] = {}
        given = self.call("reset", lambda: self.env.reset(seed=self.seed, options=options), 1)
        again = self.call("reset", lambda: self.twin.reset(seed=self.seed), 2) if given else None
        if options:
            self.found("inputs", "reset changed the options it was given", detail=options)
        if given is None or again is None:
            return None
        self.compare_with_twin(given, again)
        self.look_at_agents()
        for name, told in zip(PARTS["reset"], given, strict=True):
            if set(told) != set(self.env.agents):
                self.found("agents", f"{name} of reset are not of the agents", detail=named(told))
        self.look_at(given[0], given[1])
        self.remember(given)
        return given

    def step_twin(self, actions: Actions) -> Returns | None:
        """Step the twin first: what it gives is what has to come."""
        if self.twin is None:
            return None
        given = self.call("step", lambda: self.twin.step(copy.deepcopy(actions)), 2)
        if given is None:
            self.twin = None
        return given

    def step(self, actions: Actions, coming: Returns | None) -> Returns | None:
        """Step the used environment and look at all that comes back."""
        before = list(self.env.agents)
        kept = copy.deepcopy(actions)
        self.played.append(kept)
        given = self.call("step", lambda: self.env.step(actions), 1)
        if not equal(actions, kept):
            self.found("inputs", "step changed the actions it was given")
        if given is None:
            return None
        self.look_at_buffers()
        if coming is not None:
            self.compare_with_twin(given, coming)
        observations, rewards, terminations, truncations, infos = given
        self.look_at_ends(before, given)
        self.look_at_values(rewards, (terminations, truncations))
        self.look_at(observations, infos)
        self.remember(given)
        return given

    def call(self, name: str, action: Callable[[], Any], noise: int) -> Returns | None:
        """Call reset or step under given global random numbers, and see that it leaves them alone."""
        with global_luck(noise):
            before = random.getstate(), np.random.get_state()
            try:
                result = action()
            except Exception as error:
                self.found("crash", f"{name} raised {type(error).__name__}", detail=error)
                return None
            after = random.getstate(), np.random.get_state()
        if before[0] != after[0] or not equal(before[1], after[1]):
            self.found("global", f"{name} drew from the global random numbers or seeded them")
        parts = PARTS[name]
        if not isinstance(result, (tuple, list)) or len(result) != len(parts):
            size = f" of {len(result)}" if isinstance(result, (tuple, list)) else ""
            self.found("form", f"{name} has to give {len(parts)} things", detail=type(result).__name__ + size)
            return None
        for part, value in zip(parts, result, strict=True):
            if not isinstance(value, Mapping):
                self.found("form", f"{part} of {name} are no dictionary", detail=type(value).__name__)
                return None
        for agent, info in result[-1].items():
            if not isinstance(info, Mapping):
                self.found("form", f"the info of {name} is no dictionary", agent, info)
        return tuple(result)

    def compare_with_twin(self, given: Returns, again: Returns) -> None:
        """Compare the course with the twin's; where they part, find out why and let the twin go."""
        assert self.twin is not None
        one = {**labelled(given), "agents": list(self.env.agents)}
        other = {**labelled(again), "agents": list(self.twin.agents)}
        where = difference(one, other)
        if where is not None:
            self.found(*self.cause(), detail=where)
            self.twin = None  # its masks are another game's now

    def cause(self) -> tuple[str, str]:
        """Say why the used environment and its twin parted: check and message, from playing it all again."""
        try:
            alone = self.replay(lambda env, actions: None, noise=3)
            for noise in (4, 5, 6):  # more than once: little chance may happen to fall out the same
                if not equal(alone, self.replay(lambda env, actions: None, noise)):
                    return "seed", "the same seed and actions gave two courses"
            if not equal(alone, self.replay(lambda env, actions: env.render(), noise=3)):
                return "render", "rendering changes the game"
            if not equal(alone, self.replay(step_copies, noise=3)):
                return "copy", "making a copy, or stepping it, changes the original"
        except Exception:
            return "seed", "the same seed and actions gave two courses"
        if self.report.episodes == 0:  # nothing was played in it before
            return "seed", "the same seed and actions gave two courses"
        return "seed", "a used environment plays another episode than a new one"

    def replay(self, trial: Callable[[Env, Actions], Any], noise: int) -> list[Any]:
        """Play what was played in a new environment, with a trial where trials were; return all that came."""
        with global_luck(noise):
            env = self.env_fn()
            given = [snapshot(env.reset(seed=self.seed))]
            for number, actions in enumerate(self.played):
                if number in self.sampled and (trial is step_copies or render_mode(env)):
                    trial(env, actions)
                given.append(snapshot(env.step(copy.deepcopy(actions))))
        return given

    def another(self) -> Env | None:
        """Return another environment in the same position: a copy, or played there again; None if neither can be."""
        if self.copyable:
            return copy.deepcopy(self.env)
        if self.twin is None:
            return None
        env = self.env_fn()
        env.reset(seed=self.seed)
        for actions in self.played:
            env.step(copy.deepcopy(actions))
        return env

    # ── What was handed out ──────────────────────────────────────────────────────────────────

    def space(self, kind: str, agent: Any) -> Any:
        """Return an agent's "observation_space" or "action_space", or None if it can't be had."""
        try:
            space = getattr(self.env, kind)(agent)
            if space is not getattr(self.env, kind)(agent):
                self.found("same spaces", f"{kind} gives a new object at each call", agent)
        except Exception as error:
            self.found("crash", f"{kind} raised {type(error).__name__}", agent, error)
            return None
        if not isinstance(space, spaces.Space):
            self.found("space", f"{kind} gives no Gymnasium space", agent, type(space).__name__)
            return None
        return space

    def look_at(self, observations: Mapping[Any, Any], infos: Mapping[Any, Any]) -> None:
        """Check observations against their spaces, and masks."""
        acting = self.who_acts()
        for agent, observation in observations.items():
            space = self.space("observation_space", agent)
            wrong = outside(space, observation) if space is not None else None
            if wrong is not None:
                self.found("space", f"an observation {wrong[0]}", agent, wrong[1])
            if agent in acting:
                self.look_at_mask(agent, mask_of(observation, infos.get(agent)))

    def look_at_mask(self, agent: Any, mask: Any) -> None:
        """Check the form of a mask."""
        space = self.space("action_space", agent)
        if mask is None or not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete)):
            return
        parts = parts_of_mask(space, mask)
        if parts is None:
            self.found("mask", f"the mask does not fit {space}", agent, f"its shape is {np.shape(mask)}")
            return
        for part in parts:
            if not np.isin(part, (0, 1)).all():
                self.found("mask", "has entries that are not 0 or 1", agent, sorted(set(part.tolist()))[:5])
            elif not part.any():
                self.found("mask", "allows nothing to an agent that has to act", agent)

    def remember(self, given: Returns) -> None:
        """Keep what was handed out, and a copy, to see that it stays."""
        self.handed_out.append((given, snapshot(given)))
        del self.handed_out[:-3]

    def look_at_buffers(self) -> None:
        """See that what was handed out before the last step is as it was."""
        for given, kept in self.handed_out:
            parts = PARTS["reset" if len(given) == 2 else "step"]
            for part, now, then in zip(parts, given, kept, strict=True):
                where = difference(then, now)
                if where is not None:
                    self.found("buffers", f"{part} that were handed out change later", detail=where)

    def look_at_agents(self) -> None:
        """Check the lists of agents after a reset."""
        agents = list(self.env.agents)
        possible = list(getattr(self.env, "possible_agents", agents))
        if not agents:
            self.found("agents", "nobody lives after reset")
        if not set(agents) <= set(possible) or len(set(possible)) != len(possible):
            self.found("agents", "agents are not among possible_agents", detail=f"{agents}, {possible}")

    def look_at_ends(self, before: list[Any], given: Returns) -> None:
        """Check that step told about everybody who was asked, that who ended is gone and the others stay."""
        newborn = set(self.env.agents) - set(before)  # may be told about, or only from the next step on
        for name, entries in zip(PARTS["step"], given, strict=True):
            missing, strange = set(before) - set(entries), set(entries) - set(before) - newborn
            if missing:
                self.found("agents", f"{name} of step leave out who was asked", detail=named(missing))
            if strange:
                self.found("agents", f"{name} of step are of agents that had left", detail=named(strange))
        _, _, terminations, truncations, _ = given
        ended = {a for a in before if truth(terminations.get(a)) or truth(truncations.get(a))}
        if ended & set(self.env.agents):
            self.found("agents", "who ended is among agents", detail=named(ended & set(self.env.agents)))
        lost = set(before) - ended - set(self.env.agents)
        if lost:
            self.found("agents", "who did not end is not among agents", detail=named(lost))

    def look_at_values(self, rewards: Mapping[Any, Any], flags: Iterable[Mapping[Any, Any]]) -> None:
        """Check that rewards are finite numbers, flags true or false."""
        for agent, reward in rewards.items():
            number = isinstance(reward, (int, float, np.number))
            if not number or not np.isfinite(reward):
                self.found("rewards", "a reward is no finite number", agent, f"{type(reward).__name__} {reward}")
        for entries in flags:
            for agent, flag in entries.items():
                if not isinstance(flag, (bool, np.bool_)):
                    message = "a termination or truncation is not True or False"
                    self.found("rewards", message, agent, f"{type(flag).__name__} {flag}")

    def look_at_state(self) -> None:
        """Check state(), if there is one."""
        try:
            state = self.env.state()
            again = self.twin.state() if self.twin is not None else state
            space = getattr(self.env, "state_space", None)
        except (NotImplementedError, AttributeError):
            return
        except Exception as error:
            self.found("state", f"state() raised {type(error).__name__}", detail=error)
            return
        wrong = outside(space, state) if isinstance(space, spaces.Space) else None
        if wrong is not None:
            self.found("state", f"state() {wrong[0]}", detail=wrong[1])
        where = difference(state, again)
        if where is not None:
            self.found("state", "the same seed and actions gave two states", detail=where)

    # ── What else is tried on the way ────────────────────────────────────────────────────────

    def who_acts(self) -> list[Any]:
        """Return the living agents whose actions count now."""
        acting = set(self.env.agents if self.acting is None else self.acting(self.env))
        return [agent for agent in self.env.agents if agent in acting]

    def choose(self, observations: Mapping[Any, Any], infos: Mapping[Any, Any]) -> Actions | None:
        """Return a random allowed action for every living agent; None where an action space can't be had."""
        actions: Actions = {}
        for agent in self.env.agents:
            space = self.space("action_space", agent)
            if space is None:
                return None
            if agent not in self.samplers or self.samplers[agent][0] is not space:
                ours = copy.deepcopy(space)  # so that the environment's own is not seeded
                ours.seed(int(self.rng.integers(2**31)))
                self.samplers[agent] = space, ours
            mask = mask_of(observations.get(agent), infos.get(agent))
            actions[agent] = self.draw(self.samplers[agent][1], mask)
        return actions

    def draw(self, space: Any, mask: Any) -> Any:
        """Return a random action that the mask allows; any action where it allows none or does not fit."""
        parts = parts_of_mask(space, mask)
        if parts is not None and all(part.any() for part in parts):
            drawn = [int(self.rng.choice(np.flatnonzero(part))) for part in parts]
            if isinstance(space, spaces.Discrete):
                return int(space.start) + drawn[0]
            return (np.array(drawn).reshape(space.shape) + space.start).astype(space.dtype)
        if mask is not None and not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete)):
            try:
                return space.sample(mask)  # in the form Gymnasium knows for this space
            except Exception:
                return space.sample()
        return space.sample()

    def try_masks(
        self, observations: Mapping[Any, Any], infos: Mapping[Any, Any], actions: Actions
    ) -> None:
        """In other environments at this position: allowed actions have to be accepted, forbidden ones must not."""
        for agent in self.who_acts():
            space = self.space("action_space", agent)
            parts = parts_of_mask(space, mask_of(observations.get(agent), infos.get(agent)))
            if parts is None or not isinstance(space, spaces.Discrete):
                continue
            for allowed in (True, False):
                ids = np.flatnonzero(parts[0].astype(bool) == allowed)
                for chosen in self.rng.choice(ids, min(TRIED_ACTIONS, len(ids)), replace=False):
                    self.try_action(agent, actions, int(space.start) + int(chosen), allowed)

    def try_action(self, agent: Any, actions: Actions, action: int, allowed: bool) -> None:
        """Take one action in another environment."""
        env = self.another()
        if env is None:
            return
        try:
            _, rewards, terminations, truncations, _ = env.step({**copy.deepcopy(actions), agent: action})
        except Exception as error:
            if allowed:
                message = f"an allowed action raises {type(error).__name__}"
                self.found("mask and step", message, agent, f"action {action}: {error}")
            return
        if not allowed:
            ended = truth(terminations.get(agent)) or truth(truncations.get(agent))
            if not (ended and rewards.get(agent, 0) < 0):
                message = "an action the mask forbids is played without an error or a penalty"
                self.found("mask and step", message, agent, f"action {action}")

    def try_copies(self, actions: Actions, coming: Returns | None) -> None:
        """Step a deep copy and an unpickled copy: both have to give what the original gives."""
        self.copyable = False
        for check, make in COPIES.items():
            try:
                one, other = make(self.env), make(self.env)
            except Exception as error:
                self.found(check, f"can't be made: {type(error).__name__}", detail=error)
                continue
            try:
                with global_luck(1):  # as the original has
                    there = tuple(one.step(copy.deepcopy(actions)))
                with global_luck(1):
                    again = tuple(other.step(copy.deepcopy(actions)))
            except Exception as error:
                self.found(check, f"can't be stepped on: {type(error).__name__}", detail=error)
                continue
            where = difference(labelled(there), labelled(again))
            if where is not None:
                self.found(check, "two copies play on differently", detail=where)
            self.copied[check] = there
            if check == "copy":
                self.copyable = coming is not None and equal(there, coming)

    def compare_with_copies(self, given: Returns | None) -> None:
        """Now that the original was stepped too, see whether the copies gave the same."""
        for check, there in self.copied.items():
            where = difference(labelled(given), labelled(there)) if given is not None else None
            if where is not None:
                self.found(check, "a copy plays on differently from the original", detail=where)
        self.copied = {}

    def try_render(self) -> None:
        """Render, if the environment was made to; what comes after is compared with one that did not."""
        mode = render_mode(self.env)
        if mode is None:
            return
        try:
            drawn = self.env.render()
        except Exception as error:
            self.found("render", f"{mode} raised {type(error).__name__}", detail=error)
            return
        if mode == "rgb_array" and not (
            isinstance(drawn, np.ndarray) and drawn.dtype == np.uint8 and drawn.shape[2:] == (3,)
        ):
            found = getattr(drawn, "shape", ""), getattr(drawn, "dtype", type(drawn).__name__)
            self.found("render", "rgb_array gives no [height, width, 3] array of uint8", detail=found)
        if mode == "ansi" and not isinstance(drawn, str):
            self.found("render", "ansi gives no text", detail=type(drawn).__name__)


COPIES: dict[str, Callable[[Env], Env]] = {
    "copy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


def step_copies(env: Env, actions: Actions) -> None:
    """Step copies of an environment, those that can be made."""
    for make in COPIES.values():
        try:
            make(env).step(copy.deepcopy(actions))
        except Exception:
            continue


# ── Small questions ──────────────────────────────────────────────────────────────────────────


@contextmanager
def global_luck(noise: int) -> Iterator[None]:
    """Seed the global random numbers for a while, and put them back."""
    saved = random.getstate(), np.random.get_state()
    random.seed(noise)
    np.random.seed(noise % 2**32)
    try:
        yield
    finally:
        random.setstate(saved[0])
        np.random.set_state(saved[1])


def plain(value: Any) -> str:
    """Return a value in words that are the same in every process, and not too many."""
    text = re.sub(r" at 0x[0-9a-f]+", "", " ".join(str(value).split()))
    return text if len(text) <= 200 else text[:197] + "..."


def labelled(given: Returns) -> dict[Any, Any]:
    """Name the parts of what reset or step gave."""
    parts = next((parts for parts in PARTS.values() if len(parts) == len(given)), range(len(given)))
    return dict(zip(parts, given, strict=True))


def truth(flag: Any) -> bool:
    """Is a flag set? Whatever can't be asked is not."""
    try:
        return bool(flag)
    except Exception:
        return False


def close(env: Env) -> None:
    """Close an environment that can be closed. What goes wrong then is not looked at."""
    try:
        env.close()
    except Exception:
        return


def render_mode(env: Env) -> str | None:
    """Return the mode in which an environment can be rendered without a window."""
    mode = getattr(env, "render_mode", None)
    return mode if mode in ("ansi", "rgb_array") else None


def mask_of(observation: Any, info: Any) -> Any:
    """Return an agent's mask, from its info or its observation; None where there is none."""
    for place in (info, observation):
        if isinstance(place, Mapping) and place.get("action_mask") is not None:
            return place["action_mask"]
    return None
