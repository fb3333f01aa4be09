"""Which records are positions (core/sound.py): what the other rules rely on and don't look at.

Below: order.py, worlds.py, piles.py. Above: engine.py. In order: each player's cards, what lies on the table, what is
decided.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import BECOME_SHIP, DEPLOY_GROUND, DESTROY, SEIZE, STOP_INCOME, UTILITY
from ow_env.open_worlds.rules.order import around, place_of, player_at
from ow_env.open_worlds.rules.piles import find
from ow_env.open_worlds.rules.units import lies_behind
from ow_env.open_worlds.rules.utilities import is_window
from ow_env.open_worlds.rules.worlds import is_facility
from ow_env.open_worlds.state import (
    DECK_SIZE,
    EVERYONE,
    INDICATORS,
    NOBODY,
    RUNNING,
    STAGED,
    WEAPONS,
    WORLDS,
    Game,
    Pile,
    Player,
    Tables,
    rule,
)

PILES = 4  # of a player's cards
WORD = 64  # cards that have a bit each in a number

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
NO_CARD = FAULTS("players[{seat}].deck.cards: cards that there are, here and wherever cards of the player are")
TOO_MANY = FAULTS("players[{seat}].deck.count: at most 54 cards of the player's in all places together")
TWICE = FAULTS("players[{seat}].deck.cards: one of each card in all places together, but of those without a limit")
KNOWN_CARDS = FAULTS("players[{seat}].known.cards: cards of the hand, the Trash Heap, or staged and not yet revealed")
STAGED_CARDS = FAULTS("players[{seat}].staged: sorted, 0 behind as many as staged_count says, none beyond the Worlds")
STARTS = FAULTS("starts: rising from 0 to where the last World ends, and 0 beyond")
UNIT = FAULTS("units: sorted by World, controller, card and owner, of players that there are")
ANOTHERS = FAULTS("units: none controlled by another than its owner but Facilities")
INDICATOR = FAULTS("indicators: 0 behind as many as indicator_count says, of players and Worlds that there are")
WORLD = FAULTS("worlds: cards that there are, and nothing beyond num_worlds")
ORDER = FAULTS("order: each player once")
PRIORITY = FAULTS("priority: a player, but where hands are adjusted and it is not given")
ENDED = FAULTS("point: game over, if and only if the game is")
TURN = FAULTS("turn: at most max_turns")
SEAT = FAULTS("seat: one of the players, where somebody is asked, and the one whom actor says")
ACTOR = FAULTS("actor: a player, or everyone where hands are adjusted or cards are staged")
AT_WORLD = FAULTS("world: one of the row while it is resolved, -1 elsewhere")
WEAPON = FAULTS("unit: one at this World, of the player asked, with a Weapon left, in a conflict, 0 elsewhere")
PHASE = FAULTS("phase: idle, if and only if no Utility is played")
PLAYS_THERE = FAULTS("plays: 0 behind as many as play_count says; Utilities of players that there are")
CHOSEN = FAULTS("play_target: the unit at play_world that the Utility was played for, 0 before it is chosen")
QUESTION = FAULTS("question: one that the Utility asks in this phase")


# ── Cards ────────────────────────────────────────────────────────────────────────────────────


@rule
def count_in(pile: Pile, card: int) -> int:
    """Count the copies of a card in a pile."""
    count = 0
    cards = pile.cards
    for i in range(pile.count):
        count += int(cards[i] == card)
    return count


@rule
def pile_of(me: Player, which: int) -> Pile:
    """Return one of the four piles in which a player's cards lie, the last for any number beyond."""
    if which == 0:
        return me.deck
    if which == 1:
        return me.hand
    return me.trash if which == 2 else me.open_trash


@rule
def met(t: Tables, card: int, low: int, high: int) -> bool:
    """Is a card of which a deck holds one among those met, a bit each in two words?"""
    if t.cards[card].unlimited != 0:
        return False
    return bool((low >> card if card < WORD else high >> (card - WORD)) & 1)


@rule
def about_cards(g: Game, t: Tables, player: int) -> int:
    """Return what is wrong with a player's cards, or FINE."""
    me, kinds, units = g.players[player], int(t.card_count), int(g.starts[g.num_worlds])
    low, high, count = 0, 0, 0
    rows = STAGED * int(g.num_worlds)
    for which in range(PILES + 4):
        pile = pile_of(me, which)
        ids, size = pile.cards, int(pile.count)
        if which == PILES:
            size = rows
        elif which == PILES + 1:
            size = units
        elif which == PILES + 2:
            size = int(g.indicator_count)
        elif which == PILES + 3:
            size = int(g.play_count)
        for place in range(size):
            mine = True
            if which < PILES:
                card = int(ids[place])
            elif which == PILES:
                world = place // STAGED
                card, mine = int(me.staged[world, place % STAGED]), place % STAGED < me.staged_count[world]
            elif which == PILES + 1:
                card, mine = int(g.units[place].card), g.units[place].owner == player
            elif which == PILES + 2:
                card, mine = int(g.indicators[place].card), g.indicators[place].owner == player
            else:
                card, mine = int(g.plays[place].card), g.plays[place].player == player
            if mine:
                if card >= kinds:
                    return NO_CARD
                if met(t, card, low, high):
                    return TWICE
                if card < WORD:
                    low |= 1 << card
                else:
                    high |= 1 << (card - WORD)
                count += 1
    return TOO_MANY if count > DECK_SIZE else FINE


@rule
def about_known(g: Game, player: int) -> int:
    """Return what is wrong with the cards known to be outside a Deck, or FINE."""
    me = g.players[player]
    for i in range(me.known.count):
        card = int(me.known.cards[i])
        hidden = count_in(me.hand, card) + count_in(me.trash, card)
        if g.point < at.REVEAL:
            for w in range(g.num_worlds):
                for place in range(me.staged_count[w]):
                    hidden += int(me.staged[w, place] == card)
        if count_in(me.known, card) > hidden:
            return KNOWN_CARDS
    return FINE


@rule
def about_staged(g: Game, player: int) -> int:
    """Return what is wrong with a player's staged cards, or FINE."""
    me = g.players[player]
    for w in range(WORLDS):
        count = int(me.staged_count[w])
        if w >= g.num_worlds and count > 0:
            return STAGED_CARDS
        for place in range(count, STAGED):
            if me.staged[w, place] != 0:
                return STAGED_CARDS
        if count == STAGED and me.staged[w, 0] > me.staged[w, 1]:
            return STAGED_CARDS
    return FINE


# ── The table ────────────────────────────────────────────────────────────────────────────────


@rule
def about_units(g: Game, t: Tables) -> int:
    """Return what is wrong with the list of units, or FINE."""
    last = int(g.starts[g.num_worlds])
    if g.starts[0] != 0:
        return STARTS
    for w in range(WORLDS):
        rises = g.starts[w + 1] >= g.starts[w] if w < g.num_worlds else g.starts[w + 1] == 0
        if not rises:
            return STARTS
    for w in range(g.num_worlds):
        for i in range(g.starts[w], g.starts[w + 1]):
            u = g.units[i]
            if u.world != w or u.owner >= g.num_players or u.controller >= g.num_players:
                return UNIT
            if u.conqueror > g.num_players or u.defends > last:
                return UNIT
            if u.owner != u.controller and not is_facility(t, int(u.card)):
                return ANOTHERS
            if i > g.starts[w]:
                before = g.units[i - 1]
                if lies_behind(before, int(u.controller), int(u.card), int(u.owner), int(before.idle)):
                    return UNIT
    return FINE


@rule
def about_table(g: Game, t: Tables) -> int:
    """Return what is wrong with Worlds, indicators and the order of players, or FINE."""
    for w in range(WORLDS):
        world = g.worlds[w]
        if world.card >= t.world_count:
            return WORLD
        if w >= g.num_worlds and int(world.card) | int(world.h2o) | int(world.resolved) != 0:
            return WORLD
    for i in range(INDICATORS):
        mark = g.indicators[i]
        if i >= g.indicator_count:
            if int(mark.card) | int(mark.owner) | int(mark.world) != 0:
                return INDICATOR
        elif mark.owner >= g.num_players or mark.world >= g.num_worlds:
            return INDICATOR
    seats = 0
    for place in range(g.num_players):
        seats |= 1 << int(g.order[place])
    if seats != (1 << int(g.num_players)) - 1 or g.priority >= g.num_players:
        return ORDER
    return FINE


# ── The decision ─────────────────────────────────────────────────────────────────────────────


@rule
def about_play(g: Game, t: Tables) -> int:
    """Return what is wrong with the Utility in play, or FINE."""
    for i in range(len(g.plays)):
        played = g.plays[i]
        if i >= g.play_count:
            if int(played.card) | int(played.player) | int(played.cancelled) != 0:
                return PLAYS_THERE
        elif played.player >= g.num_players or t.cards[played.card].type != UTILITY:
            return PLAYS_THERE
    if (g.phase == at.IDLE) != (g.play_count == 0):
        return PHASE
    if g.phase == at.IDLE:
        return FINE if g.question == at.ASK_NOTHING and g.play_target == 0 else QUESTION
    if not is_window(int(g.point)) or (g.phase != at.REACTING and g.play_count != 1):
        return PHASE
    if g.phase == at.CHOOSING and (g.question == at.ASK_NOTHING or g.question > at.ASK_OPTION):
        return QUESTION
    if g.phase == at.REACTING and g.question != at.ASK_NOTHING:
        return QUESTION
    if g.phase == at.RESOLVING and g.question <= at.ASK_OPTION:
        return QUESTION
    return about_choice(g, t)


@rule
def about_choice(g: Game, t: Tables) -> int:
    """Return what is wrong with what the Utility in play was played for, or FINE."""
    action, chosen = int(t.cards[g.plays[0].card].action), g.phase != at.CHOOSING
    if g.play_world >= g.num_worlds:
        return CHOSEN
    picks = action == DESTROY or action == SEIZE or action == STOP_INCOME
    if (chosen and picks) != (g.play_target > 0):
        return CHOSEN
    if (g.question == at.ASK_TARGET or (chosen and (picks or action == BECOME_SHIP))) and g.play_world < 0:
        return CHOSEN
    if g.play_target > 0:
        target = int(g.play_target) - 1
        if target < g.starts[g.play_world] or target >= g.starts[g.play_world + 1]:
            return CHOSEN
    if g.world < 0 if action == DEPLOY_GROUND else g.question == at.ASK_GROUND_FORCE:
        return QUESTION
    if g.question == at.ASK_TAKEN_BACK:
        me = g.players[g.plays[0].player]
        if g.play_world < 0 or me.staged_count[g.play_world] == 0 or find(me.hand, int(g.play_card) - 1) < 0:
            return QUESTION
    return FINE


@rule
def who_is_asked(g: Game) -> int:
    """Return who is asked by where the question has gone round to, or EVERYONE; NOBODY: nobody can be."""
    if g.phase == at.REACTING:
        if g.react_seat >= g.num_players:
            return NOBODY
        last = int(g.plays[g.play_count - 1].player)
        return player_at(g, around(g, place_of(g, last) + int(g.react_seat)))
    if g.phase != at.IDLE:
        return int(g.plays[0].player)
    if g.point == at.ADJUST_HAND or (g.point == at.STAGE and g.stage_in_order == 0):
        return EVERYONE
    if g.point == at.NEXT_WORLD:
        return int(g.priority)
    if g.point == at.STAGE:
        return max(int(g.actor), NOBODY)
    return player_at(g, int(g.seat))


@rule
def about_weapon(g: Game) -> int:
    """Return what is wrong with the unit whose Weapon is asked about, or FINE."""
    if g.point != at.ORBITAL and g.point != at.SURFACE:
        return FINE if g.unit == 0 and g.weapon == 0 else WEAPON
    if g.unit < g.starts[g.world] or g.unit >= g.starts[g.world + 1] or g.weapon >= WEAPONS:
        return WEAPON
    return FINE if g.units[g.unit].controller == g.actor else WEAPON


@rule
def about_decision(g: Game, t: Tables) -> int:
    """Return what is wrong with what is decided, or FINE."""
    if (g.point == at.GAME_OVER) != (g.ending != RUNNING):
        return ENDED
    if g.ending != RUNNING:
        return FINE
    if g.turn > g.max_turns:
        return TURN
    if (g.priority < 0) != (g.point == at.ADJUST_HAND and g.first_player < 0):
        return PRIORITY
    resolved = g.point >= at.WINDOW_WORLD and g.point <= at.WORLD_ENDS
    if resolved != (g.world >= 0) or g.world >= g.num_worlds:
        return AT_WORLD
    if g.seat >= g.num_players or g.passes > g.num_players:
        return SEAT
    fault = about_play(g, t)
    if fault != FINE:
        return fault
    asked = who_is_asked(g)
    if asked != g.actor or g.actor >= g.num_players or asked == NOBODY:
        return ACTOR if asked == EVERYONE else SEAT
    return about_weapon(g)


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    fault = about_units(g, t)
    if fault == FINE:
        fault = about_table(g, t)
    if fault == FINE:
        fault = about_decision(g, t)
    if fault != FINE:
        return 8 * fault
    for player in range(g.num_players):
        fault = about_staged(g, player)
        if fault == FINE:
            fault = about_cards(g, t, player)
        if fault == FINE:
            fault = about_known(g, player)
        if fault != FINE:
            return 8 * fault + player
    return 0
