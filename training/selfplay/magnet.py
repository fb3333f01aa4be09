"""The magnet: a network that lags behind the learner's and holds its policy back, so that self-play comes to mix.

Below: learner.py, decisions.py. Above: train.py, checkpoint.py. Where two learn against each other and no choice is
best whatever the other does, each chases what the other has just left: policies go round in circles, and their mean
over time is nearer to an equilibrium than any of them. A penalty on the divergence from a slower policy brings them to
rest, and once learner and magnet have met it moves neither (magnetic mirror descent: Sokota et al. 2023, "A Unified
Approach to Reinforcement Learning, Quantal Response Equilibria, and Two-Player Zero-Sum Games"; a reference policy that
follows the learner: Perolat et al. 2022, "Mastering the Game of Stratego with Model-Free Multiagent Reinforcement
Learning").
"""

from __future__ import annotations

import numpy as np

from agents.learned import PolicyValueNet
from training.selfplay.decisions import Decisions
from training.selfplay.learner import Learner, net_of


class Magnet:
    """An exponential moving average of the learner's weights.

    Args:
        network: what it begins as.
    """

    def __init__(self, network: PolicyValueNet) -> None:
        self.become(network)

    def become(self, network: PolicyValueNet) -> None:
        """Take these weights."""
        self.network = network  # what it is as an agent
        self.net = net_of(network)  # and as the kernels read it

    def follow(self, network: PolicyValueNet, share: float) -> None:
        """Come so much of the way to a network, weight by weight: 0 < share <= 1, and 1 is all of it."""
        step, theirs = np.float32(share), network.weights
        moved = {name: mine + step * (theirs[name] - mine) for name, mine in self.network.weights.items()}
        self.become(PolicyValueNet(network.layout, moved))

    def refer(self, decisions: Decisions, learner: Learner) -> None:
        """Write the logs of its probabilities as the `reference` of every decision of a rollout.

        Args:
            decisions: the rollout.
            learner: whose threads share the work; of a network with the same layout and widths.
        """
        learner.refer(self.net, decisions.decided, np.arange(decisions.count))
