"""What the Worlds offer to Facilities: is a REQ met, what would one earn, what does its room cost.

Below: decode.py. Above: unit_value.py, the agents. It follows the rules OW-0.4, OW-4a and OW-5.1 as far as an
observation shows what they ask about.
"""

from __future__ import annotations

from agents.open_worlds.decode import feature, find_nonzero
from agents.open_worlds.scratch import NO_SWAP, Row, Scratch, Site, Tables, rule
from ow_env.open_worlds import cards
from ow_env.open_worlds.cards import FACILITY
from ow_env.open_worlds.observe import HABITABLE, HOSTILE, RES as RES_OF_WORLDS, REVEALED, ROOM, STAGED

FRONTIER_INCOME = 3
LAST_ROOM = 0.7  # what the last room is worth: if two players want it, nobody gets it (OW-4a.4)


@rule
def decode_site(t: Tables, s: Scratch, row: Row, world: int) -> None:
    """Read what one World offers. Its units have been decoded."""
    g = s.sites[world]
    g.room = feature(t, row, ROOM, world)
    g.res = feature(t, row, RES_OF_WORLDS, world)
    g.habitable = feature(t, row, HABITABLE, world)
    g.hostile = feature(t, row, HOSTILE, world)
    g.facilities = 0
    g.populations = 0
    g.works = 0
    g.swap_any = NO_SWAP
    g.swap_some = NO_SWAP
    for i in range(s.starts[world], s.starts[world + 1]):
        u = s.units[i]
        c = t.cards[u.card]
        if u.seat != 0:
            break  # mine come first
        if c.type == FACILITY:
            g.facilities += 1
            if c.kind == cards.POPULATION:
                g.populations += 1
            elif c.kind == cards.MINING or c.kind == cards.PRODUCTION:
                g.works += 1
            if u.owner == 0 and c.swap != cards.SWAP_NONE:
                g.swap_some = min(int(g.swap_some), int(c.income))
                if c.swap == cards.SWAP_ANY:
                    g.swap_any = min(int(g.swap_any), int(c.income))


@rule
def decode_sites(t: Tables, s: Scratch, row: Row) -> None:
    """Read what every World offers. The units have been decoded."""
    s.occupied = 0
    s.populated = 0
    for w in range(s.worlds):
        decode_site(t, s, row, w)
        if s.sites[w].facilities > 0:
            s.occupied += 1
        if s.sites[w].populations > 0:
            s.populated += 1


@rule
def meets_req(t: Tables, g: Site, card: int) -> bool:
    """Is the REQ of a Facility of mine met at a World (OW-4a.1)?"""
    req = int(t.cards[card].req)
    if req == cards.ANY_WORLD:
        return True
    occupied = g.facilities > 0
    if req == cards.OCCUPIED:
        return occupied
    if req == cards.NON_HOSTILE:
        return g.hostile == 0
    if req == cards.HABITABLE:
        return g.habitable != 0
    if req == cards.NON_HOSTILE_OR_OCCUPIED:
        return g.hostile == 0 or occupied
    if req == cards.HABITABLE_OR_OCCUPIED:
        return g.habitable != 0 or occupied
    if req == cards.INDUSTRIAL_BASE:
        return g.populations > 0 or g.works > 0
    if req == cards.WORKS:
        return g.works > 0
    if req == cards.POPULATION_HERE:
        return g.populations > 0
    return False


@rule
def income_there(t: Tables, s: Scratch, g: Site, card: int) -> int:
    """Return what a Facility of mine would earn at a World (OW-5.1)."""
    c = t.cards[card]
    earns = int(c.income_rule)
    if earns == cards.RES:
        return int(g.res)
    if earns == cards.FRONTIER:
        return FRONTIER_INCOME if g.hostile != 0 and g.habitable == 0 else 1
    if earns == cards.WORKS_HERE:
        return max(1, int(g.works))
    if earns == cards.WORLDS_OCCUPIED:
        return int(s.occupied)
    if earns == cards.POPULATED_WORLDS:
        return int(s.populated)
    return int(c.income)


@rule
def swap_price(t: Tables, g: Site, card: int) -> int:
    """Return the least Income that a Facility could Swap for, or NO_SWAP (OW-4a.2)."""
    kind = t.cards[card].kind
    return int(g.swap_some if kind == cards.POPULATION or kind == cards.PRODUCTION else g.swap_any)


@rule
def is_base(t: Tables, card: int) -> bool:
    """Can an Industry build on this Facility?"""
    kind = t.cards[card].kind
    return kind == cards.MINING or kind == cards.POPULATION or kind == cards.PRODUCTION


@rule
def count_industries(t: Tables, s: Scratch) -> int:
    """Count the cards of my hand that earn the RES of their World."""
    count = 0
    for i in range(s.num_hand):
        if t.cards[s.hand[i]].income_rule == cards.RES:
            count += 1
    return count


@rule
def count_attempts(t: Tables, s: Scratch, row: Row) -> int:
    """Count the Facilities that all players attempt to install at the World being resolved."""
    cards = int(t.card_count)
    count = 0
    for seat in range(s.players):
        begin = int(t.layout.starts[STAGED]) + int(s.here) * cards
        if seat > 0:
            block = (seat - 1) * int(s.worlds) + int(s.here)
            begin = int(t.layout.starts[REVEALED]) + block * cards
        for k in range(find_nonzero(s, row, begin, begin + cards)):
            place = int(s.nonzero_places[k])
            if t.cards[place - begin].type == FACILITY:
                count += int(row[place])
    return count


@rule
def is_overfull(t: Tables, s: Scratch, row: Row) -> bool:
    """Do more Facilities come to the World being resolved than find room, so that a Swap would help (OW-4a.4)?"""
    return count_attempts(t, s, row) > feature(t, row, ROOM, int(s.here))
