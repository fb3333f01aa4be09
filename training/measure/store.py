"""The ladder's results in one SQLite file: every game that was played, by whom, under what.

Below: schema.py, the tables; database.py, which opens and checks the file; records.py for the hash of the
rules. Above: ladder.py. In order: the rows as Python has them, their sums, the store.

A row of ``pairs`` is a *seat swap*: two games with the same seed and the same decks, the agents having changed seats. A
game pair (jobs.py) is one of them for each variant and seating. What is played is a *matchup*: games of other rules,
cards or options stand under another one, so that nothing is mixed that cannot be compared. Who holds which deck makes
no other matchup, but another *deal* of it.

The deck lab keeps its results beside them: ``experiments`` and their ``blocks``, since it asks about decks, and plays
too many games for a row each.

Rows are only ever added, a whole job in one transaction. So a process may be killed at any moment, and several may
write to one file. The file keeps to SQLite's write-ahead log: it belongs on a disk of this machine, not on a network
drive.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import ow_env
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import escaped
from training.measure.database import PATIENCE, Database
from training.measure.ratings import Tally
from training.measure.schema import APPLICATION, ENDS, SCHEMA, VERSION, check_rows, hashed, parsed

SUMS = """
    SELECT one, other, COUNT(*), SUM(games), SUM(points), SUM(games * games), SUM(games * points),
        SUM(points * points), SUM(won), SUM(lost), SUM(tied), SUM(truncated), SUM(turns),
        SUM(decisions), SUM(one_choices), SUM(other_choices), SUM(one_seconds), SUM(other_seconds)
    FROM (
        SELECT one, other, 2.0 * COUNT(*) AS games,
            SUM((first = 'won') + (second = 'won')) AS won,
            SUM((first = 'lost') + (second = 'lost')) AS lost,
            SUM((first = 'tied') + (second = 'tied')) AS tied,
            SUM((first = 'truncated') + (second = 'truncated')) AS truncated,
            SUM((first = 'won') + (second = 'won')) + 0.5 * SUM((first IN ('tied', 'truncated'))
                + (second IN ('tied', 'truncated'))) AS points,
            SUM(first_turns + second_turns) AS turns,
            SUM(first_decisions + second_decisions) AS decisions,
            SUM(one_choices) AS one_choices, SUM(other_choices) AS other_choices,
            SUM(one_seconds) AS one_seconds, SUM(other_seconds) AS other_seconds
        FROM pairs WHERE contest = ? GROUP BY one, other, seed, number
    ) GROUP BY one, other ORDER BY one, other"""


# ── The rows ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AgentKey:
    """What identifies an agent on a ladder. Equal ``key``: the same agent, so its results may be pooled."""

    key: str  # a hash of all the following but the label
    label: str
    name: str
    version: int
    parameters: str  # JSON, without the seed
    file: str | None

    @classmethod
    def of(cls, label: str, name: str, version: int, parameters: Mapping[str, Any], file: str | None) -> AgentKey:
        """Return the key of an agent that describes itself so."""
        kept = {key: value for key, value in parameters.items() if key != "seed"}
        try:
            data = json.dumps(kept, sort_keys=True, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ValueError(f"agent {label}: its parameters are no plain data: {error}") from None
        return cls(hashed(name, version, data, file), label, name, version, data, file)


@dataclass(frozen=True)
class SeatSwap:
    """Two games, the agents having changed seats: a row of ``pairs``, whose columns say what each field is."""

    number: int
    deal: int
    game_seed: int
    decks: str
    first: str
    second: str
    first_turns: int
    second_turns: int
    first_decisions: int
    second_decisions: int
    one_choices: int
    other_choices: int
    one_seconds: float
    other_seconds: float

    def exchanged(self) -> SeatSwap:
        """Return the same two games as the other agent tells of them."""
        return replace(
            self,
            first=MIRROR[self.second],
            second=MIRROR[self.first],
            first_turns=self.second_turns,
            second_turns=self.first_turns,
            first_decisions=self.second_decisions,
            second_decisions=self.first_decisions,
            one_choices=self.other_choices,
            other_choices=self.one_choices,
            one_seconds=self.other_seconds,
            other_seconds=self.one_seconds,
        )


MIRROR = {"won": "lost", "lost": "won", "tied": "tied", "truncated": "truncated"}


@dataclass(frozen=True)
class Meeting:
    """All that two agents have played, summed."""

    one: int  # ids of agents
    other: int
    pairs: int  # game pairs
    games: float
    points: float  # of one
    games_squared: float  # sums over game pairs, for the variance of one (`ratings.Tally`)
    games_points: float
    points_squared: float
    won: int  # games, by one
    lost: int
    tied: int
    truncated: int
    turns: int
    decisions: int
    one_choices: int
    other_choices: int
    one_seconds: float
    other_seconds: float


COLUMNS = ("contest", "one", "other", "seed", *(field.name for field in fields(SeatSwap)), "played")


def tally(meetings: Iterable[Meeting], ids: list[int]) -> Tally:
    """Return the sums as matrices, in the order of these ids; who is not among them is left out."""
    index_of = {agent: index for index, agent in enumerate(ids)}
    result = Tally.empty(len(ids))
    for met in meetings:
        if met.one not in index_of or met.other not in index_of:
            continue
        i, j = index_of[met.one], index_of[met.other]
        result.points[i, j] += met.points
        result.points[j, i] += met.games - met.points
        result.games_points[i, j] += met.games_points
        result.games_points[j, i] += met.games_squared - met.games_points
        result.points_squared[i, j] += met.points_squared
        result.points_squared[j, i] += met.games_squared - 2 * met.games_points + met.points_squared
        for matrix, value in (
            (result.pairs, met.pairs),
            (result.games, met.games),
            (result.games_squared, met.games_squared),
        ):
            matrix[i, j] += value
            matrix[j, i] += value
    return result


# ── The store ────────────────────────────────────────────────────────────────────────────────


class Store:
    """One file of results, made if it is missing.

    Args:
        path: of the file; ":memory:" keeps nothing.
        patience: seconds that another program may hold it locked.

    Raises:
        ValueError: here and in every method: the file cannot be used, read or written; in one sentence that says
            which, why, and what would be right. What was in it stays.
    """

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        self.path = path
        self._db = Database(path, "a ladder's results", APPLICATION, VERSION, SCHEMA, check_rows, patience)

    def matchup(self, game: Game) -> int:
        """Return the id of what is played; ``game`` has the decks of deal 0."""
        options = json.dumps(game.options, sort_keys=True)
        rules = rules_hash(game.engine.__name__)
        tables = hashlib.sha256(game.tables.tobytes()).hexdigest()[:16]
        row = (game.name, game.version, options, rules, tables)
        return self._id(
            "contests",
            {
                "key": hashed(*row),
                **dict(zip(("game", "version", "options", "rules", "tables"), row, strict=True)),
                "engine": ow_env.__version__,
            },
        )

    def agent(self, agent_key: AgentKey) -> int:
        """Return the id of an agent; a new one is entered."""
        return self._id("agents", vars(agent_key))

    def _id(self, table: str, row: Mapping[str, Any]) -> int:
        """Return the id of the row with this key, entered now if it is new."""
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        with self._db.transaction():
            self._db.run(
                f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT (key) DO NOTHING",
                tuple(row.values()),
            )
            ((found,),) = self._db.run(f"SELECT id FROM {table} WHERE key = ?", (row["key"],))
            return int(found)

    def _in_order(self, one: int, other: int) -> bool:
        """Return whether the pairs of two agents are kept this way round: by their keys, so that none is there twice.

        Raises:
            ValueError: they are one and the same, or not in the file.
        """
        keys: dict[int, str] = dict(self._db.run("SELECT id, key FROM agents WHERE id IN (?, ?)", (one, other)))
        if len(keys) != 2:
            raise ValueError(f"{self.path}: a pair is of two different agents that are in it, not of {one} and {other}")
        return bool(keys[one] < keys[other])

    def add(self, matchup: int, one: int, other: int, seed: int, swaps: Iterable[SeatSwap]) -> int:
        """Add seat swaps, all or none; those already there stay. Return how many were new."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        swaps = list(swaps)
        for swap in swaps:
            for end in (swap.first, swap.second):
                if end not in ENDS:
                    raise ValueError(f"{self.path}: a game has ended as one of {', '.join(ENDS)}, not {end!r}")
        if not self._in_order(one, other):
            one, other, swaps = other, one, [swap.exchanged() for swap in swaps]
        rows = [(matchup, one, other, seed, *astuple(swap), now) for swap in swaps]
        marks = ", ".join("?" * len(COLUMNS))
        with self._db.transaction():
            return self._db.run_many(
                f"INSERT INTO pairs ({', '.join(COLUMNS)}) VALUES ({marks})"
                " ON CONFLICT (contest, one, other, seed, number, deal) DO NOTHING",
                rows,
            )

    def played(self, matchup: int, one: int, other: int, seed: int) -> set[int]:
        """Return the numbers of the game pairs of two agents that are there, in whichever order they are named."""
        low, high = (one, other) if self._in_order(one, other) else (other, one)
        found = self._db.run(
            "SELECT DISTINCT number FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ?",
            (matchup, low, high, seed),
        )
        return {number for (number,) in found}

    def seat_swaps(self, matchup: int, one: int, other: int, seed: int) -> list[SeatSwap]:
        """Return all games of two agents as ``one`` tells of them, in order."""
        names = ", ".join(field.name for field in fields(SeatSwap))
        kept = self._in_order(one, other)
        low, high = (one, other) if kept else (other, one)
        found = self._db.run(
            f"SELECT {names} FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ? ORDER BY number, deal",
            (matchup, low, high, seed),
        )
        return [SeatSwap(*row) if kept else SeatSwap(*row).exchanged() for row in found]

    def meetings(self, matchup: int) -> list[Meeting]:
        """Return what all agents have played against each other."""
        return [Meeting(*row) for row in self._db.run(SUMS, (matchup,))]

    def agents(self) -> dict[int, AgentKey]:
        """Return all agents ever entered, by id."""
        found = self._db.run("SELECT id, key, label, name, version, parameters, file FROM agents")
        return {row[0]: AgentKey(*row[1:]) for row in found}

    def elsewhere(self, matchup: int) -> int:
        """Return how many games stand under other matchups: other rules, cards or options."""
        ((found,),) = self._db.run("SELECT 2 * COUNT(*) FROM pairs WHERE contest != ?", (matchup,))
        return int(found)

    def experiment(self, kind: str, settings: Mapping[str, Any]) -> int:
        """Return the id of an experiment of the deck lab; a new one is entered."""
        data = json.dumps(settings, sort_keys=True)
        row = {"key": hashed(kind, data), "kind": kind, "settings": data, "engine": ow_env.__version__}
        return self._id("experiments", row)

    def experiments(self, kind: str) -> dict[int, Any]:
        """Return the settings of all experiments of a kind, by id."""
        found = self._db.run("SELECT id, settings FROM experiments WHERE kind = ? ORDER BY id", (kind,))
        return {number: parsed(self._db, f"experiments: row {number}", data) for number, data in found}

    def add_blocks(self, experiment: int, results: Mapping[int, Any]) -> None:
        """Add results by their numbers, all or none; those already there stay."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(experiment, number, json.dumps(result), now) for number, result in results.items()]
        with self._db.transaction():
            self._db.run_many("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?)", rows)

    def blocks(self, experiment: int, fault: Callable[[Any], str | None] = lambda result: None) -> dict[int, Any]:
        """Return all results of an experiment by their numbers, in order.

        Args:
            experiment: its id.
            fault: asked about each result: what is wrong with it, or None. With a fault the file is refused.
        """
        found = self._db.run("SELECT number, result FROM blocks WHERE experiment = ? ORDER BY number", (experiment,))
        results = {}
        for number, data in found:
            results[number] = result = parsed(self._db, f"blocks: result {number}", data)
            wrong = fault(result)
            if wrong is not None:
                self._db.damaged(f"blocks: result {number} of experiment {experiment}: {escaped(wrong)}")
        return results

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def digest(path: Path) -> str:
    """Return a hash of a file, or of all files of a folder, their names included."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    key = hashlib.sha256()
    for file in files:
        name = file.relative_to(path).as_posix() if file != path else ""
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        key.update(f"{name}\n{content}\n".encode())
    return key.hexdigest()[:16]


__all__ = [
    "APPLICATION",
    "SCHEMA",
    "VERSION",
    "AgentKey",
    "Meeting",
    "SeatSwap",
    "Store",
    "digest",
    "hashed",
    "tally",
]
