"""Open Worlds for PettingZoo: ``parallel_env`` (all choose at once), ``env`` and ``raw_env`` (AEC).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents; `gymnasium.make` calls them.

Each takes the options of ``open_worlds.game.OpenWorlds`` and those of every environment, by name:
``open_worlds_v0.parallel_env(decks=("Baker-Braugn EDV", "Ares Venture Trust"), render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.open_worlds.game import OpenWorlds

env, raw_env, parallel_env = environments("open_worlds_v0", OpenWorlds)
single_env, vector_env = entry_points("open_worlds_v0", OpenWorlds)
