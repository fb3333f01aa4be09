"""How a script reads observations and answers them: by name, whatever the layout.

Below: NumPy and the Game contract. Above: the scripts, one a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from ow_env.core.game import Game


class Reader:
    """Finds the named slices of a game's observations.

    Args:
        game: whose table of features is read.
    """

    def __init__(self, game: Game) -> None:
        self._at = {feature.name: slice(feature.start, feature.stop) for feature in game.features}

    def size(self, name: str) -> int:
        """Return how many numbers a slice has."""
        return self._at[name].stop - self._at[name].start

    def __call__(self, observation: Observation, name: str, *shape: int) -> NDArray[np.int32]:
        """Return one slice of every row as int32 [B, *shape], so that sums do not wrap."""
        rows = observation.features[:, self._at[name]].astype(np.int32)
        return rows.reshape(len(observation), *shape)


def best(value: NDArray[Any], mask: NDArray[np.int8]) -> NDArray[np.int32]:
    """Return for each row the allowed action of most ``value`` [B, A]; of several, the first."""
    actions: NDArray[np.int32] = np.where(mask, value, -np.inf).argmax(axis=1).astype(np.int32)
    return actions
