"""The server of `ow play`: pages, data to look up, and one WebSocket for each tab at a table.

Below: tables.py, messages.py; Starlette and uvicorn (extra ``play``). Above: commands/play.py. In order: threads, one
table that is being played, one tab at it, the application, what is refused at the door.

*Threads.* The event loop only passes messages on. Agents choose in worker threads, those that search in others than the
rest, so that no search holds up another table; what is sent is made in threads too.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import re
import socket as sockets
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ow_env import registry
from training.play import messages, setup
from training.play.messages import AskHint, Choose, Hello, Undo, Why
from training.play.standalone import replay_html
from training.play.table import Refused, Shown, Table
from training.play.tables import Entry, Limits, Tables, searches

PAGE = Path(__file__).parent / "page"
LONGEST_BODY = 16_384  # bytes of a request
LONGEST_MESSAGE = 4 * messages.LONGEST  # bytes of a WebSocket message: a character has up to four
WAIT_FOR_HELLO = 10.0  # seconds
OUTBOX = 64  # messages that may wait for a slow tab; then it is closed, and comes back for them all at once
PAUSE = 1.0  # seconds between two moments of a game in which only agents play
QUICK_THREADS = 4
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILE = re.compile(r"[a-z][a-z0-9_-]*\.(html|js|css|svg)")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}; object-src 'none'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
REPLAY_POLICY = (  # one file with its own script, which may do nothing but draw
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
)
GETTING_READY = (
    "The game is being made ready. On a new machine its rules are compiled once: that takes a minute or two."
)
MOST_REASON = 120  # bytes of the reason for which a WebSocket is closed: the protocol has room for 123
CLOSED, TOO_MUCH = 1008, 1013  # why a WebSocket is closed: against the rules; try again later

Result = TypeVar("Result")


# ── Threads ──────────────────────────────────────────────────────────────────────────────────


class Threads:
    """Where everything is done that takes time."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(QUICK_THREADS, "ow-play")
        self._searches = ThreadPoolExecutor(max(2, os.cpu_count() or 2), "ow-play-search")
        self._making = threading.Lock()  # games are made ready one at a time: each may use two processes to compile
        self._warm: set[tuple[str, str]] = set()  # games and agents that have played in this process

    async def quick(self, work: Callable[[], Result]) -> Result:
        """Do something that takes milliseconds."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def slow(self, work: Callable[[], Result]) -> Result:
        """Do something that may take seconds."""
        return await asyncio.get_running_loop().run_in_executor(self._searches, work)

    async def made(self, entry: Entry) -> Table:
        """Make a table, and have all that it needs compiled or loaded."""

        def make() -> Table:
            with self._making:
                table = entry.make()
                for seat, player in enumerate(table.players):
                    if (table.game.name, player) not in self._warm:
                        table.warm_up(seat)
                        self._warm.add((table.game.name, player))
                return table

        return await self.slow(make)

    def close(self) -> None:
        """Wait for nobody."""
        for pool in (self._quick, self._searches):
            pool.shutdown(wait=False, cancel_futures=True)


# ── One table that is being played ───────────────────────────────────────────────────────────


@dataclass
class Sent:
    """What the tabs of one viewer have been sent."""

    at: int = 0  # the number of the last moment
    body: str = ""  # of it, as text
    lines: int = 0  # of the log, until then
    shown: Shown | None = None
    thinking: list[int] = field(default_factory=list)


class Session:
    """A table, the tabs at it, and what makes its game go on.

    Args:
        entry: the table's.
        threads: of the server.
        limits: of the server.
    """

    def __init__(self, entry: Entry, threads: Threads, limits: Limits) -> None:
        self.entry, self.limits, self._threads = entry, limits, threads
        self.tabs: list[Tab] = []
        self._sent: dict[int | None, Sent] = {}
        self._lock = asyncio.Lock()  # who holds it may change the table, or look at it
        self._task: asyncio.Task[None] | None = None
        self._stepping = False  # does a thread play, and must the table be left alone?
        self._hinted: set[int] = set()  # seats that wait for a hint
        self._searching = searches(entry.order) > 0
        self._hints: list[str] = []

    @property
    def table(self) -> Table:
        """The table, once it is made."""
        assert self.entry.table is not None
        return self.entry.table

    async def welcome(self, tab: Tab) -> None:
        """Let a tab take part, from where the game stands.

        Raises:
            Refused: too many look at this seat already.
        """
        same = [each for each in self.tabs if each.viewer == tab.viewer]
        most = self.limits.spectators if tab.viewer is None else self.limits.tabs
        if len(same) >= most:
            raise Refused(f"{most} tabs look at this seat already: close one of them")
        self.tabs.append(tab)
        if self.entry.table is None:
            tab.send(messages.note_text(GETTING_READY))
        async with self._lock:
            if self.entry.table is None:
                await self._threads.made(self.entry)
                self._hints = await self._threads.quick(lambda: setup.hints_for(self.entry.order.game))
            self._introduce()
            await self._tell([tab.viewer])
        self.go_on()

    def leave(self, tab: Tab) -> None:
        """A tab was closed; the game waits."""
        if tab in self.tabs:
            self.tabs.remove(tab)
            if self.entry.table is not None:
                self._introduce()

    async def answer(self, tab: Tab, asked: messages.Asked) -> None:
        """Do what a tab asks.

        Raises:
            Refused: it can't be done; nothing has changed.
        """
        seat = tab.viewer
        if isinstance(asked, Hello):
            raise Refused("hello: this tab has said it already")
        if seat is None:
            raise Refused("whoever only watches can't take part")
        if isinstance(asked, Choose | Undo):
            if self._stepping:
                raise Refused("it is not your turn")
            async with self._lock:
                sent = self._sent[seat]
                if asked.at != sent.at:
                    raise Refused(f"at: this was moment {asked.at}, and the table is at {sent.at}: look again")
                if isinstance(asked, Choose):
                    self.table.choose(seat, asked.action)
                else:
                    self.table.undo(seat)
                if not self.table.ready:
                    await self._tell([seat])
            self.go_on()
            return
        sent = self._sent[seat]  # what it saw as it asked, whatever happens meanwhile
        assert sent.shown is not None
        if isinstance(asked, Why):
            work = partial(self.table.why, sent.shown, asked.source, asked.target)
            tab.send(messages.reason_text(await self._threads.quick(work)))
        else:
            await self._hint(tab, seat, sent.shown, asked)

    def go_on(self) -> None:
        """Let the game go on, if it can and does not yet."""
        if self.entry.table is not None and self.table.ready and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._play())

    def close(self) -> None:
        """Stop, and close all tabs."""
        if self._task is not None:
            self._task.cancel()
        for tab in list(self.tabs):
            tab.drop()

    async def _play(self) -> None:
        """Play until somebody has to choose."""
        try:
            while self.table.ready and (self.table.people or self.tabs):
                async with self._lock:
                    self._stepping = True
                    try:
                        await self._tell(self._viewers())
                        await (self._threads.slow if self._searching else self._threads.quick)(self.table.step)
                        await self._tell(self._viewers())
                    finally:
                        self._stepping = False
                if not self.table.people:
                    await asyncio.sleep(PAUSE)
        except Exception as error:  # an agent, or a game, has failed: whoever waits for it is told
            for tab in self.tabs:
                tab.send(messages.error_text(f"the game can't go on: {type(error).__name__}: {error}"))
            raise

    async def _hint(self, tab: Tab, seat: int, shown: Shown, asked: AskHint) -> None:
        """Answer a hint when it is there; meanwhile the table goes on."""
        if seat in self._hinted:
            raise Refused("hint: one is being thought of already")
        name = setup.read_player("agent", asked.agent, self.table.game.name)
        at = self._sent[seat].at
        self._hinted.add(seat)
        try:
            tab.send(messages.hint_text(await self._threads.slow(partial(self.table.hint, shown, name)), at))
        finally:
            self._hinted.discard(seat)

    def _viewers(self) -> list[int | None]:
        return list({tab.viewer for tab in self.tabs})

    def _introduce(self) -> None:
        """Tell everybody who is there, whoever has not been told yet."""
        here = sorted({tab.viewer for tab in self.tabs if tab.viewer is not None})
        rules = bool(setup.rules_data(self.table.game.name))
        for tab in self.tabs:
            tab.introduce(messages.table_text(self.table, tab.viewer, here, self._hints, rules))

    async def _tell(self, viewers: list[int | None]) -> None:
        """Send these viewers what has changed for them, and to a tab that is new all there is."""
        for viewer in viewers:
            sent = self._sent.setdefault(viewer, Sent())
            shown, body, thinking, log = await self._threads.quick(partial(self._seen, viewer))
            new = body != sent.body or len(log) != sent.lines
            told = thinking != sent.thinking
            sent.at, sent.body, sent.lines, sent.shown, sent.thinking = sent.at + new, body, len(log), shown, thinking
            for tab in [tab for tab in self.tabs if tab.viewer == viewer and (new or tab.fresh)]:
                tab.send(messages.moment_text(sent.at, body, log[tab.have :]))
                if told or tab.fresh:
                    tab.send(messages.thinking_text(thinking))
                if shown.over:
                    tab.send(self._ended())
                tab.have, tab.fresh = len(log), False

    def _seen(self, viewer: int | None) -> tuple[Shown, str, list[int], list[Any]]:
        """Return what a viewer is shown now."""
        shown = self.table.shown(viewer)
        body, thinking = messages.moment(self.table, shown)
        return shown, messages.text_of(body), thinking, list(self.table.log(viewer))

    def _ended(self) -> str:
        return messages.ended_text(f"/record/{self.entry.download}", f"/replay/{self.entry.download}")


class Tab:
    """One WebSocket.

    Args:
        websocket: accepted.
        viewer: whose; None: whoever only watches.
        have: how many lines of the log are there already.
    """

    def __init__(self, websocket: WebSocket, viewer: int | None, have: int) -> None:
        self.viewer, self.have, self.fresh = viewer, have, True
        self._websocket = websocket
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(OUTBOX)
        self._introduced = ""
        self.dropped = False

    def send(self, text: str) -> None:
        """Have a message sent; a tab that reads too slowly is closed."""
        if self.dropped:
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.drop()

    def introduce(self, text: str) -> None:
        """Send who sits at the table, unless it is known."""
        if text != self._introduced:
            self._introduced = text
            self.send(text)

    def drop(self) -> None:
        """Close it, whatever was still to be sent."""
        self.dropped = True
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    async def write(self) -> None:
        """Send what is to be sent until it is dropped."""
        while (text := await self._outbox.get()) is not None:
            await self._websocket.send_text(text)
        await self._websocket.close(TOO_MUCH)


class Bucket:
    """How often something may be done: so many times a second, and some at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._then = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


# ── The application ──────────────────────────────────────────────────────────────────────────


class Hall:
    """All tables of a server and whoever is at them.

    Args:
        limits: how many.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.tables = Tables(self.limits)
        self.threads = Threads()
        self._sessions: dict[int, Session] = {}  # by the identity of the entry
        self._connections = 0
        self._created = Bucket(self.limits.created, 10 * self.limits.created)

    def create(self, order: setup.Order) -> Entry:
        """Take an order for a table.

        Raises:
            Refused: there are too many.
        """
        self.forget()
        if not self._created.take():
            raise Refused("too many tables at once: wait a moment")
        entry = self.tables.create(order)
        self._sessions[id(entry)] = Session(entry, self.threads, self.limits)
        return entry

    def forget(self) -> None:
        """Forget tables that nobody has used for long."""
        self.tables.forget()
        kept = self.tables.entries
        for key in [key for key, session in self._sessions.items() if session.entry not in kept]:
            self._sessions.pop(key).close()

    async def talk(self, websocket: WebSocket) -> None:
        """Serve one tab until it goes."""
        if self._connections >= self.limits.connections:
            await websocket.close(TOO_MUCH)
            return
        await websocket.accept()
        self._connections += 1
        try:
            await self._talk(websocket)
        except WebSocketDisconnect:
            pass
        finally:
            self._connections -= 1

    async def _talk(self, websocket: WebSocket) -> None:
        try:
            try:
                hello = messages.read(await asyncio.wait_for(websocket.receive_text(), WAIT_FOR_HELLO))
            except (TimeoutError, KeyError):
                raise Refused("expected a hello") from None
            if not isinstance(hello, Hello):
                raise Refused("expected a hello before anything else")
            found = self.tables.find(hello.secret)
            if found is None:
                raise Refused("This link opens no table: it was forgotten, or the server was started anew.")
        except Refused as refusal:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.send_text(messages.error_text(str(refusal)))
                await websocket.close(CLOSED, str(refusal).encode("ascii", "replace")[:MOST_REASON].decode())
            return
        entry, viewer = found
        session, tab = self._sessions[id(entry)], Tab(websocket, viewer, hello.have)
        self.tables.touch(entry, +1)
        writer = asyncio.create_task(tab.write())
        try:
            await self._listen(websocket, session, tab)
        finally:
            session.leave(tab)
            self.tables.touch(entry, -1)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await writer

    async def _listen(self, websocket: WebSocket, session: Session, tab: Tab) -> None:
        """Answer what a tab asks, until it is closed or asks too often."""
        bucket = Bucket(self.limits.messages, 2 * self.limits.messages)
        hints: set[asyncio.Task[None]] = set()

        async def answered(work: Awaitable[None]) -> None:
            try:
                await work
            except ValueError as refusal:
                tab.send(messages.error_text(str(refusal)))

        try:
            await answered(session.welcome(tab))
            while not tab.dropped:
                try:
                    text = await websocket.receive_text()
                except KeyError:
                    tab.send(messages.error_text("a message: expected text, got bytes"))
                    continue
                self.tables.touch(session.entry)
                if not bucket.take():
                    tab.drop()
                    return
                try:
                    asked = messages.read(text)
                except Refused as refusal:
                    tab.send(messages.error_text(str(refusal)))
                    continue
                if not isinstance(asked, AskHint):
                    await answered(session.answer(tab, asked))
                    continue
                hint = asyncio.create_task(answered(session.answer(tab, asked)))  # it may take as long as it wants
                hints.add(hint)
                hint.add_done_callback(hints.discard)
        finally:
            for hint in hints:
                hint.cancel()

    def close(self) -> None:
        """Stop all games."""
        for session in self._sessions.values():
            session.close()
        self.threads.close()


def application(hall: Hall, hosts: Hosts) -> ASGIApp:
    """Return the application that serves a hall to those who come by the right name."""

    async def page(request: Request) -> Response:
        name = {"/": "index.html", "/table": "table.html"}.get(request.url.path) or request.path_params["name"]
        path = PAGE / name
        if not FILE.fullmatch(name) or not path.is_file():
            return PlainTextResponse(f"there is no page {name}", 404)
        return FileResponse(path, media_type=f"{KINDS[path.suffix]}; charset=utf-8")

    async def setup_json(request: Request) -> Response:
        return JSONResponse(await hall.threads.quick(setup.setup_data))

    async def create(request: Request) -> Response:
        try:
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return refused(f"content-type: expected application/json, got {kind or 'none'}", 415)
            body = messages.json_of(await body_of(request))
            order = await hall.threads.quick(lambda: setup.read_order(body))
            return JSONResponse(links_of(hall.create(order)), 201)
        except TooLong as error:
            return refused(str(error), 413)
        except Refused as error:
            return refused(str(error), 400)

    async def look_up(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in registry.games():
            return refused(f"there is no game {game}", 404)
        find = setup.rules_data if request.url.path.startswith("/rules/") else setup.cards_data
        return JSONResponse(await hall.threads.quick(lambda: find(game)))

    async def record(request: Request) -> Response:
        entry = hall.tables.find_download(request.path_params["secret"])
        if entry is None or entry.table is None:
            return refused("this link opens no record; the table may have been forgotten", 404)
        table = entry.table
        try:
            text = table.record()
        except Refused as error:
            return refused(str(error), 409)
        if request.url.path.startswith("/replay/"):
            html = await hall.threads.slow(lambda: replay_html(text))
            return Response(html, headers={"Content-Security-Policy": REPLAY_POLICY}, media_type="text/html")
        name = f'attachment; filename="{table.game.name}.jsonl"'
        return Response(text, headers={"Content-Disposition": name}, media_type="application/x-ndjson")

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                await asyncio.sleep(60)
                hall.forget()

        task = asyncio.create_task(tidy())
        try:
            yield
        finally:
            task.cancel()
            hall.close()

    routes = [
        Route("/", page),
        Route("/table", page),
        Route("/page/{name}", page),
        Route("/setup.json", setup_json),
        Route("/tables", create, methods=["POST"]),
        Route("/rules/{game}.json", look_up),
        Route("/cards/{game}.json", look_up),
        Route("/record/{secret}", record),
        Route("/replay/{secret}", record),
        WebSocketRoute("/socket", hall.talk),
    ]
    return Door(Starlette(routes=routes, lifespan=lifespan), hosts)


def links_of(entry: Entry) -> dict[str, Any]:
    """Return the links of a table: the secret stands behind the #, which browsers send to nobody."""
    seats = [{"seat": seat, "link": f"/table#{secret}"} for seat, secret in entry.seats.items()]
    return {"seats": seats, "watch": f"/table#{entry.watch}"}


def refused(text: str, status: int) -> Response:
    """Return a refusal in words."""
    return JSONResponse({"kind": "error", "text": text}, status)


class TooLong(ValueError):
    """A request is longer than any that a page sends."""


async def body_of(request: Request) -> bytes:
    """Return the body of a request, if it is not too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise TooLong(f"expected at most {LONGEST_BODY} bytes, got more")
    return body


def uvicorn_server(app: ASGIApp) -> uvicorn.Server:
    """Return a server for an application: WebSocket messages of no more than a page sends, no log of who came."""
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False, server_header=False, timeout_graceful_shutdown=1, lifespan="on",
    )  # fmt: skip
    return uvicorn.Server(config)


# ── What is refused at the door ──────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Hosts:
    """By which names the server may be called.

    A page elsewhere can have its own name lead here (DNS rebinding). Such a request has that name as its Host, so
    names are refused but those of this machine. An address is nobody's name.

    Args:
        host: as `--host` has it.
        port: None: any.
    """

    host: str = "127.0.0.1"
    port: int | None = None

    @property
    def shared(self) -> bool:
        """May others on the network come?"""
        return not is_loopback(self.host)

    def allow(self, header: str) -> bool:
        """Tell whether a Host header is a name of this server."""
        name, port = split_host(header)
        if self.port is not None and port != self.port:
            return False
        if name in ("localhost", self.host) or is_loopback(name):
            return True
        own = sockets.gethostname().lower()
        return self.shared and (is_address(name) or name in (own, f"{own}.local"))


def split_host(header: str) -> tuple[str, int | None]:
    """Return the name and the port of a Host header: "[::1]:8000"; no name where it has no such form."""
    found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?", header)
    if found is None:
        return "", None
    return found[1].strip("[]").lower(), int(found[2] or 80)


def is_address(name: str) -> bool:
    """Tell whether this is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Tell whether this is an address that nobody else's machine can reach."""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


class Door:
    """Refuses what comes by a wrong name or from another site's page, and adds what every answer has to say.

    Args:
        app: what is behind it.
        hosts: the right names.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        fault = self._fault(scope, host, headers.get("origin"))
        if fault is not None and scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(CLOSED)  # before it is accepted: status 403
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                policy = {"Content-Security-Policy": POLICY.format(host=host if fault is None else "")}
                for name, value in {**HEADERS, **policy}.items():
                    if name.lower().encode() not in own:
                        message["headers"].append((name.lower().encode(), value.encode()))
            await send(message)

        if fault is not None:
            await refused(fault, 403)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)

    def _fault(self, scope: Scope, host: str, origin: str | None) -> str | None:
        """Return what is wrong with a request, or None."""
        if not self._hosts.allow(host):
            return f"Host: {host[:80]!r} is no name of this server"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (changes and origin is None) or (origin is not None and origin != f"http://{host}"):
            return f"Origin: expected http://{host}, got {origin and origin[:80]!r}"
        return None
