"""The simple player: play everything, buy the dearest card, destroy what can be destroyed.

Below: decode.py. Above: scripts.py. Of the allowed actions it takes the first in a fixed order of merit:

    main     a base; a card that draws; any other card but a copier; a copier; an ability of a card in play; an
             Explorer's scrap ability, from turn 8 on; the dearest card to buy, an Explorer before turn 8 only; an
             outpost, a base, the opponent; the end of the turn
    choices  scrap a starting card, from the discard pile first; no other; destroy the strongest base; acquire and
             copy the dearest ship; discard the cheapest card

Of an "or" it takes the last branch, which is never Authority; other scrap abilities it leaves alone.
"""

from __future__ import annotations

from agents.star_realms.decode import feature, list_legal
from agents.star_realms.scratch import Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.star_realms import verbs as do
from ow_env.star_realms.actions import END_TURN
from ow_env.star_realms.cards import DRAW, WITH_TWO_BASES_DRAW
from ow_env.star_realms.observe import TURN

EXPLORER_TURNS = 8  # from this turn on no Explorer is bought, and those there are are scrapped
NEVER = -1.0  # worse than passing, which is worth 0


@rule
def draws(t: Tables, card: int) -> bool:
    """Does the primary of a card draw?"""
    first = int(t.cards[card].primary)
    for step in range(t.lists[first].count):
        word = t.lists[first].word[step]
        if word == DRAW or word == WITH_TWO_BASES_DRAW:
            return True
    return False


@rule
def merit(t: Tables, row: Observation, action: int) -> float:
    """Return how soon an action comes: the highest first, none below 0."""
    a = t.actions[action]
    verb, card = int(a.verb), int(a.card)
    if verb == do.PLAY:
        if t.cards[card].is_base:
            return 900.0
        if t.cards[card].copier:
            return 600.0
        return (800.0 if draws(t, card) else 700.0) + int(a.branch)
    if verb == do.ALLY or verb == do.USE:
        return 500.0 + int(a.branch)
    if verb == do.SCRAP:
        return 450.0 if card == t.explorer and feature(t, row, TURN) >= EXPLORER_TURNS else NEVER
    if verb == do.BUY or verb == do.BUY_ON_TOP:
        if card == t.explorer and feature(t, row, TURN) >= EXPLORER_TURNS:
            return NEVER
        return 400.0 + int(t.cards[card].cost) + (0.5 if verb == do.BUY_ON_TOP else 0.0)
    if verb == do.ATTACK:
        return 300.0 + int(t.cards[card].defense) + (30.0 if t.cards[card].outpost else 0.0)
    if verb == do.ATTACK_OPPONENT:
        return 200.0
    if verb == do.END_TURN:
        return 100.0
    if verb == do.SCRAP_FROM_DISCARD or verb == do.SCRAP_FROM_HAND:
        starter = t.cards[card].cost == 0
        return (3.0 if verb == do.SCRAP_FROM_DISCARD else 2.0) if starter else NEVER - int(t.cards[card].cost)
    if verb == do.SCRAP_FROM_ROW:
        return NEVER
    if verb == do.DESTROY:
        return 1.0 + int(t.cards[card].defense)
    if verb == do.ACQUIRE or verb == do.COPY:
        return 1.0 + int(t.cards[card].cost) + 0.1 * int(a.branch)
    if verb == do.DISCARD:
        return -1.0 - int(t.cards[card].cost)
    return 0.0


@rule
def choose_simple(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of the highest merit; of several, the first."""
    best = -1000.0
    choice = END_TURN
    list_legal(s, mask)
    for k in range(s.num_legal):
        found = merit(t, row, int(s.legal[k]))
        if found > best:
            best = found
            choice = int(s.legal[k])
    return choice
