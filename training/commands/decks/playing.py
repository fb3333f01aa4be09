"""What all commands of the deck lab that play have in common: who plays, how long, where results go.

Below: training/decklab, training/progress.py, commands/options.py. Above: the sub-commands, a game's own among them.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training import decklab
from training.arguments import a_number, a_path, a_seed
from training.commands.options import options_of
from training.decklab.matchup import Matchup
from training.decklab.setup import Setup, setup_of
from training.measure.store import Store
from training.measure.workers import Executor, ProcessExecutor, RayExecutor, SerialExecutor
from training.progress import GamesPlayed

STORE = Path("runs/ladder.sqlite")
OUT = Path("runs/decks")


def add_playing(
    parser: argparse.ArgumentParser,
    width: float | None = decklab.WIDTH,
    games: bool = True,
    several: bool = False,
    fast: Sequence[str] = (),
    blocks: str = "16 game pairs, 256 if all agents are compiled",
) -> None:
    """Add who plays, how long, and where results go.

    Args:
        parser: of the command.
        width: what it asks of intervals unless told otherwise; None: it plays a settled number.
        games: whether that number can be chosen.
        several: whether several agents may be named, and are compared.
        fast: who can play, if not everybody.
        blocks: what is played at a time.
    """
    who: dict[str, Any] = {"nargs": "+", "dest": "agents"} if several else {"dest": "agent"}
    known = f"one of {', '.join(fast)}" if fast else "any agent of the game"
    more = "; several are compared" if several else ""
    told = f"plays both sides: {known}{more} (default: the game's first script)"
    parser.add_argument("--agent", **who, metavar="AGENT", help=told)
    if width is not None:
        parser.add_argument(
            "--width",
            type=a_number,
            default=width,
            help="stop when the half-width of every 95 %% CI is at most this (default %(default)s)",
        )
    if games:
        text = "games per pairing, instead of --width" if width is not None else "games per pairing"
        parser.add_argument("--games", type=int, metavar="N", help=f"{text}; rounded up to blocks of {blocks}")
    parser.add_argument("--seed", type=a_seed, default=1, metavar="N", help="random seed (default 1)")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="default: one per core")
    parser.add_argument("--processes", type=int, metavar="N", help="play in this many processes instead of threads")
    parser.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on a Ray cluster, at this address or a local one"
    )
    parser.add_argument(
        "--store", type=a_path, default=STORE, metavar="FILE", help="database of results (default %(default)s)"
    )
    parser.add_argument(
        "--out", type=a_path, default=OUT, metavar="FOLDER", help="for tables and plots (default %(default)s)"
    )


@dataclass
class Play:
    """What a command plays with."""

    setup: Setup
    agents: list[str]  # one, or several to be compared
    progress: GamesPlayed
    how: dict[str, Any]  # what every function that plays takes: setup, seed, store, executor, threads

    def matchups(self, played: Sequence[Matchup]) -> None:
        """Show how far matchups are on the way to their width."""
        if not self.progress.due():
            return  # the intervals of many matchups take a while
        shares = [min(1.0, (state.width / max(state.interval.half, 1e-9)) ** 2) for state in played]
        widest = max(state.interval.half for state in played)
        share = sum(shares) / len(shares)
        text = f"widest CI ±{widest:.3f}, target ±{played[0].width:g}"
        self.progress(min(share, 0.999), sum(state.games for state in played), text)

    def report(self, bouts: int | None) -> Callable[[Sequence[Matchup]], None]:
        """Return what shows how far matchups are; ``bouts``: of each, where that is settled."""
        if bouts is None:
            return self.matchups

        def settled(played: Sequence[Matchup]) -> None:
            done = sum(min(state.bouts, bouts) for state in played)
            self.progress(done / (bouts * len(played)), sum(state.games for state in played))

        return settled


@contextmanager
def playing(arguments: argparse.Namespace) -> Iterator[Play]:
    """Give what every function that plays takes; say how to go on when it is interrupted."""
    setup = setup_of(arguments.game, **options_of(arguments))
    if setup.game.num_players == 1:
        raise ValueError(
            f"--option: {setup.game.name} is a single-player game here: there are no two seats to compare;"
            " `ow match` evaluates an agent"
        )
    named = getattr(arguments, "agents", None) or getattr(arguments, "agent", None)
    who = [named] if isinstance(named, str) else list(named or [setup.default_agent])
    refuse(arguments, setup, who)
    progress = GamesPlayed()
    try:
        with executor_of(arguments, setup, who) as executor, Store(arguments.store) as store:
            how = {
                "setup": setup,
                "seed": arguments.seed,
                "store": store,
                "executor": executor,
                "threads": arguments.threads,
            }
            yield Play(setup, who, progress, how)
    except KeyboardInterrupt:
        progress.close()
        print(f"stopped: all games are in {arguments.store}; the same command resumes", file=sys.stderr)
        raise
    finally:
        progress.close()


def refuse(arguments: argparse.Namespace, setup: Setup, who: Sequence[str]) -> None:
    """Refuse sides, agents and a folder that will not do, before anything is made or played."""
    named = vars(arguments)
    sides = [named[word] for word in ("one", "other", "deck") if word in named]
    for side in [*sides, *(named.get("sides") or ()), *(named.get("against") or ())]:
        setup.side(side)
    other: str | None = named.get("other_agent")
    for agent in dict.fromkeys([*who, *([other] if other else [])]):
        setup.check_agent(agent)
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        if not os.access(arguments.out, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise ValueError(f"--out: {arguments.out} cannot be written to: {error.strerror}") from None


def executor_of(arguments: argparse.Namespace, setup: Setup, who: Sequence[str]) -> Executor:
    """Return who plays: threads of this process, processes, or a Ray cluster."""
    for name in ("processes", "threads"):
        value = getattr(arguments, name)
        if value is not None and value < (name == "processes"):
            raise ValueError(f"--{name}: expected a number from 1 up, got {value}")
    if arguments.ray is not None:
        return RayExecutor(arguments.ray or None, arguments.processes)
    count = arguments.processes or 0
    other = getattr(arguments, "other_agent", None)
    fast = setup.is_fast(*who, *([other] if other else []))
    if count == 0 and not fast and (os.cpu_count() or 1) > 1:
        count = os.cpu_count() or 1  # agents in Python do not share a process well
    return ProcessExecutor(count) if count else SerialExecutor()


def pairs_of(arguments: argparse.Namespace, games_in_a_pair: int = 2) -> int | None:
    """Return how many mirrored game pairs ``--games`` asks for."""
    if arguments.games is None:
        return None
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    return int(-(-arguments.games // games_in_a_pair))


def tell(text: str, written: Sequence[Path], plots: bool = True) -> None:
    """Print the result and the files written: before, for a reader such as `head` may leave early."""
    print(text)
    print(f"\nwritten to {written[0].parent}: {', '.join(path.name for path in written)}")
    if plots and not any(path.suffix == ".png" for path in written):
        print("no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')")
