"""The scripted agents of Expansive Universe, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and the tables of what
is printed; no position. All but the order of the deck is public, so that it works out the position from what it sees.
In order, each file building on those above it:

    weights.py  evaluation weights of each script, and the formula they belong to
    scratch.py  script scratch: the record that is worked in
    printed.py  what cards are worth by what is printed on them
    decode.py   an observation, decoded into a position
    answers.py  quick answers to what is asked on the way
    ways.py     ways of a crew
    worth.py    what a position is worth
    trials.py   what an action leads to
    player.py   takes what leads to the most
    replies.py  takes what leads to the most after the turns of all opponents
    scripts.py  the scripts, a row each
"""

from agents.expansive_universe.scripts import SCRIPTS
from agents.games import SearchDefaults

SEARCH = SearchDefaults(
    scale=4.0,  # a lead of a quarter of the goal is worth half a game
    rollout="mixed",
    rollout_turns=1,
)

__all__ = ["SCRIPTS", "SEARCH"]
