"""Install Facilities: REQ, Swap, room (OW-4a).

Below: piles.py, units.py, worlds.py, order.py. Above: legality.py, flow.py.
A player has at most one Facility staged to a World: the card that may lie beside it is a Ground Force.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import FACILITY, POPULATION, PRODUCTION, SWAP_ANY, SWAP_POPULATION_OR_PRODUCTION
from ow_env.open_worlds.rules.order import go, player_at
from ow_env.open_worlds.rules.piles import remove_staged, return_to_hand, trash_openly
from ow_env.open_worlds.rules.units import find_unit, place_unit, remove_unit
from ow_env.open_worlds.rules.worlds import count_facilities, h2o, meets_requirement
from ow_env.open_worlds.state import Game, Player, Tables, rule


@rule
def staged_facility(me: Player, t: Tables, world: int) -> int:
    """Return the place of the Facility a player has staged to a World, or -1."""
    for place in range(me.staged_count[world]):
        if t.cards[me.staged[world, place]].type == FACILITY:
            return place
    return -1


@rule
def proceed_install(g: Game, t: Tables) -> None:
    """Trash staged Facilities whose REQ is not met, before a Swap changes who is there (OW-4a.1, OW-4a.3, OW-4a.7)."""
    for p in range(g.num_players):
        me = g.players[p]
        place = staged_facility(me, t, int(g.world))
        if place >= 0:
            card = int(me.staged[g.world, place])
            if not meets_requirement(g, t, p, int(g.world), card):
                remove_staged(me, int(g.world), place)
                trash_openly(g, p, card)
    go(g, at.SWAP)


@rule
def swaps_for(t: Tables, card: int, installing: int) -> bool:
    """May a Facility return to hand as another installs: Outpost for any, Exploit for some (OW-4a.2)?"""
    if t.cards[card].swap == SWAP_ANY:
        return True
    if t.cards[card].swap == SWAP_POPULATION_OR_PRODUCTION:
        return t.cards[installing].kind == POPULATION or t.cards[installing].kind == PRODUCTION
    return False


@rule
def why_not_swap(g: Game, t: Tables, player: int, card: int) -> int:
    """Return the rule that forbids to Swap a Facility for the one the player installs here, or OK (OW-4a.2)."""
    if find_unit(g, int(g.world), player, card, player) < 0:
        for owner in range(g.num_players):
            if find_unit(g, int(g.world), player, card, owner) >= 0:
                return why.CONQUERED_NO_SWAP
        return why.NOT_YOURS_HERE
    me = g.players[player]
    place = staged_facility(me, t, int(g.world))
    return OK if swaps_for(t, card, int(me.staged[g.world, place])) else why.NO_SWAP


@rule
def can_swap(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Facility to install here and one that could Swap for it?"""
    if staged_facility(g.players[player], t, int(g.world)) < 0:
        return False
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        if u.controller == player and u.owner == player:
            if why_not_swap(g, t, player, int(u.card)) == OK:
                return True
    return False


@rule
def swap(g: Game, player: int, card: int) -> None:
    """Decide that a Facility makes room for the one the player installs (OW-4a.5)."""
    g.players[player].swapping = card + 1
    g.seat += 1


@rule
def proceed_swap(g: Game, t: Tables) -> None:
    """Ask in Priority Order who Swaps, openly (OW-4a.5)."""
    while g.seat < g.num_players:
        p = player_at(g, int(g.seat))
        if can_swap(g, t, p):
            g.actor = p
            return
        g.seat += 1
    go(g, at.DEPLOY)


@rule
def install_facilities(g: Game, t: Tables) -> None:
    """Install: a Swap needs no room; the others all fit in the room that is free, or are all Trashed (OW-4a.4)."""
    world = int(g.world)
    without_swap = 0
    for p in range(g.num_players):
        if g.players[p].swapping == 0 and staged_facility(g.players[p], t, world) >= 0:
            without_swap += 1
    fits = count_facilities(g, t, world) + without_swap <= h2o(g, t, world)
    for p in range(g.num_players):
        me = g.players[p]
        place = staged_facility(me, t, world)
        if place >= 0:
            card = int(me.staged[world, place])
            remove_staged(me, world, place)
            if me.swapping != 0:
                out = int(me.swapping) - 1
                remove_unit(g, find_unit(g, world, p, out, p))
                return_to_hand(g, p, out)
                me.swapping = 0
                place_unit(g, world, p, card, p, 0, 0)
            elif fits:
                place_unit(g, world, p, card, p, 0, 0)
            else:
                trash_openly(g, p, card)
