"""MaskablePPO whose updates run in compiled code: the same steps on the same minibatches, without torch's autograd.

Below: learner.py, decisions.py. Above: train.py. On a GPU it is sb3-contrib's MaskablePPO unchanged, through the dense
twin of the network.
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


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO on `Decisions`. Set ``learner`` where the network is on a CPU."""

    learner: Learner | None = None

    def train(self) -> None:
        """Learn from the rollout: `MaskablePPO.train`, whose steps, schedules and logs these are."""
        if self.learner is None:
            super().train()
            return
        buffer: Decisions = self.rollout_buffer  # type: ignore[assignment]
        policy, learner = self.policy, self.learner
        assert self.clip_range_vf is None  # set_up asks for none of these
        assert self.target_kl is None
        assert self.normalize_advantage
        self._update_learning_rate(policy.optimizer)
        clip: float = self.clip_range(self._current_progress_remaining)  # type: ignore[operator]
        steps: list[Any] = []
        for _ in range(self.n_epochs):
            kl: list[float] = []
            for ids in buffer.minibatches(self.batch_size):  # type: ignore[arg-type]
                advantages = buffer.decided.advantage[ids]
                advantages = (advantages - advantages.mean()) / (advantages.std(ddof=1) + np.float32(1e-8))
                losses = learner.learn(buffer.decided, ids, advantages, clip, self.ent_coef, self.vf_coef)
                if not np.isfinite(losses).all():
                    raise ValueError("the network returned NaN: lower the learning rate, or look at the rewards")
                steps.append(losses)
                kl.append(losses[-1])
                torch.nn.utils.clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                learner.refresh()
            self._n_updates += 1
        of_policy, of_value, entropy, clipped, _ = np.mean(steps, axis=0)
        last = steps[-1]
        for name, value in (
            ("entropy_loss", -entropy),
            ("policy_gradient_loss", of_policy),
            ("value_loss", of_value),
            ("approx_kl", np.mean(kl)),  # of the last pass over the rollout
            ("clip_fraction", clipped),
            ("loss", last[0] - self.ent_coef * last[2] + self.vf_coef * last[1]),
            ("explained_variance", explained_variance(buffer.values, buffer.returns)),
            ("clip_range", clip),
        ):
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
