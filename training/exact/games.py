"""Games small enough to solve, by their names: a file a game beside this one has its own.

Below: those files. Above: tree.py; openspiel.py; commands that take a game.

They are played by the same compiled rules as the whole games. A file has the name of its game and ``SMALL``: for each
name, which begins with the game's, what it is and how it is made. What is made is a `Game` whose
chance is known (`ow_env.core.chance`), and which may have ``openings``, where its games begin.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ow_env import registry
from ow_env.core.game import Game
from training.exact.small import Rows, made


@cache
def small_games() -> Rows:
    """Return, for the name of every small game, what it is and how it is made."""
    found: dict[str, Any] = {}
    for name in registry.games():
        if find_spec(f"{__package__}.{name}"):
            found |= import_module(f"{__package__}.{name}").SMALL
    return found


def make(name: str) -> Game:
    """Return a small game by its name."""
    return made(small_games(), name)
