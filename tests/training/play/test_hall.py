"""The page of all tables: what it tells to whom, and how a seat is left to anyone and taken."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.training.play.served import Served
from training.play.limits import Limits

SHORT = {"num_cards": 4}  # of Goofspiel


@pytest.fixture
def server() -> Iterator[Served]:
    with Served(Limits(frames=500, created=500)) as served:
        yield served


def post(server: Served, path: str, data: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Content-Type": "application/json", "Origin": server.origin}
    status, _, body = server.ask("POST", path, json.dumps(data), headers)
    return status, json.loads(body)


def listed(server: Served, *secrets: str, owners: tuple[str, ...] = ()) -> dict[str, Any]:
    status, found = post(server, "/hall.json", {"secrets": secrets, "owners": owners})
    assert status == 200, found
    return found


def ordered(server: Served, *players: str, **more: Any) -> tuple[list[str], str, str]:
    """Make a table of Goofspiel; return the secrets of its seats, of who watches, and of who has ordered it."""
    status, made = server.post({"game": "goofspiel", "players": players, "options": SHORT, **more})
    assert status == 201, made
    return [each["link"].partition("#")[2] for each in made["seats"]], made["watch"].partition("#")[2], made["owner"]


def test_secrets_and_names_are_told_to_nobody_who_has_not_got_them(server: Served) -> None:
    seats, watch, owner = ordered(server, "person", "person", names=["Ada", "Bob"])
    secrets = [*seats, watch, owner]
    nobody = listed(server, "nothing", owners=("nothing",))
    assert (nobody["yours"], len(nobody["others"])) == ([], 1)
    for told in [*secrets, "Ada", "Bob", server.hall.tables.entries[0].download]:
        assert told not in json.dumps(nobody)
    one = listed(server, seats[0])
    assert [each["link"] for each in one["yours"][0]["links"]] == [f"/table#{seats[0]}"]
    assert not any(secret in json.dumps(one) for secret in secrets if secret != seats[0])
    watching = listed(server, watch)
    assert [each["seat"] for each in watching["yours"][0]["links"]] == [None]
    assert not any(secret in json.dumps(watching) for secret in secrets if secret != watch)
    mine = listed(server, owners=(owner,))["yours"][0]
    assert [each["link"] for each in mine["links"]] == [f"/table#{secret}" for secret in (*seats, watch)]
    assert [each["name"] for each in mine["players"]] == ["Ada", "Bob"]


def test_a_table_waits_runs_is_over_and_says_whose_turn_it_is(server: Served) -> None:
    (seat,), _, owner = ordered(server, "person", "random")

    def now() -> tuple[str, bool]:
        mine = listed(server, seat)["yours"][0]
        return mine["state"], mine["links"][0]["asked"]

    assert now() == ("waiting", False)
    with server.sit(seat) as client:
        client.asked()
        assert now() == ("running", True)
        assert not listed(server, owners=(owner,))["yours"][0]["links"][0]["asked"]  # that is told to the seat alone
    while server.hall.tables.entries[0].connected:
        pass
    assert now() == ("waiting", True)  # the tab is closed: the game waits
    with server.sit(seat) as client:
        client.play(random.Random(1))
        assert now() == ("finished", False)


def test_a_seat_is_left_to_anyone_by_who_has_ordered_the_table_and_taken_once(server: Served) -> None:
    seats, watch, owner = ordered(server, "person", "person", "person", names=["Ada"])
    number = listed(server)["others"][0]["number"]
    assert post(server, "/hall/seat", {"table": number})[0] == 400
    for other in (*seats, watch, "nothing"):
        assert post(server, "/hall/open", {"owner": other, "seat": 1})[0] == 400
    assert post(server, "/hall/open", {"owner": owner, "seat": 3})[0] == 400
    assert post(server, "/hall/open", {"owner": owner, "seat": 1}) == (200, {"open": [1]})
    there = listed(server)["others"][0]
    assert (there["open"], there["players"][0]["name"]) == ([1], "Ada")  # who comes is to know whom to play with
    assert post(server, "/hall/seat", {"table": number}) == (200, {"link": f"/table#{seats[1]}"})
    assert post(server, "/hall/seat", {"table": number})[0] == 400
    assert listed(server)["others"][0]["open"] == []


def test_a_seat_that_somebody_has_is_not_left_to_anyone(server: Served) -> None:
    seats, _, owner = ordered(server, "person", "person")
    number = listed(server)["others"][0]["number"]
    assert post(server, "/hall/open", {"owner": owner, "seat": 1})[0] == 200
    with server.sit(seats[1]) as client:
        client.asked()
        assert post(server, "/hall/seat", {"table": number})[0] == 400
        assert post(server, "/hall/open", {"owner": owner, "seat": 1})[0] == 400


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("/hall.json", [], "tables: expected an object"),
        ("/hall.json", {"secrets": 1}, "secrets: expected a list of at most 60, got 1"),
        ("/hall.json", {"owners": [""] * 61}, "owners: expected a list of at most 60"),
        ("/hall.json", {"secrets": [1]}, "secrets: expected a text"),
        ("/hall/open", {"owner": "x", "seat": -1}, "seat: expected a whole number"),
        ("/hall/seat", {"table": "1"}, "table: expected a whole number"),
    ],
)
def test_what_is_wrong_is_named(path: str, data: Any, said: str, server: Served) -> None:
    status, answer = post(server, path, data)
    assert status == 400
    assert said in answer["text"]


def test_no_other_site_may_ask(server: Served) -> None:
    for path in ("/hall.json", "/hall/open", "/hall/seat"):
        headers = {"Content-Type": "application/json", "Origin": "http://evil.example"}
        assert server.ask("POST", path, "{}", headers)[0] == 403
