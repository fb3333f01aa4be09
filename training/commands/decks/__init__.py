"""``ow decks``: sides of a game, most of all decks, and how strong they are, measured by playing them.

Below: training/decklab. The sub-commands of matchups.py are for any game; commands/<game>/decks.py adds a game's own.
"""

from __future__ import annotations

import argparse
from typing import Any

from ow_env.registry import games
from training.commands.decks import matchups
from training.commands.games import own
from training.commands.options import add_game, add_game_options, options_of
from training.decklab.setup import setup_of


def add_to(commands: Any) -> None:
    """Add ``ow decks``."""
    parser = commands.add_parser(
        "decks",
        description="Sides of a game (decks; in a game without sides its seats), and how strong they are. A deck of"
        " Open Worlds is a printed deck's name or a file: plain text with an entry a line, such as '5x Exploit', or"
        " TOML.",
    )
    parser.set_defaults(run=list_sides, cards=None, option=[])
    add_game(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    listed = actions.add_parser("list", help="list the sides that come with the game")
    listed.set_defaults(run=list_sides)
    add_game_options(listed)
    matchups.add_to(actions)
    for game in games():
        extra = own(game, "decks")
        if extra is not None:
            extra.add_to(actions)


def list_sides(arguments: argparse.Namespace) -> None:
    """Print every side that comes with the game, or its seats."""
    extra = own(arguments.game, "decks")
    if hasattr(extra, "list_decks"):
        extra.list_decks(arguments)
        return
    setup = setup_of(arguments.game, **options_of(arguments))
    if not setup.has_sides:
        print(f"{setup.game.facts.title} is played without sides; its seats can be compared:")
    for side in setup.sides():
        print(side.name)
