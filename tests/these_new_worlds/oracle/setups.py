"""What engine and oracle play side by side: whole games in several styles and with all options, and late rounds.

Below: boxes.py, late.py. Above: lockstep.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ow_env.core import Game
from ow_env.these_new_worlds.cards import load_catalogue
from tests import lockstep
from tests.these_new_worlds.oracle.boxes import box_of, only
from tests.these_new_worlds.oracle.cards import BASE, Box
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.oracle.oracle import Chance, Oracle
from tests.these_new_worlds.table import game_of

ODD = Path(__file__).parents[1] / "odd_cards.toml"
FEW = ("Border Militia", "Assembly of Worlds", "Spot Trade", "Breakthrough", "Open Archives", "Privateers")
FEW_CARDS = load_catalogue().only(FEW)


@dataclass(frozen=True, eq=False)
class Setup(lockstep.Setup):
    """A kind of game.

    Args:
        box: what the oracle plays with.
    """

    box: Box = BASE

    def game(self, number: int) -> Game:
        """Return the configured game."""
        return game_of(**self.options)

    def oracle_options(self) -> dict[str, Any]:
        """Return the options of the oracle that stand for those of the game."""
        kept = {name: value for name, value in self.options.items() if name in ("rounds", "hand", "ask", "nobody")}
        return {**kept, "box": self.box}

    def begin(self, chance: Chance) -> Oracle:
        """Return the oracle at the start of a game; where it begins elsewhere, `positions.read` does it."""
        return Oracle.new(chance, self.options.get("first_dealer"), **self.oracle_options())


SETUPS = (
    Setup("uniform", "uniform", weight=2),
    Setup("eager", "eager", weight=3),
    Setup("reluctant", "reluctant", {"nobody": "loss"}),
    Setup("curious", "curious", weight=2),
    Setup("all asked who hold a card", "eager", {"ask": "public", "first_dealer": 1}),
    Setup("late rounds", "eager", position=late_position, weight=3),
    Setup("late rounds, reluctant", "reluctant", {"ask": "public"}, position=late_position),
    Setup("four rounds", "eager", {"rounds": 4, "first_dealer": 0}),
    Setup("one round, three cards", "curious", {"rounds": 1, "hand": 3}, weight=0.5),
    Setup("one card each", "eager", {"rounds": 5, "hand": 1, "ask": "public"}, weight=0.5),
    Setup("few cards", "eager", {"cards": FEW_CARDS, "hand": 2, "rounds": 3}, box=only(FEW), weight=0.5),
    Setup("odd cards", "curious", {"cards": str(ODD), "hand": 15}, box=box_of(ODD)),
    Setup("odd cards, few dealt", "eager", {"cards": str(ODD), "ask": "public"}, box=box_of(ODD)),
)
