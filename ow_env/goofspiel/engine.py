"""The rules of Goofspiel as core/kernels.py wants them: these names and no others.

Below: rules.py, observe.py. Above: game.py.
"""

from ow_env.goofspiel.observe import hide, write_observation
from ow_env.goofspiel.rules import (
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
