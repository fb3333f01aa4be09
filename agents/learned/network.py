"""The policy and value network: its weights as NumPy arrays, and how it acts on a batch of observations.

Below: layout.py, forward.py, which says what is computed. Above: agent.py; training, which finds the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.forward import NETWORK, NO_BUCKET, Tokens, Weights, act_rows, act_sparse_rows, policy_rows
from agents.learned.lanes import LINE, LISTED
from agents.learned.layout import GLOBAL_ACTIONS, GLOBAL_ROWS, PLACE_ACTIONS, PLACE_ROWS, Layout
from ow_env.core.sparse import SparseRows

Arrays = Mapping[str, NDArray[np.float32]]


def shapes(layout: Layout, whole: int, world: int, trunk: int) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every array of weights.

    The names are those of the first saved agents and never change: `whole` is the global token, `world` a place.

    Args:
        layout: of the game.
        whole: G, the width of the global token.
        world: D, the width of a place.
        trunk: T, the width of what both meet in.
    """
    arrays: dict[str, tuple[int, ...]] = {
        GLOBAL_ROWS: (layout.num_rows[0], whole),
        "whole.bias": (whole,),
        PLACE_ROWS: (layout.num_rows[1], world),
        "world.bias": (world,),
        "trunk.whole": (whole, trunk),
        "trunk.bias": (trunk,),
        "value.trunk": (trunk,),
        "value.bias": (1,),
        GLOBAL_ACTIONS: (layout.num_action_rows[0], trunk),
        PLACE_ACTIONS: (layout.num_action_rows[1], world),
        "choose.bias": (len(layout.action_token),),
    }
    if layout.num_places:
        arrays |= {
            "mix.world": (world, world),
            "mix.whole": (whole, world),
            "mix.bias": (world,),
            "trunk.mean": (world, trunk),
            "trunk.most": (world, trunk),
            "trunk.here": (world, trunk),
            "ask.world": (world, world),
            "ask.trunk": (trunk, world),
            "ask.bias": (world,),
        }
    return arrays


class PolicyValueNet:
    """A network with its weights: all that is needed to play. One row's results never depend on another's.

    Args:
        layout: of the game.
        weights: arrays named and shaped as `shapes` says; they are copied.
    """

    def __init__(self, layout: Layout, weights: Arrays) -> None:
        self.layout = layout
        self.net, self.params, self.tokens = pack(layout, weights)
        self.weights: Arrays = {  # views of params
            name: self.params[self.net[0][_field(name)] :][: array.size].reshape(array.shape)
            for name, array in weights.items()
        }

    def act(
        self, features: NDArray[np.uint8], mask: NDArray[np.int8], draws: NDArray[np.float64], temperature: float = 1.0
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
        """Return actions [B], the logs of their probabilities at temperature 1 [B], and the positions' values [B].

        Args:
            features: uint8 [B, F], observations.
            mask: int8 [B, A], 1 where an action is allowed; in every row one is.
            draws: [B] uniform, from [0, 1): each row's choice follows from its own.
            temperature: 0: the action of the greatest logit, of several the first; 1: by the policy; between and above:
                by softmax(logits / temperature).

        Raises:
            ValueError: the arrays are of other shapes.
        """
        features, mask = self._checked(features, mask)
        draws = _draws(draws, len(features))
        made = actions, log_probs, values = _results(len(features))
        act_rows(
            self.net[0], self.params, self.tokens, features, mask, draws, float(temperature), self.scratch(), actions,
            log_probs, values,
        )  # fmt: skip
        return made

    def act_sparse(
        self, rows: SparseRows, draws: NDArray[np.float64], temperature: float = 1.0
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
        """Return what `act` does, for sparse rows of the same game."""
        layout = self.layout
        sizes, expected = (rows.num_features, rows.num_actions), (len(layout.feature_token), len(layout.action_token))
        if sizes != expected:
            raise ValueError(f"expected rows of {expected} numbers and actions, got {sizes}")
        draws = _draws(draws, len(rows))
        made = actions, log_probs, values = _results(len(rows))
        act_sparse_rows(
            self.net[0], self.params, self.tokens, rows.feature_index, rows.feature_value, rows.feature_count,
            rows.legal, rows.legal_count, draws, float(temperature), self.scratch(), actions, log_probs, values,
        )  # fmt: skip
        return made

    def policy(
        self, features: NDArray[np.uint8], mask: NDArray[np.int8], temperature: float = 1.0
    ) -> NDArray[np.float64]:
        """Return the probabilities [B, A] by which `act` chooses at this temperature; at 0, one action's is 1."""
        features, mask = self._checked(features, mask)
        probs = np.zeros(mask.shape, np.float64)
        if temperature > 0:
            policy_rows(
                self.net[0], self.params, self.tokens, features, mask, float(temperature), self.scratch(), probs
            )
        else:
            probs[np.arange(len(mask)), self.act(features, mask, np.zeros(len(mask)), 0.0)[0]] = 1.0
        return probs

    def _checked(
        self, features: NDArray[np.uint8], mask: NDArray[np.int8]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return both as compiled code takes them, or refuse their shapes."""
        features, mask = np.require(features, np.uint8, ["C", "W"]), np.require(mask, np.int8, ["C", "W"])
        shape = self.layout.feature_token.shape, (len(features), len(self.layout.action_token))
        if (features.shape[1:], mask.shape) != shape:
            raise ValueError(
                f"expected observations [B, {shape[0][0]}] and masks [B, {shape[1][1]}],"
                f" got {features.shape} and {mask.shape}"
            )
        return features, mask

    def scratch(self) -> Weights:
        """Return memory for one row, new: threads may act at the same time."""
        return in_line(int(self.net[0]["activations"]), np.float32)

    def __reduce__(self) -> Any:
        """Copy and pickle it as what it is made of."""
        return PolicyValueNet, (self.layout, dict(self.weights))


def _draws(draws: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Return draws as compiled code takes them, or refuse them: one for each row."""
    draws = np.require(draws, np.float64, ["C", "W"])
    if draws.shape != (count,):
        raise ValueError(f"expected {count} draws, one for each row, got {draws.shape}")
    return draws


def _results(count: int) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
    """Return room for actions, logs of their probabilities, and values."""
    return np.empty(count, np.int32), np.empty(count, np.float32), np.empty(count, np.float32)


def pack(layout: Layout, weights: Arrays) -> tuple[NDArray[Any], Weights, Tokens]:
    """Return a network as forward.py reads it: a record [1] of where everything begins, weights, tokens."""
    record = np.zeros(1, NETWORK)
    net = record[0]
    net["global_width"], net["trunk_width"] = weights["trunk.whole"].shape
    net["place_width"], net["num_places"] = len(weights["world.bias"]), layout.num_places
    net["num_features"], net["num_actions"] = len(layout.feature_token), len(layout.action_token)
    net["focus"] = layout.focus
    net["whole_count"], net["world_count"] = layout.num_rows
    net["choose_whole_count"], net["choose_world_count"] = layout.num_action_rows
    params = _join(net, {"scale": layout.scale} | {_field(name): array for name, array in weights.items()}, np.float32)
    names = ("feature_token", "feature_row", "bucket_row", "action_token", "action_row")
    of_features = _of_features(net, layout)
    tokens = _join(net, {"of_features": of_features} | {name: getattr(layout, name) for name in names}, np.int32)
    places = int(net["num_places"] * net["place_width"])
    features = net["num_features"]
    widest = max(net["global_width"], net["place_width"], net["trunk_width"])
    size = 0
    for name, width in (
        ("at_global", net["global_width"]), ("at_places", places), ("at_mixed", places),
        ("at_pooled", 4 * net["place_width"]), ("at_trunk", net["trunk_width"]), ("at_logits", net["num_actions"]),
        ("at_focus", net["num_places"] + 1), ("at_values", (features + 3) // 4), ("at_rows", 2 * features + 1),
        ("at_factors", 2 * features + 1), ("at_runs", 2 * features), ("at_listed", widest + LISTED),
        ("at_found", max(features, net["num_actions"]) + 1),
    ):  # fmt: skip
        net[name] = size
        size += aligned(int(width))
    net["activations"] = size
    return record, params, tokens


def _of_features(net: Any, layout: Layout) -> NDArray[np.int32]:
    """Return what the first layer has to know of each feature, [F, 4]: see NETWORK; weights have their places."""
    at_place = layout.feature_token > 0
    begin = np.where(at_place, net["world_rows"], net["whole_rows"])
    width = np.where(at_place, net["place_width"], net["global_width"])
    row = begin + layout.feature_row * width
    bucket = np.where(layout.bucket_row >= 0, begin + (layout.bucket_row - 1) * width, NO_BUCKET)
    return np.stack([layout.feature_token, row, bucket, layout.scale.view(np.int32)], axis=1).astype(np.int32)


def _field(name: str) -> str:
    """Return the field of NETWORK that says where an array of weights begins."""
    return name.replace(".", "_")


def _join(net: Any, arrays: Mapping[str, NDArray[Any]], dtype: Any) -> NDArray[Any]:
    """Return arrays one after the other as one, and write where each begins."""
    begin = 0
    for name, array in arrays.items():
        net[name] = begin
        begin += aligned(array.size)
    joined = in_line(begin, dtype)
    for name, array in arrays.items():
        joined[net[name] :][: array.size] = array.reshape(-1)
    return joined


def aligned(size: int) -> int:
    """Return the numbers of 4 bytes that whole lines of the cache take, for so many: vectors then begin with a line."""
    return -(-size // LINE) * LINE


def in_line(size: int, dtype: Any) -> NDArray[Any]:
    """Return zeros [size], of 4 bytes each, that begin with a line of the cache."""
    room = np.zeros(size + LINE, dtype)
    return room[-(room.ctypes.data // room.itemsize) % LINE :][:size]
