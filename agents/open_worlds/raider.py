"""The raider: earn enough for a fleet, then live off what the others built.

Below: aiming.py, building.py. Above: play.py. It Conquers whatever it can, and destroys the rest. Every card that
destroys something this turn is played at once; Ships go where the most can be shot at; Facilities are built where
nothing is fought for, since Income is what carries a fleet.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.aiming import aim
from agents.open_worlds.builder import (
    count_attempts,
    count_industries,
    value_of_building,
    value_of_discarding,
)
from agents.open_worlds.building import read_grounds
from agents.open_worlds.commanding import NEVER, value_of_move, value_of_war, weigh_worlds
from agents.open_worlds.fighting import turns_left
from agents.open_worlds.reading import (
    is_about_hand,
    number,
    read_hand,
    read_offers,
    read_staged,
    read_turn,
    read_units,
)
from agents.open_worlds.sight import Row, Sight, Tables, rule
from ow_env.core.jit import Mask
from ow_env.core.rng import Rng
from ow_env.open_worlds.actions import (
    DO_CHOOSE,
    DO_CONQUER,
    DO_DISCARD,
    DO_MOVE,
    DO_OPTION,
    DO_PASS,
    DO_PLAY,
    DO_RESOLVE,
    DO_STAGE,
    DO_SWAP,
    DO_TAKE,
    DO_TARGET,
)
from ow_env.open_worlds.cards import (
    FACILITY,
    GROUND,
    SWAP_STAGED,
    UTILITY,
)
from ow_env.open_worlds.cards import (
    ORBITAL as ORBITAL_CARD,
)
from ow_env.open_worlds.observe import ROOM
from ow_env.open_worlds.state import (
    MOVE,
    ORBITAL,
    OVER_CLASS,
    STAGE,
    SURFACE,
    SWAP,
)

FACILITY_SHARE = 0.5  # what building counts beside fighting


@rule
def value_for_raider(
    t: Tables,
    s: Sight,
    row: Row,
    action: int,
    industries: int,
    crowded: bool,
    turns: float,
) -> float:
    """Return how much the raider wants an action; passing is worth 0."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    if verb == DO_PASS:
        return 0.0
    if verb == DO_STAGE and s.point == STAGE:
        if t.cards[card].type == FACILITY:
            return FACILITY_SHARE * value_of_building(t, s, card, world, industries)
        if t.cards[card].type == UTILITY:
            return NEVER
        return value_of_war(t, s, row, card, world, turns)
    if verb == DO_MOVE:
        return value_of_move(t, s, row, card, world, turns)
    if verb == DO_SWAP:
        return (1.0 if crowded else NEVER) - 0.01 * float(t.cards[card].income)
    if verb == DO_DISCARD:
        if s.point == OVER_CLASS:
            return -float(t.cards[card].ship_class)
        if t.cards[card].type == ORBITAL_CARD or t.cards[card].type == GROUND:
            return NEVER
        return value_of_discarding(t, s, row, card)
    if verb == DO_CONQUER:
        return 1.0 + float(t.cards[card].income)
    if verb == DO_PLAY:
        return NEVER if t.cards[card].action == SWAP_STAGED else 1.0
    if verb == DO_CHOOSE or verb == DO_TARGET or verb == DO_TAKE:
        return 1.0
    if verb == DO_OPTION or verb == DO_RESOLVE:
        return 1.0 / (1.0 + world)
    return NEVER


@rule
def choose_raider(t: Tables, s: Sight, row: Row, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of most value; of several, the first."""
    read_turn(t, s, row)
    if is_about_hand(s):
        read_hand(t, s, row)
    industries = 0
    crowded = False
    turns = turns_left(t, s, row)
    if s.point == ORBITAL or s.point == SURFACE:
        return aim(t, s, row, mask, turns)
    if s.point == STAGE or s.point == MOVE:
        read_units(t, s, row)
        read_grounds(t, s, row)
        read_staged(t, s, row)
        weigh_worlds(t, s, row, turns)
        industries = count_industries(t, s)
    elif s.point == SWAP and s.here >= 0:
        crowded = count_attempts(t, s, row) > number(t, row, ROOM, int(s.here))
    read_offers(t, s, mask)
    best = -np.inf
    choice = 0
    for k in range(s.offers):
        action = int(s.offer[k])
        value = value_for_raider(t, s, row, action, industries, crowded, turns)
        if value > best:
            best = value
            choice = action
    return choice
