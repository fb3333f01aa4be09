"""What a new Facility is worth to the expert at a World: what it earns and opens, less what its room costs.

Below: facilities.py, unit_value.py. Above: hand_value.py, staging.py.
"""

from __future__ import annotations

from agents.open_worlds.decode import feature
from agents.open_worlds.deployment import NEVER
from agents.open_worlds.facilities import LAST_ROOM, income_there, is_base, meets_req, swap_price
from agents.open_worlds.scratch import NO_SWAP, Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import orbital_value
from ow_env.open_worlds.observe import INCOME

NO_ROOM = 1000.0  # points of Income that a room costs where there is none


@rule
def find_heavy_ship(t: Tables, s: Scratch, row: Row) -> None:
    """Find the value of the best Ship in hand whose Class my Income does not carry."""
    s.heavy_ship = 0.0
    for i in range(s.num_hand):
        card = int(s.hand[i])
        if t.cards[card].ship_class > feature(t, row, INCOME, 0):
            s.heavy_ship = max(float(s.heavy_ship), orbital_value(t, s, card, s.turns_left))


@rule
def room_cost(t: Tables, s: Scratch, card: int, world: int, income: float) -> float:
    """Return what room for a new Facility costs: the risk of a last room, or what has to Swap for it."""
    g = s.sites[world]
    if g.room > 1:
        return 0.0
    swap = swap_price(t, g, card)
    if g.room == 1:
        risk = (1.0 - LAST_ROOM) * income
        return risk if swap == NO_SWAP else min(risk, float(swap))
    return NO_ROOM if swap == NO_SWAP else float(swap)


@rule
def value_of_facility(t: Tables, s: Scratch, card: int, world: int) -> float:
    """Value a Facility at a World by what it earns and opens, less what its room costs."""
    g = s.sites[world]
    if not meets_req(t, g, card):
        return NEVER
    income = float(income_there(t, s, g, card))
    gain = income - room_cost(t, s, card, world, income)
    if s.turns_left > 0.0:
        if s.industries > 0 and g.populations == 0 and g.works == 0 and is_base(t, card):
            gain += s.weights.industry_site * float(g.res)
        if g.facilities == 0:
            gain += s.weights.first_facility
        if t.cards[card].class_free != 0:
            gain += s.weights.shipyard * s.heavy_ship
    return gain * s.weights.new_facility
