"""Generalized advantage estimation, along each seat's own decisions. Below: compiled rules. Above: arena.py."""

from __future__ import annotations

from agents.learned.forward import WORDS, Indices, Weights
from ow_env.compiled.jit import rules_of

OPEN = -1  # a decision whose consequences are not known yet
LAST = -2  # the last of its seat in its game

rule = rules_of("selfplay_advantage", "network", options={"fastmath": True}, **WORDS)


@rule
def estimate(
    rewards: Weights, values: Weights, next_index: Indices, gamma: float, gae_lambda: float, advantages: Weights
) -> None:
    """Write generalized advantage estimates (Schulman et al. 2016): each seat's decisions in turn.

    A_t = delta_t + gamma lambda A_next, with the temporal difference delta_t = r_t + gamma V_next - V_t.

    Args:
        rewards: float32 [R] r, from a decision of a seat to its next.
        values: float32 [R] V, as estimated at the decision.
        next_index: int32 [R] the seat's next decision; OPEN or LAST.
        gamma: the discount of one decision.
        gae_lambda: from 0, which trusts the value function, to 1, which trusts the rewards alone.
        advantages: float32 [R], written; 0 for those OPEN: their value bootstraps the decision before.
    """
    for k in range(len(rewards) - 1, -1, -1):
        after = next_index[k]
        if after == LAST:
            advantages[k] = rewards[k] - values[k]
        elif after == OPEN:
            advantages[k] = 0.0
        else:
            delta = rewards[k] + gamma * values[after] - values[k]
            advantages[k] = delta + gamma * gae_lambda * advantages[after]
