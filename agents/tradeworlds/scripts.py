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
from ow_env.tradeworlds.cards import FACTION_COUNT, SCENARIOS as PRINTED, TRADE_WARS
from ow_env.tradeworlds.observe import ALIVE, FACTION

TRADE = PRINTED.index(TRADE_WARS)
PAIR = 2


def scenario_of(tables: np.void) -> str:
    """Return which of the `SCENARIOS` of weights.py a game is, by its tables."""
    seats = (int(tables["at"][ALIVE]) - int(tables["at"][FACTION])) // FACTION_COUNT
    if tables["scenario"] == TRADE:
        return SCENARIOS[0] if seats == PAIR else SCENARIOS[1]
    return SCENARIOS[1 + int(tables["scenario"])]


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of a TradeWorlds; of the weights those of its scenario are taken.
        weights: evaluation weights by name and scenario, as `weights.py` lists them; those not named are 0.
    """
    scratch = np.zeros(1, SCRATCH)
    scenario = scenario_of(tables[0])
    for name in NAMES:
        scratch[0]["weights"][name] = weights.get(f"{name}_{scenario}", 0.0)
    return scratch


LIBRARY = rule.library.name
SCRIPTS = {
    script.name: script
    for script in (Script(name, 1, choose_trader, LIBRARY, scratch_for, SETTINGS[name]) for name in SETTINGS)
}
