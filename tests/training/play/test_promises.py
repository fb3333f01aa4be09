"""What the server promises: the tables in docs/server.md, each row with its limit and the test that holds it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.training.play.load import NEWCOMER
from tests.training.play.served import FRAMES, PATIENCE, Client, Served
from tests.training.play.sitting import played
from tests.training.play.test_command import ended_by_ctrl_c
from training.play import hall as halls, setup, sharing
from training.play.connections import LONGEST_MESSAGE
from training.play.hall import Hall, Session, Tab, Threads
from training.play.limits import Limits
from training.play.messages import AskHint, Choose, Undo
from training.play.server import REPLAY_POLICY, Hosts, Server
from training.play.sharing import Pool, Visitors
from training.play.table import WARM_UP, Refused, Table
from training.play.tables import Entry, Tables

PAGE = Path(__file__).parents[3] / "docs" / "server.md"
HELD: dict[str, str] = {}  # what is promised, and its limit
L = Limits()
GREEDY, OTHER = "127.0.0.2", "127.0.0.3"  # addresses of this machine too: visitors of their own
SHORT = {"num_cards": 4}


def holds(what: str, limit: str = "") -> Callable[[Any], Any]:
    """Say which row of the page a test holds, and its limit."""
    HELD[what] = limit
    return lambda test: test


def test_every_row_of_the_page_is_held_and_names_its_limit() -> None:
    part = PAGE.read_text("utf-8").partition("## What the server promises")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    cells = {row[0]: row[1] if len(row) == 3 else "" for row in rows if row[0] not in ("what", "---")}
    assert cells == HELD


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────


def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def answer(line: socket.socket, request: bytes = b"") -> bytes:
    """Return all that is sent until the connection is closed."""
    line.sendall(request)
    heard = b""
    with suppress(ConnectionResetError):
        while part := line.recv(65536):
            heard += part
    return heard


def get(server: Served, path: str = "/page/icon.svg", more: str = "Connection: close") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n{more}\r\n\r\n".encode()


def refusal(client: Client) -> tuple[int, str]:
    """Hear until a WebSocket is closed; return why, as the page shows it."""
    with pytest.raises(ConnectionClosed) as closed:
        client.hear_all()
    assert closed.value.rcvd is not None
    told = [message["text"] for message in client.heard if message["kind"] == "error"]
    assert told[-1].startswith(closed.value.rcvd.reason[:40])
    return closed.value.rcvd.code, told[-1]


def order(*players: str, **more: Any) -> setup.Order:
    players = players or ("person", "person")
    return setup.read_order({"game": "goofspiel", "players": list(players), "options": SHORT, **more})


def sat_down(session: Session, viewer: int | None) -> Tab:
    """A tab without a WebSocket."""
    return Tab(SimpleNamespace(client=None), viewer, 0, 1000)  # type: ignore[arg-type]


def heard(tab: Tab) -> list[dict[str, Any]]:
    return [json.loads(tab._outbox.get_nowait()) for _ in range(tab._outbox.qsize())]


async def two_at_a_table(hall: Hall) -> tuple[Session, Tab, Tab]:
    """Two people who choose at once, unseen."""
    session = hall._sessions[hall.create(order())]
    tabs = [sat_down(session, seat) for seat in (0, 1)]
    for tab in tabs:
        await session.welcome(tab)
    return session, tabs[0], tabs[1]


def blocked(monkeypatch: pytest.MonkeyPatch, name: str, seat: int | None = None) -> threading.Event:
    """Have a method of every table wait for what is returned; `seat`: for that one only."""
    go_on, true = threading.Event(), getattr(Table, name)

    def waits(table: Table, *given: Any) -> Any:
        if seat is None or given[0] == seat:
            assert go_on.wait(PATIENCE)
        return true(table, *given)

    monkeypatch.setattr(Table, name, waits)
    return go_on


# ── Connections ──────────────────────────────────────────────────────────────────────────────


@holds(
    "connections",
    f"{L.connections}; {L.spare_files} fewer than the files that a process may have open, where that is less",
)
@holds("connections of a visitor", f"{L.visitor_connections}")
def test_connections_are_counted_as_long_as_they_last(monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(Limits(connections=3, visitor_connections=2, farewell=0.1)) as server, ExitStack() as lines:
        (seat,), _ = server.table("goofspiel", "person", "random")
        for _ in range(4):  # what is closed is not counted, whatever it was
            with server.sit(seat) as client:
                assert client.asked()
            with server.connect() as line:
                assert answer(line, get(server)).startswith(b"HTTP/1.1 200")
            eventually(lambda: server.hall.visitors.connections == 0)
        for source in (GREEDY, GREEDY, OTHER):
            lines.enter_context(server.seen_from(source).connect())
        eventually(lambda: server.hall.visitors.connections == 3)
        with server.seen_from(OTHER).connect() as line:
            assert re.match(b"HTTP/1.1 503 .*3 connections: this server is full", answer(line), re.S)
        with server.seen_from(GREEDY).connect() as line:
            assert re.match(b"HTTP/1.1 503 .*2 connections from 127.0.0.2", answer(line, get(server)), re.S)
    monkeypatch.setattr(sharing, "files", lambda: L.spare_files + 1)
    visitors = Visitors(L)
    assert visitors.enter(GREEDY) is None
    assert visitors.enter(OTHER) is not None


@holds("requests of a visitor", f"{L.requests:g} a second, {L.requests_at_once} at once")
def test_requests_of_a_visitor_are_counted() -> None:
    with Served(Limits(requests=0.001, requests_at_once=2)) as server:
        statuses = []
        for source in (GREEDY, GREEDY, GREEDY, OTHER):
            with server.seen_from(source).connect() as line:
                statuses.append(answer(line, get(server, more="X-Forwarded-For: 9.9.9.9\r\nConnection: close"))[9:12])
        assert statuses == [b"200", b"200", b"429", b"200"]


@holds("time for a request to arrive", f"{L.request_within:g} s")
@pytest.mark.parametrize("body", [None, b'{"game": '], ids=["head", "body"])
def test_a_request_that_does_not_arrive_is_not_waited_for(body: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(Limits(request_within=0.1)) as server:
        head = f"POST /tables HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.origin}\r\n"
        head += "Content-Type: application/json\r\n"
        for begun in (b"", head.encode()) if body is None else (f"{head}Content-Length: 99\r\n\r\n".encode() + body,):
            with server.connect() as line:
                assert answer(line, begun)[9:12] == (b"" if body is None else b"408")
        monkeypatch.setattr(setup, "setup_data", lambda: time.sleep(0.3))
        with server.connect() as line:  # an answer may take longer; the second request on a connection may not
            line.sendall(get(server, "/setup.json", "Connection: keep-alive"))
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            answer(line, head.encode())


@holds("length of a request", f"{L.body} bytes")
def test_a_request_that_is_too_long_is_refused() -> None:
    with Served(Limits(body=100)) as server:
        status, told = server.post(b'{"game": "' + b"x" * 100 + b'"}')
        assert (status, told["text"]) == (413, "expected at most 100 bytes, got more")


@holds("messages from a page, of any kind", f"{L.frames:g} a second, {2 * L.frames:g} at once")
@pytest.mark.parametrize("kind", FRAMES)
def test_messages_of_any_kind_are_counted(kind: str) -> None:
    with Served(Limits(frames=5, farewell=0.1)) as server:
        (seat,), _ = server.table("goofspiel", "person", "random")
        with server.sit(seat) as client:
            client.until("thinking")
            with suppress(ConnectionClosed):
                for _ in range(12):
                    client.send_frame(kind)
            assert refusal(client) == (1013, "More than 5 messages a second came from this page.")
        with server.sit(seat) as client:
            assert client.asked()


@holds("messages from all pages of a visitor", f"{L.visitor_frames:g} a second, {2 * L.visitor_frames:g} at once")
def test_messages_of_a_visitor_are_counted() -> None:
    with Served(Limits(visitor_frames=4, farewell=0.1)) as server:
        (one, two), _ = server.table("goofspiel", "person", "person")
        greedy, other = server.seen_from(GREEDY), server.seen_from(OTHER)
        with greedy.sit(one) as first, greedy.sit(two) as second, other.sit(one) as third:
            for client in (first, second, third):
                client.until("thinking")
            first.pester(4)
            second.pester(2)
            second.say(do="undo", at=0)
            assert refusal(second) == (1013, "More than 4 messages a second came from 127.0.0.2.")
            third.pester(1)


@holds("length of a message", f"{LONGEST_MESSAGE} bytes")
def test_a_message_that_is_too_long_closes_the_connection() -> None:
    with Served() as server:
        (seat,), _ = server.table("goofspiel", "person", "random")
        with server.sit(seat) as client:
            client.until("thinking")
            client.websocket.send("x" * LONGEST_MESSAGE)
            assert "expected at most" in client.until("error")["text"]
            client.websocket.send("x" * (LONGEST_MESSAGE + 1))
            with pytest.raises(ConnectionClosed):
                client.hear_all()


@holds("time for a page to say its seat", f"{L.hello_within:g} s")
def test_who_says_no_hello_is_closed() -> None:
    with Served(Limits(hello_within=0.05)) as server, server.sit(None) as client:
        assert refusal(client) == (1008, "expected a hello")


@holds("time for a page to read what it is sent", f"{L.read_within:g} s, or {L.outbox} messages")
def test_who_does_not_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "setup_data", lambda: "x" * 2**24)  # more than the system keeps for a connection
    with Served(Limits(read_within=0.1)) as server, socket.socket() as line:
        line.connect(("127.0.0.1", server.port))
        line.sendall(get(server, "/setup.json"))
        eventually(lambda: server.hall.visitors.connections == 1)
        eventually(lambda: server.hall.visitors.connections == 0)
    with Served(Limits(outbox=1)) as server:  # a moment and who thinks are sent at once
        (seat,), _ = server.table("goofspiel", "person", "random")
        with server.sit(seat) as client:
            assert refusal(client) == (1013, "This page reads too slowly.")


@holds("a request that breaks off")
def test_a_request_that_breaks_off_leaves_no_message(capfd: pytest.CaptureFixture[str]) -> None:
    with Served() as server:
        with server.connect() as line:
            head = f"POST /tables HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.origin}\r\n"
            line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{".encode())
            eventually(lambda: server.hall.visitors.connections == 1)
        eventually(lambda: server.hall.visitors.connections == 0)
        assert server.ask("GET", "/")[0] == 200
    assert capfd.readouterr().err == ""


@holds("a log")
def test_nobody_is_logged_and_no_header_is_believed() -> None:
    config = Server(Hall(), Hosts()).config  # that it is not believed: test_requests_of_a_visitor_are_counted
    assert (config.access_log, config.proxy_headers) == (False, False)


@holds("pages")
def test_pages_say_what_they_may_do() -> None:
    with Served() as server:
        headers = {
            path: server.ask("GET", path)[1] for path in ("/", "/table", "/setup.json", "/page/x.js", "/nothing")
        }
        (seat,), _ = server.table("goofspiel", "person", "random", options=SHORT)
        with server.sit(seat) as client:
            client.play(random.Random(1))
            replay = server.ask("GET", client.until("ended")["replay"])[1]
    own = (
        f"default-src 'self'; img-src 'self' data:; connect-src 'self' ws://{server.host}; object-src 'none';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    for path, found in {**headers, "replay": replay}.items():
        assert found["Content-Security-Policy"] == (REPLAY_POLICY if path == "replay" else own), path
        assert found["X-Frame-Options"] == "DENY"
        assert found["Cross-Origin-Opener-Policy"] == found["Cross-Origin-Resource-Policy"] == "same-origin"
        assert (found["X-Content-Type-Options"], found["Referrer-Policy"]) == ("nosniff", "no-referrer")
        assert found["Cache-Control"] == "no-store"
        assert "server" not in found
    assert "sandbox allow-scripts allow-downloads" in REPLAY_POLICY
    assert "default-src 'none'" in REPLAY_POLICY
    assert "frame-ancestors 'none'" in REPLAY_POLICY


@holds("Ctrl-C")
@pytest.mark.parametrize("compiling", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_ctrl_c_ends_the_server_at_once(compiling: bool, tmp_path: Path) -> None:
    ended_by_ctrl_c(tmp_path if compiling else None)


# ── Tables ───────────────────────────────────────────────────────────────────────────────────


@holds("tabs of a seat", f"{L.tabs}")
@holds("watchers of a table", f"{L.spectators}")
@pytest.mark.parametrize(("which", "told"), [(0, "1 tabs look at this seat"), (1, "1 tabs watch this table")])
def test_one_tab_more_than_there_may_be_is_refused_for_good(which: int, told: str) -> None:
    with Served(Limits(tabs=1, spectators=1)) as server:
        (seat,), watch = server.table("goofspiel", "person", "random")
        secret = (seat, watch)[which]
        with server.sit(secret) as client:
            client.until("moment")
            with server.sit(secret) as second:
                code, text = refusal(second)
            assert code == 1008, "a page does not try this again"
            assert text.startswith(told)
            assert "moment" not in {message["kind"] for message in second.heard}
            client.say(do="why", source=None, target=None)
            client.until("reason", "error")
        with server.sit(seat) as client:
            assert client.asked()


@holds("tables", f"{L.tables}")
@holds("tables of a visitor", f"{L.visitor_tables}")
@holds("new tables of a visitor", f"{L.created:g} a second, {10 * L.created:g} at once")
@holds("seats that search", f"{L.searching}")
@holds("seats that search at tables of a visitor", f"{L.visitor_searching}")
@pytest.mark.parametrize(
    ("limits", "orders", "told"),  # who orders what; the last order is refused
    [
        ({"tables": 2}, [(GREEDY, 0), (OTHER, 0), ("", 0)], "there are 2 tables already"),
        (
            {"visitor_tables": 2},
            [(GREEDY, 0), (GREEDY, 0), (OTHER, 0), (GREEDY, 0)],
            "2 tables were ordered from 127.0.0.2",
        ),
        ({"created": 0.2}, [(GREEDY, 0), (GREEDY, 0), (OTHER, 0), (GREEDY, 0)], "more than 0.2 tables a second"),
        ({"searching": 2}, [(GREEDY, 1), (OTHER, 1), (OTHER, 0), ("", 1)], "2 seats search already"),
        (
            {"visitor_searching": 1},
            [(GREEDY, 1), (OTHER, 1), (GREEDY, 0), (GREEDY, 1)],
            "1 seats at tables of 127.0.0.2",
        ),
    ],
    ids=["tables", "of a visitor", "new ones", "searching", "searching of a visitor"],
)
def test_more_tables_than_there_may_be_are_refused(limits: dict[str, Any], orders: list[Any], told: str) -> None:
    hall, wanted = Hall(Limits(**limits)), {0: order(), 1: order("person", "search:10")}
    for visitor, which in orders[:-1]:
        hall.create(wanted[which], visitor)
    visitor, which = orders[-1]
    with pytest.raises(Refused, match=told):
        hall.create(wanted[which], visitor)


@holds("a table that all have left, where there is no room for another", f"{L.spared:g} s")
@pytest.mark.parametrize("limits", [{"tables": 6}, {"visitor_tables": 5}])
def test_a_table_that_nobody_is_at_makes_room(limits: dict[str, int]) -> None:
    """One that is over, at once; else the one that was left first, if a page had time to come back."""
    now = [0.0]
    tables = Tables(Limits(**limits), lambda: now[0])
    own, left, later, first, second, used = (tables.create(order(), visitor) for visitor in ("", *5 * [GREEDY]))
    for over in (first, second):
        assert all(played(over.make(), random.Random(1)))
    tables.touch(used, +1)
    now[0] = 0.5
    for entry in (later, second):
        tables.touch(entry)

    def makes_room() -> Entry:
        before = set(tables.entries)
        tables.touch(tables.create(order(), GREEDY), +1)
        (gone,) = before - set(tables.entries)
        return gone

    assert makes_room() is first
    now[0] = L.spared + 0.4
    assert [makes_room(), makes_room()] == [second, left]
    with pytest.raises(Refused, match="all of them are in use"):
        makes_room()
    now[0] += 0.2
    assert makes_room() is later
    now[0] = L.idle
    with pytest.raises(Refused, match="all of them are in use"):
        makes_room()
    assert own in tables.entries


@holds("simulations of a search", f"{setup.MOST_BUDGET}")
def test_no_search_is_larger() -> None:
    assert setup.read_player("agent", f"search:{setup.MOST_BUDGET}", "goofspiel")
    with pytest.raises(Refused, match=f"N from 1 to {setup.MOST_BUDGET} simulations"):
        setup.read_player("agent", f"search:{setup.MOST_BUDGET + 1}", "goofspiel")


@holds("a table at which nobody ever sat", f"{L.unused / 60:g} minutes")
@holds("a table that all have left", f"{L.idle / 60:g} minutes")
@holds("a game that is over", f"{L.ended / 60:g} minutes after all have left")
def test_tables_are_forgotten() -> None:
    with Served(Limits(unused=0.2, ended=0.0, tidied=0.02)) as server:
        tables = server.hall.tables
        own, entered = server.hall.create(order()), server.hall.create(order(), OTHER)
        with server.sit(entered.seats[0]) as client:
            client.until("thinking")
            server.hall.create(order(), OTHER)
            eventually(lambda: len(tables) == 2)  # by itself
        over = server.hall.create(order("person", "random"), OTHER)
        with server.sit(over.seats[0]) as client:
            client.play(random.Random(1))
        eventually(lambda: over not in tables.entries)
        assert tables.entries == [own, entered]
    now = [0.0]
    tables = Tables(L, lambda: now[0])
    _, entered, _ = (tables.create(order(), visitor) for visitor in ("", OTHER, OTHER))
    tables.touch(entered, +1)
    for now[0], left in ((L.unused, 3), (L.unused + 1, 2), (L.idle + 1, 1)):
        tables.forget()
        assert len(tables) == left
    assert tables.entries == [entered], "somebody is there"
    tables.touch(entered, -1)
    now[0] += L.idle + 1
    assert tables.forget() == [entered]


@holds("agents alone")
def test_agents_alone_play_only_while_somebody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "PAUSE", 0.0)

    async def watched() -> int:
        hall = Hall()
        session = hall._sessions[hall.create(order("random", "random", options={}))]
        tab = sat_down(session, None)
        await session.welcome(tab)
        session.leave(tab)
        assert session._task is not None
        await asyncio.wait_for(session._task, PATIENCE)
        hall.threads.close()
        return session.table.decisions

    assert asyncio.run(watched()) <= 1


# ── What is done for whom, and when ──────────────────────────────────────────────────────────


@holds("turns")
def test_visitors_take_turns_and_none_has_all_threads() -> None:
    async def turns(threads: int) -> list[str]:
        pool, done, go_on = Pool("test", threads), [], threading.Event()

        def work(name: str) -> None:
            if name.startswith("greedy"):
                assert go_on.wait(PATIENCE)
            done.append(name)

        greedy = [asyncio.create_task(pool.run(GREEDY, lambda n=n: work(f"greedy {n}"))) for n in range(3)]
        await asyncio.sleep(0)
        other = asyncio.create_task(pool.run(OTHER, lambda: work("other")))
        if threads > 1:
            await asyncio.wait_for(other, PATIENCE)
        go_on.set()
        await asyncio.gather(other, *greedy)
        assert not pool.busy
        pool.close()
        return done

    assert asyncio.run(turns(1)) == ["greedy 0", "other", "greedy 1", "greedy 2"]
    assert asyncio.run(turns(2)) == ["other", "greedy 0", "greedy 1", "greedy 2"]


@holds("a visitor who has gone")
def test_work_that_nobody_waits_for_is_dropped_and_its_thread_counted() -> None:
    async def gone() -> list[str]:
        pool, done, go_on = Pool("test", 1), [], threading.Event()
        running = asyncio.create_task(pool.run(GREEDY, lambda: go_on.wait(PATIENCE)))
        dropped = asyncio.create_task(pool.run(GREEDY, lambda: done.append("dropped")))
        await asyncio.sleep(0)
        for task in (running, dropped):
            task.cancel()
        await asyncio.wait({running, dropped})
        assert pool.busy, "the thread goes on: nobody else can have it"
        later = [pool.run(who, lambda who=who: done.append(who)) for who in (GREEDY, OTHER)]
        tasks = [asyncio.create_task(each) for each in later]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        pool.close()
        return done

    assert asyncio.run(gone()) == [OTHER, GREEDY]
    visitors = Visitors(Limits())
    visitors.of(GREEDY).seen -= 2 * sharing.REMEMBERED
    visitors.enter(OTHER)
    visitors.of(OTHER).seen -= 2 * sharing.REMEMBERED
    visitors.forget()
    assert len(visitors) == 1


def test_a_table_is_not_made_for_who_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    made, go_on, true = [], threading.Event(), Entry.make
    monkeypatch.setattr(Entry, "make", lambda entry: (made.append(entry), go_on.wait(PATIENCE), true(entry))[2])
    with Served() as server:
        (first,), _ = server.table("goofspiel", "person", "random")
        (second,), _ = server.table("goofspiel", "person", "random")
        with server.sit(first) as client:
            client.until("note")
            eventually(lambda: len(made) == 1)
            with server.sit(second) as gone:
                gone.until("note")
            eventually(lambda: server.hall.visitors.connections == 1)
            go_on.set()
            assert client.asked()
        assert len(made) == 1


def test_a_table_that_fails_says_so_and_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Entry, "make", lambda entry: {}["deck"])
    with Served() as server:
        (seat,), _ = server.table("goofspiel", "person", "random")
        with server.sit(seat) as client:
            assert refusal(client) == (1008, "The game can't be played: KeyError: 'deck'")
    assert "Traceback" in capfd.readouterr().err, "whoever runs the server can look for the cause"


def test_each_kind_of_work_has_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, set[str]] = {}

    def noted(where: Any, name: str) -> None:
        true = getattr(where, name)

        def work(*given: Any) -> Any:
            kind = "search" if name == "step" and "search:8" in given[0].players else ""
            found.setdefault(f"{name} {kind}".strip(), set()).add(threading.current_thread().name.rpartition("_")[0])
            return true(*given)

        monkeypatch.setattr(where, name, work)

    for where, name in ((Table, "step"), (Table, "hint"), (Table, "choose"), (Table, "shown"), (halls, "replay_html")):
        noted(where, name)
    with Served() as server:
        for opponent in ("search:8", "random"):
            (seat,), _ = server.table("goofspiel", "person", opponent, options=SHORT)
            with server.sit(seat) as client:
                client.asked()
                client.say(do="hint", agent="search:8")
                client.until("hint")
                client.play(random.Random(1))
                assert server.ask("GET", client.until("ended")["replay"])[0] == 200
    for everywhere in ("shown",):
        found[everywhere] &= {"ow-play-quick", "ow-play-game"}
    assert found == {
        "step search": {"ow-play-game"},
        "step": {"ow-play-quick"},
        "hint": {"ow-play-hint"},
        "choose": {"ow-play-quick"},
        "shown": found["shown"],
        "replay_html": {"ow-play-replay"},
    }


@holds("compiling")
def test_what_was_played_before_does_not_wait_for_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    true = Table._advice_of
    monkeypatch.setattr(
        Table, "_advice_of", lambda table, name, *more: (tried.append(name), true(table, name, *more))[1]
    )
    assert WARM_UP == 8

    async def made() -> None:
        hall, go_on = Hall(), threading.Event()
        await hall.threads.made(hall.create(order("person", "search:50"), OTHER))
        compiling = asyncio.create_task(hall.threads.compiling.run(GREEDY, lambda: go_on.wait(PATIENCE)))
        entry = hall.create(order("person", "search:2000"), OTHER)
        await asyncio.wait_for(hall.threads.made(entry), PATIENCE)
        assert entry.table is not None
        cold = hall.create(order("person", "matcher"), OTHER)
        making = asyncio.create_task(hall.threads.made(cold))
        await asyncio.sleep(0.05)
        assert cold.table is None
        go_on.set()
        await asyncio.gather(compiling, making)
        hall.threads.close()

    asyncio.run(made())
    assert tried == ["search:8", "matcher"]


@holds("a newcomer's first moment, and a first hint, beside a greedy visitor", f"{NEWCOMER:g} s each, at the median")
def test_a_newcomer_is_served_while_a_greedy_visitor_has_all_it_can_get() -> None:
    """Whatever that takes; `make load` measures how long it is."""

    async def served() -> list[str]:
        hall, go_on = Hall(), threading.Event()
        await hall.threads.made(hall.create(order("person", "search:8")))  # the game has been played
        greedy = [
            asyncio.create_task(pool.run(GREEDY, lambda: go_on.wait(PATIENCE)))
            for pool in hall.threads.all
            for _ in range(10)
        ]
        await asyncio.sleep(0)
        session = hall._sessions[hall.create(order("person", "search:50"), OTHER)]
        tab = sat_down(session, 0)
        tab.visitor = OTHER
        await asyncio.wait_for(session.welcome(tab), PATIENCE)
        await asyncio.wait_for(session.answer(tab, AskHint("search:50")), PATIENCE)
        await asyncio.wait_for(session.answer(tab, Choose(1, session._sent[0].at)), PATIENCE)
        assert session._task is not None
        await asyncio.wait_for(session._task, PATIENCE)
        go_on.set()
        await asyncio.gather(*greedy)
        hall.threads.close()
        return [message["kind"] for message in heard(tab)]

    assert {"moment", "hint"} <= set(asyncio.run(served()))


@holds("hints of a seat", "one at a time")
@holds("a hint")
@holds("whoever only watches")
def test_hints_are_given_one_at_a_time_for_the_moment_in_which_they_were_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = blocked(monkeypatch, "hint")
    with Served() as server:
        (seat,), watch = server.table("goofspiel", "person", "random", options={})
        with server.sit(seat) as client, server.sit(watch) as crowd:
            client.asked()
            client.choose()
            client.asked()
            at = client.moment["at"]
            assert at > 1
            client.say(do="hint", agent="random")
            client.say(do="hint", agent="random")
            assert client.until("error")["text"] == "hint: one is being thought of already"
            client.choose()
            go_on.set()
            assert client.until("hint")["at"] == at
            about = {tab: next(each for each in tab.heard if each["kind"] == "table") for tab in (client,)}
            assert about[client]["hints"]
            assert crowd.until("table")["hints"] == []
            crowd.until("moment")
            for asked in (
                {"do": "choose", "action": 1, "at": 1},
                {"do": "undo", "at": 1},
                {"do": "hint", "agent": "random"},
            ):
                crowd.say(**asked)
                assert "only watches" in crowd.until("error")["text"]
            assert crowd.moment["choices"] == []


@holds("a page to step through a game", f"made of at most {L.replay_decisions} decisions")
@holds("pages to step through games", f"made once; {L.replay_bytes // 2**20} MiB are kept")
def test_a_replay_is_made_once_and_kept_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(halls, "replay_html", lambda text, review: (made.append(text), "x" * 60)[1])

    async def replays() -> None:
        hall = Hall(Limits(replay_bytes=100))
        entries = [hall.create(order()) for _ in range(2)]
        for entry in entries:
            assert all(played(entry.make(), random.Random(1)))
        one, other = entries
        assert len(set(await asyncio.gather(hall.replay(one, GREEDY), hall.replay(one, OTHER)))) == 1
        await hall.replay(one, OTHER)
        assert len(made) == 1
        hall.tables.touch(other)
        await hall.replay(other, OTHER)
        assert (one.page, other.page) == (b"", b"x" * 60)
        await hall.replay(one, OTHER)
        assert len(made) == 3
        hall.limits = Limits(replay_decisions=2)
        with pytest.raises(Refused, match=r"has 3 decisions, .* at most 2: save the record and run ow replay --html"):
            await hall.replay(one, OTHER)
        hall.threads.close()

    asyncio.run(replays())


@holds("a review of a game", f"made of at most {L.review_decisions} decisions")
def test_a_review_is_made_once_and_of_no_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    found = {"agent": "nobody", "values": [], "choices": []}
    monkeypatch.setattr(halls, "review_of", lambda text, progress: (made.append(text), found)[1])

    async def reviews() -> None:
        hall = Hall()
        entry = hall.create(order())
        assert all(played(entry.make(), random.Random(1)))
        assert (hall.review(entry, GREEDY), hall.review(entry, OTHER)) == (None, None)
        assert entry.reviewing is not None
        await entry.reviewing
        assert (hall.review(entry, OTHER), len(made)) == (found, 1)
        hall.limits = Limits(review_decisions=2)
        with pytest.raises(Refused, match=r"has 3 decisions, .* at most 2: save the record and run ow replay --html"):
            hall.review(entry, OTHER)
        hall.threads.close()

    asyncio.run(reviews())


@holds("the page of all tables")
def test_the_page_of_all_tables_tells_no_link_to_who_has_none() -> None:
    hall = Hall()
    entry = hall.create(order("person", "person"))
    told = json.dumps(hall.listed([], []))
    assert "Goofspiel" in told
    assert not any(secret in told for secret in (*entry.seats.values(), entry.watch, entry.owner, entry.download))
    assert entry.watch in json.dumps(hall.listed([], [entry.owner]))  # test_hall.py has the rest
    hall.threads.close()


# ── What others learn ────────────────────────────────────────────────────────────────────────


@holds("time tells nothing")
def test_what_is_chosen_in_hiding_lets_nobody_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    choosing, stepping = blocked(monkeypatch, "choose", seat=0), blocked(monkeypatch, "step")

    async def measured() -> None:
        hall = Hall()
        session, ada, grace = await two_at_a_table(hall)
        at = session._sent[0].at
        hidden = asyncio.create_task(session.answer(ada, Choose(1, at)))
        await asyncio.sleep(0.02)

        async def soon(asked: Choose | Undo, told: str = "") -> None:
            """Grace is answered while Ada's choice is being looked at, or the game goes on."""
            if not told:
                return await asyncio.wait_for(session.answer(grace, asked), PATIENCE)
            with pytest.raises(Refused, match=told):
                await asyncio.wait_for(session.answer(grace, asked), PATIENCE)

        await soon(Undo(0), "look again")
        await soon(Undo(at), "nothing can be taken back")
        await soon(Choose(2, at))
        at = session._sent[1].at
        await soon(Choose(2, at), "not your turn")
        await soon(Undo(at))
        at = session._sent[1].at
        assert not hidden.done()
        await soon(Choose(2, at))
        choosing.set()
        await hidden
        await asyncio.sleep(0.02)
        assert session._stepping
        for asked in (Undo(0), Undo(session._sent[1].at), Choose(1, 0)):
            await soon(asked, "look again|not your turn")
        stepping.set()
        hall.close()

    asyncio.run(measured())


@holds("a choice that is taken back")
def test_a_choice_is_taken_back_just_as_the_game_goes_on() -> None:
    async def raced() -> None:
        hall = Hall()
        session, ada, grace = await two_at_a_table(hall)
        at = session._sent[0].at
        await session.answer(ada, Choose(1, at))
        async with session._locks[None]:  # the game can't go on before this is free
            await session.answer(grace, Choose(2, at))
            await session.answer(ada, Undo(session._sent[0].at))
        assert session._task is not None
        await asyncio.wait_for(session._task, PATIENCE)
        assert session.table.decisions == 0
        await session.answer(ada, Choose(3, session._sent[0].at))
        await asyncio.wait_for(session._task, PATIENCE)
        assert session.table.decisions == 1
        assert not [message for tab in (ada, grace) for message in heard(tab) if message["kind"] == "error"]
        hall.close()

    asyncio.run(raced())


def test_a_choice_counts_though_its_tab_goes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    choosing = blocked(monkeypatch, "choose", seat=0)

    async def gone() -> int:
        hall = Hall()
        session, ada, grace = await two_at_a_table(hall)
        at = session._sent[0].at
        choice = asyncio.create_task(session.answer(ada, Choose(1, at)))
        await asyncio.sleep(0.02)
        choice.cancel()
        session.leave(ada)
        await session.answer(grace, Choose(2, at))
        choosing.set()
        while not session.table.decisions:
            await asyncio.sleep(0.01)
        hall.close()
        return session.table.decisions

    assert asyncio.run(asyncio.wait_for(gone(), PATIENCE)) == 1


@holds("a tab that comes back")
def test_a_tab_that_comes_back_is_sent_what_it_lacks() -> None:
    with Served() as server:
        (seat,), _ = server.table("goofspiel", "person", "random", options={})
        with server.sit(seat) as client:
            for _ in range(2):
                client.asked()
                client.choose()
            client.asked()
            lines = len(client.log)
        assert lines > 2
        for have in (0, 2, lines):
            with server.sit(seat, have=have) as again:
                again.until("thinking")
                assert [entry["n"] for entry in again.log] == list(range(have, lines))


@holds("names")
@pytest.mark.parametrize("name", ["\ud800", "\u202eevil", "\x1b[2J", "a\nb", "\u2066x", "\x00"])
def test_a_name_has_nothing_that_is_obeyed(name: str) -> None:
    with pytest.raises(Refused, match=r"^names\[0\]: expected "):
        order(names=[name])
    assert order(names=["Ada Ægir 李 😀", " Bo "]).names == ("Ada Ægir 李 😀", "Bo")
    with pytest.raises(Refused, match=r"^game: expected text that can be written as UTF-8"):
        setup.read_order({"game": "\udfff", "players": []})


@holds("a seed")
def test_a_seed_is_told_to_all_at_the_table() -> None:
    with Served() as server:
        for seed in (7, None):
            seats, watch = server.table("goofspiel", "person", "person", seed=seed)
            for secret in (*seats, watch):
                with server.sit(secret) as client:
                    assert client.until("table")["seed"] == seed


def test_threads_that_are_closed_leave_nobody_waiting() -> None:
    async def closed() -> None:
        threads, go_on = Threads(), threading.Event()
        asked = [asyncio.create_task(threads.replays.run(OTHER, lambda: go_on.wait(PATIENCE))) for _ in range(2)]
        await asyncio.sleep(0)
        threads.close()
        ended = await asyncio.gather(*asked, threads.quick.run(OTHER, dict), return_exceptions=True)
        assert [type(each) for each in ended] == [sharing.Ended] * 3
        go_on.set()

    asyncio.run(closed())
