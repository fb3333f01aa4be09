"""An SQLite file that may be damaged, or another program's: checked before use, and what goes wrong in one sentence.

Below: Python's sqlite3. Above: store.py, which says what belongs in the file. In order: what went wrong in words, the
file.

Before anything in it is used, a file is checked: whose it is, of which version, that it has its tables and nothing else
(no view or trigger of somebody's), by SQLite's own check that its pages hold together, and that each cell is of its
column's type. Whatever goes wrong later, a full disk too, leaves in the file all that was written before.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from ow_env.core.text import escaped

Row = tuple[Any, ...]

PATIENCE = 60.0  # seconds that another program may hold the file locked
LONGEST = 2**24  # bytes in a cell or a row

# ── What went wrong, in words ────────────────────────────────────────────────────────────────────

KEPT = "what was written to it before is whole"
NO_SQLITE = "it is no SQLite file: expected one that `ow` made, or a path where nothing is yet"
WHY = (  # the beginning of SQLite's name for it, what it means, and what would be right
    ("SQLITE_FULL", f"the disk is full; {KEPT}: make room and give the same command again"),
    ("SQLITE_BUSY", "another program holds it locked: wait until that has ended, then give the same command again"),
    ("SQLITE_LOCKED", "another program holds it locked: wait until that has ended, then give the same command again"),
    ("SQLITE_READONLY", "it or its folder cannot be written to: copy the file to a folder of your own"),
    ("SQLITE_PERM", "you may not read and write it: copy the file to a folder of your own"),
    ("SQLITE_CANTOPEN", "it cannot be opened: a file that you may read and write is expected, in such a folder"),
    ("SQLITE_NOTADB", NO_SQLITE),
    ("SQLITE_IOERR", f"its disk refuses to read or write ({{0}}); {KEPT}: see to the disk, or use a file on another"),
    ("SQLITE_NOMEM", "there is too little memory for it"),
)
DAMAGED = "it is damaged: {0}; use another file, or a copy from before"


def why(error: sqlite3.Error) -> str:
    """Return what an error of SQLite means for the file, and what to do."""
    name = getattr(error, "sqlite_errorname", None) or ""
    meaning = next((words for start, words in WHY if name.startswith(start)), DAMAGED)
    return meaning.format(escaped(error))


# ── The file ─────────────────────────────────────────────────────────────────────────────────────


class Database:
    """One SQLite file, made if it is missing, checked whole if it is there.

    Args:
        path: of the file; ":memory:" keeps nothing.
        what: what it should be, in words: "a ladder's results".
        application: the number that tells such files from all others.
        version: of the tables. A file of another one is refused.
        schema: the statements that make the tables.
        check: called once all that has been checked: what else must hold.
        patience: seconds that another program may hold the file locked.

    Raises:
        ValueError: the file cannot be used: which, why, and what would be right. It is as it was.
    """

    def __init__(
        self,
        path: str | Path,
        what: str,
        application: int,
        version: int,
        schema: Sequence[str],
        check: Callable[[Database], None] = lambda database: None,
        patience: float = PATIENCE,
    ) -> None:
        self.path, self.what = path, what
        self._application, self._right_version, self._schema = application, version, schema
        if str(path) != ":memory:":
            self._look_at(Path(path))
        with self._in_words():
            # autocommit; transactions begin and end below
            self._db = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            self._begin()
            check(self)
        except BaseException:
            self._db.close()
            raise

    def _look_at(self, path: Path) -> None:
        """Refuse what is no file, and what begins as no SQLite file does: a short one SQLite itself would overwrite."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                return
            if not path.is_file():
                self.refuse("it is no file: expected one, or a path where nothing is yet")
            with open(path, "rb") as file:
                begin = file.read(512)
        except OSError as error:
            self.refuse(f"it or its folder cannot be used: {escaped(error.strerror)}")
        if begin and (len(begin) < 512 or not begin.startswith(b"SQLite format 3\0")):
            self.refuse(NO_SQLITE)

    def _begin(self) -> None:
        """Check the file, or make it."""
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        self._db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for setting in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "foreign_keys = ON"):
            self.run(f"PRAGMA {setting}")
        with self.transaction("DEFERRED"):
            is_empty = self._is_empty()
            self._check(is_empty)
        if is_empty:
            with self.transaction():  # of two that find an empty file, one waits for the other
                if self._is_empty():
                    for statement in self._schema:
                        self.run(statement)
                    self.run(f"PRAGMA application_id = {self._application}")
                    self.run(f"PRAGMA user_version = {self._right_version}")
        self.run("PRAGMA journal_mode = WAL")  # readers and a writer in peace
        self.run("PRAGMA synchronous = NORMAL")  # a killed process loses nothing

    def refuse(self, reason: str) -> NoReturn:
        """Raise what says that, and why, the file cannot be used."""
        raise ValueError(f"{escaped(self.path)}: cannot be used as {self.what}: {reason}")

    def damaged(self, what: str) -> NoReturn:
        """Refuse the file for what it holds."""
        self.refuse(DAMAGED.format(what))

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run one statement and return its rows."""
        with self._in_words():
            return self._db.execute(statement, values).fetchall()

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> int:
        """Run a statement for each of these rows; return how many rows of the file changed."""
        before = self._db.total_changes
        with self._in_words():
            self._db.executemany(statement, rows)
        return self._db.total_changes - before

    @contextmanager
    def transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Write all of it or, whatever happens, nothing."""
        self.run(f"BEGIN {kind}")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # where the disk is full, SQLite has taken it back already
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):  # what was written stands in it or beside it
            self._db.close()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """Turn whatever SQLite refuses into one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            self.refuse(why(error))
        except UnicodeDecodeError:  # what SQLite says of a damaged name quotes it, as it is
            self.damaged("a name in it is no text")

    # ── Checking ─────────────────────────────────────────────────────────────────────────────────

    def _is_empty(self) -> bool:
        """Return whether nothing is in the file yet; refuse one that is not ours, or of another version."""
        ((owner,),), ((version,),) = self.run("PRAGMA application_id"), self.run("PRAGMA user_version")
        if self.run("SELECT 1 FROM sqlite_master LIMIT 1") and owner != self._application:
            self.refuse(f"an SQLite file, but not one of {self.what}: take another path")
        if owner not in (0, self._application):
            self.refuse("an SQLite file of another program: take another path")
        if version < 0 or (version == 0) != (owner == 0):
            self.damaged(f"its version is {version}")
        if version not in (0, self._right_version):
            self.refuse(
                f"written by another version of this package (schema {version}, not {self._right_version}):"
                " install that version, or take another path"
            )
        return bool(version == 0)

    def _check(self, is_empty: bool) -> None:
        """Refuse a file in which anything is not as this version has it."""
        model = sqlite3.connect(":memory:")
        for statement in () if is_empty else self._schema:
            model.execute(statement)
        right = _things(model.execute(THINGS))
        model.close()
        if _things(self.run(THINGS)) != right:
            self.damaged("its tables, views, triggers or indexes are others than such files have")
        ((found,),) = self.run("PRAGMA quick_check(1)")
        if found != "ok":
            self.damaged(escaped(found))
        for (table,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'"):
            self._check_types(table)
        for table, *_ in self.run("PRAGMA foreign_key_check")[:1]:
            self.damaged(f"{table}: a row speaks of another that is not there")

    def _check_types(self, table: str) -> None:
        """Refuse a table with a cell that is not of its column's type."""
        kinds = {name: kind.lower() for _, name, kind, *_ in self.run(f"PRAGMA table_info({table})")}
        wrong = [f"WHEN typeof({name}) NOT IN ('null', '{kind}') THEN '{name}'" for name, kind in kinds.items()]
        fault = f"CASE {' '.join(wrong)} END"
        for (name,) in self.run(f"SELECT {fault} FROM {table} WHERE {fault} IS NOT NULL LIMIT 1"):
            self.damaged(f"{table}: {name}: expected the type {kinds[name]}, found another")


THINGS = "SELECT type, name, tbl_name, sql FROM sqlite_master"


def _things(rows: Iterable[Row]) -> set[Row]:
    """Return what a schema holds: kind, name, table, and how it was made, without comments and spacing."""
    return {(*row[:3], " ".join(re.sub(r"--[^\n]*", " ", str(row[3])).split())) for row in rows}
