"""Where spaceships and crews are (EU-0.3), which cards lie on which, whose a location is."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe.cards import ARMAMENT, MOST_OF_KIND, WEAPON
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import CORE, EMPTY, NOBODY, PLACES, Game, Player, Tables, rule


@rule
def planet_of(g: Game, seat: int) -> int:
    """Return the planet of a seat, as a place."""
    return 1 + int(g.players[seat].faction)


@rule
def seat_of_faction(g: Game, faction: int) -> int:
    """Return who plays a Faction, NOBODY if it is not in play."""
    for seat in range(g.num_players):
        if g.players[seat].faction == faction:
            return seat
    return NOBODY


@rule
def owner_of_place(g: Game, place: int) -> int:
    """Return whose planet a place is; NOBODY: it is the Core, or not in play."""
    return NOBODY if place == CORE else seat_of_faction(g, place - 1)


@rule
def place_of_ship(g: Game, ship: int) -> int:
    """Return where a spaceship is; -1: it is not in play."""
    for place in range(PLACES):
        if has(g.ships_at[place], ship):
            return place
    return -1


@rule
def place_in_row(him: Player, location: int) -> int:
    """Return where a location lies in a row, from the left; -1: not there."""
    for place in range(him.row_count):
        if him.row[place] == location:
            return place
    return -1


@rule
def owner_of_location(g: Game, location: int) -> int:
    """Return in whose row a location lies, NOBODY: in none."""
    for seat in range(g.num_players):
        if place_in_row(g.players[seat], location) >= 0:
            return seat
    return NOBODY


@rule
def controller_of_ship(g: Game, ship: int) -> int:
    """Return who controls a spaceship, NOBODY: it is not in play."""
    for seat in range(g.num_players):
        if has(g.players[seat].ships, ship):
            return seat
    return NOBODY


@rule
def controller_of_character(g: Game, character: int) -> int:
    """Return in whose crew a character is, NOBODY: in none."""
    for seat in range(g.num_players):
        if has(g.players[seat].crew, character):
            return seat
    return NOBODY


@rule
def captor_of(g: Game, captive: int) -> int:
    """Return under which character a captive lies."""
    for character in range(MOST_OF_KIND):
        if g.holds[character] == captive + 1:
            return character
    return NOBODY


@rule
def is_aboard(g: Game, ship: int) -> bool:
    """Is there a crew aboard this spaceship?"""
    for seat in range(g.num_players):
        if g.players[seat].crew_ship == ship + 1:
            return True
    return False


@rule
def weapons_of(g: Game, t: Tables, characters: Bits) -> Bits:
    """Return the weapons on any of these characters."""
    found = EMPTY
    for weapon in range(t.first_of[WEAPON + 1] - t.first_of[WEAPON]):
        if g.weapon_on[weapon] > 0 and has(characters, int(g.weapon_on[weapon]) - 1):
            found |= bit(weapon)
    return found


@rule
def armaments_of(g: Game, t: Tables, ships: Bits) -> Bits:
    """Return the armaments on any of these spaceships."""
    found = EMPTY
    for armament in range(t.first_of[ARMAMENT + 1] - t.first_of[ARMAMENT]):
        if g.armament_on[armament] > 0 and has(ships, int(g.armament_on[armament]) - 1):
            found |= bit(armament)
    return found


@rule
def weapons_on(g: Game, t: Tables, character: int) -> Bits:
    """Return the weapons on a character."""
    return weapons_of(g, t, bit(character))


@rule
def armaments_on(g: Game, t: Tables, ship: int) -> Bits:
    """Return the armaments on a spaceship."""
    return armaments_of(g, t, bit(ship))


@rule
def captives_under(g: Game, characters: Bits, seat: int) -> Bits:
    """Return the captives of a seat's crew that lie under these characters."""
    found = EMPTY
    while characters != EMPTY:
        captive = int(g.holds[lowest(characters)]) - 1
        characters = without_lowest(characters)
        if captive >= 0 and g.captive_of[captive] == seat + 1:
            found |= bit(captive)
    return found


@rule
def all_characters(g: Game) -> Bits:
    """Return every character in a crew."""
    found = EMPTY
    for seat in range(g.num_players):
        found |= g.players[seat].crew
    return found


@rule
def habit(g: Game, t: Tables, seat: int, word: int) -> int:
    """Return the number of an effect of a player's planet, 0: it has none (EU-1.4)."""
    return int(t.habits[g.players[seat].faction, word])
