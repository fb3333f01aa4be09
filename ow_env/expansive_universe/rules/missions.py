"""Missions (EU-6): skills, points, and what the texts of locations do."""

from __future__ import annotations

from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import cards, state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, LOCATION, SKILLS, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules import leaving, places
from ow_env.expansive_universe.rules.lineup import can_place
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.rules.travel import gain_gold, toll_of, why_not_fly, why_not_move
from ow_env.expansive_universe.state import EMPTY, PLACES, Game, Player, Tables, Text, rule

# ── Whether it succeeds (EU-6.3) ─────────────────────────────────────────────────────────────────


@rule
def has_skills(t: Tables, crew: Bits, location: int) -> bool:
    """Has a crew every skill that a location lists, as often as it is listed (EU-6.3)?"""
    wanted = t.cards[int(t.first_of[LOCATION]) + location].skills
    for skill in range(SKILLS):
        there, left = 0, crew
        while left != EMPTY:
            there += t.cards[int(t.first_of[CHARACTER]) + lowest(left)].skills[skill]
            left = without_lowest(left)
        if there < wanted[skill]:
            return False
    return True


# ── What the texts do (EU-6.4) ───────────────────────────────────────────────────────────────────


@rule
def point_of(word: int) -> int:
    """Return what an effect asks, `at.IN_MISSION`: nothing."""
    if word == cards.RECRUIT:
        return at.RECRUIT
    if word == cards.FLIGHT:
        return at.FLIGHT
    if word == cards.MARCH:
        return at.MARCH
    if word == cards.SALVAGE:
        return at.SALVAGE
    if word == cards.PLUNDER:
        return at.PLUNDER
    if word == cards.RESCUE:
        return at.RESCUE
    if word == cards.SABOTAGE:
        return at.SABOTAGE
    return at.STRIKE if word == cards.STRIKE else at.IN_MISSION


@rule
def can_recruit(g: Game, t: Tables, slot: int, most: int) -> bool:
    """Can the card of a slot be taken for nothing?"""
    return bool(slot <= most and g.slots[slot] > 0 and can_place(g, t, int(g.slots[slot]) - 1))


@rule
def can_march(g: Game, t: Tables, card: int) -> bool:
    """Can the crew move to a card, its toll be paid?"""
    return bool(why_not_move(g, t, card) == 0 and toll_of(g, t, card) <= g.players[g.active].gold)


@rule
def can_salvage(g: Game, t: Tables, card: int) -> bool:
    """Can a weapon or armament be taken from the destroyed pile?"""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    return (kind == WEAPON or kind == ARMAMENT) and has(g.destroyed[kind], number) and can_place(g, t, card)


@rule
def can_plunder(g: Game, seat: int) -> bool:
    """Is this an opponent with gold?"""
    return bool(seat != g.active and g.players[seat].alive and g.players[seat].gold > 0)


@rule
def rescuable(g: Game) -> Bits:
    """Return the captives of the player's crew, wherever they are."""
    return places.captives_under(g, places.all_characters(g), int(g.active))


@rule
def opposing_crews(g: Game) -> Bits:
    """Return the characters of all opponents' crews."""
    return places.all_characters(g) & ~g.players[g.active].crew


@rule
def opposing_ships(g: Game) -> Bits:
    """Return the spaceships of all opponents."""
    found = EMPTY
    for seat in range(g.num_players):
        if seat != g.active:
            found |= g.players[seat].ships
    return found


@rule
def strikable(g: Game, t: Tables, most: int) -> Bits:
    """Return the opponents' spaceships on the mission's planet that can be destroyed."""
    planet = places.planet_of(g, places.owner_of_location(g, int(g.mission) - 1))
    left, found = opposing_ships(g) & g.ships_at[planet], EMPTY
    while left != EMPTY:
        ship = lowest(left)
        left = without_lowest(left)
        if t.cards[int(t.first_of[SPACESHIP]) + ship].expire <= most and not places.is_aboard(g, ship):
            found |= bit(ship)
    return found


@rule
def is_mission_target(g: Game, t: Tables, word: int, most: int, card: int) -> bool:
    """Can an effect of the mission name this card?"""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    if word == cards.RESCUE:
        return kind == CHARACTER and has(rescuable(g), number)
    if word == cards.STRIKE:
        return kind == SPACESHIP and has(strikable(g, t, most), number)
    if kind == WEAPON:
        return has(places.weapons_of(g, t, opposing_crews(g)), number)
    return kind == ARMAMENT and has(places.armaments_of(g, t, opposing_ships(g)), number)


@rule
def can_be_done(g: Game, t: Tables, word: int, number: int) -> bool:
    """Is there anything that an effect which asks can name (EU-6.4)?"""
    me: Player = g.players[g.active]
    if word == cards.RECRUIT:
        for slot in range(len(g.slots)):
            if can_recruit(g, t, slot, number):
                return True
        return False
    if word == cards.FLIGHT:
        ships = me.ships
        while ships != EMPTY:
            for place in range(PLACES):
                if why_not_fly(g, t, lowest(ships), place) == 0:
                    return True
            ships = without_lowest(ships)
        return False
    if word == cards.MARCH or word == cards.SALVAGE:
        for card in range(t.card_count):
            if t.cards[card].kind == LOCATION or t.cards[card].kind == SPACESHIP:
                if word == cards.MARCH and can_march(g, t, card):
                    return True
            elif word == cards.SALVAGE and can_salvage(g, t, card):
                return True
        return False
    if word == cards.PLUNDER:
        for seat in range(g.num_players):
            if can_plunder(g, seat):
                return True
        return False
    if word == cards.RESCUE:
        return bool(rescuable(g) != EMPTY)
    if word == cards.STRIKE:
        return bool(strikable(g, t, number) != EMPTY)
    return bool(places.weapons_of(g, t, opposing_crews(g)) | places.armaments_of(g, t, opposing_ships(g)) != EMPTY)


@rule
def rob(g: Game, seat: int, from_seat: int, most: int) -> None:
    """Take up to so much gold from an opponent."""
    taken = min(most, int(g.players[from_seat].gold))
    g.players[from_seat].gold -= taken
    gain_gold(g, seat, taken)


@rule
def aim_mission(g: Game, t: Tables, card: int) -> None:
    """Carry out an effect on the card that was named."""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    if g.point == at.RESCUE:
        leaving.return_captive(g, places.captor_of(g, number))
    elif g.point == at.STRIKE:
        leaving.destroy_ship(g, t, places.controller_of_ship(g, number), number, int(g.active))
    elif kind == WEAPON:
        leaving.disarm_weapons(g, t, bit(number))
    else:
        leaving.disarm_armaments(g, t, bit(number))


# ── The course of a mission ──────────────────────────────────────────────────────────────────────


@rule
def mission_text(g: Game, t: Tables) -> Text:
    """Return the text of the location whose mission is carried out."""
    return t.cards[int(t.first_of[LOCATION]) + int(g.mission) - 1].text


@rule
def mission_number(g: Game, t: Tables) -> int:
    """Return the number of the effect that is being carried out."""
    return int(mission_text(g, t).number[g.step])


@rule
def begin_mission(g: Game) -> None:
    """Begin a mission where the crew is (EU-6.1)."""
    g.has_tried = 1
    g.mission = g.players[g.active].crew_location
    g.step = 0
    g.point = at.IN_MISSION


@rule
def next_effect(g: Game) -> None:
    """Go on to the next effect of the mission."""
    g.step += 1
    g.point = at.IN_MISSION


@rule
def finish_mission(g: Game, t: Tables) -> None:
    """Gain the points of the mission; abroad a token makes them (EU-6.5)."""
    location, seat = int(g.mission) - 1, int(g.active)
    if places.owner_of_location(g, location) == seat:
        leaving.score(g, seat, int(t.home_points))
    elif g.token[location] == 0:
        g.token[location] = seat + 1
        leaving.score(g, seat, int(t.token_points))
    g.mission = 0
    g.step = 0
    g.point = at.TURN


@rule
def mission_goes_on(g: Game, t: Tables) -> None:
    """Carry out effects up to one that asks, then gain the points (EU-6.4)."""
    text = mission_text(g, t)
    while g.step < text.count:
        word, number = int(text.word[g.step]), int(text.number[g.step])
        if word == cards.GOLD:
            gain_gold(g, int(g.active), number)
        elif word == cards.POINT:
            leaving.score(g, int(g.active), number)
        elif can_be_done(g, t, word, number):
            g.point = point_of(word)
            return
        g.step += 1
    finish_mission(g, t)
