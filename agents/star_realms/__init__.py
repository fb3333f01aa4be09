"""The scripted agents of Star Realms, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and the tables of what
is printed; no position. In order, each file building on those above it:

    weights.py     evaluation weights of the admiral, and the formulas they belong to
    scratch.py     script scratch: the record that is worked in
    decode.py      an observation, decoded into it
    eager.py       anything allowed, but the end of the turn
    simple.py      plays everything, buys the dearest
    card_value.py  what cards are worth in my deck, in this phase of the game
    buying.py      what to buy
    choices.py     what to answer where a card asks
    admiral.py     puts that together, in the order of a turn
    scripts.py     the scripts, a row each
"""

from agents.games import SearchDefaults
from agents.star_realms.scripts import SCRIPTS

SEARCH = SearchDefaults(
    scale=4.0,  # a lead of a quarter of both Authorities is worth half a game
    rollout="admiral",
    rollout_turns=6,
    log_prior_bonus=0.4,  # hardly any decision of a turn decides a game
)

__all__ = ["SCRIPTS", "SEARCH"]
