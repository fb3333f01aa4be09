"""Move: Ships in play go to other Worlds, openly and in Priority Order (OW-M).

Below: units.py, worlds.py, order.py. Above: legality.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import SHIP
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.units import place_unit, remove_unit
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def find_ship(g: Game, player: int, card: int) -> int:
    """Return the index of a Ship the player has in play, or -1."""
    for i in range(g.starts[g.num_worlds]):
        if g.units[i].card == card and g.units[i].controller == player:
            return i
    return -1


@rule
def why_not_move(g: Game, t: Tables, player: int, card: int, world: int) -> int:
    """Return the rule that forbids to move a Ship to a World, or OK (OW-M.1)."""
    i = find_ship(g, player, card)
    if i < 0:
        return why.NO_SUCH_SHIP
    ship = g.units[i]
    if ship.world == world:
        return why.THERE_ALREADY
    if ship.moved != 0:
        return why.HAS_MOVED
    return OK if abs(int(ship.world) - world) <= t.cards[card].move_range else why.OUT_OF_RANGE


@rule
def can_move(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Ship that may still move, and a World to move it to (OW-2.1)?"""
    if g.players[player].halted != 0 or g.num_worlds == 1:
        return False
    for i in range(g.starts[g.num_worlds]):
        u = g.units[i]
        if u.controller == player and u.moved == 0:
            if t.cards[u.card].kind == SHIP and t.cards[u.card].move_range > 0:
                return True
    return False


@rule
def move(g: Game, t: Tables, player: int, card: int, world: int) -> None:
    """Move a Ship to a World; it has moved for this turn. Nobody controls another player's Ship."""
    remove_unit(g, find_ship(g, player, card))
    i = place_unit(g, world, player, card, player, 0, 0)
    g.units[i].moved = 1


@rule
def proceed_move(g: Game, t: Tables) -> None:
    """Ask the next player in Priority Order whose Ships may move."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if can_move(g, t, p):
            g.actor = p
            return
        g.seat += 1
    go(g, at.WINDOW_MOVED)
