"""What holds at a World: room, climate, who is there, and whether a card's REQ is met (OW-0, OW-4a to OW-4c).

Below: piles.py, units.py. Above: every Step. Nothing here changes a position.
"""

from __future__ import annotations

from ow_env.open_worlds import cards
from ow_env.open_worlds.cards import FACILITY, GROUND, SHIP
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def is_facility(t: Tables, card: int) -> bool:
    """Is the card a Facility (OW-0.1)?"""
    return t.cards[card].type == FACILITY


@rule
def is_orbital(t: Tables, card: int) -> bool:
    """Is the card a Ship, Station or Field (OW-0.1)? A Utility that became a Ship is one."""
    return t.cards[card].kind == SHIP or t.cards[card].kind == cards.STATION or t.cards[card].kind == cards.FIELD


@rule
def is_ground_force(t: Tables, card: int) -> bool:
    """Is the card a Ground Force (OW-0.1)?"""
    return t.cards[card].type == GROUND


@rule
def h2o(g: Game, t: Tables, world: int) -> int:
    """Return the most Facilities a World supports: its H2O less its indicators, never below 1 (OW-0.4)."""
    lost = 0
    for i in range(g.indicator_count):
        if g.indicators[i].world == world:
            lost += int(t.cards[g.indicators[i].card].depletes)
    return max(1, int(g.worlds[world].h2o) - lost)


@rule
def is_terraformed(g: Game, t: Tables, world: int) -> bool:
    """Is a card in play that makes the World count as Habitable and not Hostile?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if t.cards[g.units[i].card].terraform != 0:
            return True
    return False


@rule
def is_habitable(g: Game, t: Tables, world: int) -> bool:
    """Is the World Habitable now?"""
    return g.worlds[world].habitable != 0 or is_terraformed(g, t, world)


@rule
def is_hostile(g: Game, t: Tables, world: int) -> bool:
    """Is the World Hostile now?"""
    return g.worlds[world].hostile != 0 and not is_terraformed(g, t, world)


@rule
def count_facilities(g: Game, t: Tables, world: int) -> int:
    """Count the Facilities at a World, all players together."""
    count = 0
    for i in range(g.starts[world], g.starts[world + 1]):
        if is_facility(t, int(g.units[i].card)):
            count += 1
    return count


@rule
def occupies(g: Game, t: Tables, player: int, world: int) -> bool:
    """Does the player control a Facility at the World (OW-0.2)?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller == player and is_facility(t, int(g.units[i].card)):
            return True
    return False


@rule
def controls_kind(g: Game, t: Tables, player: int, world: int, kind: int) -> bool:
    """Does the player control a unit of this kind at the World?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller == player and t.cards[g.units[i].card].kind == kind:
            return True
    return False


@rule
def has_works(g: Game, t: Tables, player: int, world: int) -> bool:
    """Does the player control a Production or Mining and Drilling Facility at the World?"""
    return controls_kind(g, t, player, world, cards.PRODUCTION) or controls_kind(g, t, player, world, cards.MINING)


@rule
def is_contested(g: Game, player: int, world: int) -> bool:
    """Does an opponent of the player control a unit at the World?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller != player:
            return True
    return False


@rule
def capacity_of(t: Tables, card: int) -> int:
    """Return the Capacity a unit gives its controller: Facilities and Orbitals have some (OW-4c.1)."""
    return 0 if is_ground_force(t, card) else int(t.cards[card].capacity)


@rule
def capacity_at(g: Game, t: Tables, player: int, world: int) -> int:
    """Add up the Capacities of the player's units at the World (OW-4c.1)."""
    total = 0
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller == player:
            total += capacity_of(t, int(g.units[i].card))
    return total


@rule
def is_class_free(g: Game, t: Tables, player: int, world: int) -> bool:
    """Does the player control a Shipyard there, so that Ships staged there do not count (OW-R.2)?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller == player and t.cards[g.units[i].card].class_free != 0:
            return True
    return False


@rule
def meets_requirement(g: Game, t: Tables, player: int, world: int, card: int) -> bool:
    """Is the REQ of a card met, for this player at this World (OW-4a.1, OW-4b.1, OW-4c.1)?"""
    req = int(t.cards[card].req)
    if req == cards.ANY_WORLD:
        return True
    if req == cards.OCCUPIED:
        return occupies(g, t, player, world)
    if req == cards.NON_HOSTILE:
        return not is_hostile(g, t, world)
    if req == cards.HABITABLE:
        return is_habitable(g, t, world)
    if req == cards.NON_HOSTILE_OR_OCCUPIED:
        return not is_hostile(g, t, world) or occupies(g, t, player, world)
    if req == cards.HABITABLE_OR_OCCUPIED:
        return is_habitable(g, t, world) or occupies(g, t, player, world)
    if req == cards.INDUSTRIAL_BASE:
        return controls_kind(g, t, player, world, cards.POPULATION) or has_works(g, t, player, world)
    if req == cards.WORKS:
        return has_works(g, t, player, world)
    if req == cards.POPULATION_HERE:
        return controls_kind(g, t, player, world, cards.POPULATION)
    if req == cards.CONTESTED:
        return is_contested(g, player, world)
    if req == cards.CAPACITY:
        return capacity_at(g, t, player, world) >= t.cards[card].req_capacity
    return False
