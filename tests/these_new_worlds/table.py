"""A table to play These New Worlds at in tests: a position, actions by name, the position afterwards.

    table = Table(position_of("top Spot Trade | hand Peer Review | costs 3 3 3 3"))
    table.do("play Peer Review")
    assert table.legal() == ["pass"]

`you` are player_0. `Table` plays by the game itself; `OracleTable` by the second engine in `oracle/`, with the same
words. Dice can be laid down. Below: tests/tables.py, where what tables of all games share is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests import tables
from tests.tables import Position, draws
from tests.these_new_worlds.oracle import positions
from tests.these_new_worlds.oracle.cards import COLOURS
from tests.these_new_worlds.oracle.oracle import Deal, Dice

SEED = 17  # decides what is drawn where a test leaves it open

game_of = partial(tables.game_of, "these_new_worlds")


def dice(*shown: int) -> Any:
    """Return a generator [1] whose next dice show this."""
    return draws(*((6, number - 1) for number in shown))


class Told:
    """Chance that draws what the game has drawn, as far as the position afterwards tells; dice are told beside it.

    Args:
        after: the position of the game.
        rolled: dice of the combat, colour by colour, the first player's before the other's.
        opening: it is that of a new game.
    """

    def __init__(self, after: Position, rolled: Sequence[int] = (), opening: bool = False) -> None:
        self.after = after
        self.rolled = list(rolled)
        self.planets = [*(after["collective"] if opening else ()), after["contested"]]

    def dealer(self) -> int:
        """Return who deals."""
        return int(self.after["dealer"])

    def planet(self, deck: list[str]) -> str:
        """Return a planet."""
        planet = self.planets.pop(0)
        assert planet in deck, f"the oracle turns up a planet, and in the game it is {planet}"
        return str(planet)

    def cost(self, colour: str, sides: int) -> int:
        """Return a cost."""
        assert 1 <= self.after["costs"][colour] <= sides
        return int(self.after["costs"][colour])

    def deal(self, cards: list[str], each: int) -> Deal:
        """Return the hands: whatever was played since was in them."""
        one, other = (player["hand"] + player["played"] for player in self.after["players"])
        return one, other

    def combat(self, colour: str, seat: int, sides: int) -> int:
        """Return a die."""
        assert self.rolled, "the oracle fights, the game does not"
        return self.rolled.pop(0)


class AnyTable(tables.AnyTable):
    """What can be asked of either table."""

    def tokens(self, seat: int = 0) -> list[int]:
        """Return a player's tokens: red, yellow, green, blue."""
        held = self.position()["players"][seat]["tokens"]
        return [held.get(colour, 0) for colour in COLOURS]


class Table(AnyTable, tables.Table):
    """The game itself, set up in a batch of one."""

    def __init__(self, position: Position | None = None, seed: int = SEED, **options: Any) -> None:
        super().__init__(game_of(**options), position, seed)

    def roll(self, *shown: int) -> None:
        """Lay down what the next dice show."""
        self.batch.rng[:] = dice(*shown)


class OracleTable(AnyTable, tables.OracleTable):
    """The second engine, set up alike. It draws what the game has drawn.

    Args:
        position: where it begins.
        shown: dice of the combat, if there is one.
        options: of the game.
    """

    def __init__(self, position: Position, shown: Sequence[int] = (), **options: Any) -> None:
        super().__init__(positions.read(position, Dice(SEED), **options), positions.write)
        self.shown = shown

    def follow(self, action: str, after: Position) -> None:
        """Take the action that the game has taken."""
        self.oracle.chance = Told(after, self.shown)
        self.do(action)
