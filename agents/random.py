"""The random agent: every legal action is equally likely. The anchor of all ratings (Elo 0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation


class RandomAgent:
    """Chooses uniformly among the allowed actions, from a generator of its own.

    Args:
        seed: the same seed and the same observations give the same choices.
    """

    name = "random"
    version = 1

    def __init__(self, seed: int = 0) -> None:
        self.parameters: Mapping[str, Any] = {"seed": seed}
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        rows = observation.sparse
        nth = self._rng.integers(1, rows.legal_count + 1) - 1  # the first, second, ... allowed action
        actions: NDArray[np.int32] = rows.legal[np.arange(len(rows)), nth]
        return actions
