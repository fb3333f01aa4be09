"""``ow watch``: a whole game between agents as text, decision by decision."""

from __future__ import annotations

import argparse
from typing import Any

from training.commands.options import add_game, game_of
from training.transcript import transcript


def add_to(commands: Any) -> None:
    """Add ``ow watch``."""
    parser = commands.add_parser("watch", help="print a whole game between agents")
    parser.set_defaults(run=watch)
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="one for each seat; the last plays the rest too")
    add_game(parser, "one for each seat")
    parser.add_argument("--seed", type=int, default=1, help="of the game and of the agents")
    parser.add_argument("--view", default="full", help="full, public, or player_0, player_1 ...")
    parser.add_argument("--every", action="store_true", help="the table at every decision")
    parser.add_argument("--record", metavar="FILE", help="write the game down, for `ow replay`")


def watch(arguments: argparse.Namespace) -> None:
    """Play one game and print the table at the beginning of each turn, and all that happens."""
    game = game_of(arguments)
    names = arguments.agents or ["scripted"]
    for text in transcript(game, names, arguments.seed, arguments.view, arguments.every, arguments.record):
        print(text)
