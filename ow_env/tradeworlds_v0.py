"""TradeWorlds for PettingZoo: ``env``, ``raw_env`` (AEC, taking turns), ``parallel_env`` (who waits passes).

For Gymnasium: ``single_env``, ``vector_env``, one seat against opponents, or alone against The Derelict;
`gymnasium.make` calls them.

Each takes the options of ``tradeworlds.game.TradeWorlds`` and those of every environment, by name:
``tradeworlds_v0.env(scenario="Space Wars", num_players=3, render_mode="ansi")``.
"""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from ow_env.tradeworlds.game import TradeWorlds

env, raw_env, parallel_env = environments("tradeworlds_v0", TradeWorlds)
single_env, vector_env = entry_points("tradeworlds_v0", TradeWorlds)
