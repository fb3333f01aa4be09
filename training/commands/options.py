"""What several commands ask for in the same words: which game, played with what.

Below: training/games.py. Above: the commands.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import agents
from ow_env import registry
from ow_env.core.game import Game
from training.games import with_sides


def add_game(parser: argparse.ArgumentParser, sides: str | None = None) -> None:
    """Add ``--game``, and, if `sides` says in words what they are for, ``--decks`` and ``--option``.

    Args:
        parser: of the command.
        sides: the end of the sentence "what the seats play with, in games where that can differ: ...".
    """
    known = registry.games()
    parser.add_argument("--game", choices=known, default=registry.DEFAULT, help=f"default {registry.DEFAULT}")
    if sides is None:
        return
    parser.add_argument(
        "--decks", nargs="+", metavar="DECK", help=f"what the seats play with, where that can differ: {sides}"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, its value as JSON or as text; as often as wanted",
    )  # fmt: skip


def game_of(arguments: argparse.Namespace) -> Game:
    """Return the game that the arguments of `add_game` ask for.

    Raises:
        ValueError: it names the argument and what is wrong with it.
    """
    given: dict[str, Any] = {}
    for text in getattr(arguments, "option", ()):
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"--option: expected NAME=VALUE, got {text!r}")
        given[name] = read_value(value)
    return with_sides(arguments.game, arguments.decks, **given)


def read_value(text: str) -> Any:
    """Return a value given as JSON, or the text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def who() -> str:
    """Return, for the help, the names of agents by the game that they play."""
    told = (f"{game}: {', '.join(agents.names(game))}" for game in registry.games())
    return f"Agents known by name: {'; '.join(told)}."
