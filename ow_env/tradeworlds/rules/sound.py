"""Which records are positions (core/sound.py): what the other rules rely on and don't look at.

Below: windows.py, roles.py, market.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import ADMIRAL, CHANCELLOR, LEVELS, PILES, PLACES, SABOTEUR, SMUGGLER
from ow_env.tradeworlds.rules.ends import living
from ow_env.tradeworlds.rules.lanes import fleet
from ow_env.tradeworlds.rules.market import pile_with
from ow_env.tradeworlds.rules.roles import pile_of_role
from ow_env.tradeworlds.rules.tokens import is_gone
from ow_env.tradeworlds.rules.windows import count_participants
from ow_env.tradeworlds.state import KINDS, NOBODY, PLAYERS, RUNNING, SHOWN, Game, Player, Tables, rule

MOST_COPIES = 255  # of a kind of one player: what a tally holds
MOST_WEAPONS = 20  # on a ship: Capacity ends far below

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
OUT = FAULTS("players[{seat}].homeworld: above 0 if and only if the player is alive")
EMPTY_HANDED = FAULTS("players[{seat}].alive: 1 of whoever has cards, ships, lost tokens or a used-up turn")
FACTION = FAULTS("players[{seat}].faction: one that has been drawn")
TOO_MANY = FAULTS("players[{seat}].discard.copies: at most 255 cards of a kind in all, of kinds that there are")
KNOWN_CARDS = FAULTS("players[{seat}].known.copies: no more of a kind than in hand")
TOP = FAULTS("players[{seat}].tops: cards of the pile that they lie on")
SHIP = FAULTS("players[{seat}].lane: a crew on each ship, its Weapons at most 20, and nothing in empty places")
GONE = FAULTS("players[{seat}].tokens_gone: tokens that are on no ship, and none where eliminated ones return")
SEATS = FAULTS("leader: living players here, and as active, asked, target, played_by, allies, to_ask")
ALIVE = FAULTS("ending: a game that goes on to have two living players, or the only one")
ENDED = FAULTS("point: over, if and only if the game is")
ROUND = FAULTS("round_number: at most max_rounds")
ALIEN = FAULTS("alien_turn: 0 but where The Derelict attacks the only player")
TARGET = FAULTS("target: an opponent where one is attacked or robbed")
FLEET = FAULTS("unused: ships that are there, here and in group, doomed and lost; in fighting they may be gone")
WINDOW = FAULTS("window_at: one of those who take part, and at most so many passes")
PLAYED = FAULTS("played: a card, and the point in which it was played, where it may be cancelled, and none elsewhere")
BUYING = FAULTS("buying: the top of a pile of the active player while it is paid, and none elsewhere")
FITTING = FAULTS("fitting: a ship of the active player that gets Weapons, and none elsewhere")
ASKED = FAULTS("asked: whoever plays, as active says, where nobody else decides")
ROLE = FAULTS("role: one that asks this")
LOST = FAULTS("lost: at least one ship where losses are dealt with")
SHOWN_CARDS = FAULTS("shown: cards in the hand of the target where one is banked, and none elsewhere")


@rule
def about_cards(t: Tables, him: Player) -> int:
    """Return what is wrong with a player's cards, or FINE."""
    hand, deck, discard, removed = him.hand.copies, him.deck.copies, him.discard.copies, him.removed.copies
    known, rest, kinds = him.known.copies, him.rest.copies, int(t.card_count)
    most = MOST_COPIES - PLACES * (MOST_WEAPONS + 2)
    for kind in range(KINDS):
        count = int(hand[kind]) + int(deck[kind]) + int(discard[kind]) + int(removed[kind]) + int(rest[kind])
        if count > most or (kind >= kinds and count > 0):
            return TOO_MANY
        if known[kind] > hand[kind]:
            return KNOWN_CARDS
    for pile in range(PILES):
        top = int(him.tops[pile]) - 1
        if top >= kinds or (top >= 0 and int(t.cards[top].pile) != pile):
            return TOP
    return FINE


@rule
def about_lane(him: Player) -> int:
    """Return what is wrong with a player's ships, or FINE."""
    for place in range(PLACES):
        ship = him.lane[place]
        weapons = 0
        for level in range(LEVELS):
            weapons += int(ship.weapons[level])
        if weapons > MOST_WEAPONS or (ship.starship > 0) != (ship.crew > 0):
            return SHIP
        if ship.starship == 0 and weapons + int(ship.token) > 0:
            return SHIP
    return FINE


@rule
def about_tokens(g: Game, him: Player) -> int:
    """Return what is wrong with a player's tokens that are out of the game, or FINE."""
    if him.tokens_gone > 0 and not g.tokens_removed:
        return GONE
    for place in range(PLACES):
        if him.lane[place].token > 0 and is_gone(him, int(him.lane[place].token)):
            return GONE
    return FINE


@rule
def has_nothing(him: Player) -> bool:
    """Has a player who is out neither cards nor ships?"""
    has = int(him.hand.count) | int(him.deck.count) | int(him.discard.count) | int(him.removed.count)
    has |= int(him.rest.count) | int(him.used_up) | int(him.tokens_gone)
    for pile in range(PILES):
        has |= int(him.tops[pile])
    for place in range(PLACES):
        has |= int(him.lane[place].starship)
    return has == 0


@rule
def about_player(g: Game, t: Tables, seat: int) -> int:
    """Return what is wrong with a player, or FINE."""
    him = g.players[seat]
    if him.faction < 0:
        return FACTION
    if (him.homeworld > 0) != (him.alive != 0):
        return OUT
    fault = about_lane(him)
    if fault == FINE:
        fault = about_tokens(g, him)
    if fault == FINE and not him.alive and not has_nothing(him):
        return EMPTY_HANDED
    return fault if fault != FINE else about_cards(t, him)


@rule
def is_living(g: Game, seat: int) -> bool:
    """Does somebody sit here who is not out?"""
    return bool(seat < g.num_players and g.players[seat].alive)


@rule
def about_seats(g: Game, t: Tables) -> int:
    """Return what is wrong with whose turn it is and who is asked, or FINE."""
    if g.first >= g.num_players or g.winner >= g.num_players:
        return SEATS
    if g.ending != RUNNING:
        return FINE
    if living(g) < min(2, int(g.num_players)):
        return ALIVE
    if g.round_number > g.max_rounds:
        return ROUND
    if not is_living(g, int(g.leader)) or not is_living(g, int(g.active)) or not is_living(g, int(g.asked)):
        return SEATS
    there = 0
    for seat in range(PLAYERS):
        there |= int(is_living(g, seat)) << seat
    if (int(g.allies) | int(g.to_ask) | int(g.rest_due) | int(g.token_used)) & ~there:
        return SEATS
    if int(g.allies) >> int(g.active) & 1 or (g.target != NOBODY and not is_living(g, int(g.target))):
        return SEATS
    if g.target != NOBODY and int(g.allies) >> int(g.target) & 1:
        return SEATS
    if g.alien_turn and (not t.alien or g.target != 0):
        return ALIEN
    return TARGET if g.target == g.active and not g.alien_turn else FINE


@rule
def about_ships(g: Game) -> int:
    """Return what is wrong with the sets of ships, or FINE."""
    there = 0
    for seat in range(g.num_players):
        there |= fleet(g, seat)
    sets = int(g.unused) | int(g.group) | int(g.doomed) | int(g.lost)
    return FLEET if sets & ~there or int(g.fighting) >> (PLACES * int(g.num_players)) else FINE


@rule
def about_window(g: Game) -> int:
    """Return what is wrong with the window that is open, or FINE."""
    point = int(g.point)
    open_now = point == at.ALERT or point == at.ROLL or point == at.STRIKE
    if point == at.CANCEL:
        back = int(g.back)
        if g.played == 0 or (back != at.ATTACK and back != at.ROLL and back != at.STRIKE and back != at.LOSS):
            return PLAYED
        if not is_living(g, int(g.played_by)):
            return SEATS
        open_now = back == at.ROLL or back == at.STRIKE
    elif g.played or g.back or g.played_by:
        return PLAYED
    if not open_now:
        return FINE
    count = count_participants(g)
    return FINE if g.window_at < count and g.passes <= count else WINDOW


@rule
def is_of_ones_own(point: int) -> bool:
    """Is this decided by whoever plays, and nobody else?"""
    if point == at.INVITE or point == at.SABOTAGE or point == at.CANCEL or point == at.LOSS:
        return False
    return not (point == at.ALERT or point == at.ROLL or point == at.STRIKE or point == at.DESTROY)


@rule
def about_point(g: Game, t: Tables) -> int:
    """Return what is wrong with what is decided, or FINE."""
    point, me = int(g.point), g.players[g.active]
    if (point == at.PAY) != (g.buying > 0) or (point == at.PAY and pile_with(me, int(g.buying) - 1) < 0):
        return BUYING
    fits = point == at.FIT or point == at.REPLACE
    if fits != (g.fitting > 0) or (fits and me.lane[int(g.fitting) - 1].starship == 0):
        return FITTING
    if (point == at.REPLACE) != (g.refitting > 0):
        return FITTING
    if is_of_ones_own(point) and g.asked != g.active:
        return ASKED
    role = int(g.role)
    if (point == at.REFIT or point == at.REPLACE) and pile_of_role(role) < 0:
        return ROLE
    if point == at.TARGET and role != ADMIRAL and role != SABOTEUR and role != SMUGGLER:
        return ROLE
    if point == at.CHANCELLOR and role != CHANCELLOR:
        return ROLE
    if point == at.LOSS and g.lost == 0:
        return LOST
    needs = point == at.INVITE or point == at.SMUGGLE or point == at.STRIKE
    if needs and g.target == NOBODY:
        return TARGET
    return about_shown(g)


@rule
def about_shown(g: Game) -> int:
    """Return what is wrong with the cards that the Smuggler took, or FINE."""
    for place in range(SHOWN):
        card = int(g.shown[place]) - 1
        if card >= 0 and (g.point != at.SMUGGLE or g.players[g.target].hand.copies[card] == 0):
            return SHOWN_CARDS
    return SHOWN_CARDS if g.point == at.SMUGGLE and g.shown[0] == 0 else FINE


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    if (g.point == at.OVER) != (g.ending != RUNNING):
        return 8 * ENDED
    for seat in range(g.num_players):
        fault = about_player(g, t, seat)
        if fault != FINE:
            return 8 * fault + seat
    fault = about_seats(g, t)
    if fault == FINE and g.ending == RUNNING:
        fault = about_ships(g)
        if fault == FINE:
            fault = about_window(g)
        if fault == FINE:
            fault = about_point(g, t)
    return 8 * fault
