"""What all may think a player holds, by what lies open on the table (OW-6.16).

Below: piles.py. Above: turn.py, stage.py, utilities.py: under `ask="public"` they ask whoever could have an answer by
this, and never by what the player does hold. Nothing here changes a position.
"""

from __future__ import annotations

from ow_env.open_worlds import state as at
from ow_env.open_worlds.rules.piles import find, find_staged
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def is_staged(g: Game, player: int, card: int) -> bool:
    """Has the player staged a copy of the card anywhere?"""
    for w in range(g.num_worlds):
        if find_staged(g.players[player], w, card) >= 0:
            return True
    return False


@rule
def is_in_sight(g: Game, player: int, card: int) -> bool:
    """Does a copy of the card, from the player's deck, lie where all see it or have seen it go?"""
    if find(g.players[player].open_trash, card) >= 0:
        return True
    for i in range(g.starts[g.num_worlds]):
        if g.units[i].card == card and g.units[i].owner == player:
            return True
    for i in range(g.indicator_count):
        if g.indicators[i].card == card and g.indicators[i].owner == player:
            return True
    for i in range(g.play_count):
        if g.plays[i].card == card and g.plays[i].player == player:
            return True
    return g.point >= at.REVEAL and is_staged(g, player, card)


@rule
def is_out_of_sight(g: Game, player: int, card: int) -> bool:
    """Is a copy of the card in the Deck, in hand, face down at a World or in the Trash Heap?"""
    me = g.players[player]
    if find(me.deck, card) >= 0 or find(me.hand, card) >= 0 or find(me.trash, card) >= 0:
        return True
    return g.point < at.REVEAL and is_staged(g, player, card)


@rule
def could_hold(g: Game, t: Tables, player: int, card: int) -> bool:
    """Could the player have the card in hand, for all that everybody knows (OW-6.16)?

    With open decklists: a copy of it is out of sight. With closed ones: a legal deck could hold a copy that is.
    """
    if g.players[player].hand.count == 0:
        return False
    if g.open_decklists != 0:
        return is_out_of_sight(g, player, card)
    if g.introductory != 0 and t.cards[card].introductory == 0:
        return False
    return t.cards[card].unlimited != 0 or not is_in_sight(g, player, card)
