"""What may be done, and why not (EU-14). `why_not` decides; everything else asks it, for the verbs of a point."""

from __future__ import annotations

from ow_env.compiled.jit import Mask
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.blank import blank_mask
from ow_env.expansive_universe import actions as why, cards, state as at, verbs as do
from ow_env.expansive_universe.actions import OK, PASS
from ow_env.expansive_universe.cards import CHARACTER, LOCATION, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules import missions
from ow_env.expansive_universe.rules.battle import fighters, is_opponent_at, is_opponent_on, kind_in_battle, ships_there
from ow_env.expansive_universe.rules.damage import can_lose, crew_in_battle, ships_in_battle
from ow_env.expansive_universe.rules.lineup import can_place
from ow_env.expansive_universe.rules.maneuvers import can_use_texts, usable_weapons
from ow_env.expansive_universe.rules.places import habit, owner_of_place, place_in_row, seat_of_faction
from ow_env.expansive_universe.rules.sets import has
from ow_env.expansive_universe.rules.texts import is_card_named, is_opponent_named, names_opponents
from ow_env.expansive_universe.rules.travel import place_of_crew, toll_of, why_not_fly, why_not_move
from ow_env.expansive_universe.state import CORE, EMPTY, NOBODY, RUNNING, Game, Tables, Text, rule

PRICE = 1  # gold for a flight, a move, a mission, an attack


@rule
def waits_for(g: Game, player: int) -> bool:
    """Is it this player who decides (EU-14)?"""
    return bool(g.ending == RUNNING and g.asked == player)


# ── What things cost ─────────────────────────────────────────────────────────────────────────────


@rule
def price_of_slot(g: Game, t: Tables, slot: int) -> int:
    """Return what the card of a slot costs (EU-3.1)."""
    less = habit(g, t, int(g.active), cards.HAGGLE) if not g.has_bought else 0
    return max(slot - less, 0)


@rule
def price_of_flight(g: Game, t: Tables) -> int:
    """Return what a flight costs (EU-4.1)."""
    return 0 if t.laws[cards.FREE_FLIGHT] > 0 and not g.has_flown else PRICE


@rule
def price_of_mission(g: Game, t: Tables) -> int:
    """Return what a mission costs (EU-6.1)."""
    return 0 if habit(g, t, int(g.active), cards.FREE_MISSION) > 0 else PRICE


@rule
def price_of_attack(g: Game, t: Tables) -> int:
    """Return what an attack costs (EU-7.1)."""
    return 0 if habit(g, t, int(g.active), cards.FREE_ATTACK) > 0 and not g.has_attacked else PRICE


@rule
def why_not_pay(g: Game, price: int) -> int:
    """Return TOO_DEAR unless the player whose turn it is can pay (EU-2.3)."""
    return OK if price <= g.players[g.active].gold else why.TOO_DEAR


# ── A turn (EU-2.2) ──────────────────────────────────────────────────────────────────────────────


@rule
def why_not_take_slot(g: Game, t: Tables, slot: int) -> int:
    """Return why the card of a slot can't be taken, whatever it costs (EU-3), or OK."""
    if g.slots[slot] == 0:
        return why.EMPTY_SLOT
    return OK if can_place(g, t, int(g.slots[slot]) - 1) else why.NO_SHIP_TO_ARM


@rule
def why_not_buy(g: Game, t: Tables, slot: int) -> int:
    """Return why the card of a slot can't be bought, or recruited, or OK."""
    if g.point == at.RECRUIT:
        if slot > missions.mission_number(g, t):
            return why.TOO_FAR
        return OK if missions.can_recruit(g, t, slot, missions.mission_number(g, t)) else why_not_take_slot(g, t, slot)
    no = why_not_take_slot(g, t, slot)
    return no if no != OK else why_not_pay(g, price_of_slot(g, t, slot))


@rule
def why_not_fly_now(g: Game, t: Tables, ship: int, place: int) -> int:
    """Return why a spaceship can't fly, as an action or by a mission (EU-4), or OK."""
    no = why_not_fly(g, t, ship, place)
    if no != OK or g.point == at.FLIGHT:
        return no
    return why_not_pay(g, price_of_flight(g, t))


@rule
def why_not_move_now(g: Game, t: Tables, card: int) -> int:
    """Return why the crew can't move, as an action or by a mission (EU-5), or OK."""
    no = why_not_move(g, t, card)
    if no != OK:
        return no
    if g.point == at.MARCH:
        return OK if missions.can_march(g, t, card) else why.TOO_DEAR
    return why_not_pay(g, PRICE + toll_of(g, t, card))


@rule
def why_not_mission(g: Game, t: Tables) -> int:
    """Return why no mission can be attempted (EU-6.1, EU-6.2), or OK."""
    me = g.players[g.active]
    if g.has_tried:
        return why.TRIED
    if me.crew_location == 0:
        return why.ABOARD
    if not missions.has_skills(t, me.crew, int(me.crew_location) - 1):
        return why.NO_SKILLS
    return why_not_pay(g, price_of_mission(g, t))


@rule
def why_not_attack_place(g: Game, t: Tables, place: int) -> int:
    """Return why there can't be a battle in space (EU-7.1), or OK."""
    if place != CORE and owner_of_place(g, place) == NOBODY:
        return why.NOT_IN_PLAY
    if ships_there(g, int(g.active), place) == EMPTY:
        return why.NOT_THERE
    return why_not_pay(g, price_of_attack(g, t)) if is_opponent_at(g, place) else why.NOBODY_THERE


@rule
def why_not_attack_location(g: Game, t: Tables, location: int) -> int:
    """Return why there can't be a battle at a location (EU-7.1), or OK."""
    if g.players[g.active].crew_location != location + 1:
        return why.NOT_THERE
    return why_not_pay(g, price_of_attack(g, t)) if is_opponent_on(g, location) else why.NOBODY_THERE


# ── Placing, battles ─────────────────────────────────────────────────────────────────────────────


@rule
def why_not_place_on(g: Game, t: Tables, card: int) -> int:
    """Return why what is being placed can't lie on this card (EU-3.5), or OK."""
    me, number = g.players[g.active], int(t.cards[card].number)
    placing = t.cards[int(g.placing) - 1].kind
    if (placing == WEAPON) != (t.cards[card].kind == CHARACTER):
        return why.NOT_A_BEARER
    return OK if has(me.crew if placing == WEAPON else me.ships, number) else why.NOT_YOURS


@rule
def why_not_entangle(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a card can't maneuver (EU-8), or OK."""
    kind, number = kind_in_battle(g), int(t.cards[card].number)
    if t.cards[card].kind != kind or not has(fighters(g, player), number):
        return why.NOT_IN_BATTLE
    if has(g.entangled[kind], number):
        return why.IS_ENTANGLED
    if has(g.twice[kind], number):
        return why.TWICE
    return OK if can_use_texts(g, t, player, number) else why.NO_USE


@rule
def why_not_use(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a weapon can't be used (EU-8.4), or OK."""
    usable = usable_weapons(g, t, player, int(g.user) - 1)
    return OK if has(usable, int(t.cards[card].number)) else why.NO_SUCH_WEAPON


@rule
def why_not_target(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a card can't be named (EU-8.3, EU-6.4), or OK."""
    if g.point == at.TARGET:
        text: Text = t.cards[int(g.text_of) - 1].text
        word, number = int(text.word[g.step]), int(text.number[g.step])
        named = is_card_named(g, t, player, int(g.user) - 1, word, number, card)
    else:
        word = int(missions.mission_text(g, t).word[g.step])
        named = missions.is_mission_target(g, t, word, missions.mission_number(g, t), card)
    return OK if named else why.NO_TARGET


@rule
def why_not_target_faction(g: Game, t: Tables, player: int, faction: int) -> int:
    """Return why a player can't be named (EU-8.3, EU-6.4), or OK."""
    seat = seat_of_faction(g, faction)
    if seat == NOBODY:
        return why.NO_TARGET
    if g.point == at.PLUNDER:
        return OK if missions.can_plunder(g, seat) else why.NO_TARGET
    word = int(t.cards[int(g.text_of) - 1].text.word[g.step])
    return OK if names_opponents(word) and is_opponent_named(g, t, player, word, seat) else why.NO_TARGET


@rule
def why_not_destroy(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a card can't be chosen to be destroyed (EU-9.2, EU-9.4), or OK."""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    if can_lose(g, t, player, kind, number):
        return OK
    there = crew_in_battle(g, player) if kind == CHARACTER else ships_in_battle(g, player)
    return why.RESISTS if has(there, number) else why.NOT_TO_LOSE


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


@rule
def why_not_in_turn(g: Game, t: Tables, verb: int, a: int, b: int) -> int:
    """Return why an action of a turn is not allowed where its verb is an answer, or OK."""
    if verb == do.BUY:
        return why_not_buy(g, t, a)
    if verb == do.FLY:
        return why_not_fly_now(g, t, int(t.cards[a].number), b)
    if verb == do.MOVE:
        return why_not_move_now(g, t, a)
    if verb == do.MISSION:
        return why_not_mission(g, t)
    if verb == do.ATTACK_PLACE:
        return why_not_attack_place(g, t, b)
    return why_not_attack_location(g, t, int(t.cards[a].number))


@rule
def why_not_answer(g: Game, t: Tables, player: int, action: int) -> int:
    """Return why an action is not allowed whose verb is an answer to what is asked, or OK."""
    row = t.actions[action]
    verb, a, b = int(row.verb), int(row.a), int(row.b)
    if verb == do.PASS or verb == do.END_TURN or verb == do.SIDE:
        return OK
    if verb == do.PLACE_ON:
        return why_not_place_on(g, t, a)
    if verb == do.ENTANGLE:
        return why_not_entangle(g, t, player, a)
    if verb == do.USE:
        return why_not_use(g, t, player, a)
    if verb == do.TARGET:
        return why_not_target(g, t, player, a)
    if verb == do.TARGET_FACTION:
        return why_not_target_faction(g, t, player, b)
    if verb == do.TAKE:
        return OK if missions.can_salvage(g, t, a) else why.NOT_TO_TAKE
    if verb == do.DESTROY:
        return why_not_destroy(g, t, player, a)
    return why_not_in_turn(g, t, verb, a, b)


@rule
def why_not(g: Game, t: Tables, player: int, action: int) -> int:
    """Return the first rule that forbids ``action``, or OK. Everyone who asks asks here."""
    if action < 0 or action >= t.action_count:
        return why.NO_SUCH_ACTION
    if g.ending != RUNNING:
        return OK if action == PASS else why.GAME_IS_OVER
    if g.asked != player:
        return OK if action == PASS else why.NOT_ASKED
    if not t.answers[g.point] >> int(t.actions[action].verb) & 1:
        return why.NOT_NOW
    return why_not_answer(g, t, player, action)


@rule
def mark(g: Game, t: Tables, player: int, action: int, mask: Mask) -> None:
    """Mark an action if it is allowed."""
    mask[action] = why_not_answer(g, t, player, action) == OK


@rule
def mark_flights(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the flights of the player's own spaceships: from the Core to planets, from elsewhere to the Core."""
    ways = 1 + int(t.faction_count)
    ships = g.players[player].ships
    while ships != EMPTY:
        ship = lowest(ships)
        ships = without_lowest(ships)
        first = int(t.first[do.FLY]) + ship * ways
        if has(g.ships_at[CORE], ship):
            for action in range(first + 1, first + ways):
                mark(g, t, player, action, mask)
        else:
            mark(g, t, player, first + CORE, mask)


@rule
def mark_moves(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the moves of the crew: landings from a spaceship; ashore to either side, and aboard spaceships there."""
    me, planet = g.players[player], place_of_crew(g, player)
    owner = owner_of_place(g, planet)
    if owner == NOBODY:
        return
    first, row = int(t.first[do.MOVE]), g.players[owner]
    start, stop = 0, int(row.row_count)
    if me.crew_location > 0:
        place = place_in_row(row, int(me.crew_location) - 1)
        start, stop = max(place - 1, 0), min(place + 2, stop)
        ships = me.ships & g.ships_at[planet]
        spaceships = first + int(t.first_of[LOCATION + 1] - t.first_of[LOCATION])
        while ships != EMPTY:
            mark(g, t, player, spaceships + lowest(ships), mask)
            ships = without_lowest(ships)
    for place in range(start, stop):
        mark(g, t, player, first + int(row.row[place]), mask)


@rule
def mark_battles_on_location(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the attack on the location on which the crew is: there is no other."""
    location = int(g.players[player].crew_location) - 1
    if location >= 0:
        mark(g, t, player, int(t.first[do.ATTACK_LOCATION]) + location, mask)


@rule
def mark_maneuvers(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Mark the maneuvers of the player's cards in the battle."""
    kind = kind_in_battle(g)
    first = int(t.first[do.ENTANGLE])
    if kind == SPACESHIP:
        first += int(t.first_of[CHARACTER + 1] - t.first_of[CHARACTER])
    left = fighters(g, player)
    while left != EMPTY:
        mark(g, t, player, first + lowest(left), mask)
        left = without_lowest(left)


@rule
def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write 1 for every action allowed and 0 for all others; a player who is not asked may only pass."""
    blank_mask(mask)
    if not waits_for(g, player):
        mask[PASS] = 1
        return
    verbs, verb = int(t.answers[g.point]), 0
    while verbs >> verb > 0:
        if verbs >> verb & 1:
            if verb == do.FLY:
                mark_flights(g, t, player, mask)
            elif verb == do.MOVE:
                mark_moves(g, t, player, mask)
            elif verb == do.ATTACK_LOCATION:
                mark_battles_on_location(g, t, player, mask)
            elif verb == do.ENTANGLE:
                mark_maneuvers(g, t, player, mask)
            else:
                for action in range(t.first[verb], t.first[verb + 1]):
                    mark(g, t, player, action, mask)
        verb += 1


@rule
def single_action(g: Game, t: Tables) -> int:
    """Return the only action that is allowed, -1 if the player asked has a choice (EU-14)."""
    player = int(g.asked)
    found = -1
    verbs, verb = int(t.answers[g.point]), 0
    while verbs >> verb > 0:
        if verbs >> verb & 1:
            for action in range(t.first[verb], t.first[verb + 1]):
                if why_not_answer(g, t, player, action) == OK:
                    if found >= 0:
                        return -1
                    found = action
        verb += 1
    return found
