"""Station Orbitals: staged Ships, and Stations and Fields whose REQ is met, come into play (OW-4b).

Below: piles.py, units.py, worlds.py. Above: deploy_ground_forces.py, trigger_catastrophes.py, flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds.cards import ORBITAL
from ow_env.open_worlds.rules.piles import remove_staged, trash_openly
from ow_env.open_worlds.rules.units import place_unit
from ow_env.open_worlds.rules.worlds import meets_requirement
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def trash_unmet(g: Game, t: Tables, card_type: int) -> None:
    """Trash the staged cards of a type whose REQ is not met, all judged before any comes into play (OW-4.1)."""
    for p in range(g.num_players):
        me = g.players[p]
        for place in range(int(me.staged_count[g.world]) - 1, -1, -1):
            card = int(me.staged[g.world, place])
            if t.cards[card].type == card_type and not meets_requirement(g, t, p, int(g.world), card):
                remove_staged(me, int(g.world), place)
                trash_openly(g, p, card)


@rule
def bring_in(g: Game, t: Tables, card_type: int) -> None:
    """Put the staged cards of a type into play."""
    for p in range(g.num_players):
        me = g.players[p]
        for place in range(int(me.staged_count[g.world]) - 1, -1, -1):
            card = int(me.staged[g.world, place])
            if t.cards[card].type == card_type:
                remove_staged(me, int(g.world), place)
                place_unit(g, int(g.world), p, card, p, 0, 0)


@rule
def station_orbitals(g: Game, t: Tables) -> None:
    """Station the staged Ships, and the Stations and Fields whose REQ is met (OW-4b.1)."""
    trash_unmet(g, t, ORBITAL)
    bring_in(g, t, ORBITAL)
