"""The matcher: bid what the prize is worth.

Below: scratch.py. Above: scripts.py. Against an opponent who bids at random no answer is better (Ross 1971).
"""

from __future__ import annotations

from agents.goofspiel.scratch import Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng
from ow_env.goofspiel.observe import CARRIED, PRIZE
from ow_env.goofspiel.state import MOST_CARDS


@rule
def choose_matcher(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the bid nearest to what is to be won; of two, the lower."""
    pot = int(row[CARRIED])
    for index in range(MOST_CARDS):
        if row[PRIZE + index] != 0:
            pot += index + 1
    best = 0
    for card in range(1, len(mask)):
        if mask[card] != 0 and (best == 0 or abs(card - pot) < abs(best - pot)):
            best = card
    return best
