"""The module of environments of every registered game: ``from ow_env import goofspiel_v0``.

Below: registry.py, adapters. Above: the package itself, which installs this as it is imported. Until such a module is
asked for nothing is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ow_env import registry


class Environments(MetaPathFinder, Loader):
    """Makes the module ``ow_env.<name>_v0`` of a registered game that has no file of this name.

    It has what PettingZoo's modules have (``env``, ``raw_env``, ``parallel_env``), and ``single_env`` and
    ``vector_env`` for Gymnasium. The games of the suite have such files for the sake of type checkers.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how the module is made; None: it is none of ours."""
        package, _, module = fullname.rpartition(".")
        name = module.removesuffix("_v0")
        if package != "ow_env" or name == module or name not in registry.rows():
            return None
        return ModuleSpec(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        """Make the functions of the module."""
        from ow_env.adapters.gymnasium import entry_points
        from ow_env.adapters.pettingzoo import environments

        own = module.__name__.rpartition(".")[2]
        kind: Any = registry.class_of(own.removesuffix("_v0"))
        made: Any = module
        made.__doc__ = f"{kind.facts.title} for PettingZoo and Gymnasium, as every game has it."
        made.env, made.raw_env, made.parallel_env = environments(own, kind)
        made.single_env, made.vector_env = entry_points(own, kind)


def install() -> None:
    """Let ``from ow_env import <name>_v0`` work for every registered game."""
    if not any(isinstance(finder, Environments) for finder in sys.meta_path):
        sys.meta_path.append(Environments())
