"""The scripted agents of Open Worlds, as compiled rules.

Below: ow_env. Above: agents.registry. An agent sees one row of an observation and one of a mask, and
the tables of what is printed; no position. In order, each file building on those above it:

    weights.py     evaluation weights, and the formulas they belong to
    scratch.py     script scratch: the record that is worked in
    decode.py      an observation, decoded into it
    facilities.py  what each World offers to a Facility
    unit_value.py  what a unit in play is worth
    shots.py       which Weapons go to which targets
    combat.py      what the fights at a World come to
    deployment.py  what it changes to send a card or a Ship somewhere
    targeting.py   what the Weapon that is asked for should target
    greedy.py      the action of most value
    builder.py     builds whatever earns most, fights nobody
    raider.py      lives off what the others built
    expert/        weighs both
    scripts.py     the scripts, a row each

Learned agents that come with the package lie in shipped/.
"""

from agents.games import SearchDefaults
from agents.open_worlds.scripts import SCRIPTS

TEACHER = "expert"
SEARCH = SearchDefaults(
    scale=10.0,  # a lead of 5 Income is worth half a game
    rollout="expert",
    rollout_turns=1,
)

__all__ = ["SCRIPTS", "SEARCH", "TEACHER"]
