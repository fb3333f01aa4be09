"""What both conflicts share: who is armed, who may be shot at, which copy is meant, what the shots add up to.

Below: units.py, worlds.py. Above: orbital_activity.py, surface_conflict.py.
Shots are kept with the unit that fires (`Unit.targets`); nothing leaves play before all of them are known, so
the indices in them stay true until the conflict is settled.
"""

from __future__ import annotations

from ow_env.open_worlds.rules.worlds import is_orbital
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def is_armed_orbital(g: Game, t: Tables, index: int) -> bool:
    """Is the unit an Orbital with a Weapon, whatever it may aim at (OW-4e.6)?"""
    card = int(g.units[index].card)
    return t.cards[card].weapon_count > 0 and is_orbital(t, card)


@rule
def direct_damage(g: Game, t: Tables, index: int, without: int) -> int:
    """Add up the Weapons that target a unit, leaving out those of the player `without` (-1: of nobody)."""
    total = 0
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        if u.controller != without:
            for k in range(t.cards[u.card].weapon_count):
                if u.targets[k] == index + 1:
                    total += int(t.cards[u.card].weapons[k])
    return total


@rule
def is_defended(g: Game, index: int) -> bool:
    """Does a unit Defend this one?"""
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if g.units[i].defends == index + 1:
            return True
    return False


@rule
def soaked_before(g: Game, t: Tables, facility: int, defender: int) -> int:
    """Add up the Defensive Strengths of the Defenders of a Facility assigned before `defender` (OW-4f.3)."""
    total = 0
    for i in range(g.starts[g.world], defender):
        if g.units[i].defends == facility + 1:
            total += int(t.cards[g.units[i].card].defense)
    return total


@rule
def is_overcome_so_far(g: Game, t: Tables, index: int) -> bool:
    """Do the shots aimed so far, less what its Defenders soak up, reach the Defensive Strength of a target?"""
    soaked = soaked_before(g, t, index, int(g.starts[g.world + 1]))
    return direct_damage(g, t, index, -1) - soaked >= t.cards[g.units[index].card].defense


@rule
def pick_copy(g: Game, t: Tables, controller: int, card: int, owner: int, overcome: bool) -> int:
    """Return the index of the unit a choice names, or -1 (OW-0.8).

    Of identical copies the undefended ones come before the defended ones. The first in this order that is
    `overcome` so far is meant, or is not: a Weapon goes on to the next, a Defender helps where help is needed.
    Where there is none it is the first of all.
    """
    first = -1
    for defended in range(2):
        for i in range(g.starts[g.world], g.starts[g.world + 1]):
            u = g.units[i]
            if u.card == card and u.controller == controller and u.owner == owner:
                if is_defended(g, i) == (defended == 1):
                    if first < 0:
                        first = i
                    if is_overcome_so_far(g, t, i) == overcome:
                        return i
    return first
