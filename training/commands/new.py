"""``ow new``: begin a game of your own with a small one that runs."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import Any

from training import scaffold
from training.arguments import a_name, a_path


def add_to(commands: Any) -> None:
    """Add ``ow new``."""
    parser = commands.add_parser(
        "new",
        description="Write a small card game that runs, to make your own of: a package to install, with its rules, a"
        " script that plays it and a test. docs/your-own-game.md goes on from there.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("name", type=a_name, metavar="NAME", help="of the game, as Python has names: space_race")
    parser.add_argument(
        "--at", type=a_path, metavar="FOLDER", help="a new or empty folder to write into (default: one called NAME)"
    )
    parser.add_argument(
        "--repository", action="store_true", help="write into the folders of this repository instead, for its suite"
    )


def run(arguments: argparse.Namespace) -> None:
    """Write it, and say what to do next."""
    if arguments.repository and arguments.at is not None:
        raise ValueError("--at: with --repository its folders are given; leave it out")
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
