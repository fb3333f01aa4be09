"""An SQLite file opened as something that a stranger may have made, or a bad disk.

Below: Python's sqlite3. Above: store.py, which says what belongs in the file. In order: what a cell may hold, what
went wrong in words, the file.

Before anything in it is used, a file is checked whole: whose it is, of which version, that it has its tables
and nothing else (no view, trigger or index of somebody's), that its pages hold together, and that every cell
is of its type and in its range. No statement runs without end. Whatever goes wrong later, a full disk too, ends in one
sentence, and leaves in the file all that was written before.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from ow_env.core.text import escaped

Row = tuple[Any, ...]

PATIENCE = 60.0  # seconds that another program may hold the file locked
LONGEST = 2**24  # bytes in a cell or a row
STRIDE = 20_000  # steps of SQLite's machine between two looks at how many there were
STEPS = 50_000_000, 100  # that a statement may take: so many, and so many for each byte of the file

# ── What a cell may hold ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cell:
    """What the cells of a column have to be."""

    words: str  # "expected ..., found": in words
    test: str  # in SQL, with {0} for the column; anything but true is a fault


def whole(low: int, high: int) -> Cell:
    """Return a column of whole numbers from ``low`` to ``high``."""
    return Cell(f"a whole number from {low} to {high}", f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN {low} AND {high}")


def real(low: float, high: float) -> Cell:
    """Return a column of numbers from ``low`` to ``high``; what is no number or infinite is outside."""
    return Cell(f"a number from {low:g} to {high:g}", f"typeof({{0}}) = 'real' AND {{0}} BETWEEN {low} AND {high}")


def text(most: int, least: int = 1) -> Cell:
    """Return a column of texts of ``least`` to ``most`` letters."""
    return Cell(
        f"a text of {least} to {most} letters",
        f"typeof({{0}}) = 'text' AND length({{0}}) BETWEEN {least} AND {most} AND instr({{0}}, char(0)) = 0",
    )


def code(digits: int) -> Cell:
    """Return a column of hashes of so many hexadecimal digits."""
    test = f"typeof({{0}}) = 'text' AND length({{0}}) = {digits} AND {{0}} NOT GLOB '*[^0-9a-f]*'"
    return Cell(f"{digits} hexadecimal digits", test)


def word(*known: str) -> Cell:
    """Return a column of these words."""
    return Cell(f"one of {', '.join(known)}", f"{{0}} IN ({', '.join(map(repr, known))})")


def or_nothing(cell: Cell) -> Cell:
    """Return the same column, in which a cell may also be empty."""
    return Cell(f"{cell.words}, or nothing", f"{{0}} IS NULL OR ({cell.test})")


# ── What went wrong, in words ────────────────────────────────────────────────────────────────────

KEPT = "what was written to it before is whole"
WHY = (  # the beginning of SQLite's name for it, what it means, and what would be right
    ("SQLITE_FULL", f"the disk is full; {KEPT}: make room and give the same command again"),
    ("SQLITE_BUSY", "another program holds it locked: wait until that has ended, then give the same command again"),
    ("SQLITE_LOCKED", "another program holds it locked: wait until that has ended, then give the same command again"),
    ("SQLITE_READONLY", "it or its folder cannot be written to: copy the file to a folder of your own"),
    ("SQLITE_PERM", "you may not read and write it: copy the file to a folder of your own"),
    ("SQLITE_CANTOPEN", "it cannot be opened: a file that you may read and write is expected, in such a folder"),
    ("SQLITE_NOTADB", "it is no SQLite file: expected one that `ow` made, or a path where nothing is yet"),
    ("SQLITE_INTERRUPT", "reading it comes to no end: it is damaged; use another file, or a copy from before"),
    ("SQLITE_IOERR", f"its disk refuses to read or write ({{0}}); {KEPT}: see to the disk, or use a file on another"),
    ("SQLITE_NOMEM", "there is too little memory for it"),
)
DAMAGED = "it is damaged ({0}): use another file, or a copy from before"


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
        cells: for each table what its columns have to be.
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
        cells: Mapping[str, Mapping[str, Cell]],
        check: Callable[[Database], None] = lambda database: None,
        patience: float = PATIENCE,
    ) -> None:
        self.path, self.what = path, what
        self._application, self._right_version, self._schema, self._cells = application, version, schema, cells
        self._steps = 0
        self._file = None if str(path) == ":memory:" else Path(path)
        try:
            if self._file is not None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                if self._file.exists() and not self._file.is_file():
                    self.refuse("it is no file: expected one, or a path where nothing is yet")
                self._look_at_the_beginning(self._file)
        except OSError as error:
            self.refuse(f"it or its folder cannot be used: {escaped(error.strerror)}")
        with self._in_words():
            # autocommit; transactions begin and end below
            self._db = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            self._begin()
            check(self)
        except BaseException:
            self._db.close()
            raise

    def _begin(self) -> None:
        """Check the file, or make it."""
        with self._in_words():
            if self._file is not None:
                self._db.set_progress_handler(self._is_endless, STRIDE)
            self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            self._db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            for setting in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "foreign_keys = ON"):
                self._db.execute(f"PRAGMA {setting}")
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

    def _look_at_the_beginning(self, path: Path) -> None:
        """Refuse what begins as no SQLite file does; the shortest SQLite itself would take for empty, and overwrite."""
        with suppress(FileNotFoundError), open(path, "rb") as file:
            begin = file.read(512)
            if begin and (len(begin) < 512 or not begin.startswith(b"SQLite format 3\0")):
                self.refuse("it is no SQLite file: expected one that `ow` made, or a path where nothing is yet")

    def refuse(self, reason: str) -> NoReturn:
        """Raise what says that, and why, the file cannot be used."""
        raise ValueError(f"{escaped(self.path)}: cannot be used as {self.what}: {reason}")

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
        self._steps = 0
        try:
            yield
        except sqlite3.Error as error:
            self.refuse(why(error))
        except UnicodeDecodeError:  # what SQLite says of a damaged name quotes it, as it is
            self.refuse(DAMAGED.format("a name in it is no text"))

    def _is_endless(self) -> bool:
        """Return whether a statement has taken more steps than any could need in a file of this size."""
        self._steps += STRIDE
        most, each = STEPS
        if self._steps <= most:
            return False
        bytes_ = 0
        for name in (f"{self._file}", f"{self._file}-wal"):
            with suppress(OSError):
                bytes_ += os.path.getsize(name)
        return self._steps > most + each * bytes_

    # ── Checking ─────────────────────────────────────────────────────────────────────────────────

    def _is_empty(self) -> bool:
        """Return whether nothing is in the file yet; refuse one that is not ours, or of another version."""
        ((owner,),), ((version,),) = self.run("PRAGMA application_id"), self.run("PRAGMA user_version")
        if self.run("SELECT 1 FROM sqlite_master LIMIT 1") and owner != self._application:
            self.refuse(f"an SQLite file, but not one of {self.what}: take another path")
        if owner not in (0, self._application):
            self.refuse("an SQLite file of another program: take another path")
        if version < 0 or (version == 0) != (owner == 0):
            self.refuse(f"it is damaged: its version is {version}; use another file, or a copy from before")
        if version not in (0, self._right_version):
            self.refuse(
                f"written by another version of this package (schema {version}, not {self._right_version}):"
                " install that version, or take another path"
            )
        return bool(version == 0)

    def _check(self, is_empty: bool) -> None:
        """Refuse a file in which anything is not as this version has it."""
        self._check_schema(() if is_empty else self._schema)
        self.run("PRAGMA ignore_check_constraints = ON")  # what cells hold is looked at below, and named
        found = self.run("PRAGMA quick_check(1)")
        self.run("PRAGMA ignore_check_constraints = OFF")
        if found != [("ok",)]:
            self.refuse(DAMAGED.format(escaped(found[0][0]) if found else "its pages do not hold together"))
        tables = {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table, columns in self._cells.items():
            if table in tables:
                self._check_cells(table, columns)
        for table, *_ in self.run("PRAGMA foreign_key_check")[:1]:
            self.damaged(f"{table}: a row speaks of another that is not there")

    def damaged(self, what: str) -> NoReturn:
        """Refuse the file for what it holds."""
        self.refuse(f"it is damaged: {what}; use another file, or a copy from before")

    def _check_schema(self, schema: Sequence[str]) -> None:
        """Refuse tables, views, triggers and indexes other than these."""
        model = sqlite3.connect(":memory:")
        try:
            for statement in schema:
                model.execute(statement)
            right = _things(model.execute(THINGS).fetchall())
        finally:
            model.close()
        found = _things(self.run(THINGS))
        for (kind, name), made in found.items():
            if (kind, name) not in right:
                self.damaged(f"it has the {escaped(kind)} {escaped(name)!r:.80}, which such files have not")
            if made != right[kind, name]:
                self.damaged(f"its {kind} {name!r} is another than such files have")
        for kind, name in sorted(right.keys() - found.keys()):
            self.damaged(f"it has no {kind} {name!r}")

    def _check_cells(self, table: str, columns: Mapping[str, Cell]) -> None:
        """Refuse a table with a cell that is not of its column's type, or out of its range."""
        cases = " ".join(
            f"WHEN ({cell.test.format(column)}) IS NOT TRUE THEN {index}"
            for index, (column, cell) in enumerate(columns.items())
        )
        fault = f"CASE {cases} END"
        for (index,) in self.run(f"SELECT {fault} FROM {table} WHERE {fault} IS NOT NULL LIMIT 1"):
            column, cell = list(columns.items())[index]
            wrong = f"({cell.test.format(column)}) IS NOT TRUE"
            some = f"CASE WHEN length({column}) > 40 THEN substr({column}, 1, 40) ELSE {column} END"
            found = self.run(f"SELECT quote({some}) FROM {table} WHERE {wrong} LIMIT 1")
            what = escaped(found[0][0]) if found else "another at every look"
            self.damaged(f"{table}: {column}: expected {cell.words}, found {what}")


THINGS = "SELECT type, name, tbl_name, sql FROM sqlite_master"


def _things(rows: Iterable[Row]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what a schema holds: (kind, name) -> (its table, how it was made, without comments and spacing)."""
    found = {}
    for row in rows:
        kind, name, table, made = (str(value) for value in row)
        found[kind, name] = table, " ".join(re.sub(r"--[^\n]*", " ", made).split())
    return found
