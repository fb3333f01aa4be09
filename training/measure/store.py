"""The ladder's results in one SQLite file: every pair of games that was played, by whom, under what.

Below: database.py, which opens the file and trusts nothing in it, and records.py for the hash of the rules.
Above: ladder.py. In order: the tables, what belongs in their cells, the rows as Python has them, the store.

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
from training.measure.database import (
    PATIENCE,
    Cell,
    Database,
    code,
    or_nothing,
    real,
    text,
    whole,
    word,
)
from training.measure.ratings import Tally

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

# ── What belongs in the cells ────────────────────────────────────────────────────────────────

ENDS = ("won", "lost", "tied", "truncated")
MOST_DEALS = 63  # variants of a game times pairs of seatings, and some room
MOST = 2**31 - 1  # of what is counted in a game, or in the bouts of two agents
ID, DATA, SEED = whole(1, 2**62), text(2**20), whole(0, 2**63 - 1)
CELLS: Mapping[str, Mapping[str, Cell]] = {
    "contests": {
        "id": ID, "key": code(16), "game": text(40), "version": whole(0, MOST), "options": DATA, "rules": code(16),
        "tables": code(16), "engine": text(80),
    },
    "agents": {
        "id": ID, "key": code(16), "label": text(4096), "name": text(200), "version": whole(0, MOST),
        "parameters": DATA, "file": or_nothing(code(16)),
    },
    "pairs": {
        "contest": ID, "one": ID, "other": ID, "seed": whole(-(2**63), 2**63 - 1), "number": whole(0, MOST),
        "deal": whole(0, MOST_DEALS), "game_seed": SEED, "decks": text(2**12),
        "first": word(*ENDS), "second": word(*ENDS),
        "first_turns": whole(0, MOST), "second_turns": whole(0, MOST), "first_decisions": whole(0, MOST),
        "second_decisions": whole(0, MOST), "one_choices": whole(0, MOST), "other_choices": whole(0, MOST),
        "one_seconds": real(0, 1e9), "other_seconds": real(0, 1e9), "played": text(40),
    },
    "experiments": {"id": ID, "key": code(16), "kind": text(40), "settings": text(2**23), "engine": text(80)},
    "blocks": {"experiment": ID, "number": whole(0, MOST), "result": text(2**23), "played": text(40)},
}  # fmt: skip

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

    def exchanged(self) -> Pair:
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
        patience: seconds that another program may hold it locked.

    Raises:
        ValueError: here and in every method: the file cannot be used, read or written; in one sentence that says
            which, why, and what would be right. What was in it stays.
    """

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        self.path = path
        self._db = Database(path, "a ladder's results", APPLICATION, SCHEMA, CELLS, check_rows, patience)

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

    def add(self, contest: int, one: int, other: int, seed: int, pairs: Iterable[Pair]) -> int:
        """Add pairs of games, all or none; those already there stay. Return how many were new."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        pairs = list(pairs)
        for pair in pairs:
            for end in (pair.first, pair.second):
                if end not in ENDS:
                    raise ValueError(f"{self.path}: a game has ended as one of {', '.join(ENDS)}, not {end!r}")
        if not self._in_order(one, other):
            one, other, pairs = other, one, [pair.exchanged() for pair in pairs]
        rows = [(contest, one, other, seed, *astuple(pair), now) for pair in pairs]
        marks = ", ".join("?" * len(COLUMNS))
        with self._db.transaction():
            return self._db.run_many(
                f"INSERT INTO pairs ({', '.join(COLUMNS)}) VALUES ({marks})"
                " ON CONFLICT (contest, one, other, seed, number, deal) DO NOTHING",
                rows,
            )

    def played(self, contest: int, one: int, other: int, seed: int) -> set[int]:
        """Return the numbers of the bouts of two agents that are there, in whichever order they are named."""
        low, high = (one, other) if self._in_order(one, other) else (other, one)
        found = self._db.run(
            "SELECT DISTINCT number FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ?",
            (contest, low, high, seed),
        )
        return {number for (number,) in found}

    def pairs(self, contest: int, one: int, other: int, seed: int) -> list[Pair]:
        """Return all games of two agents as ``one`` tells of them, in order."""
        names = ", ".join(field.name for field in fields(Pair))
        kept = self._in_order(one, other)
        low, high = (one, other) if kept else (other, one)
        found = self._db.run(
            f"SELECT {names} FROM pairs WHERE contest = ? AND one = ? AND other = ? AND seed = ?"
            " ORDER BY number, deal",
            (contest, low, high, seed),
        )
        return [Pair(*row) if kept else Pair(*row).exchanged() for row in found]

    def meetings(self, contest: int) -> list[Meeting]:
        """Return what all agents have played against each other."""
        return [Meeting(*row) for row in self._db.run(BOUTS, (contest,))]

    def agents(self) -> dict[int, Entry]:
        """Return all agents ever entered, by id."""
        found = self._db.run("SELECT id, key, label, name, version, parameters, file FROM agents")
        return {row[0]: Entry(*row[1:]) for row in found}

    def elsewhere(self, contest: int) -> int:
        """Return how many games stand under other contests: other rules, cards or options."""
        ((found,),) = self._db.run("SELECT 2 * COUNT(*) FROM pairs WHERE contest != ?", (contest,))
        return int(found)

    def experiment(self, kind: str, settings: Mapping[str, Any]) -> int:
        """Return the id of an experiment of the deck lab; a new one is entered."""
        text = json.dumps(settings, sort_keys=True)
        row = {"key": hashed(kind, text), "kind": kind, "settings": text, "engine": ow_env.__version__}
        return self._id("experiments", row)

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
        found = self._db.run(
            "SELECT number, result FROM blocks WHERE experiment = ? ORDER BY number", (experiment,)
        )
        results = {}
        for number, told in found:
            results[number] = result = plain(self._db, f"blocks: result {number}", told)
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


def check_rows(database: Database) -> None:
    """Refuse a file with rows that no ladder would have written, each cell of them being right."""
    hashes = (
        ("contests", "game, version, options, rules, tables", 2),
        ("agents", "name, version, parameters, file", 2),
        ("experiments", "kind, settings", 1),
    )
    for table, columns, data in hashes:  # data: which of the columns is JSON
        for id_, key, *parts in database.run(f"SELECT id, key, {columns} FROM {table}"):
            if not isinstance(plain(database, f"{table}: row {id_}", parts[data]), dict):
                database.damaged(f"{table}: row {id_}: expected an object, found {escaped(parts[data])!r:.60}")
            if hashed(*parts) != key:
                database.damaged(f"{table}: row {id_}: its key is not that of what it says")
    exchanged = (
        "SELECT contest, number FROM pairs JOIN agents a ON a.id = one JOIN agents b ON b.id = other"
        " WHERE a.key >= b.key LIMIT 1"
    )
    for contest, number in database.run(exchanged):
        database.damaged(
            f"pairs: bout {number} of contest {contest}: its agents are exchanged, so that its games could count twice"
        )


def plain(database: Database, where: str, told: str) -> Any:
    """Return what a cell of JSON says."""
    try:
        return json.loads(told, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        database.damaged(f"{where} is no JSON: {escaped(error)}")


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def digest(path: Path) -> str:
    """Return a hash of a file, or of all files of a folder, their names included."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    key = hashlib.sha256()
    for file in files:
        name = file.relative_to(path).as_posix() if file != path else ""
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        key.update(f"{name}\n{content}\n".encode())
    return key.hexdigest()[:16]
