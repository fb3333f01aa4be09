"""What an environment hands out: in its spaces, of the right agents, of the right kind, and never changed later.

Below: subject.py, values.py. Above: episode.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ow_env.adapters.check.subject import PARTS, Returns, Subject
from ow_env.adapters.check.values import difference, mask_of, named, outside, parts_of_mask, snapshot, truth


def look_at_observations(subject: Subject, observations: Mapping[Any, Any], infos: Mapping[Any, Any]) -> None:
    """Check observations against their spaces, and masks."""
    acting = subject.who_acts()
    for agent, observation in observations.items():
        space = subject.space("observation_space", agent)
        wrong = outside(space, observation) if space is not None else None
        if wrong is not None:
            subject.found("space", f"an observation {wrong[0]}", agent, wrong[1])
        if agent in acting:
            look_at_mask(subject, agent, mask_of(observation, infos.get(agent)))


def look_at_mask(subject: Subject, agent: Any, mask: Any) -> None:
    """Check the form of a mask."""
    space = subject.space("action_space", agent)
    if mask is None or not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete)):
        return
    parts = parts_of_mask(space, mask)
    if parts is None:
        subject.found("mask", f"the mask does not fit {space}", agent, f"its shape is {np.shape(mask)}")
        return
    for part in parts:
        if not np.isin(part, (0, 1)).all():
            subject.found("mask", "has entries that are not 0 or 1", agent, sorted(set(part.tolist()))[:5])
        elif not part.any():
            subject.found("mask", "allows nothing to an agent that has to act", agent)


class Buffers:
    """What was handed out lately, and a copy of it, to see that it stays as it was."""

    def __init__(self) -> None:
        self.handed_out: list[tuple[Returns, Any]] = []  # what the environment gave, and a copy of it

    def remember(self, given: Returns) -> None:
        """Keep what was handed out, and a copy."""
        self.handed_out.append((given, snapshot(given)))
        del self.handed_out[:-3]

    def look_at_buffers(self, subject: Subject) -> None:
        """See that what was handed out before the last step is as it was."""
        for given, kept in self.handed_out:
            parts = PARTS["reset" if len(given) == 2 else "step"]
            for part, now, then in zip(parts, given, kept, strict=True):
                where = difference(then, now)
                if where is not None:
                    subject.found("buffers", f"{part} that were handed out change later", detail=where)


def look_at_agents(subject: Subject) -> None:
    """Check the lists of agents after a reset."""
    agents = list(subject.env.agents)
    possible = list(getattr(subject.env, "possible_agents", agents))
    if not agents:
        subject.found("agents", "nobody lives after reset")
    if not set(agents) <= set(possible) or len(set(possible)) != len(possible):
        subject.found("agents", "agents are not among possible_agents", detail=f"{agents}, {possible}")


def look_at_ends(subject: Subject, before: list[Any], given: Returns) -> None:
    """Check that step told about everybody who was asked, that who ended is gone and the others stay."""
    newborn = set(subject.env.agents) - set(before)  # may be told about, or only from the next step on
    for name, entries in zip(PARTS["step"], given, strict=True):
        missing, strange = set(before) - set(entries), set(entries) - set(before) - newborn
        if missing:
            subject.found("agents", f"{name} of step leave out who was asked", detail=named(missing))
        if strange:
            subject.found("agents", f"{name} of step are of agents that had left", detail=named(strange))
    _, _, terminations, truncations, _ = given
    ended = {a for a in before if truth(terminations.get(a)) or truth(truncations.get(a))}
    if ended & set(subject.env.agents):
        subject.found("agents", "who ended is among agents", detail=named(ended & set(subject.env.agents)))
    lost = set(before) - ended - set(subject.env.agents)
    if lost:
        subject.found("agents", "who did not end is not among agents", detail=named(lost))


def look_at_values(subject: Subject, rewards: Mapping[Any, Any], flags: Iterable[Mapping[Any, Any]]) -> None:
    """Check that rewards are finite numbers, flags true or false."""
    for agent, reward in rewards.items():
        number = isinstance(reward, (int, float, np.number))
        if not number or not np.isfinite(reward):
            subject.found("rewards", "a reward is no finite number", agent, f"{type(reward).__name__} {reward}")
    for entries in flags:
        for agent, flag in entries.items():
            if not isinstance(flag, (bool, np.bool_)):
                message = "a termination or truncation is not True or False"
                subject.found("rewards", message, agent, f"{type(flag).__name__} {flag}")


def look_at_state(subject: Subject) -> None:
    """Check state(), if there is one."""
    try:
        state = subject.env.state()
        again = subject.twin.state() if subject.twin is not None else state
        space = getattr(subject.env, "state_space", None)
    except (NotImplementedError, AttributeError):
        return
    except Exception as error:
        subject.found("state", f"state() raised {type(error).__name__}", detail=error)
        return
    wrong = outside(space, state) if isinstance(space, spaces.Space) else None
    if wrong is not None:
        subject.found("state", f"state() {wrong[0]}", detail=wrong[1])
    where = difference(state, again)
    if where is not None:
        subject.found("state", "the same seed and actions gave two states", detail=where)
