"""After the end of a game at a server: its review, and another game of the same people."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.training.play.served import PATIENCE, Client, Served
from training.play import hall as halls
from training.play.limits import Limits

SHORT = {"num_cards": 4}  # of Goofspiel


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with Served(Limits(frames=500, created=500, review_decisions=20)) as served:
        yield served


def play_all(*clients: Client) -> None:
    """Play a game between people to its end, at random."""
    rng = random.Random(1)
    while not all(client.moment.get("over") for client in clients):
        for client in clients:
            if client.asked() and not client.moment["over"]:
                client.choose(rng.randrange(len(client.moment["choices"])))


def review(server: Served, address: str) -> Any:
    """Wait for a review."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        status, _, body = server.ask("GET", address)
        if status != 202:
            return json.loads(body)
        found = json.loads(body)
        assert 0 <= found["done"] <= found["of"]
        time.sleep(0.05)
    raise AssertionError("no review came")


def test_a_game_is_reviewed_once_it_is_over(server: Served) -> None:
    (seat,), _ = server.table("goofspiel", "person", "random", seed=5, options=SHORT)
    with server.sit(seat) as client:
        client.play(random.Random(1))
        ended = client.until("ended")
        found = review(server, ended["review"])
        assert set(found) == {"agent", "values", "choices"}
        assert [line[-1][1] for line in found["values"]] == client.moment["result"]["rewards"]
        assert b'"review":' in server.ask("GET", ended["replay"])[2]


def test_a_game_that_goes_on_and_one_that_is_too_long_are_not_reviewed(server: Served) -> None:
    (seat,), _ = server.table("goofspiel", "person", "random", options=SHORT)
    entry = server.hall.tables.find(seat)[0]
    with server.sit(seat) as client:
        client.asked()
        assert server.ask("GET", f"/review/{entry.download}")[0] == 409
    assert server.ask("GET", "/review/nobody")[0] == 404
    (seat,), _ = server.table("goofspiel", "person", "random", options={"num_cards": 13}, seed=1)
    with server.sit(seat) as client:
        client.play(random.Random(1))
        server.hall.limits = Limits(review_decisions=5)
        status, _, body = server.ask("GET", client.until("ended")["review"])
        server.hall.limits = Limits(review_decisions=20)
        assert status == 409
        assert "reviewed here of at most 5: save the record" in json.loads(body)["text"]


def test_a_review_holds_up_no_other_table(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(text: str, progress: Any) -> dict[str, Any]:
        progress(1, 4)
        time.sleep(1.5)
        return {"agent": "nobody", "values": [[], []], "choices": [[], []]}

    monkeypatch.setattr(halls, "review_of", slow)
    (seat,), _ = server.table("goofspiel", "person", "random", options=SHORT)
    with server.sit(seat) as client:
        client.play(random.Random(1))
        address = client.until("ended")["review"]
        server.ask("GET", address)
        begun = time.monotonic()
        (other,), _ = server.table("goofspiel", "person", "random", options=SHORT)
        with server.sit(other) as second:
            second.play(random.Random(2))
        status, _, body = server.ask("GET", address)
        assert time.monotonic() - begun < 1.5
        assert (status, json.loads(body)) == (202, {"done": 1, "of": 4})
        assert review(server, address)["agent"] == "nobody"


def test_a_review_that_fails_says_so(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(text: str, progress: Any) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr(halls, "review_of", failing)
    (seat,), _ = server.table("goofspiel", "person", "random", options=SHORT)
    with server.sit(seat) as client:
        client.play(random.Random(1))
        assert (
            review(server, client.until("ended")["review"])["text"]
            == "this game can't be reviewed: RuntimeError: no luck"
        )


@pytest.mark.parametrize("exchange", [True, False])
def test_everybody_is_told_a_link_of_their_own_to_another_game(server: Served, exchange: bool) -> None:
    seats, watch = server.table("goofspiel", "person", "person", names=["Ada", "Bob"], options=SHORT)
    with server.sit(seats[0]) as one, server.sit(seats[1]) as two, server.sit(watch) as third:
        play_all(one, two)
        two.say(do="again", exchange=exchange)
        links = [client.until("again") for client in (one, two, third)]
        secrets = [each["link"].partition("#")[2] for each in links]
        assert [each["mine"] for each in links] == [False, True, False]
        assert len(set(secrets)) == 3
        found = [server.hall.tables.find(secret) for secret in secrets]
        assert [viewer for _, viewer in found] == ([1, 0] if exchange else [0, 1]) + [None]
        assert found[0][0].order.names == (("Bob", "Ada") if exchange else ("Ada", "Bob"))
        assert found[0][0].order.seed is None
        heard = json.dumps([one.heard, third.heard])
        assert secrets[1] not in heard  # a seat's secret is told to that seat alone


def test_who_watches_orders_no_other_game_nor_anybody_before_the_end(server: Served) -> None:
    (seat,), watch = server.table("goofspiel", "person", "random", options=SHORT)
    with server.sit(seat) as client, server.sit(watch) as third:
        client.asked()
        client.say(do="again", exchange=True)
        assert "once the game is over" in client.until("error")["text"]
        client.play(random.Random(1))
        third.say(do="again", exchange=True)
        assert "for whoever has a seat" in third.until("error")["text"]
