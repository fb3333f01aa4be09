"""``ow decks course``: how games go at a table, for games that can tell (commands/<game>/course.py).

Below: counting.py beside this. A game's own module has `COURSE`, what it counts; if it takes arguments of its own, also
`add_to`, which adds them and returns their names, `options_from`, the options of the game that follow from them, and
`more`, lines to be printed below the figures.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ow_env.registry import games
from training.arguments import a_seed
from training.commands.decks.counting import count_course
from training.commands.games import own
from training.commands.options import add_game_options, options_of
from training.progress import ProgressLine


def add_to(actions: Any) -> None:
    """Add the sub-command."""
    pages = {game: page for game in games() if (page := own(game, "course")) is not None}
    parser = actions.add_parser("course", help=f"how games go at a table: {', '.join(pages)}")
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="by name, one for each player")
    parser.add_argument("--games", type=int, default=1440, help="in all (default %(default)s)")
    parser.add_argument("--seed", type=a_seed, default=1, help="of the games (default %(default)s)")
    parser.add_argument(
        "--equal-factions", action="store_true", help="all players the same Faction, instead of all different ones"
    )
    add_game_options(parser)
    more = {game: page.add_to(parser) for game, page in pages.items() if hasattr(page, "add_to")}
    parser.set_defaults(run=partial(show_course, pages, more))


def show_course(pages: dict[str, Any], more: dict[str, list[str]], arguments: argparse.Namespace) -> None:
    """Play the games, then print a figure a line."""
    if arguments.game not in pages:
        raise ValueError(f"--game: this is for {', '.join(pages)} alone, got {arguments.game}")
    for game, names in more.items():
        for name in names:
            if game != arguments.game and getattr(arguments, name):
                raise ValueError(f"--{name}: is for {game}, not for {arguments.game}")
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    page, options = pages[arguments.game], options_of(arguments)
    if arguments.game in more:
        options |= page.options_from(arguments)
    asked = (arguments.agents, arguments.games, arguments.seed, options, arguments.equal_factions)
    with ProgressLine(every=None) as line:

        def report(done: int) -> None:
            line(f"{done} of {arguments.games} games")

        played = count_course(page.COURSE, arguments.game, *asked, report)
    print(f"{', '.join(arguments.agents)}: {played.counts['games']} games, seed {arguments.seed}; [95 %]")
    for what, figure in played.told():
        print(f"  {what:36}  {figure}")
    if arguments.game in more:
        for text in page.more(played, arguments):
            print(text)
