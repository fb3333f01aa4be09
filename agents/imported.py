"""Agents of your own, from a module that need not be installed: `python:my_agents:Highest`.

Below: ow_env. Above: agents.registry. The name is called as ``Highest(game, seed)`` and returns an agent, so a class or
a function will do. Modules in the current folder are found, as by `python -m`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from agents.base import Agent
from ow_env.core.game import Game
from ow_env.core.text import nearest

FAMILY = "python"
FORM = f"{FAMILY}:MODULE:NAME"


def imported(game: Game, seed: int, spec: str) -> Agent:
    """Return the agent that a spec names: "python:MODULE:NAME".

    Raises:
        ValueError: there is no such module or name, or what it makes is no agent; which, and what would be right.
    """
    module_name, colon, name = spec.partition(":")[2].partition(":")
    if not (module_name and colon and name):
        raise ValueError(f"agent: expected {FORM}, got {spec!r}")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise  # the module is there, and lacks another
        raise ValueError(f"{spec}: there is no module {module_name!r}, neither installed nor in {here}") from None
    factory: Any = getattr(module, name, None)
    if not callable(factory):
        raise ValueError(f"{spec}: {module_name} has no class or function {name!r}{nearest(name, vars(module))}")
    agent: Agent = factory(game, seed)
    lacks = [each for each in ("act", "name", "version", "parameters") if not hasattr(agent, each)]
    if lacks:
        raise ValueError(f"{spec}: expected {name}(game, seed) to return an agent; it lacks {', '.join(lacks)}")
    return agent
