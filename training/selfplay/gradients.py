"""The first and the last layer of the network for torch on a CPU, with the gradients that flow back through them.

Below: agents.learned.forward, whose compiled rows run forward. Above: policy.py. Both layers touch only features that
are not zero and actions that are allowed, a fortieth of all there are. dense.py says the same in plain torch: tests
hold the gradients against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.learned.forward import (
    BUCKETS,
    WORDS,
    Indices,
    Masks,
    Matrix,
    Rows,
    Tensor3,
    Tokens,
    Weights,
    action_logits,
    find,
    sum_rows,
)
from agents.learned.layout import Layout
from ow_env.core.jit import rules_of

Taken: TypeAlias = NDArray[np.int64]  # [B] actions, as torch counts
Allowed: TypeAlias = NDArray[np.int32]  # [B, M]

rule = rules_of(
    "selfplay",
    "network",
    options={"fastmath": True},  # gradients may be summed in any order
    Taken=np.dtype((np.int64, (1,))),
    Allowed=np.dtype((np.int32, (1, 1))),
    **WORDS,
)


@rule
def token_sums(
    features: Rows, token: Tokens, row: Tokens, scale: Weights, bucket: Tokens, global_rows: Matrix, place_rows: Matrix,
    global_sums: Matrix, place_sums: Tensor3, found: Indices,
) -> None:  # fmt: skip
    """Add the first layer's sums of every row to global_sums [B, G] and place_sums [B, W, D]; see `sum_rows`."""
    for b in range(features.shape[0]):
        sum_rows(features[b], token, row, scale, bucket, global_rows, place_rows, global_sums[b], place_sums[b], found)


@rule
def token_sums_back(
    features: Rows, token: Tokens, row: Tokens, scale: Weights, bucket: Tokens, to_global_rows: Matrix,
    to_place_rows: Matrix, of_global: Matrix, of_places: Tensor3, found: Indices,
) -> None:  # fmt: skip
    """Add to the rows' gradients [V, G] and [V', D] what those of the sums [B, G] and [B, W, D] give them.

    found [F + 1] is scratch.
    """
    for b in range(features.shape[0]):
        for k in range(find(features[b], found)):
            i = found[k]
            value = np.int32(features[b, i])
            times = np.float32(value) * scale[i]
            at = bucket[i] + min(value, np.int32(BUCKETS)) - 1
            if token[i] == 0:
                slope = of_global[b]
                to = to_global_rows[row[i]]
                for d in range(len(to)):
                    to[d] += times * slope[d]
                if bucket[i] >= 0:
                    to = to_global_rows[at]
                    for d in range(len(to)):
                        to[d] += slope[d]
            else:
                slope = of_places[b, token[i] - 1]
                to = to_place_rows[row[i]]
                for d in range(len(to)):
                    to[d] += times * slope[d]
                if bucket[i] >= 0:
                    to = to_place_rows[at]
                    for d in range(len(to)):
                        to[d] += slope[d]


@rule
def log_probs_of(
    masks: Masks, token: Tokens, row: Tokens, by_global: Matrix, by_place: Matrix, bias: Weights, trunk: Matrix,
    places: Tensor3, actions: Taken, allowed: Allowed, log_probs: Matrix, counts: Indices, log_prob: Weights,
    entropy: Weights, found: Indices, logits: Weights,
) -> None:  # fmt: skip
    """Write the log probability of each row's action and the entropy of its policy.

    All up to ``places`` are as in `agents.learned.forward.action_logits`, for B rows. actions: [B], each allowed.
    Written are allowed: int32 [B, M] the allowed actions, counts: int32 [B] how many, log_probs: float32 [B, M] of
    each, log_prob: float32 [B] and entropy: float32 [B]. found [A + 1] and logits [A] are scratch.
    """
    for b in range(masks.shape[0]):
        count = action_logits(masks[b], token, row, by_global, by_place, bias, trunk[b], places[b], found, logits)
        counts[b] = count
        top = np.float32(-3e38)
        for k in range(count):
            allowed[b, k] = found[k]
            top = max(top, logits[k])
        total = np.float32(0.0)
        for k in range(count):
            total += np.exp(logits[k] - top)
        total = top + np.log(total)
        spread = np.float32(0.0)
        for k in range(count):
            log_probs[b, k] = logits[k] - total
            spread -= np.exp(log_probs[b, k]) * log_probs[b, k]
            if allowed[b, k] == actions[b]:
                log_prob[b] = log_probs[b, k]
        entropy[b] = spread


@rule
def log_probs_back(
    trunk: Matrix, places: Tensor3, by_global: Matrix, by_place: Matrix, token: Tokens, row: Tokens, actions: Taken,
    allowed: Allowed, log_probs: Matrix, counts: Indices, entropy: Weights, of_log_prob: Weights, of_entropy: Weights,
    to_trunk: Matrix, to_places: Tensor3, to_global: Matrix, to_place: Matrix, to_bias: Weights,
) -> None:  # fmt: skip
    """Add to the gradients `to_*` what those of log probability [B] and entropy [B] give them.

    With p the policy and H its entropy: d log p_a / d logit_k = [k = a] - p_k, d H / d logit_k = -p_k (log p_k + H).
    """
    for b in range(trunk.shape[0]):
        for k in range(counts[b]):
            a = allowed[b, k]
            prob = np.exp(log_probs[b, k])
            slope = -of_log_prob[b] * prob - of_entropy[b] * prob * (log_probs[b, k] + entropy[b])
            if a == actions[b]:
                slope += of_log_prob[b]
            to_bias[a] += slope
            if token[a] == 0:
                of, by, to_of, to_by = trunk[b], by_global[row[a]], to_trunk[b], to_global[row[a]]
            else:
                w = token[a] - 1
                of, by, to_of, to_by = places[b, w], by_place[row[a]], to_places[b, w], to_place[row[a]]
            for d in range(len(of)):
                to_of[d] += slope * by[d]
                to_by[d] += slope * of[d]


class TokenSums(torch.autograd.Function):
    """Observations to the first layer's sums, without biases; `dense.token_sums` says the same."""

    @staticmethod
    def forward(
        ctx: Any, layout: Layout, features: Tensor, global_rows: Tensor, place_rows: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return global [B, G] and of places [B, W, D]."""
        features = features.contiguous()
        ctx.layout, ctx.features, ctx.shapes = layout, features, (global_rows.shape, place_rows.shape)
        global_sums = torch.zeros(len(features), global_rows.shape[1])
        place_sums = torch.zeros(len(features), layout.num_places, place_rows.shape[1])
        token_sums(
            features.numpy(), layout.feature_token, layout.feature_row, layout.scale, layout.bucket_row,
            global_rows.detach().numpy(), place_rows.detach().numpy(), global_sums.numpy(), place_sums.numpy(),
            np.empty(features.shape[1] + 1, np.int32),
        )  # fmt: skip
        return global_sums, place_sums

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> Any:
        """Return the gradients of both arrays of weights."""
        layout = ctx.layout
        to_global_rows, to_place_rows = (torch.zeros(shape) for shape in ctx.shapes)
        of_global, of_places = (slope.contiguous().numpy() for slope in slopes)
        token_sums_back(
            ctx.features.numpy(), layout.feature_token, layout.feature_row, layout.scale, layout.bucket_row,
            to_global_rows.numpy(), to_place_rows.numpy(), of_global, of_places,
            np.empty(ctx.features.shape[1] + 1, np.int32),
        )  # fmt: skip
        return None, None, to_global_rows, to_place_rows


class LogProbs(torch.autograd.Function):
    """The log probability of the actions taken, and the entropy of the policy."""

    @staticmethod
    def forward(
        ctx: Any, layout: Layout, mask: Tensor, actions: Tensor, trunk: Tensor, places: Tensor,
        by_global: Tensor, by_place: Tensor, bias: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """Return log probability [B] and entropy [B]."""
        arrays = tuple(x.detach().contiguous().numpy() for x in (trunk, places, by_global, by_place, bias))
        flags = mask.contiguous().numpy().view(np.int8)
        taken = np.ascontiguousarray(actions.numpy(), np.int64)
        most = int(np.count_nonzero(flags, axis=1).max(initial=1))
        allowed = np.zeros((len(flags), most), np.int32)
        log_probs = np.zeros((len(flags), most), np.float32)
        counts = np.zeros(len(flags), np.int32)
        log_prob, entropy = np.zeros(len(flags), np.float32), np.zeros(len(flags), np.float32)
        log_probs_of(
            flags, layout.action_token, layout.action_row, arrays[2], arrays[3], arrays[4], arrays[0], arrays[1],
            taken, allowed, log_probs, counts, log_prob, entropy,
            np.empty(flags.shape[1] + 1, np.int32), np.empty(flags.shape[1], np.float32),
        )  # fmt: skip
        ctx.layout, ctx.arrays = layout, arrays
        ctx.known = (taken, allowed, log_probs, counts, entropy)
        return torch.from_numpy(log_prob), torch.from_numpy(entropy)

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> Any:
        """Return the gradients of the inputs that have one."""
        layout, (trunk, places, by_global, by_place, _) = ctx.layout, ctx.arrays
        taken, allowed, log_probs, counts, entropy = ctx.known
        to = tuple(np.zeros_like(array) for array in ctx.arrays)
        of_log_prob, of_entropy = (slope.contiguous().numpy() for slope in slopes)
        log_probs_back(
            trunk, places, by_global, by_place, layout.action_token, layout.action_row, taken, allowed, log_probs,
            counts, entropy, of_log_prob, of_entropy, to[0], to[1], to[2], to[3], to[4],
        )  # fmt: skip
        return None, None, None, *(torch.from_numpy(array) for array in to)


class Shared(torch.autograd.Function):
    """A function of rows and weights, its rows shared among threads, forward and back.

    Each thread has a piece of the rows and a graph of its own; their gradients are added up in the order of the rows,
    so the result is the same on every run, though not to the last digit that of another number of threads.
    """

    @staticmethod
    def forward(ctx: Any, function: Any, pool: Executor, pieces: int, rows: Sequence[Tensor], *weights: Tensor) -> Any:
        """Return what function(rows, weights) does: tensors, one entry a row."""

        def run(piece: Sequence[Tensor]) -> tuple[list[Tensor], tuple[Tensor, ...]]:
            with torch.enable_grad():
                own = [weight.detach().requires_grad_() for weight in weights]
                return own, function(piece, own)

        split = zip(*(tensor.tensor_split(pieces) for tensor in rows), strict=True)
        ctx.pool, ctx.done = pool, list(pool.map(run, split))
        parts = zip(*(outputs for _, outputs in ctx.done), strict=True)
        return tuple(torch.cat([part.detach() for part in some]) for some in parts)

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> Any:
        """Return the gradients of the weights."""

        def run(job: tuple[tuple[list[Tensor], tuple[Tensor, ...]], Sequence[Tensor]]) -> Any:
            (own, outputs), of_outputs = job
            return torch.autograd.grad(outputs, own, of_outputs, allow_unused=True)

        lengths = [len(outputs[0]) for _, outputs in ctx.done]
        split = zip(*(torch.split(slope, lengths) for slope in slopes), strict=True)
        totals: list[Tensor | None] = []
        for found in ctx.pool.map(run, zip(ctx.done, split, strict=True)):
            if not totals:
                totals = list(found)
            else:
                for total, one in zip(totals, found, strict=True):
                    if total is not None:
                        total += one
        return None, None, None, None, *totals
