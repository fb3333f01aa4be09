"""A table to play Expansive Universe at in tests: a position, actions by name, the position afterwards.

    table = Table(position_of("gold 2 | fleet Ram Skiff"))
    table.do("fly Ram Skiff to Core")

`you` are player_0. `Table` plays by the game itself; `OracleTable` by the second engine in `oracle/`, with the same
words. Both draw the same. Below: tests/tables.py, where what tables of all games share is.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests import tables
from tests.expansive_universe.oracle import positions
from tests.expansive_universe.oracle.chance import STILL, Shared
from tests.tables import Position

SEED = 17  # decides what is drawn where a test leaves it open

game_of = partial(tables.game_of, "expansive_universe")


def of_oracle(options: dict[str, Any]) -> dict[str, Any]:
    """Return those options of a game that the oracle has to know wherever it begins."""
    return {name: value for name, value in options.items() if name in ("max_rounds", "first_round_flights")}


def game_for(position: Position, **options: Any) -> Any:
    """Return the game that a position is one of."""
    factions = [player["faction"] for player in position["players"]]
    told = {"num_players": len(factions), "core": position["core"], **options}
    return game_of(**told)


class Table(tables.Table):
    """The game itself, set up in a batch of one: for as many players as the position has, with its Core."""

    def __init__(self, position: Position, seed: int = SEED, **options: Any) -> None:
        super().__init__(game_for(position, **options), position, seed)


class OracleTable(tables.OracleTable):
    """The second engine, set up alike. It draws what the game draws.

    Args:
        position: where it begins.
        table: of the game, which has not yet been played at.
        options: of the game.
    """

    def __init__(self, position: Position, table: Table, **options: Any) -> None:
        oracle = positions.read(position, Shared(STILL), **of_oracle(options))
        oracle.table.chance = Shared(table.batch.rng[0])
        super().__init__(oracle, positions.write)
