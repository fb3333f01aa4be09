"""How much better a decision turned out than its seat expected. Below: compiled rules. Above: arena.py."""

from __future__ import annotations

from agents.network import ARRAYS, FAST, Rows, Vector
from ow_env.core.jit import rules_of

OPEN = -1  # a decision whose consequences are not known yet
LAST = -2  # the last of its seat in its game

rule = rules_of("selfplay_advantage", "network", options=FAST, **ARRAYS)


@rule
def estimate(
    reward: Vector, value: Vector, following: Rows, gamma: float, decay: float, advantage: Vector
) -> None:
    """Write generalized advantage estimates (Schulman et al. 2016): each seat's decisions in turn.

    Args:
        reward: float32 [R] from a decision of a seat to its next.
        value: float32 [R] as expected at the decision.
        following: int32 [R] which decision came next; OPEN or LAST.
        gamma: what a reward is worth one decision later.
        decay: lambda: how fast what came of a decision is believed less than what was expected of it.
        advantage: float32 [R], written; 0 for those OPEN, whose value stands for all that follows.
    """
    for k in range(len(reward) - 1, -1, -1):
        after = following[k]
        if after == LAST:
            advantage[k] = reward[k] - value[k]
        elif after == OPEN:
            advantage[k] = 0.0
        else:
            gain = reward[k] + gamma * value[after] - value[k]
            advantage[k] = gain + gamma * decay * advantage[after]
