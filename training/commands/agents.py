"""``ow agents``: who there is to play with, and the card of a saved agent."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import agents
from agents import shipped
from agents.search.settings import in_words
from training.arguments import a_path
from training.commands.options import add_game, add_option, options_of
from training.games import make_game
from training.progress import ProgressLine


def add_to(commands: Any) -> None:
    """Add ``ow agents`` and ``ow agents card``."""
    parser = commands.add_parser("agents")
    parser.set_defaults(run=listed)
    add_game(parser)
    actions = parser.add_subparsers(metavar="card")
    card = actions.add_parser(
        "card",
        help="measure a saved agent and write its card",
        description="Measure a saved agent against random and scripted ones, from every seat and with the decks each"
        " way (in a game for one by itself, and them too), and write its card: FILE.md to read, FILE.json for"
        " programs. What was played is kept in runs/cards/, so an interrupted measurement goes on.",
    )
    card.set_defaults(run=write_card)
    card.add_argument("file", type=a_path, metavar="FILE", help="the agent's file, which ends in .safetensors")
    card.add_argument(
        "--decks", nargs="+", metavar="DECK", help="to measure it with (default: those it was trained with)"
    )
    add_option(card)
    card.add_argument("--games", type=int, default=4000, help="against each (default 4000)")
    card.add_argument(
        "--out", type=a_path, metavar="FOLDER",
        help="where the card is written (default: beside FILE; of an agent that comes with the package: here)",
    )  # fmt: skip


def listed(arguments: argparse.Namespace) -> None:
    """Print every agent by name, version and parameters, and the rating of those that have a card."""
    game = make_game(arguments.game)
    for name in agents.names(arguments.game):
        try:
            agent = agents.make(name, game)
        except ValueError as error:  # saved agents can't be read without safetensors
            print(f"{name:12} can't be made: {error}")
            continue
        facts = ", ".join(in_words(key, value) for key, value in agent.parameters.items() if key != "seed")
        path = shipped.paths(game.name).get(name)
        card = path and path.with_suffix(".json")
        if card and card.is_file():
            data = json.loads(card.read_text(encoding="utf-8"))
            facts += "; " + strength_of(data)
        print(f"{name:12} version {agent.version}{': ' + facts if facts else ''}")


def strength_of(card: dict[str, Any]) -> str:
    """Return how strong an agent is, as its card says: "Elo 812 ± 30", or in a game for one "won 37.2 %"."""
    if not card.get("alone"):
        return f"Elo {card['elo']:.0f} ± {card['elo_error']:.0f}"
    own = card["alone"]
    return f"won {100 * own['share']:.1f} %" if card["payoff"] == "win" else f"scored {own['score']:.3f}"


def write_card(arguments: argparse.Namespace) -> None:
    """Measure and write, with a progress line."""
    from training import agent_card
    from training.measure import model_card

    folder = arguments.out or (Path() if is_shipped(arguments.file) else arguments.file.parent)
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()  # refused now, and not after the games
    with ProgressLine(every=0.0) as say:
        card = agent_card.measure(
            arguments.file, arguments.games, say=say, decks=arguments.decks, options=options_of(arguments) or None
        )
    for path in model_card.write(card, folder):
        print(path)


def is_shipped(file: Path) -> bool:
    """Does this file lie in the package? Its card comes with it, and is not written over."""
    return Path(agents.__file__).resolve().parent in file.resolve().parents
