"""The tables that are being played, and one WebSocket for each tab at them.

Below: tables.py, messages.py; Starlette (extra ``play``). Above: server.py. In order: threads, one table that is being
played, one tab at it, the hall of all tables.

*Threads.* The event loop only passes messages on. Agents choose in worker threads, those that search in others than the
rest, so that no search holds up another table; what is sent is made in threads too.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from training.play import messages, setup
from training.play.messages import AskHint, Choose, Hello, Undo, Why
from training.play.table import Refused, Shown, Table
from training.play.tables import Entry, Limits, Tables, searches

WAIT_FOR_HELLO = 10.0  # seconds
OUTBOX = 64  # messages that may wait for a slow tab; then it is closed, and comes back for them all at once
PAUSE = 1.0  # seconds between two moments of a game in which only agents play
QUICK_THREADS = 4
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
                    finally:
                        self._stepping = False
                    await self._tell(self._viewers())  # whoever is told first may choose at once: it waits for the rest
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


# ── One tab at it ────────────────────────────────────────────────────────────────────────────


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


# ── The hall of all tables ───────────────────────────────────────────────────────────────────


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
