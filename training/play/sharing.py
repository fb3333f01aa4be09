"""Fair shares between visitors: how many connections, how often, and whose work is done next.

Below: limits.py. Above: connections.py, hall.py, server.py. In order: a rate, what is known of a visitor, threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from training.play.limits import Limits

Result = TypeVar("Result")
ENDED = "the server has ended"
REMEMBERED = 60.0  # seconds for which a visitor without connections is known: by then all its rates are full again


class Ended(Exception):
    """The server ends: nothing is done any more."""


class Bucket:
    """How often something may be done: so many times a second, and some at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._then = rate, burst, burst, time.monotonic()

    def take(self, many: int = 1) -> bool:
        """Take some, if so many are left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < many:
            return False
        self._left -= many
        return True


@dataclass(eq=False)
class Visitor:
    """What is known of one address."""

    requests: Bucket
    frames: Bucket
    created: Bucket
    connections: int = 0
    seen: float = field(default_factory=time.monotonic)


class Visitors:
    """All addresses that connections came from.

    Args:
        limits: of the server.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections = 0
        self.farewells = 0  # connections that are refused and not yet closed
        self._most = min(limits.connections, files() - limits.spare_files)
        self._known: dict[str, Visitor] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, address: str) -> Visitor:
        """Return what is known of an address."""
        limits = self.limits
        if address not in self._known:
            self._known[address] = Visitor(
                Bucket(limits.requests, limits.requests_at_once),
                Bucket(limits.visitor_frames, 2 * limits.visitor_frames),
                Bucket(limits.created, 10 * limits.created),
            )
        visitor = self._known[address]
        visitor.seen = time.monotonic()
        return visitor

    def enter(self, address: str) -> str | None:
        """Count a connection, if there may be one more; else return why not."""
        visitor = self.of(address)
        if visitor.connections >= self.limits.visitor_connections:
            return f"There are {visitor.connections} connections from {address}: close some of its pages first."
        if self.connections >= self._most:
            return f"There are {self.connections} connections: this server is full. Try again later."
        visitor.connections += 1
        self.connections += 1
        return None

    def leave(self, address: str) -> None:
        """Take note that a connection that was counted is gone."""
        self.of(address).connections -= 1
        self.connections -= 1

    def forget(self) -> None:
        """Forget addresses without connections: their rates are as at first."""
        before = time.monotonic() - REMEMBERED
        for address in [key for key, each in self._known.items() if not each.connections and each.seen < before]:
            del self._known[address]


def files() -> int:
    """Return how many files this process may have open."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if most == resource.RLIM_INFINITY else most


class Pool:
    """Threads in which every visitor's turn comes round, however much others have asked for.

    One visitor never has all threads, so that somebody else's work begins at once. Work that nobody waits for any more
    is dropped, if it has not begun.

    Args:
        name: of the threads.
        threads: how many.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free, self._most = threads, max(1, threads - 1)
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._turns: dict[str, int] = {}  # when each visitor last had a turn, of those that wait or have one
        self._turn = 0
        self._awaited: set[asyncio.Future[Any]] = set()
        self._closed = False

    @property
    def busy(self) -> bool:
        """Is something being done?"""
        return self._running.total() > 0

    async def run(self, visitor: str, work: Callable[[], Result]) -> Result:
        """Do something for a visitor when its turn has come, and return what came of it.

        Raises:
            Ended: the server ends meanwhile.
        """
        if self._closed:
            raise Ended(ENDED)
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(visitor, deque()).append(turn)
        self._begin()
        try:
            await self._unless_closed(turn)
        except BaseException:
            if turn.done() and not turn.cancelled():  # its turn came just as it was given up
                self._ended(visitor)
            raise
        job = self._threads.submit(work)
        job.add_done_callback(lambda _: self._from_thread(loop, visitor))  # a thread goes on, whoever has gone
        return await self._unless_closed(asyncio.wrap_future(job))

    def close(self) -> None:
        """Wait for nobody: whoever waits for something is told that the server ends."""
        self._closed = True
        for future in self._awaited:
            future.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _unless_closed(self, future: asyncio.Future[Result]) -> Result:
        self._awaited.add(future)
        try:
            return await future
        except asyncio.CancelledError:
            if self._closed:
                raise Ended(ENDED) from None
            raise
        finally:
            self._awaited.discard(future)

    def _from_thread(self, loop: asyncio.AbstractEventLoop, visitor: str) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._ended, visitor)

    def _ended(self, visitor: str) -> None:
        self._free += 1
        self._running[visitor] -= 1
        if not self._running[visitor]:
            del self._running[visitor]
            if visitor not in self._waiting:
                self._turns.pop(visitor, None)
        self._begin()

    def _begin(self) -> None:
        """Let those begin whose turn it is, while threads are free."""
        while self._free:
            able = [each for each in self._waiting if self._running[each] < self._most]
            if not able:
                return
            visitor = min(able, key=lambda each: self._turns.get(each, 0))
            turn = self._waiting[visitor].popleft()
            if not self._waiting[visitor]:
                del self._waiting[visitor]
            if not turn.cancelled():
                self._turn += 1
                self._turns[visitor] = self._turn
                self._free -= 1
                self._running[visitor] += 1
                turn.set_result(None)
