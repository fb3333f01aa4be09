"""The scripted agents of TradeWorlds, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and the tables of what
is printed; no position. In order, each file building on those above it:

    weights.py  evaluation weights of each script, and the formulas they belong to
    scratch.py  script scratch: the record that is worked in
    decode.py   an observation, decoded into it
    trade.py    ships, cards and credits
    battles.py  dice and losses; the plan of an attack
    roles.py    what each Role is worth
    trader.py   puts that together, point by point
    scripts.py  the scripts, a row each
"""

from agents.games import SearchDefaults
from agents.tradeworlds.scripts import SCRIPTS

SEARCH = SearchDefaults(
    scale=4.0,  # a lead of a quarter of the goal is worth half a game
    rollout="strategist",
    rollout_turns=4,
    log_prior_bonus=0.4,  # what is bought pays off beyond the rollout
)

__all__ = ["SCRIPTS", "SEARCH"]
