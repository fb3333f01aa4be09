"""Flying spaceships (EU-4) and moving the crew (EU-5)."""

from __future__ import annotations

from ow_env.expansive_universe import actions as why
from ow_env.expansive_universe.actions import OK
from ow_env.expansive_universe.cards import LOCATION, TOLL
from ow_env.expansive_universe.rules import places
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import CORE, EMPTY, MOST_GOLD, NOBODY, PLACES, Game, Tables, rule


@rule
def gain_gold(g: Game, seat: int, gold: int) -> None:
    """Gain gold; what would exceed 99 is lost (EU-2.3)."""
    g.players[seat].gold = min(int(g.players[seat].gold) + gold, MOST_GOLD)


@rule
def last_in_order(g: Game) -> int:
    """Return who is last in the order of turns."""
    return (int(g.first) + int(g.num_players) - 1) % int(g.num_players)


@rule
def why_not_fly(g: Game, t: Tables, ship: int, place: int) -> int:
    """Return why a spaceship can't fly to a place, whatever it costs (EU-1.7, EU-4.1), or OK."""
    if not has(g.players[g.active].ships, ship):
        return why.NOT_YOURS
    if place > t.faction_count or (place != CORE and places.owner_of_place(g, place) == NOBODY):
        return why.NOT_IN_PLAY
    now = places.place_of_ship(g, ship)
    if now == place:
        return why.IS_THERE
    if (now == CORE) == (place == CORE):
        return why.NOT_THAT_WAY
    if g.round_number == 1 and g.active != last_in_order(g) and t.first_round_flights == 0:
        return why.NOT_YET
    return OK


@rule
def fly(g: Game, ship: int, place: int) -> None:
    """Fly a spaceship, with all that is on it (EU-4.1)."""
    for each in range(PLACES):
        g.ships_at[each] &= ~bit(ship)
    g.ships_at[place] |= bit(ship)


# ── The crew (EU-5) ──────────────────────────────────────────────────────────────────────────────


@rule
def place_of_crew(g: Game, seat: int) -> int:
    """Return the planet on which a crew is, CORE aboard a spaceship there, of a player who is not out."""
    him = g.players[seat]
    if him.crew_ship > 0:
        return places.place_of_ship(g, int(him.crew_ship) - 1)
    return places.planet_of(g, places.owner_of_location(g, int(him.crew_location) - 1))


@rule
def why_not_walk(g: Game, location: int) -> int:
    """Return why the crew can't go from its location to another (EU-5.1), or OK."""
    now = int(g.players[g.active].crew_location) - 1
    row = g.players[places.owner_of_location(g, now)]
    there = places.place_in_row(row, location)
    if now == location:
        return why.SAME_PLACE
    return OK if there >= 0 and abs(there - places.place_in_row(row, now)) == 1 else why.NOT_ADJACENT


@rule
def why_not_land(g: Game, t: Tables, location: int) -> int:
    """Return why the crew can't go from its spaceship to a location (EU-5.1), or OK."""
    here = place_of_crew(g, int(g.active))
    owner = places.owner_of_location(g, location)
    if here == CORE:
        return why.IN_SPACE_NOW
    if owner == NOBODY or places.planet_of(g, owner) != here:
        return why.NOT_ON_PLANET
    return OK if t.cards[int(t.first_of[LOCATION]) + location].outside else why.IS_INSIDE


@rule
def why_not_board(g: Game, t: Tables, ship: int) -> int:
    """Return why the crew can't go from its location to a spaceship (EU-5.1), or OK."""
    me = g.players[g.active]
    if not has(me.ships, ship):
        return why.NOT_YOURS
    if me.crew_ship == ship + 1:
        return why.SAME_PLACE
    if places.place_of_ship(g, ship) != place_of_crew(g, int(g.active)):
        return why.NOT_ON_PLANET
    if me.crew_ship > 0:
        return why.FROM_ABOARD
    return OK if t.cards[int(t.first_of[LOCATION]) + int(me.crew_location) - 1].outside else why.CREW_IS_INSIDE


@rule
def why_not_move(g: Game, t: Tables, card: int) -> int:
    """Return why the crew can't move to a card, whatever it costs (EU-5.1), or OK."""
    number = int(t.cards[card].number)
    if t.cards[card].kind != LOCATION:
        return why_not_board(g, t, number)
    if g.players[g.active].crew_ship > 0:
        return why_not_land(g, t, number)
    return why_not_walk(g, number)


@rule
def toll_to(g: Game, t: Tables, card: int) -> int:
    """Return to whom the toll of a move is due, NOBODY: to none (EU-5.2). From a spaceship a crew can only land."""
    if g.players[g.active].crew_ship == 0:
        return NOBODY
    owner = places.owner_of_location(g, int(t.cards[card].number))
    if owner == NOBODY or owner == g.active:
        return NOBODY
    return owner if g.players[owner].ships & g.ships_at[places.planet_of(g, owner)] != EMPTY else NOBODY


@rule
def toll(t: Tables) -> int:
    """Return the landing toll (EU-5.2)."""
    return int(t.laws[TOLL]) if t.laws[TOLL] > 0 else int(t.toll)


@rule
def toll_of(g: Game, t: Tables, card: int) -> int:
    """Return the landing toll of a move."""
    return 0 if toll_to(g, t, card) == NOBODY else toll(t)


@rule
def move_crew(g: Game, t: Tables, card: int) -> None:
    """Move the crew token, and pay the toll (EU-5.1, EU-5.2)."""
    me, owner = g.players[g.active], toll_to(g, t, card)
    if owner != NOBODY:
        me.gold -= toll(t)
        gain_gold(g, owner, toll(t))
    number = int(t.cards[card].number) + 1
    me.crew_location = number if t.cards[card].kind == LOCATION else 0
    me.crew_ship = 0 if t.cards[card].kind == LOCATION else number
