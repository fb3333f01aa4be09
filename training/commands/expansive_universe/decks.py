"""The sub-command of ``ow decks`` for Expansive Universe: how games go.

Below: course.py beside this.
"""

from __future__ import annotations

import argparse
from typing import Any

from ow_env.expansive_universe.game import ExpansiveUniverse
from training.commands.expansive_universe.course import count_course, told, told_of_cards
from training.commands.options import only_for
from training.files import hanging
from training.progress import ProgressLine

WIDTH = 120


def add_to(actions: Any) -> None:
    """Add the sub-command."""
    parser = actions.add_parser("course", help="how games of Expansive Universe go")
    parser.set_defaults(run=show_course)
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="two to four, by name, one for each player")
    parser.add_argument("--core", help="the Galactic Core, by name (default that of a first game)")
    parser.add_argument("--games", type=int, default=1440, help="in all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default %(default)s)")
    parser.add_argument("--bought", action="store_true", help="also how often each card was bought")
    only_for(ExpansiveUniverse.name, parser)


def show_course(arguments: argparse.Namespace) -> None:
    """Play the games, then print a figure a line."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    options = {"num_players": len(arguments.agents), "core": arguments.core}
    with ProgressLine(every=None) as line:

        def report(played: int) -> None:
            line(f"{played} of {arguments.games} games")

        counts = count_course(arguments.agents, arguments.games, arguments.seed, options, report)
    print(f"{', '.join(arguments.agents)}: {counts['games']} games, seed {arguments.seed}; [95 %]")
    for what, figure in told(arguments.agents, counts):
        print(f"  {what:36}  {figure}")
    if arguments.bought:
        for what, figure in told_of_cards(counts):
            print("\n".join(hanging(f"  {what}: ", figure, WIDTH)))
