"""Each game's folder of agents, found by the game's name.

Below: the registry of games. Above: registry.py (agents by name), shipped.py, search/. A folder `agents/<game>/` says
in its `__init__.py` who plays by a script, ``SCRIPTS``, and what is best to search with, ``SEARCH``; it may have a
folder ``shipped/`` with learned agents. Another distribution's game names its folder by an entry point of the group
``ow_env.agents``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from agents.base import Agent
from ow_env.core.game import Game
from ow_env.registry import ROWS, games

GROUP = "ow_env.agents"
Factory: TypeAlias = Callable[[Game, int], Agent]


@dataclass(frozen=True)
class SearchDefaults:
    """What to search with in one game where nothing is said; the rest is as `search.settings.Settings` has it."""

    scale: float = 1.0  # of the potential, before it is squeezed between -1 and 1
    alone: Mapping[str, Any] = field(default_factory=dict)  # without a network
    with_network: Mapping[str, Any] = field(default_factory=lambda: {"prior": "network", "rollout_turns": 0})
    # bundled agents and lead it where no network is named, and what is best with each besides; None: any
    led_by: Mapping[str, Mapping[str, Any]] | None = None


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
    """Return what to search with in a game."""
    found: SearchDefaults = getattr(package_of(game), "SEARCH", SearchDefaults())
    return found


def folder_of(game: str) -> Path | None:
    """Return the game's folder."""
    package = package_of(game)
    return None if package is None or package.__file__ is None else Path(package.__file__).parent
