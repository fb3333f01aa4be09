"""Card games as reinforcement-learning environments: one folder per game, and ``core`` below them.

Importing this package compiles nothing and loads no game. It tells Gymnasium's registry where each
game is found: `gymnasium.make("ow_env/OpenWorlds-v0")`.
"""

import gymnasium

__version__ = "0.1.0"

for _id, _module in (("OpenWorlds-v0", "open_worlds_v0"), ("Goofspiel-v0", "goofspiel_v0")):
    if f"ow_env/{_id}" not in gymnasium.registry:  # a package may be loaded twice
        gymnasium.register(
            f"ow_env/{_id}",
            entry_point=f"ow_env.{_module}:single_env",
            vector_entry_point=f"ow_env.{_module}:vector_env",
        )
