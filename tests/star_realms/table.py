"""A table to play Star Realms at in tests: a position in short, actions by name, the position afterwards.

    table = Table(lay(you={"hand": "Blob Fighter, 2x Scout", "deck": "Viper"}, foe={"bases": "Trading Post"}))
    table.do("play Blob Fighter")
    assert table.combat == 3
    assert table.legal() == ["end turn", "play Scout"]

`you` are player_0 and to move. `Table` plays by the game itself, through `Batch`; `OracleTable` by the second engine in
`oracle/`, with the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

import ow_env
from ow_env.core import Batch, Game
from tests.star_realms.oracle import positions
from tests.star_realms.oracle.cards import CARDS, EXPLORER
from tests.star_realms.oracle.table import Dice

Position = dict[str, Any]
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


class AnyTable:
    """What can be asked of either table."""

    def position(self) -> Position:
        """Return the whole position."""
        raise NotImplementedError

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted."""
        raise NotImplementedError

    def take(self, action: str) -> None:
        """Take one action, which has to be legal."""
        raise NotImplementedError

    def do(self, *actions: str) -> None:
        """Take actions one after the other; each has to be legal."""
        for action in actions:
            legal = self.legal()
            assert action in legal, f"{action!r} is not legal, but {legal} are"
            self.take(action)

    def legal_with(self, *verbs: str) -> list[str]:
        """Return those legal actions that begin with any of these words."""
        return [name for name in self.legal() if name.startswith(verbs)]

    @property
    def trade(self) -> int:
        """The Trade pool."""
        return int(self.position()["trade"])

    @property
    def combat(self) -> int:
        """The Combat pool."""
        return int(self.position()["combat"])

    @property
    def you(self) -> Position:
        """What player_0 has."""
        return dict(self.position()["players"][0])

    @property
    def foe(self) -> Position:
        """What player_1 has."""
        return dict(self.position()["players"][1])

    @property
    def decision(self) -> Position:
        """What is asked."""
        return dict(self.position()["decision"])

    def pile(self, name: str, seat: int = 0) -> list[str]:
        """Return a player's pile, or cards in play without their marks, by the alphabet."""
        pile: Iterable[Any] = self.position()["players"][seat][name]
        return sorted(card if isinstance(card, str) else card["card"] for card in pile)


@cache
def game_of(**options: Any) -> Game:
    """Return a configured game: made once for all tests."""
    return ow_env.make("star_realms", **options)


class Table(AnyTable):
    """The game itself, set up in a batch of one."""

    def __init__(self, position: Position | None = None, seed: int = SEED, **options: Any) -> None:
        self.game = game_of(**options)
        self.batch = Batch(self.game, 1, seed=seed)
        if position is not None:
            self.batch.set_states(self.game.from_position(position))

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None: the game is over."""
        seats = np.flatnonzero(self.batch.to_act[0])
        assert len(seats) <= 1
        return int(seats[0]) if len(seats) else None

    def position(self) -> Position:
        """Return the whole position."""
        return self.game.position(self.batch.states)

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted."""
        seat = self.asked
        if seat is None:
            return []
        ids = self.game.legal_actions(self.batch.states, seat)
        assert (np.flatnonzero(self.batch.action_mask[0, seat]) == ids).all()
        return sorted(self.game.action_name(self.batch.states, seat, int(i)) for i in ids)

    def take(self, action: str) -> None:
        """Take one action through the batch."""
        seat = self.asked
        assert seat is not None, "the game is over"
        joint = [0, 0]
        joint[seat] = self.game.action_id(self.batch.states, seat, action)
        self.batch.step([joint])

    def why_not(self, action: str, seat: int | None = None) -> str | None:
        """Return why an action may not be taken, in words; None: it may."""
        seat = self.asked if seat is None else seat
        assert seat is not None, "the game is over"
        return self.game.why_not(self.batch.states, seat, self.game.action_id(self.batch.states, seat, action))


class OracleTable(AnyTable):
    """The second engine, set up alike."""

    def __init__(self, position: Position, seed: int = SEED, **options: Any) -> None:
        self.oracle = positions.read(position, Dice(seed), **options)

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None: the game is over."""
        return None if self.oracle.is_over else self.oracle.table.active

    def position(self) -> Position:
        """Return the whole position."""
        return positions.write(self.oracle)

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted."""
        return [] if self.oracle.is_over else self.oracle.legal()

    def take(self, action: str) -> None:
        """Take one action."""
        self.oracle.play(action)
