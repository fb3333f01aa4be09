"""``ow cards``: the cards of a game, as far as it tells.

Below: the game's own account (`Game.card_numbers`), and what a game adds, commands/<game>/cards.py: `add_to` adds
arguments and commands, and says which arguments the game takes; `list_cards`, `show_card` and `check_cards` do it.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ow_env.core.text import spelt_as
from ow_env.registry import games
from training.arguments import a_path
from training.commands.games import own
from training.commands.options import add_game, add_game_below, add_own_cards
from training.files import aligned
from training.games import make_game


def add_to(commands: Any) -> None:
    """Add ``ow cards``, and what games add to it and beside it."""
    parser = commands.add_parser("cards")
    add_game(parser)
    add_own_cards(parser)
    pages = {game: page for game in games() if (page := own(game, "cards")) is not None}
    more = {game: page.add_to(parser, commands) for game, page in pages.items()}  # arguments that it takes
    actions = parser.add_subparsers(metavar="show | check")
    show = actions.add_parser("show", help="show one card, field by field")
    show.set_defaults(run=partial(show_card, pages))
    show.add_argument("name", metavar="NAME", nargs="+")
    add_own_cards(show, default=argparse.SUPPRESS)
    check = actions.add_parser("check", help="check a card file of your own")
    check.set_defaults(run=partial(by_page, pages, "check_cards"))
    check.add_argument("file", metavar="FILE", type=a_path)
    for below in (show, check):
        add_game_below(below)
    parser.set_defaults(run=partial(list_cards, pages, more))


def by_page(pages: dict[str, Any], what: str, arguments: argparse.Namespace) -> None:
    """Let the game's own page of its cards do it."""
    if arguments.game not in pages:
        raise ValueError(f"--game: this is for {', '.join(pages)} alone, got {arguments.game}")
    getattr(pages[arguments.game], what)(arguments)


def show_card(pages: dict[str, Any], arguments: argparse.Namespace) -> None:
    """Show one card; who names another game's card is told how to say which game."""
    try:
        by_page(pages, "show_card", arguments)
    except ValueError as error:
        raise ValueError(f"{error} (among the cards of {arguments.game}{elsewhere(pages, arguments)})") from None


def elsewhere(pages: dict[str, Any], arguments: argparse.Namespace) -> str:
    """Return which other game has a card or place of the name that was asked for, and how to ask for it."""
    for game, page in pages.items():
        catalogue = page.load_catalogue()
        names = [each.name for kind in ("cards", "worlds", "planets") for each in getattr(catalogue, kind, ())]
        name = spelt_as(" ".join(arguments.name), names)
        if name in names:
            return f"; {game} has it: `ow cards --game {game} show {name}`"
    return "; --game GAME looks in another game"


def list_cards(pages: dict[str, Any], more: dict[str, list[str]], arguments: argparse.Namespace) -> None:
    """Print the cards of the game, by the game's own page of them if it has one."""
    for name in sorted({name for names in more.values() for name in names}):
        takers = [game for game, names in more.items() if name in names]
        if getattr(arguments, name) is not None and arguments.game not in takers:
            raise ValueError(f"--{name}: is for {' and '.join(takers)}, not for {arguments.game}")
    if arguments.game in pages:
        pages[arguments.game].list_cards(arguments)
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
