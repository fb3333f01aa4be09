"""Decode an observation into a position, as the rules of the game know one.

Below: scratch.py, and the named slices of the game's observe.py. Above: all scripts. What no slice tells follows from
others: what texts added to a total, which armaments are still to be used, who destroys.
"""

from __future__ import annotations

import numpy as np

from agents.expansive_universe.scratch import ME, NOW, Game, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.core.sparse import nonzero
from ow_env.expansive_universe import observe, state as at, verbs as do
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, KINDS, LOCATION, SLOTS, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules.battle import are_silent, takes_part, total
from ow_env.expansive_universe.rules.places import armaments_on, place_of_ship
from ow_env.expansive_universe.rules.sets import bit
from ow_env.expansive_universe.state import AT_LOCATION, EMPTY, IN_SPACE, NOBODY, PLACES, RUNNING


@rule
def count_of(t: Tables, kind: int) -> int:
    """Return how many cards of a kind there are."""
    return int(t.first_of[kind + 1] - t.first_of[kind])


@rule
def set_told(t: Tables, row: Observation, at: int, kind: int) -> Bits:
    """Return the cards of a kind that a slice tells; `at` is where its numbers for all cards begin."""
    found = EMPTY
    for number in range(count_of(t, kind)):
        if row[at + t.first_of[kind] + number] != 0:
            found |= bit(number)
    return found


@rule
def one_told(row: Observation, at: int, size: int) -> int:
    """Return which of so many numbers is not 0; -1 if none."""
    for number in range(size):
        if row[at + number] != 0:
            return number
    return -1


@rule
def decode_table(t: Tables, g: Game, row: Observation) -> None:
    """Read the line-up, the deck, the destroyed pile, what lies on which card."""
    cards = int(t.card_count)
    for slot in range(SLOTS):
        g.slots[slot] = one_told(row, int(t.at[observe.SLOT]) + slot * cards, cards) + 1
    for kind in range(KINDS):
        g.deck[kind] = set_told(t, row, int(t.at[observe.DECK]), kind)
        g.destroyed[kind] = set_told(t, row, int(t.at[observe.PILE]), kind)
    at = int(t.at[observe.BEARER])
    for character in range(count_of(t, CHARACTER)):
        g.holds[character] = 0
        g.captive_of[character] = 0
    for character in range(count_of(t, CHARACTER)):
        captor = int(row[at + t.first_of[CHARACTER] + character])
        if captor > 0:
            g.holds[captor - 1 - t.first_of[CHARACTER]] = character + 1
    for weapon in range(count_of(t, WEAPON)):
        bearer = int(row[at + t.first_of[WEAPON] + weapon])
        g.weapon_on[weapon] = max(bearer - t.first_of[CHARACTER], 0)
    for armament in range(count_of(t, ARMAMENT)):
        bearer = int(row[at + t.first_of[ARMAMENT] + armament])
        g.armament_on[armament] = max(bearer - t.first_of[SPACESHIP], 0)
    for location in range(count_of(t, LOCATION)):
        g.token[location] = 0


@rule
def decode_seat(t: Tables, g: Game, row: Observation, seat: int) -> None:
    """Read what the player so many places from the observer has."""
    him, cards = g.players[seat], int(t.card_count)
    at = seat * cards
    him.alive = row[t.at[observe.ALIVE] + seat]
    him.faction = one_told(row, int(t.at[observe.FACTION] + seat * t.faction_count), int(t.faction_count))
    him.gold = row[t.at[observe.GOLD] + seat]
    him.points = row[t.at[observe.POINTS_OF] + seat]
    him.row_count = row[t.at[observe.ROW_COUNT] + seat]
    him.crew = set_told(t, row, int(t.at[observe.CREW]) + at, CHARACTER)
    him.ships = set_told(t, row, int(t.at[observe.SHIPS]) + at, SPACESHIP)
    first = int(t.first_of[LOCATION])
    for location in range(count_of(t, LOCATION)):
        place = int(row[t.at[observe.ROW] + at + first + location])
        if place > 0:
            him.row[place - 1] = location
        if row[t.at[observe.TOKENS] + at + first + location] != 0:
            g.token[location] = seat + 1
    him.crew_location = one_told(row, int(t.at[observe.CREW_AT]) + at + first, count_of(t, LOCATION)) + 1
    ships = int(t.first_of[SPACESHIP])
    him.crew_ship = one_told(row, int(t.at[observe.CREW_AT]) + at + ships, count_of(t, SPACESHIP)) + 1
    for character in range(count_of(t, CHARACTER)):
        if row[t.at[observe.CAPTIVES] + at + t.first_of[CHARACTER] + character] != 0:
            g.captive_of[character] = seat + 1
    g.ships_at[1 + him.faction] = set_told(t, row, int(t.at[observe.SHIP_AT]) + (1 + seat) * cards, SPACESHIP)
    if row[t.at[observe.ASKED] + seat] != 0:
        g.asked = seat
    if row[t.at[observe.ACTIVE] + seat] != 0:
        g.active = seat
    if row[t.at[observe.STARTER] + seat] != 0:
        g.first = seat
    him.boost = 0
    him.cover = 0
    him.guard = 0
    him.difference = 0
    him.resist = 0


@rule
def decode_numbers(t: Tables, g: Game, row: Observation) -> None:
    """Read the numbers of the turn and the game, and what is decided."""
    g.ending = RUNNING
    g.winner = NOBODY
    g.first_player = NOBODY
    g.round_number = row[t.at[observe.ROUND]]
    g.max_rounds = int(row[t.at[observe.ROUND]]) + int(row[t.at[observe.LEFT]])
    g.point = one_told(row, int(t.at[observe.POINT]), at.OVER + 1)
    g.has_flown = row[t.at[observe.FLOWN]]
    g.has_attacked = row[t.at[observe.ATTACKED]]
    g.has_bought = row[t.at[observe.BOUGHT]]
    g.has_tried = row[t.at[observe.TRIED]]
    g.placing = one_told(row, int(t.at[observe.PLACING]), int(t.card_count)) + 1
    g.mission = one_told(row, int(t.at[observe.TEXT] + t.first_of[LOCATION]), count_of(t, LOCATION)) + 1
    g.step = row[t.at[observe.STEP]]
    g.battle = one_told(row, int(t.at[observe.BATTLE]), 3)
    g.battle_place = 0
    g.attacker = 0
    g.turn_at = 0
    g.passes = 0
    g.user = 0
    g.text_of = 0
    g.resolving = 0
    g.destroyer = 0
    g.queue = EMPTY
    for kind in range(2):
        g.entangled[kind] = EMPTY
        g.waylaid[kind] = EMPTY
        g.once[kind] = EMPTY
        g.twice[kind] = EMPTY


@rule
def decode_place(t: Tables, g: Game, row: Observation) -> None:
    """Read where the battle is."""
    if g.battle == AT_LOCATION:
        g.battle_place = max(int(g.players[g.attacker].crew_location) - 1, 0)
    else:
        ship = one_told(row, int(t.at[observe.FIGHTS] + t.first_of[SPACESHIP]), count_of(t, SPACESHIP))
        g.battle_place = max(place_of_ship(g, ship), 0)


@rule
def decode_battle(t: Tables, g: Game, row: Observation) -> None:
    """Read the battle."""
    for seat in range(g.num_players):
        if row[t.at[observe.ATTACKER] + seat] != 0:
            g.attacker = seat
        if row[t.at[observe.TURN_AT] + seat] != 0:
            g.turn_at = seat
    decode_place(t, g, row)
    g.passes = row[t.at[observe.PASSES]]
    for kind in range(2):
        g.entangled[kind] = set_told(t, row, int(t.at[observe.ENTANGLED]), kind)
        g.waylaid[kind] = set_told(t, row, int(t.at[observe.WAYLAID]), kind)
        g.once[kind] = set_told(t, row, int(t.at[observe.MANEUVERS]), kind)
        for number in range(count_of(t, kind)):
            if row[t.at[observe.MANEUVERS] + t.first_of[kind] + number] > 1:
                g.twice[kind] |= bit(number)
    kind = CHARACTER if g.battle == AT_LOCATION else SPACESHIP
    g.user = one_told(row, int(t.at[observe.USER] + t.first_of[kind]), count_of(t, kind)) + 1
    for seat in range(g.num_players):
        him = g.players[seat]
        if takes_part(g, seat):
            told = int(row[t.at[observe.TOTAL] + seat])
            him.boost = told - total(g, t, seat)
        him.cover = row[t.at[observe.COVER] + seat]
        him.guard = row[t.at[observe.GUARD] + seat]
        him.difference = row[t.at[observe.DIFFERENCE] + seat]
        him.resist = him.difference


@rule
def decode_text(t: Tables, g: Game, row: Observation) -> None:
    """Read which text is carried out; of armaments those are still to be used that come after it."""
    g.text_of = one_told(row, int(t.at[observe.TEXT]), int(t.card_count)) + 1
    if g.text_of == 0 or g.battle != IN_SPACE or are_silent(g, t):
        return
    number = int(t.cards[g.text_of - 1].number)
    g.queue = armaments_on(g, t, int(g.user) - 1)
    while g.queue != EMPTY and lowest(g.queue) <= number:
        g.queue = without_lowest(g.queue)


@rule
def decode_losses(t: Tables, s: Scratch, g: Game) -> None:
    """Work out who destroys, and what difference there was at first."""
    g.resolving = 1
    most = -1
    for place in range(g.num_players):
        seat = (int(g.attacker) + place) % int(g.num_players)
        if takes_part(g, seat) and seat != ME and total(g, t, seat) > most:
            most = total(g, t, seat)
            g.destroyer = seat
    me = g.players[ME]
    for k in range(s.num_legal):
        a = t.actions[int(s.legal[k])]
        if a.verb == do.DESTROY:
            me.resist = max(int(me.resist), int(t.cards[a.a].resistance) + int(me.guard))


@rule
def decode(t: Tables, s: Scratch, row: Observation, mask: Mask) -> None:
    """Read the whole observation, and list the allowed actions in the order of their ids."""
    s.num_legal = nonzero(mask.view(np.uint8), s.legal)
    g = s.games[NOW]
    g.num_players = t.at[observe.GOLD + 1] - t.at[observe.GOLD]
    for place in range(PLACES):
        g.ships_at[place] = EMPTY
    decode_numbers(t, g, row)
    decode_table(t, g, row)
    for seat in range(g.num_players):
        decode_seat(t, g, row, seat)
    g.ships_at[0] = set_told(t, row, int(t.at[observe.SHIP_AT]), SPACESHIP)
    if g.battle > 0:
        decode_battle(t, g, row)
        decode_text(t, g, row)
    if g.point == at.LOSS:
        decode_losses(t, s, g)
