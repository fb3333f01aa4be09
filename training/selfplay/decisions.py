"""The rollout buffer: decisions of the learner as sparse rows, what came of them, and minibatches of them.

Below: forward.py, advantage.py. Above: arena.py, which fills it; ppo.py, which learns from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from ow_env.core.sparse import SparseRows
from training.selfplay.advantage import LAST, OPEN, estimate
from training.selfplay.forward import Decided, Where, recall, record

# features that are not zero [N, K], their values, how many, allowed actions [N, M], how many
Rows: TypeAlias = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


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
        self.room = most, features, legal
        self.decided = no_decisions(most, features, legal, where.num_places)
        self.rewards = np.zeros(most, np.float32)
        self.next_index = np.full(most, OPEN, np.int32)
        self.count = 0
        self.closed = np.zeros(0, np.int64)  # those whose consequences are known
        self.values = self.returns = np.zeros(0, np.float32)  # of those: MaskablePPO logs their explained variance

    def add(self, rows: Rows, index: NDArray[np.int64]) -> NDArray[np.int64]:
        """Take rows index [B] of many and return their numbers here; what comes of them is open."""
        record(self.where, *rows, index, self.decided, self.count)
        ids = np.arange(self.count, self.count + len(index))
        self.count += len(index)
        self.next_index[ids] = OPEN
        return ids

    @property
    def results(self) -> tuple[NDArray[Any], ...]:
        """What came of decisions, all [R]."""
        decided = self.decided
        return decided.action, decided.log_prob, decided.value, self.rewards, self.next_index

    def keep(self, ids: NDArray[np.int64]) -> None:
        """Forget all but these decisions, which become the first."""
        self.take(self.rows(ids), [array[ids] for array in self.results])

    def take(self, rows: SparseRows, results: Sequence[NDArray[Any]]) -> None:
        """Hold these decisions and no others: what was seen, and what came of them."""
        self.count = 0
        self.add(parts_of(rows), np.arange(len(rows)))
        for array, values in zip(self.results, results, strict=True):
            array[: len(rows)] = values

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
        """Yield minibatches of dense rows, as MaskablePPO's own loop takes them."""
        for ids in self.minibatches(batch_size):
            yield self.samples(ids)

    def samples(self, ids: NDArray[np.int64]) -> MaskableRolloutBufferSamples:
        """Return decisions as dense rows, for torch, on the device where the network is."""
        decided = self.decided
        observations, masks = self.rows(ids).dense()
        given = (
            observations,
            decided.action[ids],
            decided.value[ids],
            decided.log_prob[ids],
            decided.advantage[ids],
            decided.value[ids] + decided.advantage[ids],
            masks.view(np.bool_),
        )
        return MaskableRolloutBufferSamples(*(torch.from_numpy(array).to(self.device) for array in given))

    def rows(self, ids: NDArray[np.int64]) -> SparseRows:
        """Return what was seen and allowed."""
        features, legals = self.decided.num_features[ids], self.decided.num_legal[ids]
        size = len(ids), features.max(initial=0)
        feature, number = np.zeros(size, np.int32), np.zeros(size, np.uint8)
        legal = np.zeros((len(ids), legals.max(initial=0)), np.int32)
        recall(self.decided, ids, feature, number, legal)
        return SparseRows(feature, number, features, legal, legals, self.num_features, self.num_actions)

    def reference(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the reference as dense rows [B, A], 0 where an action is not allowed."""
        decided, found = self.decided, np.zeros((len(ids), self.num_actions), np.float32)
        for row, decision in enumerate(ids.tolist()):
            first = decided.legal_at[decision]
            allowed = slice(first, first + decided.num_legal[decision])
            found[row, decided.legal[allowed]] = decided.reference[allowed]
        return found

    def stored(self, ids: NDArray[np.int64]) -> list[NDArray[Any]]:
        """Return decisions as checkpoints hold them: dense rows, so that they do not follow from a network's layout."""
        return [*self.rows(ids).dense(), *(array[ids] for array in self.results)]

    def restore(self, stored: Sequence[NDArray[Any]]) -> None:
        """Take decisions as `stored` returned them; they are all there are.

        Raises:
            ValueError: they are none that it could have returned: compiled code trusts what is held here.
        """
        observations, masks, *results = stored
        count = len(observations)
        shapes = [(count, self.num_features), (count, self.num_actions), *[(count,)] * len(self.results)]
        for number, (array, shape) in enumerate(zip(stored, shapes, strict=True)):
            if array.shape != shape:
                raise ValueError(f"decisions_{number}: expected {list(shape)}, found {list(array.shape)}")
        rows, (actions, *_, follows) = SparseRows.of(observations, masks), results
        for what, found, most in zip(
            ("rows", "numbers other than 0 in a row", "actions allowed in a row"),
            (count, rows.feature_index.shape[1], rows.legal.shape[1]),
            self.room,
            strict=True,
        ):
            if found > most:
                raise ValueError(f"decisions_0: expected at most {most} {what}, found {found}")
        inside = (actions >= 0) & (actions < self.num_actions)
        if not inside.all() or not masks[np.arange(count), actions].all() or not np.isin(follows, (OPEN, LAST)).all():
            raise ValueError("decisions_2: expected actions that are allowed, and no other decision that follows")
        self.take(rows, results)


def parts_of(rows: SparseRows) -> Rows:
    """Return sparse rows as `record` takes them."""
    return rows.feature_index, rows.feature_value, rows.feature_count, rows.legal, rows.legal_count


def no_decisions(size: int, features: int, legal: int, places: int) -> Decided:
    """Return room for decisions: how many, and for how many features, allowed actions and places of each.

    Most have far fewer features and actions: memory that is never written to is never taken.
    """
    entries = 2 * size * features + 1
    return Decided(
        feature_at=np.zeros(size, np.int64), num_features=np.zeros(size, np.int32),
        feature=np.zeros(size * features, np.int32), number=np.zeros(size * features, np.uint8),
        row=np.zeros(entries, np.int32), times=np.zeros(entries, np.float32),
        end=np.zeros((size, places + 1), np.int32), focus=np.zeros((size, places), np.float32),
        legal_at=np.zeros(size, np.int64), num_legal=np.zeros(size, np.int32), legal=np.zeros(size * legal, np.int32),
        action=np.zeros(size, np.int32), log_prob=np.zeros(size, np.float32), value=np.zeros(size, np.float32),
        advantage=np.zeros(size, np.float32), taught=np.zeros(size, np.int32),
        reference=np.zeros(size * legal, np.float32),
    )  # fmt: skip
