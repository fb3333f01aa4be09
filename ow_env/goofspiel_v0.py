"""Goofspiel for PettingZoo: ``parallel_env`` (all bid at once), ``env`` and ``raw_env`` (AEC).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents; `gymnasium.make` calls them.

Each takes the options of ``goofspiel.game.Goofspiel`` and those of every environment, by name:
``goofspiel_v0.parallel_env(num_cards=6, bids="hidden", render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.goofspiel.game import Goofspiel

env, raw_env, parallel_env = environments("goofspiel_v0", Goofspiel)
single_env, vector_env = entry_points("goofspiel_v0", Goofspiel)
