"""What an action leads to, tried by the rules of the game on a copy of the position: actions, ways, raids.

Below: worth.py, ways.py. Above: player.py. A way ends with a mission or an attack, a raid gathers spaceships before it
attacks; what is kept is the first action, for the next decision looks again.
"""

from __future__ import annotations

from agents.expansive_universe.answers import carry_out
from agents.expansive_universe.scratch import FOUGHT, GATHERED, ME, NEVER, NONE, NOW, TRIED, Game, Scratch, Tables, rule
from agents.expansive_universe.ways import first_step, to_fly, way
from agents.expansive_universe.worth import arm, attack_of, defence_of, guard_of, worth
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Rng
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.actions import OK
from ow_env.expansive_universe.cards import RAID
from ow_env.expansive_universe.rules.legality import why_not_answer
from ow_env.expansive_universe.rules.missions import has_skills
from ow_env.expansive_universe.rules.places import habit, place_in_row
from ow_env.expansive_universe.state import CORE, EMPTY, RUNNING

MOST_STEPS = 10  # of a way
MOST_FLIGHTS = 5  # before a raid
MOST_ATTACKS = 3  # in a row
DOUBT = 4.0  # by which a total may be underestimated


@rule
def keep(s: Scratch, value: float, action: int) -> None:
    """Note what an action leads to, and keep it if nothing better is known."""
    s.found[action] = max(s.found[action], value)
    if value > s.best:
        s.best = value
        s.choice = action


@rule
def may(g: Game, t: Tables, action: int) -> bool:
    """May the observer, in the own turn, take an action?"""
    return g.ending == RUNNING and g.point == at.TURN and g.active == ME and why_not_answer(g, t, ME, action) == OK


@rule
def try_action(t: Tables, s: Scratch, action: int, rng: Rng) -> None:
    """Try an action, and a mission after it."""
    s.games[TRIED] = s.games[NOW]
    g = s.games[TRIED]
    carry_out(g, t, s, action, rng)
    found = worth(g, t, s)
    mission = int(t.first[do.MISSION])
    if s.games[NOW].point == at.TURN and may(g, t, mission):
        carry_out(g, t, s, mission, rng)
        found = max(found, worth(g, t, s))
    keep(s, found, action)


@rule
def fight(t: Tables, s: Scratch, attack: int, first: int, before: float, rng: Rng) -> None:
    """Try to attack in the position that was gathered for it, as often as it goes on to win."""
    s.games[FOUGHT] = s.games[GATHERED]
    g = s.games[FOUGHT]
    for _ in range(MOST_ATTACKS):
        if not may(g, t, attack):
            return
        carry_out(g, t, s, attack, rng)
        gain = worth(g, t, s) - before
        keep(s, before + (gain * s.weights.raid if gain > 0.0 else gain) - s.weights.careful, first)


@rule
def could_win(g: Game, t: Tables, s: Scratch, place: int) -> bool:
    """Has an attack in space a chance to win?"""
    arm(g, t, s)
    mine = attack_of(s, g.players[ME].ships & g.ships_at[place]) + habit(g, t, ME, RAID) + guard_of(g, t, ME, place)
    for other in range(1, g.num_players):
        ships = g.players[other].ships & g.ships_at[place]
        if ships != EMPTY and mine + DOUBT > defence_of(s, ships) + guard_of(g, t, other, place):
            return True
    return False


@rule
def next_to_gather(g: Game, t: Tables, s: Scratch, place: int) -> int:
    """Return the flight of the strongest spaceship that can fly to a place, NONE; the crew stays where it is."""
    best, choice = NEVER, NONE
    for source in range(1 + t.faction_count):
        if (source == CORE) == (place == CORE):
            continue
        left = g.players[ME].ships & g.ships_at[source]
        while left != EMPTY:
            ship = lowest(left)
            left = without_lowest(left)
            if g.players[ME].crew_ship != ship + 1 and s.ship_attack[ship] > best:
                best, choice = s.ship_attack[ship], to_fly(t, ship, place)
    return choice


@rule
def try_raid(t: Tables, s: Scratch, place: int, before: float, rng: Rng) -> None:
    """Try to attack at a place, with more and more spaceships that fly there first."""
    s.games[GATHERED] = s.games[NOW]
    g = s.games[GATHERED]
    attack, first = int(t.first[do.ATTACK_PLACE]) + place, NONE
    there = False
    for other in range(1, g.num_players):
        there = there or g.players[other].ships & g.ships_at[place] != EMPTY
    if not there:
        return
    for _ in range(MOST_FLIGHTS):
        if could_win(g, t, s, place) and may(g, t, attack):
            fight(t, s, attack, attack if first == NONE else first, before, rng)
        flight = next_to_gather(g, t, s, place)
        if flight == NONE or not may(g, t, flight):
            return
        first = flight if first == NONE else first
        carry_out(g, t, s, flight, rng)


@rule
def go(t: Tables, s: Scratch, owner: int, place: int, rng: Rng) -> int:
    """Let the crew go to a place in a row, in the position that is gathered; return the first action, NONE."""
    s.games[GATHERED] = s.games[NOW]
    g = s.games[GATHERED]
    first = NONE
    for _ in range(MOST_STEPS):
        if g.players[ME].crew_location == g.players[owner].row[place] + 1:
            return first
        action = first_step(g, t, ME, owner, place)
        if action == NONE or not may(g, t, action):
            return NONE
        first = action if first == NONE else first
        carry_out(g, t, s, action, rng)
    return NONE


@rule
def try_mission(t: Tables, s: Scratch, owner: int, place: int, rng: Rng) -> None:
    """Try to go to a location for a mission."""
    g = s.games[NOW]
    location = int(g.players[owner].row[place])
    if g.has_tried or (owner != ME and g.token[location] > 0) or not has_skills(t, g.players[ME].crew, location):
        return
    if way(g, t, ME, owner, place) > g.players[ME].gold:
        return
    first = go(t, s, owner, place, rng)
    mission = int(t.first[do.MISSION])
    if first != NONE and may(s.games[GATHERED], t, mission):
        carry_out(s.games[GATHERED], t, s, mission, rng)
        keep(s, worth(s.games[GATHERED], t, s), first)


@rule
def try_assault(t: Tables, s: Scratch, other: int, before: float, rng: Rng) -> None:
    """Try to go to where another crew is, and attack it."""
    g = s.games[NOW]
    location = int(g.players[other].crew_location) - 1
    if location < 0:
        return
    attack = int(t.first[do.ATTACK_LOCATION]) + location
    if g.players[ME].crew_location == location + 1:
        s.games[GATHERED] = s.games[NOW]
        fight(t, s, attack, attack, before, rng)
        return
    for owner in range(g.num_players):
        place = place_in_row(g.players[owner], location)
        if place >= 0 and way(g, t, ME, owner, place) < g.players[ME].gold:
            first = go(t, s, owner, place, rng)
            if first != NONE:
                fight(t, s, attack, first, before, rng)
