"""The turn begins and ends; the FINAL TURN (OW-2, OW-3).

Below: piles.py, hidden.py, units.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.hidden import could_hold
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import draw, find, remove, show, trash_openly
from ow_env.open_worlds.rules.units import trash_unit
from ow_env.open_worlds.state import TRUNCATED, Game, Tables, rule


@rule
def end_turn(g: Game) -> None:
    """Go on to the next turn, which is the FINAL one once a Deck is empty (OW-D.2); stop after `max_turns` (OW-3.3)."""
    if g.turn >= g.max_turns:
        g.ending = TRUNCATED
        go(g, at.GAME_OVER)
        return
    g.turn += 1
    for p in range(g.num_players):
        me = g.players[p]
        me.prior_income = me.income
        me.halted = 0
        me.unlimited_class = 0
        if me.deck.count == 0:
            g.final_turn = 1
    for w in range(g.num_worlds):
        g.worlds[w].resolved = 0
    for i in range(g.starts[g.num_worlds]):
        g.units[i].moved = 0
        g.units[i].idle = 0
    go(g, at.TURN_BEGINS)


@rule
def proceed_turn_begins(g: Game, t: Tables) -> None:
    """On the FINAL TURN Prohibited cards in play are Trashed; indicators are none (OW-3.1, OW-3.4)."""
    if g.final_turn != 0:
        for i in range(int(g.starts[g.num_worlds]) - 1, -1, -1):
            if t.cards[g.units[i].card].prohibited != 0:
                trash_unit(g, i)
    go(g, at.EXCHANGE)


@rule
def why_not_exchange(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to exchange a card of the hand on the FINAL TURN, or OK (OW-3.1)."""
    if find(g.players[player].hand, card) < 0:
        return why.NOT_IN_HAND
    return OK if t.cards[card].prohibited != 0 else why.NOT_PROHIBITED


@rule
def exchange(g: Game, player: int, card: int, rng: Rng) -> None:
    """Reveal and Trash a Prohibited card of the hand and draw one for it, if the Deck has one (OW-3.1, OW-3.5)."""
    me = g.players[player]
    remove(me.hand, card)
    show(me, card)
    trash_openly(g, player, card)
    draw(me, 1, rng)


@rule
def holds_prohibited(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Prohibited card in hand?"""
    me = g.players[player]
    for i in range(me.hand.count):
        if t.cards[me.hand.cards[i]].prohibited != 0:
            return True
    return False


@rule
def could_hold_prohibited(g: Game, t: Tables, player: int) -> bool:
    """Could the player have a Prohibited card in hand, for all that everybody knows (OW-6.16)?"""
    for card in range(t.card_count):
        if t.cards[card].prohibited != 0 and could_hold(g, t, player, card):
            return True
    return False


@rule
def is_asked_to_exchange(g: Game, t: Tables, player: int) -> bool:
    """Is the player asked: for what the hand holds, or for what it could (OW-6.16)?"""
    return could_hold_prohibited(g, t, player) if g.ask_public != 0 else holds_prohibited(g, t, player)


@rule
def proceed_exchange(g: Game, t: Tables) -> None:
    """On the FINAL TURN ask in Priority Order who exchanges Prohibited cards (OW-3.4)."""
    while g.final_turn != 0 and g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if is_asked_to_exchange(g, t, p):
            g.actor = p
            return
        g.seat += 1
    go(g, at.WINDOW_TURN)
