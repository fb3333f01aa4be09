"""What engine and oracle play side by side: all scenarios for one to four players, in several styles, with all options.

Below: boxes.py, late.py. Above: lockstep.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ow_env.core import Game
from tests import lockstep
from tests.tradeworlds.oracle.boxes import box_of
from tests.tradeworlds.oracle.cards import BASE, Box
from tests.tradeworlds.oracle.late import late_position
from tests.tradeworlds.oracle.oracle import Oracle
from tests.tradeworlds.oracle.table import Chance
from tests.tradeworlds.table import game_of

ODD = Path(__file__).parents[1] / "odd_cards.toml"
KEPT = ("scenario", "reinforcements", "eliminated_tokens", "finish_round", "levelled_factions", "max_rounds", "ask")
SPACE, DERELICT = {"scenario": "Space Wars"}, {"scenario": "The Derelict"}
PUBLIC, MODULE = {"ask": "public"}, {"reinforcements": True}
REMOVED = MODULE | {"eliminated_tokens": "removed"}


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

    @property
    def players(self) -> int:
        return int(self.options.get("num_players", 1 if self.options.get("scenario") == "The Derelict" else 2))

    def oracle_options(self) -> dict[str, Any]:
        """Return the options of the oracle that stand for those of the game."""
        kept = {name: value for name, value in self.options.items() if name in KEPT}
        return {**kept, "box": self.box, "players": self.players}

    def begin(self, chance: Chance) -> Oracle:
        """Return the oracle at the start of a game; where it begins elsewhere, `positions.read` does it."""
        options = self.options
        return Oracle.new(chance, options.get("factions"), options.get("first_player"), **self.oracle_options())


def some(players: int, *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return options laid over each other."""
    told: dict[str, Any] = {"num_players": players}
    for each in options:
        told |= each
    return told | more


SETUPS = (
    Setup("two, Trade Wars", "uniform", some(2), weight=2),
    Setup("two, Trade Wars, warlike", "warlike", some(2), weight=3),
    Setup("two, Trade Wars, finish the round", "eager", some(2, finish_round=True)),
    Setup("two, Trade Wars, levelled, public", "curious", some(2, PUBLIC, levelled_factions=True)),
    Setup("two, Space Wars, module", "warlike", some(2, SPACE, MODULE), weight=2),
    Setup("two, Space Wars, module, public", "warlike", some(2, SPACE, MODULE, PUBLIC), weight=2),
    Setup("two Brethren", "warlike", some(2, factions=["Brethren", "Brethren"], first_player=1)),
    Setup("three, Trade Wars", "warlike", some(3, MODULE), weight=2),
    Setup("three, Trade Wars, finish the round", "warlike", some(3, finish_round=True)),
    Setup("three, Space Wars, public", "warlike", some(3, SPACE, PUBLIC), weight=2),
    Setup("three, Brethren all", "warlike", some(3, MODULE, PUBLIC, factions=["Brethren"] * 3)),
    Setup("three, Space Wars, tokens removed", "warlike", some(3, SPACE, REMOVED), weight=2),
    Setup("four, Trade Wars, curious", "curious", some(4, MODULE)),
    Setup("four, Trade Wars, public", "warlike", some(4, PUBLIC, levelled_factions=True), weight=2),
    Setup("four, Space Wars", "warlike", some(4, SPACE), weight=2),
    Setup("four, Space Wars, module, public", "warlike", some(4, SPACE, MODULE, PUBLIC), weight=2),
    Setup("four, cut short", "eager", some(4, SPACE, max_rounds=9)),
    Setup("late, two", "warlike", some(2, MODULE), late_position(2, module=True), weight=4),
    Setup("late, two, Space Wars, public", "eager", some(2, SPACE, PUBLIC), late_position(2, "Space Wars"), weight=3),
    Setup("late, three", "warlike", some(3, MODULE, PUBLIC), late_position(3, module=True), weight=4),
    Setup("late, two, tokens removed", "warlike", some(2, REMOVED), late_position(2, module=True, gone=True), weight=4),
    Setup("late, three Brethren", "warlike", some(3), late_position(3, factions=("Brethren",) * 3), weight=3),
    Setup("late, four", "eager", some(4, finish_round=True), late_position(4), weight=3),
    Setup(
        *("late, four, Space Wars", "warlike", some(4, SPACE, MODULE), late_position(4, "Space Wars", module=True)),
        weight=4,
    ),
    Setup("late, alone", "warlike", DERELICT, late_position(1, "The Derelict"), weight=6),
    Setup("late, alone, public", "eager", DERELICT | PUBLIC, late_position(1, "The Derelict"), weight=6),
    Setup("odd cards, two", "warlike", some(2, MODULE, cards=str(ODD)), box=box_of(ODD), weight=2),
    Setup("odd cards, three, public", "eager", some(3, PUBLIC, cards=str(ODD)), box=box_of(ODD), weight=2),
    Setup("odd cards, alone", "warlike", DERELICT | {"cards": str(ODD)}, box=box_of(ODD), weight=4),
    Setup("alone", "warlike", DERELICT, weight=6),
    Setup("alone, public", "curious", DERELICT | PUBLIC, weight=3),
    Setup("alone, module", "warlike", DERELICT | MODULE, weight=3),
    Setup("alone, Covenant", "eager", DERELICT | {"factions": ["Covenant"]}, weight=3),
)
