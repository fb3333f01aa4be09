"""Star Realms for PettingZoo: ``env`` and ``raw_env`` (AEC, players take turns), ``parallel_env`` (who waits passes).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents; `gymnasium.make` calls them.

Each takes the options of ``star_realms.game.StarRealms`` and those of every environment, by name:
``star_realms_v0.env(first_player=0, render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.star_realms.game import StarRealms

env, raw_env, parallel_env = environments("star_realms_v0", StarRealms)
single_env, vector_env = entry_points("star_realms_v0", StarRealms)
