"""A table to play TradeWorlds at in tests: a position, actions by name, the position afterwards.

    table = Table(position_of("lane 3/3 | foe lane 2/3"))
    table.roll(4, 3)
    table.do("role Admiral", "send lane 1", "engage 1")
    assert table.foe["lane"] == [None] * 4

`you` are player_0. `Table` plays by the game itself; `OracleTable` by the second engine in `oracle/`, with the same
words. What is drawn can be laid down; both draw the same. Below: tests/tables.py, where what tables of all games share
is.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests import tables
from tests.tables import Position, draws
from tests.tradeworlds.oracle import positions
from tests.tradeworlds.oracle.chance import Shared

SEED = 17  # decides what is drawn where a test leaves it open
DIE = 6

game_of = partial(tables.game_of, "tradeworlds")
Shown = int | tuple[int, int]  # what a die shows; with its sides if these are not six


def dice(*shown: Shown) -> Any:
    """Return a generator [1] whose next dice show this."""
    pairs = [each if isinstance(each, tuple) else (each, DIE) for each in shown]
    return draws(*((sides, number - 1) for number, sides in pairs))


class Table(tables.Table):
    """The game itself, set up in a batch of one: for as many players as the position has, of its scenario."""

    def __init__(self, position: Position | None = None, seed: int = SEED, **options: Any) -> None:
        if position is not None:
            options = {"scenario": position["scenario"], "num_players": len(position["players"]), **options}
        super().__init__(game_of(**options), position, seed)

    def roll(self, *shown: Shown) -> None:
        """Lay down what the next dice show."""
        self.batch.rng[:] = dice(*shown)


class OracleTable(tables.OracleTable):
    """The second engine, set up alike. It draws what the game draws.

    Args:
        position: where it begins.
        table: of the game, which has not yet been played at.
        options: of the game.
    """

    def __init__(self, position: Position, table: Table, **options: Any) -> None:
        kept = {name: value for name, value in options.items() if name not in ("num_players", "factions")}
        super().__init__(positions.read(position, Shared(table.batch.rng[0]), **kept), positions.write)
