"""The Factions of Expansive Universe as sides of the deck lab.

Below: training.decklab.setup. Above: `setup_of`, which finds it by the game's name. A game in which Factions are drawn
has no sides; here two seats get one each, so that they can be compared. No Faction is played twice, so where more play
than two, the others' are drawn, and a game that one of them wins is left out: it says nothing of these two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ow_env.core.game import Game
from training.decklab.setup import DrawnSides, Pairing, Side


class ExpansiveUniverseSetup(DrawnSides):
    """An Expansive Universe with its options, in which any agents play any two Factions."""

    def side(self, given: Any) -> Any:
        """Return a Faction as a side."""
        if isinstance(given, Side):
            return given
        factions = [given, *[None] * (self.game.num_players - 1)]
        type(self.game)(**{**self.game.options, "factions": factions})  # says what is wrong
        return Side(given, given)

    def stored(self, pairing: Pairing) -> tuple[Pairing, bool]:
        """Return the pairing as it is stored, and whether that is the other way round."""
        if pairing.one == pairing.other:
            raise ValueError(f"{pairing.one.name} can't meet itself: no Faction is played twice (EU-0.1)")
        return super().stored(pairing)

    def seats_of_one(self, pairing: Pairing) -> list[tuple[int, ...]]:
        """Return the seat that side one has in each game of a game pair."""
        return [(seat,) for seat in range(self.game.num_players)]

    def seats_of_other(self, pairing: Pairing, seats: Sequence[int]) -> tuple[int, ...]:
        """Return the seat of the other side: the next."""
        return ((seats[0] + 1) % self.game.num_players,)

    def game_with(self, pairing: Pairing, *seats: int) -> Game:
        """Return the game with side one in a seat and the other side in the next; Factions of others are drawn."""
        factions: list[Any] = [None] * self.game.num_players
        if pairing.other != pairing.one:
            factions[self.seats_of_other(pairing, seats)[0]] = pairing.other.value
        factions[seats[0]] = pairing.one.value
        return type(self.game).rebuilt({**self.game.options, "factions": factions})
