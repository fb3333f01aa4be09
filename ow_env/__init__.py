"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

`make(name, **options)` returns a game of the suite, `games()` tells their names.

Importing this package compiles nothing and loads no game. It tells Gymnasium's and PettingZoo's registries where each
game is found: `gymnasium.make("ow_env/OpenWorlds-v0")`, `pettingzoo.make("parallel", "ow_env/OpenWorlds-v0")`.
"""

import os
import sys

from ow_env import environments
from ow_env.registry import environment_ids, games, make
from ow_env.version import VERSION

__version__ = VERSION
__all__ = ["games", "make", "register"]


def register() -> None:
    """Tell Gymnasium's and PettingZoo's registries where each game is found, as importing this package does."""
    import gymnasium
    import pettingzoo

    for name, module in environment_ids().items():
        if name not in gymnasium.registry:  # a package may be loaded twice
            gymnasium.register(name, entry_point=f"{module}:single_env", vector_entry_point=f"{module}:vector_env")
        if hasattr(pettingzoo, "register") and name not in pettingzoo.parallel_registry:  # from PettingZoo 1.26 on
            pettingzoo.register("parallel", name, f"{module}:parallel_env")
            pettingzoo.register("aec", name, f"{module}:env")


def is_command() -> bool:
    """Is this process the command `ow`? It needs no registry, and importing others' could fail or be interrupted."""
    script = os.path.basename(getattr(sys, "argv", [""])[0])
    return script.removesuffix(".exe") == "ow" or sys.orig_argv[1:3] == ["-m", "ow_env"]


environments.install()
if not is_command():
    register()
