"""The environments of Your Game."""

from ow_env.adapters.gymnasium import entry_points
from ow_env.adapters.pettingzoo import environments
from training.scaffold.your_game.game import YourGame

env, raw_env, parallel_env = environments("your_game_v0", YourGame)
single_env, vector_env = entry_points("your_game_v0", YourGame)
