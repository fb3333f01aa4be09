"""``ow decks``: sides of a game, most of all decks, and how strong they are, measured by playing them.

Below: training/decklab. The sub-commands of matchups.py are for any game; commands/<game>/decks.py adds a game's own,
which the ``DECKS`` of its package name. Only the sub-command that is typed is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from ow_env.registry import games
from training.commands.decks.listed import list_sides
from training.commands.options import add_game, add_json, examples
from training.commands.per_game import package_of

ANY_GAME = {  # sub-commands for every game, and what the help says of each
    "list": "list the bundled decks",
    "match": "one deck against another: score and 95 %% CI",
    "matrix": "every deck against every other, with Nash mixture and ranking",
    "balance": "balance of decks that should be equal, of the seats, and game length",
}


def add_to(commands: Any, typed: Sequence[str] | None = None) -> None:
    """Add ``ow decks``.

    Args:
        commands: to add it to.
        typed: of the sub-commands only those among these words get their arguments; None: all.
    """
    parser = commands.add_parser(
        "decks",
        description="List decks and measure how strong they are by playing them. In games with Factions these take the"
        " place of decks, in games without either the seats. A deck of Open Worlds is the name of a printed deck or a"
        " file: plain text with one entry per line, such as '5x Exploit', or TOML.",
        **examples(
            "ow decks list",
            'ow decks match mine.txt "Smith-Boson F.E."',
            "ow decks matrix --game expansive_universe",
            "ow decks market-values --game star_realms --card Cutter",
        ),
    )
    parser.set_defaults(run=list_sides, cards=None, option=[])
    add_game(parser)
    add_json(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (told, module) in sub_commands().items():
        if typed is None or name in typed:
            import_module(module).add_to(actions, name, told)
        else:
            actions.add_parser(name, help=told)


def sub_commands() -> dict[str, tuple[str, str]]:
    """Return every sub-command, what it does, and the module that adds it."""
    found = {
        name: (told, f"{__name__}.{'listed' if name == 'list' else 'matchups'}") for name, told in ANY_GAME.items()
    }
    for game in games():
        package = package_of(game)
        table: Mapping[str, str] = getattr(package, "DECKS", {})
        found |= {name: (told, f"{package.__name__}.decks") for name, told in table.items()}
    return found
