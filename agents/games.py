"""Each game's folder of agents, found by the game's name.

Below: the registry of games. Above: registry.py (agents by name), shipped.py, search/. A folder `agents/<game>/` says
in its `__init__.py` who plays by a script, ``SCRIPTS``, and how its positions are searched, ``SEARCH``; it may have a
folder ``shipped/`` with learned agents. Another distribution's game names its folder by an entry point of the group
``ow_env.agents``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from agents.base import Agent
from ow_env.core.game import Game
from ow_env.registry import ROWS, games

GROUP = "ow_env.agents"
Factory: TypeAlias = Callable[[Game, int], Agent]


@dataclass(frozen=True)
class SearchDefaults:
    """What a search can't tell from a game's facts: how it values positions and plays on where no network does."""

    scale: float = 1.0  # of the potential, before it is squeezed between -1 and 1
    rollout: str = "random"  # who plays on beyond the tree; where it is a script, the learner's first teacher leads
    rollout_turns: int | None = None  # how many turns it plays on; None: as many as random games last
    log_prior_bonus: float = 0.1  # how much the word of a script counts that leads, with sequential halving


@cache
def package_of(game: str) -> ModuleType | None:
    """Return the package with what plays a game; None: nobody has written anything for it."""
    if game not in games():
        return None
    name = f"{__package__}.{game}"
    if game not in ROWS:
        name = {point.name: point.value for point in entry_points(group=GROUP)}.get(game, "")
    return import_module(name) if name and find_spec(name) else None


def scripts_of(game: str) -> Mapping[str, Factory]:
    """Return who plays a game by a script, the first of them being what "scripted" stands for."""
    found: Mapping[str, Factory] = getattr(package_of(game), "SCRIPTS", {})
    return found


def teacher_of(game: str) -> str:
    """Return whom a learner of a game first imitates: the package's ``TEACHER``, else its first script; "": nobody.

    That is the script that plays best of those quick enough to be asked thousands of times a second.
    """
    found: str = getattr(package_of(game), "TEACHER", next(iter(scripts_of(game)), ""))
    return found


def search_defaults_of(game: str) -> SearchDefaults:
    """Return how a game is searched."""
    found: SearchDefaults = getattr(package_of(game), "SEARCH", SearchDefaults())
    return found


def folder_of(game: str) -> Path | None:
    """Return the game's folder."""
    package = package_of(game)
    return None if package is None or package.__file__ is None else Path(package.__file__).parent
