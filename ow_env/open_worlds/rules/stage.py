"""Stage: lay cards face down at Worlds (OW-S).

Below: piles.py, hidden.py, order.py. Above: utilities.py (Adjust stages again), legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import AUTOMATED
from ow_env.open_worlds.rules.hidden import could_hold
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import add_staged, find, remove
from ow_env.open_worlds.state import EVERYONE, Game, Tables, rule


@rule
def permits_extra(g: Game, t: Tables, player: int, world: int) -> bool:
    """Does a card of the player permit an Automated Ground Force beyond the limit there (OW-S.1)?"""
    for i in range(g.starts[world], g.starts[world + 1]):
        if g.units[i].controller == player and t.cards[g.units[i].card].extra_automated != 0:
            return True
    return False


@rule
def why_not_beside(g: Game, t: Tables, player: int, world: int, card: int, other: int) -> int:
    """Return the rule that forbids two cards of a player at one World, or OK (OW-S.1)."""
    if not permits_extra(g, t, player, world):
        return why.STAGED_ALREADY
    automated = t.cards[card].kind == AUTOMATED or t.cards[other].kind == AUTOMATED
    return OK if automated else why.ONLY_AUTOMATED


@rule
def why_not_stage_here(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Return the rule that keeps a card of the hand from being staged to a World, or OK (OW-S.1)."""
    me = g.players[player]
    if me.staged_count[world] == 0:
        return OK
    if me.staged_count[world] == 1:
        return why_not_beside(g, t, player, world, card, int(me.staged[world, 0]))
    return why.STAGED_ALREADY


@rule
def why_not_stage(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Return the rule that forbids to stage a card to a World, or OK. Any card may be staged (OW-S.1)."""
    if find(g.players[player].hand, card) < 0:
        return why.NOT_IN_HAND
    return why_not_stage_here(g, t, player, card, world)


@rule
def free_worlds(g: Game, player: int) -> int:
    """Return the Worlds to which the player has staged nothing, so that any card may be: a bit each (OW-S.1)."""
    worlds = 0
    for w in range(g.num_worlds):
        worlds |= int(g.players[player].staged_count[w] == 0) << w
    return worlds


@rule
def worlds_with_extra(g: Game, t: Tables, player: int) -> int:
    """Return the Worlds where `permits_extra` holds, a bit each, in one pass over the units: there seldom is any."""
    worlds = 0
    for i in range(g.starts[g.num_worlds]):
        u = g.units[i]
        worlds |= int(u.controller == player and t.cards[u.card].extra_automated != 0) << int(u.world)
    return worlds


@rule
def worlds_beside(g: Game, t: Tables, player: int, card: int, worlds: int) -> int:
    """Return those of the Worlds, a bit each, to which a card of the hand may be staged."""
    allowed = 0
    for w in range(g.num_worlds):
        if (worlds >> w) & 1 != 0 and why_not_stage_here(g, t, player, card, w) == OK:
            allowed |= 1 << w
    return allowed


@rule(inline=True)
def can_stage(g: Game, t: Tables, player: int) -> bool:
    """Has the player anything left to stage, and anywhere?"""
    me = g.players[player]
    if me.hand.count == 0:
        return False
    if free_worlds(g, player) != 0:
        return True
    extra = worlds_with_extra(g, t, player)
    if extra == 0:
        return False
    for i in range(me.hand.count):
        if worlds_beside(g, t, player, int(me.hand.cards[i]), extra) != 0:
            return True
    return False


@rule
def could_be_automated(g: Game, t: Tables, player: int) -> bool:
    """Could an Automated Ground Force be among the player's hidden cards, for all that everybody knows?"""
    for card in range(t.card_count):
        if t.cards[card].kind == AUTOMATED and could_hold(g, t, player, card):
            return True
    return False


@rule
def could_stage(g: Game, t: Tables, player: int) -> bool:
    """Could the player have something left to stage, for all that everybody knows (OW-6.16)?"""
    me = g.players[player]
    if me.hand.count == 0:
        return False
    for w in range(g.num_worlds):
        if me.staged_count[w] == 0:
            return True
        if me.staged_count[w] == 1 and permits_extra(g, t, player, w) and could_be_automated(g, t, player):
            return True
    return False


@rule(inline=True)
def is_asked_to_stage(g: Game, t: Tables, player: int) -> bool:
    """Is the player asked, if not done: for what the hand holds, or for what it could (OW-6.16)?"""
    return could_stage(g, t, player) if g.ask_public != 0 else can_stage(g, t, player)


@rule
def stage(g: Game, player: int, card: int, world: int) -> None:
    """Lay a card of the hand face down at a World."""
    me = g.players[player]
    remove(me.hand, card)
    add_staged(me, world, card)


@rule(inline=True)
def proceed_stage(g: Game, t: Tables) -> None:
    """Ask who stages next: everybody at once, or in Priority Order; who is done stays done (OW-S.2, OW-S.3)."""
    for seat in range(g.num_players):
        p = player_at(g, seat)
        me = g.players[p]
        if me.done == 0 and not is_asked_to_stage(g, t, p):
            me.done = 1
        if me.done == 0:
            g.actor = p if g.stage_in_order != 0 else EVERYONE
            if g.stage_in_order != 0:
                return
    if g.actor == EVERYONE:
        return
    for p in range(g.num_players):
        g.players[p].done = 0
    go(g, at.WINDOW_STAGED)
