"""Trigger Catastrophes: their damage adds up and hits everybody's units alike (OW-4d).

Below: piles.py, units.py, worlds.py, station_orbitals.py. Above: flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds.cards import CATASTROPHE, MANNED, POPULATION
from ow_env.open_worlds.rules.piles import remove_staged, trash_openly
from ow_env.open_worlds.rules.station_orbitals import trash_unmet
from ow_env.open_worlds.rules.units import trash_unit
from ow_env.open_worlds.rules.worlds import is_facility, is_ground_force, is_orbital
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def hits(t: Tables, catastrophe: int, card: int) -> bool:
    """Does a Catastrophe hit units of this card's type or kind (OW-4d.1)?"""
    c = t.cards[catastrophe]
    return (
        (c.hits_facility != 0 and is_facility(t, card))
        or (c.hits_ground != 0 and is_ground_force(t, card))
        or (c.hits_orbital != 0 and is_orbital(t, card))
        or (c.hits_manned != 0 and t.cards[card].kind == MANNED)
        or (c.hits_population != 0 and t.cards[card].kind == POPULATION)
    )


@rule
def shield_over(g: Game, t: Tables, index: int) -> int:
    """Add up what the controller's shields take off Catastrophes for a ground unit (OW-4d.4)."""
    if is_orbital(t, int(g.units[index].card)):
        return 0
    total = 0
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        if g.units[i].controller == g.units[index].controller:
            total += int(t.cards[g.units[i].card].shield)
    return total


@rule
def catastrophe_damage(g: Game, t: Tables, index: int) -> int:
    """Add up the damage of the Catastrophes staged at this World to a unit (OW-4d.1)."""
    total = 0
    for p in range(g.num_players):
        me = g.players[p]
        for place in range(me.staged_count[g.world]):
            card = int(me.staged[g.world, place])
            if t.cards[card].type == CATASTROPHE and hits(t, card, int(g.units[index].card)):
                total += int(t.cards[card].damage)
    return max(0, total - shield_over(g, t, index))


@rule
def trigger_catastrophes(g: Game, t: Tables) -> None:
    """Destroy every unit whose damage reaches its Defensive Strength, Trash the Catastrophes (OW-4d.1, OW-4d.2)."""
    trash_unmet(g, t, CATASTROPHE)
    triggered = False
    for p in range(g.num_players):
        triggered = triggered or g.players[p].staged_count[g.world] > 0
    if not triggered:
        return
    first = int(g.starts[g.world])
    last = int(g.starts[g.world + 1]) - 1
    for i in range(first, last + 1):
        u = g.units[i]
        u.overcome = 1 if catastrophe_damage(g, t, i) >= t.cards[u.card].defense else 0
    for i in range(last, first - 1, -1):
        if g.units[i].overcome != 0:
            trash_unit(g, i)
    for p in range(g.num_players):
        me = g.players[p]
        while me.staged_count[g.world] > 0:
            card = int(me.staged[g.world, 0])
            remove_staged(me, int(g.world), 0)
            trash_openly(g, p, card)
