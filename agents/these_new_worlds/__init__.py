"""The scripted agents of These New Worlds, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and the tables of what
is printed; no position. In order, each file building on those above it:

    weights.py   evaluation weights of the governor, and the formulas they belong to
    scratch.py   script scratch: the record that is worked in
    decode.py    an observation, decoded into it; what cards would bring
    greedy.py    the most tokens now
    odds.py      dice, space combat, what the game is worth after a round
    planner.py   two costs to reach, then the dice; what a play locks out
    outlook.py   which cards are yet played, what tokens that makes, whose planet
    governor.py  the action with the best outlook
    scripts.py   the scripts, a row each
"""

from agents.games import SearchDefaults
from agents.these_new_worlds.scripts import SCRIPTS

SEARCH = SearchDefaults(
    scale=2.0,  # a lead of one planet, of the four that win, is worth half a game
    rollout="greedy",  # the governor gains little there and takes much longer
    rollout_turns=1,  # to the end of the round
)

__all__ = ["SCRIPTS", "SEARCH"]
