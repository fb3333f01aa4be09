"""Trash: throw cards of the hand away, face down (OW-T).

Below: piles.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import add, find, remove
from ow_env.open_worlds.state import Game, rule


@rule
def why_not_discard(g: Game, player: int, card: int) -> int:
    """Return the rule that forbids to throw a card away, or OK (OW-T.1)."""
    return OK if find(g.players[player].hand, card) >= 0 else why.NOT_IN_HAND


@rule
def discard(g: Game, player: int, card: int) -> None:
    """Put a card of the hand face down on the Trash Heap (OW-T.1)."""
    remove(g.players[player].hand, card)
    add(g.players[player].trash, card)


@rule
def proceed_trash(g: Game) -> None:
    """Ask the next player in Priority Order who has cards to throw away."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if g.players[p].hand.count > 0:
            g.actor = p
            return
        g.seat += 1
    go(g, at.DRAW)
