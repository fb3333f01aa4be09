"""Around a game: resigning, another game, the review, all tables, moves that are taken back or come all at once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random

import pytest

import ow_env
from ow_env.core.records import read_records, rebuild, replay
from ow_env.registry import class_of
from tests.training.play.served import Served
from training.play.setup import Order
from training.play.table import PERSON, Refused, Table
from training.replay.standalone import replay_html, review_of

pytestmark = pytest.mark.bounds
SHORT = {"num_cards": 5}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with Served() as served:
        yield served


def test_whoever_resigns_has_lost_and_the_record_is_true():
    table = Table(ow_env.make("star_realms"), (PERSON, "scripted"), 1)
    table.resign(0)
    assert (table.over, table.rewards()) == (True, [-1, 1])
    assert table.ending() == "player_1 wins: player_0 has resigned"
    for _ in range(2):
        assert [entry.text for entry in table.log(None)] == ["player_0 resigns"]
    record = next(read_records(io.BytesIO(table.record().encode())))
    assert record.result["by"] == ["player_0"]
    list(replay(record, rebuild(record, [class_of("star_realms")])))
    with pytest.raises(Refused, match="over"):
        table.resign(0)
    assert '"ending":"Player 1 resigned."' in replay_html(table.record())
    assert review_of(table.record(), lambda done, of: None)["choices"] == [[], []]  # nothing was decided


def test_at_a_larger_table_an_agent_plays_on_for_who_resigns():
    table = Table(ow_env.make("goofspiel", num_players=3), (PERSON, PERSON, "random"), 1)
    table.choose(0, 1)
    table.choose(1, 1)
    table.step()
    table.log(1)
    table.resign(0)
    assert (table.over, table.people) == (False, (1,))
    assert not table.shown(1).undo
    while not table.over:
        if table.ready:
            table.step()
        else:
            table.choose(1, table.legal(table.shown(1))[0])
    for viewer in (1, None):  # whoever was told before, and whoever comes later
        told = [entry.text for entry in table.log(viewer)]
        assert told.count("player_0 resigns, scripted plays on") == 1
        at = told.index("player_0 resigns, scripted plays on")
        assert [text.startswith("Round 2") for text in told[at - 1 : at + 2]] == [True, False, False]
        assert [entry.n for entry in table.log(viewer)] == list(range(len(told)))


def test_all_cards_are_played_at_once_and_taken_back_one_by_one(server):
    (secret,), _ = server.table("star_realms", "person", "scripted", seed=1)
    with server.sit(secret) as client:
        client.asked()
        before, many = client.moment["view"], client.moment["together"]
        assert many > 1
        client.say(do="choose all", at=client.moment["at"])
        while not client.moment["asked"] or client.moment["together"]:
            client.until("moment")
        lines = client.moment["kept"] + len(client.moment["log"])
        for _ in range(many):
            assert client.moment["undo"]
            client.say(do="undo", at=client.moment["at"])
            client.until("moment")
        assert client.moment["view"] == before
        assert client.moment["kept"] < lines, "what was told is taken back"


def test_whether_all_can_be_played_at_once_is_found_without_drawing_a_table(monkeypatch):
    table = Table(ow_env.make("star_realms"), (PERSON, "scripted"), 1)
    while table.ready:
        table.step()
    monkeypatch.setattr(
        type(table.game), "view", None
    )  # it takes longer than all the rest, and is asked at every moment
    assert len(table.together(table.shown(0))) > 1


def test_a_table_with_a_card_file_of_its_own_tells_what_its_cards_do(server, tmp_path):
    own = tmp_path / "cards.toml"
    own.write_text('[unaligned.Scout]\nprimary = ["trade:7"]\n')
    entry = server.hall.create(Order(ow_env.make("star_realms", cards=own), (PERSON, "scripted"), 1, ()))
    with server.sit(entry.seats[0]) as client:
        told = {card["name"]: card for card in client.until("table")["cards"]}
        assert told["Scout"]["short"] == "7 Trade into your pool."
        assert ["primary", "trade:7", "yours"] in [list(field.values()) for field in told["Scout"]["fields"]]
    (secret,), _ = server.table("star_realms", "person", "scripted")
    with server.sit(secret) as client:
        assert client.until("table")["cards"] is None  # those of the game, which its page has


def test_a_purchase_is_cancelled_as_a_whole(server):
    (secret,), _ = server.table("tradeworlds", "person", "random", seed=5)
    with server.sit(secret) as client:
        rng = Random(2)
        for _ in range(200):
            if not client.asked():
                break
            buying = [each for each in client.moment["choices"] if each["label"] == "buy"]
            if buying:
                before = client.moment["view"]
                client.say(do="choose", action=buying[0]["action"], at=client.moment["at"])
                client.until("moment")
                while not client.moment["payment"]:
                    client.until("moment")
                assert client.moment["cancel"]
                client.say(do="cancel", at=client.moment["at"])
                client.until("moment")
                assert client.moment["view"] == before
                return
            client.choose(rng.randrange(len(client.moment["choices"])))
    pytest.skip("nothing could be bought")


def test_what_seats_play_with_goes_with_them():
    game = ow_env.make("open_worlds", decks=("Smith-Boson F.E.", "Ares Venture Trust"))
    order = Order(game, (PERSON, "random"), 4, ("Ann",))
    other = order.again(True)
    assert (other.players, other.names, other.seed) == (("random", PERSON), ("", "Ann"), None)
    assert other.game.sides == game.sides[::-1]
    assert order.again(False).game is game
