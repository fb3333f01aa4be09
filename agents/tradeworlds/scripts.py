"""The scripts of TradeWorlds, a row each: one rule, with weights of its own. A new one is a row here and in weights.py.

Below: trader.py, weights.py. Above: agents.registry, the search, the deck lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.script import Script
from agents.tradeworlds.scratch import SCRATCH, rule
from agents.tradeworlds.trader import choose_trader
from agents.tradeworlds.weights import NAMES, SCENARIOS, SETTINGS


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of a TradeWorlds; of the weights those of its scenario are taken.
        weights: evaluation weights by name and scenario, as `weights.py` lists them; those not named are 0.
    """
    scratch = np.zeros(1, SCRATCH)
    scenario = SCENARIOS[int(tables[0]["scenario"])]
    for name in NAMES:
        scratch[0]["weights"][name] = weights.get(f"{name}_{scenario}", 0.0)
    return scratch


LIBRARY = rule.library.name
SCRIPTS = {
    script.name: script
    for script in (
        Script(name, 1, choose_trader, LIBRARY, scratch_for, SETTINGS[name])
        for name in ("raider", "economist", "careful")
    )
}
