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
    counts_industries,
    value_of_building,
    value_of_discarding,
)
from agents.open_worlds.building import read_grounds
from agents.open_worlds.fighting import (
    NOTHING,
    comes_into_play,
    forecast,
    is_in_orbit,
    turns_left,
    worth,
)
from agents.open_worlds.reading import (
    next_set,
    number,
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
    CATASTROPHE,
    FACILITY,
    GROUND,
    SHIP,
    SWAP_STAGED,
    UTILITY,
)
from ow_env.open_worlds.cards import (
    ORBITAL as ORBITAL_CARD,
)
from ow_env.open_worlds.observe import PRIOR_INCOME, ROOM
from ow_env.open_worlds.rules.trigger_catastrophes import hits
from ow_env.open_worlds.state import (
    MOVE,
    ORBITAL,
    OVER_CLASS,
    STAGE,
    SURFACE,
    SWAP,
)

CARE = 0.5  # what a loss of its own counts: it expects some
PATIENCE = 0.6  # what next turn's booty counts
NEVER = -1.0
PRESENCE = 0.4  # share of a Ship's worth that being in play counts
LEAST_BOOTY = 1.0  # what a card that is used up must destroy


@rule
def class_staged(t: Tables, s: Sight) -> int:
    """Add up the Classes of the Ships staged where there is no Shipyard."""
    total = 0
    for w in range(s.worlds):
        for k in range(s.staged_count[w]):
            card = int(s.staged[w, k])
            if t.cards[card].kind == SHIP and not has_yard(t, s, w):
                total += int(t.cards[card].ship_class)
    return total


@rule
def has_yard(t: Tables, s: Sight, world: int) -> bool:
    """Have I a Shipyard there, so that Class does not count (OW-R.2)?"""
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        if u.seat == 0 and t.cards[u.card].class_free != 0:
            return True
    return False


@rule
def value_of_disaster(t: Tables, s: Sight, card: int, world: int, turns: float, care: float) -> float:
    """Return what a Catastrophe destroys at a World, less what it costs me (OW-4d.1)."""
    total = 0.0
    shield = 0
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        if u.seat != 0:
            shield += int(t.cards[u.card].shield)
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        unit = int(u.card)
        damage = int(t.cards[card].damage)
        if u.seat != 0 and not is_in_orbit(t, unit):
            damage -= shield
        if hits(t, card, unit) and damage >= t.cards[unit].defense:
            value = worth(t, s, unit, world, int(u.seat), turns)
            total += value if u.seat != 0 else -care * value
    return total


@rule
def value_of_attack(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Value a card that fights, staged to a World: by what it changes in the fights there."""
    c = t.cards[card]
    if c.type == CATASTROPHE:
        return value_of_disaster(t, s, card, world, turns, 1.0) - LEAST_BOOTY
    if not comes_into_play(t, s, row, card, world):
        return NEVER
    if c.kind == SHIP and not has_yard(t, s, world):
        if class_staged(t, s) + c.ship_class > number(t, row, PRIOR_INCOME, 0):
            return NEVER
    change = forecast(t, s, row, world, card, NOTHING, turns, CARE, PATIENCE) - forecast(
        t, s, row, world, NOTHING, NOTHING, turns, CARE, PATIENCE
    )
    if c.type == GROUND:
        return change - LEAST_BOOTY
    return change + PRESENCE * worth(t, s, card, world, 0, turns)


@rule
def value_of_move(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Value a Ship's move by what it changes in the fights where it goes and where it leaves."""
    home = -1
    for w in range(s.worlds):
        for i in range(s.first[w], s.first[w + 1]):
            if s.units[i].seat == 0 and s.units[i].card == card:
                home = w
    if home < 0:
        return NEVER
    there = forecast(t, s, row, world, card, NOTHING, turns, CARE, PATIENCE) - forecast(
        t, s, row, world, NOTHING, NOTHING, turns, CARE, PATIENCE
    )
    here = forecast(t, s, row, home, NOTHING, NOTHING, turns, CARE, PATIENCE) - forecast(
        t, s, row, home, NOTHING, card, turns, CARE, PATIENCE
    )
    return there - here - 0.1


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
            return 0.5 * value_of_building(t, s, card, world, industries)
        if t.cards[card].type == UTILITY:
            return NEVER
        return value_of_attack(t, s, row, card, world, turns)
    if verb == DO_MOVE:
        return value_of_move(t, s, row, card, world, turns)
    if verb == DO_SWAP:
        return (1.0 if crowded else NEVER) - 0.01 * float(t.cards[card].income)
    if verb == DO_DISCARD:
        if s.point == OVER_CLASS:
            return -float(t.cards[card].ship_class)
        if t.cards[card].type == ORBITAL_CARD or t.cards[card].type == GROUND:
            return 0.1 * value_of_discarding(t, s, row, card) - 0.2
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
    industries = 0
    crowded = False
    turns = turns_left(t, s, row)
    if s.point == STAGE or s.point == MOVE or s.point == ORBITAL or s.point == SURFACE:
        read_units(t, s, row)
        read_grounds(t, s, row)
        if s.point == ORBITAL or s.point == SURFACE:
            return aim(t, s, row, mask, turns, LEAST_BOOTY)
        read_staged(t, s, row)
        industries = counts_industries(t, s, row)
    elif s.point == SWAP and s.here >= 0:
        crowded = count_attempts(t, s, row) > number(t, row, ROOM, int(s.here))
    allowed = mask.view(np.uint8)
    best = -np.inf
    choice = 0
    action = next_set(allowed, 0, int(t.action_count))
    while action < t.action_count:
        value = value_for_raider(t, s, row, action, industries, crowded, turns)
        if value > best:
            best = value
            choice = action
        action = next_set(allowed, action + 1, int(t.action_count))
    return choice
