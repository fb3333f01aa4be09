"""What the Worlds offer to a Facility: is its REQ met, what would it earn, what does its place cost.

Below: reading.py. Above: the agents. It follows the rules OW-0.4, OW-4a and OW-5.1 as far as an observation shows
what they ask about.
"""

from __future__ import annotations

from agents.open_worlds.reading import number
from agents.open_worlds.sight import DEAR, Ground, Row, Sight, Tables, rule
from ow_env.open_worlds.cards import (
    ANY_WORLD,
    FACILITY,
    FRONTIER,
    HABITABLE_OR_OCCUPIED,
    INDUSTRIAL_BASE,
    MINING,
    NON_HOSTILE,
    NON_HOSTILE_OR_OCCUPIED,
    OCCUPIED,
    POPULATED_WORLDS,
    POPULATION,
    POPULATION_HERE,
    PRODUCTION,
    RES,
    SWAP_ANY,
    SWAP_NONE,
    WORKS,
    WORKS_HERE,
    WORLDS_OCCUPIED,
)
from ow_env.open_worlds.cards import HABITABLE as REQ_HABITABLE
from ow_env.open_worlds.observe import HABITABLE, HOSTILE, ROOM
from ow_env.open_worlds.observe import RES as RES_OF_WORLDS

FRONTIER_INCOME = 3


@rule
def read_ground(t: Tables, s: Sight, row: Row, world: int) -> None:
    """Read what one World offers. The units there have been read before."""
    g = s.ground[world]
    g.room = number(t, row, ROOM, world)
    g.res = number(t, row, RES_OF_WORLDS, world)
    g.habitable = number(t, row, HABITABLE, world)
    g.hostile = number(t, row, HOSTILE, world)
    g.facilities = 0
    g.people = 0
    g.works = 0
    g.swap_any = DEAR
    g.swap_some = DEAR
    for i in range(s.first[world], s.first[world + 1]):
        u = s.units[i]
        c = t.cards[u.card]
        if u.seat != 0:
            break  # mine come first
        if c.type == FACILITY:
            g.facilities += 1
            if c.kind == POPULATION:
                g.people += 1
            elif c.kind == MINING or c.kind == PRODUCTION:
                g.works += 1
            if u.owner == 0 and c.swap != SWAP_NONE:
                g.swap_some = min(int(g.swap_some), int(c.income))
                if c.swap == SWAP_ANY:
                    g.swap_any = min(int(g.swap_any), int(c.income))


@rule
def read_grounds(t: Tables, s: Sight, row: Row) -> None:
    """Read what every World offers. The units have been read before."""
    s.occupied = 0
    s.populated = 0
    for w in range(s.worlds):
        read_ground(t, s, row, w)
        if s.ground[w].facilities > 0:
            s.occupied += 1
        if s.ground[w].people > 0:
            s.populated += 1


@rule
def is_met(t: Tables, g: Ground, card: int) -> bool:
    """Is the REQ of a Facility of mine met at a World (OW-4a.1)?"""
    req = int(t.cards[card].req)
    if req == ANY_WORLD:
        return True
    occupied = g.facilities > 0
    if req == OCCUPIED:
        return occupied
    if req == NON_HOSTILE:
        return g.hostile == 0
    if req == REQ_HABITABLE:
        return g.habitable != 0
    if req == NON_HOSTILE_OR_OCCUPIED:
        return g.hostile == 0 or occupied
    if req == HABITABLE_OR_OCCUPIED:
        return g.habitable != 0 or occupied
    if req == INDUSTRIAL_BASE:
        return g.people > 0 or g.works > 0
    if req == WORKS:
        return g.works > 0
    if req == POPULATION_HERE:
        return g.people > 0
    return False


@rule
def income_there(t: Tables, s: Sight, g: Ground, card: int) -> int:
    """Return what a Facility of mine would earn at a World (OW-5.1)."""
    c = t.cards[card]
    earns = int(c.income_rule)
    if earns == RES:
        return int(g.res)
    if earns == FRONTIER:
        return FRONTIER_INCOME if g.hostile != 0 and g.habitable == 0 else 1
    if earns == WORKS_HERE:
        return max(1, int(g.works))
    if earns == WORLDS_OCCUPIED:
        return int(s.occupied)
    if earns == POPULATED_WORLDS:
        return int(s.populated)
    return int(c.income)


@rule
def price_of_swap(t: Tables, g: Ground, card: int) -> int:
    """Return the least Income that a Facility could take the place of, or DEAR (OW-4a.2)."""
    kind = t.cards[card].kind
    return int(g.swap_some if kind == POPULATION or kind == PRODUCTION else g.swap_any)


@rule
def is_base(t: Tables, card: int) -> bool:
    """Can an Industry build on this Facility?"""
    kind = t.cards[card].kind
    return kind == MINING or kind == POPULATION or kind == PRODUCTION
