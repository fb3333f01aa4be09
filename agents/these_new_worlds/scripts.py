"""The scripts of These New Worlds, a row each. A new one is a file beside governor.py, and a row here.

Below: greedy.py, planner.py, governor.py, weights.py. Above: agents.registry, the search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.script import Script
from agents.these_new_worlds.governor import choose_governor, prepare
from agents.these_new_worlds.greedy import choose_greedy
from agents.these_new_worlds.planner import choose_planner
from agents.these_new_worlds.scratch import SCRATCH, rule
from agents.these_new_worlds.weights import PLANNING, VALUES


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of a These New Worlds.
        weights: evaluation weights by name, as `weights.py` lists them; those not named are 0.
    """
    scratch = np.zeros(1, SCRATCH)
    for name, value in weights.items():
        scratch[0]["weights"][name] = value
    prepare(tables[0], scratch[0])
    return scratch


LIBRARY = rule.library.name
SCRIPTS = {
    script.name: script
    for script in (
        Script("governor", 1, choose_governor, LIBRARY, scratch_for, VALUES),
        Script("planner", 1, choose_planner, LIBRARY, scratch_for, PLANNING),
        Script("greedy", 1, choose_greedy, LIBRARY, scratch_for),
    )
}
