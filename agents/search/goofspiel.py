"""What a search in Goofspiel needs beyond the rules: who plays, and when a turn is over.

Below: the game, memory.py. Above: games.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.search.memory import RECORDS, Game, Kit, Tables, add_words
from ow_env.core.jit import Mask, Observation, rules_of
from ow_env.core.rng import Rng
from ow_env.goofspiel.observe import CARRIED, PRIZE
from ow_env.goofspiel.state import GAME, MOST_CARDS, TABLES

LIBRARY = "goofspiel_search"
SCRIPTS = ("scripted",)  # number 1
POTENTIAL_SCALE = 4.0  # a lead of a quarter of all points is worth half a game

rule = rules_of(
    LIBRARY, "goofspiel", Game=GAME, Tables=TABLES, Kit=np.dtype((np.int64, (1,))), **RECORDS
)
add_words(rule.library)


@rule
def choose(t: Tables, kit: Kit, who: int, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the bid nearest to what is to be won, as agents/matcher.py makes it; of two, the lower."""
    pot = int(row[CARRIED])
    for index in range(MOST_CARDS):
        if row[PRIZE + index] != 0:
            pot += index + 1
    best = 0
    for card in range(1, len(mask)):
        if mask[card] != 0 and (best == 0 or abs(card - pot) < abs(best - pot)):
            best = card
    return best


@rule
def clock(g: Game) -> int:
    """Return how many prizes have been bid for."""
    return int(g.rounds)


def kit_for(tables: NDArray[Any]) -> NDArray[Any]:
    """Return the scratch memory of the scripts: none."""
    return np.zeros(1, np.int64)
