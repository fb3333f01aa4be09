"""The environment under test: its spaces, who acts, how it is called, and where findings about it go.

Below: report.py, values.py. Above: handed_out.py and trials.py, which look at it; episode.py, which plays it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from ow_env.adapters.check.report import Finding, Report
from ow_env.adapters.check.values import equal, plain

Env: TypeAlias = Any  # pettingzoo.ParallelEnv; not imported, so that the checker needs no PettingZoo
Actions: TypeAlias = dict[Any, Any]
Returns: TypeAlias = tuple[Any, ...]  # what reset or step gave
Acting: TypeAlias = Callable[[Env], Iterable[Any]]

PARTS = {
    "reset": ("observations", "infos"),
    "step": ("observations", "rewards", "terminations", "truncations", "infos"),
}


class Subject:
    """An environment at one step of a seeded episode, and where what is wrong with it is reported.

    Args:
        report: collects the findings.
        env: the environment under test.
        twin: a new one that is to be played step by step as ``env`` is.
        seed: of the episode.
        acting: gives the agents whose actions count now; None: everybody's do.
    """

    def __init__(self, report: Report, env: Env, twin: Env, seed: int, acting: Acting | None) -> None:
        self.report = report
        self.env = env
        self.twin: Any = twin  # has the same past from here on, and no other; None once it went its own way
        self.seed = seed
        self.acting = acting
        self.step_number = -1

    def found(self, check: str, message: str, agent: Any = None, detail: Any = "") -> None:
        """Report something at the present step."""
        finding = Finding(check, plain(message), self.seed, self.step_number, agent, plain(detail))
        self.report.add(finding)

    def who_acts(self) -> list[Any]:
        """Return the living agents whose actions count now."""
        acting = set(self.env.agents if self.acting is None else self.acting(self.env))
        return [agent for agent in self.env.agents if agent in acting]

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

    def call(self, name: str, action: Callable[[], Any], noise: int) -> Returns | None:
        """Call reset or step under given global random numbers, and see that it leaves them alone."""
        with seeded_globals(noise):
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


@contextmanager
def seeded_globals(noise: int) -> Iterator[None]:
    """Seed the global random numbers for a while, and put them back."""
    saved = random.getstate(), np.random.get_state()
    random.seed(noise)
    np.random.seed(noise % 2**32)
    try:
        yield
    finally:
        random.setstate(saved[0])
        np.random.set_state(saved[1])


def labelled(given: Returns) -> dict[Any, Any]:
    """Name the parts of what reset or step gave."""
    parts = next((parts for parts in PARTS.values() if len(parts) == len(given)), range(len(given)))
    return dict(zip(parts, given, strict=True))
