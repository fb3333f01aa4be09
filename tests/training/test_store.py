"""The store of results: nothing is lost, doubled, or mixed with what it can't be compared with."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from ow_env.goofspiel.game import Goofspiel
from training.measure import store as stores
from training.measure.store import APPLICATION, VERSION, AgentKey, SeatSwap, Store, digest, tally

GAME = Goofspiel(num_cards=4)
ONE = AgentKey.of("one", "one", 1, {}, None)
OTHER = AgentKey.of("other", "other", 1, {"depth": 3, "seed": 8}, None)
ONE_ORDER = [("n", 1), ("depth", 2)]


def pair(number: int, first: str = "won", second: str = "lost", deal: int = 0) -> SeatSwap:
    """Make a row up."""
    return SeatSwap(number, deal, 77, "[]", first, second, 4, 5, 6, 7, 8, 9, 0.5, 0.25)


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "new" / "ladder.sqlite") as opened:
        yield opened


def entered(store: Store) -> tuple[int, int, int]:
    return store.matchup(GAME), store.agent(ONE), store.agent(OTHER)


def test_what_was_added_is_read_back(store: Store) -> None:
    matchup, one, other = entered(store)
    rows = [pair(0), pair(0, "tied", "truncated", deal=1), pair(1, "won", "won")]
    assert store.add(matchup, one, other, 5, rows) == 3
    assert store.seat_swaps(matchup, one, other, 5) == rows
    assert store.played(matchup, one, other, 5) == {0, 1}
    assert store.played(matchup, one, other, 6) == set()


def test_a_row_is_never_there_twice(store: Store) -> None:
    where = entered(store)
    store.add(*where, 5, [pair(0), pair(1)])
    assert store.add(*where, 5, [pair(1, "lost"), pair(2)]) == 1
    assert [row.first for row in store.seat_swaps(*where, 5)] == ["won"] * 3


def test_the_same_games_told_by_the_other_agent_are_the_same_games(store: Store) -> None:
    matchup, one, other = entered(store)
    told = SeatSwap(0, 0, 77, "[]", "won", "truncated", 4, 5, 6, 7, 8, 9, 0.5, 0.25)
    mirrored = SeatSwap(0, 0, 77, "[]", "truncated", "lost", 5, 4, 7, 6, 9, 8, 0.25, 0.5)
    assert told.exchanged() == mirrored
    assert mirrored.exchanged() == told
    assert store.add(matchup, one, other, 5, [told]) == 1
    assert store.add(matchup, other, one, 5, [mirrored]) == 0
    assert store.seat_swaps(matchup, one, other, 5) == [told]
    assert store.seat_swaps(matchup, other, one, 5) == [mirrored]
    assert store.played(matchup, other, one, 5) == store.played(matchup, one, other, 5) == {0}
    assert [met.pairs for met in store.meetings(matchup)] == [1]
    for pair_of_one in ((one, one), (one, 77)):
        with pytest.raises(ValueError, match="a pair is of two different agents"):
            store.add(matchup, *pair_of_one, 5, [told])


def test_a_result_that_is_none_is_refused(store: Store) -> None:
    number = store.experiment("duel", {"seed": 1})
    store.add_blocks(number, {0: {"ends": ["w"]}, 3: {"ends": ["\x1b"]}})
    said = r"result 3 of experiment 1: odd: \\x1b; use another file"
    with pytest.raises(ValueError, match=said):
        store.blocks(number, lambda result: f"odd: {result['ends'][0]}" if result["ends"] != ["w"] else None)


def test_all_of_a_job_or_nothing(store: Store) -> None:
    where = entered(store)
    with pytest.raises(ValueError, match="one of won, lost, tied, truncated, not 'drawn'"):
        store.add(*where, 5, [pair(0), pair(1, "drawn")])
    assert store.played(*where, 5) == set()
    assert store.add(*where, 5, [pair(0)]) == 1  # and it goes on


def test_entering_twice_gives_the_same_id(store: Store) -> None:
    assert entered(store) == entered(store)
    assert store.agents()[store.agent(OTHER)] == OTHER


def test_the_seed_is_no_parameter_and_everything_else_is() -> None:
    def key(**change: object) -> str:
        given = {"label": "a", "name": "a", "version": 1, "parameters": {"n": 1}, "file": None}
        return AgentKey.of(**(given | change)).key  # type: ignore[arg-type]

    assert key(parameters={"n": 1, "seed": 3}) == key() == key(label="path/to/a")
    others = [key(name="b"), key(version=2), key(parameters={"n": 2}), key(file="00")]
    assert len({key(), *others}) == 5
    for value in (object(), float("nan"), {1, 2}):
        with pytest.raises(ValueError, match="agent a: its parameters are no plain data"):
            key(parameters={"n": value})


def test_the_order_in_which_options_are_told_is_none_of_them(store: Store) -> None:
    keys = {AgentKey.of("a", "a", 1, dict(told), None).key for told in (ONE_ORDER, reversed(ONE_ORDER))}
    assert len(keys) == 1
    assert store.experiment("duel", dict(ONE_ORDER)) == store.experiment("duel", dict(reversed(ONE_ORDER)))
    matchup, told = store.matchup(GAME), Goofspiel(num_cards=4)
    told.options = dict(reversed(told.options.items()))
    assert store.matchup(told) == matchup


def test_other_rules_cards_or_options_are_another_matchup(store, monkeypatch) -> None:
    matchup, one, other = entered(store)
    store.add(matchup, one, other, 5, [pair(0)])
    assert store.matchup(Goofspiel(num_cards=4)) == matchup
    longer = store.matchup(Goofspiel(num_cards=5))
    changed = Goofspiel(num_cards=4)
    changed.tables = changed.tables.copy()
    changed.tables[0].points[0] = 9
    figures = store.matchup(changed)
    monkeypatch.setattr(stores, "rules_hash", lambda engine: "other rules")
    rules = store.matchup(GAME)
    assert len({matchup, longer, figures, rules}) == 4
    assert store.meetings(rules) == []
    assert store.elsewhere(rules) == 2
    assert store.elsewhere(matchup) == 0


def test_sums_are_over_game_pairs(store: Store) -> None:
    matchup, one, other = entered(store)
    store.add(matchup, one, other, 5, [pair(0, "won", "won"), pair(0, "won", "tied", deal=1)])
    store.add(matchup, one, other, 6, [pair(0, "lost", "lost"), pair(0, "truncated", "won", deal=1)])
    (met,) = store.meetings(matchup)
    assert (met.pairs, met.games, met.points) == (2, 8, 3.5 + 1.5)
    assert met.games_squared == 16 + 16
    assert met.games_points == 4 * 3.5 + 4 * 1.5
    assert met.points_squared == 3.5**2 + 1.5**2
    assert (met.won, met.lost, met.tied, met.truncated) == (4, 2, 1, 1)
    assert (met.turns, met.decisions) == (36, 52)
    assert (met.one_choices, met.other_choices, met.one_seconds, met.other_seconds) == (32, 36, 2, 1)


def test_the_sums_as_matrices_are_those_of_the_game_pairs(store: Store) -> None:
    import numpy as np

    from training.measure.ratings import Tally

    matchup, one, other = entered(store)
    store.add(matchup, one, other, 5, [pair(0, "won", "won"), pair(1, "won", "tied"), pair(2)])
    for ids, i, j in (([one, other], 0, 1), ([other, one], 1, 0)):
        found = tally(store.meetings(matchup), ids)
        who, whom = np.full(3, i), np.full(3, j)
        right = Tally.of(2, who, whom, np.full(3, 2.0), np.array([2.0, 1.5, 1.0]))
        for name in vars(right):
            assert getattr(found, name) == pytest.approx(getattr(right, name)), name
    for alone in (one, other):  # whoever is not asked about is left out
        assert tally(store.meetings(matchup), [alone]).games.sum() == 0


def test_several_may_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"
    faults = []

    def write(offset: int) -> None:
        try:
            with Store(path) as mine:
                where = entered(mine)
                for number in range(20):
                    mine.add(*where, 5, [pair(number), pair(100 * offset + number, deal=1)])
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with Store(path) as store:
        where = entered(store)
        assert len(store.seat_swaps(*where, 5)) == 20 + 4 * 20
        assert store._db.run("PRAGMA integrity_check") == [("ok",)]


def test_the_view_for_people(store: Store) -> None:
    matchup, one, other = entered(store)
    store.add(matchup, one, other, 5, [pair(3, "won", "truncated")])
    found = store._db.run("SELECT one, other, number, points FROM scores")
    assert found == [("one", "other", 3, 1.5)]


def test_a_file_says_whose_it_is_and_of_which_schema(store: Store) -> None:
    assert store._db.run("PRAGMA application_id") == [(APPLICATION,)] == [(int.from_bytes(b"OWLD", "big"),)]
    assert store._db.run("PRAGMA user_version") == [(VERSION,)]
    assert store._db.run("PRAGMA journal_mode") == [("wal",)]


def test_what_is_not_ours_is_refused_and_stays_as_it_was(tmp_path: Path, monkeypatch) -> None:
    text, foreign, late = (tmp_path / name for name in ("notes.txt", "foreign.sqlite", "late.sqlite"))
    text.write_text("not a database, whatever the name says " * 50)
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with Store(late) as store:
        store._db.run("PRAGMA user_version = 99")
    for path, why in ((text, "cannot be used"), (foreign, "not one of a ladder"), (late, "another version")):
        before = path.read_bytes()
        with pytest.raises(ValueError, match=why):
            Store(path)
        assert path.read_bytes() == before


def test_a_store_that_is_closed_is_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "ladder.sqlite"
    with Store(path) as store:
        store.add(*entered(store), 5, [pair(0)])
    assert [file.name for file in tmp_path.iterdir()] == ["ladder.sqlite"], "no log lies beside it"
    with pytest.raises(ValueError, match="closed database"):
        store.agents()


def test_a_result_that_is_no_json_is_refused(store: Store) -> None:
    number = store.experiment("duel", {"seed": 1})
    store.add_blocks(number, {2: [1]})
    for told in ("[1", "[NaN]", "[-Infinity]"):
        store._db.run("UPDATE blocks SET result = ?", (told,))
        with pytest.raises(ValueError, match="it is damaged: blocks: result 2 is no JSON: "):
            store.blocks(number)


def test_a_saved_agent_is_known_by_what_is_in_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    (folder / "weights").write_bytes(b"1")
    (folder / "card").write_bytes(b"2")
    before = digest(folder)
    assert digest(folder) == before
    assert digest(folder / "weights") != digest(folder / "card")
    (folder / "weights").write_bytes(b"2")
    (folder / "card").write_bytes(b"1")
    exchanged = digest(folder)
    assert exchanged != before
    assert replace(ONE, file=before) != ONE
    (folder / "weights").rename(folder / "xeights")  # in the same order
    assert digest(folder) != exchanged
    (folder / "xeights").rename(tmp_path / "by itself")
    alone = digest(tmp_path / "by itself")
    (tmp_path / "by itself").rename(tmp_path / "by another name")
    assert digest(tmp_path / "by another name") == alone, "one file is known by its content"
    assert len(alone) == len(before) == 16
