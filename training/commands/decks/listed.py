"""``ow decks list``: the sides that come with a game, as its own module for this command tells them, if it has one."""

from __future__ import annotations

import argparse
from typing import Any

from training.commands.options import add_game_options, add_json, options_of
from training.commands.per_game import own


def add_to(actions: Any, name: str, told: str) -> None:
    """Add the sub-command."""
    parser = actions.add_parser(name, help=told)
    parser.set_defaults(run=list_sides)
    add_game_options(parser)
    add_json(parser, below=True)


def list_sides(arguments: argparse.Namespace) -> Any:
    """Print every side that comes with the game, or its seats; return them as data."""
    extra = own(arguments.game, "decks")
    if hasattr(extra, "list_decks"):
        return extra.list_decks(arguments)
    from training.decklab.setup import setup_of

    setup = setup_of(arguments.game, **options_of(arguments))
    if not setup.has_sides:
        print(f"{setup.game.facts.title} has no decks or Factions to choose; its seats can be compared:")
    for side in setup.sides():
        print(side.name)
    return [{"name": side.name} for side in setup.sides()]
