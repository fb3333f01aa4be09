"""The scripts of Star Realms, a row each. A new one is a file beside admiral.py, and a row here.

Below: eager.py, simple.py, admiral.py, weights.py. Above: agents.registry, the search, the deck lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.script import Script
from agents.star_realms.admiral import choose_admiral
from agents.star_realms.card_value import prepare
from agents.star_realms.eager import choose_eager
from agents.star_realms.scratch import SCRATCH, rule
from agents.star_realms.simple import choose_simple
from agents.star_realms.weights import VALUES


def scratch_for(tables: NDArray[Any], **weights: float) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in.

    Args:
        tables: [1] those of a Star Realms.
        weights: evaluation weights by name, as `weights.VALUES` lists them; those not named are 0.
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
        Script("admiral", 1, choose_admiral, LIBRARY, scratch_for, VALUES),
        Script("simple", 1, choose_simple, LIBRARY, scratch_for),
        Script("eager", 1, choose_eager, LIBRARY, scratch_for),
    )
}
