"""The builder: build whatever earns most, fight nobody.

Below: building.py. Above: play.py. It plays what the rulebook's first pages teach: a Facility to every World where
one can be installed, Cities and Exploits first where Industries will follow, a Swap where there is no room, and
cards it has no use for go to the Trash Heap so that new ones come.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds.building import (
    income_there,
    is_base,
    is_met,
    price_of_swap,
    read_grounds,
)
from agents.open_worlds.reading import (
    find_set,
    is_about_hand,
    number,
    read_hand,
    read_offers,
    read_turn,
    read_units,
)
from agents.open_worlds.sight import DEAR, Row, Sight, Tables, rule
from ow_env.core.jit import Mask
from ow_env.core.rng import Rng
from ow_env.open_worlds.actions import DO_DISCARD, DO_OPTION, DO_PASS, DO_PLAY, DO_STAGE, DO_SWAP
from ow_env.open_worlds.cards import DRAW_OR_SEARCH, FACILITY, RES
from ow_env.open_worlds.observe import HAND_COUNT, INCOME, REVEALED, ROOM, STAGED
from ow_env.open_worlds.state import ADJUST_HAND, EXCHANGE, STAGE, SWAP, TRASH

HAND_LIMIT = 10  # nothing is drawn beyond it (OW-D.1)
LEAST_DRAW = 2
LAST_ROOM = 0.7  # what the last room is worth: if two players want it, nobody gets it (OW-4a.4)
BASE = 0.5  # share of its RES that a World is worth when a card opens it for Industries in hand
NEVER = -1.0  # less than passing, which is worth 0


@rule
def count_industries(t: Tables, s: Sight) -> int:
    """Count the cards of my hand that earn the RES of their World."""
    count = 0
    for i in range(s.hand_count):
        if t.cards[s.hand[i]].income_rule == RES:
            count += 1
    return count


@rule
def value_of_building(t: Tables, s: Sight, card: int, world: int, industries: int) -> float:
    """Value a Facility at a World by what it would add to the Income there."""
    g = s.ground[world]
    if t.cards[card].type != FACILITY or not is_met(t, g, card):
        return NEVER
    income = float(income_there(t, s, g, card))
    price = (1 - LAST_ROOM) * income if g.room == 1 else 0.0
    if g.room == 0:
        if price_of_swap(t, g, card) == DEAR:
            return NEVER
        price = float(price_of_swap(t, g, card))
    gain = income - price
    if industries > 0 and g.people == 0 and g.works == 0 and is_base(t, card):
        gain += BASE * float(g.res)
    return gain if gain > 0.0 else NEVER


@rule
def count_attempts(t: Tables, s: Sight, row: Row) -> int:
    """Count the Facilities that all players attempt to install at the World being resolved."""
    cards = int(t.card_count)
    count = 0
    for seat in range(s.players):
        begin = int(t.layout.starts[STAGED]) + int(s.here) * cards
        if seat > 0:
            block = (seat - 1) * int(s.worlds) + int(s.here)
            begin = int(t.layout.starts[REVEALED]) + block * cards
        for k in range(find_set(s, row, begin, begin + cards)):
            place = int(s.places[k])
            if t.cards[place - begin].type == FACILITY:
                count += int(row[place])
    return count


@rule
def value_of_discarding(t: Tables, s: Sight, row: Row, card: int) -> float:
    """Throw away what it would never stage, when that lets it draw; at the setup always."""
    due = max(number(t, row, INCOME, 0), LEAST_DRAW)
    hand = number(t, row, HAND_COUNT, 0)
    clogged = s.point == TRASH and hand + due > HAND_LIMIT
    if t.cards[card].type != FACILITY:
        return 1.0 if clogged or s.point == ADJUST_HAND or s.point == EXCHANGE else NEVER
    return 0.5 if clogged and hand + LEAST_DRAW > HAND_LIMIT else NEVER


@rule
def choose_builder(t: Tables, s: Sight, row: Row, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of most value; of several, the first."""
    read_turn(t, s, row)
    if is_about_hand(s):
        read_hand(t, s, row)
    industries = 0
    crowded = False
    if s.point == STAGE:
        read_units(t, s, row)
        read_grounds(t, s, row)
        industries = count_industries(t, s)
    elif s.point == SWAP and s.here >= 0:
        crowded = count_attempts(t, s, row) > number(t, row, ROOM, int(s.here))
    read_offers(t, s, mask)
    best = -np.inf
    choice = 0
    for k in range(s.offers):
        a = t.actions[s.offer[k]]
        value = NEVER
        if a.verb == DO_PASS:
            value = 0.0
        elif a.verb == DO_STAGE and s.point == STAGE:
            value = value_of_building(t, s, int(a.card), int(a.world), industries)
        elif a.verb == DO_SWAP:
            value = (1.0 if crowded else NEVER) - 0.01 * float(t.cards[a.card].income)
        elif a.verb == DO_DISCARD:
            value = value_of_discarding(t, s, row, int(a.card))
        elif a.verb == DO_PLAY and t.cards[a.card].action == DRAW_OR_SEARCH:
            value = 1.0
        elif a.verb == DO_OPTION and a.world == 1:
            value = 1.0
        if value > best:
            best = value
            choice = int(s.offer[k])
    return choice
