"""The greedy player: the card that brings the most tokens, the lowest value among equals; a dome as soon as it can.

Below: decode.py. Above: scripts.py. A wild that brings two tokens or more counts one more; one that brings fewer is
played where no coloured card can be. A dome is paid with the cheapest pair.
"""

from __future__ import annotations

from agents.these_new_worlds.decode import decode, gain, is_wild
from agents.these_new_worlds.scratch import ME, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PLAY, PASS

NEVER = -1000
A_TOKEN = 100  # more than any Position Value


@rule
def merit(t: Tables, s: Scratch, action: int) -> int:
    """Return how good an action looks; passing is worse than any other."""
    a = t.actions[action]
    if a.verb == DO_COLONIZE:
        return -int(s.costs[a.colour]) - int(s.costs[a.other])
    if a.verb == DO_PLAY:
        brings = gain(t, s, ME, int(a.card), int(a.colour))
        if is_wild(t, int(a.card)):
            return A_TOKEN * (brings + 1) if brings >= 2 else brings - A_TOKEN
        return A_TOKEN * brings - int(t.cards[a.card].value)
    return NEVER


@rule
def choose_greedy(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of the highest merit; of several, the first."""
    decode(t, s, row, mask)
    best, choice = NEVER, PASS
    for k in range(s.num_legal):
        found = merit(t, s, int(s.legal[k]))
        if found > best:
            best, choice = found, int(s.legal[k])
    return choice
