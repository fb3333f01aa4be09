"""What several commands ask for in the same words: which game, played with what.

Below: training/games.py. Above: the commands. In order: examples in a help, the game and its options, output.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ow_env import registry

if TYPE_CHECKING:
    from ow_env.core.game import Game


class KeepsExamples(argparse.HelpFormatter):
    """Wraps help as usual, and leaves the lines of `examples` as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("examples:") else super()._fill_text(text, width, indent)


def examples(*lines: str) -> dict[str, Any]:
    """Return what gives a parser examples at the end of its help."""
    return {"epilog": "\n  ".join(["examples:", *lines]), "formatter_class": KeepsExamples}


def add_game(parser: argparse.ArgumentParser, decks: str | None = None) -> None:
    """Add ``--game``, and, if `decks` says how many to name, ``--decks`` and ``--option``.

    Args:
        parser: of the command.
        decks: the end of the help of ``--decks``: "one per player".
    """
    known = registry.games()
    parser.add_argument(
        "--game", choices=known, default=registry.DEFAULT, metavar="GAME",
        help=f"{', '.join(known)} (default {registry.DEFAULT})",
    )  # fmt: skip
    if decks is None:
        return
    parser.add_argument(
        "--decks", nargs="+", metavar="DECK", help=f"decks or Factions, in games that have them: {decks}"
    )
    add_option(parser)


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--option``."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="set an option of the game, its value as JSON or text; repeatable",
    )  # fmt: skip


def add_game_below(parser: argparse.ArgumentParser) -> None:
    """Add ``--game`` to a sub-command, whose command may have been given one before."""
    parser.add_argument(
        "--game", choices=registry.games(), default=argparse.SUPPRESS, metavar="GAME",
        help=f"as for the command (default {registry.DEFAULT})",
    )  # fmt: skip


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--game``, ``--option`` and ``--cards`` to a sub-command; `options_of` reads the last two."""
    add_game_below(parser)
    add_option(parser)
    add_own_cards(parser)


def add_own_cards(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add ``--cards FILE``, a user's own card file."""
    parser.add_argument("--cards", metavar="FILE", default=default, help="use your own card file on top of the game's")


def add_json(parser: argparse.ArgumentParser, below: bool = False) -> None:
    """Add ``--json`` to a command whose function returns what it has found; training/cli.py prints that.

    ``below``: to a sub-command, whose command may have been given it before.
    """
    default: Any = argparse.SUPPRESS if below else False
    told = "print JSON to stdout, everything else to stderr"
    parser.add_argument("--json", action="store_true", default=default, help=told)


def game_of(arguments: argparse.Namespace) -> Game:
    """Return the game that the arguments of `add_game` ask for.

    Raises:
        ValueError: it names the argument and what is wrong with it.
    """
    from training.games import with_sides  # and the compiler, which what only lists needs not wait for

    return with_sides(arguments.game, arguments.decks, **options_of(arguments))


def options_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game that are asked for, ``--cards`` among them.

    Raises:
        ValueError: one is not of the form NAME=VALUE.
    """
    given: dict[str, Any] = {}
    for text in getattr(arguments, "option", ()):
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"--option: expected NAME=VALUE, got {text!r}")
        given[name] = read_value(value)
    cards = getattr(arguments, "cards", None)
    return given if cards is None else {**given, "cards": cards}


def read_value(text: str) -> Any:
    """Return a value given as JSON, or the text as it is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def only_for(game: str, parser: argparse.ArgumentParser) -> None:
    """Let a sub-command that knows one game alone say so where another is asked for."""
    add_game_below(parser)
    parser.set_defaults(run=partial(_run_for, game, parser.get_default("run")))


def _run_for(game: str, run: Callable[[argparse.Namespace], None], arguments: argparse.Namespace) -> None:
    if arguments.game != game:
        raise ValueError(f"--game: this is for {game} alone, got {arguments.game}")
    run(arguments)
