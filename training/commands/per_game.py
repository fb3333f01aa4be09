"""What a game adds to commands: modules of the folder here that has the game's name, each of them named as a command.

Below: the registry of games. Above: commands that more can be said with where the game is known.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ow_env.registry import games


def package_of(game: str) -> Any:
    """Return the package with a game's modules for commands; None: it has none."""
    package = f"{__package__}.{game}"
    return import_module(package) if game in games() and find_spec(package) is not None else None


def own(game: str, command: str) -> Any:
    """Return a game's own module for a command; None: it has none."""
    package = package_of(game)
    if package is None or find_spec(f"{package.__name__}.{command}") is None:
        return None
    return import_module(f"{package.__name__}.{command}")
