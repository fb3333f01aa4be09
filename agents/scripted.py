"""The scripted agent: what a thoughtful beginner plays, by a script of its own for each game.

Below: one file a script. Above: agents.registry.
"""

from __future__ import annotations

from collections.abc import Callable

from agents.base import Agent
from agents.builder import Builder
from agents.matcher import Matcher
from ow_env.core.game import Game

SCRIPTS: dict[str, Callable[[Game], Agent]] = {"goofspiel": Matcher, "open_worlds": Builder}


def scripted(game: Game, seed: int) -> Agent:
    """Return the script for this game. Scripts choose without chance: ``seed`` is not used."""
    if game.name not in SCRIPTS:
        raise ValueError(f"no script plays {game.name!r}; there are some for {', '.join(SCRIPTS)}")
    return SCRIPTS[game.name](game)
