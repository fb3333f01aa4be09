"""Sets of kinds of cards: bit k is kind k."""

from __future__ import annotations

import numpy as np

from ow_env.core.rng import Bits
from ow_env.tradeworlds.state import rule

ONE = np.uint64(1)


@rule
def bit(card: int) -> Bits:
    """Return the set of this one."""
    return ONE << np.uint64(card)
