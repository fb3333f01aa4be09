"""What a network says of an observation: the one place where the search calls it.

Below: records.py, views.py, which has the observation, agents.learned. Above: rollout.py. The functions are templates.
"""

from __future__ import annotations

import numpy as np

from agents.learned.forward import forward_sparse, policy_probs
from agents.search.records import Workspace
from agents.search.views import list_features


def run_network(w: Workspace, at: int) -> float:
    """Return the result the network expects for the seat whose view this is."""
    net = w.network
    list_features(w, at)
    index, value, count = w.features[at], w.feature_values[at], int(w.views[at].count)
    return forward_sparse(net.net, net.weights, net.tokens, index, value, count, net.activations)


def network_value(w: Workspace, at: int) -> float:
    """Return the same, from the cache where the observation was met before in this search."""
    keys, values, key = w.cache.keys, w.cache.values, w.views[at].hash
    place = np.int64(key & np.uint64(len(keys) - 1))
    if keys[place] != key:
        values[place] = run_network(w, at)
        keys[place] = key
    return values[place]


def network_policy(w: Workspace, at: int) -> int:
    """Write the network's probability of each allowed action, in the order of ids; return where in its activations."""
    net = w.network
    run_network(w, at)
    policy_probs(net.net, net.weights, net.tokens, w.masks[at], net.activations)
    return int(net.net.at_logits)


TEMPLATES = (run_network, network_value, network_policy)
