"""How much memory a game of a batch takes: what the arrays hold, and what the process grew by.

Run by run.py as ``python -m docs.benchmark.memory GAME N``, in a process of its own; prints one
line of JSON. Growth is only known where /proc is (Linux).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from docs.benchmark.ours import row_bytes
from ow_env.core.batch import Batch
from training.games import make_game

STATUS = Path("/proc/self/status")


def grown(name: str, games: int) -> dict[str, float]:
    """Return bytes per game: of the arrays, and by how much the process's memory grew."""
    game = make_game(name)
    Batch(game, 1, autoreset=True).rollout(8)  # all code is loaded now
    forget_peak()
    before = resident("VmRSS")
    batch = Batch(game, games, autoreset=True)
    batch.rollout(8)
    found: dict[str, float] = {"games": games, **row_bytes(batch)}
    if before is not None:
        for key, field in (("grown", "VmRSS"), ("peak grown", "VmHWM")):
            found[key] = ((resident(field) or before) - before) / games
    return found


def resident(field: str) -> int | None:
    """Return a line of /proc/self/status in bytes."""
    if not STATUS.exists():
        return None
    for line in STATUS.read_text("utf-8").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    return None


def forget_peak() -> None:
    """Let VmHWM count from here on, where the kernel allows it."""
    try:
        Path("/proc/self/clear_refs").write_text("5", "utf-8")
    except OSError:
        return


if __name__ == "__main__":
    print(json.dumps(grown(sys.argv[1], int(sys.argv[2]))))
