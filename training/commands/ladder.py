"""``ow ladder``: a round robin between agents, with Elo ratings and their confidence intervals."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

import agents
from ow_env.core.game import Game
from ow_env.core.players import needs_determinizations, needs_views
from ow_env.core.text import escaped
from training.arguments import a_number, a_path, a_seed
from training.commands.options import add_game, add_json, examples, game_of
from training.measure import alone, ladder, report
from training.measure.store import Store
from training.measure.workers import Executor, RayExecutor, executor_for
from training.progress import ProgressLine

STORE = Path("runs/ladder.sqlite")
GAMES_FOR_A_PAIR = 4  # in a game for one: as many as a game pair has with two decks


def add_to(commands: Any) -> None:
    """Add ``ow ladder``."""
    parser = commands.add_parser(
        "ladder",
        description="Round robin: every agent plays every other, each deal from every seat and with decks swapped,"
        " until all expected scores are known to --width. Prints Elo ratings with 95 % CIs and writes tables and plots."
        " All games are kept in one file; after an interruption the same command resumes. With more than two players,"
        " two agents at a time share the seats in every assignment. A single-player game has no Elo: agents are ranked"
        " by win rate or score.",
        **examples(
            "ow ladder learned expert raider builder",
            "ow ladder --game goofspiel --width 0.01",
            "ow ladder --show --json",
        ),
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT",
        help="names, with settings if any, llm:MODEL, or paths of saved agents (default: all agents of the game)",
    )  # fmt: skip
    add_game(parser, "those played, in every seat order")
    parser.add_argument(
        "--width", type=a_number, default=ladder.WIDTH,
        help="stop when the half-width of the 95 %% CI of every expected score is at most this (default %(default)s)",
    )  # fmt: skip
    parser.add_argument("--elo-width", type=a_number, metavar="ELO", help="likewise for every Elo (default: no limit)")
    parser.add_argument("--games", type=int, metavar="N", help="at most this many games in all")
    parser.add_argument("--seed", type=a_seed, default=1, metavar="N", help="random seed (default 1)")
    parser.add_argument(
        "--block", type=int, default=ladder.BLOCK, metavar="N",
        help="game pairs per job (default %(default)s); in a single-player game four games count as a pair",
    )  # fmt: skip
    parser.add_argument("--processes", type=int, metavar="N", help="parallel jobs (default: one per core)")
    parser.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on a Ray cluster, at this address or a local one"
    )
    parser.add_argument(
        "--store", type=a_path, default=STORE, metavar="FILE", help="database of games (default %(default)s)"
    )
    parser.add_argument("--out", type=a_path, metavar="FOLDER", help="for tables and plots (default: beside the store)")
    parser.add_argument("--anchor", metavar="AGENT", help="the agent with Elo 0 (default: random, if it plays)")
    parser.add_argument("--show", action="store_true", help="play nothing, show what the store has")
    add_json(parser)


def run(arguments: argparse.Namespace) -> Any:
    """Play with a progress line, then print the ladder and write its folder; return its ratings as data."""
    if arguments.games is not None and arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    if arguments.show and not arguments.store.exists():
        raise ValueError(f"--store: there is no file {arguments.store}")
    game = game_of(arguments)
    if game.num_players == 1:
        return run_alone(game, arguments)
    found: Any = None
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
                        elo=arguments.elo_width,
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
            found = {"ratings": report.rating_rows(standing), "pairs": report.pair_rows(standing)}
            print(f"\n{report.pair_table(standing)}")
            folder = arguments.out or arguments.store.with_suffix("")
            written = report.write(standing, folder, arguments.agents)
            print(f"\nwritten to {folder}: {', '.join(path.name for path in written)}")
            if not any(path.suffix == ".png" for path in written):
                print("no plots: matplotlib is not installed (pip install 'open-worlds-env[train]')")
        elsewhere = store.elsewhere(store.matchup(game.variants()[0]))
    if elsewhere:
        print(f"{elsewhere} games in the store are of other rules, cards or options and not counted here")
    if interrupted:
        print(f"stopped: all games are in {arguments.store}; the same command resumes", file=sys.stderr)
        raise KeyboardInterrupt
    return numbers(found)


def run_alone(game: Game, arguments: argparse.Namespace) -> Any:
    """Let each agent play a single-player game, and print how often each wins; return it as data."""
    if arguments.elo_width is not None:
        raise ValueError("--elo-width: a single-player game has no Elo; --width is for win rates and scores")
    block = GAMES_FOR_A_PAIR * arguments.block
    if not arguments.show and arguments.games is not None and 0 < arguments.games < block:
        raise ValueError(f"--games: expected {block} or more, the games of one job (--block), got {arguments.games}")
    found: Any = None
    interrupted = False
    with Store(arguments.store) as store:
        if not arguments.show:
            specs = arguments.agents or playable(game)
            with ProgressLine() as line:

                def told(progress: ladder.Progress[alone.Standing]) -> None:
                    standing, rate = progress.standing, progress.played / max(line.seconds, 1e-9)
                    done = 100 * standing.games // max(1, standing.games + progress.left)
                    parts = [f"{done:3} %", f"{standing.games} games, {rate:.0f}/s"]
                    parts += [f"widest CI ±{progress.widest:.3f}, target ±{arguments.width:g}"]
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
            found = alone.rows_of(standing)
            folder = arguments.out or arguments.store.with_suffix("")
            written = alone.write(standing, folder)
            print(f"\nwritten to {folder}: {', '.join(path.name for path in written)}")
    if interrupted:
        print(f"stopped: all games are in {arguments.store}; the same command resumes", file=sys.stderr)
        raise KeyboardInterrupt from None
    return numbers(found)


def numbers(data: Any) -> Any:
    """Return data with None for each number that is not known, NaN, which JSON can't hold."""
    if isinstance(data, dict):
        return {key: numbers(value) for key, value in data.items()}
    if isinstance(data, list):
        return [numbers(value) for value in data]
    return None if isinstance(data, float) and math.isnan(data) else data


def check_games(games: int | None, block: int, game: Game, store: Store) -> None:
    """Refuse so few games that not even the first block can be played."""
    least = ladder.games_per_pair(game) * block
    if games is not None and games < least and not store.meetings(store.matchup(game.variants()[0])):
        ways = f" and with {game.facts.side} swapped" if len(game.variants()) > 1 else ""
        raise ValueError(
            f"--games: expected {least} or more, a block of {block} game pairs, each from both seats{ways}"
            f" (see --block), got {games}"
        )


def playable(game: Game) -> list[str]:
    """Return the names of all agents that play this game as configured; say which can't be, or are slow."""
    found = []
    for name in agents.names(game):
        try:
            agent = agents.make(name, game)
        except (ValueError, ImportError) as error:
            print(f"left out: {name}: {escaped(error)}", file=sys.stderr)
            continue
        if needs_determinizations(agent) or needs_views(agent):
            print(f"left out: {name}, which is slow; name it to include it, as {name}:100", file=sys.stderr)
        else:
            found.append(name)
    return found


def executor_of(arguments: argparse.Namespace) -> Executor:
    """Return where jobs are played."""
    own = executor_for(arguments.processes)
    return own if arguments.ray is None else RayExecutor(arguments.ray or None, arguments.processes)


class Reporter:
    """Shows the progress of a ladder: on a terminal on one line, else a line now and then.

    Args:
        width: the target half-width of the widest interval.
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
            parts.append(f"{duration(progress.left / rate)} left" if rate else "estimating time left")
        if progress.widest < 1:
            parts.append(f"widest CI ±{progress.widest:.3f}, target ±{self.width:g}")
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
