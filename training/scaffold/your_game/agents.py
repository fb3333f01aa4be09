"""Who plays Your Game by a script: a row each. The first of them teaches whoever learns the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation


class Climber:
    """Lays the lowest card but one: the least goes unused, and the high ones are there when they count for most."""

    name, version = "climber", 1
    parameters: Mapping[str, Any] = {}

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return an action for each of B games: int32 [B]."""
        rows = observation.sparse  # the actions allowed, in the order of their ids
        chosen: NDArray[np.int32] = rows.legal[np.arange(len(rows)), np.minimum(1, rows.legal_count - 1)]
        return chosen


SCRIPTS = {"climber": lambda game, seed: Climber()}
