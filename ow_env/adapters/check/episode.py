"""One episode of the check: the same game played twice, step by step, with looks and trials on the way.

Below: subject.py, handed_out.py (what is looked at), trials.py (what is tried). Above: `check_parallel`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ow_env.adapters.check.handed_out import (
    Buffers,
    look_at_agents,
    look_at_ends,
    look_at_observations,
    look_at_state,
    look_at_values,
)
from ow_env.adapters.check.report import Report
from ow_env.adapters.check.subject import PARTS, Acting, Actions, Env, Returns, Subject, labelled, seeded_globals
from ow_env.adapters.check.trials import (
    compare_with_copies,
    draw,
    render_mode,
    step_copies,
    try_copies,
    try_masks,
    try_render,
)
from ow_env.adapters.check.values import difference, equal, mask_of, named, snapshot

SAMPLED_STEPS = 12  # decisions of each episode at which copies are made and masks are tried, besides the first two


class Episode(Subject):
    """One seeded episode, played in a used environment and step by step again in a new one.

    Args:
        report: collects the findings.
        env_fn: makes another environment.
        used: the environment under test.
        twin: a new one.
        seed: of the episode, and of its actions.
        max_steps: the episode is left after so many.
        acting: as of `check_parallel`.
    """

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
        super().__init__(report, used, twin, seed, acting)
        self.env_fn = env_fn
        self.max_steps = max_steps
        self.rng = np.random.default_rng(seed)
        self.sampled = set(self.rng.integers(0, min(max_steps, 200), SAMPLED_STEPS).tolist()) | {0, 1}
        self.played: list[Actions] = []
        self.copyable = False  # is a deep copy the same game? Known after copies were tried
        self.buffers = Buffers()
        self.samplers: dict[Any, tuple[Any, Any]] = {}  # the action space of each agent, and our own copy of it

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
                look_at_state(self)
            coming = self.step_twin(actions)
            copied: dict[str, Returns] = {}  # what copies gave for the actions that come next
            if sampled:
                try_render(self)
                copied = try_copies(self, actions)
                self.copyable = coming is not None and "copy" in copied and equal(copied["copy"], coming)
                try_masks(self, observations, infos, actions, self.rng, self.another)
            given = self.step(actions, coming)
            compare_with_copies(self, given, copied)
            self.report.steps += 1
        close(self.twin)

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
        look_at_agents(self)
        for name, of_agents in zip(PARTS["reset"], given, strict=True):
            if set(of_agents) != set(self.env.agents):
                self.found("agents", f"{name} of reset are not of the agents", detail=named(of_agents))
        look_at_observations(self, given[0], given[1])
        self.buffers.remember(given)
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
        self.buffers.look_at_buffers(self)
        if coming is not None:
            self.compare_with_twin(given, coming)
        observations, rewards, terminations, truncations, infos = given
        look_at_ends(self, before, given)
        look_at_values(self, rewards, (terminations, truncations))
        look_at_observations(self, observations, infos)
        self.buffers.remember(given)
        return given

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
            actions[agent] = draw(self.samplers[agent][1], mask, self.rng)
        return actions

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
            for noise in (4, 5, 6):  # more than once: few random numbers may happen to fall out the same
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
        with seeded_globals(noise):
            env = self.env_fn()
            given = [snapshot(env.reset(seed=self.seed))]
            for number, actions in enumerate(self.played):
                if number in self.sampled and (trial is step_copies or render_mode(env)):
                    trial(env, actions)
                given.append(snapshot(env.step(copy.deepcopy(actions))))
        return given


def close(env: Env) -> None:
    """Close an environment that can be closed. What goes wrong then is not looked at."""
    try:
        env.close()
    except Exception:
        return
