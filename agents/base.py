"""The agent interface: observations and masks of many games in, one action for each game out.

Below: ow_env's `Observation`. Above: every agent in this folder, and all code that runs agents.
An agent never holds a position. All it gets is an `Observation`, whose arrays are copies that own
their memory, so that nothing hidden can be reached from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import FORFEIT as FORFEIT
from ow_env.core.players import Observation


def observe(features: NDArray[np.uint8], mask: NDArray[np.int8], rows: NDArray[np.intp]) -> Observation:
    """Copy these rows of ``features`` [N, F] and ``mask`` [N, A] for an agent."""
    return Observation(np.take(features, rows, axis=0), np.take(mask, rows, axis=0))


__all__ = ["FORFEIT", "Advice", "Agent", "Observation", "advice_of", "observe"]


class Agent(Protocol):
    """Plays any number of games at once. Made by `agents.make(name, game, seed)`.

    Attributes:
        name: as in the registry.
        version: raised whenever the same observation could lead to another action.
        parameters: what else it takes to build the same agent again, as plain data.

    A searching agent has ``needs_determinizations = True`` and is given determinizations: positions resampled from its
    seat's information set (`Observation.determinizations`). No other agent receives positions. An agent that reads has
    ``needs_views = True`` and is given each decision in words and as data (`Observation.decisions`).
    """

    name: str
    version: int
    parameters: Mapping[str, Any]

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]; or `FORFEIT` to give a game up."""
        ...


@dataclass(frozen=True)
class Advice:
    """What an agent would do, and how sure it is."""

    actions: NDArray[np.int32]  # [B] what it chooses
    policy: NDArray[np.float64]  # [B, A] how much speaks for each action, in its own eyes; adds up to 1 in a row
    values: NDArray[np.float64] | None  # [B] the result it expects for the seat asked, -1 to 1; None: it has no idea


def advice_of(agent: Agent, observation: Observation, num_actions: int) -> Advice:
    """Ask an agent for advice: by its own `advise(observation)`, or by what it chooses, and then it is sure of it.

    Args:
        agent: any.
        observation: with determinizations, if the agent needs them.
        num_actions: A, of its game.
    """
    advise = getattr(agent, "advise", None)
    if advise is not None:
        advice: Advice = advise(observation)
        return advice
    actions = agent.act(observation)
    policy = np.zeros((len(actions), num_actions))
    policy[np.arange(len(actions)), actions] = 1.0
    return Advice(actions, policy, None)
