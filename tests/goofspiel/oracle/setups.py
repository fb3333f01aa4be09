"""What the engine and the oracle of Goofspiel play: all numbers of players, orders of prizes, bids and ties."""

from __future__ import annotations

from itertools import product

from ow_env.core import Game
from tests import lockstep
from tests.tables import game_of


class Setup(lockstep.Setup):
    """A kind of game."""

    def game(self, number: int) -> Game:
        """Return the configured game."""
        game: Game = game_of("goofspiel", **self.options)
        return game


SETUPS = tuple(
    Setup(
        f"{players} players, {cards} cards, {order}, {bids} bids, {ties}",
        options={"num_players": players, "num_cards": cards, "order": order, "bids": bids, "ties": ties},
    )
    for (players, cards), order, (bids, ties) in product(
        ((2, 13), (3, 5), (4, 9)), ("random", "ascending", "descending"), (("public", "carry"), ("hidden", "discard"))
    )
)
