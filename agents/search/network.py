"""What a network says of an observation: the one place where the search calls it.

Below: records.py, agents.learned. Above: rollout.py. The functions are templates.
"""

from __future__ import annotations

from agents.learned.forward import forward, policy_probs
from agents.search.records import Network
from ow_env.core.jit import Mask, Observation


def network_value(network: Network, row: Observation) -> float:
    """Return the result a network expects for the seat that sees this."""
    return forward(network.net, network.weights, network.tokens, row, network.activations)


def network_policy(network: Network, row: Observation, mask: Mask) -> int:
    """Write a network's probability of each allowed action, in the order of ids; return where in its activations."""
    network_value(network, row)
    policy_probs(network.net, network.weights, network.tokens, mask, network.activations)
    return int(network.net.at_logits)


TEMPLATES = (network_value, network_policy)
