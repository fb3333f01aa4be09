"""What it changes to send a card or a Ship somewhere: the fights there with it, less the fights there without it.

Below: fighting.py. Above: raider.py, expert.py, whose tempers decide how much a loss, or next turn, counts.
"""

from __future__ import annotations

from agents.open_worlds.fighting import (
    NOTHING,
    comes_into_play,
    forecast,
    is_in_orbit,
    worth,
)
from agents.open_worlds.reading import at_world, number
from agents.open_worlds.sight import Row, Sight, Tables, rule
from ow_env.open_worlds.cards import CATASTROPHE, LIFT_CLASS_LIMIT, SHIP
from ow_env.open_worlds.observe import PRIOR_INCOME, WORLD_INCOME
from ow_env.open_worlds.rules.trigger_catastrophes import hits
from ow_env.open_worlds.state import STAGE

NEVER = -1000.0
UNARMED, ALONE = 1, 2  # `Sight.quiet`
NO_LIMIT = 999  # of Class: a Utility in hand can lift it


@rule
def has_yard(t: Tables, s: Sight, world: int) -> bool:
    """Have I a Shipyard there, so that Class does not count (OW-R.2)?"""
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        if u.seat == 0 and t.cards[u.card].class_free != 0:
            return True
    return False


@rule
def class_left(t: Tables, s: Sight, row: Row) -> int:
    """Return how much Class my prior turn Income still carries, my staged Ships counted (OW-R.2)."""
    left = number(t, row, PRIOR_INCOME, 0)
    for i in range(s.hand_count):
        if t.cards[s.hand[i]].action == LIFT_CLASS_LIMIT:
            return NO_LIMIT
    for w in range(s.worlds):
        for k in range(s.staged_count[w]):
            c = t.cards[s.staged[w, k]]
            if c.kind == SHIP and not has_yard(t, s, w):
                left -= int(c.ship_class)
    return left


@rule
def weigh_worlds(t: Tables, s: Sight, row: Row, turns: float) -> None:
    """Forecast the fights at every World as things stand, and in Stage count the Class left, for what stands below."""
    if s.point == STAGE:
        s.class_left = class_left(t, s, row)
    for w in range(s.worlds):
        s.balance[w] = 0.0
        s.quiet[w] = ALONE
        last = s.first[w + 1] - 1
        if last >= s.first[w] and s.units[last].seat != 0:
            s.balance[w] = forecast(t, s, row, w, NOTHING, NOTHING, turns)
            unarmed = s.theirs.armed + s.theirs.troops == 0
            s.quiet[w] = UNARMED if unarmed else 0


@rule
def change_with(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Return what a card of mine changes in the fights at a World."""
    if s.quiet[world] == ALONE or (s.quiet[world] == UNARMED and t.cards[card].weapon_count == 0):
        return 0.0
    return forecast(t, s, row, world, card, NOTHING, turns) - s.balance[world]


@rule
def change_without(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Return what it changes in the fights at a World that a Ship of mine leaves."""
    if s.quiet[world] == ALONE:
        return 0.0
    return forecast(t, s, row, world, NOTHING, card, turns) - s.balance[world]


@rule
def has_armed_orbital(t: Tables, s: Sight, world: int, but: int) -> bool:
    """Have I an armed Orbital at a World, apart from a card?"""
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        if u.seat == 0 and u.card != but and is_in_orbit(t, int(u.card)):
            if t.cards[u.card].weapon_count > 0:
                return True
    for k in range(s.staged_count[world]):
        card = int(s.staged[world, k])
        if card != but and is_in_orbit(t, card) and t.cards[card].weapon_count > 0:
            return True
    return False


@rule
def value_of_guarding(t: Tables, s: Sight, row: Row, card: int, world: int) -> float:
    """Value a World as the place of an armed Orbital for what it guards there, if it is the only one."""
    if t.cards[card].weapon_count == 0 or has_armed_orbital(t, s, world, card):
        return 0.0
    return s.temper.guard * at_world(t, s, row, WORLD_INCOME, 0, world)


@rule
def value_of_disaster(t: Tables, s: Sight, card: int, world: int, turns: float) -> float:
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
            total += value if u.seat != 0 else -value
    return total


@rule
def value_of_fighter(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Value an Orbital or Ground Force staged to a World: by what it changes in the fights, and by being there."""
    c = t.cards[card]
    if not comes_into_play(t, s, row, card, world):
        return NEVER
    if c.kind == SHIP and c.ship_class > s.class_left and not has_yard(t, s, world):
        return NEVER
    value = change_with(t, s, row, card, world, turns)
    if is_in_orbit(t, card):
        value += value_of_guarding(t, s, row, card, world)
        return value + s.temper.presence * worth(t, s, card, world, 0, turns)
    return value - s.temper.booty


@rule
def home_of(s: Sight, card: int) -> int:
    """Return the World where a Ship of mine is, or -1."""
    for w in range(s.worlds):
        for i in range(s.first[w], s.first[w + 1]):
            if s.units[i].seat == 0 and s.units[i].card == card:
                return w
    return -1


@rule
def value_of_move(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Value a Ship's move by what it changes in the fights where it goes and where it leaves."""
    home = home_of(s, card)
    if home < 0:
        return NEVER
    there = change_with(t, s, row, card, world, turns)
    there += value_of_guarding(t, s, row, card, world) - value_of_guarding(t, s, row, card, home)
    return there + change_without(t, s, row, card, home, turns) - s.temper.stir


@rule
def value_of_war(t: Tables, s: Sight, row: Row, card: int, world: int, turns: float) -> float:
    """Value any card that fights, staged to a World."""
    if t.cards[card].type == CATASTROPHE:
        return value_of_disaster(t, s, card, world, turns) - s.temper.disaster
    return value_of_fighter(t, s, row, card, world, turns)
