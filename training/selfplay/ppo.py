"""MaskablePPO whose updates run in compiled code: the same steps on the same minibatches, without torch's autograd.

Below: learner.py, decisions.py. Above: train.py. Beside PPO's loss there may be a teacher's choices to imitate: see
`gradients.loss`. On a GPU, device/ppo.py takes the same steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance

if TYPE_CHECKING:
    from training.selfplay.decisions import Decisions
    from training.selfplay.learner import Learner
    from training.selfplay.magnet import Magnet


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO on `Decisions`.

    Attributes:
        learner: finds the gradients; None until it is set up.
        teacher_weight: of the cross-entropy to what the rollout's `taught` says; 0: it says nothing.
        only_imitates: leave PPO's own policy loss and entropy bonus out; the value function learns all the same.
        magnet: what the rollout's `reference` is of; train.py moves it.
        magnet_weight: of the divergence from that; 0: it says nothing.
    """

    learner: Learner | None = None
    teacher_weight: float = 0.0
    only_imitates: bool = False
    magnet: Magnet | None = None
    magnet_weight: float = 0.0

    def train(self) -> None:
        """Learn from the rollout: `MaskablePPO.train`, whose steps, schedules and logs these are."""
        buffer: Decisions = self.rollout_buffer  # type: ignore[assignment]
        policy, learner = self.policy, self.learner
        assert learner is not None
        assert self.clip_range_vf is None  # set_up asks for none of these
        assert self.target_kl is None
        self._update_learning_rate(policy.optimizer)
        clip: float = self.clip_range(self._current_progress_remaining)  # type: ignore[operator]
        entropy_weight = 0.0 if self.only_imitates else self.ent_coef
        weights = clip, entropy_weight, self.vf_coef, self.teacher_weight, self.magnet_weight
        steps: list[Any] = []
        for _ in range(self.n_epochs):
            kl: list[float] = []
            for ids in buffer.minibatches(self.batch_size):  # type: ignore[arg-type]
                advantages = buffer.decided.advantage[ids]
                if self.normalize_advantage and len(advantages) > 1:
                    advantages = (advantages - advantages.mean()) / (advantages.std(ddof=1) + np.float32(1e-8))
                if self.only_imitates:
                    advantages[:] = 0  # no policy loss and no gradient of it
                losses = learner.learn(buffer.decided, ids, advantages, *weights)
                if not np.isfinite(losses).all():
                    raise ValueError("the network returned NaN: lower the learning rate, or look at the rewards")
                steps.append(losses)
                kl.append(losses[4])
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                learner.refresh()
            self._n_updates += 1
        of_policy, of_value, entropy, clipped, _, cross_entropy, agreement, divergence = np.mean(steps, axis=0)
        last = steps[-1]
        loss = last[0] - entropy_weight * last[2] + self.vf_coef * last[1]
        loss += self.teacher_weight * last[5] + self.magnet_weight * last[7]
        taught = {"cross_entropy": cross_entropy, "agreement": agreement} if self.teacher_weight > 0 else {}
        drawn = {"divergence": divergence} if self.magnet_weight > 0 else {}
        for name, value in {
            "entropy_loss": -entropy,
            "policy_gradient_loss": of_policy,
            "value_loss": of_value,
            "approx_kl": np.mean(kl),  # of the last pass over the rollout
            "clip_fraction": clipped,
            "loss": loss,
            "explained_variance": explained_variance(buffer.values, buffer.returns),
            "clip_range": clip,
            **taught,
            **drawn,
        }.items():
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
