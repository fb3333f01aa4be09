"""The tables that are being played, and one WebSocket for each tab at them.

Below: tables.py, messages.py, sharing.py; Starlette (extra ``play``). Above: server.py. In order: threads, one table
that is being played, one tab at it, the hall of all tables.

*Threads.* The event loop only passes messages on. What takes time is done in pools of threads, one for each kind of
work, so that no search, hint, compilation or replay holds up another table; in each pool the visitors take turns.

*Locks.* Each viewer of a table has one; whoever holds it may have that viewer told, and plan for its seat. The game
itself goes on under all of them. So nothing that one seat does in hiding lets another wait, and nobody can measure it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any, TypeAlias

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from agents.registry import usual
from ow_env import registry
from training.play import messages, setup
from training.play.connections import CLOSED, TOO_MUCH, reason_of
from training.play.limits import Limits
from training.play.messages import Again, AskHint, Cancel, Choose, ChooseAll, Hello, Resign, Undo, Why
from training.play.sharing import Ended, Pool, Visitors
from training.play.table import PERSON, Entry as LogEntry, Hint, Refused, Shown, Table, family_of
from training.play.tables import Entry, Tables, searches
from training.replay.review import Review
from training.replay.standalone import replay_html, review_of

PAUSE = 1.0  # seconds between two moments of a game in which only agents play
GETTING_READY = (
    "The rules are being compiled to machine code, or loaded where that was done before. The first time on a machine it"
    " takes 15 to 60 seconds, afterwards a few."
)
QUIET = 5.0  # seconds in which nothing is done before another game is compiled ahead


# ── Threads ──────────────────────────────────────────────────────────────────────────────────


class Threads:
    """Where everything is done that takes time."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 2
        self.quick = Pool("ow-play-quick", 4)  # what takes milliseconds
        self.games = Pool("ow-play-game", max(2, cores) + 1)  # moves of tables at which somebody searches
        self.hints = Pool("ow-play-hint", 2)
        self.making = Pool("ow-play-table", 2)  # tables of games that have been played here before
        self.compiling = Pool("ow-play-compile", 1)  # what is used for the first time
        self.replays = Pool("ow-play-replay", 1)
        self.reviews = Pool("ow-play-review", 2)
        self._warm: set[tuple[str, str]] = set()  # games and families of agents that have played in this process

    @property
    def all(self) -> list[Pool]:
        """The pools."""
        return [self.quick, self.games, self.hints, self.making, self.compiling, self.replays, self.reviews]

    @property
    def busy(self) -> bool:
        """Is something being done?"""
        return any(pool.busy for pool in self.all)

    async def made(self, entry: Entry) -> None:
        """Make a table, and have all that it needs compiled or loaded."""
        game, players = entry.order.game.name, entry.order.players
        needed = {(game, family_of(player)) for player in players}

        def make() -> None:
            table = entry.make()
            for seat, player in enumerate(players):
                if (game, family_of(player)) not in self._warm:
                    table.warm_up(seat)
                    self._warm.add((game, family_of(player)))

        await (self.making if needed <= self._warm else self.compiling).run(entry.visitor, make)

    def has_played(self, game: str) -> bool:
        """Has a game been played in this process? Then its rules need not be compiled or loaded."""
        return any(game == each for each, _ in self._warm)

    async def hint(self, visitor: str, table: Table, shown: Shown, name: str) -> Hint:
        """Ask an agent for a hint."""
        family = (table.game.name, family_of(name))
        pool = self.hints if family in self._warm else self.compiling
        hint = await pool.run(visitor, partial(table.hint, shown, name))
        self._warm.add(family)
        return hint

    def close(self) -> None:
        """Wait for nobody."""
        for pool in self.all:
            pool.close()


Move: TypeAlias = Choose | ChooseAll | Undo | Cancel


# ── One table that is being played ───────────────────────────────────────────────────────────


@dataclass
class Sent:
    """What the tabs of one viewer have been sent."""

    at: int = 0  # the number of the last moment
    body: str = ""  # of it, as text
    log: list[LogEntry] = field(default_factory=list)  # of it, until then
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
        self._locks = {viewer: asyncio.Lock() for viewer in (None, *range(entry.order.game.num_players))}
        self._making = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._working: set[asyncio.Task[None]] = set()
        self._stepping = False  # does a thread play, and must the table be left alone?
        self._hinted: set[int] = set()  # seats that wait for a hint
        self._searching = searches(entry.order) > 0
        self._hints: list[str] = []
        self._cards: list[dict[str, Any]] | None = None  # of a card file of somebody's own
        self._began = 0.0  # when somebody first waited for it

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
            where = "watch this table" if tab.viewer is None else "look at this seat"
            raise Refused(f"{most} tabs {where} already: close one of them, then load this page again.")
        self.tabs.append(tab)
        if tab.viewer is not None:
            self.entry.taken.add(tab.viewer)
        if self.entry.table is None:
            self._began = self._began or time.monotonic()
            game = self.entry.order.game
            tab.send(messages.making_text(game, GETTING_READY, time.monotonic() - self._began))
        async with self._making:
            if self.entry.table is None:
                await self._threads.made(self.entry)
                hints = partial(setup.hints_for, self.entry.order.game)
                self._hints = await self._threads.quick.run(tab.visitor, hints)
                own = partial(setup.own_cards, self.entry.order.game)
                self._cards = await self._threads.quick.run(tab.visitor, own)
        await self._to_the_end(self._first_told(tab.viewer))

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
        sent = self._sent[seat]  # what it saw as it asked, whatever happens meanwhile
        assert sent.shown is not None
        if isinstance(asked, Move):
            self._refuse_stale(asked, sent)  # before it waits for anything: how long it takes must tell nothing
            await self._to_the_end(self._planned(tab, seat, asked, sent))
        elif isinstance(asked, Resign):
            await self._to_the_end(self._resigned(seat))
        elif isinstance(asked, Why):
            work = partial(self.table.why, sent.shown, asked.source, asked.target)
            tab.send(messages.reason_text(await self._threads.quick.run(tab.visitor, work)))
        elif isinstance(asked, AskHint):  # another game is the hall's affair
            await self._hint(tab, seat, sent, asked)

    async def _first_told(self, viewer: int | None) -> None:
        """Tell a viewer of whom a tab is new where the game stands."""
        async with self._locks[viewer]:
            self._introduce()
            await self._tell([viewer])
        self.go_on()

    async def _planned(self, tab: Tab, seat: int, asked: Move, sent: Sent) -> None:
        """Choose for a seat, or take back what it chose."""
        async with self._locks[seat]:
            self._refuse_stale(asked, sent)
            if isinstance(asked, Choose):
                await self._threads.quick.run(tab.visitor, partial(self.table.choose, seat, asked.action))
            elif isinstance(asked, ChooseAll):
                await self._threads.quick.run(tab.visitor, partial(self.table.choose_all, seat))
            else:
                played = self.table.decisions
                await self._threads.quick.run(
                    tab.visitor, partial(self.table.undo if isinstance(asked, Undo) else self.table.cancel, seat)
                )
                if self.table.decisions != played:  # all have seen it
                    await self._tell(self._viewers())
            if not self.table.ready:
                await self._tell([seat])
        self.go_on()

    def asks(self, seat: int) -> bool:
        """Is this seat to choose now?"""
        return self.entry.table is not None and not self._stepping and self.table.shown(seat).asked

    async def _resigned(self, seat: int) -> None:
        """Give the game up for a seat, between two decisions, and tell everybody."""
        async with contextlib.AsyncExitStack() as held:
            for lock in self._locks.values():
                await held.enter_async_context(lock)
            self.table.resign(seat)
            self._introduce()
            await self._tell(self._viewers())
        self.go_on()

    async def _to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something to the end, though the tab that wants it goes meanwhile: others wait for what comes of it."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._worked)
        await asyncio.shield(task)

    def _worked(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be there any more to look at it

    def _refuse_stale(self, asked: Move, sent: Sent) -> None:
        """Refuse what was asked in another moment than the one that is shown, or by who is not asked there."""
        assert sent.shown is not None
        if asked.at != sent.at:
            raise Refused(f"at: this was moment {asked.at}, and the table is at {sent.at}: look again")
        if self._stepping or (isinstance(asked, Choose | ChooseAll) and not sent.shown.asked):
            raise Refused("the game is over" if sent.shown.over else "it is not your turn")
        if isinstance(asked, Undo) and not sent.shown.undo:
            raise Refused("nothing can be taken back: what you chose has been played")

    def go_on(self) -> None:
        """Let the game go on, if it can and does not yet."""
        if self.entry.table is not None and self.table.ready and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._play())

    def close(self) -> None:
        """Stop, and close all tabs."""
        if self._task is not None:
            self._task.cancel()
        for tab in self.tabs:
            tab.drop("The server has ended.")

    async def _play(self) -> None:
        """Play until somebody has to choose."""
        try:
            while True:
                async with contextlib.AsyncExitStack() as held:
                    for lock in self._locks.values():
                        await held.enter_async_context(lock)
                    if not (self.table.ready and (self.table.people or self.tabs)):  # a choice may have been taken back
                        return
                    await self._step()
                if not self.table.people:
                    await asyncio.sleep(PAUSE)
        except Ended:
            return
        except Exception as error:  # an agent, or a game, has failed: whoever waits for it is told
            for tab in self.tabs:
                tab.send(messages.error_text(f"the game can't go on: {type(error).__name__}: {error}"))
            raise

    async def _step(self) -> None:
        """Play one joint decision and tell everybody."""
        pool = self._threads.games if self._searching else self._threads.quick
        self._stepping = True
        try:
            await self._tell(self._viewers())
            await pool.run(self.entry.visitor, self.table.step)
        finally:
            self._stepping = False
        await self._tell(self._viewers())  # whoever is told first may choose at once: it waits for the rest

    async def _hint(self, tab: Tab, seat: int, sent: Sent, asked: AskHint) -> None:
        """Answer a hint when it is there; meanwhile the table goes on."""
        if seat in self._hinted:
            raise Refused("hint: one is being thought of already")
        name = setup.read_player("agent", asked.agent, self.table.game.name)
        at, shown = sent.at, sent.shown
        assert shown is not None
        self._hinted.add(seat)
        try:
            tab.send(messages.hint_text(await self._threads.hint(tab.visitor, self.table, shown, name), at))
        finally:
            self._hinted.discard(seat)

    def _viewers(self) -> list[int | None]:
        return list({tab.viewer for tab in self.tabs})

    def _introduce(self) -> None:
        """Tell everybody who is there, whoever has not been told yet."""
        here = sorted({tab.viewer for tab in self.tabs if tab.viewer is not None})
        rules = bool(setup.rules_data(self.table.game.name))
        for tab in self.tabs:
            tab.introduce(messages.table_text(self.table, tab.viewer, here, self._hints, rules, self._cards))

    async def _tell(self, viewers: list[int | None]) -> None:
        """Send these viewers what has changed for them, and to a tab that is new all there is."""
        for viewer in viewers:
            sent = self._sent.setdefault(viewer, Sent())
            shown, body, thinking, log = await self._threads.quick.run(self.entry.visitor, partial(self._seen, viewer))
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(log, sent.log, strict=False)))
            new = body != sent.body or kept < max(len(log), len(sent.log))
            told = thinking != sent.thinking
            sent.at, sent.body, sent.log, sent.shown, sent.thinking = sent.at + new, body, list(log), shown, thinking
            for tab in [tab for tab in self.tabs if tab.viewer == viewer and (new or tab.fresh)]:
                have = min(tab.have, len(log) if tab.fresh else kept)
                if tab.fresh and self.table.undone:  # what it has may have been taken back since
                    have = 0
                tab.send(messages.moment_text(sent.at, body, log[have:], have))
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
        return messages.ended_text(
            f"/record/{self.entry.download}", f"/replay/{self.entry.download}", f"/review/{self.entry.download}"
        )


# ── One tab at it ────────────────────────────────────────────────────────────────────────────


class Tab:
    """One WebSocket.

    Args:
        websocket: accepted.
        viewer: whose; None: whoever only watches.
        have: how many lines of the log are there already.
        outbox: messages that may wait; beyond, it is closed, and comes back for them all at once.
    """

    def __init__(self, websocket: WebSocket, viewer: int | None, have: int, outbox: int) -> None:
        self.viewer, self.have, self.fresh = viewer, have, True
        self.visitor = visitor_of(websocket)
        self.dropped: asyncio.Future[str] = asyncio.get_running_loop().create_future()  # why
        self._websocket = websocket
        self._outbox: asyncio.Queue[str] = asyncio.Queue(outbox)
        self._introduced = ""

    def send(self, text: str) -> None:
        """Have a message sent; a tab that reads too slowly is closed."""
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.drop("This page reads too slowly.")

    def introduce(self, text: str) -> None:
        """Send who sits at the table, unless it is known."""
        if text != self._introduced:
            self._introduced = text
            self.send(text)

    def drop(self, reason: str) -> None:
        """Have it closed, whatever was still to be sent."""
        if not self.dropped.done():
            self.dropped.set_result(reason)

    async def write(self) -> None:
        """Send what is to be sent."""
        while True:
            await self._websocket.send_text(await self._outbox.get())


def record_of(entry: Entry, most: int, done: str, flags: str) -> str:
    """Return the record of a game that is over; ``done``, ``flags``: what is made of it, here and by `ow replay`.

    Raises:
        Refused: the game is not over, or has more decisions than ``most``.
    """
    assert entry.table is not None
    text, decisions = entry.table.record(), entry.table.decisions
    if decisions > most:
        raise Refused(
            f"this game has {decisions} decisions, and {done} at most {most}: save the record and run ow replay {flags}"
        )
    return text


def visitor_of(connection: HTTPConnection) -> str:
    """Return from where somebody comes."""
    return connection.client.host if connection.client else ""


# ── The hall of all tables ───────────────────────────────────────────────────────────────────


class Hall:
    """All tables of a server and whoever is at them.

    Args:
        limits: what it takes on.
        ahead: compile games that nobody has played yet while there is nothing else to do?
    """

    def __init__(self, limits: Limits | None = None, ahead: bool = False) -> None:
        self.limits, self.ahead = limits or Limits(), ahead
        self.tables, self.visitors = Tables(self.limits), Visitors(self.limits)
        self.threads = Threads()
        self._sessions: dict[Entry, Session] = {}

    def create(self, order: setup.Order, visitor: str = "") -> Entry:
        """Take an order for a table.

        Args:
            order: of which game, for whom.
            visitor: who wants it; "": whoever runs the server.

        Raises:
            Refused: there are too many.
        """
        self.forget()
        if not self.visitors.of(visitor).created.take():
            rate = f"{self.limits.created:g} tables a second"
            raise Refused(f"more than {rate} were ordered from {visitor}: wait a moment")
        entry = self.tables.create(order, visitor)
        self._sessions[entry] = Session(entry, self.threads, self.limits)
        return entry

    def listed(self, secrets: Sequence[str], owners: Sequence[str]) -> dict[str, Any]:
        """Return the tables of this server: those that these secrets open, with links, and all others, without.

        Of others' tables is told what game it is, which agents play, and how far it is; what people are called only
        where a seat is open to anyone. A secret is told to whoever has it, or has ordered the table.

        Args:
            secrets: of seats and watchers.
            owners: of tables, by who has ordered them.
        """
        own: dict[Entry, set[int | None]] = {}
        for found in map(self.tables.find, secrets):
            if found is not None:
                own.setdefault(found[0], set()).add(found[1])
        owned = {entry for entry in map(self.tables.find_owned, owners) if entry is not None}
        yours = [self._yours(entry, own.get(entry, set()), entry in owned) for entry in {**own, **dict.fromkeys(owned)}]
        own.update((entry, set()) for entry in owned)
        return {"yours": yours, "others": [self._about(each, False) for each in self.tables.entries if each not in own]}

    def _yours(self, entry: Entry, viewers: set[int | None], owned: bool) -> dict[str, Any]:
        """Return a table with the links of these viewers, or all for who has ordered it.

        Whether a seat is to choose now is told to who has that seat: that others plan in hiding shows to nobody.
        """
        session = self._sessions[entry]
        links = [
            {
                "seat": seat,
                "link": f"/table#{entry.watch if seat is None else entry.seats[seat]}",
                "taken": seat in entry.taken,
                "asked": seat is not None and seat in viewers and session.asks(seat),
            }
            for seat in (*entry.seats, None)
            if owned or seat in viewers
        ]
        return {**self._about(entry, True), "links": links, "owner": entry.owner if owned else None}

    def _about(self, entry: Entry, names: bool) -> dict[str, Any]:
        """Return what may be known of a table; ``names``: with what people are called."""
        session, order = self._sessions[entry], entry.order
        here = {tab.viewer for tab in session.tabs}
        called = (*order.names, *[""] * len(order.players))
        free = self._free_seats(entry)
        players = [
            {"kind": PERSON, "name": called[seat] if names or free else "", "here": seat in here}
            if player == PERSON
            else {"kind": "agent", "name": player, "here": True}
            for seat, player in enumerate(order.players)
        ]
        waits = any(each["kind"] == PERSON and not each["here"] for each in players)
        state = "finished" if entry.over else "waiting" if waits else "running"
        return {
            "game": order.game.facts.title,
            "players": players,
            "state": state,
            "number": entry.number,
            "open": free,
        }

    def _free_seats(self, entry: Entry) -> list[int]:
        """Return the seats that are open to anyone, and at which nobody was yet."""
        return [] if entry.over else sorted(entry.open - entry.taken)

    def open_seat(self, owner: str, seat: int) -> list[int]:
        """Let anyone who comes to this server take a seat; return all that can be taken so.

        Raises:
            Refused: whoever asks has not ordered the table, or somebody has the seat.
        """
        entry = self.tables.find_owned(owner)
        if entry is None:
            raise Refused("owner: expected the secret of who ordered a table, got another")
        if seat not in entry.seats or seat in entry.taken or entry.over:
            raise Refused(f"seat: expected one of a person at which nobody was yet, got {seat}")
        entry.open.add(seat)
        return self._free_seats(entry)

    def take_seat(self, number: int) -> str:
        """Return the link of a seat that is open to anyone; it is then taken.

        Raises:
            Refused: there is no such table, or no seat is open there.
        """
        entry = next((each for each in self.tables.entries if each.number == number), None)
        free = [] if entry is None else self._free_seats(entry)
        if entry is None or not free:
            raise Refused("table: no seat is open to anyone there any more")
        entry.taken.add(free[0])
        return f"/table#{entry.seats[free[0]]}"

    async def compile_ahead(self) -> None:
        """Compile the games that nobody has played yet, one after the other, whenever the server has nothing to do."""
        for name in registry.games():
            idle = 0.0
            while idle < QUIET:
                await asyncio.sleep(QUIET / 5)
                idle = 0.0 if self.threads.busy else idle + QUIET / 5
            if self.threads.has_played(name):
                continue
            players = [PERSON, *[usual(name)] * (max(2, registry.class_of(name).facts.players[0]) - 1)]
            order = await self.threads.quick.run("", partial(setup.read_order, {"game": name, "players": players}))
            await self.threads.made(Entry(order, {}, ""))

    def forget(self) -> None:
        """Forget tables that nobody has used for long, and visitors that have gone."""
        self.tables.forget()
        self.visitors.forget()
        kept = set(self.tables.entries)
        for entry in [entry for entry in self._sessions if entry not in kept]:
            self._sessions.pop(entry).close()

    async def replay(self, entry: Entry, visitor: str) -> bytes:
        """Return a page to step through a game that is over: made once, and kept while there is room.

        Raises:
            Refused: the game is not over, or too long.
        """
        text = record_of(entry, self.limits.replay_decisions, "pages are made here of", "--html")
        if not entry.page:
            if entry.replay is None:
                made = self.threads.replays.run(visitor, lambda: replay_html(text, entry.review).encode())
                entry.replay = asyncio.create_task(made)
            try:
                entry.page = await asyncio.shield(entry.replay)  # others may wait for the same
            finally:
                entry.replay = None
        page, kept = entry.page, [each for each in self.tables.entries if each.page]
        while sum(len(each.page) for each in kept) > self.limits.replay_bytes:
            oldest = min(kept, key=lambda each: each.used)
            oldest.page = b""
            kept.remove(oldest)
        return page

    def review(self, entry: Entry, visitor: str) -> Review | None:
        """Return the review of a game that is over; None: it is being made, and `Entry.reviewed` says how far it is.

        Raises:
            Refused: the game is not over, or too long.
        """
        text = record_of(entry, self.limits.review_decisions, "games are reviewed here of", "--html OUT --review")
        if entry.reviewing is not None and entry.reviewing.done() and (error := entry.reviewing.exception()):
            raise Refused(f"this game can't be reviewed: {type(error).__name__}: {error}")
        if entry.review is None and (entry.reviewing is None or entry.reviewing.done()):
            entry.reviewing = asyncio.create_task(self._review(entry, visitor, text))
        return entry.review

    async def _review(self, entry: Entry, visitor: str, text: str) -> None:
        """Have a game reviewed; the page to step through it is rebuilt on request, with the review."""

        def progress(done: int, of: int) -> None:
            entry.reviewed = done, of

        with contextlib.suppress(Ended):
            entry.review = await self.threads.reviews.run(visitor, partial(review_of, text, progress))
            entry.page = b""

    def again(self, session: Session, tab: Tab, asked: Again) -> None:
        """Begin another game of the people at a table that is over, and tell them where.

        Raises:
            Refused: the game is not over, whoever asks has no seat, or there are too many tables.
        """
        entry, seat = session.entry, tab.viewer
        if seat is None or not entry.over:
            raise Refused("again: it is for whoever has a seat, once the game is over")
        if entry.next is None or entry.next[0] not in self.tables.entries:
            entry.next = self.create(entry.order.again(asked.exchange), entry.visitor), asked.exchange
        following, exchanged = entry.next
        seats = entry.order.game.num_players
        for each in session.tabs:
            mine = each.viewer == seat
            secret = following.watch
            if each.viewer is not None:
                secret = following.seats[(each.viewer + exchanged) % seats]
            each.send(messages.again_text(f"/table#{secret}", entry.order.game.agents[seat], mine))

    async def talk(self, websocket: WebSocket) -> None:
        """Serve one tab until it goes."""
        try:
            await websocket.accept()
            try:
                entry, tab = await self._greeted(websocket)
            except Refused as refusal:
                await self._dismiss(websocket, CLOSED, str(refusal))
                return
            await self._serve(websocket, self._sessions[entry], tab)
        except (WebSocketDisconnect, Ended):
            pass

    async def _greeted(self, websocket: WebSocket) -> tuple[Entry, Tab]:
        """Return which table a tab wants, by its first message.

        Raises:
            Refused: there is no hello in time, or no such table.
        """
        try:
            async with asyncio.timeout(self.limits.hello_within):
                hello = messages.read(await websocket.receive_text())
        except (TimeoutError, KeyError):
            raise Refused("expected a hello") from None
        if not isinstance(hello, Hello):
            raise Refused("expected a hello before anything else")
        found = self.tables.find(hello.secret)
        if found is None:
            raise Refused("This link opens no table: it was forgotten, or the server was restarted.")
        return found[0], Tab(websocket, found[1], hello.have, self.limits.outbox)

    async def _serve(self, websocket: WebSocket, session: Session, tab: Tab) -> None:
        """Let a tab take part until it goes, reads too slowly, or is refused."""
        self.tables.touch(session.entry, +1)
        welcoming = asyncio.create_task(session.welcome(tab))
        writing = asyncio.create_task(tab.write())
        listening = asyncio.create_task(self._listen(websocket, session, tab, welcoming))
        ends: set[asyncio.Future[Any]] = {writing, listening, tab.dropped}
        try:
            await asyncio.wait({welcoming, *ends}, return_when=asyncio.FIRST_COMPLETED)
            if welcoming.done() and welcoming.exception() is None:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.leave(tab)
            self.tables.touch(session.entry, -1)
            for task in (welcoming, writing, listening):
                task.cancel()
            failed, _, ended = await asyncio.gather(welcoming, writing, listening, return_exceptions=True)
        error = failed or ended
        if tab.dropped.done():
            await self._dismiss(websocket, TOO_MUCH, tab.dropped.result())
        elif isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect | Ended):
            refused = isinstance(error, Refused)
            told = str(error) if refused else f"The game can't be played: {type(error).__name__}: {error}"
            await self._dismiss(websocket, CLOSED, told)
            if not refused:
                raise error

    async def _dismiss(self, websocket: WebSocket, code: int, reason: str) -> None:
        """Close a WebSocket and say why; who does not read it is left to the limits of connections."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(self.limits.farewell):
                await websocket.send_text(messages.error_text(reason))
                await websocket.close(code, reason_of(reason))

    async def _listen(self, websocket: WebSocket, session: Session, tab: Tab, welcoming: asyncio.Task[None]) -> None:
        """Answer what a tab asks, once it is welcome, until it is closed."""
        hints: set[asyncio.Task[None]] = set()

        async def answered(work: Awaitable[None]) -> None:
            try:
                await work
            except ValueError as refusal:
                tab.send(messages.error_text(str(refusal)))

        try:
            while True:
                try:
                    text = await websocket.receive_text()
                    await asyncio.shield(welcoming)
                except KeyError:
                    tab.send(messages.error_text("a message: expected text, got bytes"))
                    continue
                self.tables.touch(session.entry)
                try:
                    asked = messages.read(text)
                except Refused as refusal:
                    tab.send(messages.error_text(str(refusal)))
                    continue
                if isinstance(asked, Again):
                    try:
                        self.again(session, tab, asked)
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
