"""The raider: earn enough for a fleet, then live off what the others built.

Below: deployment.py, targeting.py, builder.py. Above: scripts.py. It Conquers whatever it can, and destroys the rest.
Every card that destroys something this turn is played at once; Ships go where the most can be shot at; Facilities are
built where nothing is fought for, since Income is what carries a fleet.
"""

from __future__ import annotations

from agents.open_worlds.builder import value_of_building, value_of_clearing
from agents.open_worlds.decode import decode_hand, decode_staged, decode_turn, decode_units, is_about_hand
from agents.open_worlds.deployment import NEVER, evaluate_worlds, value_of_deployment, value_of_move
from agents.open_worlds.facilities import count_industries, decode_sites, is_overfull
from agents.open_worlds.greedy import COMPARE, greedy
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.targeting import choose_target
from agents.open_worlds.unit_value import estimate_turns_left
from ow_env.compiled.jit import Mask
from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.cards import FACILITY, GROUND, ORBITAL as ORBITAL_CARD, SWAP_STAGED, UTILITY

FACILITY_SHARE = 0.5  # what building counts beside fighting


@rule
def value_for_raider(t: Tables, s: Scratch, row: Row, action: int, rng: Rng) -> float:
    """Return what an action is worth to the raider, in points of Income; passing is worth 0."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    if verb == do.PASS:
        return 0.0
    if verb == do.STAGE and s.point == at.STAGE:
        if t.cards[card].type == FACILITY:
            return FACILITY_SHARE * value_of_building(t, s, card, world)
        if t.cards[card].type == UTILITY:
            return NEVER
        return value_of_deployment(t, s, row, card, world)
    if verb == do.MOVE:
        return value_of_move(t, s, row, card, world)
    if verb == do.SWAP:
        return (1.0 if s.overfull != 0 else NEVER) - 0.01 * float(t.cards[card].income)
    if verb == do.DISCARD:
        if s.point == at.OVER_CLASS:
            return -float(t.cards[card].ship_class)
        if t.cards[card].type == ORBITAL_CARD or t.cards[card].type == GROUND:
            return NEVER
        return value_of_clearing(t, s, row, card)
    if verb == do.CONQUER:
        return 1.0 + float(t.cards[card].income)
    if verb == do.PLAY:
        return NEVER if t.cards[card].action == SWAP_STAGED else 1.0
    if verb == do.CHOOSE or verb == do.TARGET or verb == do.TAKE:
        return 1.0
    if verb == do.OPTION or verb == do.RESOLVE:
        return 1.0 / (1.0 + world)
    return NEVER


@rule
def begin_raider(t: Tables, s: Scratch, row: Row, mask: Mask) -> int:
    """Decode what the raider needs at this decision; choose a target where one is asked for."""
    decode_turn(t, s, row)
    if is_about_hand(s):
        decode_hand(t, s, row)
    s.turns_left = estimate_turns_left(t, s, row)
    if s.point == at.ORBITAL or s.point == at.SURFACE:
        return int(choose_target(t, s, row, mask))
    if s.point == at.STAGE or s.point == at.MOVE:
        decode_units(t, s, row)
        decode_sites(t, s, row)
        decode_staged(t, s, row)
        evaluate_worlds(t, s, row)
        s.industries = count_industries(t, s)
    elif s.point == at.SWAP:
        s.overfull = s.here >= 0 and is_overfull(t, s, row)
    return COMPARE


choose_raider = greedy("raider", begin_raider, value_for_raider)
