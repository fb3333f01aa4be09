"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

`make(name, **options)` returns a game of the suite, `games()` their names. `Batch`, `Game` and the class of each game
(`from ow_env import Batch, OpenWorlds`) stand here too, and are imported when they are first asked for.

Importing this package compiles nothing and loads no game. It tells Gymnasium's and PettingZoo's registries where each
game is found: `gymnasium.make("ow_env/OpenWorlds-v0")`, `pettingzoo.make("parallel", "ow_env/OpenWorlds-v0")`.
"""

import os
import sys
from typing import TYPE_CHECKING, Any

from ow_env import environments
from ow_env.registry import ROWS, class_of, environment_ids, games, make
from ow_env.version import VERSION

__version__ = VERSION
CLASSES = {row.partition(":")[2]: name for name, row in ROWS.items()}  # the class of each game: the game's name
SHARED = ("Batch", "Game")  # of core
__all__ = ["games", "make", "register", *SHARED, *CLASSES]

if TYPE_CHECKING:
    from ow_env.core import Batch as Batch, Game as Game


def __getattr__(name: str) -> Any:
    """Import what is named here when it is first asked for."""
    if name in CLASSES:
        return class_of(CLASSES[name])
    if name in SHARED:
        from ow_env import core

        return getattr(core, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those not imported yet too."""
    return sorted({*globals(), *__all__})


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
