"""The learned agent: a network that chooses. Below: network.py. Above: file.py, which loads it; agents.registry."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Advice, Observation
from agents.learned.network import PolicyValueNet


@dataclass(frozen=True)
class Card:
    """What a saved agent says of itself."""

    format: int
    game: str  # the game's name
    digest: str  # of its features and actions, as `Layout` has it
    network: str  # "worlds" or "flat"
    widths: dict[str, int]  # of the layers: whole, world, trunk; see `network.shapes`
    temperature: float  # how it chooses: 0: the likeliest action; 1: by its policy, as when it learned
    trained: dict[str, Any] = field(default_factory=dict)  # how: settings, decisions, versions; shown, never opened


class LearnedAgent:
    """Plays by the policy of a network.

    Args:
        network: with its weights.
        card: what it is.
        name: what to call it.
        seed: of its choices, where it chooses by chance.
        temperature: 0: the likeliest action; 1: by the policy, as it was trained; None: as the card says.
    """

    version = 1

    def __init__(
        self, network: PolicyValueNet, card: Card, name: str = "learned", seed: int = 0,
        temperature: float | None = None,
    ) -> None:  # fmt: skip
        self.network, self.card, self.name = network, card, name
        self.temperature = card.temperature if temperature is None else temperature
        # By these an agent is known again in ladder files.
        self.parameters: Mapping[str, Any] = {
            "network": card.network, **card.widths, "temperature": self.temperature, "seed": seed,
            "weights": digest_of(network),
        }  # fmt: skip
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        return self.choose(observation, self._rng.random(len(observation)))

    def choose(self, observation: Observation, draws: NDArray[np.float64]) -> NDArray[np.int32]:
        """Return one allowed action id for each row, decided by uniform draws [B] from [0, 1)."""
        if observation.is_sparse:
            return self.network.act_sparse(observation.sparse, draws, self.temperature)[0]
        return self.network.act(observation.features, observation.mask, draws, self.temperature)[0]

    def advise(self, observation: Observation) -> Advice:
        """Return its choice, the policy it learned (temperature 1) and the values of its network."""
        count = len(observation)
        draws = self._rng.random(count)
        actions, _, values = self.network.act(observation.features, observation.mask, draws, self.temperature)
        policy = self.network.policy(observation.features, observation.mask, 1.0)
        return Advice(actions, policy, np.clip(values.astype(np.float64), -1.0, 1.0))


def digest_of(network: PolicyValueNet) -> str:
    """Return a hash of a network's weights: two agents are the same if this is."""
    told = hashlib.sha256()
    for name in sorted(network.weights):
        told.update(name.encode())
        told.update(np.ascontiguousarray(network.weights[name]).data)
    return told.hexdigest()[:16]
