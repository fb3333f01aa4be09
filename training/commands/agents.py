"""``ow agents``: who there is to play with; the card of a saved agent; saved agents fetched and given away.

Below: training/known_agents.py, which reads the list without importing agents; hub.py; program_check.py.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ow_env.registry import ROWS
from ow_env.user_files import agents_folder, pulled_agents
from training.arguments import a_name, a_path
from training.commands.options import add_game, add_game_below, add_json, add_option, examples, options_of
from training.files import aligned_wrapped, hanging
from training.known_agents import Known, known_agents
from training.progress import ProgressLine

WIDTH = 100
NOTE = (
    "Table: where the Elo was measured, random = 0; compare agents at the same table only. Learned agents play that"
    " table alone, all others any. `ow agents -v`: settings, and Elo at all tables."
)


def add_to(commands: Any) -> None:
    """Add ``ow agents``, which lists, and ``ow agents card``, ``pull``, ``push`` and ``check``."""
    parser = commands.add_parser(
        "agents",
        description="List the agents that play a game, strongest first: how each plays, and its Elo.",
        **examples(
            "ow agents --game tradeworlds",
            "ow agents card runs/mine/agent.safetensors",
            "ow agents push runs/mine/agent.safetensors someone/mine",
            "ow agents pull someone/mine",
        ),
    )
    parser.set_defaults(run=listed)
    add_game(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="also versions, settings, Elo at every table")
    add_json(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    card = actions.add_parser(
        "card",
        help="evaluate a saved agent and write its model card",
        description="Evaluate a saved agent against random and scripted agents, as each player and with decks swapped"
        " (in a single-player game: by itself, and each of them too), and write its model card: FILE.md to read,"
        " FILE.json for programs. Games are kept in runs/cards/: after an interruption the same command resumes.",
    )
    card.set_defaults(run=write_card, json=False)
    card.add_argument("file", type=a_path, metavar="FILE", help="the saved agent, a .safetensors file")
    card.add_argument(
        "--decks", nargs="+", metavar="DECK", help="evaluate with these (default: those it was trained with)"
    )
    add_option(card)
    card.add_argument("--games", type=int, default=4000, help="per opponent (default 4000)")
    card.add_argument(
        "--out", type=a_path, metavar="FOLDER",
        help="where to write the card (default: beside FILE; for a bundled agent: the current folder)",
    )  # fmt: skip
    place = "NAME/REPOSITORY on the Hugging Face Hub, or a folder: one that exists, or a path from ./, ../, / or ~ on"
    pull = actions.add_parser(
        "pull",
        help="fetch a saved agent from the Hugging Face Hub or from a folder",
        description="Fetch a saved agent, check it by its SHA-256, and keep it under a name that works wherever an"
        " agent's name does. Nothing in it is executed. Pulled again from the same place, it is replaced.",
        **examples(
            "ow agents pull someone/mine", "ow agents pull someone/mine rival --revision v2", "ow agents pull ./mine"
        ),
    )
    pull.set_defaults(run=fetch, json=False)
    pull.add_argument("repo", type=a_name, metavar="REPO", help=place)
    pull.add_argument("name", nargs="?", type=a_name, metavar="NAME", help="call it this (default: the end of REPO)")
    pull.add_argument("--revision", type=a_name, metavar="REV", help="branch, tag or commit (default: the newest)")
    push = actions.add_parser(
        "push",
        help="give a saved agent away: to the Hugging Face Hub or to a folder",
        description="Write a saved agent, its SHA-256 and a page about it to a repository, which is made if it is not"
        " there. Its card (`ow agents card`), if it has one, goes with it. Push to a folder first to see what would be"
        " published.",
        **examples(
            "ow agents push runs/mine/agent.safetensors someone/mine", "ow agents push rival ./copy --game goofspiel"
        ),
    )
    push.set_defaults(run=give, json=False)
    push.add_argument("agent", type=a_name, metavar="AGENT", help="a .safetensors file, or the name of a saved agent")
    push.add_argument("repo", type=a_name, metavar="REPO", help=place)
    add_game_below(push)
    push.add_argument("--private", action="store_true", help="if the repository is new, let only you see it")
    push.add_argument("--message", type=a_name, metavar="TEXT", default="An agent", help="of the commit")
    check = actions.add_parser(
        "check",
        help="check that a program of yours keeps the protocol of docs/programs.md",
        description="Put a program into the situations of a match: hello, several games at once in each seat, what a"
        " later protocol may send, games that go on in a new process, quit. Say in a sentence each what it does well"
        " and what fails. The exit code is 1 if anything failed.",
        **examples("ow agents check program:./bot", "ow agents check 'program:python3 bot.py' --game star_realms"),
    )
    check.set_defaults(run=check_program, json=False)
    check.add_argument("agent", type=a_name, metavar="AGENT", help="program:COMMAND, with time limits if any")
    add_game_below(check)
    add_option(check)


def fetch(arguments: argparse.Namespace) -> None:
    """Pull, and say where it lies and how it is used."""
    from training import hub

    print(hub.pull(arguments.repo, arguments.name, arguments.revision))


def give(arguments: argparse.Namespace) -> None:
    """Push, and say where to."""
    from training import hub

    print(hub.push(arguments.agent, arguments.repo, arguments.game, arguments.private, arguments.message))


def listed(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Print a table of the agents; return it as data."""
    known = known_agents(arguments.game)
    rows = [["agent", "Elo (95 % CI)", "table", "how it plays"]]
    for agent in known:
        first = agent.ratings[0] if agent.ratings else None
        rated = f" (rated: {first.rated})" if first and first.rated != agent.name else ""
        strength, table = (first.text, first.table) if first else ("", agent.table)
        rows.append([agent.name, strength, table, agent.about + rated])
    print("\n".join(aligned_wrapped(rows, WIDTH, indent="")))
    settings = settings_of(arguments.game, known) if arguments.verbose else {}
    for agent in known if arguments.verbose else ():
        told = [settings[agent.name]] if agent.name in settings else []
        told += [f"Elo at {each.table}: {each.text}" for each in agent.ratings]
        if told:
            print("\n" + "\n".join(hanging(f"{agent.name}: ", "; ".join(told), WIDTH)))
    print("\n" + "\n".join(hanging("", NOTE, WIDTH)))
    if pulled_agents(arguments.game):
        print(f"Pulled agents lie in {agents_folder() / arguments.game}; delete a folder there to be rid of one.")
    if not any(agent.name.startswith("learned") for agent in known):
        here = "pip install open-worlds-env-agents, or " if arguments.game in ROWS else ""
        print(f"No learned agent of this game is installed: {here}`ow train --game {arguments.game}`.")
    return [asdict(agent) | ({"settings": settings.get(agent.name)} if settings else {}) for agent in known]


def settings_of(game: str, known: list[Known]) -> dict[str, str]:
    """Return version and settings of the agents that play the game as it is by default."""
    import agents
    from agents.search.settings import in_words
    from training.games import make_game

    made, told = make_game(game), {}
    for each in known:
        try:
            agent = agents.make(each.name, made)
        except (ValueError, ImportError):  # made for another mode, or nothing is installed that reads it
            continue
        settings = (in_words(key, value) for key, value in agent.parameters.items() if key != "seed")
        told[each.name] = ", ".join([f"version {agent.version}", *settings])
    return told


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


def check_program(arguments: argparse.Namespace) -> int:
    """Print what came of each situation; return the exit code."""
    from agents.program.settings import NAME
    from training.games import make_game
    from training.program_check import check

    if arguments.agent.partition(":")[0] != NAME:
        raise ValueError(f"AGENT: expected {NAME}:COMMAND, got {arguments.agent!r}")
    failed = 0
    for found in check(arguments.agent, make_game(arguments.game, **options_of(arguments))):
        print(f"{'ok  ' if found.ok else 'FAIL'}  {found.sentence}", flush=True)
        failed += not found.ok
    print(f"{failed} of these failed" if failed else "it keeps the protocol")
    return 1 if failed else 0


def is_shipped(file: Path) -> bool:
    """Does this file lie in the package? Its card comes with it, and is not written over."""
    import agents

    return Path(agents.__file__).resolve().parent in file.resolve().parents
