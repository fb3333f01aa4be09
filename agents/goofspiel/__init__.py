"""The scripted agents of Goofspiel, as compiled rules.

Below: ow_env. Above: agents.registry. In order, each file building on those above it:

    scratch.py  script scratch, which is empty
    matcher.py  bids what the prize is worth
    scripts.py  the scripts, a row each
"""

from agents.games import SearchDefaults
from agents.goofspiel.scripts import SCRIPTS

SEARCH = SearchDefaults(
    scale=4.0,  # a lead of a quarter of all points is worth half a game
    rollout_turns=13,  # to the end
)

__all__ = ["SCRIPTS", "SEARCH"]
