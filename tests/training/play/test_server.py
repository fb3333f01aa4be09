"""The server: who is let in, whole games through it, tabs that come and go, what is sent to whom.

Its limits, and what else it promises: test_promises.py.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ow_env import registry
from tests.training.play.served import PATIENCE, Served
from training.play import hall as hall_module
from training.play.hall import Hall
from training.play.limits import Limits
from training.play.server import Hosts
from training.play.sharing import Bucket

SHORT = {"num_cards": 5}  # of Goofspiel: a game of five rounds


@pytest.fixture(scope="module")
def server():
    with Served(Limits(frames=500, created=500)) as served:
        yield served


# ── Who is let in ────────────────────────────────────────────────────────────────────────────

WRONG_HOSTS = ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1", "", "a b"]
WRONG_ORIGINS = ["http://evil.example", "null", "https://{host}", "http://localhost:{port}", "http://127.0.0.1:1"]


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_a_request_by_a_wrong_name_is_refused(server, host):
    name = host.format(port=server.port)
    status, _, body = server.ask("GET", "/", headers={"Host": name})
    assert status in (400, 403)
    assert b"<html" not in body


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_a_request_by_a_name_of_this_machine_is_served(server, name):
    assert server.ask("GET", "/", headers={"Host": f"{name}:{server.port}"})[0] == 200


@pytest.mark.parametrize("origin", [*WRONG_ORIGINS, None])
def test_a_table_is_made_for_no_other_site(server, origin):
    tables = len(server.hall.tables)
    headers = {"Content-Type": "application/json"}
    if origin is not None:
        headers["Origin"] = origin.format(host=server.host, port=server.port)
    order = json.dumps({"game": "goofspiel", "players": ["person", "random"]})
    status, _, body = server.ask("POST", "/tables", order, headers)
    assert status == 403
    assert f"Origin: expected {server.origin}" in json.loads(body)["text"]
    assert len(server.hall.tables) == tables


@pytest.mark.parametrize("origin", [*WRONG_ORIGINS, None])
def test_a_websocket_is_opened_for_no_other_site(server, origin):
    given = None if origin is None else origin.format(host=server.host, port=server.port)
    with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{server.host}/socket", origin=given):
        pass


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_a_form_could_send_makes_no_table(server, kind):
    status, answer = server.post({"game": "goofspiel", "players": ["person", "random"]}, **{"Content-Type": kind})
    assert status == 415
    assert "expected application/json" in answer["text"]


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/..%2fserver.py", "/page/%2e%2e/server.py", "/page/x.py"])
def test_only_the_page_is_served(server, path):
    assert server.ask("GET", path)[0] == 404


def test_a_link_that_opens_no_table_is_refused_in_words(server):
    with server.sit("nobody's") as client:
        assert "opens no table" in client.hear()["text"]
        with pytest.raises(ConnectionClosed):
            client.hear()


@pytest.mark.parametrize("first", ['{"do": "choose", "action": 0, "at": 0}', "hello", "[]", "{}"])
def test_nothing_is_answered_before_hello(server, first):
    with connect(f"ws://{server.host}/socket", origin=server.origin) as websocket:
        websocket.send(first)
        assert json.loads(websocket.recv(PATIENCE))["kind"] == "error"
        with pytest.raises(ConnectionClosed):
            websocket.recv(PATIENCE)


# ── Games ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "game", [name if name == "goofspiel" else pytest.param(name, marks=pytest.mark.slow) for name in registry.games()]
)
def test_a_whole_game_against_the_scripted_agent(server, game):
    (seat,), _ = server.table(game, "person", "scripted")
    with server.sit(seat) as client:
        client.play(random.Random(1))
        assert client.moment["result"]["text"]
        assert len(client.moment["result"]["rewards"]) == 2
        assert client.moment["view"]["viewer"] is None, "at the end everything is shown"
        assert client.moment["choices"] == []
        assert [entry["n"] for entry in client.log] == list(range(len(client.log)))
        ended = client.until("ended")
    status, headers, body = server.ask("GET", ended["record"])
    assert status == 200
    assert headers["Content-Disposition"] == f'attachment; filename="{game}.jsonl"'
    lines = body.splitlines()
    assert json.loads(lines[0])["agents"][1]["name"] == "scripted"
    assert json.loads(lines[-1])["rewards"] == client.moment["result"]["rewards"]


def test_two_people_play_from_two_tabs_and_a_third_watches(server):
    (one, other), watch = server.table("goofspiel", "person", "person", options=SHORT, names=["Ada", "Grace"])
    with server.sit(one) as ada, server.sit(other) as grace, server.sit(watch) as crowd:
        assert ada.asked()
        assert grace.asked()
        about = next(message for message in ada.heard if message["kind"] == "table")
        assert [player["name"] for player in about["players"]] == ["Ada", "Grace"]
        at = crowd.until("moment")["at"]
        ada.choose()
        assert not ada.moment["asked"]
        assert ada.moment["undo"]
        for tab in (crowd, grace):
            tab.heard.clear()
            with pytest.raises(TimeoutError):
                tab.hear_all(0.3)
            assert {message["kind"] for message in tab.heard} <= {"table", "thinking"}, "nobody learns that she chose"
        grace.choose()
        assert crowd.until("moment")["at"] == at + 1
        rng = random.Random(3)
        while ada.asked() and grace.asked():
            for person in (ada, grace):
                person.choose(rng.randrange(len(person.moment["choices"])))
        assert grace.asked() is False
        while not crowd.moment["over"]:
            crowd.hear()
        assert crowd.moment["result"] == ada.moment["result"] == grace.moment["result"]
        crowd.until("ended")


def test_a_choice_is_taken_however_soon_it_comes(server):
    (one, other), _ = server.table("goofspiel", "person", "person", options=SHORT)
    entry = server.hall.tables.find(one)[0]
    with server.sit(one) as ada, server.sit(other) as grace:
        ada.asked()
        grace.asked()
        true_shown = entry.table.shown

        def shown(viewer):
            time.sleep(0.05)  # whoever is told first has chosen again before the other is told
            return true_shown(viewer)

        entry.table.shown = shown
        with ThreadPoolExecutor(2) as both:
            for played in [both.submit(person.play, random.Random(1)) for person in (ada, grace)]:
                played.result()
        assert ada.moment["result"] == grace.moment["result"]


def test_a_dropped_connection_is_resumed_in_the_middle_of_a_plan(server):
    (seat, second), _ = server.table("open_worlds", "person", "person", seed=5)
    with server.sit(second), server.sit(seat) as client:
        assert client.asked()
        client.choose()
        assert client.moment["asked"], "several cards are chosen before it is done"
        client.choose()
        before, lines = client.moment, len(client.log)
    with server.sit(seat, have=lines) as again, server.sit(seat) as anew:
        again.until("thinking")
        anew.until("thinking")
        assert {**again.moment, "log": []} == {**before, "log": []}
        assert again.moment["log"] == []
        assert [entry["n"] for entry in anew.moment["log"]] == list(range(lines))
        again.say(do="undo", at=again.moment["at"])
        assert again.until("moment")["undo"]
        assert anew.until("moment")["view"] == again.moment["view"], "all tabs of a seat show the same"


def test_what_is_stale_changes_nothing(server):
    (seat,), _ = server.table("goofspiel", "person", "random")
    with server.sit(seat) as client:
        client.asked()
        old = client.moment
        client.choose()
        client.asked()
        now = client.moment
        client.say(do="choose", action=old["choices"][-1]["action"], at=old["at"])
        assert "look again" in client.until("error", "moment")["text"]
        client.say(do="why", source={"seat": 0}, target=None)
        assert client.until("reason", "moment")["kind"] == "reason"
        assert client.moment is now


def test_an_action_that_is_not_allowed_is_refused_in_words(server):
    (seat,), _ = server.table("star_realms", "person", "random", options={})
    with server.sit(seat) as client:
        client.asked()
        legal = {choice["action"] for choice in client.moment["choices"]}
        client.say(do="choose", action=next(i for i in range(1000) if i not in legal), at=client.moment["at"])
        assert len(client.until("error")["text"]) > 20


def test_hints_come_with_shares_and_values_and_the_table_goes_on(server):
    (seat,), _ = server.table("goofspiel", "person", "random")
    with server.sit(seat) as client:
        client.asked()
        about = next(message for message in client.heard if message["kind"] == "table")
        assert "scripted" in about["hints"]
        client.say(do="hint", agent="search:200")
        client.choose()  # meanwhile
        hint = next((message for message in client.heard if message["kind"] == "hint"), None) or client.until("hint")
        assert hint["agent"] == "search:200"
        assert 0 < hint["choices"][0]["share"] <= 1
        assert -1 <= hint["value"] <= 1


@pytest.mark.parametrize(
    "agent", ["nobody", "search:1000000", "search:network=/etc/passwd", "/etc/x.safetensors", "person"]
)
def test_a_page_can_ask_for_no_agent_that_costs_too_much_or_opens_a_file(server, agent):
    (seat,), _ = server.table("goofspiel", "person", "random")
    with server.sit(seat) as client:
        client.asked()
        client.say(do="hint", agent=agent)
        assert "agent" in client.until("error", "hint")["text"]
    status, answer = server.post({"game": "goofspiel", "players": ["person", agent if agent != "person" else "x"]})
    assert status == 400
    assert answer["text"].startswith("players[1]: expected")


def test_agents_alone_are_watched(server):
    seats, watch = server.table("goofspiel", "random", "scripted", options={"num_cards": 4})
    assert seats == []
    with server.sit(watch) as crowd:
        first = crowd.until("moment")
        assert first["view"]["viewer"] is None
        assert first["log"] == []
        assert crowd.until("moment")["at"] == first["at"] + 1


def test_a_record_is_had_by_its_own_link_and_only_at_the_end(server):
    (seat,), watch = server.table("goofspiel", "person", "random", options={"num_cards": 4})
    for secret in (seat, watch, "nothing"):
        assert server.ask("GET", f"/record/{secret}")[0] == 404
    with server.sit(seat) as client:
        client.asked()
        entry = server.hall.tables.find(seat)[0]
        status, _, body = server.ask("GET", f"/record/{entry.download}")
        assert status == 409
        assert b"when the game is over" in body
        client.play(random.Random(1))
        link = client.until("ended")["record"]
    assert server.ask("GET", link)[0] == 200


def test_presence_is_told(server):
    (one, other), _ = server.table("goofspiel", "person", "person")
    with server.sit(one) as ada:
        ada.until("thinking")
        with server.sit(other):
            assert [player["here"] for player in ada.until("table")["players"]] == [True, True]
        assert [player["here"] for player in ada.until("table")["players"]] == [True, False]


# ── Looking up ───────────────────────────────────────────────────────────────────────────────


def test_everything_to_choose_and_to_look_up_is_there(server):
    data = server.get("/setup.json")
    assert [game["name"] for game in data["games"]] == list(registry.games())
    for game in data["games"]:
        rules = server.get(f"/rules/{game['name']}.json")
        assert bool(rules) == game["rules"]
        assert all(rule["number"] and rule["section"] and rule["text"] for rule in rules)
        told = server.get(f"/help/{game['name']}.json")
        assert len(told["primer"]["turn"]) <= 5
        assert told["guide"]["notes"][0]["text"]
        cards = server.get(f"/cards/{game['name']}.json")
        assert [card["number"] for card in cards] == list(range(len(cards)))
    assert server.ask("GET", "/rules/nothing.json")[0] == 404


# ── Names and rates ──────────────────────────────────────────────────────────────────────────

NAMES = [  # listens at, Host, allowed?
    ("127.0.0.1", "127.0.0.1:80", True),
    ("127.0.0.1", "LOCALHOST:80", True),
    ("127.0.0.1", "192.168.0.7:80", False),
    ("127.0.0.1", "[::1]:80", True),
    ("127.0.0.1", "127.0.0.1:81", False),
    ("0.0.0.0", "192.168.0.7:80", True),
    ("0.0.0.0", "evil.example:80", False),
    ("192.168.0.7", "192.168.0.7", True),
    ("game.lan", "game.lan:80", True),
    ("game.lan", "other.lan:80", False),
]


@pytest.mark.parametrize(("host", "header", "allowed"), NAMES)
def test_names_of_this_server(host, header, allowed):
    assert Hosts(host, 80).allow(header) is allowed


def test_a_bucket_fills_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Bucket(2.0, 3.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


# ── Compiling ahead ──────────────────────────────────────────────────────────────────────────


def test_games_that_nobody_plays_are_compiled_when_there_is_nothing_to_do(monkeypatch):
    monkeypatch.setattr(hall_module, "QUIET", 0.05)
    made, busy = [], [True, True, False]
    hall = Hall(ahead=True)

    async def remember(entry):
        made.append((entry.order.game.name, busy.copy()))

    monkeypatch.setattr(hall.threads, "made", remember)
    monkeypatch.setattr(type(hall.threads), "busy", property(lambda _: busy.pop(0) if busy else False))
    hall.threads._warm.add(("goofspiel", "person"))
    asyncio.run(hall.compile_ahead())
    hall.close()
    assert [name for name, _ in made] == [name for name in registry.games() if name != "goofspiel"]
    assert made[0][1] == []  # not while something was done
