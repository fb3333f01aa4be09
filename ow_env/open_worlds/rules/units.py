"""Units in play: putting them down, taking them away, finding them again.

Below: piles.py. Above: worlds.py and every Step.
All units lie in one list, sorted by World, controller, card and owner, and `Game.starts` tells where each World
begins. Placing or removing one moves those behind it: keep no index across either.
"""

from __future__ import annotations

from ow_env.open_worlds.rules.piles import trash_openly
from ow_env.open_worlds.state import WEAPONS, Game, Unit, rule


@rule
def copy_unit(to: Unit, source: Unit) -> None:
    """Make one place of the list equal to another."""
    to.card = source.card
    to.owner = source.owner
    to.controller = source.controller
    to.world = source.world
    to.age = source.age
    to.idle = source.idle
    to.moved = source.moved
    to.reserved = source.reserved
    to.overcome = source.overcome
    to.conqueror = source.conqueror
    to.defends = source.defends
    for k in range(WEAPONS):
        to.targets[k] = source.targets[k]


@rule
def wipe_conflict(u: Unit) -> None:
    """Forget what a unit did and suffered in the conflicts at its World (OW-4e.5)."""
    u.reserved = 0
    u.overcome = 0
    u.conqueror = 0
    u.defends = 0
    for k in range(WEAPONS):
        u.targets[k] = 0


@rule
def lies_behind(u: Unit, controller: int, card: int, owner: int, idle: int) -> bool:
    """Does a unit sort after the one described, at the same World?"""
    if u.controller != controller:
        return u.controller > controller
    if u.card != card:
        return u.card > card
    if u.owner != owner:
        return u.owner > owner
    return u.idle < idle


@rule
def place_unit(g: Game, world: int, controller: int, card: int, owner: int, age: int, idle: int) -> int:
    """Bring a unit into play at a World and return its index."""
    place = int(g.starts[world + 1])
    while place > g.starts[world] and lies_behind(g.units[place - 1], controller, card, owner, idle):
        place -= 1
    last = int(g.starts[g.num_worlds])
    for i in range(last, place, -1):
        copy_unit(g.units[i], g.units[i - 1])
    for w in range(world + 1, g.num_worlds + 1):
        g.starts[w] += 1
    u = g.units[place]
    u.card = card
    u.owner = owner
    u.controller = controller
    u.world = world
    u.age = age
    u.idle = idle
    u.moved = 0
    wipe_conflict(u)
    return place


@rule
def remove_unit(g: Game, index: int) -> None:
    """Take a unit out of the list of units; its card goes where the caller puts it."""
    world = int(g.units[index].world)
    last = int(g.starts[g.num_worlds]) - 1
    for i in range(index, last):
        copy_unit(g.units[i], g.units[i + 1])
    for w in range(world + 1, g.num_worlds + 1):
        g.starts[w] -= 1
    u = g.units[last]
    u.card = 0
    u.owner = 0
    u.controller = 0
    u.world = 0
    u.age = 0
    u.idle = 0
    u.moved = 0
    wipe_conflict(u)


@rule
def trash_unit(g: Game, index: int) -> None:
    """Destroy a unit: its card goes to its owner's Trash Heap, whoever controlled it (OW-0.7, OW-4f.5)."""
    owner = int(g.units[index].owner)
    card = int(g.units[index].card)
    remove_unit(g, index)
    trash_openly(g, owner, card)


@rule
def change_controller(g: Game, index: int, controller: int) -> None:
    """Give a unit to another player, as it stands (OW-4f.5)."""
    world = int(g.units[index].world)
    card = int(g.units[index].card)
    owner = int(g.units[index].owner)
    age = int(g.units[index].age)
    idle = int(g.units[index].idle)
    remove_unit(g, index)
    place_unit(g, world, controller, card, owner, age, idle)


@rule
def find_unit(g: Game, world: int, controller: int, card: int, owner: int) -> int:
    """Return the index of the first such unit at a World, or -1."""
    for i in range(g.starts[world], g.starts[world + 1]):
        u = g.units[i]
        if u.card == card and u.controller == controller and u.owner == owner:
            return i
    return -1
