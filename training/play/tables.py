"""The tables of a server: the secrets of their seats, how many there may be, and which are forgotten when.

Below: limits.py, setup.py, table.py. Above: hall.py, server.py. A table is only ordered here; it is made when it is
first needed, for a game that was never played on a machine compiles for a while.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from training.play.limits import Limits
from training.play.setup import Order
from training.play.table import PERSON, Refused, Table
from training.replay.review import Review

SECRET_BYTES = 24  # of a link: 192 bits


@dataclass(eq=False)
class Entry:
    """One table and its links."""

    order: Order
    seats: dict[int, str]  # the secret of each person's seat
    watch: str  # of whoever only watches
    visitor: str = ""  # who ordered it; "": whoever runs the server
    download: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES))  # told when the game is over
    table: Table | None = None  # None: it is yet to be made
    used: float = field(default_factory=time.monotonic)  # when somebody was last connected, or did something
    connected: int = 0
    visited: bool = False  # has somebody ever been connected?
    replay: asyncio.Task[bytes] | None = None  # makes a page to step through it, once somebody has asked for that
    page: bytes = b""  # that page
    reviewing: asyncio.Task[None] | None = None  # makes a review of the game, once somebody has asked for that
    reviewed: tuple[int, int] = (0, 1)  # how much of how much of it is made
    review: Review | None = None
    number: int = field(default_factory=count(1).__next__)  # by which it is listed
    owner: str = field(default_factory=lambda: secrets.token_urlsafe(SECRET_BYTES))  # of who ordered it: all its links
    open: set[int] = field(default_factory=set)  # seats that anyone may take who comes to the server
    taken: set[int] = field(default_factory=set)  # seats at which somebody was
    next: tuple[Entry, bool] | None = None  # another game of the same people, and whether they exchanged seats

    @property
    def over(self) -> bool:
        """Has its game ended?"""
        return self.table is not None and self.table.over

    def make(self) -> Table:
        """Make the table. It takes long where the rules have yet to be compiled."""
        order = self.order
        self.table = Table(order.game, order.players, order.seed, order.names)
        return self.table


class Tables:
    """All tables of one server.

    Args:
        limits: how many.
        clock: seconds; tests bring their own.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self._clock = limits, clock
        self.entries: list[Entry] = []
        self._keys: dict[bytes, tuple[str, Entry, int | None]] = {}  # by a hash: finding one tells nothing of others
        self._downloads: dict[bytes, tuple[str, Entry]] = {}
        self._owners: dict[bytes, tuple[str, Entry]] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def create(self, order: Order, visitor: str = "") -> Entry:
        """Take an order for a table and return its links.

        Raises:
            Refused: there are too many already.
        """
        self.forget()
        limits, own = self.limits, [entry for entry in self.entries if entry.visitor == visitor != ""]
        for entries, most, whose in (
            (self.entries, limits.searching, ""), (own, limits.visitor_searching, f" at tables of {visitor}"),
        ):  # fmt: skip
            searching = sum(searches(entry.order) for entry in entries if not entry.over)
            if searching + searches(order) > most:
                raise Refused(f"players: {searching} seats{whose} search already, and no more than {most} may")
        if len(own) >= limits.visitor_tables and not self._forget_one(own):
            raise Refused(f"{len(own)} tables were ordered from {visitor} already, and all of them are in use")
        if len(self.entries) >= limits.tables and not self._forget_one(self.entries):
            raise Refused(f"there are {len(self.entries)} tables already, and all of them are in use; try again later")
        people = [seat for seat, player in enumerate(order.players) if player == PERSON]
        entry = Entry(order, {seat: new_secret() for seat in people}, new_secret(), visitor)
        entry.used = self._clock()
        self.entries.append(entry)
        for viewer, secret in [*entry.seats.items(), (None, entry.watch)]:
            self._keys[hashed(secret)] = secret, entry, viewer
        self._downloads[hashed(entry.download)] = entry.download, entry
        self._owners[hashed(entry.owner)] = entry.owner, entry
        return entry

    def find(self, secret: str) -> tuple[Entry, int | None] | None:
        """Return the table of a secret and whose it is, a seat's or a spectator's (None); None: nobody's."""
        found = self._keys.get(hashed(secret))
        if found is None or not same(found[0], secret):
            return None
        return found[1], found[2]

    def find_download(self, secret: str) -> Entry | None:
        """Return the table whose record may be had by a secret."""
        found = self._downloads.get(hashed(secret))
        return found[1] if found is not None and same(found[0], secret) else None

    def find_owned(self, secret: str) -> Entry | None:
        """Return the table that whoever has this secret has ordered."""
        found = self._owners.get(hashed(secret))
        return found[1] if found is not None and same(found[0], secret) else None

    def touch(self, entry: Entry, connected: int = 0) -> None:
        """Take note that a table is used; ``connected`` is +1 or -1 if somebody comes or goes."""
        entry.used = self._clock()
        entry.connected += connected
        entry.visited |= connected > 0

    def forget(self) -> list[Entry]:
        """Forget tables that nobody has used for long; return them."""
        now = self._clock()
        old = [entry for entry in self.entries if not entry.connected and now - entry.used > self._kept(entry)]
        for entry in old:
            self._remove(entry)
        return old

    def _kept(self, entry: Entry) -> float:
        """Return for how long a table is kept without anybody; whoever runs the server may sit down late."""
        if entry.over:
            return self.limits.ended
        return self.limits.idle if entry.visited or not entry.visitor else self.limits.unused

    def _forget_one(self, entries: Sequence[Entry]) -> bool:
        """Make room, and tell whether there was a table that nobody is at: first those that are over, then the rest.

        Of each the one that was used longest ago. What whoever runs the server has set up stays until it is over.
        """
        before = self._clock() - self.limits.spared
        left = [entry for entry in entries if not entry.connected]
        left = [entry for entry in left if entry.over or (entry.visitor and entry.used < before)]
        if left:
            self._remove(min(left, key=lambda entry: (not entry.over, entry.used)))
        return bool(left)

    def _remove(self, entry: Entry) -> None:
        self.entries.remove(entry)
        for secret in [*entry.seats.values(), entry.watch]:
            del self._keys[hashed(secret)]
        del self._downloads[hashed(entry.download)]
        del self._owners[hashed(entry.owner)]


def searches(order: Order) -> int:
    """Return how many seats of an order search."""
    return sum(player.startswith("search") for player in order.players)


def new_secret() -> str:
    """Return a secret that nobody can guess, fit for a link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> bytes:
    """Return what a secret is found by."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
