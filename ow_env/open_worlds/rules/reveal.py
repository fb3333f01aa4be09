"""Reveal: staged cards turn face up, those that can't be played are Trashed (OW-R).

Below: piles.py, worlds.py, order.py. Above: utilities.py (Fleet Support), legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import SHIP, UTILITY
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import find_staged, remove_staged, show, trash_openly
from ow_env.open_worlds.rules.worlds import is_class_free
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def is_unplayable(g: Game, t: Tables, card: int) -> bool:
    """Is a staged card Trashed as it turns up: a Utility, or on the FINAL TURN a Prohibited card (OW-R.1)?"""
    return t.cards[card].type == UTILITY or (g.final_turn != 0 and t.cards[card].prohibited != 0)


@rule
def proceed_reveal(g: Game, t: Tables) -> None:
    """Turn all staged cards face up and Trash the unplayable ones; then the window opens (OW-R.1, OW-R.5)."""
    for p in range(g.num_players):
        me = g.players[p]
        for w in range(g.num_worlds):
            for place in range(int(me.staged_count[w]) - 1, -1, -1):
                card = int(me.staged[w, place])
                show(me, card)
                if is_unplayable(g, t, card):
                    remove_staged(me, w, place)
                    trash_openly(g, p, card)
    go(g, at.WINDOW_REVEAL)


@rule
def counts_against_class(g: Game, t: Tables, player: int, card: int, world: int) -> bool:
    """Is a staged card a Ship that Income has to carry there (OW-R.2, OW-R.4)?"""
    if t.cards[card].kind != SHIP or t.cards[card].ship_class == 0:
        return False
    return not is_class_free(g, t, player, world)


@rule
def is_over_class(g: Game, t: Tables, player: int) -> bool:
    """Does the total Class of the player's staged Ships exceed the prior turn Income (OW-R.2)?"""
    me = g.players[player]
    if me.unlimited_class != 0:
        return False
    total = 0
    for w in range(g.num_worlds):
        for place in range(me.staged_count[w]):
            card = int(me.staged[w, place])
            if counts_against_class(g, t, player, card, w):
                total += int(t.cards[card].ship_class)
    return total > me.prior_income


@rule
def find_counted(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the World to which the player staged a Ship that counts against Class, or -1."""
    for w in range(g.num_worlds):
        if find_staged(g.players[player], w, card) >= 0 and counts_against_class(g, t, player, card, w):
            return w
    return -1


@rule
def why_not_trash_ship(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to give up a staged Ship, or OK (OW-R.2)."""
    return OK if find_counted(g, t, player, card) >= 0 else why.NOT_COUNTED


@rule
def trash_ship(g: Game, t: Tables, player: int, card: int) -> None:
    """Trash a staged Ship for which Income does not suffice (OW-R.2)."""
    world = find_counted(g, t, player, card)
    me = g.players[player]
    remove_staged(me, world, find_staged(me, world, card))
    trash_openly(g, player, card)


@rule
def only_counted_ship(g: Game, t: Tables, player: int) -> int:
    """Return the card id of the one staged Ship that counts against Class; -1 where there are none or several."""
    only = -1
    for w in range(g.num_worlds):
        for place in range(g.players[player].staged_count[w]):
            card = int(g.players[player].staged[w, place])
            if counts_against_class(g, t, player, card, w):
                if only >= 0:
                    return -1
                only = card
    return only


@rule
def proceed_over_class(g: Game, t: Tables) -> None:
    """Ask in Priority Order which Ships to give up, only as many as needed (OW-R.2, OW-R.3)."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if is_over_class(g, t, p):
            only = only_counted_ship(g, t, p)
            if only < 0:
                g.actor = p
                return
            trash_ship(g, t, p, only)
        g.seat += 1
    go(g, at.NEXT_WORLD)
