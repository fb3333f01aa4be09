"""What engine and oracle play side by side: two to four players, every Core, several styles, crowds.

Below: crowded.py, boxes.py. Above: lockstep.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ow_env.core import Game
from tests import lockstep
from tests.expansive_universe.oracle.boxes import box_of
from tests.expansive_universe.oracle.cards import BASE, Box
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.oracle.oracle import Oracle
from tests.expansive_universe.oracle.table import Chance
from tests.expansive_universe.table import game_of, of_oracle


@dataclass(frozen=True, eq=False)
class Setup(lockstep.Setup):
    """A kind of game.

    Args:
        box: what the oracle plays with.
    """

    box: Box = BASE

    def game(self, number: int) -> Game:
        """Return the configured game."""
        game: Game = game_of(**self.options)
        return game

    def oracle_options(self) -> dict[str, Any]:
        """Return the options of the oracle that stand for those of the game, where it begins anywhere."""
        return {**of_oracle(self.options), "box": self.box}

    def begin(self, chance: Chance) -> Oracle:
        """Return the oracle at the start of a game."""
        options = self.options
        factions = options.get("factions") or [None] * int(options.get("num_players", 2))
        core = options.get("core", next(iter(self.box.cores)))
        gold = options.get("starting_gold")
        return Oracle.new(
            chance, factions, core, options.get("first_player"), **self.oracle_options(), starting_gold=gold
        )


ODD = Path(__file__).parents[1] / "odd_cards.toml"
ODD_BOX = box_of(ODD)
SHORT = 60  # decisions of a game that begins crowded


def some(players: int, core: int = 1, **more: Any) -> dict[str, Any]:
    """Return options."""
    return {"num_players": players, "core": f"Galactic Core #{core}", **more}


SETUPS = (
    Setup("two", "uniform", some(2), weight=3),
    Setup("two, eager", "eager", some(2), weight=2),
    Setup("two, warlike", "warlike", some(2), weight=3),
    Setup("two, Core #2", "curious", some(2, 2), weight=2),
    Setup("two, Core #3, warlike", "warlike", some(2, 3, first_player=1), weight=2),
    Setup("two, Core #4", "eager", some(2, 4), weight=2),
    Setup("two, Core #5, warlike", "warlike", some(2, 5), weight=2),
    Setup("two, Wartribe and Sorcerons", "warlike", some(2, factions=["Wartribe", "Sorcerons"])),
    Setup("two, one drawn", "curious", some(2, factions=[None, "Robotocense"], first_player=0)),
    Setup("two, cut short", "eager", some(2, max_rounds=4)),
    Setup("two, as printed", "eager", some(2, starting_gold=[0, 0], first_round_flights=True)),
    Setup("three", "uniform", some(3), weight=2),
    Setup("three, warlike", "warlike", some(3), weight=3),
    Setup("three, Core #2, eager", "eager", some(3, 2)),
    Setup("three, Core #5", "curious", some(3, 5)),
    Setup("four", "uniform", some(4), weight=2),
    Setup("four, warlike", "warlike", some(4), weight=3),
    Setup("four, Core #3, warlike", "warlike", some(4, 3)),
    Setup("four, Core #4, cut short", "curious", some(4, 4, max_rounds=6, first_player=2)),
    Setup("two, crowded", "warlike", some(2), crowded(2), SHORT, 12),
    Setup("two, crowded, Core #2", "curious", some(2, 2), crowded(2, 2), SHORT, 6),
    Setup("two, crowded, Core #5", "warlike", some(2, 5), crowded(2, 5), SHORT, 6),
    Setup("two, crowded, to the end", "uniform", some(2, 3), crowded(2, 3)),
    Setup("three, crowded", "warlike", some(3), crowded(3), SHORT, 12),
    Setup("three, crowded, Core #4", "curious", some(3, 4), crowded(3, 4), SHORT, 6),
    Setup("four, crowded", "warlike", some(4), crowded(4), SHORT, 12),
    Setup("four, crowded, Core #2", "uniform", some(4, 2), crowded(4, 2), SHORT, 6),
    Setup("two, odd cards", "eager", some(2, cards=str(ODD)), box=ODD_BOX),
    Setup("two, odd cards, crowded", "warlike", some(2, cards=str(ODD)), crowded(2, 1, ODD_BOX), SHORT, 6, box=ODD_BOX),
    Setup(
        "four, odd cards, crowded", "curious", some(4, cards=str(ODD)), crowded(4, 1, ODD_BOX), SHORT, 6, box=ODD_BOX
    ),
    Setup("four, crowded, to the end", "eager", some(4), crowded(4)),
)
