"""``ow cards``: the cards of a game, as far as it tells.

Below: the game's own account (`Game.card_numbers`), and what a game adds (commands/<game>/cards.py).
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ow_env.registry import games
from training.commands.games import own
from training.commands.options import add_game
from training.files import aligned
from training.games import make_game


def add_to(commands: Any) -> None:
    """Add ``ow cards``, and what games add to it and beside it."""
    parser = commands.add_parser("cards", help="list the cards of a game, show one, check a card file")
    add_game(parser)
    more: dict[str, list[str]] = {}  # by game: the arguments that it alone takes
    for game in games():
        extra = own(game, "cards")
        if extra is not None:
            more[game] = extra.add_to(parser, commands)
    parser.set_defaults(run=partial(list_cards, more))


def list_cards(more: dict[str, list[str]], arguments: argparse.Namespace) -> None:
    """Print the cards of the game, by the game's own page of them if it has one."""
    for game, names in more.items():
        if game != arguments.game:
            for name in names:
                if getattr(arguments, name) is not None:
                    raise ValueError(f"--{name}: is for {game}, not for {arguments.game}")
    if arguments.game in more:
        own(arguments.game, "cards").list_cards(arguments)
    else:
        print("\n".join(numbers_of(arguments.game)))


def numbers_of(name: str) -> list[str]:
    """Return the numbers on a game's cards as lines, or that it has none."""
    game = make_game(name)
    numbers = game.card_numbers
    if not numbers.any():
        return [f"{game.facts.title} has no cards, or does not say what is on them."]
    rows = [["card", *[""] * numbers.shape[1]]]
    rows += [[str(card), *(f"{number:.3g}" for number in row)] for card, row in enumerate(numbers)]
    return [f"{game.facts.title} tells its cards by number alone, each figure scaled to about 1:", *aligned(rows)]
