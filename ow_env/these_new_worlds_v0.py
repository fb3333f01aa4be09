"""These New Worlds for PettingZoo: ``env``, ``raw_env`` (AEC, taking turns), ``parallel_env`` (who waits passes).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents; `gymnasium.make` calls them.

Each takes the options of ``these_new_worlds.game.TheseNewWorlds`` and those of every environment, by name:
``these_new_worlds_v0.env(rounds=4, render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.these_new_worlds.game import TheseNewWorlds

env, raw_env, parallel_env = environments("these_new_worlds_v0", TheseNewWorlds)
single_env, vector_env = entry_points("these_new_worlds_v0", TheseNewWorlds)
