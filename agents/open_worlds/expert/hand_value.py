"""What a card is worth to the expert that it keeps in hand, and what it gains by a discard.

Below: facility_value.py. Above: staging.py, choose.py.
"""

from __future__ import annotations

from agents.open_worlds.decode import feature, world_feature
from agents.open_worlds.deployment import NEVER
from agents.open_worlds.expert.facility_value import value_of_facility
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import orbital_value
from ow_env.open_worlds import cards, state as at
from ow_env.open_worlds.cards import FACILITY, GROUND, UTILITY
from ow_env.open_worlds.observe import CAPACITY, DECK_COUNT, HAND_COUNT, INCOME
from ow_env.open_worlds.rules.draw import HAND_LIMIT, LEAST_DRAWN

POSSIBLE = 0.6  # share of its value that a card keeps whose REQ may be met later
USEFUL = 2.0  # what a card is worth in hand that does harm once, when there is something to harm
WAITING = 1.0  # when there is nothing yet


@rule
def facility_in_hand_value(t: Tables, s: Scratch, card: int) -> float:
    """Return the best a Facility could do at some World; less, if its REQ has to be met first."""
    best = 0.0
    for w in range(s.worlds):
        g = s.sites[w]
        value = value_of_facility(t, s, card, w)
        if value == NEVER:
            later = float(g.res) if t.cards[card].income_rule == cards.RES else float(t.cards[card].income)
            value = POSSIBLE * later
        best = max(best, value)
    return best


@rule
def highest_capacity(t: Tables, s: Scratch, row: Row) -> int:
    """Return my highest Capacity at any World."""
    best = 0
    for w in range(s.worlds):
        best = max(best, world_feature(t, s, row, CAPACITY, 0, w))
    return best


@rule
def hand_value(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Return what a card may still be good for, in points of Income."""
    c = t.cards[card]
    if c.type == FACILITY:
        return facility_in_hand_value(t, s, card)
    if c.type == GROUND:
        if c.req == cards.CAPACITY and highest_capacity(t, s, row) < c.req_capacity:
            return WAITING
        return USEFUL
    if c.type == cards.CATASTROPHE:
        return USEFUL
    if c.type == UTILITY and c.action != cards.BECOME_SHIP:
        return WAITING if c.action == cards.SWAP_STAGED or c.action == cards.LIFT_CLASS_LIMIT else USEFUL
    carried = feature(t, row, INCOME, 0) + 2
    value = orbital_value(t, s, card, s.turns_left + 1.0)
    return value if c.ship_class <= carried else POSSIBLE * value


@rule
def income_lead(t: Tables, s: Scratch, row: Row) -> int:
    """Return how much more I earn than the best of the others."""
    best = 0
    for seat in range(1, s.players):
        best = max(best, feature(t, row, INCOME, seat))
    return feature(t, row, INCOME, 0) - best


@rule
def count_lost(t: Tables, row: Row) -> int:
    """Count the cards due to me that find no room in my hand; 0 where there is none left to draw."""
    due = max(feature(t, row, INCOME, 0), LEAST_DRAWN)
    lost = feature(t, row, HAND_COUNT, 0) + due - HAND_LIMIT
    return 0 if feature(t, row, DECK_COUNT, 0) == 0 else max(lost, 0)


@rule
def value_of_discarding(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Value the discard of a card: another comes for it, and the FINAL TURN comes nearer, which the leader wants."""
    if s.point == at.EXCHANGE:
        return 1.0
    if s.point == at.OVER_CLASS:
        return -orbital_value(t, s, card, s.turns_left + 1.0)
    value = hand_value(t, s, row, card)
    if s.point == at.ADJUST_HAND:
        share = 1.0 if t.cards[card].type == FACILITY else s.weights.setup_other_cards
        return s.weights.setup_discard_below - value * share
    lost = count_lost(t, row)
    if lost == 0:
        return NEVER
    return s.weights.discard_below + s.weights.overflow * lost + s.weights.income_lead * income_lead(t, s, row) - value
