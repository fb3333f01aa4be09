"""What an agent is: observations and masks of many games in, one action for each game out.

Below: ow_env's `Observation`. Above: every agent in this folder, and whoever lets agents play.
An agent never holds a position. All it gets is an `Observation`, whose arrays are copies that own
their memory, so that there is no way from them back to the table, the other hands or the dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ow_env.core.players import Observation


def observe(features: NDArray[np.uint8], mask: NDArray[np.int8], rows: NDArray[np.intp]) -> Observation:
    """Copy these rows of ``features`` [N, F] and ``mask`` [N, A] for an agent."""
    return Observation(np.take(features, rows, axis=0), np.take(mask, rows, axis=0))


__all__ = ["Agent", "Observation", "observe"]


class Agent(Protocol):
    """Plays any number of games at once. Made by `agents.make(name, game, seed)`.

    Attributes:
        name: as in the registry.
        version: rises whenever the same observation could lead to another action.
        parameters: what else it takes to build the same agent again, as plain data.

    One that searches also has ``needs_determinizations = True``, and is then given positions that could be the true
    ones for all its seat knows (`Observation.determinizations`); no other is.
    """

    name: str
    version: int
    parameters: Mapping[str, Any]

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        ...
