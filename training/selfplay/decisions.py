"""The rollout buffer: decisions of the learner as sparse rows, what came of them, and minibatches of them.

Below: gradients.py, advantage.py. Above: arena.py, which fills it; ppo.py, which learns from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from agents.learned.forward import Masks, Rows
from ow_env.core.sparse import pack, pack_mask
from training.selfplay.advantage import OPEN, estimate
from training.selfplay.gradients import Bytes, Decided, Indices, Numbers, Order, Where, rule


@rule
def record(
    where: Where, feature: Numbers, number: Bytes, count: Indices, legal: Numbers, num_legal: Indices, index: Order,
    decided: Decided, first: int,
) -> None:  # fmt: skip
    """Write rows index[b] of a batch as decisions first + b, features in the order of their tokens.

    Args:
        where: which token each feature belongs to.
        feature: [N, K] features that are not zero, in increasing order.
        number: [N, K] their values.
        count: [N] how many those are.
        legal: [N, M] ids of allowed actions.
        num_legal: [N] how many those are.
        index: [B] rows of all these.
        decided: written.
        first: number of the first decision.
    """
    for b in range(len(index)):
        at, decision = index[b], first + b
        end = decided.end[decision]
        for token in range(len(end)):
            end[token] = 0
        for k in range(count[at]):
            token = where.feature_token[feature[at, k]] + 1
            if token < len(end):
                end[token] += 1
        for token in range(1, len(end)):
            end[token] += end[token - 1]
        for k in range(count[at]):  # afterwards each token ends where the next began
            token = where.feature_token[feature[at, k]]
            decided.feature[decision, end[token]] = feature[at, k]
            decided.number[decision, end[token]] = number[at, k]
            end[token] += 1
        for k in range(num_legal[at]):
            decided.legal[decision, k] = legal[at, k]
        decided.num_legal[decision] = num_legal[at]


@rule
def pack_rows(
    seen: Rows, masks: Masks, feature: Numbers, number: Bytes, count: Indices, legal: Numbers, num_legal: Indices
) -> None:
    """Interim."""
    for r in range(seen.shape[0]):
        count[r] = pack(seen[r], feature[r], number[r], count[r])
        num_legal[r] = pack_mask(masks[r], legal[r], num_legal[r])


class Decisions:
    """MaskablePPO's rollout buffer, of decisions instead of steps of environments.

    Args (those before `size` are what MaskablePPO gives; of these only device, gamma and gae_lambda matter):
        size: decisions in a rollout; room for some more is kept.
        room: how many more.
        features: that are not zero in a decision, at most.
        legal: actions allowed in a decision, at most.
        where: what each feature belongs to.
        rng: shuffles them.
    """

    def __init__(
        self, buffer_size: int, observation_space: Any, action_space: Any, device: Any = "cpu", *,
        gae_lambda: float, gamma: float, n_envs: int, size: int, room: int, features: int, legal: int, where: Where,
        rng: np.random.Generator,
    ) -> None:  # fmt: skip
        self.size, self.device, self.where, self.rng = size, device, where, rng
        self.gamma, self.gae_lambda = gamma, gae_lambda
        self.num_features, self.num_actions = observation_space.shape[0], int(action_space.n)
        most = size + room
        self.decided = no_decisions(most, features, legal, where.num_places + 1)
        self.rewards = np.zeros(most, np.float32)
        self.next_index = np.full(most, OPEN, np.int32)
        self.count = 0
        self.closed = np.zeros(0, np.int64)  # those whose consequences are known
        self.values = self.returns = np.zeros(0, np.float32)  # of those: MaskablePPO logs their explained variance

    def add(
        self, feature: Numbers, number: Bytes, count: Indices, legal: Numbers, num_legal: Indices, index: Order
    ) -> NDArray[np.int64]:
        """Take rows index [B] of a batch, as `record` does, and return their numbers; what comes of them is open."""
        record(self.where, feature, number, count, legal, num_legal, index, self.decided, self.count)
        ids = np.arange(self.count, self.count + len(index))
        self.count += len(index)
        self.next_index[ids] = OPEN
        return ids

    def keep(self, ids: NDArray[np.int64]) -> None:
        """Forget all but these decisions, which become the first."""
        for array in (*self.decided, self.rewards, self.next_index):
            array[: len(ids)] = array[ids]
        self.count = len(ids)

    def finish(self) -> None:
        """Compute advantages and returns."""
        n, decided = self.count, self.decided
        estimate(
            self.rewards[:n], decided.value[:n], self.next_index[:n], self.gamma, self.gae_lambda, decided.advantage[:n]
        )
        self.closed = np.flatnonzero(self.next_index[:n] != OPEN)
        self.values = decided.value[self.closed]
        self.returns = self.values + decided.advantage[self.closed]

    def minibatches(self, batch_size: int) -> list[NDArray[np.int64]]:
        """Return their numbers once each, shuffled, in minibatches of about this size, all nearly equal."""
        order = self.rng.permutation(self.closed)
        return np.array_split(order, max(1, round(len(order) / batch_size)))

    def get(self, batch_size: int) -> Iterator[MaskableRolloutBufferSamples]:
        """Yield minibatches of dense rows, as MaskablePPO takes them where the network is on a GPU."""
        for ids in self.minibatches(batch_size):
            decided = self.decided
            observations, masks = self.dense(ids)
            given = (
                observations,
                decided.action[ids],
                decided.value[ids],
                decided.log_prob[ids],
                decided.advantage[ids],
                decided.value[ids] + decided.advantage[ids],
                masks.view(np.bool_),
            )
            tensors = (torch.from_numpy(array).to(self.device) for array in given)
            yield MaskableRolloutBufferSamples(*tensors)

    def dense(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return observations [B, F] and masks [B, A] of decisions."""
        decided = self.decided
        observations = np.zeros((len(ids), self.num_features), np.uint8)
        masks = np.zeros((len(ids), self.num_actions), np.int8)
        row, k = np.nonzero(np.arange(decided.feature.shape[1]) < decided.end[ids, -1:])
        observations[row, decided.feature[ids[row], k]] = decided.number[ids[row], k]
        row, k = np.nonzero(np.arange(decided.legal.shape[1]) < decided.num_legal[ids, None])
        masks[row, decided.legal[ids[row], k]] = 1
        return observations, masks

    def stored(self, ids: NDArray[np.int64]) -> list[NDArray[Any]]:
        """Return decisions as checkpoints hold them: dense rows, so that they do not follow from a network's layout."""
        decided = self.decided
        results = (decided.action, decided.log_prob, decided.value, self.rewards, self.next_index)
        return [*self.dense(ids), *(array[ids] for array in results)]

    def restore(self, stored: list[NDArray[Any]]) -> None:
        """Take decisions as `stored` returned them; they are all there are."""
        observations, masks, *results = stored
        size, decided = len(observations), self.decided
        features, legal = decided.feature.shape[1], decided.legal.shape[1]
        numbers, found = sparse(observations, features)
        ids, _ = sparse(masks.view(np.uint8), legal)
        counts = ((array != 0).sum(1).astype(np.int32) for array in (observations, masks))
        count, num_legal = counts
        self.count = 0
        self.add(numbers, found, count, ids, num_legal, np.arange(size))
        mine = (decided.action, decided.log_prob, decided.value, self.rewards, self.next_index)
        for array, values in zip(mine, results, strict=True):
            array[:size] = values


def sparse(rows: NDArray[np.uint8], most: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return where rows [B, F] are not zero [B, K], in increasing order, and the values there, 0 beyond them."""
    order = np.argsort(rows == 0, axis=1, kind="stable")[:, :most].astype(np.int32)
    values = np.take_along_axis(rows, order, 1)
    return np.where(values > 0, order, 0).astype(np.int32), values


def no_decisions(size: int, features: int, legal: int, tokens: int) -> Decided:
    """Return room for decisions: how many, and for how many features, allowed actions and tokens of each."""
    numbers: Any = [np.zeros(size, np.int32) for _ in range(2)]
    plain: Any = [np.zeros(size, np.float32) for _ in range(3)]
    return Decided(
        np.zeros((size, features), np.int32), np.zeros((size, features), np.uint8), np.zeros((size, tokens), np.int32),
        np.zeros((size, legal), np.int32), *numbers, *plain,
    )  # fmt: skip
