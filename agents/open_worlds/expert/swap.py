"""What a Swap is worth to the expert, against leaving all Facilities where they are.

Below: facilities.py, unit_value.py. Above: choose.py.
"""

from __future__ import annotations

from agents.open_worlds.combat import NOTHING
from agents.open_worlds.decode import find_nonzero
from agents.open_worlds.deployment import NEVER
from agents.open_worlds.facilities import count_attempts
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.unit_value import unit_value
from ow_env.open_worlds.cards import FACILITY
from ow_env.open_worlds.observe import REVEALED


@rule
def staged_facility(t: Tables, s: Scratch, row: Row, seat: int) -> int:
    """Return the Facility that a seat attempts to install at the World being resolved, or NOTHING."""
    if seat == 0:
        for k in range(s.num_staged[s.here]):
            if t.cards[s.staged[s.here, k]].type == FACILITY:
                return int(s.staged[s.here, k])
        return NOTHING
    cards = int(t.card_count)
    begin = int(t.layout.starts[REVEALED]) + ((seat - 1) * int(s.worlds) + int(s.here)) * cards
    for k in range(find_nonzero(s, row, begin, begin + cards)):
        card = int(s.nonzero_places[k]) - begin
        if t.cards[card].type == FACILITY:
            return card
    return NOTHING


@rule
def value_of_swap(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Value a Swap against leaving all where they are: then all attempts may fail for want of room (OW-4a.4)."""
    mine = staged_facility(t, s, row, 0)
    if mine == NOTHING:
        return NEVER
    g = s.sites[s.here]
    gain = unit_value(t, s, mine, int(s.here), 0)
    out = float(t.cards[card].income)
    theirs = 0.0
    for seat in range(1, s.players):
        other = staged_facility(t, s, row, seat)
        if other != NOTHING:
            theirs += unit_value(t, s, other, int(s.here), seat)
    attempts = count_attempts(t, s, row)
    with_swap = gain - out
    if attempts - 1 <= g.room:
        with_swap -= theirs
    without = gain - theirs if attempts <= g.room else 0.0
    return with_swap - without
