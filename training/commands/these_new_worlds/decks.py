"""The sub-command of ``ow decks`` for These New Worlds: how rounds go between two agents.

Below: rounds.py beside this.
"""

from __future__ import annotations

import argparse
from typing import Any

from ow_env.these_new_worlds.game import TheseNewWorlds
from training.arguments import a_seed
from training.commands.options import only_for
from training.commands.these_new_worlds.rounds import count_rounds, told
from training.progress import ProgressLine


def add_to(actions: Any) -> None:
    """Add the sub-command."""
    parser = actions.add_parser("rounds", help="how rounds of These New Worlds go between two agents")
    parser.set_defaults(run=show_rounds)
    parser.add_argument("one", metavar="AGENT", help="by name, or the path of a saved one")
    parser.add_argument("other", metavar="AGENT", help="its opponent; they change seats after half of the games")
    parser.add_argument("--games", type=int, default=1000, help="in all (default %(default)s)")
    parser.add_argument("--seed", type=a_seed, default=1, help="of the games (default %(default)s)")
    only_for(TheseNewWorlds.name, parser)


def show_rounds(arguments: argparse.Namespace) -> None:
    """Play the games, then print a figure a line."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    with ProgressLine(every=None) as line:

        def report(played: int) -> None:
            line(f"{played} of {arguments.games} games")

        counts = count_rounds(arguments.one, arguments.other, arguments.games, arguments.seed, report)
    print(f"{arguments.one} against {arguments.other}: {arguments.games} games, seed {arguments.seed}")
    for what, figure in told(arguments.one, arguments.other, counts):
        print(f"  {what:36}  {figure}")
