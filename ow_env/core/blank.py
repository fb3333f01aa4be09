"""Clearing a row before it is written. Separate rules, since on a GPU one kernel clears all rows at once.

Below: rng.py (whose rules these stand beside). Above: the rules of every game that write masks and observations.
"""

from __future__ import annotations

from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import rule


@rule
def blank_mask(mask: Mask) -> None:
    """Begin a mask: nothing is allowed."""
    mask[:] = 0


@rule
def blank(observation: Observation) -> None:
    """Begin an observation: nothing is seen."""
    observation[:] = 0
