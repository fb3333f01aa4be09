"""What it changes to send a card or a Ship somewhere: the fights there with it, less the fights there without it.

Below: combat.py. Above: raider.py, expert/, whose evaluation weights decide how much a loss, or next turn, counts. Each
``value_of_`` computes the formula that weights.py gives for its action.
"""

from __future__ import annotations

from agents.open_worlds.combat import NOTHING, combat_balance, comes_into_play
from agents.open_worlds.decode import feature, world_feature
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import is_in_orbit, orbital_value, unit_value
from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import CATASTROPHE, LIFT_CLASS_LIMIT, SHIP
from ow_env.open_worlds.observe import PRIOR_INCOME, WORLD_INCOME
from ow_env.open_worlds.rules.trigger_catastrophes import hits

NEVER = -1000.0
ARMED, UNARMED, ALONE = 0, 1, 2  # whoever else is at a World: `Scratch.opposition`
NO_LIMIT = 999  # of Class: a Utility in hand can lift it


@rule
def has_shipyard(t: Tables, s: Scratch, world: int) -> bool:
    """Have I a Shipyard there, so that Class does not count (OW-R.2)?"""
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        if u.seat == 0 and t.cards[u.card].class_free != 0:
            return True
    return False


@rule
def count_class_left(t: Tables, s: Scratch, row: Row) -> int:
    """Return how much Class my prior turn Income still carries, my staged Ships counted (OW-R.2)."""
    left = feature(t, row, PRIOR_INCOME, 0)
    for i in range(s.num_hand):
        if t.cards[s.hand[i]].action == LIFT_CLASS_LIMIT:
            return NO_LIMIT
    for w in range(s.worlds):
        for k in range(s.num_staged[w]):
            c = t.cards[s.staged[w, k]]
            if c.kind == SHIP and not has_shipyard(t, s, w):
                left -= int(c.ship_class)
    return left


@rule
def evaluate_worlds(t: Tables, s: Scratch, row: Row) -> None:
    """Simulate the fights at every World as things stand, and in Stage count the Class left: needed below."""
    if s.point == at.STAGE:
        s.class_left = count_class_left(t, s, row)
    for w in range(s.worlds):
        s.balance[w] = 0.0
        s.opposition[w] = ALONE
        last = s.starts[w + 1] - 1
        if last >= s.starts[w] and s.units[last].seat != 0:
            s.balance[w] = combat_balance(t, s, row, w, NOTHING, NOTHING)
            unarmed = s.theirs.armed_orbitals + s.theirs.num_troops == 0
            s.opposition[w] = UNARMED if unarmed else ARMED


@rule
def change_with(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Return what a card of mine changes in the fights at a World."""
    if s.opposition[world] == ALONE or (s.opposition[world] == UNARMED and t.cards[card].weapon_count == 0):
        return 0.0
    return combat_balance(t, s, row, world, card, NOTHING) - s.balance[world]


@rule
def change_without(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Return what it changes in the fights at a World that a Ship of mine leaves."""
    if s.opposition[world] == ALONE:
        return 0.0
    return combat_balance(t, s, row, world, NOTHING, card) - s.balance[world]


@rule
def has_armed_orbital(t: Tables, s: Scratch, world: int, but: int) -> bool:
    """Have I an armed Orbital at a World, apart from a card?"""
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        if u.seat == 0 and u.card != but and is_in_orbit(t, int(u.card)):
            if t.cards[u.card].weapon_count > 0:
                return True
    for k in range(s.num_staged[world]):
        card = int(s.staged[world, k])
        if card != but and is_in_orbit(t, card) and t.cards[card].weapon_count > 0:
            return True
    return False


@rule
def value_of_guarding(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Value a World as the place of an armed Orbital for what it guards there, if it is the only one."""
    if t.cards[card].weapon_count == 0 or has_armed_orbital(t, s, world, card):
        return 0.0
    return s.weights.guard * world_feature(t, s, row, WORLD_INCOME, 0, world)


@rule
def value_of_catastrophe(t: Tables, s: Scratch, card: int, world: int) -> float:
    """Return what a Catastrophe destroys at a World, less what it costs me (OW-4d.1)."""
    total = 0.0
    shield = 0
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        if u.seat != 0:
            shield += int(t.cards[u.card].shield)
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        unit = int(u.card)
        damage = int(t.cards[card].damage)
        if u.seat != 0 and not is_in_orbit(t, unit):
            damage -= shield
        if hits(t, card, unit) and damage >= t.cards[unit].defense:
            value = unit_value(t, s, unit, world, int(u.seat))
            total += value if u.seat != 0 else -value
    return total


@rule
def value_of_unit(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Value an Orbital or Ground Force staged to a World: by what it changes in the fights, and by being there."""
    c = t.cards[card]
    if not comes_into_play(t, s, row, card, world):
        return NEVER
    if c.kind == SHIP and c.ship_class > s.class_left and not has_shipyard(t, s, world):
        return NEVER
    value = change_with(t, s, row, card, world)
    if is_in_orbit(t, card):
        value += value_of_guarding(t, s, row, card, world)
        return value + s.weights.orbital_presence * unit_value(t, s, card, world, 0)
    return value - s.weights.card_cost


@rule
def home_of(s: Scratch, card: int) -> int:
    """Return the World where a Ship of mine is, or -1."""
    for w in range(s.worlds):
        for i in range(s.starts[w], s.starts[w + 1]):
            if s.units[i].seat == 0 and s.units[i].card == card:
                return w
    return -1


@rule
def value_of_move(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Value a Ship's move by what it changes in the fights where it goes and where it leaves."""
    home = home_of(s, card)
    if home < 0:
        return NEVER
    there = change_with(t, s, row, card, world)
    there += value_of_guarding(t, s, row, card, world) - value_of_guarding(t, s, row, card, home)
    return there + change_without(t, s, row, card, home) - s.weights.move_cost


@rule
def value_of_deployment(t: Tables, s: Scratch, row: Row, card: int, world: int) -> float:
    """Value any card that fights, staged to a World."""
    if t.cards[card].type == CATASTROPHE:
        return value_of_catastrophe(t, s, card, world) - s.weights.catastrophe_cost
    return value_of_unit(t, s, row, card, world)


@rule
def value_of_retreat(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Value taking a Ship back into the hand: what changes in the fight without it, and that it can come again."""
    back = (s.weights.retreated_ship - 1.0) * orbital_value(t, s, card, s.turns_left)
    s.opposition[s.here] = ARMED
    s.balance[s.here] = combat_balance(t, s, row, int(s.here), NOTHING, NOTHING)
    return change_without(t, s, row, card, int(s.here)) + back
