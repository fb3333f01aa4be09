"""A table to play These New Worlds at in tests: a position, actions by name, the position afterwards.

    table = Table(position_of("top Spot Trade | hand Peer Review | costs 3 3 3 3"))
    table.do("play Peer Review")
    assert table.legal() == ["pass"]

`you` are player_0. `Table` plays by the game itself, through `Batch`; `OracleTable` by the second engine in `oracle/`,
with the same words. What is drawn at a `Table` can be laid down: `draws` finds a generator whose next draws are those.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import ow_env
from ow_env.core import Batch
from ow_env.core.rng import GAMMA, M1, M2, RNG, S27, S30, S31, S32
from ow_env.these_new_worlds.game import TheseNewWorlds
from tests.these_new_worlds.oracle import positions
from tests.these_new_worlds.oracle.cards import COLOURS
from tests.these_new_worlds.oracle.oracle import Deal, Dice

Position = dict[str, Any]

SEED = 17  # decides what is drawn where a test leaves it open
CHUNK = 1 << 20  # keys tried at once
GAMES: dict[Any, TheseNewWorlds] = {}


def game_of(**options: Any) -> TheseNewWorlds:
    """Return a configured game: made once for all tests."""
    key = tuple(sorted((name, value if isinstance(value, str | int | None) else id(value))
                       for name, value in options.items()))  # fmt: skip
    if key not in GAMES:
        GAMES[key] = ow_env.make("these_new_worlds", **options)
    return GAMES[key]


def draws(*wanted: tuple[int, int | None]) -> Any:
    """Return a generator [1] whose next draws are these: pairs of how many there are to draw from, and which it is.

    None: any of them.

    Value number k of a key is mix(key + k * GAMMA), so keys are tried, many at once, until one gives them all.
    """
    first = 0
    while True:
        keys = np.arange(first, first + CHUNK, dtype=np.uint64)
        for number, (size, value) in enumerate(wanted, 1):
            if value is None:
                continue
            with np.errstate(over="ignore"):
                bits = keys + np.uint64(number) * GAMMA
                bits = (bits ^ (bits >> S30)) * M1
                bits = (bits ^ (bits >> S27)) * M2
                bits ^= bits >> S31
                keys = keys[((bits >> S32) * np.uint64(size)) >> S32 == value]
        if len(keys):
            rng = np.zeros(1, RNG)
            rng["key"] = keys[0]
            return rng
        first += CHUNK


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


class AnyTable:
    """What can be asked of either table."""

    def position(self) -> Position:
        """Return the whole position."""
        raise NotImplementedError

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted; none after the end."""
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

    @property
    def you(self) -> Position:
        """What player_0 has."""
        return dict(self.position()["players"][0])

    @property
    def foe(self) -> Position:
        """What player_1 has."""
        return dict(self.position()["players"][1])

    def tokens(self, seat: int = 0) -> list[int]:
        """Return a player's tokens: red, yellow, green, blue."""
        held = self.position()["players"][seat]["tokens"]
        return [held.get(colour, 0) for colour in COLOURS]


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
        """Return the names of what the player who is asked may do, sorted; none after the end."""
        seat = self.asked
        if seat is None:
            return []
        ids = self.game.legal_actions(self.batch.states, seat)
        assert (np.flatnonzero(self.batch.action_mask[0, seat]) == ids).all()
        return sorted(self.game.action_name(self.batch.states, seat, int(i)) for i in ids)

    def joint(self, action: str) -> list[int]:
        """Return an action of the player who is asked, as a batch takes it."""
        seat = self.asked
        assert seat is not None, "the game is over"
        joint = [0, 0]
        joint[seat] = self.game.action_id(self.batch.states, seat, action)
        return joint

    def take(self, action: str) -> None:
        """Take one action through the batch."""
        self.batch.step([self.joint(action)])

    def roll(self, *shown: int) -> None:
        """Lay down what the next dice show."""
        self.batch.rng[:] = dice(*shown)

    def why_not(self, action: str, seat: int | None = None) -> str | None:
        """Return why an action may not be taken, in words; None: it may."""
        seat = self.asked if seat is None else seat
        assert seat is not None, "the game is over"
        return self.game.why_not(self.batch.states, seat, self.game.action_id(self.batch.states, seat, action))


class OracleTable(AnyTable):
    """The second engine, set up alike."""

    def __init__(self, position: Position, seed: int = SEED, **options: Any) -> None:
        self.oracle = positions.read(position, Dice(seed), **options)

    def position(self) -> Position:
        """Return the whole position."""
        return positions.write(self.oracle)

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted; none after the end."""
        return [] if self.oracle.is_over else self.oracle.legal()

    def take(self, action: str) -> None:
        """Take one action."""
        self.oracle.play(action)

    def roll(self, *shown: int) -> None:
        """Lay down what the next dice show: those of a combat, or as costs if a round is opened first."""
        self.oracle.chance = Laid(shown)


class Laid(Dice):
    """Chance whose first dice are laid down."""

    def __init__(self, shown: Sequence[int]) -> None:
        super().__init__(SEED)
        self.shown = list(shown)

    def combat(self, colour: str, seat: int, sides: int) -> int:
        """Return a die of a combat."""
        return self.shown.pop(0) if self.shown else super().combat(colour, seat, sides)
