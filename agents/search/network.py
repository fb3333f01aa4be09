"""What a network thinks of an observation: the one place where the search calls it.

Below: records.py and, at the names bound by bind.py, mind.py. Above: rollout.py. The functions are templates.
"""

from __future__ import annotations

from typing import Any

from agents.search.records import Network
from ow_env.core.jit import Mask, Observation

think: Any = None  # of mind.py, once bound
weigh: Any = None


def network_value(network: Network, row: Observation) -> float:
    """Return the result a network expects for the seat that sees this."""
    return think(network.m, network.weights, network.places, row, network.activations)


def network_policy(network: Network, row: Observation, mask: Mask) -> int:
    """Write a network's probability of each allowed action, in the order of ids; return where in its activations."""
    network_value(network, row)
    weigh(network.m, network.weights, network.places, mask, network.activations)
    return int(network.m.at_logits)


TEMPLATES = (network_value, network_policy)
