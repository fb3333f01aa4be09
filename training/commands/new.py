"""``ow new``: begin a game of your own with a small one that runs."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import Any

from training import scaffold
from training.arguments import a_name, a_path
from training.commands.options import examples


def add_to(commands: Any) -> None:
    """Add ``ow new``."""
    parser = commands.add_parser(
        "new",
        description="Write a small card game that runs, as a start for your own: an installable package with its"
        " rules, a scripted agent and a test. The guide docs/your-own-game.md continues from there.",
        **examples("ow new space_race", "ow check-game space_race"),
    )
    parser.set_defaults(run=run)
    parser.add_argument("name", type=a_name, metavar="NAME", help="of the game, a Python identifier: space_race")
    parser.add_argument("--at", type=a_path, metavar="FOLDER", help="a new or empty folder (default: ./NAME)")
    parser.add_argument("--repository", action="store_true", help="add it to the suite in this repository instead")


def run(arguments: argparse.Namespace) -> None:
    """Write it, and say what to do next."""
    if arguments.repository and arguments.at is not None:
        raise ValueError("--at: not with --repository, whose folders are fixed")
    name: str = arguments.name
    if arguments.repository:
        written = scaffold.write_within(name)
    else:
        written = scaffold.write_own(name, arguments.at or Path(name))
    for path in written:
        print(os.path.relpath(path))
    if arguments.repository:
        print(f"\nAdd this row to ROWS in ow_env/registry.py:\n\n    {scaffold.row_of(name)}\n\nThen:\n")
    else:
        print(f"\nNext:\n\n    pip install -e {shlex.quote(str(arguments.at or name))}")
    print(
        f"    ow check-game {name}            what is missing or wrong\n"
        f"    ow watch climber random --game {name}\n"
        f"    ow play --game {name}\n"
        f"    ow train --game {name}"
    )
