"""What the Weapon that is asked for should target, in Orbital Activity and in Surface Conflict.

Below: combat.py, shots.py. Above: raider.py, expert/. What has been aimed so far is open to all
(OW-4e.2, OW-4f.2), so each Weapon is aimed as a part of the best use of all that its player has left here.
"""

from __future__ import annotations

from agents.open_worlds.combat import target_action
from agents.open_worlds.decode import decode_units_here, feature, first_nonzero
from agents.open_worlds.facilities import decode_site
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.shots import add_target, add_weapon, fire, planned_target
from agents.open_worlds.unit_value import is_in_orbit, unit_value
from ow_env.compiled.jit import Mask
from ow_env.open_worlds import state as at
from ow_env.open_worlds.actions import PASS, RESERVE
from ow_env.open_worlds.cards import FACILITY, GROUND
from ow_env.open_worlds.observe import AIMED, DAMAGE, RESERVED, UNIT_ASKED, WEAPON_ASKED

CONQUEST = 2.0  # a Facility taken is lost to them and earns for me


@rule
def weapon_card(t: Tables, s: Scratch, row: Row) -> int:
    """Return the card of the unit whose Weapon is asked for."""
    begin = int(t.layout.starts[UNIT_ASKED])
    return int(s.of_unit[first_nonzero(row, begin, begin + int(t.layout.units) - 1) - begin])


@rule
def unit_feature(t: Tables, row: Row, name: int, seat: int, card: int) -> int:
    """Return one number of a slice of players and unit cards."""
    return feature(t, row, name, seat * int(t.layout.units) + int(t.cards[card].unit))


@rule
def load_unaimed(t: Tables, s: Scratch, row: Row, asked: int, power: int) -> int:
    """Make the Weapons ready that I have still to aim here: the one asked for and those asked for after it."""
    count = 0
    in_orbit = s.point == at.ORBITAL
    for i in range(s.starts[s.here], s.starts[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        c = t.cards[card]
        if u.seat != 0:
            break
        first = 0
        if card == asked:
            first = unit_feature(t, row, AIMED, 0, card)
            while first < c.weapon_count - 1 and c.weapons[first] != power:
                first += 1
        elif card < asked:
            continue
        elif in_orbit and (not is_in_orbit(t, card) or c.ground_only != 0):
            continue
        elif not in_orbit and c.type != GROUND and unit_feature(t, row, RESERVED, 0, card) == 0:
            continue
        for k in range(first, c.weapon_count):
            count = add_weapon(s.unaimed, count, int(c.weapons[k]))
    return count


@rule
def list_targets(t: Tables, s: Scratch, row: Row, mask: Mask, in_orbit: bool, conquers: bool) -> int:
    """List what may be targeted here and is not destroyed yet, with what each still lacks."""
    count = 0
    before = -1
    damage = 0
    targets = s.theirs.orbitals if in_orbit else s.theirs.grounds
    for i in range(s.starts[s.here], s.starts[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        if u.seat == 0 or is_in_orbit(t, card) != in_orbit:
            continue
        kind = int(u.seat) * 1024 + card
        if kind != before:
            damage = unit_feature(t, row, DAMAGE, int(u.seat), card)
            before = kind
        action = target_action(t, s, i)
        missing = int(t.cards[card].defense) - damage
        damage = max(0, -missing)
        if s.point == at.ORBITAL and not in_orbit:
            missing = int(t.cards[card].defense)  # only weighed: nothing is aimed there yet
        elif mask[action] == 0:
            continue
        value = unit_value(t, s, card, int(s.here), int(u.seat))
        if conquers and t.cards[card].type == FACILITY:
            missing = max(missing, 1)
            value *= CONQUEST
        if missing > 0:
            count = add_target(targets, count, missing, value, action)
    return count


@rule
def is_under_field(t: Tables, s: Scratch) -> bool:
    """Has an opponent a Field here?"""
    for i in range(s.starts[s.here], s.starts[s.here + 1]):
        u = s.units[i]
        if u.seat != 0 and t.cards[u.card].no_bombardment != 0:
            return True
    return False


@rule
def prefers_ground(t: Tables, s: Scratch, row: Row, mask: Mask) -> bool:
    """Would my Orbitals here destroy more on the ground than in orbit?"""
    if is_under_field(t, s):
        return False
    asked = weapon_card(t, s, row)
    power = feature(t, row, WEAPON_ASKED, 0)
    count = list_targets(t, s, row, mask, True, False)
    weapons = load_unaimed(t, s, row, asked, power)
    above = fire(s.unaimed, weapons, s.theirs.orbitals, count)
    count = list_targets(t, s, row, mask, False, False)
    weapons = load_unaimed(t, s, row, asked, power)
    below = fire(s.unaimed, weapons, s.theirs.grounds, count)
    return below >= above


@rule
def most_valuable_target(s: Scratch, in_orbit: bool, count: int) -> int:
    """Return what aims at the most valuable target, if only to add to what others do; PASS where there is none."""
    targets = s.theirs.orbitals if in_orbit else s.theirs.grounds
    best = 0.0
    action = PASS
    for j in range(count):
        if targets[j].value > best:
            best = targets[j].value
            action = int(targets[j].action)
    return action


@rule
def choose_target(t: Tables, s: Scratch, row: Row, mask: Mask) -> int:
    """Return the action for the Weapon that is asked for: it is about nothing but the World being resolved.

    A unit that is Trashed after use holds its fire unless it destroys something. What it may be aimed at is left in
    `theirs`.
    """
    decode_units_here(t, s, row)
    decode_site(t, s, row, int(s.here))
    asked = weapon_card(t, s, row)
    power = feature(t, row, WEAPON_ASKED, 0)
    in_orbit = s.point == at.ORBITAL
    if mask[RESERVE] != 0 and prefers_ground(t, s, row, mask):
        return RESERVE
    conquers = t.cards[asked].conquers != 0
    count = list_targets(t, s, row, mask, in_orbit, conquers)
    s.theirs.num_orbitals = count if in_orbit else 0
    s.theirs.num_grounds = 0 if in_orbit else count
    targets = s.theirs.orbitals if in_orbit else s.theirs.grounds
    weapons = load_unaimed(t, s, row, asked, power)
    j = planned_target(s, weapons, power, targets, count)
    if j >= 0:
        return int(targets[j].action)
    if t.cards[asked].trash_after_use != 0:
        return PASS
    return most_valuable_target(s, in_orbit, count)
