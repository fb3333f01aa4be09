"""Counts how games go between agents, for the games' pages: `python -m docs.counts`. See the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from docs.command import ended
from docs.counts.counting import count_games
from training.arguments import a_seed
from training.commands.options import add_game, add_option, add_own_cards, options_of
from training.progress import ProgressLine


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games, then print a figure a line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.counts",
        description="Play games between agents and count how they go: who wins by place, side and agent, how long games"
        " are, and what the rules tell of them.",
    )
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="by name, one for each player")
    add_game(parser)
    add_option(parser)
    add_own_cards(parser)
    parser.add_argument("--games", type=int, default=1440, help="in all (default %(default)s)")
    parser.add_argument("--seed", type=a_seed, default=1, help="of the games (default %(default)s)")
    parser.add_argument(
        "--equal-sides", action="store_true",
        help="all players of a game with the same side (Faction, deck), instead of all different ones",
    )  # fmt: skip
    parser.add_argument(
        "--told", nargs="*", metavar="KIND",
        help="also what the rules tell, by kind of event and rule; of the kinds named here also each thing they tell of"
        " (takes a millisecond a decision)",
    )  # fmt: skip
    arguments = parser.parse_args(argv)
    return ended("docs.counts", lambda: show_counts(arguments))


def show_counts(arguments: argparse.Namespace) -> None:
    """Play and print."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    with ProgressLine(every=None) as line:
        found = count_games(
            arguments.game, arguments.agents, arguments.games, arguments.seed, options_of(arguments),
            arguments.equal_sides, arguments.told, lambda done: line(f"{done} of {arguments.games} games"),
        )  # fmt: skip
    print(f"{', '.join(arguments.agents)}: {found.counts['games']} games, seed {arguments.seed}; [95 %]")
    for what, figure in found.lines():
        print(f"  {what:36}  {figure}")
    if found.told:
        print(f"\n  {'told, a game':52} {'in all':>9} {'winner':>9}")
        for what, often, of_winners in found.told_lines():
            print(f"  {what:52} {often:>9} {of_winners:>9}")


if __name__ == "__main__":
    sys.exit(main())
