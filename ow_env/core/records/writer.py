"""Writing games down as they are played: `Recorder` steps a batch in the place of ``Batch.step``.

Below: format.py, result.py, batch.py. Above: adapters, training.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core.batch import Batch, Which
from ow_env.core.game import Game, States
from ow_env.core.records.format import FORMAT, FORMAT_KEYED, Line, sealed
from ow_env.core.records.result import outcomes, plain_number, winner
from ow_env.core.rules_hash import rules_hash, tables_hash
from ow_env.core.secrecy import commitment, stream_seed
from ow_env.version import VERSION

Target: TypeAlias = str | os.PathLike[str] | IO[str]  # a file, a folder for a file a game, or an open file


class AgentInfo(Protocol):
    """Who plays a seat: an agent of any kind. ``parameters`` are plain data."""

    name: str
    version: int
    parameters: Mapping[str, Any]


class Recorder:
    """Steps a batch and writes down the games of its rows.

    Each line is written whole, at once, so a process that is killed leaves a record that can be
    read up to there. ``begin`` must be called first, and again whenever rows were reset or set to a
    position: what was being written of them ends as abandoned.

    Args:
        batch: whose games are written. Without ``autoreset``, which would skip the last position of
            a game.
        target: a folder (one that exists, or a path that ends in a slash) gets a file for each game
            and loses none; a file is overwritten and holds the games one after the other; an open
            text file gets the same. The last two are for a batch of one.
        agents: who plays the seats, if known.
    """

    def __init__(self, batch: Batch, target: Target, agents: Sequence[AgentInfo] | None = None) -> None:
        if batch.autoreset:
            raise ValueError("a batch with autoreset shows no game's last position; record without")
        self.batch = batch
        self.agents = None if agents is None else [as_data(agent) for agent in agents]
        self._folder: Path | None = None
        self._sink: Sink | None = None  # of all games, where they go into one file
        if not isinstance(target, str | os.PathLike):
            self._sink = Sink(target, own=False)
        elif os.path.isdir(target) or os.fspath(target).endswith(("/", os.sep)):
            self._folder = Path(target)
            self._folder.mkdir(parents=True, exist_ok=True)
        if self._folder is None and batch.num_games > 1:
            raise ValueError(f"record: {batch.num_games} games at once need a folder, got {target!r}")
        if self._folder is None and isinstance(target, str | os.PathLike):
            self._sink = Sink(open(target, "wb", buffering=0), own=True)
        self._logs: dict[int, Log] = {}

    def begin(self, rows: Which = None) -> None:
        """Begin a record for each of these rows, from where it stands."""
        batch = self.batch
        chosen = np.zeros(batch.num_games, np.bool_)
        chosen[slice(None) if rows is None else rows] = True  # type: ignore[index]
        for row in map(int, np.flatnonzero(chosen)):
            if row in self._logs and self._logs[row].game == game_of(batch, row):
                self._logs[row].key = None  # its generator goes on in the next record, whose end discloses the key
            self.end(row, "abandoned")
            log = self._logs[row] = Log(self._sink or self._new_file(row), game_of(batch, row), batch.game_key(row))
            log.write(header(batch, row, self.agents))
            self._end_if_over(row)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one joint decision in every row, as ``Batch.step`` does, and write it down."""
        batch = self.batch
        rows = [row for row in self._logs if not (batch.terminated[row] or batch.truncated[row])]
        before, acting = batch.states[rows].copy(), batch.to_act[rows].copy()
        batch.step(actions)
        chosen = np.asarray(actions)
        for i, row in enumerate(rows):
            self._logs[row].decision(batch, row, before[i : i + 1], acting[i], chosen[row])
            self._end_if_over(row)

    def forfeit(self, by: npt.NDArray[np.bool_]) -> None:
        """End games that players give up, as ``Batch.forfeit`` does, and write it down."""
        batch = self.batch
        batch.forfeit(by)
        for row in np.flatnonzero(by.any(axis=1)).tolist():
            agents = [batch.game.agents[seat] for seat in np.flatnonzero(by[row]).tolist()]
            self.end(row, "forfeit", batch.reward[row].tolist(), agents)

    def end(self, row: int, result: str, rewards: Sequence[float] = (), by: Sequence[str] = ()) -> None:
        """End the record of a row with a result that the rules do not know; nothing if it has ended.

        Args:
            row: its number.
            result: "cut off", "forfeit" or "abandoned".
            rewards: one for each seat; left out, 0 for all.
            by: whose forbidden action it was, or who gave up.
        """
        log = self._logs.pop(row, None)
        if log is not None:
            log.result(self.batch.game_of(row), result, rewards, by)
            if log.sink is not self._sink:
                log.sink.close()

    def close(self) -> None:
        """End what is being written, and close what was opened here."""
        try:
            for row in list(self._logs):
                self.end(row, "abandoned")
        finally:
            if self._sink is not None:
                self._sink.close()

    def _end_if_over(self, row: int) -> None:
        """End the record of a game that the rules have ended."""
        batch = self.batch
        if batch.terminated[row]:
            self.end(row, "terminated", outcomes(batch.game_of(row), batch.states[row]))
        elif batch.truncated[row]:
            self.end(row, "truncated")

    def _new_file(self, row: int) -> Sink:
        """Open a new file in the folder for the game of a row, whatever is there."""
        assert self._folder is not None
        players = [re.sub(r"\W+", "_", agent["name"]) for agent in self.agents or ()]
        seed, number = seed_of(self.batch, row), int(self.batch.game_number[row])
        stem = "-".join([self.batch.game.name, f"seed{seed}", f"game{number}", *players])
        for copy in count(1):
            name = f"{stem}.jsonl" if copy == 1 else f"{stem}-{copy}.jsonl"
            with contextlib.suppress(FileExistsError):
                return Sink(open(self._folder / name, "xb", buffering=0), own=True)
        raise AssertionError("the numbers have run out")


class Sink:
    """Where lines go: a file of our own, unbuffered, or somebody else's open text file."""

    def __init__(self, file: Any, *, own: bool) -> None:
        if not callable(getattr(file, "write", None)):
            raise TypeError(f"record: expected a path or an open text file, got {file!r}")
        self.file, self.own = file, own

    def write(self, line: str) -> None:
        """Write a line whole, in one call."""
        if not self.own:
            self.file.write(line)
            self.file.flush()
            return
        rest = memoryview(line.encode())
        while rest:  # where the disk is nearly full, less is taken than was given; the next time it complains
            try:
                rest = rest[self.file.write(rest) :]
            except OSError as error:
                raise OSError(error.errno, error.strerror, getattr(self.file, "name", None)) from None

    def close(self) -> None:
        """Close what was opened here."""
        if self.own:
            self.file.close()


class Log:
    """Writes one record, line by line."""

    def __init__(self, sink: Sink, game: tuple[int, int], key: bytes | None) -> None:
        self.sink = sink
        self.game = game  # seed and number
        self.key = key  # of its generator, kept until the end
        self.check = ""
        self.decisions = 0

    def write(self, line: Line) -> None:
        """Write a line with its check."""
        text, self.check = sealed(line, self.check)
        self.sink.write(text + "\n")

    def decision(
        self, batch: Batch, row: int, before: States, acting: npt.NDArray[Any], actions: npt.NDArray[Any]
    ) -> None:
        """Write what was decided in a position, and the hash of the one it led to."""
        game = batch.game_of(row)
        self.decisions += 1
        self.write(
            {
                "decision": self.decisions,
                "moment": game.moment(before),
                "actions": {
                    game.agents[seat]: game.action_name(before, seat, int(actions[seat]))
                    for seat in map(int, np.flatnonzero(acting))
                },
                "hash": game.digest(batch.states[row : row + 1]),
            }
        )

    def result(self, game: Game, result: str, rewards: Sequence[float], by: Sequence[str]) -> None:
        """Write how the game ended; no rewards: nobody has won or lost."""
        paid = [plain_number(reward) for reward in rewards] or [0] * game.num_players
        line = {
            "result": result,
            "winner": winner(game, paid),
            "rewards": paid,
            "decisions": self.decisions,
        }
        secret = {"secret": self.key.hex()} if self.key is not None else {}
        self.write(line | ({"by": list(by)} if by else {}) | secret)


def header(batch: Batch, row: int, agents: list[Line] | None) -> Line:
    """Return the first line of a record of this row: all it takes to be here again."""
    game, state = batch.game_of(row), batch.states[row : row + 1]
    key = batch.game_key(row)
    line: Line = {
        "record": FORMAT if key is None else FORMAT_KEYED,
        "game": game.name,
        "version": game.version,
        "options": game.options,
        "seed": seed_of(batch, row),
        "game_number": int(batch.game_number[row]),
    }
    stream = line["seed"]
    if key is not None:
        line["secret_hash"], stream = commitment(key), stream_seed(key, stream)
    fresh = Batch(game, 1, stream, first_game=line["game_number"])
    if fresh.states.tobytes() != state.tobytes() or fresh.rng[0] != batch.rng[row]:
        line["drawn"] = int(batch.rng[row]["count"])
        line["position"] = game.position(state)
    line["agents"] = agents
    line["engine"] = {
        "version": VERSION,
        "rules": rules_hash(game.engine.__name__),
        "tables": tables_hash(game.tables),
    }
    line["hash"] = game.digest(state)
    return line


def as_data(agent: AgentInfo) -> Line:
    """Return an agent as plain data."""
    data = {"name": agent.name, "version": agent.version, "parameters": dict(agent.parameters)}
    try:
        plain: Line = json.loads(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"agent {agent.name}: its parameters are no plain data: {error}") from None
    return plain


def seed_of(batch: Batch, row: int) -> int:
    """Return the seed of a row's game, as it was given."""
    return int(batch.seeds[row])


def game_of(batch: Batch, row: int) -> tuple[int, int]:
    """Return which game a row plays: its seed and number."""
    return seed_of(batch, row), int(batch.game_number[row])
