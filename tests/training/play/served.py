"""A real server on this machine and plain clients, for tests: no browser, and nothing of Starlette's own test client.

Above: test_server.py, load.py, the tests of pages in browser/.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from training.commands.play import listen
from training.play.hall import Hall
from training.play.limits import Limits
from training.play.server import Hosts, Server

FRAMES = ("text", "bytes", "ping", "pong", "fragments")
PATIENCE = 60  # seconds for any answer: a game may have to be compiled first


class Site:
    """A server as one visitor comes to it.

    Args:
        port: of the server, on this machine.
        source: the address from which this visitor comes; all that begin with 127 are of this machine.
    """

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"

    def seen_from(self, source: str) -> Site:
        """Return the same server as another visitor comes to it."""
        return Site(self.port, source)

    def connect(self) -> socket.socket:
        """Return a connection on which nothing was said yet."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.source, 0))

    def ask(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Return the status, the headers and the body of an answer."""
        where = (self.source, 0)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=where)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """Return the JSON found there."""
        status, _, body = self.ask("GET", path)
        assert status == 200, (status, body)
        return json.loads(body)

    def post(self, order: Any, **headers: str) -> tuple[int, Any]:
        """Ask for a table; return the status and what was answered."""
        given = {"Content-Type": "application/json", "Origin": self.origin, **headers}
        text = order if isinstance(order, bytes | str) else json.dumps(order)
        status, _, body = self.ask("POST", "/tables", text, given)
        return status, json.loads(body)

    def table(self, game: str, *players: str, **more: Any) -> tuple[list[str], str]:
        """Make a table; return the secrets of its seats, and that of who watches."""
        status, made = self.post({"game": game, "players": players, **more})
        assert status == 201, made
        return [seat["link"].partition("#")[2] for seat in made["seats"]], made["watch"].partition("#")[2]

    def link(self, game: str, *players: str, seed: int | None = 5, **options: Any) -> str:
        """Make a table, by default for a person against a script; return the address of its first person."""
        (secret, *_), _ = self.table(game, *players or ("person", "scripted"), seed=seed, options=options)
        return f"{self.origin}/table#{secret}"

    @contextmanager
    def sit(self, secret: str | None, have: int = 0) -> Iterator[Client]:
        """Sit down at a table; None: say nothing."""
        where: dict[str, Any] = {"source_address": (self.source, 0)}
        with connect(f"ws://{self.host}/socket", origin=self.origin, max_size=None, **where) as websocket:
            client = Client(websocket)
            if secret is not None:
                client.say(do="hello", secret=secret, have=have)
            yield client


class Served(Site):
    """A server in a thread of its own, at a port that was free."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.hall = Hall(limits)
        self._listener = listen("127.0.0.1", 0)
        super().__init__(self._listener.getsockname()[1])
        self._server = Server(self.hall, Hosts("127.0.0.1", self.port))
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._listener]))

    def __enter__(self) -> Served:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *failure: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()


class Client:
    """One tab: what it was sent, and what it says."""

    def __init__(self, websocket: ClientConnection) -> None:
        self.websocket = websocket
        self.heard: list[dict[str, Any]] = []
        self.moment: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []

    def say(self, **message: Any) -> None:
        self.websocket.send(json.dumps(message))

    def send_frame(self, kind: str) -> None:
        """Send a frame of one kind that is no message of a page; "fragments": several."""
        if kind in ("ping", "pong"):
            getattr(self.websocket, kind)()
        else:
            self.websocket.send({"text": "x", "bytes": b"x", "fragments": iter("xxxxxx")}[kind])

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.websocket.recv(timeout))
        self.heard.append(message)
        if message["kind"] == "moment":
            self.moment = message
            self.log += message["log"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while (message := self.hear())["kind"] not in kinds:
            pass
        return message

    def hear_all(self, timeout: float = PATIENCE) -> None:
        """Hear until nothing comes for so long: TimeoutError; or until the connection is closed."""
        while True:
            self.hear(timeout)

    def pester(self, times: int) -> None:
        """Ask for what can't be done, again and again."""
        for _ in range(times):
            self.say(do="undo", at=0)
            self.hear()

    def asked(self) -> bool:
        """Hear until there is something to choose, or the game is over; tell which."""
        while not (self.moment.get("asked") or self.moment.get("over")):
            self.hear()
        return bool(self.moment["asked"])

    def choose(self, number: int = -1) -> dict[str, Any]:
        """Choose one of what may be chosen and hear the next moment."""
        choice = self.moment["choices"][number]
        self.say(do="choose", action=choice["action"], at=self.moment["at"])
        return self.until("moment", "error")

    def play(self, rng: Any) -> None:
        """Play to the end, at random."""
        while self.asked():
            heard = self.choose(rng.randrange(len(self.moment["choices"])))
            assert heard["kind"] == "moment", heard
