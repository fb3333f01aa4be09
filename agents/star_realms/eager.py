"""The eager player: any allowed action, but `end turn` only when nothing else is left.

Below: scratch.py. Above: scripts.py. The fair floor: who plays at random ends most turns with the hand full.
"""

from __future__ import annotations

from agents.star_realms.scratch import Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng, pick
from ow_env.star_realms.actions import END_TURN


@rule
def choose_eager(t: Tables, s: Scratch, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return any allowed action but the end of the turn, if there is one."""
    ending = mask[END_TURN]
    mask[END_TURN] = 0
    action = pick(mask, rng)
    mask[END_TURN] = ending
    return action if action != 0 or mask[0] != 0 else END_TURN
