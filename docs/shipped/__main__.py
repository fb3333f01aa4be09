"""Retrains the bundled agents: `python -m docs.shipped`. See the package."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from docs.command import ended, typed
from docs.shipped import leaderboard, roster
from training.arguments import a_number, a_path
from training.commands.train import StopRequest, progress_line
from training.measure.workers import ProcessExecutor


def main(argv: Sequence[str] | None = None) -> int:
    """Make those that are asked for, one after the other; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.shipped",
        description="Train the agents that come with the package by their settings (agents/GAME/shipped/NAME.toml), put"
        " them in their places, write their cards, train a response to each, play their ladders and list them on"
        " docs/leaderboard.md. What is there already in --runs is taken as it is, so an interrupted command goes on.",
    )
    parser.add_argument("only", nargs="*", metavar="NAME", help="a game, or an agent as --list names it (default: all)")
    parser.add_argument("--list", action="store_true", help="make nothing, name them")
    parser.add_argument("--minutes", type=a_number, help="train so long (default: as each one's settings say)")
    parser.add_argument(
        "--games", type=int, default=roster.GAMES, help="against each script, on a card (default %(default)s)"
    )
    parser.add_argument(
        "--as-it-is", action="store_true", help="train nothing: cards, where they are not of today, and ladders"
    )
    parser.add_argument(
        "--runs", type=a_path, default=roster.RUNS, metavar="FOLDER", help="for their runs (default %(default)s)"
    )
    arguments = parser.parse_args(argv)
    return ended("docs.shipped", lambda: make(arguments, typed("docs.shipped", argv)))


def make(arguments: argparse.Namespace, command: str) -> None:
    """Retrain agents, with a progress line; ``command``: what was typed, which goes on after an interruption."""
    chosen = roster.recipes(arguments.only)
    if arguments.list:
        for recipe in chosen:
            print(f"{recipe.label:40} {'has a card' if recipe.card.is_file() else 'not made yet'}")
        return
    try:
        for recipe in chosen:
            print(f"{recipe.label}: in {arguments.runs / recipe.label}", flush=True)
            with progress_line() as say, StopRequest() as stop, ProcessExecutor(os.cpu_count() or 1) as executor:
                roster.make(
                    recipe, arguments.runs, roster.LADDERS, executor, say, stop, minutes=arguments.minutes,
                    games=arguments.games, as_it_is=arguments.as_it_is,
                )  # fmt: skip
            leaderboard.write()
    except KeyboardInterrupt:
        print(f"stopped: {command} goes on", file=sys.stderr)
        raise


if __name__ == "__main__":
    sys.exit(main())
