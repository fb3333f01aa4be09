"""The CPU's `Batch` with tensors of torch for its arrays: the same learner runs, and is tested, without a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from ow_env.core.batch import Batch
from ow_env.core.game import Game


class HostBatch:
    """N games on the CPU, with the names of `ow_env.device.batch.DeviceBatch`."""

    def __init__(self, game: Game | Sequence[Game], num_games: int, seed: int = 0, *, reward: Any = "win") -> None:
        self.batch = Batch(game, num_games, seed, autoreset=True, observe="acting", reward=reward)
        for name in ("observation", "action_mask", "to_act", "reward", "terminated", "truncated", "game_number"):
            setattr(self, name, torch.from_numpy(getattr(self.batch, name)))

    def reset(self, seed: int) -> None:
        """Begin the first games of a seed."""
        self.batch.reset(seed=seed)

    def check(self) -> None:
        """Nothing is left to refuse: a step has refused it at once."""

    def seat_rows(self) -> tuple[Tensor, Tensor]:
        """Return the observations [N * P, F] and masks [N * P, A] of all seats."""
        observation: Tensor = self.observation
        mask: Tensor = self.action_mask
        return observation.flatten(0, 1), mask.flatten(0, 1)

    def step(self, actions: Tensor) -> None:
        """Play one joint decision in every row."""
        self.batch.step(actions.numpy())
