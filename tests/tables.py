"""Tables to play at in tests: a position, actions by name, the position afterwards.

    table = Table(game_of("these_new_worlds"), position)
    table.do("play Peer Review")
    assert table.legal() == ["pass"]

`Table` plays by the game itself, through `Batch`; `OracleTable` by the second engine of the same game, with the same
words. A game's own `table.py` stands on these: it says how its positions are laid out in short, and what else tests ask
of a table. Both are for games in which one seat is asked at a time; a `JointTable` is for the others. What is drawn can
be laid down: `draws` finds a generator whose next draws are those.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import ow_env
from ow_env.core import Batch, Game
from ow_env.core.game import States
from ow_env.core.rng import GAMMA, M1, M2, RNG, S27, S30, S31, S32, start

Position = dict[str, Any]

CHUNK = 1 << 20  # keys tried at once
GAMES: dict[Any, Any] = {}


def game_of(name: str, **options: Any) -> Any:
    """Return a configured game: made once for all tests."""
    told = {what: value if isinstance(value, str | int | None) else id(value) for what, value in options.items()}
    key = name, *sorted(told.items())
    if key not in GAMES:
        GAMES[key] = ow_env.make(name, **options)
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

    def legal_with(self, *verbs: str) -> list[str]:
        """Return those legal actions that begin with any of these words."""
        return [name for name in self.legal() if name.startswith(verbs)]

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


class Table(AnyTable):
    """The game itself, set up in a batch of one.

    Args:
        game: configured.
        position: where it begins; None: at the start.
        seed: decides what is drawn where a test leaves it open.
    """

    def __init__(self, game: Game, position: Position | None = None, seed: int = 0) -> None:
        self.game = game
        self.batch = Batch(self.game, 1, seed=seed)
        if position is not None:
            self.batch.set_states(self.game.from_position(position))

    @property
    def states(self) -> States:
        """The game's record [1]."""
        return self.batch.states

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
        ids = np.flatnonzero(self.batch.action_mask[0, seat])
        return sorted(self.game.action_name(self.batch.states, seat, int(i)) for i in ids)

    def joint(self, action: str) -> list[int]:
        """Return an action of the player who is asked, as a batch takes it."""
        seat = self.asked
        assert seat is not None, "the game is over"
        joint = [0] * self.game.num_players
        joint[seat] = self.game.action_id(self.batch.states, seat, action)
        return joint

    def take(self, action: str) -> None:
        """Take one action through the batch."""
        self.batch.step([self.joint(action)])

    def why_not(self, action: str, seat: int | None = None) -> str | None:
        """Return why an action may not be taken, in words; None: it may."""
        seat = self.asked if seat is None else seat
        assert seat is not None, "the game is over"
        return self.game.why_not(self.batch.states, seat, self.game.action_id(self.batch.states, seat, action))


class JointTable:
    """The game itself, where several seats may be asked at once: what is legal, and what is done, is said by seat.

    Args:
        game: configured.
        states: the position [1] where it begins; it is played on in place.
        seed: decides what is drawn.
    """

    def __init__(self, game: Game, states: States, seed: int = 0) -> None:
        self.game, self.states = game, states
        self.rng = np.zeros(1, RNG)
        start(self.rng[0], np.uint64(seed), np.uint64(0))

    @property
    def asked(self) -> list[int]:
        """The seats that are asked; none: the game is over."""
        return [seat for seat in range(self.game.num_players) if self.game.engine.waits_for(self.states[0], seat)]

    def position(self) -> Position:
        """Return the whole position."""
        return self.game.position(self.states)

    def names(self, seat: int) -> list[str]:
        """Return the names of what a seat may do, sorted."""
        ids = self.game.legal_actions(self.states, seat)
        return sorted(self.game.action_name(self.states, seat, int(i)) for i in ids)

    def legal(self) -> dict[int, list[str]]:
        """Return what each seat that is asked may do."""
        return {seat: self.names(seat) for seat in self.asked}

    def do(self, joint: dict[int, str]) -> None:
        """Take an action of each seat that is asked; all have to be legal."""
        actions, mask = np.zeros(self.game.num_players, np.int32), np.zeros(self.game.num_actions, np.int8)
        for seat, name in joint.items():
            actions[seat] = action = self.game.action_id(self.states, seat, name)
            why = self.game.why_not(self.states, seat, action)
            assert why is None, f"player_{seat}: {name!r}: {why}"
            self.game.engine.write_mask(self.states[0], self.game.tables[0], seat, mask)
            assert mask[action], f"player_{seat}: {name!r} is not in the mask, but {self.names(seat)} are"
        assert list(joint) == self.asked, f"asked are {self.asked}"
        self.apply(actions)

    def apply(self, actions: npt.NDArray[np.int32]) -> None:
        """Take one joint decision."""
        self.game.engine.apply(self.states[0], self.game.tables[0], self.rng[0], actions)

    def why_not(self, name: str, seat: int) -> str | None:
        """Return why a seat may not do something, in words; None: it may."""
        return self.game.why_not(self.states, seat, self.game.action_id(self.states, seat, name))


class OracleTable(AnyTable):
    """The second engine, set up alike.

    Args:
        oracle: of this position; it has `is_over`, `legal()` and `play(name)`.
        write: returns its position.
    """

    def __init__(self, oracle: Any, write: Callable[[Any], Position]) -> None:
        self.oracle, self._write = oracle, write

    def position(self) -> Position:
        """Return the whole position."""
        return self._write(self.oracle)

    def legal(self) -> list[str]:
        """Return the names of what the player who is asked may do, sorted; none after the end."""
        return [] if self.oracle.is_over else self.oracle.legal()

    def take(self, action: str) -> None:
        """Take one action."""
        self.oracle.play(action)

    def follow(self, action: str, after: Position) -> None:
        """Take the action that the game has taken; ``after`` is its position then, which tells what was drawn."""
        self.do(action)


class JointOracle:
    """The second engine of a game in which several seats may be asked at once.

    Args:
        oracle: of this position; it has `to_act()`, `legal(seat)`, `play(actions by seat)` and `position()`.
    """

    def __init__(self, oracle: Any) -> None:
        self.oracle = oracle

    def position(self) -> Position:
        """Return the whole position."""
        return self.oracle.position()

    def legal(self) -> dict[int, list[str]]:
        """Return what each seat that is asked may do."""
        return {seat: sorted(self.oracle.legal(seat)) for seat in self.oracle.to_act()}

    def follow(self, joint: dict[int, str], after: Position) -> None:
        """Take the actions that the game has taken; it draws what the game draws."""
        self.oracle.play(joint)
