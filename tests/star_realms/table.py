"""A table to play Star Realms at in tests: a position in short, actions by name, the position afterwards.

    table = Table(lay(you={"hand": "Blob Fighter, 2x Scout", "deck": "Viper"}, foe={"bases": "Trading Post"}))
    table.do("play Blob Fighter")
    assert table.combat == 3
    assert table.legal() == ["end turn", "play Scout"]

`you` are player_0 and to move. `Table` plays by the game itself; `OracleTable` by the second engine in `oracle/`, with
the same words. Below: tests/tables.py, where what tables of all games share is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from tests import tables
from tests.star_realms.oracle import positions
from tests.star_realms.oracle.cards import CARDS, EXPLORER
from tests.star_realms.oracle.table import Dice
from tests.tables import Position

Cards = str | Sequence[Any]

PILES = ("hand", "known", "deck", "top", "discard", "bases", "ships")
OPEN_PILES = ("trade_row", "trade_deck", "scrap_heap", "played")
COSTLY_ROW = "Mothership, Dreadnaught, Battlecruiser, Flagship, Command Ship"  # a Row of which nothing is bought
SEED = 15  # decides what is drawn where a test leaves it open


def cards(told: Cards) -> list[Any]:
    """Read ``Scout, 2x Viper``; a list, as a position has it, stays what it is."""
    if not isinstance(told, str):
        return list(told)
    found: list[str] = []
    for entry in filter(None, (part.strip() for part in told.split(","))):
        copies, _, name = entry.rpartition("x ")
        if entry in CARDS:
            copies, name = "", entry
        assert name in CARDS, entry
        found += [name] * int(copies or 1)
    return found


def lay(
    you: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None,
    trade_row: Cards = COSTLY_ROW,
    explorers: int | None = None,
    turn: int = 3,
    **table: Any,
) -> Position:
    """Return a position. Piles are written as `cards` reads them; what is not told is empty or 0, Authority 50.

    Explorers that the players don't have are in their pile, unless ``explorers`` says how many are.
    """
    laid: Position = {"game": "star_realms", "format": 1, "turn": turn, "active": 0, "first": 0}
    laid |= {"trade_row": trade_row, **table}
    for pile in OPEN_PILES:
        if pile in laid:
            laid[pile] = cards(laid[pile])
    laid["players"] = [
        {"authority": 50, **{name: cards(value) if name in PILES else value for name, value in (told or {}).items()}}
        for told in (you, foe)
    ]
    if explorers is None:
        piles = (player.get(pile, []) for player in laid["players"] for pile in PILES if pile != "known")
        held = sum((card if isinstance(card, str) else card["card"]) == EXPLORER for pile in piles for card in pile)
        explorers = CARDS[EXPLORER].copies - held
    laid["explorers"] = explorers
    return laid


game_of = partial(tables.game_of, "star_realms")


class AnyTable(tables.AnyTable):
    """What can be asked of either table."""

    @property
    def trade(self) -> int:
        """The Trade pool."""
        return int(self.position()["trade"])

    @property
    def combat(self) -> int:
        """The Combat pool."""
        return int(self.position()["combat"])

    def pile(self, name: str, seat: int = 0) -> list[str]:
        """Return a player's pile, or cards in play without their marks, by the alphabet."""
        pile: Iterable[Any] = self.position()["players"][seat][name]
        return sorted(card if isinstance(card, str) else card["card"] for card in pile)


class Table(AnyTable, tables.Table):
    """The game itself, set up in a batch of one."""

    def __init__(self, position: Position | None = None, seed: int = SEED, **options: Any) -> None:
        super().__init__(game_of(**options), position, seed)


class OracleTable(AnyTable, tables.OracleTable):
    """The second engine, set up alike."""

    def __init__(self, position: Position, seed: int = SEED, **options: Any) -> None:
        super().__init__(positions.read(position, Dice(seed), **options), positions.write)
