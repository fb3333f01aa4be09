"""Which records are positions (core/sound.py): what the other rules rely on and don't look at.

Below: missions.py, battle.py, places.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.core.bits import count_ones
from ow_env.core.rng import Bits
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, KINDS, LOCATION, MOST_OF_KIND, SLOTS, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules.battle import kind_in_battle, takes_part
from ow_env.expansive_universe.rules.missions import point_of
from ow_env.expansive_universe.rules.places import controller_of_ship, owner_of_location
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import EMPTY, IN_SPACE, NOBODY, PLACES, RUNNING, Game, Tables, Text, rule

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
FACTION = FAULTS("players[{seat}].faction: one that is in the game, and nobody else's")
NO_CARD = FAULTS("destroyed: cards that there are, here and wherever cards are")
CARDS = FAULTS("deck: each card in one place at most")
CREW = FAULTS("players[{seat}].crew_location: a location in a row or a spaceship of one's own, if there is a crew")
OUT = FAULTS("players[{seat}].alive: 1 if and only if there is a crew")
ROW = FAULTS("players[{seat}].row: 0 behind as many as row_count says")
SHIPS = FAULTS("ships_at: each spaceship in play at one place, in the Core or at a planet in the game")
BEARERS = FAULTS("weapon_on: characters in a crew, and spaceships in play of armament_on")
CAPTIVES = FAULTS("holds: captives under characters in a crew, with whose they are in captive_of, each once")
TOKENS = FAULTS("token: players, on locations in a row")
SLOT = FAULTS("slots: cards that there are, each once, and none that is being placed")
SEATS = FAULTS("asked: a player, here and as active, first, winner, attacker, turn_at and destroyer")
PASSES = FAULTS("passes: at most as many as there are players")
ROUND = FAULTS("round_number: at most max_rounds")
ENDED = FAULTS("point: over, if and only if the game is; never one in which nobody is asked")
PLACING = FAULTS("placing: a card that is asked about: a location for a side, a weapon or armament for a bearer")
MISSION = FAULTS("mission: a location in a row while a mission is carried out, and none elsewhere")
STEP = FAULTS("step: an effect of the text that is carried out and asks this")
BATTLE = FAULTS("battle: none but where one is fought, and players in it")
USER = FAULTS("user: a character or spaceship in the battle that uses a text, and none elsewhere")
TEXT = FAULTS("text_of: the card whose text is used, and none elsewhere")
QUEUE = FAULTS("queue: armaments, here and characters and spaceships that are entangled, waylaid or have maneuvered")


@rule
def count_of(t: Tables, kind: int) -> int:
    """Return how many cards of a kind there are."""
    return int(t.first_of[kind + 1]) - int(t.first_of[kind])


@rule
def all_of(t: Tables, kind: int) -> Bits:
    """Return all cards of a kind."""
    found = EMPTY
    for number in range(count_of(t, kind)):
        found |= bit(number)
    return found


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


@rule
def in_slot(g: Game, slot: int) -> int:
    """Return 1 + the card in a slot, 0: it is empty; what is being placed lies behind the last."""
    return int(g.slots[slot]) if slot < SLOTS else int(g.placing)


@rule
def slots_of(g: Game, t: Tables, kind: int) -> Bits:
    """Return the cards of a kind in the line-up, and that which is being placed."""
    found = EMPTY
    for slot in range(SLOTS + 1):
        card = in_slot(g, slot) - 1
        if card >= 0 and t.cards[card].kind == kind:
            found |= bit(int(t.cards[card].number))
    return found


@rule
def about_slots(g: Game, t: Tables) -> int:
    """Return what is wrong with the line-up, or FINE."""
    for slot in range(SLOTS + 1):
        card = in_slot(g, slot)
        if card > t.card_count:
            return SLOT
        for other in range(slot):
            if card > 0 and card == in_slot(g, other):
                return SLOT
    return FINE


@rule
def lies_on_another(g: Game, kind: int, card: int) -> bool:
    """Does a weapon, an armament or a captive lie on another card?"""
    if kind == WEAPON:
        return bool(g.weapon_on[card] > 0)
    if kind == ARMAMENT:
        return bool(g.armament_on[card] > 0)
    return bool(kind == CHARACTER and g.captive_of[card] > 0)


@rule
def in_play(g: Game, t: Tables, kind: int) -> Bits:
    """Return the cards of a kind that lie before players, captives among them."""
    found = EMPTY
    for seat in range(g.num_players):
        him = g.players[seat]
        if kind == CHARACTER:
            found |= him.crew
        elif kind == SPACESHIP:
            found |= him.ships
        elif kind == LOCATION:
            for place in range(him.row_count):
                found |= bit(int(him.row[place]))
    for card in range(MOST_OF_KIND):
        if lies_on_another(g, kind, card):
            found |= bit(card)
    return found


@rule
def count_in_play(g: Game, kind: int) -> int:
    """Count what `in_play` returns, twice what is there twice."""
    count = 0
    for seat in range(g.num_players):
        him = g.players[seat]
        if kind == CHARACTER:
            count += count_ones(him.crew)
        elif kind == SPACESHIP:
            count += count_ones(him.ships)
        elif kind == LOCATION:
            count += int(him.row_count)
    for card in range(MOST_OF_KIND):
        count += int(lies_on_another(g, kind, card))
    return count


@rule
def about_kind(g: Game, t: Tables, kind: int) -> int:
    """Return what is wrong with the cards of a kind, or FINE."""
    there, slots = in_play(g, t, kind), slots_of(g, t, kind)
    deck, destroyed = g.deck[kind], g.destroyed[kind]
    if (there | deck | destroyed) & ~all_of(t, kind) != EMPTY:
        return NO_CARD
    if there & deck != EMPTY or (there | deck) & destroyed != EMPTY or (there | deck | destroyed) & slots != EMPTY:
        return CARDS
    if count_in_play(g, kind) != count_ones(there):
        return CARDS
    return FINE


@rule
def about_ships(g: Game, t: Tables) -> int:
    """Return what is wrong with where spaceships are, or FINE."""
    found, count = EMPTY, 0
    for place in range(PLACES):
        found |= g.ships_at[place]
        count += count_ones(g.ships_at[place])
        if place > t.faction_count and g.ships_at[place] != EMPTY:
            return SHIPS
    ships = in_play(g, t, SPACESHIP)
    return FINE if found == ships and count == count_ones(ships) else SHIPS


@rule
def about_what_lies_on(g: Game, t: Tables) -> int:
    """Return what is wrong with weapons, armaments, captives and control tokens, or FINE."""
    crews, ships, rows = EMPTY, in_play(g, t, SPACESHIP), in_play(g, t, LOCATION)
    for seat in range(g.num_players):
        crews |= g.players[seat].crew
    characters = in_play(g, t, CHARACTER)
    captives = EMPTY
    weapon_on, armament_on, holds, captive_of, token = g.weapon_on, g.armament_on, g.holds, g.captive_of, g.token
    for card in range(MOST_OF_KIND):
        if weapon_on[card] > 0 and not has(characters, int(weapon_on[card]) - 1):
            return BEARERS
        if armament_on[card] > 0 and not has(ships, int(armament_on[card]) - 1):
            return BEARERS
        if token[card] > 0 and (token[card] > g.num_players or not has(rows, card)):
            return TOKENS
        if holds[card] > 0:
            captive = int(holds[card]) - 1
            if not has(crews, card) or has(captives, captive):
                return CAPTIVES
            captives |= bit(captive)
    for card in range(MOST_OF_KIND):
        if captive_of[card] > g.num_players or (captive_of[card] > 0) != has(captives, card):
            return CAPTIVES
    return FINE


# ── Players ──────────────────────────────────────────────────────────────────────────────────────


@rule
def about_player(g: Game, t: Tables, seat: int) -> int:
    """Return what is wrong with a player, or FINE."""
    him = g.players[seat]
    if him.faction < 0 or him.faction >= t.faction_count:
        return FACTION
    for other in range(seat):
        if g.players[other].faction == him.faction:
            return FACTION
    for place in range(int(him.row_count), MOST_OF_KIND):
        if him.row[place] != 0:
            return ROW
    if (him.alive != 0) != (him.crew != EMPTY) or (him.ships != EMPTY and not him.alive):
        return OUT
    if int(him.crew_location > 0) + int(him.crew_ship > 0) != int(him.alive):
        return CREW
    return FINE


@rule
def about_crew(g: Game, seat: int) -> int:
    """Return what is wrong with where a crew is, or FINE."""
    him = g.players[seat]
    if him.crew_location > 0 and owner_of_location(g, int(him.crew_location) - 1) == NOBODY:
        return CREW
    return CREW if him.crew_ship > 0 and controller_of_ship(g, int(him.crew_ship) - 1) != seat else FINE


@rule
def about_seats(g: Game) -> int:
    """Return what is wrong with who is asked and whose turn it is, or FINE."""
    most = max(int(g.asked), int(g.active), int(g.first), int(g.winner), int(g.attacker), int(g.turn_at))
    if max(most, int(g.destroyer)) >= g.num_players:
        return SEATS
    if g.ending != RUNNING:
        return FINE
    if not g.players[g.asked].alive:
        return SEATS
    in_battle = g.point == at.MANEUVER or g.point == at.WEAPON or g.point == at.TARGET or g.point == at.LOSS
    if g.asked != (g.turn_at if in_battle else g.active):
        return SEATS
    if g.passes > g.num_players:
        return PASSES
    return ROUND if g.round_number > g.max_rounds else FINE


# ── The decision ─────────────────────────────────────────────────────────────────────────────────


@rule
def about_battle(g: Game, t: Tables) -> int:
    """Return what is wrong with the battle, or FINE."""
    point = int(g.point)
    fought = point == at.MANEUVER or point == at.WEAPON or point == at.TARGET or point == at.LOSS
    if fought != (g.battle != 0):
        return BATTLE
    if g.battle == IN_SPACE and g.battle_place > t.faction_count:
        return BATTLE
    if fought and not takes_part(g, int(g.asked)):
        return BATTLE
    for kind in range(2):
        straight = g.entangled[kind] | g.waylaid[kind] | g.once[kind] | g.twice[kind]
        if straight & ~all_of(t, kind) != EMPTY:
            return QUEUE
    return QUEUE if g.queue & ~all_of(t, ARMAMENT) != EMPTY else FINE


@rule
def about_text(g: Game, t: Tables) -> int:
    """Return what is wrong with the text that is being used, or FINE."""
    used = g.point == at.TARGET or g.point == at.WEAPON
    if used != (g.user > 0) or g.user > count_of(t, kind_in_battle(g)):
        return USER
    if used != (g.text_of > 0) or g.text_of > t.card_count:
        return TEXT
    if g.point == at.TARGET:
        text: Text = t.cards[int(g.text_of) - 1].text
        return FINE if g.step < text.count else STEP
    return FINE


@rule
def is_of_mission(point: int) -> bool:
    """Is this asked by the effect of a mission?"""
    return point >= at.RECRUIT and point <= at.STRIKE


@rule
def about_mission(g: Game, t: Tables) -> int:
    """Return what is wrong with the mission, or with the card that is placed, or FINE."""
    point = int(g.point)
    placing = point == at.SIDE or point == at.BEARER
    if placing != (g.placing > 0):
        return PLACING
    if placing:
        kind = int(t.cards[int(g.placing) - 1].kind)
        fits = kind == LOCATION if point == at.SIDE else kind == WEAPON or kind == ARMAMENT
        if not fits:
            return PLACING
    needed = is_of_mission(point)
    if (needed and g.mission == 0) or (not needed and not placing and g.mission > 0):
        return MISSION
    if g.mission == 0:
        return FINE
    if owner_of_location(g, int(g.mission) - 1) == NOBODY:
        return MISSION
    text: Text = t.cards[int(t.first_of[LOCATION]) + int(g.mission) - 1].text
    if g.step > text.count:
        return STEP
    if needed and (g.step >= text.count or point_of(int(text.word[g.step])) != point):
        return STEP
    return FINE


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    if (g.point == at.OVER) != (g.ending != RUNNING):
        return 8 * ENDED
    fault = about_slots(g, t)
    if fault == FINE:
        fault = about_seats(g)
    if fault != FINE:
        return 8 * fault
    for seat in range(g.num_players):
        fault = about_player(g, t, seat)
        if fault != FINE:
            return 8 * fault + seat
    for kind in range(KINDS):
        fault = about_kind(g, t, kind)
        if fault != FINE:
            return 8 * fault
    fault = about_ships(g, t)
    if fault == FINE:
        fault = about_what_lies_on(g, t)
    for seat in range(g.num_players):
        if fault == FINE and about_crew(g, seat) != FINE:
            return 8 * CREW + seat
    if fault == FINE and g.ending == RUNNING:
        fault = about_battle(g, t)
        if fault == FINE:
            fault = about_text(g, t)
        if fault == FINE:
            fault = about_mission(g, t)
    return 8 * fault
