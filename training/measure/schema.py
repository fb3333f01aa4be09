"""What stands in a ladder's file: its tables, and which rows belong in them.

Below: database.py, which opens and checks a file. Above: store.py, which reads and writes the rows. In
the tables a matchup is called a *contest*; ``deal`` numbers the variants and seatings of a game pair.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ow_env.core.text import escaped
from training.measure.database import Database

# ── The tables ───────────────────────────────────────────────────────────────────────────────

APPLICATION = 0x4F574C44  # "OWLD": how SQLite files say whose they are
VERSION = 2  # rises when any of the tables changes
SCHEMA = (
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
            number INTEGER NOT NULL,        -- of the game pair; also the game number
            deal INTEGER NOT NULL,          -- 0: the contest's decks; 1: the other way round
            game_seed INTEGER NOT NULL,     -- with number: all draws of both games
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
    """CREATE TABLE experiments (       -- what the deck lab plays: many games of one make
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,       -- a hash of kind and settings
            kind TEXT NOT NULL,             -- "duel"
            settings TEXT NOT NULL,         -- JSON: rules, cards, options, decks, agents, seed
            engine TEXT NOT NULL            -- version of the package that first played it here
        )""",
    """CREATE TABLE blocks (            -- games played together, numbered from 0
            experiment INTEGER NOT NULL REFERENCES experiments,
            number INTEGER NOT NULL,
            result TEXT NOT NULL,           -- JSON
            played TEXT NOT NULL,           -- when, UTC
            PRIMARY KEY (experiment, number)
        ) WITHOUT ROWID""",
)

# ── Rows that belong there ───────────────────────────────────────────────────────────────────

ENDS = ("won", "lost", "tied", "truncated")
MOST_DEALS = 63  # variants of a game times pairs of seatings, and some room
MOST = 2**31 - 1  # of what is counted in a game, or in the game pairs of two agents
COUNTS = (
    "number, first_turns, second_turns, first_decisions, second_decisions, one_choices, other_choices, one_seconds,"
    " other_seconds"
)


def hashed(*parts: object) -> str:
    """Return a short hash of some values, the same on every machine."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def check_rows(database: Database) -> None:
    """Refuse a file with rows that no ladder would have written, each cell of them being of its column's type."""
    hashes = (
        ("contests", "game, version, options, rules, tables", 2),
        ("agents", "name, version, parameters, file", 2),
        ("experiments", "kind, settings", 1),
    )
    for table, columns, data in hashes:  # data: which of the columns is JSON
        for id_, key, *parts in database.run(f"SELECT id, key, {columns} FROM {table}"):
            if not isinstance(parsed(database, f"{table}: row {id_}", parts[data]), dict):
                database.damaged(f"{table}: row {id_}: expected an object, found {escaped(parts[data])!r:.60}")
            if hashed(*parts) != key:
                database.damaged(f"{table}: row {id_}: its key is not that of what it says")
    for (id_,) in database.run("SELECT id FROM agents WHERE length(label) NOT BETWEEN 1 AND 4096 LIMIT 1"):
        database.damaged(f"agents: row {id_}: expected a label of 1 to 4096 letters")
    impossible = (
        f"SELECT contest, number FROM pairs WHERE deal NOT BETWEEN 0 AND {MOST_DEALS} OR min({COUNTS}) < 0"
        f" OR max({COUNTS}) > {MOST} LIMIT 1"
    )
    for contest, number in database.run(impossible):
        database.damaged(f"pairs: number {number} of contest {contest}: a number in it is out of range")
    exchanged = (
        "SELECT contest, number FROM pairs JOIN agents a ON a.id = one JOIN agents b ON b.id = other"
        " WHERE a.key >= b.key LIMIT 1"
    )
    for contest, number in database.run(exchanged):
        database.damaged(
            f"pairs: number {number} of contest {contest}:"
            " its agents are exchanged, so that its games could count twice"
        )


def parsed(database: Database, where: str, data: str) -> Any:
    """Return what a cell of JSON says."""
    try:
        return json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        database.damaged(f"{where} is no JSON: {escaped(error)}")


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")
