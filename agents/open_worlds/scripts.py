"""The scripts of Open Worlds, a row each. A new one is a file beside builder.py, and a row here.

Below: builder.py, raider.py, expert/, weights.py. Above: agents.registry, the search, the deck lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.open_worlds.builder import choose_builder
from agents.open_worlds.decode import prepare
from agents.open_worlds.expert import choose_expert
from agents.open_worlds.raider import choose_raider
from agents.open_worlds.scratch import SCRATCH, rule
from agents.open_worlds.weights import EXPERT, RAIDER
from agents.script import Script


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of an Open Worlds.
        weights: evaluation weights by name, as `weights.VALUES` lists them; those not named are 0.
    """
    scratch = np.zeros(1, SCRATCH)
    prepare(tables[0], scratch[0])
    for name, value in weights.items():
        scratch[0]["weights"][name] = value
    return scratch


LIBRARY = rule.library.name
SCRIPTS = {
    script.name: script
    for script in (
        Script("builder", 1, choose_builder, LIBRARY, scratch_for),
        Script("raider", 1, choose_raider, LIBRARY, scratch_for, RAIDER),
        # 2: looks at nothing that another choice left behind
        Script("expert", 2, choose_expert, LIBRARY, scratch_for, EXPERT),
    )
}
