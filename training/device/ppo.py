"""PPO with masks on a round of a GPU: the steps of selfplay/ppo.py, by torch's autograd on the dense network.

Below: network.py, arena.py. Above: run.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.logger import Logger
from torch import Tensor

from training.device.arena import Round
from training.device.network import DenseNetwork
from training.selfplay.settings import Settings

NAMES = "policy_gradient_loss", "value_loss", "entropy", "clip_fraction", "approx_kl", "cross_entropy", "agreement"


def losses(
    network: DenseNetwork, observation: Tensor, mask: Tensor, action: Tensor, old_log_prob: Tensor, advantage: Tensor,
    target: Tensor, taught: Tensor | None, counted: Tensor, clip: float, normalize: bool, weights: Tensor,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Return PPO's loss on a minibatch (Schulman et al. 2017), and the figures that `NAMES` lists: means over its rows.

    Args:
        network: the learner.
        observation: uint8 [B, F or more].
        mask: int8 [B, A or more].
        action: int64 [B] the action that was taken.
        old_log_prob: [B] its log probability when it was taken.
        advantage: [B].
        target: [B] what the value is to predict.
        taught: int64 [B] what a script chose, float32 [B, A] the policy of a network that teaches, or None.
        counted: float32 [B] 1; 0 where a row only fills the minibatch up.
        clip: of the ratio of probabilities.
        normalize: advantages to mean 0 and deviation 1.
        weights: [4] of policy, value, entropy and teacher.
    """
    logits, value = network(observation, mask)
    log_probs = logits - logits.logsumexp(1, keepdim=True)
    log_ratio = log_probs.gather(1, action[:, None])[:, 0] - old_log_prob
    ratio = log_ratio.exp()
    count = counted.sum()

    def mean(of_rows: Tensor) -> Tensor:
        return (of_rows * counted).sum() / count

    if normalize:
        centered = advantage - mean(advantage)
        deviation = (mean(centered.square()) * count / (count - 1).clamp(min=1)).sqrt()
        advantage = torch.where(count > 1, centered / (deviation + 1e-8), advantage)
    of_policy = -mean(torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip)))
    of_value = mean((value - target).square())
    finite = log_probs.masked_fill(log_probs == -torch.inf, 0)
    entropy = -mean((torch.where(logits > -torch.inf, finite.exp(), 0) * finite).sum(1))
    loss = weights[0] * of_policy + weights[1] * of_value - weights[2] * entropy
    cross_entropy = agreement = loss.new_zeros(())
    if taught is not None:
        if taught.dtype == torch.int64:
            cross_entropy, choice = -mean(finite.gather(1, taught[:, None])[:, 0]), taught
        else:
            cross_entropy, choice = -mean((taught * finite).sum(1)), taught.argmax(1)
        agreement = mean((logits.argmax(1) == choice).float())
        loss = loss + weights[3] * cross_entropy
    far = mean(((ratio.detach() - 1).abs() > clip).float())
    kl = mean(ratio - 1 - log_ratio)
    means = of_policy * (weights[0] != 0), of_value, entropy, far, kl, cross_entropy, agreement
    return loss, torch.stack([each.detach() for each in means])


@dataclass
class DevicePPO:
    """What learns, with the attributes of `SelfPlayPPO` by which a run is told about.

    Args:
        network: the learner.
        chosen: the settings.
        losses: the function above, or compiled.
    """

    network: DenseNetwork
    chosen: Settings
    losses: Callable[..., tuple[Tensor, Tensor]] = losses
    num_timesteps: int = 0  # decisions learned from
    only_imitates: bool = False
    teacher_weight: float = 0.0
    magnet_weight: float = 0.0

    def __post_init__(self) -> None:
        fused: dict[str, Any] = {"fused": True} if self.network.focus.is_cuda else {}
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=self.chosen.learning_rate, eps=1e-5, **fused)
        self.logger = Logger(None, [])

    def set_logger(self, logger: Logger) -> None:
        """Take what collects the figures of a round."""
        self.logger = logger

    def batch_size(self, only_imitates: bool) -> int:
        """Return the rows of each minibatch: one number whatever a round brings, for code is compiled for it."""
        return min(self.chosen.teacher_batch if only_imitates else self.chosen.batch, self.chosen.rollout)

    def learn(self, seen: Round, teacher: DenseNetwork | None, done: float, generator: torch.Generator) -> None:
        """Take the steps of a round, and log their figures.

        Args:
            seen: the decisions; what a script would do in their place, if one teaches.
            teacher: the network that teaches, or None.
            done: the share of the run that lies behind, from 0 to 1: rates and weights fall with it.
            generator: shuffles.

        Raises:
            ValueError: the network returned NaN.
        """
        chosen, left = self.chosen, 1 - done
        rate = chosen.teacher_rate if self.only_imitates else chosen.learning_rate
        for group in self.optimizer.param_groups:
            group["lr"] = rate * max(chosen.last_rate, left)
        entropy_weight = 0.0 if self.only_imitates else chosen.entropy * max(chosen.last_entropy, left)
        of_policy = 0.0 if self.only_imitates else 1.0
        target, count, device = seen.value + seen.advantage, len(seen.action), seen.action.device
        weights = torch.tensor([of_policy, chosen.value_weight, entropy_weight, self.teacher_weight], device=device)
        size = self.batch_size(self.only_imitates)
        sums, steps = torch.zeros(len(NAMES), device=device), 0
        for _ in range(chosen.epochs):
            order = torch.randperm(count, device=device, generator=generator)
            for part in order.tensor_split(-(-count // size)):  # nearly equal, each filled up to one size
                ids = torch.nn.functional.pad(part, (0, size - len(part)))
                counted = (torch.arange(size, device=device) < len(part)).float()
                observation, mask = seen.observation.index_select(0, ids), seen.mask.index_select(0, ids)
                taught = None
                if self.teacher_weight > 0 and teacher is not None:
                    with torch.no_grad():
                        taught = torch.softmax(teacher(observation, mask)[0], 1)
                elif self.teacher_weight > 0 and seen.taught is not None:
                    taught = seen.taught[ids]
                loss, means = self.losses(
                    self.network, observation, mask, seen.action[ids], seen.log_prob[ids], seen.advantage[ids],
                    target[ids], taught, counted, chosen.clip, chosen.normalize_advantages, weights,
                )  # fmt: skip
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), chosen.max_gradient)
                self.optimizer.step()
                sums += means
                steps += 1
        figures = dict(zip(NAMES, (sums / max(steps, 1)).tolist(), strict=True))
        if not np.isfinite(list(figures.values())).all():
            raise ValueError("the network returned NaN: lower the learning rate, or look at the rewards")
        unexplained = float((seen.advantage.var(correction=0) / target.var(correction=0).clamp(min=1e-12)).item())
        self.num_timesteps += count
        if self.teacher_weight == 0:
            del figures["cross_entropy"], figures["agreement"]
        figures["entropy_loss"] = -figures.pop("entropy")
        figures["explained_variance"] = 1 - unexplained
        for name, value in figures.items():
            self.logger.record(f"train/{name}", value)
