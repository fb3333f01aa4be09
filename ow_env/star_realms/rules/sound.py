"""Which records are positions (core/sound.py): what the other rules rely on and don't look at.

Below: effects.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.core.bits import lowest, without_lowest
from ow_env.star_realms import state as at
from ow_env.star_realms.cards import MOST_EFFECTS
from ow_env.star_realms.rules.abilities import bit
from ow_env.star_realms.rules.effects import is_candidate, point_of
from ow_env.star_realms.state import KINDS, NO_KINDS, PLAYERS, RUNNING, Game, Tables, piles, rule

kinds_in = piles.kinds_in
MOST_COPIES = 255  # of a kind, wherever they are: what a tally holds

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
NO_SUCH_CARD = FAULTS("scrap_heap.copies: none of kinds that there are no cards of, in no pile")
TOO_MANY = FAULTS("scrap_heap.copies: at most 255 cards of a kind in all places together")
IN_ROW = FAULTS("row.copies: cards that can be bought, and no Explorer, here and in the Trade Deck")
KNOWN_CARDS = FAULTS("players[{seat}].known.copies: no more of a kind than in hand")
DEBT = FAULTS("players[{seat}].owed: at most the cards in hand")
SHIPS = FAULTS("players[{seat}].in_play.copies: ships of none but the active player")
ON_TOP = FAULTS("players[{seat}].deck.top: ships")
OUT = FAULTS("players[{seat}].authority: at least 1 in a game that goes on")
MARKS = FAULTS("used: no more of a kind than are in play, and likewise of ally_used")
COPIED = FAULTS("copied: a ship, of nothing but cards in play that copy")
TRIGGERED = FAULTS("triggered: kinds in play")
TURN = FAULTS("turn: at most max_turns")
ENDED = FAULTS("point: over, if and only if the game is")
UNDER_WAY = FAULTS("ability: none but where a choice is asked that it brings along")
STEP = FAULTS("step: a part of the ability that asks this")
NOTHING_THERE = FAULTS("point: one with something to choose")


@rule
def about_piles(g: Game, t: Tables) -> int:
    """Return what is wrong with how many cards there are of each kind, or FINE."""
    one, two = g.players[0], g.players[1]
    row, trade_deck, scrap_heap = g.row.copies, g.trade_deck.copies, g.scrap_heap.copies
    hand, discard, in_play, rest = one.hand.copies, one.discard.copies, one.in_play.copies, one.deck.rest.copies
    hand_2, discard_2, in_play_2, rest_2 = two.hand.copies, two.discard.copies, two.in_play.copies, two.deck.rest.copies
    most = MOST_COPIES - int(one.deck.known) - int(two.deck.known)
    kinds, explorer, explorers = int(t.kinds), int(t.explorer), int(g.explorers)
    for kind in range(KINDS):
        count = int(row[kind]) + int(trade_deck[kind]) + int(scrap_heap[kind])
        count += int(hand[kind]) + int(discard[kind]) + int(in_play[kind]) + int(rest[kind])
        count += int(hand_2[kind]) + int(discard_2[kind]) + int(in_play_2[kind]) + int(rest_2[kind])
        if count > most or (kind == explorer and count + explorers > most):
            return TOO_MANY
        if kind >= kinds and count > 0:
            return NO_SUCH_CARD
    left = kinds_in(row) | kinds_in(trade_deck)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        if t.cards[kind].buy_id == -1 or kind == t.explorer:
            return IN_ROW
    return FINE


@rule
def about_marks(g: Game, t: Tables) -> int:
    """Return what is wrong with what is kept of this turn, or FINE."""
    in_play, used, ally_used, copied = g.players[g.active].in_play.copies, g.used, g.ally_used, g.copied
    for kind in range(KINDS):
        if used[kind] > in_play[kind] or ally_used[kind] > in_play[kind]:
            return MARKS
    if g.triggered & ~kinds_in(in_play) != NO_KINDS:
        return TRIGGERED
    left = kinds_in(copied)
    if left & ~(t.copiers & kinds_in(in_play)) != NO_KINDS:
        return COPIED
    while left != NO_KINDS:
        ship = int(copied[lowest(left)])
        left = without_lowest(left)
        if ship > t.kinds or bit(ship - 1) & t.ships == NO_KINDS:
            return COPIED
    return NO_SUCH_CARD if kinds_in(g.played) & ~(t.ships | t.bases) != NO_KINDS else FINE


@rule
def about_player(g: Game, t: Tables, player: int) -> int:
    """Return what is wrong with what a player has, or FINE."""
    him = g.players[player]
    known, hand = him.known.copies, him.hand.copies
    for kind in range(KINDS):
        if known[kind] > hand[kind]:
            return KNOWN_CARDS
    if him.owed > him.hand.count:
        return DEBT
    if player != g.active and kinds_in(him.in_play.copies) & t.ships != NO_KINDS:
        return SHIPS
    for place in range(him.deck.known):
        if bit(int(him.deck.top[place])) & t.ships == NO_KINDS:
            return ON_TOP
    if g.ending == RUNNING and him.authority == 0:
        return OUT
    return FINE


@rule
def about_decision(g: Game, t: Tables) -> int:
    """Return what is wrong with what is decided and what is under way, or FINE."""
    if g.turn > g.max_turns:
        return TURN
    if (g.point == at.OVER) != (g.ending != RUNNING):
        return ENDED
    point = int(g.point)
    if point == at.MAIN or point == at.OWED or point == at.OVER:
        if g.ability != 0:
            return UNDER_WAY
        if g.step != 0 or g.done != 0:
            return STEP
        return NOTHING_THERE if point == at.OWED and g.players[g.active].owed == 0 else FINE
    if g.ability == 0 or g.ability >= t.lists_used:
        return UNDER_WAY
    if g.step == MOST_EFFECTS or point_of(int(t.lists[g.ability].word[g.step])) != point:
        return STEP  # behind the last effect nothing is asked
    if g.done >= t.lists[g.ability].number[g.step]:
        return STEP
    return FINE if is_candidate(g, t, point) else NOTHING_THERE


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    fault = about_piles(g, t)
    if fault == FINE:
        fault = about_marks(g, t)
    if fault != FINE:
        return 8 * fault
    for player in range(PLAYERS):
        fault = about_player(g, t, player)
        if fault != FINE:
            return 8 * fault + player
    return 8 * about_decision(g, t)
