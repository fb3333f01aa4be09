"""The builder: build whatever earns most, fight nobody.

Below: facilities.py, greedy.py. Above: raider.py, scripts.py. It plays what the rulebook's first pages teach: a
Facility to every World where one can be installed, Cities and Exploits first where Industries will follow, a Swap
where there is no room, and cards it has no use for go to the Trash Heap so that new ones come.
"""

from __future__ import annotations

from agents.open_worlds import facilities
from agents.open_worlds.decode import decode_hand, decode_turn, decode_units, feature, is_about_hand
from agents.open_worlds.greedy import COMPARE, greedy
from agents.open_worlds.scratch import NO_SWAP, Row, Scratch, Tables, rule
from ow_env.compiled.jit import Mask
from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.cards import DRAW_OR_SEARCH, FACILITY
from ow_env.open_worlds.observe import HAND_COUNT, INCOME
from ow_env.open_worlds.rules.draw import HAND_LIMIT, LEAST_DRAWN

BASE = 0.5  # share of its RES that a World is worth when a card opens it for Industries in hand
NEVER = -1.0  # less than passing, which is worth 0


@rule
def value_of_building(t: Tables, s: Scratch, card: int, world: int) -> float:
    """Value a Facility at a World by what it would add to the Income there."""
    g = s.sites[world]
    if t.cards[card].type != FACILITY or not facilities.meets_req(t, g, card):
        return NEVER
    income = float(facilities.income_there(t, s, g, card))
    price = (1 - facilities.LAST_ROOM) * income if g.room == 1 else 0.0
    if g.room == 0:
        if facilities.swap_price(t, g, card) == NO_SWAP:
            return NEVER
        price = float(facilities.swap_price(t, g, card))
    gain = income - price
    if s.industries > 0 and g.populations == 0 and g.works == 0 and facilities.is_base(t, card):
        gain += BASE * float(g.res)
    return gain if gain > 0.0 else NEVER


@rule
def value_of_clearing(t: Tables, s: Scratch, row: Row, card: int) -> float:
    """Value the discard of a card: what it would never stage, when that lets it draw; at the setup always."""
    due = max(feature(t, row, INCOME, 0), LEAST_DRAWN)
    hand = feature(t, row, HAND_COUNT, 0)
    clogged = s.point == at.TRASH and hand + due > HAND_LIMIT
    if t.cards[card].type != FACILITY:
        return 1.0 if clogged or s.point == at.ADJUST_HAND or s.point == at.EXCHANGE else NEVER
    return 0.5 if clogged and hand + LEAST_DRAWN > HAND_LIMIT else NEVER


@rule(inline=True)  # so short that calls would count: 4 % of the builder's time
def value_for_builder(t: Tables, s: Scratch, row: Row, action: int, rng: Rng) -> float:
    """Return what an action is worth to the builder; passing is worth 0."""
    a = t.actions[action]
    if a.verb == do.PASS:
        return 0.0
    if a.verb == do.STAGE and s.point == at.STAGE:
        return value_of_building(t, s, int(a.card), int(a.world))
    if a.verb == do.SWAP:
        return (1.0 if s.overfull != 0 else NEVER) - 0.01 * float(t.cards[a.card].income)
    if a.verb == do.DISCARD:
        return value_of_clearing(t, s, row, int(a.card))
    if a.verb == do.PLAY and t.cards[a.card].action == DRAW_OR_SEARCH:
        return 1.0
    if a.verb == do.OPTION and a.world == 1:
        return 1.0
    return NEVER


@rule(inline=True)
def begin_builder(t: Tables, s: Scratch, row: Row, mask: Mask) -> int:
    """Decode what the builder needs at this decision."""
    decode_turn(t, s, row)
    if is_about_hand(s):
        decode_hand(t, s, row)
    if s.point == at.STAGE:
        decode_units(t, s, row)
        facilities.decode_sites(t, s, row)
        s.industries = facilities.count_industries(t, s)
    elif s.point == at.SWAP:
        s.overfull = s.here >= 0 and facilities.is_overfull(t, s, row)
    return COMPARE


choose_builder = greedy("builder", begin_builder, value_for_builder)
