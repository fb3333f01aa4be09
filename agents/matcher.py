"""The script for Goofspiel: bid what the prize is worth.

Below: agents.reading. Against an opponent who bids at random no answer is better (Ross 1971).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.reading import Reader, best
from ow_env.core.game import Game


class Matcher:
    """Bids the card worth as much as what is to be won, or the nearest one held.

    Args:
        game: a Goofspiel, of any size.
    """

    name = "scripted"
    version = 1

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.parameters: Mapping[str, Any] = {}
        self._read = Reader(game)
        self._worth = np.array([worth(name) for name in game.actions])  # [A] of the card bid

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        prize = self._read(observation, "prize", -1).argmax(axis=1) + 1
        pot = prize + self._read(observation, "carried")
        return best(-np.abs(self._worth - pot[:, None]), observation.mask)


def worth(action: str) -> int:
    """Return 7 for "bid 7", 0 for "pass"."""
    verb, _, card = action.partition(" ")
    return int(card) if verb == "bid" else 0
