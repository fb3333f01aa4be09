"""``ow check-game``: what is missing or wrong in a game, each with the line to write."""

from __future__ import annotations

import argparse
from typing import Any

from training.arguments import a_name, a_seed

WIDTH = 100


def add_to(commands: Any) -> None:
    """Add ``ow check-game``."""
    parser = commands.add_parser(
        "check-game",
        description="Say everything that is missing or wrong in a registered game, each with the line to write: rules,"
        " declarations; then, in random games, observations, masks, reasons, what hide leaves, turns, results,"
        " positions, views. The exit code is 1 if there is anything.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("name", type=a_name, metavar="NAME", help="the game's")
    parser.add_argument("--seed", type=a_seed, default=0, help="of the games that are played")


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; return the exit code."""
    from training.checking import check  # and the compiler

    found = check(arguments.name, arguments.seed)
    for number, each in enumerate(found, start=1):
        print(f"{number}. {each}")
    count = f"{len(found)} thing{'s' * (len(found) > 1)} to mend" if found else "nothing is missing or wrong"
    print(f"{arguments.name}: {count}")
    return 1 if found else 0
