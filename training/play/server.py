"""The server of `ow play`: pages, data to look up, records, and who is let in.

Below: hall.py, where the tables are and tabs talk over WebSockets; Starlette and uvicorn (extra ``play``). Above:
commands/play.py. In order: the application and what it answers with, what is refused at the door.
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
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ow_env import registry
from training.play import messages, setup
from training.play.hall import CLOSED, Hall
from training.play.standalone import replay_html
from training.play.table import Refused
from training.play.tables import Entry

PAGE = Path(__file__).parent / "page"
LONGEST_BODY = 16_384  # bytes of a request
LONGEST_MESSAGE = 4 * messages.LONGEST  # bytes of a WebSocket message: a character has up to four
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


# ── The application ──────────────────────────────────────────────────────────────────────────


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
