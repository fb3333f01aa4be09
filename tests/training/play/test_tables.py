"""The tables of a server: secrets that nobody can guess; how many there may be, and for how long: test_promises.py."""

from __future__ import annotations

import pytest

from training.play.limits import Limits
from training.play.setup import read_order
from training.play.tables import Tables


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def tables(now):
    return Tables(Limits(), lambda: now[0])


@pytest.fixture(scope="module")
def order():
    return read_order({"game": "goofspiel", "players": ["person", "random"], "options": {"num_cards": 4}})


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


def test_a_table_that_is_forgotten_leaves_nothing(tables, order, now):
    entry = tables.create(order)
    now[0] = tables.limits.idle + 1
    assert tables.forget() == [entry]
    for secret in (entry.watch, *entry.seats.values()):
        assert tables.find(secret) is None
    assert tables.find_download(entry.download) is None
    assert not tables._keys
    assert not tables._downloads
