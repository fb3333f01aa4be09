"""The scripts of Expansive Universe, a row each: a rule, with weights of its own, which are a row of weights.py.

Below: player.py, replies.py, printed.py, weights.py. Above: agents.registry, the search, the deck lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.expansive_universe.player import choose_by_worth
from agents.expansive_universe.printed import prepare
from agents.expansive_universe.replies import choose_by_replies
from agents.expansive_universe.scratch import SCRATCH, rule
from agents.expansive_universe.weights import SETTINGS
from agents.script import Script


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of an Expansive Universe.
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
        Script(name, 1, choose, LIBRARY, scratch_for, SETTINGS[name])
        for name, choose in (
            ("mixed", choose_by_worth),
            ("fighter", choose_by_worth),
            ("mission", choose_by_worth),
            ("tactician", choose_by_replies),
        )
    )
}
