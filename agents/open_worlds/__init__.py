"""The scripted players of Open Worlds, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and
the tables of what is printed; no position. In order, each file building on those above it:

    sight.py       the record that what was read is laid into
    reading.py     what an observation says, in words
    building.py    what each World offers to a Facility
    fighting.py    who would die where, and what that is worth
    commanding.py  what it changes to send a card or a Ship somewhere
    aiming.py      where the Weapon that is asked for should point
    builder.py     builds whatever earns most, fights nobody
    raider.py      lives off what the others built
    expert.py      weighs both
    play.py        the scripts, a row each

Learned agents that come with the package lie in shipped/.
"""

from agents.games import SearchDefaults
from agents.open_worlds.play import SCRIPTS

SEARCH = SearchDefaults(
    scale=10.0,  # a lead of 5 Income is worth half a game
    alone={"select": "halving", "rollout": "expert", "rollout_turns": 1, "prior": "expert"},
    with_network={"select": "halving", "rollout": "expert", "rollout_turns": 1, "prior": "network"},
)

__all__ = ["SCRIPTS", "SEARCH"]
