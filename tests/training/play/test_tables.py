"""The tables of a server: secrets that nobody can guess, and nothing that is kept for ever."""

from __future__ import annotations

import random

import pytest

from tests.training.play.sitting import played
from training.play.limits import Limits
from training.play.setup import Order, read_order
from training.play.table import Refused
from training.play.tables import Entry, Tables

HOUR = 3600.0


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def tables(now):
    return Tables(Limits(tables=3, searching=2, idle=HOUR, ended=60.0), lambda: now[0])


@pytest.fixture(scope="module")
def order():
    return read_order({"game": "goofspiel", "players": ["person", "random"], "options": {"num_cards": 4}})


def finished(entry: Entry) -> Entry:
    for _ in played(entry.make(), random.Random(1)):
        pass
    return entry


def test_every_seat_has_a_secret_of_its_own(tables):
    entry = tables.create(read_order({"game": "goofspiel", "players": ["person", "random", "person"]}))
    secrets = [*entry.seats.values(), entry.watch, entry.download]
    assert sorted(entry.seats) == [0, 2]
    assert len(set(secrets)) == 4
    assert all(len(secret) * 6 >= 128 for secret in secrets), "letters of six bits each"
    assert tables.find(entry.seats[2]) == (entry, 2)
    assert tables.find(entry.watch) == (entry, None)
    assert tables.find_download(entry.download) is entry


@pytest.mark.parametrize("wrong", ["", "x", "é", "\udcff", "a" * 10_000])
def test_what_is_no_secret_finds_nothing(tables, order, wrong):
    entry = tables.create(order)
    assert tables.find(wrong) is None
    assert tables.find(entry.watch[:-1] + wrong) is None
    assert tables.find_download(entry.watch) is None, "who watches gets no record by that"
    assert tables.find(entry.download) is None


def test_a_table_that_nobody_uses_is_forgotten(tables, order, now):
    entry, used = tables.create(order), tables.create(order)
    tables.touch(used, +1)
    now[0] = HOUR + 1
    assert tables.forget() == [entry]
    assert tables.find(entry.watch) is None
    assert tables.find_download(entry.download) is None
    assert tables.find(used.watch) == (used, None)
    tables.touch(used, -1)
    now[0] += HOUR - 1
    assert tables.forget() == []
    now[0] += 2
    assert tables.forget() == [used]
    assert len(tables) == 0
    assert not tables._keys
    assert not tables._downloads


def test_a_game_that_is_over_is_forgotten_sooner(tables, order, now):
    entry = finished(tables.create(order))
    now[0] = 59.0
    assert tables.forget() == []
    now[0] = 61.0
    assert tables.forget() == [entry]


def test_when_there_are_too_many_one_that_is_over_makes_room(tables, order, now):
    over = finished(tables.create(order))
    playing = [tables.create(order), tables.create(order)]
    now[0] = 1.0
    new = tables.create(order)
    assert tables.entries == [*playing, new]
    assert tables.find(over.watch) is None
    with pytest.raises(Refused, match="there are 3 tables already"):
        tables.create(order)


def test_only_so_many_seats_search(tables, order):
    searching = Order(order.game, ("search:10", "search:10"), None, ())
    first = tables.create(searching)
    with pytest.raises(Refused, match="2 seats search already, and no more than 2 may"):
        tables.create(searching)
    tables.create(order)
    assert not first.over
