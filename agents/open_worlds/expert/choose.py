"""The expert's choice: what each action is worth, and the greedy choice among them.

Below: the other files of this folder; greedy.py. Above: scripts.py.
"""

from __future__ import annotations

from agents.open_worlds.combat import NOTHING
from agents.open_worlds.decode import decode_hand, decode_staged, decode_turn, decode_units, world_feature
from agents.open_worlds.deployment import NEVER, evaluate_worlds, value_of_move, value_of_retreat
from agents.open_worlds.expert.facility_value import find_heavy_ship
from agents.open_worlds.expert.hand_value import count_lost, hand_value, value_of_discarding
from agents.open_worlds.expert.staging import value_of_staging
from agents.open_worlds.expert.surface import choose_on_surface
from agents.open_worlds.expert.swap import value_of_swap
from agents.open_worlds.expert.utilities import value_of_choosing, value_of_playing, value_of_target
from agents.open_worlds.facilities import count_industries, decode_sites
from agents.open_worlds.greedy import COMPARE, greedy
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from agents.open_worlds.targeting import choose_target
from agents.open_worlds.unit_value import estimate_turns_left
from ow_env.compiled.jit import Mask
from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.actions import PASS
from ow_env.open_worlds.observe import WORLD_INCOME


@rule
def value_of_resolving(t: Tables, s: Scratch, row: Row, world: int) -> float:
    """Value a World as the next to resolve: the dearest of theirs first. The order decides no fight by itself."""
    value = 1.0
    for seat in range(1, s.players):
        value += world_feature(t, s, row, WORLD_INCOME, seat, world)
    return value


@rule
def value_for_expert(t: Tables, s: Scratch, row: Row, action: int, rng: Rng) -> float:
    """Return what an action is worth in points of Income; passing is worth 0."""
    a = t.actions[action]
    verb = int(a.verb)
    card = int(a.card)
    world = int(a.world)
    if verb == do.PASS:
        return 0.0
    if verb == do.STAGE and s.point == at.STAGE:
        return value_of_staging(t, s, row, card, world, rng)
    if verb == do.MOVE:
        return value_of_move(t, s, row, card, world)
    if verb == do.SWAP:
        return value_of_swap(t, s, row, card)
    if verb == do.RETREAT:
        return value_of_retreat(t, s, row, card)
    if verb == do.DISCARD:
        return value_of_discarding(t, s, row, card)
    if verb == do.CONQUER:
        return 1.0 + float(t.cards[card].income)
    if verb == do.PLAY:
        return value_of_playing(t, s, row, card)
    if verb == do.CHOOSE:
        return 100.0 + value_of_choosing(t, s, row, world)
    if verb == do.TARGET:
        return value_of_target(t, s, action)
    if verb == do.TAKE:
        return 1.0 + hand_value(t, s, row, card)
    if verb == do.OPTION:
        return 1.0 / (1.0 + world)
    if verb == do.RESOLVE:
        return value_of_resolving(t, s, row, world)
    return NEVER


@rule
def begin_expert(t: Tables, s: Scratch, row: Row, mask: Mask) -> int:
    """Decode what the expert needs at this decision; choose what a Weapon does where one is asked for."""
    decode_turn(t, s, row)
    s.turns_left = estimate_turns_left(t, s, row)
    if s.point == at.TRASH and count_lost(t, row) == 0 and mask[PASS] != 0:
        return PASS  # nothing is gained by any discard: no card need be looked at
    if s.point == at.ORBITAL:
        return int(choose_target(t, s, row, mask))
    if s.point == at.SURFACE:
        return int(choose_on_surface(t, s, row, mask))
    if s.point != at.NEXT_WORLD:
        decode_units(t, s, row)
        decode_sites(t, s, row)
        decode_hand(t, s, row)
        decode_staged(t, s, row)
        s.industries = count_industries(t, s)
        find_heavy_ship(t, s, row)
    if s.point <= at.MOVE or s.point == at.WINDOW_MOVED:
        evaluate_worlds(t, s, row)
    s.cached_card = NOTHING
    return COMPARE


choose_expert = greedy("expert", begin_expert, value_for_expert)
