"""Many games at once on one server: how long a person waits for an answer, and whether memory stays flat.

Below: served.py. By itself, on this machine alone and for a bounded time::

    python -m tests.training.play.load --games 50

So many people play at one server against scripted agents, each a game of every kind in turn. Between two choices a
person thinks: for 1 s at the mean, drawn evenly from half to one and a half of it, which is quicker than anybody plays
by hand. An answer is the first moment after a choice. With `--total 1000` new games are begun until so many were
played, at tables that are forgotten as others come; `--think 0` plays without a pause, so that only the sum counts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from ow_env import registry
from tests.training.play.served import Served
from training.play.limits import Limits

GOAL = 0.2  # seconds, at the median
GROWTH = 1.15  # times what the server holds after the first third of the games


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
        self.waited: list[float] = []
        self.memory: list[tuple[int, float]] = []  # games played, MiB
        self._lock = threading.Lock()

    def person(self, seed: int) -> None:
        """Play one game after the other."""
        rng = random.Random(seed)
        while True:
            with self._lock:
                if not self.left or time.monotonic() > self.until:
                    return
                self.left -= 1
                game = self.games[self.left % len(self.games)]
            self.game(game, rng)
            with self._lock:
                self.played += 1
                self.memory.append((self.played, resident()))

    def game(self, name: str, rng: random.Random) -> None:
        """Play one game at random, or until the time is over."""
        (seat,), _ = self.server.table(name, "person", "scripted")
        with self.server.sit(seat) as client:
            while client.asked() and time.monotonic() < self.until:
                if self.think:
                    time.sleep(self.think * (0.5 + rng.random()))
                begun = time.perf_counter()
                heard = client.choose(rng.randrange(len(client.moment["choices"])))
                assert heard["kind"] == "moment", heard
                self.waited.append(time.perf_counter() - begun)
                client.heard.clear()  # it is the server's memory that is looked at
                client.log.clear()


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
    arguments = parser.parse_args()
    total = arguments.total or arguments.games
    limits = Limits(created=10_000.0, tables=arguments.games + 10, messages=10_000.0)
    with Served(limits) as server:
        kinds = arguments.game
        warm = Load(server, kinds, len(kinds), 0.0, time.monotonic() + 600)
        warm.person(0)  # all is compiled and loaded
        load = Load(server, kinds, total, arguments.think, time.monotonic() + arguments.seconds)
        people = [threading.Thread(target=load.person, args=(seed,), daemon=True) for seed in range(arguments.games)]
        begun = time.monotonic()
        for person in people:
            person.start()
        for person in people:
            person.join()
        took, tables = time.monotonic() - begun, len(server.hall.tables)
    waited = sorted(load.waited)
    median, worst = statistics.median(waited), waited[int(0.99 * len(waited))]
    print(
        f"{load.played} games, {arguments.games} at once, in {took:.0f} s: {len(waited)} answers, median"
        f" {1000 * median:.0f} ms, one in a hundred above {1000 * worst:.0f} ms; {tables} tables are kept"
    )
    sizes = [size for _, size in sorted(load.memory)]
    third = len(sizes) // 3
    many = third > arguments.games  # before, tables and people only gather
    grown = sizes[-1] / sizes[third] if many else 1.0
    if many:
        print(f"memory: {sizes[third]:.0f} MiB after {third} games, {sizes[-1]:.0f} MiB after {len(sizes)}")
    fine = median <= GOAL and grown <= GROWTH
    if not fine:
        print(f"expected a median of at most {1000 * GOAL:.0f} ms, and memory to grow by less than {GROWTH} times")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
