"""``ow train``: train an agent by self-play, measure it, and leave a report."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from training.commands.match import make_game

RUNS = Path("runs")
SELDOM = 10.0  # seconds between lines that go to a file; on a terminal one line changes all the time


def add_to(commands: Any) -> None:
    """Add ``ow train``."""
    parser = commands.add_parser(
        "train",
        help="train an agent by self-play",
        description="Train an agent by self-play on the real decks, measure it against known opponents, and"
        " write a report to look at. What can be set stands, with a sentence each, in"
        " training/selfplay/settings.toml.",
    )
    parser.set_defaults(run=train)
    parser.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file of settings that differ")
    parser.add_argument("--minutes", type=float, help="train so long (default 2)")
    parser.add_argument("--decisions", type=int, help="end after so many decisions of the learner")
    parser.add_argument("--seed", type=int, help="of all chance")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to write (default: a new one in runs/)")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out after its last checkpoint")
    parser.add_argument("--games", type=int, help="measure with so many against each opponent (default 1000)")


def train(arguments: argparse.Namespace) -> None:
    """Train, measure, report."""
    try:
        from training.selfplay import checkpoint, report, settings
        from training.selfplay import train as script
    except ImportError as error:
        raise ValueError(f"training needs more: pip install 'open-worlds-env[train]' ({error.name})") from None
    changes = {name: getattr(arguments, name) for name in ("minutes", "decisions", "seed", "games")}
    if arguments.decisions and arguments.minutes is None:
        changes["minutes"] = 0.0  # the same seed then gives the same agent, however fast the machine is
    if arguments.resume:
        if arguments.out is None or arguments.settings or arguments.seed is not None:
            raise ValueError("--resume goes on as the run was begun: it takes --out, and --minutes or --decisions")
        folder = arguments.out
        chosen = script.resumed_settings(folder, changes["minutes"], changes["decisions"])
    else:
        chosen = settings.read(arguments.settings, **changes)
        folder = arguments.out or RUNS / time.strftime("train-%Y%m%d-%H%M%S")
    end = f"{chosen.minutes:g} minutes" if chosen.minutes else f"{chosen.decisions:,} decisions"
    print(f"training in {folder} for {end}, seed {chosen.seed}", flush=True)
    path = script.train(folder, chosen, arguments.resume, teller())
    if sys.stderr.isatty():
        print(file=sys.stderr)
    last = checkpoint.newest(folder)
    assert last is not None  # `train` ends with one
    state = json.loads((last / "state.json").read_text(encoding="utf-8"))
    print("where the time went: " + ", ".join(f"{name} {100 * share:.0f} %" for name, share in state["times"].items()))
    print(f"agent: {path}")
    games = script.games_of(chosen)
    measured = report.measure(path, games, chosen.against if chosen.games else [], chosen.games, print)
    command = shlex.join(["ow", *sys.argv[1:]])
    page = report.write(
        folder, chosen, script.history(folder), state, measured, games[0], command, speed_of(path, chosen.game)
    )
    print(f"report: {page}")


def teller() -> Callable[[str], None]:
    """Return what takes the lines about how a run goes: on a terminal always one line, else a line now and then."""
    live, said_at = sys.stderr.isatty(), -SELDOM

    def say(line: str) -> None:
        nonlocal said_at
        if not live and time.monotonic() < said_at + SELDOM and not line.startswith("100 %"):
            return
        said_at = time.monotonic()
        print(f"\r\x1b[K{line}" if live else line, end="" if live else "\n", file=sys.stderr, flush=True)

    return say


def speed_of(path: Path, name: str) -> list[tuple[int, float]]:
    """Return how long the agent takes for a decision, in milliseconds, when asked for 1 and for 256 at once."""
    import agents
    from agents.base import Observation
    from ow_env.core.batch import Batch

    game = make_game(name)
    batch = Batch(game, 256, seed=1)
    batch.rollout(40)
    agent = agents.make(str(path), game)
    taken = []
    for rows in (1, 256):
        seen = Observation(batch.observation[:rows, 0].copy(), batch.action_mask[:rows, 0].copy())
        times = []
        for _ in range(20):
            begun = time.process_time()
            agent.act(seen)
            times.append(time.process_time() - begun)
        taken.append((rows, 1000 * float(np.median(times)) / rows))
    return taken
