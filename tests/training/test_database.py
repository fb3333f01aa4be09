"""A ladder file that is damaged, hostile, another's, or on a full disk: one sentence, and nothing is lost."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ow_env.goofspiel.game import Goofspiel
from training.cli import main
from training.measure.store import AgentKey, SeatSwap, Store

GAME = Goofspiel(num_cards=4)
AGENTS = [AgentKey.of(name, name, 1, {"depth": 3}, None) for name in ("one", "other", "third")]
ONE, OTHER, THIRD = sorted(AGENTS, key=lambda agent_key: agent_key.key)


def pair(number: int, first: str = "won", second: str = "lost") -> SeatSwap:
    return SeatSwap(number, 0, 77, "[]", first, second, 4, 5, 6, 7, 8, 9, 0.5, 0.25)


def made(path: Path, rows: int = 3) -> Path:
    """Make a small file with something in every table."""
    with Store(path) as store:
        where = store.matchup(GAME), store.agent(ONE), store.agent(OTHER)
        store.agent(THIRD)
        store.add(*where, 5, [pair(number) for number in range(rows)])
        store.add_blocks(store.experiment("duel", {"seed": 1}), {0: {"ends": ["w"]}})
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return made(tmp_path / "ladder.sqlite")


def spoil(path: Path, *statements: str) -> None:
    """Change a file as somebody could who has SQLite."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA ignore_check_constraints = ON")
    for statement in statements:
        db.execute(statement)
    db.close()


def refused(path: Path) -> str:
    """Return why a file is refused: in one line that names it, and without a change."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(ValueError, match="cannot be used as a ladder's results: ") as told:
        Store(path, patience=0.1)
    said = str(told.value)
    assert said.startswith(str(path))
    assert said.isprintable()
    assert len(said) < 500
    assert not path.is_file() or path.read_bytes() == before
    return said


NOT_THAT = "its key is not that of what it says"
OTHERS = "its tables, views, triggers or indexes are others"
ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
COLUMNS = "contest, {0}, seed, number, deal, game_seed, decks, first, second, first_turns, second_turns,"
COLUMNS += " first_decisions, second_decisions, one_choices, other_choices, one_seconds, other_seconds, played"
EXCHANGED = f"INSERT INTO pairs ({COLUMNS.format('one, other')}) SELECT {COLUMNS.format('other, one')} FROM pairs"
HOSTILE = [
    ("a label that is a BLOB", ["UPDATE agents SET label = x'1b5b33316d'"], "agents: label: expected the type text"),
    ("a label without end", ["UPDATE agents SET label = hex(zeroblob(5000))"], "expected a label of 1 to 4096 letters"),
    ("a file's hash that opens a file", ["UPDATE agents SET file = '/etc/passwd'"], NOT_THAT),
    ("an agent that is another", ["UPDATE agents SET name = 'else'"], NOT_THAT),
    ("parameters that are none", ["UPDATE agents SET parameters = '[1]'"], "expected an object, found '[1]'"),
    ("parameters that are no JSON", ["UPDATE agents SET parameters = '{'"], "is no JSON"),
    ("deep parameters", ["UPDATE agents SET parameters = replace(hex(zeroblob(9000)), '0', '[')"], "is no JSON"),
    ("another contest", ["UPDATE contests SET version = 8"], NOT_THAT),
    ("a game's options", ["UPDATE contests SET options = 'NaN'"], "NaN is no number"),
    ("an end that is none", ["UPDATE pairs SET first = 'winn' WHERE number = 1"], "CHECK constraint failed in pairs"),
    ("an end that is a BLOB", ["UPDATE pairs SET second = x'776f6e'"], "CHECK constraint failed in pairs"),
    ("turns in words", ["UPDATE pairs SET first_turns = 'many'"], "first_turns: expected the type integer"),
    ("turns below none", ["UPDATE pairs SET second_turns = -1"], "a number in it is out of range"),
    ("turns in halves", ["UPDATE pairs SET second_turns = 1.5"], "second_turns: expected the type integer"),
    ("more than can be summed", [f"UPDATE pairs SET one_choices = {2**62}"], "a number in it is out of range"),
    ("time without end", ["UPDATE pairs SET one_seconds = 9e999"], "a number in it is out of range"),
    ("time in words", ["UPDATE pairs SET other_seconds = 'long'"], "other_seconds: expected the type real"),
    ("a deal too many", ["UPDATE pairs SET deal = 64"], "a number in it is out of range"),
    ("an agent that is not there", ["UPDATE pairs SET other = 77 WHERE number = 2"], "pairs: a row speaks of another"),
    ("against itself", ["UPDATE pairs SET other = one WHERE number = 2"], "its agents are exchanged"),
    ("the same games once more", [EXCHANGED], "its agents are exchanged, so that its games could count twice"),
    ("a result that is no JSON", ["UPDATE blocks SET result = x'00'"], "result: expected the type text"),
    ("a table that is gone", ["DROP VIEW scores", "DROP TABLE pairs"], OTHERS),
    ("a table more", ["CREATE TABLE more (a)"], OTHERS),
    ("a name that steers", ['CREATE TABLE "\x1b[31m" (a)'], OTHERS),
    ("a column more", ["ALTER TABLE pairs ADD COLUMN more"], OTHERS),
    ("a column less", ["DROP VIEW scores", "ALTER TABLE pairs DROP COLUMN played"], OTHERS),
    ("an endless view", ["DROP VIEW scores", "DROP TABLE pairs",
     f"CREATE VIEW pairs AS {ENDLESS} SELECT i AS contest FROM n"], OTHERS),
    ("another view for people", ["DROP VIEW scores", "CREATE VIEW scores AS SELECT 1"], OTHERS),
    ("a trigger", ["CREATE TRIGGER t AFTER INSERT ON pairs BEGIN DELETE FROM agents; END"], OTHERS),
    ("an index", ["CREATE INDEX i ON pairs (number) WHERE number > 0"], OTHERS),
    ("statistics", ["ANALYZE"], OTHERS),
    ("a table whose name is no text", ["PRAGMA writable_schema = ON",
     "UPDATE sqlite_master SET name = CAST(x'70a0' AS TEXT), sql = 'CREATE nothing' WHERE name = 'pairs'"],
     "it is damaged: "),
    ("a table without pages", ["PRAGMA writable_schema = ON",
     "UPDATE sqlite_master SET rootpage = 0 WHERE name = 'pairs'"], "it is damaged"),
    ("two tables on the same pages", ["PRAGMA writable_schema = ON",
     "UPDATE sqlite_master SET rootpage = 2 WHERE type = 'table'"], "it is damaged"),
    ("of another version", ["PRAGMA user_version = 99"], "written by another version of this package (schema 99"),
    ("of an impossible version", ["PRAGMA user_version = -1"], "its version is -1"),
    ("of no version", ["PRAGMA user_version = 0"], "its version is 0"),
    ("somebody else's", ["PRAGMA application_id = 5"], "an SQLite file, but not one of a ladder's results"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "statements", "said"), HOSTILE, ids=[what for what, *_ in HOSTILE])
def test_a_hostile_file_is_refused_in_one_sentence(what: str, statements: list[str], said: str, good: Path) -> None:
    spoil(good, *statements)
    assert said in refused(good)


def test_every_command_that_reads_a_ladder_refuses_it_so(good: Path, tmp_path: Path, capsys) -> None:
    spoil(good, "UPDATE pairs SET first = 'winn'")
    for typed in (
        ["ladder", "--game", "goofspiel", "--show", "--store", str(good)],
        ["ladder", "--game", "goofspiel", "random", "--store", str(good)],
        ["decks", "match", "Smith-Boson F.E.", "Baker-Braugn EDV", "--store", str(good), "--out", str(tmp_path / "o")],
    ):
        assert main(typed) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"ow: {good}: cannot be used")
        assert said.count("\n") == 1


def test_what_is_no_ladder_file_at_all(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_bytes(b"no database " * 99)
    assert "no SQLite file" in refused(text)
    assert "it is no file" in refused(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "it is no file" in refused(pipe)
    assert "it or its folder cannot be used" in refused(text / "ladder.sqlite")
    steering = tmp_path / "\x1b[31m.sqlite"
    steering.write_bytes(b"no database " * 99)
    with pytest.raises(ValueError, match=r"\\x1b\[31m") as told:
        Store(steering)
    assert str(told.value).isprintable()


def test_a_file_cut_off_anywhere_is_refused_or_whole(good: Path, tmp_path: Path) -> None:
    data, cut = good.read_bytes(), tmp_path / "cut.sqlite"
    for length in (1, 15, 100, 511, 512, 4095, 4096, *range(5000, len(data), 7001)):
        cut.write_bytes(data[:length])
        refused(cut)


def test_a_file_with_flipped_bytes_is_refused_or_means_the_same_kind_of_thing(good: Path, tmp_path: Path) -> None:
    data, spoiled, chance = good.read_bytes(), tmp_path / "spoiled.sqlite", random.Random(3)
    words = accepted = 0
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 3, 30))):
            changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        spoiled.write_bytes(changed)
        for beside in tmp_path.glob("spoiled.sqlite-*"):
            beside.unlink()
        try:
            with Store(spoiled) as store:
                store.meetings(1)
                store.agents()
        except ValueError as error:
            words += str(error).startswith(f"{spoiled}: cannot be used")
        else:
            words += 1
            accepted += 1
    assert words == 60
    assert accepted < 45


def test_pages_that_do_not_hold_together_are_noticed(good: Path) -> None:
    data = bytearray(good.read_bytes())
    data[36:40] = (5).to_bytes(4, "big")  # so many pages should be free
    good.write_bytes(data)
    assert "it is damaged: " in refused(good)


def test_nothing_else_can_be_opened_from_within(good: Path, tmp_path: Path) -> None:
    with Store(good) as store, pytest.raises(ValueError, match="too many attached databases"):
        store._db.run("ATTACH ? AS more", (str(tmp_path / "more.sqlite"),))
    assert not (tmp_path / "more.sqlite").exists()


def test_a_locked_file(good: Path) -> None:
    other = sqlite3.connect(good, isolation_level=None)
    with Store(good, patience=0.05) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ValueError, match="another program holds it locked"):
            store.add(1, 1, 2, 9, [pair(1)])
        other.execute("ROLLBACK")
        assert store.add(1, 1, 2, 9, [pair(1)]) == 1
    other.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to every file")
def test_a_file_that_may_not_be_written(good: Path) -> None:
    good.chmod(0o400)
    assert "cannot be written to" in refused(good)


def test_a_file_that_has_become_read_only(good: Path) -> None:
    with Store(good) as store:
        store._db.run("PRAGMA query_only = ON")
        with pytest.raises(ValueError, match="it or its folder cannot be written to: copy the file"):
            store.add(1, 1, 2, 9, [pair(1)])


def test_on_a_full_disk_nothing_is_lost(good: Path) -> None:
    with Store(good) as store:
        ((pages,),) = store._db.run("PRAGMA page_count")
        store._db.run(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ValueError, match="the disk is full; what was written to it before is whole: make room"):
            store.add(1, 1, 2, 6, [pair(number) for number in range(2000)])
        assert store.played(1, 1, 2, 6) == set()
        assert store.played(1, 1, 2, 5) == {0, 1, 2}
        store._db.run(f"PRAGMA max_page_count = {100 * pages}")
        assert store.add(1, 1, 2, 6, [pair(number) for number in range(2000)]) == 2000
    with Store(good) as store:
        assert len(store.seat_swaps(1, 1, 2, 6)) == 2000


FULL = """
import resource, sys
from training.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(["ladder", "--game", "goofspiel", "random", "scripted", "--games", "640", "--processes", "1",
               "--store", sys.argv[2], "--out", sys.argv[3]]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit of this kind here")
def test_a_disk_that_refuses_while_the_ladder_is_played(tmp_path: Path) -> None:
    path = made(tmp_path / "ladder.sqlite")
    for limit in (100, 60_000):
        typed = [sys.executable, "-c", FULL, str(limit), str(path), str(tmp_path / "out")]
        ended = subprocess.run(typed, capture_output=True, text=True, check=False)
        assert ended.returncode == 2, ended.stderr
        assert "Traceback" not in ended.stderr
        assert str(path) in ended.stderr.splitlines()[-1]
    with Store(path) as store:
        assert store.played(1, 1, 2, 5) == {0, 1, 2}
        assert store._db.run("PRAGMA integrity_check") == [("ok",)]
