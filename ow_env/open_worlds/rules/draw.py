"""Draw: as many cards as Income, at least two, never beyond the Hand Limit (OW-D).

Below: piles.py, order.py. Above: flow.py.
"""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import draw
from ow_env.open_worlds.state import Game, rule

HAND_LIMIT = 10
LEAST_DRAWN = 2


@rule
def proceed_draw(g: Game, rng: Rng) -> None:
    """Every player draws, in Priority Order (OW-D.1)."""
    for seat in range(g.num_players):
        me = g.players[player_at(g, seat)]
        due = max(LEAST_DRAWN, int(me.income))
        room = max(0, HAND_LIMIT - int(me.hand.count))
        draw(me, min(due, room), rng)
    go(g, at.WINDOW_DRAWN)
