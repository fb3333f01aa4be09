"""Forms of an observation: a flat array, a dictionary, or sparse.

Below: core (Batch). Above: pettingzoo.py, one_seat.py, gymnasium.py, sb3.py.

    "box"     the observation: uint8 [F]; the mask is in `info` only
    "dict"    {"observation": uint8 [F], "action_mask": int8 [A]}, as PettingZoo has it for games with masks
    "sparse"  what is not zero

A sparse observation is a dictionary of the arrays of `core.sparse.SparseRows`, padded to the largest possible size,
so that shapes never change:

    feature_index  int32 [K]  indices of non-zero features, in increasing order; 0 beyond the count
    feature_value  uint8 [K]  their values; 0 beyond the count
    feature_count  int32 [1]  how many
    legal          int32 [M]  the ids of the actions allowed, in increasing order; 0 beyond the count
    legal_count    int32 [1]  how many

Masks are also given as for dense observations, for libraries that need them.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ow_env.core.batch import SPARSE, Batch, Form
from ow_env.core.game import Game
from ow_env.core.options import one_of

RowForm: TypeAlias = Literal["dense", "sparse"]
ObservationForm: TypeAlias = Literal["dict", "box"]
Shown: TypeAlias = Literal["dict", "box", "sparse"]
SparseObservation: TypeAlias = dict[str, NDArray[Any]]

ROWS: tuple[RowForm, ...] = ("dense", "sparse")
OBSERVATIONS: tuple[ObservationForm, ...] = ("dict", "box")
BATCH_ROWS: dict[RowForm, Form] = {"dense": "dense", "sparse": "both"}  # the Batch's: masks are given either way
COUNTS = ("feature_count", "legal_count")


def form_of(rows: RowForm, observation: ObservationForm | None, usual: ObservationForm) -> Shown:
    """Return the form that two options ask for; without ``observation``, dense rows are as ``usual`` there.

    Raises:
        ValueError: one of them is none of the words there are, or sparse rows were to be a flat array.
    """
    one_of("rows", rows, ROWS)
    one_of("observation", observation, (None, *OBSERVATIONS))
    if rows == "dense":
        return observation or usual
    if observation == "box":
        raise ValueError(
            "observation: expected 'dict' or None beside rows='sparse', got 'box'; sparse rows are no array"
        )
    return "sparse"


def space_of(game: Game, form: Shown) -> spaces.Space[Any]:
    """Return the space of what a seat sees, in this form."""
    seen = spaces.Box(0, np.asarray(game.observation_high, np.uint8), dtype=np.uint8)
    if form == "sparse":
        return sparse_space(game)
    if form == "box":
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (game.num_actions,), dtype=np.int8)})


def sparse_space(game: Game) -> spaces.Dict:
    """Return the space of a seat's sparse observations."""
    numbers, actions = game.most_numbers, game.most_actions
    return spaces.Dict(
        {
            "feature_index": spaces.Box(0, game.num_features - 1, (numbers,), np.int32),
            "feature_value": spaces.Box(0, int(game.observation_high.max()), (numbers,), np.uint8),
            "feature_count": spaces.Box(0, numbers, (1,), np.int32),
            "legal": spaces.Box(0, game.num_actions - 1, (actions,), np.int32),
            "legal_count": spaces.Box(0, actions, (1,), np.int32),
        }
    )


def sparse_views(batch: Batch, row: int, seat: int) -> SparseObservation:
    """Return the sparse observation of one seat as views, which follow the game."""
    return {
        name: getattr(batch, name)[row, seat : seat + 1] if name in COUNTS else getattr(batch, name)[row, seat]
        for name in SPARSE
    }


def sparse_observations(batch: Batch, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> SparseObservation:
    """Return the sparse observations of one seat in each of these rows [B], one array [B, ...] a name, copied."""
    index, players = rows * batch.game.num_players + seats, batch.game.num_players
    return {
        name: np.take(getattr(batch, name).reshape(batch.num_games * players, -1), index, axis=0) for name in SPARSE
    }


def views_of(batch: Batch, row: int, seat: int, form: Shown) -> Any:
    """Return what one seat sees in this form as views, which follow the game."""
    if form == "sparse":
        return sparse_views(batch, row, seat)
    seen = batch.observation[row, seat]
    return seen if form == "box" else {"observation": seen, "action_mask": batch.action_mask[row, seat]}


def copied(seen: Any) -> Any:
    """Return a copy of an observation, which the receiver may keep and change."""
    return {name: array.copy() for name, array in seen.items()} if isinstance(seen, dict) else seen.copy()


def row_of(observations: Any, row: int) -> Any:
    """Return one row, copied, of observations [N, F] or of a dictionary of arrays [N, ...]."""
    if isinstance(observations, dict):
        return {name: array[row].copy() for name, array in observations.items()}
    return observations[row].copy()
