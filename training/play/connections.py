"""Connections as they come in: how many there may be, how long one may wait, how many frames it may send.

Below: sharing.py; the protocols of uvicorn (extra ``play``), which have no such limits. Above: server.py. In order:
what both protocols share, HTTP, a WebSocket.

A connection is counted when it is accepted, so that whoever connects and says nothing is counted too; it begins with
HTTP, and where it turns into a WebSocket the count stays.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from training.play import messages
from training.play.sharing import Bucket, Visitors

LONGEST_MESSAGE = 4 * messages.LONGEST  # bytes of a WebSocket message: a character has up to four
BACKLOG = 64  # connections that the system accepts before the server looks at the first of them
CLOSED, TOO_MUCH = 1008, 1013  # why a WebSocket is closed: against the rules; try again later
MOST_REASON = 120  # bytes of the reason for which a WebSocket is closed: the protocol has room for 123
FULL = """\
HTTP/1.1 503 Service Unavailable\r
Content-Type: text/plain; charset=utf-8\r
Content-Length: {length}\r
Cache-Control: no-store\r
Connection: close\r
\r
{text}"""


def configured(app: ASGIApp, visitors: Visitors) -> uvicorn.Config:
    """Return how an application is served: with these limits, no log of who came, no trust in who a header names."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, http=partial(Http, visitors),  # type: ignore[arg-type]
        ws=partial(Socket, visitors), ws_max_size=LONGEST_MESSAGE, ws_per_message_deflate=False,  # type: ignore[arg-type]
        server_header=False, proxy_headers=False, backlog=BACKLOG, timeout_graceful_shutdown=1, lifespan="on",
    )  # fmt: skip


def reason_of(text: str) -> str:
    """Return a reason as the closing of a WebSocket has room for it."""
    return text.encode("ascii", "replace")[:MOST_REASON].decode()


class Read:
    """What both protocols share: a connection whose other side does not read what it is sent is closed.

    Of a protocol of asyncio it needs `transport`, `loop` and `visitors`.
    """

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    visitors: Visitors
    _unread: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """From where the connection comes."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def connection_made(self, transport: Any) -> None:
        """Have it told whenever something was not sent at once."""
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(0)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)  # type: ignore[misc]

    def pause_writing(self) -> None:
        """Something was not sent at once."""
        super().pause_writing()  # type: ignore[misc]
        self._unread = self.loop.call_later(self.visitors.limits.read_within, self.transport.abort)

    def resume_writing(self) -> None:
        """All is sent."""
        super().resume_writing()  # type: ignore[misc]
        if self._unread is not None:
            self._unread.cancel()


class Http(Read, H11Protocol):
    """A connection that asks for pages, until it turns into a WebSocket.

    Args:
        visitors: who is there.
        given: by uvicorn.
    """

    _refused = False
    _overdue: asyncio.TimerHandle | None = None

    def __init__(self, visitors: Visitors, **given: Any) -> None:
        super().__init__(**given)
        self.visitors = visitors

    def connection_made(self, transport: Any) -> None:
        """Count it, or refuse it."""
        super().connection_made(transport)
        refusal = self.visitors.enter(self.address)
        if refusal is None:
            self._wait_for_request()
            return
        self._refused = True
        self.visitors.farewells += 1
        if self.visitors.farewells > self.visitors.limits.farewells:
            transport.abort()
            return
        transport.write(FULL.format(length=len(refusal.encode()), text=refusal).encode())
        self._overdue = self.loop.call_later(self.visitors.limits.farewell, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        if self._overdue is not None:
            self._overdue.cancel()
        if self._refused:
            self.visitors.farewells -= 1
        else:
            self.visitors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is refused."""
        if not self._refused:
            super().data_received(data)

    def on_response_complete(self) -> None:
        """One request is answered: another may come."""
        super().on_response_complete()
        self._wait_for_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket's."""
        if self._overdue is not None:
            self._overdue.cancel()
        super().handle_websocket_upgrade(event)

    def _wait_for_request(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
        self._overdue = self.loop.call_later(self.visitors.limits.request_within, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


class Socket(Read, WebSocketsSansIOProtocol):
    """A WebSocket; it was counted before it was one.

    Args:
        visitors: who is there.
        given: by uvicorn.
    """

    _refused = False

    def __init__(self, visitors: Visitors, **given: Any) -> None:
        super().__init__(**given)
        self.visitors = visitors
        limits = visitors.limits
        self._frames = Bucket(limits.frames, 2 * limits.frames)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self.visitors.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is refused."""
        if not self._refused:
            super().data_received(data)

    def handle_events(self) -> None:
        """Count the frames that have come, of whatever kind; beyond the limit, say so and close."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        limits = self.visitors.limits
        if not self._frames.take(frames):
            self._refuse(f"More than {limits.frames:g} messages a second came from this page.")
        elif not self.visitors.of(self.address).frames.take(frames):
            self._refuse(f"More than {limits.visitor_frames:g} messages a second came from {self.address}.")
        else:
            super().handle_events()

    def _refuse(self, reason: str) -> None:
        self._refused = True
        with contextlib.suppress(InvalidState):
            self.conn.send_text(messages.error_text(reason).encode())
            self.conn.send_close(TOO_MUCH, reason_of(reason))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH, "reason": reason})
        self.close_sent = True
        self.transport.resume_reading()  # what still comes is thrown away: else the reason would be lost
        self.close_timer = self.loop.call_later(self.visitors.limits.farewell, self.transport.abort)
