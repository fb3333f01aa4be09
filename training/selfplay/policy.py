"""What learns: the weights of a network of agents.learned, as a policy of sb3-contrib's MaskablePPO.

Below: agents.learned, dense.py, distribution.py. Above: learner.py, which computes the same in compiled code on a CPU;
train.py.
While training, cards are embedded: each row of weights that is about a card is a row of its own plus what follows
from the card (`TrainableNet.folded`), and a card begins as what is printed on it. Played with, only the sum is needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from agents.learned import PolicyValueNet, Printed, lay_out, shapes
from ow_env.core.game import Game
from training.selfplay.dense import action_logits, hidden_layers, token_sums
from training.selfplay.distribution import FastMasked


class TrainableNet(nn.Module):
    """The weights of a network for one game.

    Args:
        game: whose tables of features and actions are read; of its cards, what is printed on them.
        kind: "worlds" or "flat".
        whole: G, the width of the global token.
        world: D, the width of a place.
        trunk: T, the width of what both meet in.
        card: the width of a card's embedding.
    """

    def __init__(self, game: Game, kind: str, whole: int, world: int, trunk: int, card: int) -> None:
        super().__init__()
        self.layout = lay_out(game, kind)
        self.widths = {"whole": whole, "world": world, "trunk": trunk}
        for name, shape in shapes(self.layout, **self.widths).items():
            self.register_parameter(key(name), nn.Parameter(first_weights(name, shape)))
        # cards that no slice is about are not learned
        printed = game.card_numbers if any(self.layout.groups.values()) else np.zeros((1, 1), np.float32)
        self.register_buffer("printed", torch.from_numpy(printed.copy()), persistent=False)  # `set_printed` writes
        self.card = nn.Parameter(torch.randn(len(printed), card) * 0.1)
        self.of_print = nn.Parameter(torch.randn(printed.shape[1], card) / math.sqrt(printed.shape[1]))
        self.arrays = [key(name) for name in shapes(self.layout, **self.widths)]
        self.card_weights: list[str] = []
        self.card_arrays: list[str] = []
        self.groups = {key(name): groups for name, groups in self.layout.groups.items()}
        for name, groups in self.layout.groups.items():
            if groups:
                self.card_weights.append(name)
                self.card_arrays.append(key(name))
                width = shapes(self.layout, **self.widths)[name][1]
                scale = 0.1 if name.startswith("choose") else 0.3
                of_cards = torch.randn(len(groups), card, width) * scale / math.sqrt(card)
                self.register_parameter(key(name) + "_of_cards", nn.Parameter(of_cards))
                rows = np.concatenate([group.rows for group in groups])
                number = np.concatenate([np.full(len(group.rows), k) for k, group in enumerate(groups)])
                cards = np.concatenate([group.cards for group in groups])
                self.register_buffer(key(name) + "_rows", torch.from_numpy(rows), persistent=False)
                at = torch.from_numpy(number * len(printed) + cards)
                self.register_buffer(key(name) + "_at", at, persistent=False)

    def begin_with(self, network: PolicyValueNet) -> None:
        """Take a network's weights; nothing follows from cards yet beyond what these weights know of them.

        Raises:
            ValueError: it is of other widths, or of another kind.
        """
        check_shapes(network, shapes(self.layout, **self.widths))
        with torch.no_grad():
            for name, array in network.weights.items():
                self.get_parameter(key(name)).copy_(torch.from_numpy(array))
            for name in self.card_weights:
                self.get_parameter(key(name) + "_of_cards").zero_()  # it learns from there, for the cards differ

    def cards(self) -> Tensor:
        """Return the embeddings of cards [C, E]: what each is, plus what follows from what is printed on it."""
        return self.card + self.get_buffer("printed") @ self.of_print

    def folded(self) -> dict[str, Tensor]:
        """Return the weights as `PolicyValueNet` takes them."""
        names = shapes(self.layout, **self.widths)
        weights: dict[str, Tensor] = {name: self.get_parameter(key(name)) for name in names}
        cards = self.cards()
        for name in self.card_weights:
            of_cards = self.get_parameter(key(name) + "_of_cards")  # [groups, E, width]
            every = (cards @ of_cards).reshape(-1, of_cards.shape[2])  # [groups * C, width]
            rows, at = self.get_buffer(key(name) + "_rows"), self.get_buffer(key(name) + "_at")
            weights[name] = weights[name].index_add(0, rows, every[at])
        return weights

    def snapshot(self) -> PolicyValueNet:
        """Return a copy of the weights as they are now, to play with."""
        with torch.no_grad():
            return PolicyValueNet(self.layout, {name: w.detach().cpu().numpy() for name, w in self.folded().items()})

    def printed_so(self) -> Printed | None:
        """Return how the weights follow from what is printed on cards; None: they do not."""
        if not self.card_weights:
            return None

        def numbers(tensor: Tensor) -> NDArray[np.float32]:
            return tensor.detach().cpu().numpy().copy()

        of_cards = {name: numbers(self.get_parameter(key(name) + "_of_cards")) for name in self.card_weights}
        return Printed(numbers(self.get_buffer("printed")), numbers(self.of_print), of_cards)

    def set_printed(self, figures: NDArray[np.float32]) -> None:
        """Let weights follow from these figures from now on: [C, n] as `Game.card_numbers`, of the same cards."""
        if self.card_weights:
            self.get_buffer("printed").copy_(torch.from_numpy(figures))

    def forward(self, features: Tensor, weights: Mapping[str, Tensor] | None = None) -> Any:
        """Return trunk [B, T], what values the actions at places [B, W, D], the value [B], and the weights used."""
        weights = self.folded() if weights is None else weights
        layout = self.layout
        global_sum, place_sums = token_sums(layout, features, weights["whole.rows"], weights["world.rows"])
        first = max(layout.focus, 0)
        focus = features[:, first : first + layout.num_places].float() * (layout.focus >= 0)
        biased = global_sum + weights["whole.bias"], place_sums + weights["world.bias"]
        trunk, places, value = hidden_layers(weights, *biased, focus)
        return trunk, places, value, weights


class SelfPlayPolicy(MaskableActorCriticPolicy):
    """The network behind the interface that MaskablePPO asks.

    Args:
        observation_space: of the game.
        action_space: of the game.
        lr_schedule: as sb3 gives it.
        network: keyword arguments of `TrainableNet`.
    """

    def __init__(
        self, observation_space: spaces.Space[Any], action_space: spaces.Space[Any], lr_schedule: Any, network: Any
    ) -> None:
        self.wanted = network
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Any) -> None:
        self.network = TrainableNet(**self.wanted)
        self.action_dist = FastMasked(self.action_space.n)  # type: ignore[attr-defined]
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=1e-5, fused=True)

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Return the values [B], the log probabilities of these actions [B], and the entropies [B]."""
        value, distribution = self.evaluate(obs, action_masks)
        return value, distribution.log_prob(actions), distribution.entropy()

    def evaluate(self, obs: Any, action_masks: Any = None) -> tuple[Tensor, MaskableDistribution]:
        """Return the values [B], and the distributions over actions; action_masks [B, A], None: all are allowed."""
        trunk, places, value, weights = self.network(obs)
        output = (weights["choose.whole"], weights["choose.world"], weights["choose.bias"])
        logits = action_logits(self.network.layout, trunk, places, *output)
        distribution: MaskableDistribution = self.action_dist.proba_distribution(action_logits=logits)
        distribution.apply_masking(action_masks)
        return value, distribution

    def get_distribution(self, obs: Any, action_masks: NDArray[Any] | None = None) -> MaskableDistribution:
        """Return the distribution over all actions, for sb3's own tools."""
        return self.evaluate(obs, action_masks)[1]

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: NDArray[Any] | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values and log probabilities."""
        distribution = self.get_distribution(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, self.predict_values(obs), distribution.log_prob(actions)

    def predict_values(self, obs: Any) -> Tensor:
        """Return the values [B]."""
        value: Tensor = self.network(obs)[2]
        return value


def check_shapes(network: PolicyValueNet, wanted: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse a network whose arrays have other names or shapes.

    Raises:
        ValueError: it names the first of them.
    """
    found = {name: array.shape for name, array in network.weights.items()}
    if found != wanted:
        name = next(name for name in {**wanted, **found} if wanted.get(name) != found.get(name))
        raise ValueError(f"{name}: expected {wanted.get(name, 'none')}, got {found.get(name, 'none')}")


def key(name: str) -> str:
    """Return a name of an array of weights as torch allows it."""
    return name.replace(".", "_")


def first_weights(name: str, shape: tuple[int, ...]) -> Tensor:
    """Return where an array of weights begins."""
    if name.endswith("bias") or name == "value.trunk":
        return torch.zeros(shape)
    if name.endswith(".rows"):
        return torch.randn(shape) * 0.05  # some hundred rows add up
    if name.startswith("choose."):
        return torch.randn(shape) * 0.01  # at first all actions are about equally likely
    weights = torch.empty(shape)
    nn.init.orthogonal_(weights, math.sqrt(2) if not name.startswith("trunk.m") else 0.5)
    return weights
