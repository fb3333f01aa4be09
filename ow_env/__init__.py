"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

`make(name, **options)` returns a game of the suite, `games()` tells their names.

Importing this package compiles nothing and loads no game. It tells Gymnasium's and PettingZoo's registries where each
game is found: `gymnasium.make("ow_env/OpenWorlds-v0")`, `pettingzoo.make("parallel", "ow_env/OpenWorlds-v0")`.
"""

import gymnasium
import pettingzoo

from ow_env.registry import environment_ids, games, make
from ow_env.version import VERSION

__version__ = VERSION
__all__ = ["games", "make"]

for _id, _module in environment_ids().items():
    if _id not in gymnasium.registry:  # a package may be loaded twice
        gymnasium.register(_id, entry_point=f"{_module}:single_env", vector_entry_point=f"{_module}:vector_env")
    if hasattr(pettingzoo, "register") and _id not in pettingzoo.parallel_registry:  # PettingZoo 1.26 has a registry
        pettingzoo.register("parallel", _id, f"{_module}:parallel_env")
        pettingzoo.register("aec", _id, f"{_module}:env")
