"""Many games at once on one server, and a greedy visitor beside them: how long people wait, and what is refused.

Below: served.py. By itself, on this machine alone and for a bounded time::

    python -m tests.training.play.load --games 50

So many people play at one server against scripted agents, each a game of every kind in turn, each from an address of
its own. Between two choices a person thinks: for 1 s at the mean, drawn evenly from half to one and a half of it, which
is quicker than anybody plays by hand. An answer is the first moment after a choice. Meanwhile newcomers come, one after
the other: each orders a table, waits for its first moment, and asks a search for a hint.

With `--greedy 60` one more visitor, in a process of its own, takes for the last minute all that it can get: tables at
which only searches sit, tables of ever new budgets, hints, replays, pages, connections that say nothing, frames of
every kind. With `--total 1000` new games are begun until so many were played; `--think 0` plays without a pause, so
that only the sum counts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ow_env import registry
from tests.training.play.served import FRAMES, Served, Site
from training.play.limits import Limits

GOAL = 0.2  # seconds, at the median
NEWCOMER = 3.0  # seconds that a newcomer waits for the first moment, and for a hint, at the median
GROWTH = 1.15  # times what the server holds after the first third of the games
GREEDY = "127.0.0.2"  # from where the greedy visitor comes; newcomers from 127.0.2, people from 127.0.1
HINT = "search:200"


class Load:
    """People at many tables, and what they waited for.

    Args:
        server: where they play.
        games: of these kinds, in turn.
        total: how many games they play altogether.
        think: seconds between two choices, at the mean.
        until: by `time.monotonic`, when they stop.
    """

    def __init__(self, server: Served, games: Sequence[str], total: int, think: float, until: float) -> None:
        self.server, self.games, self.think, self.until = server, games, think, until
        self.left, self.played = total, 0
        self.waited: list[tuple[float, float]] = []  # when, and for how long
        self.first: list[tuple[float, float]] = []  # likewise, newcomers
        self.hints: list[tuple[float, float]] = []
        self.memory: list[tuple[int, float]] = []  # games played, MiB
        self._lock = threading.Lock()

    def person(self, seed: int) -> None:
        """Play one game after the other."""
        rng, site = random.Random(seed), self.server.seen_from(f"127.0.1.{1 + seed % 250}")
        while True:
            with self._lock:
                if not self.left or time.monotonic() > self.until:
                    return
                self.left -= 1
                game = self.games[self.left % len(self.games)]
            self.game(site, game, rng)
            with self._lock:
                self.played += 1
                self.memory.append((self.played, resident()))

    def game(self, site: Site, name: str, rng: random.Random) -> None:
        """Play one game at random, or until the time is over."""
        (seat,), _ = site.table(name, "person", "scripted")
        with site.sit(seat) as client:
            while client.asked() and time.monotonic() < self.until:
                if self.think:
                    time.sleep(self.think * (0.5 + rng.random()))
                begun = time.perf_counter()
                heard = client.choose(rng.randrange(len(client.moment["choices"])))
                assert heard["kind"] == "moment", heard
                self.waited.append(since(begun))
                client.heard.clear()  # it is the server's memory that is looked at
                client.log.clear()

    def newcomers(self) -> None:
        """Come one after the other, as long as games are played."""
        for number in count():
            if not self.left or time.monotonic() > self.until:
                return
            self.newcomer(number)
            time.sleep(0.2)

    def newcomer(self, number: int) -> None:
        """Order a table, wait for its first moment, and ask for a hint."""
        site, game = self.server.seen_from(f"127.0.2.{1 + number % 250}"), self.games[number % len(self.games)]
        begun = time.perf_counter()
        (seat,), _ = site.table(game, "person", "scripted")
        with site.sit(seat) as client:
            client.until("moment")
            self.first.append(since(begun))
            if client.asked():
                begun = time.perf_counter()
                client.say(do="hint", agent=HINT)
                client.until("hint")
                self.hints.append(since(begun))


class Greedy:
    """A visitor that takes all it can get.

    Args:
        site: the server.
        seconds: for how long.
    """

    def __init__(self, site: Site, seconds: float) -> None:
        self.site, self.until = site, time.monotonic() + seconds
        self.told: Counter[str] = Counter()  # what came of it

    def take(self) -> None:
        """Do everything at once; print what came of it."""
        doing = [self.searches, self.budgets, self.replays, self.pages, self.idle, *3 * [self.hints]]
        doing += [partial(self.frames, kind) for kind in FRAMES]
        threads = [threading.Thread(target=self.again, args=(work,), daemon=True) for work in doing]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, self.until + 5 - time.monotonic()))
        print("the greedy visitor: " + "; ".join(f"{times} {what}" for what, times in sorted(self.told.items())))

    def again(self, work: Callable[[], None]) -> None:
        """Do something until the time is over; what is refused is counted and tried again."""
        while time.monotonic() < self.until:
            try:
                work()
            except (OSError, ConnectionClosed, InvalidHandshake, AssertionError, ValueError, EOFError):
                self.told[f"x {getattr(work, '__name__', 'frames')} refused"] += 1
                time.sleep(0.05)

    def searches(self) -> None:
        """Watch as many tables of searches as there may be."""
        with ExitStack() as watched:
            clients = []
            with suppress(AssertionError):
                while len(clients) < 20:
                    _, watch = self.site.table("open_worlds", "search:2000", "search:2000")
                    clients.append(watched.enter_context(self.site.sit(watch)))
            self.told[f"x {len(clients)} tables of searches watched"] += 1
            while time.monotonic() < self.until:
                for client in clients:
                    with suppress(TimeoutError):
                        client.hear(0.1)

    def budgets(self) -> None:
        """Order tables of searches of budgets that nobody has used."""
        (seat,), _ = self.site.table("open_worlds", "person", f"search:{random.randrange(1, 2000)}")
        with self.site.sit(seat) as client:
            client.until("moment")
        self.told["x table made"] += 1

    def hints(self) -> None:
        """Ask for the dearest hint there is, again and again."""
        (seat,), _ = self.site.table("open_worlds", "person", "random")
        with self.site.sit(seat) as client:
            while time.monotonic() < self.until:
                client.asked()
                client.say(do="hint", agent="search:2000")
                client.until("hint")
                self.told["x hint given"] += 1

    def replays(self) -> None:
        """Ask for the replay of a game again and again."""
        (seat,), _ = self.site.table("goofspiel", "person", "random")
        with self.site.sit(seat) as client:
            client.play(random.Random(1))
            link = client.until("ended")["replay"]
        while time.monotonic() < self.until:
            self.told[f"x replay answered with {self.site.ask('GET', link)[0]}"] += 1

    def pages(self) -> None:
        """Ask for pages."""
        self.told[f"x page answered with {self.site.ask('GET', '/setup.json')[0]}"] += 1

    def idle(self) -> None:
        """Open more connections than there may be, say nothing, and see which are kept."""
        lines = [self.site.connect() for _ in range(500)]
        time.sleep(1.0)
        for line in lines:
            line.setblocking(False)
            try:
                self.told["x idle connection refused" if line.recv(100) else "x idle connection closed"] += 1
            except BlockingIOError:
                self.told["x idle connection kept until it is closed"] += 1
            except OSError:
                self.told["x idle connection refused"] += 1
            line.close()

    def frames(self, kind: str) -> None:
        """Send frames of one kind until the connection is closed."""
        (seat,), _ = self.site.table("goofspiel", "person", "random")
        while time.monotonic() < self.until:
            with self.site.sit(seat) as client, suppress(ConnectionClosed):
                while time.monotonic() < self.until:
                    client.send_frame(kind)
            self.told[f"x {kind}: closed"] += 1


def since(begun: float) -> tuple[float, float]:
    """Return when it is, and how long ago something began."""
    now = time.perf_counter()
    return now, now - begun


def resident() -> float:
    """Return how much memory this process holds, in MiB; the people are in it too."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description="Many games at once on one server, on this machine alone.")
    parser.add_argument("--games", type=int, default=50, help="at once (default 50)")
    parser.add_argument("--total", type=int, help="played altogether (default: as many as are at once)")
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two choices (default 1)")
    parser.add_argument("--game", choices=registry.games(), nargs="+", default=registry.games(), help="default all")
    parser.add_argument("--seconds", type=float, default=1200.0, help="after which all stop (default 1200)")
    parser.add_argument(
        "--greedy", type=float, default=0.0, help="of them with a greedy visitor, at the end (default 0)"
    )
    parser.add_argument("--port", type=int, help="be the greedy visitor of the server at this port")
    arguments = parser.parse_args()
    if arguments.port:
        Greedy(Site(arguments.port, GREEDY), arguments.greedy).take()
        return 0
    total = arguments.total or arguments.games
    limits = Limits() if arguments.think else Limits(frames=10_000.0)
    with Served(limits) as server:
        kinds = arguments.game
        warm = Load(server, kinds, len(kinds), 0.1, time.monotonic() + 600)
        warm.person(0)  # all is compiled and loaded
        for number in range(len(kinds)):
            warm.newcomer(number)
        load = Load(server, kinds, total, arguments.think, time.monotonic() + arguments.seconds)
        people = [threading.Thread(target=load.person, args=(seed,), daemon=True) for seed in range(arguments.games)]
        people.append(threading.Thread(target=load.newcomers, daemon=True))
        begun = time.monotonic()
        for person in people:
            person.start()
        alone = time.perf_counter() + arguments.seconds - arguments.greedy
        if arguments.greedy:
            time.sleep(max(0.0, arguments.seconds - arguments.greedy))
            command = f"-m tests.training.play.load --port {server.port} --greedy {arguments.greedy}"
            subprocess.run([sys.executable, *command.split()], check=True)
        for person in people:
            person.join()
        took, tables = time.monotonic() - begun, len(server.hall.tables)
    print(f"{load.played} games, {arguments.games} at once, in {took:.0f} s; {tables} tables are kept")
    fine = True
    for what, least, most in (("alone", 0.0, alone), ("beside a greedy visitor", alone, float("inf"))):
        times = [
            sorted(took for when, took in each if least <= when < most)
            for each in (load.waited, load.first, load.hints)
        ]
        for name, waited, goal in zip(
            ("answers", "first moments", "hints"), times, (GOAL, NEWCOMER, NEWCOMER), strict=True
        ):
            if waited:
                median, worst = statistics.median(waited), waited[int(0.99 * len(waited))]
                fine &= median <= goal
                print(
                    f"{what}: {len(waited)} {name}, median {1000 * median:.0f} ms (expected at most {1000 * goal:.0f}),"
                    f" one in a hundred above {1000 * worst:.0f} ms"
                )
    sizes = [size for _, size in sorted(load.memory)]
    third = len(sizes) // 3
    many = third > arguments.games  # before, tables and people only gather
    grown = sizes[-1] / sizes[third] if many else 1.0
    if many:
        print(f"memory: {sizes[third]:.0f} MiB after {third} games, {sizes[-1]:.0f} MiB after {len(sizes)}")
    if grown > GROWTH:
        print(f"expected memory to grow by less than {GROWTH} times")
    return 0 if fine and grown <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
