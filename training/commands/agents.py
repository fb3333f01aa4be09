"""``ow agents``: who there is to play with, the card of a saved agent, and those that come along made anew."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

import agents
from agents import shipped
from training.arguments import a_number, a_path
from training.commands.options import add_game, add_option, options_of
from training.games import make_game
from training.progress import ProgressLine

RUNS = Path("runs/shipped")
ROOT = Path(__file__).parents[2]  # of the repository, in a checkout


def add_to(commands: Any) -> None:
    """Add ``ow agents``, ``ow agents card`` and ``ow agents make``."""
    parser = commands.add_parser("agents", help="list the agents, or write the card of a saved one")
    parser.set_defaults(run=listed)
    add_game(parser)
    actions = parser.add_subparsers(metavar="card | make")
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
    make = actions.add_parser(
        "make",
        help="make the agents that come with the package anew",
        description="Train the agents that come with the package by their settings (agents/GAME/shipped/NAME.toml), put"
        " them in their places, write their cards, train a response to each, play their ladders and list them on"
        " docs/shipped.md. For a checkout of the repository. What is there already in --runs is taken as it is, so an"
        " interrupted command goes on.",
    )
    make.set_defaults(run=make_shipped)
    make.add_argument("only", nargs="*", metavar="NAME", help="a game, or an agent as --list names it (default: all)")
    make.add_argument("--list", action="store_true", help="make nothing, name them")
    make.add_argument("--minutes", type=a_number, help="train so long (default: as each one's settings say)")
    make.add_argument("--games", type=int, default=4000, help="against each script, on a card (default 4000)")
    make.add_argument(
        "--as-it-is", action="store_true", help="train nothing: cards, where they are not of today, and ladders"
    )
    make.add_argument(
        "--runs", type=a_path, default=RUNS, metavar="FOLDER", help="for their runs (default %(default)s)"
    )


def listed(arguments: argparse.Namespace) -> None:
    """Print every agent by name, version and parameters, and the rating of those that have a card."""
    game = make_game(arguments.game)
    for name in agents.names(arguments.game):
        try:
            agent = agents.make(name, game)
        except ValueError as error:  # saved agents can't be read without safetensors
            print(f"{name:12} can't be made: {error}")
            continue
        facts = ", ".join(f"{key} {value}" for key, value in agent.parameters.items() if key != "seed")
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


def make_shipped(arguments: argparse.Namespace) -> None:
    """Make agents anew, one after the other, with a progress line."""
    try:
        from training import roster
        from training.commands.train import StopRequest, progress_line
        from training.measure.workers import ProcessExecutor
    except ImportError as error:
        raise ValueError(f"training needs more: pip install 'open-worlds-env[train]' ({error.name})") from None
    chosen = roster.recipes(arguments.only)
    if arguments.list:
        for recipe in chosen:
            print(f"{recipe.label:40} {'has a card' if recipe.card.is_file() else 'not made yet'}")
        return
    docs = ROOT / "docs"
    if not docs.is_dir():
        raise ValueError(f"{ROOT}: no checkout of the repository, whose agents and pages this writes")
    try:
        for recipe in chosen:
            print(f"{recipe.label}: in {arguments.runs / recipe.label}", flush=True)
            with progress_line() as say, StopRequest() as stop, ProcessExecutor(os.cpu_count() or 1) as executor:
                roster.make(
                    recipe, arguments.runs, docs / "ladder", executor, say, stop, minutes=arguments.minutes,
                    games=arguments.games, as_it_is=arguments.as_it_is,
                )  # fmt: skip
            roster.write_page(docs / "shipped.md", ROOT)
    except KeyboardInterrupt:
        print(f"stopped: {shlex.join(['ow', *sys.argv[1:]])} goes on", file=sys.stderr)
        raise
