"""The Factions of TradeWorlds as sides of the deck lab.

Below: training.decklab.setup. Above: `setup_of`, which finds it by the game's name. A game in which Factions are drawn
has no sides; here every seat gets one, so that they can be compared.
"""

from __future__ import annotations

from typing import Any

from agents.games import scripts_of
from ow_env.tradeworlds.cards import DERELICT, FACTIONS
from training.decklab.setup import BLOCK, Pairing, Setup
from training.games import make_game

QUICK = 8 * BLOCK  # bouts at a time for agents that choose for many games in one call


class TradeWorldsSetup(Setup):
    """A TradeWorlds with its options, in which any agents play any two Factions."""

    @classmethod
    def of(cls, name: str, **options: Any) -> Setup:
        """Return the setup with these options; Factions that are not given don't matter, for sides replace them.

        Raises:
            ValueError: an option is wrong, or it is the scenario for one, in which no two sides meet.
        """
        game = make_game(name, **options)
        if game.num_players == 1:
            raise ValueError(f"scenario: {DERELICT} is played alone, so no two Factions meet in it")
        return cls(make_game(name, **{**options, "factions": list(FACTIONS[: game.num_players])}))

    def block(self, pairing: Pairing) -> int:
        """Return how many bouts are played at a time: more where both agents are scripts."""
        return QUICK if {*pairing.agents} <= {*scripts_of(self.game.name), "scripted", "random"} else BLOCK
