"""Goofspiel with few cards, small enough to solve.

Below: the game. Above: games.py, which finds it by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ow_env.core.game import Game, States
from ow_env.goofspiel.game import FEWEST_CARDS, Goofspiel
from training.exact.small import Rows, made


class SmallGoofspiel(Goofspiel):
    """Goofspiel for two with as few cards as 2.

    Args:
        num_cards: 2 to 5.
        order: how prizes come up.
    """

    def __init__(self, num_cards: int, order: Any) -> None:
        super().__init__(num_cards=max(num_cards, FEWEST_CARDS), order=order)
        g = self.template[0]
        g.num_cards = self.options["num_cards"] = num_cards
        g.face_down[num_cards:] = 0
        for player in range(2):
            g.players[player].hand[num_cards:] = 0

    def check(self, states: States, what: str = "states") -> None:
        """Refuse records that are not valid positions: beside the number of cards those of the smallest full game."""
        if isinstance(states, np.ndarray) and states.dtype == self.state_dtype and states.ndim == 1:
            found, few = states["num_cards"], self.template["num_cards"][0]
            if (found != few).any():
                raise ValueError(f"{what}: num_cards: expected {few}, found {found[found != few][0]}")
            states = states.copy()
            states["num_cards"] = max(few, FEWEST_CARDS)
        super().check(states, what)

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any]) -> Game:
        """Return the small game of this name."""
        return made(SMALL, str(options.get("small")))


SMALL: Rows = {  # name: (what it is, how it is made)
    "goofspiel-2": ("2 cards, prizes in descending order", lambda: SmallGoofspiel(2, "descending")),
    "goofspiel-3": ("3 cards, prizes in descending order", lambda: SmallGoofspiel(3, "descending")),
    "goofspiel-3-random": ("3 cards, prizes as they come", lambda: SmallGoofspiel(3, "random")),
    "goofspiel-4": ("4 cards, prizes in descending order", lambda: SmallGoofspiel(4, "descending")),
    "goofspiel-4-random": ("4 cards, prizes as they come", lambda: SmallGoofspiel(4, "random")),
    "goofspiel-5": ("5 cards, prizes in descending order", lambda: SmallGoofspiel(5, "descending")),
}
