"""``ow compile``: compile the games now, so that the first game on this machine starts at once."""

from __future__ import annotations

import argparse
import importlib
import time
from typing import Any

GAMES = ("open_worlds", "goofspiel")


def add_to(commands: Any) -> None:
    """Add ``ow compile``."""
    parser = commands.add_parser("compile", help="compile the games for this machine")
    parser.set_defaults(run=compile_games)


def compile_games(arguments: argparse.Namespace) -> None:
    """Start a game of each; what is compiled already is only loaded."""
    for name in GAMES:
        start = time.perf_counter()
        importlib.import_module(f"ow_env.{name}_v0").parallel_env().reset(seed=0)
        print(f"{name} is ready ({time.perf_counter() - start:.1f} s)")
