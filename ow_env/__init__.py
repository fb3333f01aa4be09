"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

Importing this package compiles nothing and loads no game. It tells Gymnasium's and PettingZoo's registries where each
game is found: `gymnasium.make("ow_env/OpenWorlds-v0")`, `pettingzoo.make("parallel", "ow_env/OpenWorlds-v0")`.
"""

import gymnasium
import pettingzoo

__version__ = "0.1.0"

GAMES = {"ow_env/OpenWorlds-v0": "open_worlds_v0", "ow_env/Goofspiel-v0": "goofspiel_v0"}
"""Every game: its name in the registries, and the module of this package that has its environments."""

for _id, _module in GAMES.items():
    if _id not in gymnasium.registry:  # a package may be loaded twice
        gymnasium.register(
            _id,
            entry_point=f"ow_env.{_module}:single_env",
            vector_entry_point=f"ow_env.{_module}:vector_env",
        )
    if hasattr(pettingzoo, "register") and _id not in pettingzoo.parallel_registry:  # PettingZoo 1.26 has a registry
        pettingzoo.register("parallel", _id, f"ow_env.{_module}:parallel_env")
        pettingzoo.register("aec", _id, f"ow_env.{_module}:env")
