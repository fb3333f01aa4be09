"""What an agent takes to choose: its time and, of a search, its simulations.

Below: agents, core. Above: alone.py, benchmark/, commands/match.py, docs/results. The time goes into no result that is
stored by its seed: it says what strength cost on one machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Observation
from ow_env.core.players import needs_determinizations, needs_views


class Timed:
    """An agent as it is, and the time that it takes to choose.

    Args:
        agent: any.
        clock: in seconds: CPU time, or `time.perf_counter` for all the time that passes.
    """

    def __init__(self, agent: Agent, clock: Callable[[], float] = time.process_time) -> None:
        self.agent, self._clock = agent, clock
        self.name: str = agent.name
        self.version: int = agent.version
        self.parameters: Mapping[str, Any] = agent.parameters
        self.needs_determinizations, self.needs_views = needs_determinizations(agent), needs_views(agent)
        self.game_over = getattr(agent, "game_over", None)
        self.seconds, self.decisions = 0.0, 0

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return what the agent chooses."""
        begun = self._clock()
        actions = self.agent.act(observation)
        self.seconds += self._clock() - begun
        self.decisions += len(observation)
        return actions

    @property
    def milliseconds(self) -> float:
        """Time for a decision."""
        return 1000 * self.seconds / max(self.decisions, 1)

    @property
    def simulations(self) -> float | None:
        """For a decision; None: it does not search."""
        made: tuple[int, int] | None = getattr(self.agent, "simulated", None)
        return None if made is None else made[0] / max(self.decisions, 1)

    @property
    def line(self) -> str:
        """Both in words: "1.31 ms (49.0 simulations)"."""
        made = "" if self.simulations is None else f" ({self.simulations:.1f} simulations)"
        return f"{self.milliseconds:.3g} ms{made}"


def compared(one: Timed, other: Timed) -> str:
    """Return the times of two agents in words, and their ratio unless the clock was too coarse to see the other's."""
    ratio = f", a ratio of {one.milliseconds / other.milliseconds:.2f}" if other.seconds > 0 else ""
    return f"{one.line} against {other.line}{ratio}"
