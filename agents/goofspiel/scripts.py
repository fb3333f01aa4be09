"""The scripts of Goofspiel, a row each. A new one is a file beside matcher.py, and a row here.

Below: matcher.py. Above: agents.registry, the search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.goofspiel.matcher import choose_matcher
from agents.goofspiel.scratch import SCRATCH, rule
from agents.script import Script


def scratch_for(tables: NDArray[Any]) -> NDArray[Any]:
    """Return the scratch memory [1] that a script works in."""
    return np.zeros(1, SCRATCH)


SCRIPTS = {
    script.name: script
    for script in (
        Script("matcher", 1, choose_matcher, rule.library.name, scratch_for),
    )
}  # fmt: skip
