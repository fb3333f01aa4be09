"""Expansive Universe for PettingZoo: ``env``, ``raw_env`` (AEC, taking turns), ``parallel_env`` (who waits passes).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents;
`gymnasium.make` calls them.

Each takes the options of ``expansive_universe.game.ExpansiveUniverse`` and those of every environment, by name:
``expansive_universe_v0.env(num_players=3, render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.expansive_universe.game import ExpansiveUniverse

env, raw_env, parallel_env = environments("expansive_universe_v0", ExpansiveUniverse)
single_env, vector_env = entry_points("expansive_universe_v0", ExpansiveUniverse)
