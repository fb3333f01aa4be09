"""What a unit in play is worth to its controller, in points of Income: the first formulas of weights.py.

Below: facilities.py. Above: shots.py, combat.py.
"""

from __future__ import annotations

from agents.open_worlds.decode import feature
from agents.open_worlds.facilities import income_there
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from ow_env.open_worlds.cards import FACILITY, FIXED, ORBITAL, RES, SHIP
from ow_env.open_worlds.observe import DECK_COUNT

OTHER_INCOME = 2.0  # of an opponent's Facility whose Income depends on what else they have
DRAWN = 5  # cards that a player draws in a usual turn


@rule
def estimate_turns_left(t: Tables, s: Scratch, row: Row) -> float:
    """Estimate how many turns follow this one, by the smallest Deck; 0.0 on the FINAL TURN."""
    if s.final_turn != 0:
        return 0.0
    least = feature(t, row, DECK_COUNT, 0)
    for seat in range(1, s.players):
        least = min(least, feature(t, row, DECK_COUNT, seat))
    return 1.0 + least / DRAWN


@rule
def is_in_orbit(t: Tables, card: int) -> bool:
    """Is the card a Ship, Station or Field, or a Utility that becomes a Ship?"""
    return t.cards[card].type == ORBITAL or t.cards[card].kind == SHIP


@rule
def orbital_value(t: Tables, s: Scratch, card: int, turns: float) -> float:
    """Return what an Orbital is worth with some turns left to earn it: little with few, nothing with none."""
    c = t.cards[card]
    strength = int(c.defense)
    for k in range(c.weapon_count):
        strength += int(c.weapons[k])
    return s.weights.orbital_strength * strength * min(1.0, turns / s.weights.orbital_turns)


@rule
def unit_value(t: Tables, s: Scratch, card: int, world: int, seat: int) -> float:
    """Return what a unit in play at a World is worth to its controller. The sites have been decoded."""
    c = t.cards[card]
    if c.type == FACILITY:
        beside_income = s.weights.facility if s.turns_left > 0.0 else 0.0
        if seat == 0 or c.income_rule == FIXED or c.income_rule == RES:
            return beside_income + income_there(t, s, s.sites[world], card)
        return beside_income + OTHER_INCOME
    if is_in_orbit(t, card):
        return orbital_value(t, s, card, s.turns_left)
    return s.weights.ground_force if s.turns_left > 0.0 else 0.0
