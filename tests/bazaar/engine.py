"""The rules of the bazaar as core/kernels.py wants them."""

from tests.bazaar.observe import hide, write_observation
from tests.bazaar.rules import (
    apply,
    begin,
    ending,
    outcome,
    potential,
    turn,
    used,
    waits_for,
    why_not,
    write_mask,
)

__all__ = [
    "apply",
    "begin",
    "ending",
    "hide",
    "outcome",
    "potential",
    "turn",
    "used",
    "waits_for",
    "why_not",
    "write_mask",
    "write_observation",
]
