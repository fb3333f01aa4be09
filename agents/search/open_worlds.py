"""What a search in Open Worlds needs beyond the rules: who plays, and when a turn is over.

Below: agents/open_worlds, memory.py. Above: games.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.open_worlds.builder import choose_builder
from agents.open_worlds.expert import choose_expert
from agents.open_worlds.play import sight_for
from agents.open_worlds.raider import choose_raider
from agents.open_worlds.sight import SIGHT
from agents.search.memory import RECORDS, Game, Kit, Tables, add_words
from ow_env.core.jit import Mask, Observation, rules_of
from ow_env.core.rng import Rng
from ow_env.open_worlds.state import GAME, TABLES

LIBRARY = "open_worlds_search"
SCRIPTS = ("builder", "raider", "expert")  # numbers 1, 2, 3
BUILDER, RAIDER, EXPERT = 1, 2, 3
POTENTIAL_SCALE = 10.0  # a lead of 5 Income is worth half a game

rule = rules_of(
    LIBRARY,
    "open_worlds_agents",
    Game=GAME,
    Tables=TABLES,
    Kit=np.dtype((SIGHT, (1,))),
    **RECORDS,
)
add_words(rule.library)


@rule
def choose(t: Tables, kit: Kit, who: int, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return what a script does."""
    if who == BUILDER:
        return choose_builder(t, kit[0], row, mask, rng)
    if who == RAIDER:
        return choose_raider(t, kit[1], row, mask, rng)
    return choose_expert(t, kit[2], row, mask, rng)


@rule
def clock(g: Game) -> int:
    """Return which turn it is."""
    return int(g.turn)


def kit_for(tables: NDArray[Any]) -> NDArray[Any]:
    """Return the scratch memory of the scripts, one record for each."""
    return np.concatenate([sight_for(tables, name) for name in SCRIPTS])
