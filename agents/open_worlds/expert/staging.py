"""What a card is worth to the expert that it stages at a World: by what it does there, or for show.

Below: facility_value.py, hand_value.py, deployment.py. Above: choose.py.
"""

from __future__ import annotations

from agents.open_worlds.decode import feature, world_feature
from agents.open_worlds.deployment import ARMED, NEVER, change_with, value_of_deployment
from agents.open_worlds.expert.facility_value import value_of_facility
from agents.open_worlds.expert.hand_value import hand_value
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import unit_value
from ow_env.core.rng import Rng, unit
from ow_env.open_worlds.cards import FACILITY, UTILITY
from ow_env.open_worlds.observe import CAPACITY, HAND_COUNT, INCOME
from ow_env.open_worlds.rules.draw import HAND_LIMIT

BLUFF = 0.001  # what a card staged for show is worth for each point of Capacity there: it could be troops


@rule
def is_spare(t: Tables, s: Scratch, row: Row, card: int) -> bool:
    """Would the card be discarded this turn, so that it may as well be staged for show?"""
    if feature(t, row, HAND_COUNT, 0) + feature(t, row, INCOME, 0) <= HAND_LIMIT:
        return False
    if s.cached_card != card:  # asked for each World in turn, and the same for all
        s.cached_card = card
        s.cached_value = hand_value(t, s, row, card)
    return s.cached_value < s.weights.discard_below


@rule
def risk_of_loss(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Return how much of a new Facility's value would be lost the same turn to those who are armed there: 0 to 1."""
    loss = -change_with(t, s, row, card, world)
    most = s.weights.own_losses * unit_value(t, s, card, world, 0)
    return min(1.0, max(0.0, loss / most)) if most > 0.0 else 0.0


@rule
def value_of_staging(t: Tables, s: Scratch, row: Row, card: int, world: int, rng: Rng) -> float:
    """Value a card staged at a World by what it will do there."""
    c = t.cards[card]
    if c.type == FACILITY:
        value = value_of_facility(t, s, card, world)
        if value > 0.0 and s.opposition[world] == ARMED:
            value *= 1.0 - risk_of_loss(t, s, row, card, world)
    elif c.type == UTILITY:
        value = NEVER
    else:
        value = value_of_deployment(t, s, row, card, world)
    if value > 0.0 or s.turns_left == 0.0 or not is_spare(t, s, row, card):
        return value
    return BLUFF * world_feature(t, s, row, CAPACITY, 0, world) if unit(rng) < s.weights.bluff_probability else value
