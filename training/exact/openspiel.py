"""The small games, which `ow exact` solves, as games of OpenSpiel: its solvers and measures take them.

Below: games.py; ow_env.adapters.openspiel, which needs OpenSpiel. Above: nothing.

    import pyspiel
    from training.exact import openspiel
    game = pyspiel.load_game("ow_env_goofspiel_4_random")
"""

from __future__ import annotations

from functools import partial

from ow_env import registry
from ow_env.adapters.openspiel import name_of as name_of, register
from training.exact.games import make, small_games

for _name in small_games():
    _kind = registry.class_of(_name.partition("-")[0])
    register(_name, _kind, partial(make, _name), {})
