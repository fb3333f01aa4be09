"""The network of agents.learned, as tree.py binds it. Below: agents.learned. Above: tree.py, agent.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import NETWORK, forward, policy_probs
from agents.learned.network import PolicyValueNet
from agents.search.memory import Minds, Places, Weights
from ow_env.core.jit import Mask, Observation


def flatten(network: PolicyValueNet | None, most: int) -> tuple[NDArray[Any], Weights, Places]:
    """Return a network as the rules read it: record [1], weights, tokens; empty ones for a search without any."""
    if network is None:
        return np.zeros(1, NETWORK), np.zeros(1, np.float32), np.zeros(1, np.int32)
    return network.net, network.params, network.tokens


def think_template(m: Minds, weights: Weights, places: Places, row: Observation, thoughts: Weights) -> float:
    """Return the value of what is seen, and leave in ``thoughts`` what `weigh` needs."""
    return forward(m, weights, places, row, thoughts)


def weigh_template(m: Minds, weights: Weights, places: Places, mask: Mask, thoughts: Weights) -> int:
    """After `think`: write the probability of each allowed action, in the order of ids; return how many those are."""
    return policy_probs(m, weights, places, mask, thoughts)


# tree.py binds these names; the network is compiled once, for all games, and calls its own.


def add_times_template() -> None:
    """Do nothing."""


def dot_template() -> None:
    """Do nothing."""


def read_row_template() -> None:
    """Do nothing."""
