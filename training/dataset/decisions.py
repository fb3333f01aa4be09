"""Some decisions of a dataset as NumPy arrays: observations, masks and policies dense, made when they are asked for.

Below: playing.py. Above: reading.py, which yields them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.dataset.playing import Columns, Ragged


@dataclass(frozen=True)
class Decisions:
    """Some decisions, one row each, B in all.

    Attributes:
        columns: every column of the file by its name, lists as `Ragged` rows.
        num_features: F.
        num_actions: A.
    """

    columns: Columns
    num_features: int
    num_actions: int

    def __len__(self) -> int:
        return len(self.columns["seat"])

    @cached_property
    def observation(self) -> NDArray[np.uint8]:
        """What the seat saw: uint8 [B, F]."""
        return dense(self.ragged("feature_index"), self.ragged("feature_value").values, self.num_features, np.uint8)

    @cached_property
    def action_mask(self) -> NDArray[np.int8]:
        """What it might do: int8 [B, A], 1 where an action was allowed."""
        legal = self.ragged("legal")
        return dense(legal, np.ones(len(legal.values), np.int8), self.num_actions, np.int8)

    @cached_property
    def policy(self) -> NDArray[np.float32]:
        """The agent's policy: float32 [B, A], zeros in rows of those who tell none (`has_policy`)."""
        shares, legal = self.ragged("policy"), self.ragged("legal")
        told = legal.take(np.flatnonzero(self.has_policy))
        policy = np.zeros((len(self), self.num_actions), np.float32)
        policy[self.has_policy] = dense(told, shares.values, self.num_actions, np.float32)
        return policy

    @property
    def has_policy(self) -> NDArray[np.bool_]:
        """Did the agent tell its policy? bool [B]."""
        found: NDArray[np.bool_] = self.ragged("policy").counts > 0
        return found

    @property
    def action(self) -> NDArray[np.int64]:
        """What it did: int64 [B]."""
        return self.plain("action").astype(np.int64)

    @property
    def value(self) -> NDArray[np.float32]:
        """The result that the agent expected, from -1 to 1: float32 [B], NaN where it tells none."""
        return self.plain("value")

    @property
    def reward(self) -> NDArray[np.float32]:
        """What the seat was paid until its next decision or the end: float32 [B]."""
        return self.plain("reward")

    @property
    def result(self) -> NDArray[np.float32]:
        """What the seat was paid in the whole game: float32 [B]."""
        return self.plain("result")

    @property
    def last(self) -> NDArray[np.bool_]:
        """Was it the seat's last decision of the game? bool [B]."""
        return self.plain("last")

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Was the game stopped by a limit? bool [B]."""
        return self.plain("truncated")

    @property
    def seat(self) -> NDArray[np.int8]:
        """Who decided: int8 [B]."""
        return self.plain("seat")

    @property
    def agent(self) -> NDArray[np.int64]:
        """Which agent sat there: int64 [B], into `Dataset.agents`."""
        return self.plain("agent")

    @property
    def game(self) -> NDArray[np.int64]:
        """In which game of the dataset: int64 [B]."""
        return self.plain("game")

    def plain(self, name: str) -> NDArray[Any]:
        """Return a column of one number a row."""
        column = self.columns[name]
        assert not isinstance(column, Ragged)
        return column

    def ragged(self, name: str) -> Ragged:
        """Return a column of lists."""
        column = self.columns[name]
        assert isinstance(column, Ragged)
        return column

    def take(self, rows: NDArray[Any]) -> Decisions:
        """Return these rows, in this order."""
        taken = {n: c.take(rows) if isinstance(c, Ragged) else c[rows] for n, c in self.columns.items()}
        return replace(self, columns=taken)


def dense(places: Ragged, values: NDArray[Any], size: int, dtype: Any) -> NDArray[Any]:
    """Return rows [B, size] that have these values in these places, and 0 elsewhere."""
    if (places.values >= size).any():
        raise ValueError(f"expected ids below {size}, found {places.values.max()}")
    rows = np.zeros((len(places), size), dtype)
    flat = np.repeat(np.arange(len(rows)) * size, places.counts) + places.values
    rows.reshape(-1)[flat] = values
    return rows


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Return the rows of all parts, one after the other."""
    if len(parts) == 1:
        return parts[0]
    columns: Columns = {}
    for name, first in parts[0].columns.items():
        if isinstance(first, Ragged):
            lists = [part.ragged(name) for part in parts]
            counts = np.concatenate([each.counts for each in lists])
            columns[name] = Ragged.of(np.concatenate([each.values for each in lists]), counts)
        else:
            columns[name] = np.concatenate([part.plain(name) for part in parts])
    return replace(parts[0], columns=columns)
