"""The governor: takes the action after which the outlook is best.

Below: outlook.py, whose formulas are those of weights.py. Above: scripts.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.these_new_worlds.decode import decode, take_card
from agents.these_new_worlds.odds import decode_worth, prepare_dice
from agents.these_new_worlds.outlook import outlook
from agents.these_new_worlds.scratch import ME, OTHER, Scratch, Tables, rule
from agents.these_new_worlds.weights import FEATURES
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PLAY, NOTHING, PASS
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.rules.sets import bit

WORST = -2.0  # below any outlook


def prepare(tables: np.void, scratch: np.void) -> None:
    """Fill in what follows from the cards and the weights in a scratch record: plain Python, once an agent."""
    prepare_dice(tables, scratch)
    for place, name in enumerate(FEATURES):
        scratch["odds"][:, place] = scratch["weights"][f"{name}_mine"], scratch["weights"][f"{name}_theirs"]
    cards: Any = tables["cards"][: int(tables["card_count"])]
    suit = 0
    for top, below in enumerate(cards):
        for number, card in enumerate(cards):
            if card["value"] <= below["value"] and int(tables["follows"][top + 1]) >> number & 1:
                suit |= 1 << number
    scratch["suit"] = suit


@rule
def pays(s: Scratch, colour: int, sign: int) -> None:
    """Pay with a colour, in scratch alone; with -1 take it back."""
    s.tokens[ME, colour] -= sign * s.costs[colour]


@rule
def can_place(s: Scratch) -> bool:
    """Will there be a dome step in this turn?"""
    payable = 0
    for colour in range(COLOURS):
        payable += s.tokens[ME, colour] >= s.costs[colour]
    return bool(s.dome[ME] == 0 and payable >= 2)


@rule
def outlook_after_none(t: Tables, s: Scratch) -> float:
    """Return the outlook after passing; in a turn without a card no dome waits, for the phase may end (TNW-3.8)."""
    if s.has_played == 0 and s.step == at.DOME_STEP:
        return WORST
    passed = not can_place(s) and s.has_played == 0
    s.idle = passed
    s.ended = passed and s.passed == 1
    found = outlook(t, s)
    s.idle = 0
    s.ended = 0
    return found


@rule
def outlook_after_card(t: Tables, s: Scratch, card: int, colour: int) -> float:
    """Return the outlook after playing a card."""
    top, mine, theirs = s.top, 0, 0
    if colour != NOTHING:
        mine, theirs = int(s.tokens[ME, colour]), int(s.tokens[OTHER, colour])
    take_card(t, s, card, colour)
    found = outlook(t, s)
    s.top = top
    s.hand |= bit(card)
    s.held[ME] += 1
    if colour != NOTHING:
        s.tokens[ME, colour] = mine
        s.tokens[OTHER, colour] = theirs
    return found


@rule
def outlook_after_dome(t: Tables, s: Scratch, colour: int, other: int) -> float:
    """Return the outlook after paying for the dome."""
    pays(s, colour, 1)
    pays(s, other, 1)
    s.dome[ME] = 1
    found = outlook(t, s)
    s.dome[ME] = 0
    pays(s, colour, -1)
    pays(s, other, -1)
    return found


@rule
def choose_governor(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action with the best outlook; of several, the first."""
    decode(t, s, row, mask)
    if s.num_legal == 1:
        return int(s.legal[0])
    decode_worth(t, s)
    best, choice = 2.0 * WORST, PASS
    for k in range(s.num_legal):
        a = t.actions[int(s.legal[k])]
        if a.verb == DO_PLAY:
            found = outlook_after_card(t, s, int(a.card), int(a.colour))
        elif a.verb == DO_COLONIZE:
            found = outlook_after_dome(t, s, int(a.colour), int(a.other))
        else:
            found = outlook_after_none(t, s)
        if found > best:
            best, choice = found, int(s.legal[k])
    return choice
