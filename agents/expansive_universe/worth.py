"""What a position is worth to the observer, by the formula of weights.py.

Below: answers.py, ways.py. Above: trials.py. It is looked at in or before the turn of whoever is `active`.
"""

from __future__ import annotations

from agents.expansive_universe.answers import ALPHA, worth_of, worth_on_table
from agents.expansive_universe.scratch import ME, Game, Scratch, Tables, rule
from agents.expansive_universe.ways import FAR, way
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import cards
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, LOCATION, SKILLS, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules.places import armaments_of, habit, planet_of, weapons_of
from ow_env.expansive_universe.rules.turn import income, is_on_core
from ow_env.expansive_universe.state import CORE, EMPTY, RUNNING

WON = 100.0
ABOUT_TO_WIN = 40.0
RIVAL_WINS = 15.0
RIVAL_IS_NEAR = 5.0
A_TURN = 2.4  # points
MOST_TURNS = 8.0
MANY = 8  # gold beyond which more is worth a quarter


@rule
def look_ahead(g: Game, t: Tables, s: Scratch) -> None:
    """Work out about how many turns are to come, by whoever is nearest to the goal: once a decision.

    Points that an action brings would else make all that is to come worth less.
    """
    lead = 0
    for seat in range(g.num_players):
        if g.players[seat].alive:
            lead = max(lead, int(g.players[seat].points))
    s.turns = min(max((int(t.goal) - lead) / A_TURN, 0.5), MOST_TURNS)


# ── Missions ─────────────────────────────────────────────────────────────────────────────────────


@rule
def count_skills(t: Tables, s: Scratch, crew: Bits) -> None:
    """Count the skills of a crew."""
    for skill in range(SKILLS):
        s.skills[skill] = 0
    while crew != EMPTY:
        card = t.cards[t.first_of[CHARACTER] + lowest(crew)]
        for skill in range(SKILLS):
            s.skills[skill] += card.skills[skill]
        crew = without_lowest(crew)


@rule
def missing(t: Tables, s: Scratch, location: int) -> int:
    """Return how many skills a crew lacks at a location."""
    found = 0
    for skill in range(SKILLS):
        found += max(int(t.cards[t.first_of[LOCATION] + location].skills[skill]) - int(s.skills[skill]), 0)
    return found


@rule
def worth_at_home(g: Game, t: Tables, s: Scratch, seat: int) -> float:
    """Return what missions at home are worth: the best one each turn, once the crew has the skills."""
    me = g.players[seat]
    best, second = 0.0, 0.0
    for place in range(me.row_count):
        location = int(me.row[place])
        lacking = missing(t, s, location)
        left = max(s.turns - lacking * (1.7 - 0.1 * lacking), 0.0)
        steps = min(way(g, t, seat, seat, place), 10)
        found = s.weights.home * (int(t.home_points) + s.mission[location]) * left - s.weights.step * steps
        if found > best:
            best, second = found, best
        elif found > second:
            second = found
    return float(best + s.weights.second * second)


@rule
def worth_abroad(g: Game, t: Tables, s: Scratch, seat: int) -> float:
    """Return what the best mission on another's planet is worth."""
    best = 0.0
    for owner in range(g.num_players):
        if owner == seat:
            continue
        him = g.players[owner]
        for place in range(him.row_count):
            location = int(him.row[place])
            if g.token[location] == 0:
                steps = min(way(g, t, seat, owner, place), FAR)
                found = int(t.token_points) + s.mission[location] - 0.3 * steps - 1.5 * missing(t, s, location)
                best = max(best, found)
    return float(best * s.weights.abroad * min(1.0, s.turns / 3.0))


# ── What a player has ────────────────────────────────────────────────────────────────────────────


@rule
def worth_on_core(g: Game, t: Tables, s: Scratch, seat: int) -> float:
    """Return what spaceships on the Core are worth."""
    if not is_on_core(g, seat):
        return 0.0
    found = s.weights.gold * int(t.laws[cards.CORE_INCOME]) * min(s.turns, 3.0)
    for other in range(g.num_players):
        if other != seat and is_on_core(g, other):
            return float(found)
    points = int(t.laws[cards.CORE_POINT]) if t.laws[cards.CORE_POINT] > 0 else int(t.core_points)
    found += points * (0.95 if g.active == seat else 0.4)
    return float(found + points * s.weights.core * max(s.turns - 1.0, 0.0))


@rule
def worth_of_player(g: Game, t: Tables, s: Scratch, seat: int) -> float:
    """Return what a player has."""
    me = g.players[seat]
    if not me.alive:
        return 0.0
    gold = int(me.gold)
    found = float(me.points) + s.weights.gold * min(1.0, s.turns / 2.0) * (min(gold, MANY) + 0.25 * max(gold - MANY, 0))
    found += s.weights.income * int(me.row_count) * s.turns
    found += worth_of(t, s, CHARACTER, me.crew) + worth_of(t, s, SPACESHIP, me.ships)
    found += worth_of(t, s, WEAPON, weapons_of(g, t, me.crew))
    found += worth_of(t, s, ARMAMENT, armaments_of(g, t, me.ships))
    count_skills(t, s, me.crew)
    found += worth_at_home(g, t, s, seat) + worth_abroad(g, t, s, seat)
    return float(found + worth_on_core(g, t, s, seat))


# ── Attacks to come ──────────────────────────────────────────────────────────────────────────────


@rule
def arm(g: Game, t: Tables, s: Scratch) -> None:
    """Add up what each spaceship would bring in a battle, with its armaments and a crew aboard."""
    for ship in range(t.first_of[SPACESHIP + 1] - t.first_of[SPACESHIP]):
        power = float(t.cards[t.first_of[SPACESHIP] + ship].space)
        s.ship_attack[ship] = power
        s.ship_defence[ship] = power
    for armament in range(t.first_of[ARMAMENT + 1] - t.first_of[ARMAMENT]):
        if g.armament_on[armament] > 0:
            ship, card = int(g.armament_on[armament]) - 1, int(t.first_of[ARMAMENT]) + armament
            s.ship_attack[ship] += s.attack[card]
            s.ship_defence[ship] += s.defence[card]
    for seat in range(g.num_players):
        me = g.players[seat]
        if me.crew_ship > 0:
            crew = me.crew
            while crew != EMPTY:
                power = float(t.cards[t.first_of[CHARACTER] + lowest(crew)].space)
                s.ship_attack[me.crew_ship - 1] += power
                s.ship_defence[me.crew_ship - 1] += power
                crew = without_lowest(crew)


@rule
def attack_of(s: Scratch, ships: Bits) -> float:
    """Return what spaceships would bring an attacker."""
    found = 0.0
    while ships != EMPTY:
        found += s.ship_attack[lowest(ships)]
        ships = without_lowest(ships)
    return found


@rule
def defence_of(s: Scratch, ships: Bits) -> float:
    """Return what spaceships would bring whoever is attacked."""
    found = 0.0
    while ships != EMPTY:
        found += s.ship_defence[lowest(ships)]
        ships = without_lowest(ships)
    return found


@rule
def guard_of(g: Game, t: Tables, seat: int, place: int) -> int:
    """Return what a player's planet adds at a place."""
    return habit(g, t, seat, cards.HOME_GUARD) if place == planet_of(g, seat) else 0


@rule
def cheapest_loss(g: Game, t: Tables, s: Scratch, kind: int, cards: Bits, difference: float) -> float:
    """Return what whoever loses by so much would lose at least, -1: nothing."""
    best = -1.0
    while cards != EMPTY:
        card = int(t.first_of[kind]) + lowest(cards)
        cards = without_lowest(cards)
        if t.cards[card].resistance <= difference:
            found = worth_on_table(g, t, s, card)
            if best < 0.0 or found < best:
                best = found
    return best


@rule
def win_by(difference: float, loss: float, points: int) -> float:
    """Return what an attack that wins by so much is worth, about."""
    if difference <= 0.0 or loss < 0.0:
        return 0.0
    return min(0.9, 0.35 + 0.1 * difference) * (points + 0.7 * min(loss, ALPHA))


@rule
def prospect_at(g: Game, t: Tables, s: Scratch, seat: int, other: int, place: int) -> float:
    """Return what a player could win of another by an attack next turn in space at a place."""
    me, him = g.players[seat], g.players[other]
    against = him.ships & g.ships_at[place]
    if against == EMPTY:
        return 0.0
    near = EMPTY
    for source in range(1 + t.faction_count):
        if (source == CORE) != (place == CORE):
            near |= me.ships & g.ships_at[source]
    here = me.ships & g.ships_at[place]
    flights = min(count_ones(near), int(me.gold) + income(g, t, seat) - 1)
    if here == EMPTY and flights < 1:
        return 0.0
    force = attack_of(s, here) + habit(g, t, seat, cards.RAID) + guard_of(g, t, seat, place)
    if flights > 0:
        force += attack_of(s, near) * flights / count_ones(near)
    difference = force - defence_of(s, against) - guard_of(g, t, other, place)
    loss = cheapest_loss(g, t, s, SPACESHIP, against, difference) if difference > 0.0 else -1.0
    return win_by(difference, loss, int(t.ship_points))


@rule
def combat_of(t: Tables, s: Scratch, crew: Bits, attacking: bool) -> float:
    """Return what a crew would bring in a battle at a location."""
    found = 0.0
    while crew != EMPTY:
        card = int(t.first_of[CHARACTER]) + lowest(crew)
        found += int(t.cards[card].combat) + (s.attack[card] if attacking else s.defence[card])
        crew = without_lowest(crew)
    return found


@rule
def prospect_on_ground(g: Game, t: Tables, s: Scratch, seat: int, other: int) -> float:
    """Return what a crew could win of another on the same location."""
    me, him = g.players[seat], g.players[other]
    if me.crew_location == 0 or me.crew_location != him.crew_location:
        return 0.0
    difference = combat_of(t, s, me.crew, True) + habit(g, t, seat, cards.RAID) - combat_of(t, s, him.crew, False)
    for place in range(me.row_count):
        if me.row[place] == me.crew_location - 1:
            difference += habit(g, t, seat, cards.HOME_GUARD)
    for place in range(him.row_count):
        if him.row[place] == me.crew_location - 1:
            difference -= habit(g, t, other, cards.HOME_GUARD)
    loss = cheapest_loss(g, t, s, CHARACTER, him.crew, difference) if difference > 0.0 else -1.0
    return win_by(difference, loss, int(t.character_points))


@rule
def prospect(g: Game, t: Tables, s: Scratch, seat: int, other: int) -> float:
    """Return what a player could win of another by the best attack next turn."""
    best = prospect_on_ground(g, t, s, seat, other)
    for place in range(1 + t.faction_count):
        best = max(best, prospect_at(g, t, s, seat, other, place))
    return best


# ── The whole ────────────────────────────────────────────────────────────────────────────────────


@rule
def ended(g: Game) -> float:
    """Return what the end of a game is worth."""
    return WON if g.winner == ME else -WON


@rule
def end_in_sight(g: Game, t: Tables) -> float:
    """Return what it is worth to be about to win, or that others are."""
    me = g.players[ME]
    points = int(me.points)
    if g.active == ME and is_on_core(g, ME):
        alone = True
        for other in range(1, g.num_players):
            alone = alone and not is_on_core(g, other)
        if alone:
            points += int(t.laws[cards.CORE_POINT]) if t.laws[cards.CORE_POINT] > 0 else int(t.core_points)
    found = 0.0
    if points >= t.goal:
        found += ABOUT_TO_WIN if g.active == ME else RIVAL_WINS
    for other in range(1, g.num_players):
        him = g.players[other]
        if him.alive and him.points >= t.goal:
            found -= RIVAL_WINS
        elif him.alive and him.points + t.home_points >= t.goal:
            found -= RIVAL_IS_NEAR
    return found


@rule
def worth(g: Game, t: Tables, s: Scratch) -> float:
    """Return what a position is worth to the observer."""
    if g.ending != RUNNING:
        return ended(g)
    if not g.players[ME].alive:
        return -WON
    arm(g, t, s)
    most, total, count = -WON, 0.0, 0
    hope, fear = 0.0, 0.0
    for other in range(1, g.num_players):
        if g.players[other].alive:
            found = worth_of_player(g, t, s, other)
            most = max(most, found)
            total += found
            count += 1
            hope = max(hope, prospect(g, t, s, ME, other))
            fear += prospect(g, t, s, other, ME)
    found = worth_of_player(g, t, s, ME) + end_in_sight(g, t)
    found += s.weights.hope * hope - s.weights.fear * fear
    return float(found - 0.5 * most - 0.5 * total / max(count, 1))
