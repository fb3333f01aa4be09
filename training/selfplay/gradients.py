"""The first and the last layer of `agents.network` for torch: what flows back through them.

Below: agents.network, whose kernels run forward. Above: policy.py. On a CPU both layers touch only numbers that are
not zero and actions that are allowed, a fortieth of all there are. `*_dense` say the same in plain torch: they run
on a GPU, and tests hold the kernels against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.network import (
    ARRAYS,
    FAST,
    LEVELS,
    Bytes,
    Layout,
    Places,
    Rows,
    Vector,
    Weights,
    Worlds,
    find,
    read_rows,
)  # fmt: skip
from ow_env.core.jit import rules_of

Taken: TypeAlias = NDArray[np.int64]  # [B] actions, as torch counts
Allowed: TypeAlias = NDArray[np.int32]  # [B, M]

rule = rules_of(
    "selfplay",
    "network",
    options=FAST,
    Taken=np.dtype((np.int64, (1,))),
    Allowed=np.dtype((np.int32, (1, 1))),
    **ARRAYS,
)


@rule
def read_back(
    seen: Bytes, bag: Places, row: Rows, scale: Vector, level: Rows, of_whole: Weights, of_world: Weights,
    whole: Weights, worlds: Worlds, found: Rows,
) -> None:  # fmt: skip
    """Add to the rows' gradients [V, G] and [V', D] what those of whole [B, G] and worlds [B, W, D] give them.

    found [F + 1] is worked in.
    """
    for b in range(seen.shape[0]):
        for k in range(find(seen[b], found)):
            i = found[k]
            value = np.int32(seen[b, i])
            times = np.float32(value) * scale[i]
            above = level[i] + min(value, np.int32(LEVELS)) - 1
            if bag[i] == 0:
                slope = whole[b]
                to = of_whole[row[i]]
                for d in range(len(to)):
                    to[d] += times * slope[d]
                if level[i] >= 0:
                    to = of_whole[above]
                    for d in range(len(to)):
                        to[d] += slope[d]
            else:
                slope = worlds[b, bag[i] - 1]
                to = of_world[row[i]]
                for d in range(len(to)):
                    to[d] += times * slope[d]
                if level[i] >= 0:
                    to = of_world[above]
                    for d in range(len(to)):
                        to[d] += slope[d]


@rule
def value_allowed(
    trunk: Weights, worlds: Worlds, by_whole: Weights, by_world: Weights, bias: Vector, place: Places, choice: Rows,
    mask: Bytes, actions: Taken, allowed: Allowed, log_chances: Weights, counts: Rows, log_chance: Vector,
    entropy: Vector, found: Rows,
) -> None:  # fmt: skip
    """Write the log chance of each row's action and the entropy of its choice.

    All up to ``mask`` are as in `agents.network.choose_actions`. actions: [B], each allowed. Written are
    allowed: int32 [B, M] the allowed actions, counts: int32 [B] how many, log_chances: float32 [B, M] of each,
    log_chance: float32 [B] and entropy: float32 [B]. found [A + 1] is worked in.
    """
    for b in range(mask.shape[0]):
        n = find(mask[b], found)
        for k in range(n):
            allowed[b, k] = found[k]
        counts[b] = n
        top = np.float32(-3e38)
        for k in range(n):
            a = allowed[b, k]
            total = bias[a]
            if place[a] == 0:
                of, by = trunk[b], by_whole[choice[a]]
            else:
                of, by = worlds[b, place[a] - 1], by_world[choice[a]]
            for d in range(len(of)):
                total += of[d] * by[d]
            log_chances[b, k] = total
            top = max(top, total)
        whole = np.float32(0.0)
        for k in range(n):
            whole += np.exp(log_chances[b, k] - top)
        whole = top + np.log(whole)
        spread = np.float32(0.0)
        for k in range(n):
            log_chances[b, k] -= whole
            spread -= np.exp(log_chances[b, k]) * log_chances[b, k]
            if allowed[b, k] == actions[b]:
                log_chance[b] = log_chances[b, k]
        entropy[b] = spread


@rule
def value_back(
    trunk: Weights, worlds: Worlds, by_whole: Weights, by_world: Weights, place: Places, choice: Rows, actions: Taken,
    allowed: Allowed, log_chances: Weights, counts: Rows, entropy: Vector, of_log_chance: Vector, of_entropy: Vector,
    to_trunk: Weights, to_worlds: Worlds, to_whole: Weights, to_world: Weights, to_bias: Vector,
) -> None:  # fmt: skip
    """Add to the gradients `to_*` what those of log chance [B] and entropy [B] give them."""
    for b in range(trunk.shape[0]):
        for k in range(counts[b]):
            a = allowed[b, k]
            chance = np.exp(log_chances[b, k])
            slope = -of_log_chance[b] * chance - of_entropy[b] * chance * (log_chances[b, k] + entropy[b])
            if a == actions[b]:
                slope += of_log_chance[b]
            to_bias[a] += slope
            if place[a] == 0:
                of, by, to_of, to_by = trunk[b], by_whole[choice[a]], to_trunk[b], to_whole[choice[a]]
            else:
                w = place[a] - 1
                of, by, to_of, to_by = worlds[b, w], by_world[choice[a]], to_worlds[b, w], to_world[choice[a]]
            for d in range(len(of)):
                to_of[d] += slope * by[d]
                to_by[d] += slope * of[d]


class Read(torch.autograd.Function):
    """Observations to the sums of their rows of weights, without biases."""

    @staticmethod
    def forward(ctx: Any, layout: Layout, seen: Tensor, of_whole: Tensor, of_world: Tensor) -> tuple[Tensor, Tensor]:
        """Return whole [B, G] and worlds [B, W, D]."""
        seen = seen.contiguous()
        ctx.layout, ctx.seen, ctx.shapes = layout, seen, (of_whole.shape, of_world.shape)
        whole = torch.zeros(len(seen), of_whole.shape[1])
        worlds = torch.zeros(len(seen), layout.worlds, of_world.shape[1])
        read_rows(
            seen.numpy(), layout.bag, layout.row, layout.scale, layout.level,
            of_whole.detach().numpy(), of_world.detach().numpy(), whole.numpy(), worlds.numpy(),
            np.empty(seen.shape[1] + 1, np.int32),
        )  # fmt: skip
        return whole, worlds

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> Any:
        """Return the gradients of both tables."""
        layout = ctx.layout
        of_whole, of_world = (torch.zeros(shape) for shape in ctx.shapes)
        whole, worlds = (slope.contiguous().numpy() for slope in slopes)
        read_back(
            ctx.seen.numpy(), layout.bag, layout.row, layout.scale, layout.level,
            of_whole.numpy(), of_world.numpy(), whole, worlds, np.empty(ctx.seen.shape[1] + 1, np.int32),
        )  # fmt: skip
        return None, None, of_whole, of_world


class Value(torch.autograd.Function):
    """The log chance of the actions taken, and the entropy of the choice."""

    @staticmethod
    def forward(
        ctx: Any, layout: Layout, mask: Tensor, actions: Tensor, trunk: Tensor, worlds: Tensor,
        by_whole: Tensor, by_world: Tensor, bias: Tensor,
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """Return log chance [B] and entropy [B]."""
        arrays = tuple(x.detach().contiguous().numpy() for x in (trunk, worlds, by_whole, by_world, bias))
        flags = mask.contiguous().numpy().view(np.uint8)
        taken = np.ascontiguousarray(actions.numpy(), np.int64)
        most = int(np.count_nonzero(flags, axis=1).max(initial=1))
        allowed = np.zeros((len(flags), most), np.int32)
        log_chances = np.zeros((len(flags), most), np.float32)
        counts = np.zeros(len(flags), np.int32)
        log_chance, entropy = np.zeros(len(flags), np.float32), np.zeros(len(flags), np.float32)
        known = (taken, allowed, log_chances, counts, entropy)
        value_allowed(
            arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], layout.place, layout.choice,
            flags, taken, allowed, log_chances, counts, log_chance, entropy, np.empty(flags.shape[1] + 1, np.int32),
        )  # fmt: skip
        ctx.layout, ctx.arrays = layout, arrays
        ctx.known = known
        return torch.from_numpy(log_chance), torch.from_numpy(entropy)

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> Any:
        """Return the gradients of the inputs that have one."""
        layout, (trunk, worlds, by_whole, by_world, _) = ctx.layout, ctx.arrays
        taken, allowed, log_chances, counts, entropy = ctx.known
        to = tuple(np.zeros_like(array) for array in ctx.arrays)
        of_log_chance, of_entropy = (slope.contiguous().numpy() for slope in slopes)
        value_back(
            trunk, worlds, by_whole, by_world, layout.place, layout.choice, taken, allowed, log_chances, counts,
            entropy, of_log_chance, of_entropy, to[0], to[1], to[2], to[3], to[4],
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


def read_dense(layout: Layout, seen: Tensor, of_whole: Tensor, of_world: Tensor) -> tuple[Tensor, Tensor]:
    """Do what `Read` does, in plain torch, on any device."""
    device = seen.device
    row, scale, level, bag = (
        torch.as_tensor(array, device=device) for array in (layout.row, layout.scale, layout.level, layout.bag)
    )
    b, i = seen.nonzero(as_tuple=True)
    value = seen[b, i].long()
    sums = []
    for table, inside in ((of_whole, bag[i] == 0), (of_world, bag[i] > 0)):
        at, number, times = b[inside], i[inside], value[inside]
        if table is of_world:
            at = at * layout.worlds + bag[number].long() - 1
        size = len(seen) * (layout.worlds if table is of_world else 1)
        total = torch.zeros(size, table.shape[1], device=device, dtype=table.dtype)
        total = total.index_add(0, at, table[row[number].long()] * (times * scale[number])[:, None])
        stepped = level[number] >= 0
        rows = level[number[stepped]].long() + times[stepped].clamp(max=LEVELS) - 1
        sums.append(total.index_add(0, at[stepped], table[rows]))
    return sums[0], sums[1].reshape(len(seen), layout.worlds, of_world.shape[1])


def logits_dense(
    layout: Layout, trunk: Tensor, worlds: Tensor, by_whole: Tensor, by_world: Tensor, bias: Tensor
) -> Tensor:
    """Return the value of every action, allowed or not: [B, A]."""
    device = trunk.device
    place, choice = (torch.as_tensor(x, device=device).long() for x in (layout.place, layout.choice))
    logits = trunk.new_zeros(len(trunk), len(place))
    of_whole = (place == 0).nonzero().flatten()
    logits[:, of_whole] = (trunk @ by_whole.T)[:, choice[of_whole]]
    of_world = (place > 0).nonzero().flatten()
    if len(of_world):
        every = worlds @ by_world.T  # [B, W, K]
        logits[:, of_world] = every[:, place[of_world] - 1, choice[of_world]]
    return logits + bias
