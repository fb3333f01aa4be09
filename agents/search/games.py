"""The search of each game, compiled when first used. Below: tree.py, and one file a game. Above: agent.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from numpy.typing import NDArray

from agents.search import tree


@dataclass(frozen=True)
class Searcher:
    """What agent.py needs to search one game."""

    search: Any  # the compiled search
    think: Any
    weigh: Any
    scripts: tuple[str, ...]  # who may play beyond the tree, beside "random"
    scale: float  # of potential
    kit: Callable[[NDArray[Any]], NDArray[Any]]  # made of the game's tables [1]


GAMES = ("open_worlds", "goofspiel")


@cache
def searcher_of(name: str) -> Searcher:
    """Return the search of a game.

    Raises:
        ValueError: there is none for a game of this name.
    """
    if name not in GAMES:
        raise ValueError(f"search: there is none for {name!r}; there is for {', '.join(GAMES)}")
    habits = import_module(f"agents.search.{name}")
    engine = import_module(f"ow_env.{name}.engine")
    search, think, weigh = tree.bind(habits.LIBRARY, engine, habits)
    return Searcher(search, think, weigh, habits.SCRIPTS, habits.POTENTIAL_SCALE, habits.kit_for)
