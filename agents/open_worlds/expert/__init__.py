"""The expert: the rulebook's advice, and arithmetic about what dies, what can be taken, and what that is worth.

Below: deployment.py, targeting.py, greedy.py. Above: scripts.py. Everything is valued in points of Income, so that a
City and a Cruiser can be compared: a Facility by what it earns, less the danger where it goes; a card that fights by
what it changes in the fights at a World; a card kept by the best it could still do. weights.py has the formulas. A
file for each kind of decision, each building on those above it:

    facility_value.py  a new Facility at a World
    hand_value.py      a card kept in hand, a discard
    staging.py         a card staged at a World
    swap.py            a Swap
    surface.py         attack or Defend in Surface Conflict
    utilities.py       a Utility, and what it picks
    choose.py          the value of any action, and the choice
"""

from agents.open_worlds.expert.choose import choose_expert

__all__ = ["choose_expert"]
