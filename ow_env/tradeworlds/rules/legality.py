"""What may be done, and why not (TW-P). `why_not` decides; everything else asks it, for the verbs of a point."""

from __future__ import annotations

from ow_env.compiled.jit import Mask
from ow_env.core.blank import blank_mask
from ow_env.tradeworlds import actions as why, cards, state as at, verbs as do
from ow_env.tradeworlds.actions import OK, PASS
from ow_env.tradeworlds.cards import ATTACK, LEVELS, PILES, PLACES
from ow_env.tradeworlds.rules import roles
from ow_env.tradeworlds.rules.attack import can_strike, could_join, in_reach, is_open, places_there, resistance_at
from ow_env.tradeworlds.rules.battle import enemies
from ow_env.tradeworlds.rules.ends import living
from ow_env.tradeworlds.rules.hands import worth
from ow_env.tradeworlds.rules.lanes import count_places, firepower_of, has_room, has_ship, places_taken, spare_capacity
from ow_env.tradeworlds.rules.losses import first_lost, fits
from ow_env.tradeworlds.rules.market import pile_with
from ow_env.tradeworlds.rules.sets import bit
from ow_env.tradeworlds.rules.tokens import can_use, is_for_side, is_gone, place_of_token, tokens_of
from ow_env.tradeworlds.rules.windows import in_battle, ships_of_side, side_of
from ow_env.tradeworlds.state import NO_KINDS, NOBODY, RUNNING, SHOWN, Game, Player, Ship, Tables, rule

TWO_OPPONENTS = 2  # at least, where the Saboteur may name all of them


@rule
def waits_for(g: Game, player: int) -> bool:
    """Is it this player who decides (TW-P)?"""
    return bool(g.ending == RUNNING and g.asked == player)


@rule
def seat_of(g: Game, player: int, onward: int) -> int:
    """Return the seat so many places clockwise from a player, NOBODY where nobody sits."""
    return (player + onward) % int(g.num_players) if onward < g.num_players else NOBODY


@rule
def ship_of(g: Game, player: int, onward: int, place: int) -> int:
    """Return the number of a ship's place, -1 where nobody sits."""
    seat = seat_of(g, player, onward)
    return -1 if seat == NOBODY else PLACES * seat + place


# ── The Roles (TW-R) ─────────────────────────────────────────────────────────────────────────────


@rule
def why_not_role(g: Game, t: Tables, player: int, role: int) -> int:
    """Return why a Role can't be chosen (TW-2.2), or OK."""
    me = g.players[player]
    if role == cards.CHANCELLOR:
        possible = places_taken(me) > 0 or roles.could_attack_together(g)
        return OK if possible else why.NOTHING_FOR_CHANCELLOR
    if role == cards.TREASURER or role == cards.MECHANIC:
        return OK if me.hand.count > 0 else why.NO_CARDS
    if role == cards.ADMIRAL:
        return OK if places_taken(me) > 0 else why.NO_SHIPS
    if role == cards.SABOTEUR or role == cards.SMUGGLER:
        if t.alien:
            return why.NO_OPPONENT
        return OK if roles.opponents_with_cards(g) else why.NO_CARDS_THERE
    if roles.pile_of_role(role) >= 0:
        return OK if roles.can_exchange(g, t, me, role) else why.NO_EXCHANGE
    return OK


@rule
def why_not_target(g: Game, t: Tables, player: int, seat: int) -> int:
    """Return why an opponent can't be named (TW-R1.2, R3, R5, R7), or OK."""
    if t.alien:
        return why.NO_OPPONENT
    if seat == NOBODY:
        return why.NO_SEAT
    if not g.players[seat].alive:
        return why.IS_OUT
    if g.role == cards.CHANCELLOR:
        if g.refused:
            return why.REFUSED
        return OK if living(g) > 2 and could_join(g, seat) else why.NOBODY_TO_JOIN
    if g.role == cards.SABOTEUR or g.role == cards.SMUGGLER:
        return OK if roles.holds_cards(g, seat) else why.NONE_IN_HAND
    return OK


@rule
def why_not_all(g: Game, t: Tables) -> int:
    """Return why the Saboteur can't make all opponents discard (TW-R5), or OK."""
    if g.role != cards.SABOTEUR:
        return why.NOT_NOW
    return OK if living(g) > TWO_OPPONENTS else why.ONE_OPPONENT


@rule
def is_shown(g: Game, card: int) -> bool:
    """Is this one of the cards that the Smuggler took?"""
    for place in range(SHOWN):
        if g.shown[place] == card + 1:
            return True
    return False


@rule
def why_not_in_hand(g: Game, player: int, card: int) -> int:
    """Return NOT_IN_HAND unless the player holds the card."""
    return OK if g.players[player].hand.copies[card] > 0 else why.NOT_IN_HAND


@rule
def is_same(t: Tables, ship: Ship, card: int) -> bool:
    """Are all cards of this kind in the ship of the same value?"""
    new = int(t.cards[card].level)
    if t.cards[card].pile == cards.STARSHIP:
        return bool(ship.starship == new)
    if t.cards[card].pile == cards.CREW:
        return bool(ship.crew == new)
    for weapon in range(1, LEVELS + 1):
        if weapon != new and ship.weapons[weapon - 1] > 0:
            return False
    return True


@rule
def why_not_refit(g: Game, t: Tables, player: int, place: int, card: int) -> int:
    """Return why a card can't take the place of one in a ship (TW-R4), or OK."""
    me = g.players[player]
    if t.cards[card].pile != roles.pile_of_role(int(g.role)):
        return why.NOT_OF_ROLE
    if not has_ship(me, place):
        return why.NO_SHIP_OWN
    if me.hand.copies[card] == 0:
        return why.NOT_IN_HAND
    if roles.fits_ship(t, me.lane[place], card):
        return OK
    return why.SAME_CARD if is_same(t, me.lane[place], card) else why.TOO_HEAVY


@rule
def why_not_done(g: Game, t: Tables, player: int) -> int:
    """Return why a step can't be ended now, or OK."""
    if g.point == at.BANK or g.point == at.REMOVE:
        return OK if g.count > 0 else why.NOT_DONE
    if g.point == at.REFIT:  # with none to make, hidden cards were resampled
        possible = g.count == 0 and roles.can_exchange(g, t, g.players[player], int(g.role))
        return why.NOT_DONE if possible else OK
    if g.point == at.ATTACK:
        if g.group:
            return why.GROUP_WAITS
        return why.MUST_STRIKE if can_strike(g) else OK
    return OK


# ── The attack (TW-A, TW-C, TW-T) ────────────────────────────────────────────────────────────────


@rule
def why_not_send(g: Game, t: Tables, number: int) -> int:
    """Return why a ship can't be sent into the next battle (TW-A4), or OK."""
    if number < 0 or not g.unused >> number & 1:
        return why.NOT_UNUSED
    return OK if in_reach(g, t) else why.OUT_OF_REACH


@rule
def why_not_engage(g: Game, t: Tables, places: int) -> int:
    """Return why the group can't engage these places (TW-A4, TW-A5), or OK."""
    if places & ~places_there(g):
        return why.NOT_THERE
    if g.group == 0:
        return why.NOBODY_SENT
    if count_places(places) > count_places(int(g.group)):
        return why.TOO_MANY
    power = firepower_of(g, t, int(g.group)) + int(g.fire[ATTACK])
    return OK if power >= resistance_at(g, t, places) else why.TOO_WEAK


@rule
def why_not_strike(g: Game) -> int:
    """Return why the Homeworld can't be struck (TW-A6), or OK."""
    if g.target == NOBODY:
        return why.NO_HOMEWORLD
    if g.group:
        return why.GROUP_WAITS
    if g.unused == 0:
        return why.NONE_UNUSED
    return OK if is_open(g) else why.SHIELDED


@rule
def window_of(point: int) -> int:
    """Return the window in which Tactics are played at a point (TW-T1)."""
    if point == at.ATTACK:
        return cards.IN_DECLARE
    if point == at.ROLL:
        return cards.IN_ROLL
    if point == at.STRIKE:
        return cards.IN_STRIKE
    return cards.IN_CANCEL if point == at.CANCEL else cards.IN_LOSS


@rule
def why_not_play(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a Tactic can't be played (TW-T), or OK."""
    if g.players[player].hand.copies[card] == 0:
        return why.NOT_IN_HAND
    if t.usable[window_of(int(g.point)), side_of(g, player)] & bit(card) == NO_KINDS:
        return why.NO_USE_HERE
    if g.point == at.ATTACK and g.unused == 0 and g.group == 0:
        return why.NONE_SENT
    return OK


@rule
def why_not_destroy(g: Game, t: Tables, number: int) -> int:
    """Return why a ship can't be chosen to be destroyed (TW-C4), or OK."""
    if number >= 0 and fits(g, t, number):
        return OK
    there = ships_of_side(g, int(g.struck)) & ~int(g.lost)
    return why.TOO_STRONG if number >= 0 and there >> number & 1 else why.NOT_IN_BATTLE


@rule
def why_not_use(g: Game, t: Tables, player: int, token: int) -> int:
    """Return why a token can't be used (TW-M2, TW-M3, TW-M5, TW-M7), or OK."""
    if not g.reinforcements:
        return why.NO_MODULE
    among = in_battle(g)
    if g.point == at.LOSS:
        among = 1 << first_lost(g)
        if token != cards.FRIGATE:
            return why.NOT_ITS_SIDE
    elif token == cards.FRIGATE or token > cards.CRUISER or not is_for_side(token, side_of(g, player)):
        return why.NOT_ITS_SIDE
    if can_use(g, t, player, token, among):
        return OK
    if g.token_used >> player & 1:
        return why.TOKEN_USED
    place = place_of_token(g.players[player], token)
    if place < 0 or not among >> (PLACES * player + place) & 1:
        return why.NO_TOKEN
    return why.CANT_PAY


@rule
def why_not_eliminate(g: Game, player: int, seat: int, token: int) -> int:
    """Return why a token can't be eliminated (TW-M4), or OK."""
    if seat == NOBODY:
        return why.NO_SEAT
    if not enemies(g, player) >> seat & 1:
        return why.NOT_AN_ENEMY
    place = place_of_token(g.players[seat], token)
    if place < 0 or not tokens_of(g, seat) >> (PLACES * seat + place) & 1:
        return why.NO_TOKEN_THERE
    return OK


# ── Buying, configuring, reinforcing ─────────────────────────────────────────────────────────────


@rule
def why_not_buy(g: Game, t: Tables, player: int, card: int) -> int:
    """Return why a card can't be bought (TW-B2, TW-B3), or OK."""
    me = g.players[player]
    if pile_with(me, card) < 0:
        return why.NOT_ON_TOP
    return OK if t.cards[card].trade <= int(g.change) + worth(t, me) else why.TOO_DEAR


@rule
def why_not_configure(g: Game, t: Tables, player: int, starship: int, weapon: int, crew: int) -> int:
    """Return why these cards can't be put into the lane as a ship (TW-F1, TW-F2), or OK."""
    hand = g.players[player].hand.copies
    if hand[starship] == 0 or hand[weapon] == 0 or hand[crew] == 0:
        return why.NOT_IN_HAND
    if not has_room(g.players[player]):
        return why.NO_PLACE
    load = int(t.cards[weapon].number) + int(t.cards[crew].number)
    return OK if load <= t.cards[starship].number else why.TOO_HEAVY


@rule
def why_not_fit(g: Game, t: Tables, player: int, weapon: int) -> int:
    """Return why a further Weapon can't be fitted (TW-F3), or OK."""
    me = g.players[player]
    if me.hand.copies[weapon] == 0:
        return why.NOT_IN_HAND
    room = spare_capacity(t, me.lane[int(g.fitting) - 1])
    return OK if t.cards[weapon].number <= room else why.TOO_HEAVY


@rule
def why_not_replace(g: Game, t: Tables, player: int, weapon: int) -> int:
    """Return why a Weapon can't go for the one that was named (TW-R4), or OK."""
    ship = g.players[player].lane[int(g.fitting) - 1]
    return OK if roles.can_replace(t, ship, weapon, int(g.refitting)) else why.NOT_FITTED


@rule
def why_not_reinforce(g: Game, t: Tables, player: int, place: int, token: int) -> int:
    """Return why a token can't be sent to a ship (TW-M1, TW-M6), or OK."""
    me = g.players[player]
    if not g.reinforcements:
        return why.NO_MODULE
    if not has_ship(me, place):
        return why.NO_SHIP_OWN
    if me.lane[place].token > 0:
        return why.HAS_TOKEN
    if place_of_token(me, token) >= 0:
        return why.TOKEN_SENT
    if is_gone(me, token):
        return why.TOKEN_GONE
    return OK if me.treasury >= t.send else why.CANT_PAY


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


@rule
def why_not_of_role(g: Game, t: Tables, player: int, verb: int, a: int, b: int) -> int:
    """Return why an action of a Role is not allowed where its verb is an answer, or OK."""
    if verb == do.ROLE:
        return why_not_role(g, t, player, a)
    if verb == do.TARGET:
        return why_not_target(g, t, player, seat_of(g, player, a))
    if verb == do.TARGET_ALL:
        return why_not_all(g, t)
    if verb == do.DECOMMISSION:
        return OK if has_ship(g.players[player], a) else why.NO_SHIP_OWN
    if verb == do.BANK and g.point == at.SMUGGLE:
        return OK if is_shown(g, a) else why.NOT_SHOWN
    if verb == do.REFIT:
        return why_not_refit(g, t, player, a, b)
    if verb == do.REPLACE:
        return why_not_replace(g, t, player, a - LEVELS + 1)
    return why_not_in_hand(g, player, a)


@rule
def why_not_in_attack(g: Game, t: Tables, player: int, verb: int, a: int, b: int) -> int:
    """Return why an action of an attack is not allowed where its verb is an answer, or OK."""
    if verb == do.SEND:
        return why_not_send(g, t, ship_of(g, player, a, b))
    if verb == do.ENGAGE:
        return why_not_engage(g, t, a)
    if verb == do.STRIKE:
        return why_not_strike(g)
    if verb == do.PLAY:
        return why_not_play(g, t, player, a)
    if verb == do.DESTROY:
        return why_not_destroy(g, t, ship_of(g, player, a, b))
    if verb == do.USE:
        return why_not_use(g, t, player, a)
    return why_not_eliminate(g, player, seat_of(g, player, a), b)


@rule
def why_not_answer(g: Game, t: Tables, player: int, action: int) -> int:
    """Return why an action is not allowed whose verb is an answer to what is asked, or OK."""
    row = t.actions[action]
    verb, a, b = int(row.verb), int(row.a), int(row.b)
    if verb == do.PASS or verb == do.JOIN:
        return OK
    if verb == do.DONE:
        return why_not_done(g, t, player)
    if verb == do.BUY:
        return why_not_buy(g, t, player, a)
    if verb == do.SPEND or verb == do.DISCARD or verb == do.REMOVE:
        return why_not_in_hand(g, player, a)
    if verb == do.CONFIGURE:
        return why_not_configure(g, t, player, a, b, int(row.c))
    if verb == do.FIT:
        return why_not_fit(g, t, player, a)
    if verb == do.REINFORCE:
        return why_not_reinforce(g, t, player, a, b)
    if verb < do.CONFIGURE or verb == do.REFIT or verb == do.REPLACE:
        return why_not_of_role(g, t, player, verb, a, b)
    return why_not_in_attack(g, t, player, verb, a, b)


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
def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write 1 for every action allowed and 0 for all others; a player who is not asked may only pass."""
    blank_mask(mask)
    if not waits_for(g, player):
        mask[PASS] = 1
        return
    verbs, verb = int(t.answers[g.point]), 0
    while verbs >> verb > 0:
        if verbs >> verb & 1:
            for action in range(t.first[verb], t.first[verb + 1]):
                mask[action] = why_not_answer(g, t, player, action) == OK
        verb += 1


# ── Points with a single action (TW-P, TW-T8) ────────────────────────────────────────────────────


@rule
def piles_left(me: Player) -> bool:
    """Is there a card to buy?"""
    for pile in range(PILES):
        if me.tops[pile] > 0:
            return True
    return False


@rule
def is_told_by_hand(g: Game, t: Tables, me: Player) -> bool:
    """Could another hand of as many cards allow more? Then not being asked would tell something of this one (TW-T8)."""
    point = int(g.point)
    cards = int(me.hand.count)
    if point == at.ROLL or point == at.STRIKE or point == at.CANCEL or point == at.LOSS:
        return True
    if point == at.SABOTAGE or point == at.BANK or point == at.REMOVE or point == at.PAY:
        return cards > 1
    if point == at.ROLE or point == at.REFIT:
        return cards > 0
    if point == at.ATTACK:
        return cards > 0 and (g.unused != 0 or g.group != 0)
    if point == at.BUY:
        return cards > 0 and piles_left(me)
    if point == at.CONFIGURE:
        return cards > 2 and has_room(me)
    return point == at.FIT and cards > 0 and spare_capacity(t, me.lane[int(g.fitting) - 1]) > 0


@rule
def single_action(g: Game, t: Tables) -> int:
    """Return the only action that is allowed, -1 if the player asked has a choice, or is asked nonetheless (TW-T8)."""
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
    if g.ask_public and is_told_by_hand(g, t, g.players[player]):
        return -1
    return found
