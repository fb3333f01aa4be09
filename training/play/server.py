"""The server of `ow play`: pages, data to look up, records, and who is let in.

Below: hall.py, where the tables are and tabs talk over WebSockets; connections.py; Starlette and uvicorn (extra
``play``). Above: commands/play.py. In order: the server, the application and what it answers with, what is refused at
the door.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket as sockets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ow_env import registry
from ow_env.core.options import shown
from training.play import messages, setup
from training.play.connections import CLOSED, configured
from training.play.hall import Hall, visitor_of
from training.play.sharing import Ended, Visitors
from training.play.table import Refused
from training.play.tables import Entry

PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILE = re.compile(r"[a-z][a-z0-9_-]*\.(html|js|css|svg)")
MOST_SECRETS = 60  # of tables that a browser asks about at once
LOOK_UP = {"rules": setup.rules_data, "cards": setup.usual_cards, "help": setup.help_data}
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


# ── The server ───────────────────────────────────────────────────────────────────────────────


class Server(uvicorn.Server):
    """A server that ends at once, without a word, however often it is told to.

    Args:
        hall: the tables it serves.
        hosts: the names it may be called by.
    """

    def __init__(self, hall: Hall, hosts: Hosts) -> None:
        super().__init__(configured(application(hall, hosts), hall.visitors))
        self._hall = hall

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: uvicorn would pass the signal on, and break off at the second."""
        self.should_exit = True

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Close all tables before the connections, so that nobody is broken off."""
        self._hall.close()
        await super().shutdown(sockets)


# ── The application ──────────────────────────────────────────────────────────────────────────


def application(hall: Hall, hosts: Hosts) -> ASGIApp:
    """Return the application that serves a hall to those who come by the right name."""
    quick = hall.threads.quick

    async def page(request: Request) -> Response:
        name = {"/": "index.html", "/table": "table.html", "/hall": "hall.html"}.get(
            request.url.path
        ) or request.path_params["name"]
        path = PAGE / name
        if not FILE.fullmatch(name) or not path.is_file():
            return PlainTextResponse(f"there is no page {name}", 404)
        return FileResponse(path, media_type=f"{KINDS[path.suffix]}; charset=utf-8")

    async def setup_json(request: Request) -> Response:
        text = await quick.run(visitor_of(request), lambda: messages.text_of(setup.setup_data()))
        return Response(text, media_type="application/json")

    async def create(request: Request) -> Response:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return refused(f"content-type: expected application/json, got {kind or 'none'}", 415)
        try:
            async with asyncio.timeout(hall.limits.request_within):
                body = await body_of(request, hall.limits.body)
        except TimeoutError:
            return refused(f"the request did not arrive within {hall.limits.request_within:g} seconds", 408)
        if body is None:
            return refused(f"expected at most {hall.limits.body} bytes, got more", 413)
        visitor = visitor_of(request)
        order = await quick.run(visitor, lambda: setup.read_order(messages.json_of(body)))
        return JSONResponse(links_of(hall.create(order, visitor)), 201)

    async def listed(request: Request) -> Response:
        data = messages.mapping("tables", messages.json_of(await small(request)))
        given = {}
        for field in ("secrets", "owners"):
            known = data.get(field, [])
            if not isinstance(known, list) or len(known) > MOST_SECRETS:
                raise Refused(f"{field}: expected a list of at most {MOST_SECRETS}, got {shown(known)}")
            given[field] = [messages.word(field, each, 200) for each in known]
        return JSONResponse(hall.listed(**given))

    async def opened(request: Request) -> Response:
        data = messages.mapping("a seat", messages.json_of(await small(request)))
        owner, seat = messages.word("owner", data.get("owner"), 200), messages.number("seat", data.get("seat"))
        return JSONResponse({"open": hall.open_seat(owner, seat)})

    async def taken(request: Request) -> Response:
        data = messages.mapping("a table", messages.json_of(await small(request)))
        return JSONResponse({"link": hall.take_seat(messages.number("table", data.get("table")))})

    async def small(request: Request) -> bytes:
        try:
            async with asyncio.timeout(hall.limits.request_within):
                body = await body_of(request, hall.limits.body)
        except TimeoutError:
            raise Refused(f"the request did not arrive within {hall.limits.request_within:g} seconds") from None
        if body is None:
            raise Refused(f"expected at most {hall.limits.body} bytes, got more")
        return body

    async def look_up(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in registry.games():
            return refused(f"there is no game {game}", 404)
        find = LOOK_UP[request.url.path.split("/")[1]]
        text = await quick.run(visitor_of(request), lambda: messages.text_of(find(game)))
        return Response(text, media_type="application/json")

    async def record(request: Request) -> Response:
        entry = hall.tables.find_download(request.path_params["secret"])
        if entry is None or entry.table is None:
            return refused("this link opens no record; the table may have been forgotten", 404)
        try:
            if request.url.path.startswith("/review/"):
                found = hall.review(entry, visitor_of(request))
                done, of = entry.reviewed
                return JSONResponse({"done": done, "of": of} if found is None else found, 202 if found is None else 200)
            if request.url.path.startswith("/replay/"):
                page = await hall.replay(entry, visitor_of(request))
                return Response(page, headers={"Content-Security-Policy": REPLAY_POLICY}, media_type="text/html")
            text = entry.table.record()
        except Refused as error:
            return refused(str(error), 409)
        name = f'attachment; filename="{entry.table.game.name}.jsonl"'
        return Response(text, headers={"Content-Disposition": name}, media_type="application/x-ndjson")

    async def gone(request: Request, error: Exception) -> Response:
        return refused(str(error) or "nobody waits for an answer", 503)

    async def wrong(request: Request, error: Exception) -> Response:
        return refused(str(error), 400)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                await asyncio.sleep(hall.limits.tidied)
                hall.forget()

        async def ahead() -> None:
            with contextlib.suppress(Ended):
                await hall.compile_ahead()

        tasks = [asyncio.create_task(tidy()), *([asyncio.create_task(ahead())] if hall.ahead else [])]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            hall.close()

    routes = [
        Route("/", page),
        Route("/table", page),
        Route("/hall", page),
        Route("/hall.json", listed, methods=["POST"]),
        Route("/hall/open", opened, methods=["POST"]),
        Route("/hall/seat", taken, methods=["POST"]),
        Route("/page/{name}", page),
        Route("/setup.json", setup_json),
        Route("/tables", create, methods=["POST"]),
        *(Route(f"/{what}/{{game}}.json", look_up) for what in LOOK_UP),
        Route("/record/{secret}", record),
        Route("/replay/{secret}", record),
        Route("/review/{secret}", record),
        WebSocketRoute("/socket", hall.talk),
    ]
    handlers = {Refused: wrong, Ended: gone, ClientDisconnect: gone}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    return Door(app, hosts, hall.visitors)


def links_of(entry: Entry) -> dict[str, Any]:
    """Return the links of a table: the secret stands behind the #, which browsers send to nobody."""
    seats = [{"seat": seat, "link": f"/table#{secret}"} for seat, secret in entry.seats.items()]
    return {"seats": seats, "watch": f"/table#{entry.watch}", "owner": entry.owner}


def refused(text: str, status: int) -> Response:
    """Return a refusal in words."""
    return JSONResponse({"kind": "error", "text": text}, status)


async def body_of(request: Request, most: int) -> bytes | None:
    """Return the body of a request; None: it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            return None
    return body


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
    """Refuses what comes by a wrong name, from another site's page or too often; adds what every answer has to say.

    Args:
        app: what is behind it.
        hosts: the right names.
        visitors: who is there.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, visitors: Visitors) -> None:
        self._app, self._hosts, self._visitors = app, hosts, visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        fault = self._fault(scope, host, headers.get("origin"))
        address, status = visitor_of(HTTPConnection(scope)), 403
        if fault is None and not self._visitors.of(address).requests.take():
            rate = f"{self._visitors.limits.requests:g} requests a second"
            fault, status = f"More than {rate} came from {address}.", 429
        if fault is not None and scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(CLOSED)  # before it is accepted: status 403
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                policy = {"Content-Security-Policy": POLICY.format(host=host if self._hosts.allow(host) else "")}
                for name, value in {**HEADERS, **policy}.items():
                    if name.lower().encode() not in own:
                        message["headers"].append((name.lower().encode(), value.encode()))
            await send(message)

        if fault is not None:
            await refused(fault, status)(scope, receive, with_headers)
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
