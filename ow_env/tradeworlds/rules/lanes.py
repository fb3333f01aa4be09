"""Ships, and sets of them (TW-0.2, TW-0.3): bit 4 * seat + place is a ship."""

from __future__ import annotations

from ow_env.tradeworlds.cards import LEVELS, PLACES
from ow_env.tradeworlds.state import SHIPS, Game, Player, Ship, Tables, rule


@rule
def has_ship(him: Player, place: int) -> bool:
    """Is there a ship in this place?"""
    return bool(him.lane[place].starship > 0)


@rule
def places_taken(him: Player) -> int:
    """Return the places with a ship: bit per place."""
    taken = 0
    for place in range(PLACES):
        if him.lane[place].starship > 0:
            taken |= 1 << place
    return taken


@rule
def count_places(places: int) -> int:
    """Count the places of a lane, or the ships of a set."""
    count = 0
    while places > 0:
        count += places & 1
        places >>= 1
    return count


@rule
def free_place(him: Player) -> int:
    """Return the lowest empty place, PLACES if there is none."""
    for place in range(PLACES):
        if him.lane[place].starship == 0:
            return place
    return PLACES


@rule
def has_room(him: Player) -> bool:
    """Is there an unlocked place for another ship (TW-F2)?"""
    return count_places(places_taken(him)) < int(him.level)


@rule
def firepower(t: Tables, ship: Ship) -> int:
    """Return the Firepower of a ship: the sum over its Weapons (TW-F3)."""
    total = 0
    for level in range(LEVELS):
        total += int(ship.weapons[level]) * int(t.firepower[level + 1])
    return total


@rule
def resistance(t: Tables, ship: Ship) -> int:
    """Return the Resistance of a ship."""
    return int(t.resistance[ship.crew])


@rule
def spare_capacity(t: Tables, ship: Ship) -> int:
    """Return how much more a ship could carry (TW-F1)."""
    return int(t.capacity[ship.starship]) - firepower(t, ship) - resistance(t, ship)


@rule
def firepower_of(g: Game, t: Tables, ships: int) -> int:
    """Return the Firepower of a set of ships (TW-C4)."""
    total = 0
    for number in range(SHIPS):
        if ships >> number & 1:
            total += firepower(t, g.players[number // PLACES].lane[number % PLACES])
    return total


@rule
def resistance_of(g: Game, t: Tables, ships: int) -> int:
    """Return the sum of the Resistances of a set of ships (TW-A4)."""
    total = 0
    for number in range(SHIPS):
        if ships >> number & 1:
            total += resistance(t, g.players[number // PLACES].lane[number % PLACES])
    return total


@rule
def of_seat(seat: int, places: int) -> int:
    """Return places of a seat's lane as a set of ships."""
    return places << (PLACES * seat)


@rule
def fleet(g: Game, seat: int) -> int:
    """Return all ships of a seat."""
    return of_seat(seat, places_taken(g.players[seat]))


@rule
def clear_place(him: Player, place: int) -> None:
    """Empty a place; its token goes back to the supply (TW-M6)."""
    ship = him.lane[place]
    ship.starship = 0
    ship.crew = 0
    ship.token = 0
    for level in range(LEVELS):
        ship.weapons[level] = 0
