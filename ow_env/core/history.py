"""What was decided in the games of a batch, so that it can be told: to players who read, to people at a table.

Below: game.py, events.py. Above: batch.py, which keeps it where somebody asks for it (`Batch.keep_history`);
players.py, training/play. Positions are kept compressed: most of a record is unused room.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.core.events import Event, worth_telling
from ow_env.core.game import Game, States


class Decided(NamedTuple):
    """A joint decision as it was taken."""

    before: bytes  # the position, compressed
    rng: NDArray[Any]  # [1] the RNG record as it stood then
    actions: NDArray[np.int32]  # [P]
    acted: NDArray[np.bool_]  # [P] which seats decided

    def state(self, game: Game) -> States:
        """Return the position [1] in which it was taken, read-only."""
        return np.frombuffer(zlib.decompress(self.before), game.state_dtype)

    def events(self, game: Game, view: str) -> list[Event]:
        """Return what came of it, as a viewer may be told it."""
        return worth_telling(game.events(self.state(game), self.actions, self.rng, view))


class History:
    """The joint decisions of the games being played, by row.

    It holds true positions and random generators: give a player the `events` of its own seat and nothing else.
    """

    def __init__(self, num_games: int) -> None:
        self.rows: list[list[Decided]] = [[] for _ in range(num_games)]

    def clear(self, row: int) -> None:
        """Forget the decisions of a row: another game or position stands there."""
        self.rows[row] = []

    def copy(self, source: NDArray[np.integer[Any]], target: NDArray[np.integer[Any]]) -> None:
        """Remember of rows ``target`` what is remembered of rows ``source``."""
        every = np.arange(len(self.rows))
        copies = [list(self.rows[row]) for row in every[source].tolist()]
        for row, decided in zip(every[target].tolist(), copies, strict=True):
            self.rows[row] = decided

    def note(
        self, row: int, before: NDArray[Any], rng: NDArray[Any], actions: NDArray[Any], acted: NDArray[Any]
    ) -> None:
        """Add a joint decision; the arrays are copied."""
        packed = zlib.compress(before.tobytes(), 1)
        self.rows[row].append(Decided(packed, rng.copy(), actions.astype(np.int32), acted.copy()))

    def events(self, game: Game, row: int, seat: int) -> tuple[Event, ...]:
        """Return what happened since a seat last decided, its own choice included, as the seat may be told it."""
        played = self.rows[row]
        first = next((at for at in range(len(played) - 1, -1, -1) if played[at].acted[seat]), 0)
        view = game.agents[seat]
        return tuple(event for decided in played[first:] for event in decided.events(game, view))
