"""``ow ladder``: every agent against every other, with ratings and their intervals."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import agents
from ow_env.core.game import Game
from ow_env.core.players import needs_determinizations
from ow_env.core.text import escaped
from training.arguments import a_number, a_path, a_seed
from training.commands.options import add_game, game_of
from training.measure import alone, ladder, report
from training.measure.store import Store
from training.measure.workers import Executor, ProcessExecutor, RayExecutor, SerialExecutor
from training.progress import ProgressLine

STORE = Path("runs/ladder.sqlite")
GAMES_FOR_A_PAIR = 4  # in a game for one: as many as a game pair has with two decks


def add_to(commands: Any) -> None:
    """Add ``ow ladder``."""
    parser = commands.add_parser(
        "ladder",
        description="Rate agents by letting every one play every other, each game from both seats and "
        "with the decks both ways, until every expected share of points is known well enough. All "
        "games are kept in one file; interrupt it as you like, the same command goes on. Where more than two "
        "play, two agents share the seats in every way. A game for one has no ratings: agents are put in a "
        "row by the share of games they win, or by their scores.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help="a name, with its parameters if any, or the path of a saved agent (default: all names known)",
    )
    add_game(parser, "those that are played, in every order of the seats")
    parser.add_argument(
        "--width",
        type=a_number,
        default=ladder.WIDTH,
        help="half the 95 %% interval of every expected share of points (default %(default)s)",
    )
    parser.add_argument("--elo", type=a_number, help="half the 95 %% interval of every Elo (default: as it comes)")
    parser.add_argument("--games", type=int, help="at most so many among these agents, in all")
    parser.add_argument("--seed", type=a_seed, default=1, help="of games and agents (default 1)")
    parser.add_argument(
        "--block",
        type=int,
        default=ladder.BLOCK,
        help="game pairs in a job (default %(default)s); in a game for one, four games for each",
    )
    parser.add_argument("--processes", type=int, help="how many jobs at once (default: one a core)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster: the one at this address, or one made here for the time",
    )
    parser.add_argument("--store", type=a_path, default=STORE, help="the file (default %(default)s)")
    parser.add_argument("--out", type=a_path, metavar="FOLDER", help="for tables and plots (default: beside the file)")
    parser.add_argument("--anchor", metavar="AGENT", help="whose rating is 0 (default: random, if it plays)")
    parser.add_argument("--show", action="store_true", help="play nothing, show what the file has")


def run(arguments: argparse.Namespace) -> None:
    """Play with a progress line, then print the ladder and write its folder."""
    if arguments.games is not None and arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    if arguments.show and not arguments.store.exists():
        raise ValueError(f"--store: there is no file {arguments.store}")
    game = game_of(arguments)
    if game.num_players == 1:
        run_alone(game, arguments)
        return
    interrupted = False
    with Store(arguments.store) as store:
        if not arguments.show:
            check_games(arguments.games, arguments.block, game, store)
            specs = arguments.agents or playable(game)
            reporter = Reporter(arguments.width)
            try:
                with executor_of(arguments) as executor:
                    ladder.run_ladder(
                        store,
                        game,
                        specs,
                        width=arguments.width,
                        elo=arguments.elo,
                        games=arguments.games,
                        seed=arguments.seed,
                        block=arguments.block,
                        executor=executor,
                        anchor=arguments.anchor,
                        report=reporter,
                    )
            except KeyboardInterrupt:
                interrupted = True
            finally:
                reporter.close()
        only = ladder.agent_keys_of(arguments.agents, game) if arguments.show and arguments.agents else None
        if not interrupted or store.meetings(store.matchup(game.variants()[0])):
            standing = ladder.ratings(store, game, arguments.anchor, only)
            print(report.table(standing))
            print(f"\n{report.pair_table(standing)}")
            folder = arguments.out or arguments.store.with_suffix("")
            written = report.write(standing, folder, arguments.agents)
            print(f"\nwritten to {folder}: {', '.join(path.name for path in written)}")
            if not any(path.suffix == ".png" for path in written):
                print("no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')")
        elsewhere = store.elsewhere(store.matchup(game.variants()[0]))
    if elsewhere:
        print(f"{elsewhere} games of other rules, cards or options are in the file and not counted here")
    if interrupted:
        print(f"stopped: all games are in {arguments.store}; the same command goes on", file=sys.stderr)
        raise KeyboardInterrupt


def run_alone(game: Game, arguments: argparse.Namespace) -> None:
    """Let each agent play a game for one, and print who wins it how often."""
    if arguments.elo is not None:
        raise ValueError("--elo: a game for one has no ratings; --width says how well shares are to be known")
    block = GAMES_FOR_A_PAIR * arguments.block
    if not arguments.show and arguments.games is not None and 0 < arguments.games < block:
        raise ValueError(
            f"--games: expected {block} or more, which are those of a job (--block), got {arguments.games}"
        )
    interrupted = False
    with Store(arguments.store) as store:
        if not arguments.show:
            specs = arguments.agents or playable(game)
            with ProgressLine() as line:

                def told(progress: ladder.Progress[alone.Standing]) -> None:
                    standing, rate = progress.standing, progress.played / max(line.seconds, 1e-9)
                    done = 100 * standing.games // max(1, standing.games + progress.left)
                    parts = [f"{done:3} %", f"{standing.games} games, {rate:.0f}/s"]
                    parts += [f"widest ±{progress.widest:.3f}, wanted ±{arguments.width:g}"]
                    figures = (
                        (standing.labels[at], standing.tried[at]) for at in standing.order if standing.tried[at].games
                    )
                    parts += ["  ".join(f"{who} {alone.in_words(tried, standing.payoff)}" for who, tried in figures)]
                    line(" | ".join(parts), final=not progress.left)

                try:
                    with executor_of(arguments) as executor:
                        alone.run_alone(
                            store,
                            game,
                            specs,
                            width=arguments.width,
                            games=arguments.games,
                            seed=arguments.seed,
                            block=block,
                            executor=executor,
                            report=told,
                        )
                except KeyboardInterrupt:
                    interrupted = True
        only = ladder.agent_keys_of(arguments.agents, game) if arguments.show and arguments.agents else None
        if not interrupted or alone.kept(store, game):
            standing = alone.standing_of(store, game, only)
            print(alone.table(standing))
            folder = arguments.out or arguments.store.with_suffix("")
            written = alone.write(standing, folder)
            print(f"\nwritten to {folder}: {', '.join(path.name for path in written)}")
    if interrupted:
        print(f"stopped: all games are in {arguments.store}; the same command goes on", file=sys.stderr)
        raise KeyboardInterrupt from None


def check_games(games: int | None, block: int, game: Game, store: Store) -> None:
    """Refuse so few games that not even the first block can be played."""
    least = ladder.games_per_pair(game) * block
    if games is not None and games < least and not store.meetings(store.matchup(game.variants()[0])):
        ways = f" and with the {game.facts.side} both ways" if len(game.variants()) > 1 else ""
        raise ValueError(
            f"--games: expected {least} or more, which is a block of {block} game pairs, each from both seats{ways}"
            f" (--block takes fewer), got {games}"
        )


def playable(game: Game) -> list[str]:
    """Return the names of all agents that play this game; say which do not, and which take too long unasked."""
    found = []
    for name in agents.names():
        try:
            agent = agents.make(name, game)
        except (ValueError, ImportError) as error:
            print(f"left out: {name}: {escaped(error)}", file=sys.stderr)
            continue
        if needs_determinizations(agent):
            print(f"left out: {name}, which takes seconds for a game: name it, as {name}:100", file=sys.stderr)
        else:
            found.append(name)
    return found


def executor_of(arguments: argparse.Namespace) -> Executor:
    """Return where jobs are played."""
    processes = arguments.processes
    if processes is not None and processes < 1:
        raise ValueError(f"--processes: expected a number from 1 up, got {processes}")
    if arguments.ray is not None:
        return RayExecutor(arguments.ray or None, processes)
    processes = processes or os.cpu_count() or 1
    return SerialExecutor() if processes == 1 else ProcessExecutor(processes)


class Reporter:
    """Prints how far a ladder is: on a terminal always on the same line, else a line now and then.

    Args:
        width: what half the widest interval is to be.
    """

    def __init__(self, width: float) -> None:
        self.width = width
        self.show = ProgressLine()
        self.close = self.show.close

    def __call__(self, progress: ladder.Progress[ladder.Standing]) -> None:
        """Print one line."""
        self.show(self.line(progress, self.show.seconds), final=not progress.left)

    def line(self, progress: ladder.Progress[ladder.Standing], seconds: float) -> str:
        """Return how far it is, how fast, how long still, and who leads."""
        rate = progress.played / seconds if seconds > 0 else 0.0
        done = 100 * progress.games // max(1, progress.games + progress.left)
        parts = [f"{done:3} %", f"{progress.games} games, {rate:.0f}/s"]
        if progress.left:
            parts.append(f"{duration(progress.left / rate)} left" if rate else "time left not known yet")
        if progress.widest < 1:
            parts.append(f"widest ±{progress.widest:.3f}, wanted ±{self.width:g}")
        standing = progress.standing
        elo, error = standing.ratings.elo, standing.ratings.elo_error
        rated = [agent for agent in standing.order if elo[agent] == elo[agent]]
        parts.append("  ".join(f"{standing.labels[one]} {elo[one]:.0f}±{error[one]:.0f}" for one in rated))
        return " | ".join(parts)


def duration(seconds: float) -> str:
    """Return 75 seconds as ``1:15``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
