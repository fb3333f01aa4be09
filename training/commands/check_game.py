"""``ow check-game``: what is missing or wrong in a game, each with the line to write."""

from __future__ import annotations

import argparse
from typing import Any

from training.arguments import a_name, a_seed
from training.commands.options import examples

WIDTH = 100


def add_to(commands: Any) -> None:
    """Add ``ow check-game``."""
    parser = commands.add_parser(
        "check-game",
        description="List everything that is missing or wrong in a registered game, each with the line to write: rules"
        " and declarations; then, in random games, observations, action masks, reasons, hidden information, turns,"
        " results, positions and views. The exit code is 1 if anything was found.",
        **examples("ow check-game my_game"),
    )
    parser.set_defaults(run=run)
    parser.add_argument("name", type=a_name, metavar="NAME", help="of the game")
    parser.add_argument(
        "--seed", type=a_seed, default=0, metavar="N", help="random seed of the games played (default 0)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; return the exit code."""
    from training.checking import check  # and the compiler

    found = check(arguments.name, arguments.seed)
    for number, each in enumerate(found, start=1):
        print(f"{number}. {each}")
    count = f"{len(found)} problem{'s' * (len(found) > 1)}" if found else "no problems found"
    print(f"{arguments.name}: {count}")
    return 1 if found else 0
