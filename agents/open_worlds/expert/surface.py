"""What the expert's Ground Forces do in Surface Conflict: attack, or Defend a Facility, whichever is worth more.

Below: combat.py, targeting.py. Above: choose.py.
"""

from __future__ import annotations

from agents.open_worlds.combat import NOTHING, place_sides
from agents.open_worlds.decode import decode_staged, decode_units, feature
from agents.open_worlds.facilities import decode_sites
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.shots import add_weapon, fire
from agents.open_worlds.targeting import choose_target, unit_feature, weapon_card
from agents.open_worlds.unit_value import is_in_orbit, unit_value
from ow_env.compiled.jit import Mask
from ow_env.open_worlds.actions import PASS
from ow_env.open_worlds.cards import FACILITY, GROUND
from ow_env.open_worlds.observe import DAMAGE, PRIORITY, RESERVED


@rule
def load_expected_weapons(t: Tables, s: Scratch, row: Row) -> int:
    """Make the Weapons that opponents may still fire at the ground here the unaimed ones; return how many they are."""
    count = 0
    for i in range(s.starts[s.here], s.starts[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        c = t.cards[card]
        if u.seat != 0 and (c.type == GROUND or unit_feature(t, row, RESERVED, int(u.seat), card) != 0):
            for k in range(c.weapon_count):
                count = add_weapon(s.unaimed, count, int(c.weapons[k]))
    return count


@rule
def simulate_attack(t: Tables, s: Scratch, row: Row) -> None:
    """Let opponents fire at my side on the ground here, the best they can: `mine` tells what that destroys."""
    place_sides(t, s, row, int(s.here), NOTHING, NOTHING)
    weapons = load_expected_weapons(t, s, row)
    fire(s.unaimed, weapons, s.mine.grounds, int(s.mine.num_grounds))


@rule
def value_of_defending(t: Tables, s: Scratch, row: Row, card: int, strength: int) -> float:
    """Return what it saves to add Defensive Strength to a Facility that others have aimed at: its value, or 0."""
    damage = unit_feature(t, row, DAMAGE, 0, card)
    defense = int(t.cards[card].defense)
    saves = damage >= defense and damage - strength < defense
    return unit_value(t, s, card, int(s.here), 0) if saves else 0.0


@rule
def best_defense(t: Tables, s: Scratch, row: Row, mask: Mask) -> tuple[int, float]:
    """Choose what the unit that is asked for should Defend.

    Returns:
        action: the id that Defends the Facility of most value saved; PASS where nothing can be saved.
        value: what that saves, in points of Income.
    """
    strength = int(t.cards[weapon_card(t, s, row)].defense)
    foresees = feature(t, row, PRIORITY, 0) != 0  # the others aim after me
    if foresees:
        simulate_attack(t, s, row)
    action = PASS
    best = 0.0
    target = 0  # place of the unit among those on the ground of my side
    for i in range(s.starts[s.here], s.starts[s.here + 1]):
        u = s.units[i]
        card = int(u.card)
        c = t.cards[card]
        if u.seat != 0:
            break
        defend = int(c.defend_id) + int(u.owner)
        if c.type == FACILITY and mask[defend] != 0:
            saved = 0.0
            if not foresees:
                saved = value_of_defending(t, s, row, card, strength)
            elif c.untargetable == 0 and s.mine.grounds[target].destroyed != 0:
                saved = s.weights.expected_attack * unit_value(t, s, card, int(s.here), 0)
            if saved > best:
                best = saved
                action = defend
        if c.untargetable == 0 and not is_in_orbit(t, card):
            target += 1
    return action, best


@rule
def value_of_attack(s: Scratch, action: int) -> float:
    """Return the value of what an action targets on the ground, as `choose_target` left it in `theirs`."""
    best = 0.0
    for j in range(s.theirs.num_grounds):
        if s.theirs.grounds[j].action == action:
            best = max(best, float(s.theirs.grounds[j].value))
    return best


@rule
def choose_on_surface(t: Tables, s: Scratch, row: Row, mask: Mask) -> int:
    """Return the action that attacks, or the one that Defends: whichever destroys or saves more."""
    attack = int(choose_target(t, s, row, mask))
    if t.cards[weapon_card(t, s, row)].defends == 0:
        return attack
    destroyed = value_of_attack(s, attack)
    decode_units(t, s, row)
    decode_sites(t, s, row)
    decode_staged(t, s, row)
    defend, saved = best_defense(t, s, row, mask)
    return defend if saved > s.weights.card_cost and saved > destroyed else attack
