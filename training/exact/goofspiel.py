"""Goofspiel with few cards, small enough to solve.

Below: the game. Above: games.py, which finds it by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ow_env.core.game import Game
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

    @staticmethod
    def weight(before: Any, after: Any) -> Fraction:
        """Return the probability of ``after`` following a move from ``before``: any face-down prize comes next."""
        drawn = before.order == 0 and after.prize > 0
        return Fraction(1, int(before.face_down.sum()) if drawn else 1)

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
