"""The script for Goofspiel: bid what the prize is worth.

Below: the game. Above: the row of `SCRIPTS`. Against an opponent who bids at random no answer is better (Ross 1971).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Script, Tables, add_constants, words
from ow_env.core.jit import Mask, Observation, record, rules_of
from ow_env.core.rng import Rng
from ow_env.goofspiel.observe import CARRIED, PRIZE
from ow_env.goofspiel.state import MOST_CARDS, TABLES

SCRATCH = record([("unused", np.int8)])  # it remembers nothing

rule = rules_of("goofspiel_agents", "goofspiel", **words(TABLES, SCRATCH))
add_constants(rule.library)


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


def scratch_for(tables: NDArray[Any]) -> NDArray[Any]:
    """Return scratch memory [1]."""
    return np.zeros(1, SCRATCH)


MATCHER = Script("matcher", 1, choose_matcher, rule.library.name, scratch_for)
