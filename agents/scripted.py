"""The scripted agent: what a thoughtful beginner plays, by a script of its own for each game.

Below: one file or folder a script. Above: agents.registry.
"""

from __future__ import annotations

from collections.abc import Callable

from agents.base import Agent
from agents.matcher import Matcher
from agents.open_worlds.play import builder
from ow_env.core.game import Game

SCRIPTS: dict[str, Callable[[Game, int], Agent]] = {"goofspiel": Matcher, "open_worlds": builder}


def scripted(game: Game, seed: int) -> Agent:
    """Return the script for this game: in Open Worlds the builder, under this name."""
    if game.name not in SCRIPTS:
        raise ValueError(f"no script plays {game.name!r}; there are some for {', '.join(SCRIPTS)}")
    agent = SCRIPTS[game.name](game, seed)
    agent.name = "scripted"
    return agent
