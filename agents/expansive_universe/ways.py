"""Ways of a crew: how many steps to a location, and the first of them.

Below: scratch.py; the game's rules. Above: worth.py, trials.py. A crew walks along a row, boards one of its spaceships
from an outside location, flies by way of the Core, and lands outside. Each step costs a gold, or about.
"""

from __future__ import annotations

from agents.expansive_universe.scratch import NONE, Game, Player, Tables, rule
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import verbs as do
from ow_env.expansive_universe.cards import LOCATION, SPACESHIP
from ow_env.expansive_universe.rules.places import owner_of_location, place_in_row, place_of_ship, planet_of
from ow_env.expansive_universe.state import CORE, EMPTY

FAR = 99


@rule
def is_outside(t: Tables, location: int) -> bool:
    """Is this an outside location?"""
    return bool(t.cards[int(t.first_of[LOCATION]) + location].outside)


@rule
def nearest_exit(t: Tables, him: Player, at: int) -> int:
    """Return the place in a row of the outside location nearest to a place; NONE: there is none."""
    best, choice = FAR, NONE
    for place in range(him.row_count):
        if is_outside(t, int(him.row[place])) and abs(place - at) < best:
            best, choice = abs(place - at), place
    return choice


@rule
def landing(g: Game, t: Tables, seat: int, owner: int, goal: int) -> int:
    """Return the steps from a spaceship at a planet to a place in its row; the toll counts for what it costs."""
    him = g.players[owner]
    place = nearest_exit(t, him, goal)
    if place == NONE:
        return FAR
    steps = 1 + abs(place - goal)
    if owner != seat and him.alive and him.ships & g.ships_at[planet_of(g, owner)] != EMPTY:
        steps += int(t.toll)
    return steps


@rule
def to_board(g: Game, seat: int, planet: int) -> int:
    """Return the flights until a spaceship of a seat is at a planet."""
    ships = g.players[seat].ships
    if ships & g.ships_at[planet] != EMPTY:
        return 0
    if ships & g.ships_at[CORE] != EMPTY:
        return 1
    return 2 if ships != EMPTY else FAR


@rule
def way(g: Game, t: Tables, seat: int, owner: int, goal: int) -> int:
    """Return the steps of a crew to a place in a row, FAR if it can't get there."""
    me = g.players[seat]
    planet = planet_of(g, owner)
    if me.crew_ship > 0:
        here = place_of_ship(g, int(me.crew_ship) - 1)
        flights = 0 if here == planet else 1 if here == CORE else 2
        return flights + landing(g, t, seat, owner, goal)
    if me.crew_location == 0:
        return FAR
    host = owner_of_location(g, int(me.crew_location) - 1)
    at = place_in_row(g.players[host], int(me.crew_location) - 1)
    if host == owner:
        return abs(at - goal)
    exit_at = nearest_exit(t, g.players[host], at)
    if exit_at == NONE:
        return FAR
    boarding = abs(exit_at - at) + 1 + to_board(g, seat, planet_of(g, host))
    return min(boarding + 2 + landing(g, t, seat, owner, goal), FAR)


@rule
def to_fly(t: Tables, ship: int, place: int) -> int:
    """Return the action that flies a spaceship to a place."""
    return int(t.first[do.FLY] + ship * (1 + t.faction_count) + place)


@rule
def to_location(t: Tables, location: int) -> int:
    """Return the action that moves the crew to a location."""
    return int(t.first[do.MOVE]) + location


@rule
def to_ship(t: Tables, ship: int) -> int:
    """Return the action that moves the crew to a spaceship."""
    return int(t.first[do.MOVE] + t.first_of[LOCATION + 1] - t.first_of[LOCATION]) + ship


@rule
def sturdiest(t: Tables, ships: Bits) -> int:
    """Return the spaceship with the most resistance."""
    choice = lowest(ships)
    while ships != EMPTY:
        ship = lowest(ships)
        ships = without_lowest(ships)
        if t.cards[t.first_of[SPACESHIP] + ship].resistance > t.cards[t.first_of[SPACESHIP] + choice].resistance:
            choice = ship
    return choice


@rule
def step_aboard(g: Game, t: Tables, seat: int, planet: int) -> int:
    """Return the action that brings a crew outside aboard one of its spaceships, or one of those here."""
    ships = g.players[seat].ships
    if ships & g.ships_at[planet] != EMPTY:
        return to_ship(t, sturdiest(t, ships & g.ships_at[planet]))
    if ships & g.ships_at[CORE] != EMPTY:
        return to_fly(t, lowest(ships & g.ships_at[CORE]), planet)
    return to_fly(t, lowest(ships), CORE) if ships != EMPTY else NONE


@rule
def first_step(g: Game, t: Tables, seat: int, owner: int, goal: int) -> int:
    """Return the next action on the way of a crew to a place in a row, NONE if there is none."""
    me = g.players[seat]
    planet = planet_of(g, owner)
    if me.crew_ship > 0:
        ship = int(me.crew_ship) - 1
        here = place_of_ship(g, ship)
        if here != planet:
            return to_fly(t, ship, planet if here == CORE else CORE)
        place = nearest_exit(t, g.players[owner], goal)
        return NONE if place == NONE else to_location(t, int(g.players[owner].row[place]))
    if me.crew_location == 0:
        return NONE
    host = owner_of_location(g, int(me.crew_location) - 1)
    row = g.players[host]
    at = place_in_row(row, int(me.crew_location) - 1)
    if host != owner:
        goal = nearest_exit(t, row, at)
        if goal == at:
            return step_aboard(g, t, seat, planet_of(g, host))
    if goal == NONE or goal == at:
        return NONE
    return to_location(t, int(row.row[at + 1 if goal > at else at - 1]))
