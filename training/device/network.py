"""The network of `agents.learned.forward` for many dense rows on a GPU.

Below: agents.learned, selfplay/dense.py. Above: arena.py, ppo.py, run.py. The weights have the same names and shapes:
what is learned is saved as any agent is. There is no card embedding during training: at millions of decisions a second,
there is enough data to learn each card's weights separately.

A GPU multiplies matrices of zeros faster than it looks for what is not zero, so the first layer is dense: the features
of the global token and of each place are gathered in the order of their rows, features with buckets are one-hot encoded
(each is compared with all numbers up to the last bucket), and both are multiplied with their rows of weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.learned.forward import BUCKETS
from agents.learned.layout import GLOBAL_ACTIONS, GLOBAL_ROWS, PLACE_ACTIONS, PLACE_ROWS, Layout
from agents.learned.network import PolicyValueNet, shapes
from training.selfplay.dense import hidden_layers
from training.selfplay.policy import check_shapes


class DenseNetwork(nn.Module):
    """A policy and a value for rows of features.

    Args:
        layout: of the game.
        widths: of the global token, of a place, of the trunk.
        generator: draws the first weights; None: they are zero, to be loaded.
    """

    where: Tensor  # int64 [A] the column of each action's logit among the K that are computed
    back: Tensor  # int64 [K] the action of each column; A: of none
    focus: Tensor  # int64 [W] the features that say which place is in focus; none: [0]

    def __init__(self, layout: Layout, widths: tuple[int, int, int], generator: torch.Generator | None = None) -> None:
        super().__init__()
        self.layout, self.widths = layout, widths
        self.weights = nn.ParameterDict()
        for name, shape in shapes(layout, *widths).items():
            first = torch.zeros(shape)
            if generator is not None and len(shape) == 2:
                fan_in = {GLOBAL_ROWS: 64, PLACE_ROWS: 16}.get(name, shape[0])  # of features about so many are not zero
                fan_in = shape[1] if name in (GLOBAL_ACTIONS, PLACE_ACTIONS) else fan_in
                gain = 0.1 if name in (GLOBAL_ACTIONS, PLACE_ACTIONS) else 2**0.5
                first = torch.randn(shape, generator=generator) * gain / fan_in**0.5
            self.weights[name.replace(".", "_")] = nn.Parameter(first)
        self.sides = nn.ModuleList([Gathered(layout, False)])
        if layout.num_places:
            self.sides.append(Gathered(layout, True))
        token, row = layout.action_token.astype(np.int64), layout.action_row.astype(np.int64)
        whole, at_place = layout.num_action_rows
        where = np.where(token == 0, row, whole + (token - 1) * at_place + row)
        back = np.full(whole + layout.num_places * at_place, len(where))
        back[where] = np.arange(len(where))
        focus = layout.focus + np.arange(layout.num_places if layout.focus >= 0 else 0)
        for name, array in {"where": where, "back": back, "focus": focus}.items():
            self.register_buffer(name, torch.from_numpy(array.astype(np.int64)), persistent=False)

    def w(self, name: str) -> Tensor:
        """Return an array of weights by its name."""
        found: Tensor = self.weights[name.replace(".", "_")]
        return found

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the actions, -inf where forbidden, and the values.

        Args:
            features: uint8 [B, F or more].
            mask: [B, A or more], not 0 where allowed.
        """
        w, half = self.w, torch.bfloat16 if features.is_cuda else torch.float32
        count, places, (_, width, _) = len(features), self.layout.num_places, self.widths
        with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
            whole = self.sides[0](features, w(GLOBAL_ROWS), half) + w("whole.bias")
            if places:
                of_places = self.sides[1](features, w(PLACE_ROWS), half) + w("world.bias")
            else:
                of_places = whole.new_zeros(count, 0, width)
            focus = features[:, self.focus] if len(self.focus) else features.new_zeros(count, places)
            weights = {name: w(name) for name in shapes(self.layout, *self.widths)}
            trunk, asked, value = hidden_layers(weights, whole, of_places, focus)
        of_actions = trunk.float() @ w(GLOBAL_ACTIONS).T
        if places:
            of_actions = torch.cat([of_actions, (asked.float() @ w(PLACE_ACTIONS).T).flatten(1)], 1)
        logits = Rearranged.apply(of_actions, self.where, self.back) + w("choose.bias")
        return logits.masked_fill(mask[:, : len(self.where)] == 0, -torch.inf), value.float()

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights by the names of `agents.learned.shapes`."""
        return {name: self.w(name).detach().float().cpu().numpy() for name in shapes(self.layout, *self.widths)}

    def begin_with(self, network: PolicyValueNet) -> None:
        """Take a network's weights.

        Raises:
            ValueError: it is of other widths, or of another kind.
        """
        check_shapes(network, shapes(self.layout, *self.widths))
        self.take(network.weights)

    @torch.no_grad()
    def take(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take over the weights of an agent of the same widths."""
        for name in shapes(self.layout, *self.widths):
            self.w(name).copy_(torch.from_numpy(np.ascontiguousarray(arrays[name])))


class Rearranged(torch.autograd.Function):
    """Columns in another order, each taken once at most: gradients go back by an order, too; nothing is summed."""

    @staticmethod
    def forward(context: Any, columns: Tensor, where: Tensor, back: Tensor) -> Tensor:
        """Return columns [B, A] number `where` of [B, K]; ``back`` [K]: where each goes, A: nowhere."""
        context.save_for_backward(back)
        return columns.index_select(1, where)

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        """Return the gradient of the columns."""
        (back,) = context.saved_tensors
        return torch.nn.functional.pad(gradient, (0, 1)).index_select(1, back), None, None


class Gathered(nn.Module):
    """The first layer of the global token, or of all places, without bias."""

    index: Tensor  # int64 [W * K] the features, place by place
    rows: Tensor  # int64 [K] the rows of weights that they add
    scale: Tensor  # float32 [K] ... times this
    bucket_index: Tensor  # int64 [W * L] the features that have buckets
    bucket_rows: Tensor  # int64 [L * BUCKETS] their rows of weights
    numbers: Tensor  # uint8 [BUCKETS] from 1

    def __init__(self, layout: Layout, of_places: bool) -> None:
        super().__init__()
        self.places = layout.num_places if of_places else 0
        tokens = range(1, layout.num_places + 1) if of_places else [0]
        numbers = []
        for token in tokens:
            those = np.flatnonzero(layout.feature_token == token)
            numbers.append(those[np.argsort(layout.feature_row[those], kind="stable")])
        index = np.array(numbers)  # [W or 1, K]
        rows = layout.feature_row[index]
        assert (rows == rows[0]).all()  # every place has the same features
        in_bucket = np.flatnonzero(layout.bucket_row[index[0]] >= 0)
        bucket_rows = (layout.bucket_row[index[0][in_bucket]][:, None] + np.arange(BUCKETS)).reshape(-1)
        for name, array in {
            "index": index.reshape(-1), "rows": rows[0], "bucket_index": index[:, in_bucket].reshape(-1),
            "bucket_rows": bucket_rows,
        }.items():  # fmt: skip
            self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(array).astype(np.int64)), persistent=False)
        scale = torch.from_numpy(layout.scale[index[0]].astype(np.float32))
        self.register_buffer("scale", scale, persistent=False)
        self.register_buffer("numbers", torch.arange(1, BUCKETS + 1, dtype=torch.uint8), persistent=False)

    def forward(self, features: Tensor, weights: Tensor, dtype: torch.dtype) -> Tensor:
        """Return [B, width] of the global token, [B, W, width] of places."""
        count, sides = len(features), max(self.places, 1)
        seen = features.index_select(1, self.index).to(dtype).view(count, sides, -1)
        dense = weights[self.rows] * self.scale[:, None]
        if len(self.bucket_rows):
            value = features.index_select(1, self.bucket_index).clamp(max=BUCKETS).view(count, sides, -1, 1)
            which = (value == self.numbers).to(dtype).flatten(2)
            seen = torch.cat([seen, which], 2)
            dense = torch.cat([dense, weights[self.bucket_rows]], 0)
        sums = seen @ dense.to(dtype)
        return sums if self.places else sums[:, 0]
