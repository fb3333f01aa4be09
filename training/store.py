"""The ladder's results in one SQLite file: every pair of games that was played, by whom, under what.

Below: Python's sqlite3, and records.py for the hash of the rules. Above: ladder.py. In order: the
tables, the rows as Python has them, the store.

A row of ``pairs`` is two games with the same seed and the same decks, the agents having changed
seats. Games of other rules, cards or options stand under another *contest*, so that nothing is
mixed that cannot be compared. Who holds which deck is no other contest, but another *deal* of it.

The deck lab keeps its results beside them: ``experiments`` and their ``blocks``, since it asks about
decks, and plays too many games for a row each.

Rows are only ever added, a whole work item in one transaction. So a process may be killed at any
moment, and several may write to one file. The file keeps to SQLite's write-ahead log: it belongs on
a disk of this machine, not on a network drive.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import ow_env
from ow_env.core.game import Game
from ow_env.core.records import rules_hash
from training.ratings import Tally

# ── The tables ───────────────────────────────────────────────────────────────────────────────

APPLICATION = 0x4F574C44  # "OWLD": how SQLite files say whose they are
SCHEMA = (  # each row brings a file from one version to the next; append only
    (
        """CREATE TABLE contests (          -- what is played, whoever holds which deck
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,       -- a hash of all the following but engine
            game TEXT NOT NULL,             -- "open_worlds"
            version INTEGER NOT NULL,       -- of the game
            options TEXT NOT NULL,          -- JSON; the decks as in deal 0
            rules TEXT NOT NULL,            -- hash of the sources of the rules
            tables TEXT NOT NULL,           -- hash of the cards' figures
            engine TEXT NOT NULL            -- version of the package that first played it here
        )""",
        """CREATE TABLE agents (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,       -- a hash of name, version, parameters, file
            label TEXT NOT NULL,            -- as it was asked for: a name, or the path it then had
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            parameters TEXT NOT NULL,       -- JSON, without the seed
            file TEXT                       -- hash of the saved agent's files
        )""",
        """CREATE TABLE pairs (             -- two games, the agents having changed seats
            contest INTEGER NOT NULL REFERENCES contests,
            one INTEGER NOT NULL REFERENCES agents,
            other INTEGER NOT NULL REFERENCES agents,
            seed INTEGER NOT NULL,          -- as the ladder was asked for
            number INTEGER NOT NULL,        -- of the bout; also the game number
            deal INTEGER NOT NULL,          -- 0: the contest's decks; 1: the other way round
            game_seed INTEGER NOT NULL,     -- with number: all chance of both games
            decks TEXT NOT NULL,            -- JSON: the names of the decks of seats 0 and 1
            first TEXT NOT NULL CHECK (first IN ('won', 'lost', 'tied', 'truncated')),
                                            -- how it ended for one in seat 0
            second TEXT NOT NULL CHECK (second IN ('won', 'lost', 'tied', 'truncated')),
                                            -- how it ended for one in seat 1
            first_turns INTEGER NOT NULL,   -- rounds of the game
            second_turns INTEGER NOT NULL,
            first_decisions INTEGER NOT NULL,   -- joint ones
            second_decisions INTEGER NOT NULL,
            one_choices INTEGER NOT NULL,   -- asked of an agent in both games
            other_choices INTEGER NOT NULL,
            one_seconds REAL NOT NULL,      -- taken for them; the mean of those played together
            other_seconds REAL NOT NULL,
            played TEXT NOT NULL,           -- when, UTC
            PRIMARY KEY (contest, one, other, seed, number, deal)
        ) WITHOUT ROWID""",
        """CREATE VIEW scores AS            -- for people: what one took from other, pair by pair
            SELECT contest, a.label AS one, b.label AS other, seed, number, decks, first, second,
                CASE first WHEN 'won' THEN 1 WHEN 'lost' THEN 0 ELSE 0.5 END
                + CASE second WHEN 'won' THEN 1 WHEN 'lost' THEN 0 ELSE 0.5 END AS points
            FROM pairs JOIN agents a ON a.id = pairs.one JOIN agents b ON b.id = pairs.other""",
    ),
    (
        """CREATE TABLE experiments (       -- what the deck lab plays: many games of one make
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,       -- a hash of kind and settings
            kind TEXT NOT NULL,             -- "duel"
            settings TEXT NOT NULL,         -- JSON: rules, cards, options, decks, pilots, seed
            engine TEXT NOT NULL            -- version of the package that first played it here
        )""",
        """CREATE TABLE blocks (            -- games played together, numbered from 0
            experiment INTEGER NOT NULL REFERENCES experiments,
            number INTEGER NOT NULL,
            result TEXT NOT NULL,           -- JSON
            played TEXT NOT NULL,           -- when, UTC
            PRIMARY KEY (experiment, number)
        ) WITHOUT ROWID""",
    ),
)

BOUTS = """
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
class Entry:
    """An agent on a ladder. Equal keys: the same agent, so its results may be pooled."""

    key: str
    label: str
    name: str
    version: int
    parameters: str  # JSON, without the seed
    file: str | None

    @classmethod
    def of(
        cls, label: str, name: str, version: int, parameters: Mapping[str, Any], file: str | None
    ) -> Entry:
        """Return the entry of an agent that describes itself so."""
        kept = {key: value for key, value in parameters.items() if key != "seed"}
        try:
            text = json.dumps(kept, sort_keys=True, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ValueError(f"agent {label}: its parameters are no plain data: {error}") from None
        return cls(hashed(name, version, text, file), label, name, version, text, file)


@dataclass(frozen=True)
class Pair:
    """Two games, the agents having changed seats. The columns of ``pairs`` say what each field is."""

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


@dataclass(frozen=True)
class Meeting:
    """All that two agents have played, summed."""

    one: int  # ids of agents
    other: int
    bouts: int
    games: float
    points: float  # of one
    games_squared: float  # sums over bouts, for the variance of a bout (`ratings.Tally`)
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


COLUMNS = ("contest", "one", "other", "seed", *(field.name for field in fields(Pair)), "played")


def tally(meetings: Iterable[Meeting], ids: list[int]) -> Tally:
    """Return the sums as matrices, in the order of these ids; who is not among them is left out."""
    place = {agent: index for index, agent in enumerate(ids)}
    result = Tally.empty(len(ids))
    for met in meetings:
        if met.one not in place or met.other not in place:
            continue
        i, j = place[met.one], place[met.other]
        result.points[i, j] += met.points
        result.points[j, i] += met.games - met.points
        result.games_points[i, j] += met.games_points
        result.games_points[j, i] += met.games_squared - met.games_points
        result.points_squared[i, j] += met.points_squared
        result.points_squared[j, i] += met.games_squared - 2 * met.games_points + met.points_squared
        for matrix, value in (
            (result.bouts, met.bouts),
            (result.games, met.games),
            (result.games_squared, met.games_squared),
        ):
            matrix[i, j] += value
            matrix[j, i] += value
    return result


def hashed(*parts: object) -> str:
    """Return a short hash of some values, the same on every machine."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


# ── The store ────────────────────────────────────────────────────────────────────────────────


class Store:
    """One file of results, made if it is missing.

    Args:
        path: of the file; ":memory:" keeps nothing.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            # autocommit; transactions begin and end below
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
            self._db.execute("PRAGMA journal_mode = WAL")  # readers and a writer in peace
            self._db.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing
        except (sqlite3.Error, OSError) as error:
            raise ValueError(f"{path}: cannot be used as a ladder's results: {error}") from None

    def _migrate(self) -> None:
        """Bring the file to the newest schema, or refuse what is not ours."""
        if self._pragma("application_id") == APPLICATION and self._pragma("user_version") == len(SCHEMA):
            return
        with self._transaction():  # of two that find an empty file, one waits for the other
            owner, version = self._pragma("application_id"), self._pragma("user_version")
            tables = self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
            if tables and owner != APPLICATION:
                raise ValueError(f"{self.path}: an SQLite file, but not one of a ladder's results")
            if version > len(SCHEMA):
                raise ValueError(
                    f"{self.path}: written by a later version of this package (schema {version},"
                    f" known up to {len(SCHEMA)})"
                )
            for step in SCHEMA[version:]:
                for statement in step:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {len(SCHEMA)}")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write all of it or, whatever happens, nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def contest(self, game: Game) -> int:
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

    def agent(self, entry: Entry) -> int:
        """Return the id of an agent; a new one is entered."""
        return self._id("agents", vars(entry))

    def _id(self, table: str, row: Mapping[str, Any]) -> int:
        """Return the id of the row with this key, entered now if it is new."""
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        with self._transaction():
            self._db.execute(
                f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT (key) DO NOTHING",
                tuple(row.values()),
            )
            asked = self._db.execute(f"SELECT id FROM {table} WHERE key = ?", (row["key"],))
            return int(asked.fetchone()[0])

    def add(self, contest: int, one: int, other: int, seed: int, pairs: Iterable[Pair]) -> int:
        """Add pairs of games, all or none; those already there stay. Return how many were new."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(contest, one, other, seed, *astuple(pair), now) for pair in pairs]
        marks = ", ".join("?" * len(COLUMNS))
        before = self._db.total_changes
        with self._transaction():
            self._db.executemany(
                f"INSERT INTO pairs ({', '.join(COLUMNS)}) VALUES ({marks})"
                " ON CONFLICT (contest, one, other, seed, number, deal) DO NOTHING",
                rows,
            )
        return self._db.total_changes - before

    def played(self, contest: int, one: int, other: int, seed: int) -> set[int]:
        """Return the numbers of the bouts of two agents that are there."""
        found = self._db.execute(
            "SELECT DISTINCT number FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ?",
            (contest, one, other, seed),
        )
        return {number for (number,) in found}

    def pairs(self, contest: int, one: int, other: int, seed: int) -> list[Pair]:
        """Return all games of two agents, in order."""
        names = ", ".join(field.name for field in fields(Pair))
        found = self._db.execute(
            f"SELECT {names} FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ?"
            " ORDER BY number, deal",
            (contest, one, other, seed),
        )
        return [Pair(*row) for row in found]

    def meetings(self, contest: int) -> list[Meeting]:
        """Return what all agents have played against each other."""
        return [Meeting(*row) for row in self._db.execute(BOUTS, (contest,))]

    def agents(self) -> dict[int, Entry]:
        """Return all agents ever entered, by id."""
        found = self._db.execute("SELECT id, key, label, name, version, parameters, file FROM agents")
        return {row[0]: Entry(*row[1:]) for row in found}

    def elsewhere(self, contest: int) -> int:
        """Return how many games stand under other contests: other rules, cards or options."""
        asked = self._db.execute("SELECT 2 * COUNT(*) FROM pairs WHERE contest != ?", (contest,))
        return int(asked.fetchone()[0])

    def experiment(self, kind: str, settings: Mapping[str, Any]) -> int:
        """Return the id of an experiment of the deck lab; a new one is entered."""
        text = json.dumps(settings, sort_keys=True)
        row = {"key": hashed(kind, text), "kind": kind, "settings": text, "engine": ow_env.__version__}
        return self._id("experiments", row)

    def add_blocks(self, experiment: int, results: Mapping[int, Any]) -> None:
        """Add results by their numbers, all or none; those already there stay."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(experiment, number, json.dumps(result), now) for number, result in results.items()]
        with self._transaction():
            self._db.executemany("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?)", rows)

    def blocks(self, experiment: int) -> dict[int, Any]:
        """Return all results of an experiment by their numbers, in order."""
        found = self._db.execute(
            "SELECT number, result FROM blocks WHERE experiment = ? ORDER BY number", (experiment,)
        )
        return {number: json.loads(result) for number, result in found}

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
