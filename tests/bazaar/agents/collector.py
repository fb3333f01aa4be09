"""A script: whatever is worth most points for what there is to spend; early on, whatever brings most coins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Script, Tables, add_constants, words
from ow_env.compiled.jit import Mask, Observation, record, rules_of
from ow_env.core.rng import Rng
from tests.bazaar.observe import LEFT
from tests.bazaar.rules import BUY
from tests.bazaar.state import KINDS, TABLES

SCRATCH = record([("patience", np.float32)])  # rounds before the end in which coins count no more

rule = rules_of("bazaar_agents", "bazaar", **words(TABLES, SCRATCH))
add_constants(rule.library)


@rule
def choose_collector(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return the best buy, or pass."""
    best = 0
    most = 0.0
    for kind in range(len(KINDS)):
        worth = float(t.points[kind]) + (1.5 * float(t.coins[kind]) if row[LEFT] > s.patience else 0.0)
        if mask[BUY + kind] != 0 and worth > most and t.cost[kind] > 1:
            most = worth
            best = BUY + kind
    return best


def scratch_for(tables: NDArray[Any], patience: float = 4.0) -> NDArray[Any]:
    """Return scratch memory [1]."""
    scratch = np.zeros(1, SCRATCH)
    scratch["patience"] = patience
    return scratch


COLLECTOR = Script("collector", 1, choose_collector, rule.library.name, scratch_for, {"patience": 4.0})
