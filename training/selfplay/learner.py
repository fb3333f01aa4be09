"""A network under training as compiled code takes it: it acts for many decisions, and finds a minibatch's gradients.

Below: forward.py, gradients.py, tiles.py, decisions.py, policy.py. Above: ppo.py, train.py. Each thread takes a piece
of the rows and has scratch memory and gradients of its own, which are added up in the order of the threads: the result
is the same on every run with as many threads, though not to the last digit that of another number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from agents.learned import Layout, PolicyValueNet
from ow_env.core.observation import Observation
from training.selfplay.decisions import no_decisions, parts_of
from training.selfplay.forward import Decided, Net, Where, act, aligned, embed, new_block, record, refer
from training.selfplay.gradients import STATS, Back, embed_back, learn, transpose
from training.selfplay.policy import TrainableNet
from training.selfplay.tiles import padded

Array: TypeAlias = NDArray[np.float32]
LEAST_SHARED = 64  # decisions a thread is woken for
NOT_TURNED = ("value_trunk", "choose_whole", "choose_world")
TURNED = tuple(name for name in Back._fields if name not in NOT_TURNED)
AS_THEY_ARE = ("choose_bias", "value_bias")  # vectors that are read number by number, never a tile at a time


@dataclass(frozen=True)
class Embedded:
    """Some groups of an array whose rows follow in part from cards; see `forward.embed`."""

    array: str
    row: NDArray[np.int32]
    card: NDArray[np.int32]
    end: NDArray[np.int32]
    matrices: Array  # [groups E, N], whole tiles
    slopes: Array  # likewise: their gradients


class Learner:
    """The compiled twin of a `TrainableNet` on a CPU. Where widths are whole tiles it shares the parameters' memory.

    Args:
        network: whose parameters are read, and given gradients.
        legal: actions of a decision, at most.
        threads: that share the work.
    """

    def __init__(self, network: TrainableNet, legal: int, threads: int) -> None:
        self.network, self.threads = network, threads
        self.pool = ThreadPoolExecutor(threads - 1, "selfplay") if threads > 1 else None
        self.where = where_of(network.layout)
        self.mirrors: list[tuple[Array, Array]] = []  # (parameter, what the kernels read); in whole tiles or the same
        self.slopes: list[tuple[torch.nn.Parameter, torch.Tensor]] = []  # (parameter, its gradient among whole tiles)
        self.net = Net(**{name: self.mirror(name) for name in Net._fields})
        self.back = Back(**{name: self.turned(name) for name in Back._fields})
        self.totals = [new_net(self.net) for _ in range(threads)]  # of each thread: all gradients, and as a `Net`
        for name, slopes in self.totals[0][1]._asdict().items():
            if name in network.arrays:
                self.give(network.get_parameter(name), slopes)
        self.embedded = self.embed_in_pieces()
        width = padded(network.card.shape[1])
        self.cards = aligned((len(network.card), width))
        self.card_slopes = [aligned(self.cards.shape) for _ in range(threads)]
        self.blocks = [new_block(self.where, widths_of(self.net), legal) for _ in range(threads)]
        self.refresh()

    # ── What is shared with the parameters ───────────────────────────────────────────────────────

    def mirror(self, name: str) -> Array:
        """Return an array of weights as the kernels read it."""
        if name not in self.network.arrays:
            return nothing(name)
        array = self.network.get_parameter(name).detach().numpy()
        mirrored = in_tiles(name, array)
        if mirrored is array and name not in self.network.card_arrays:
            return array
        mirrored = mirrored.copy() if mirrored is array else mirrored
        self.mirrors.append((array, mirrored))
        return mirrored

    def give(self, parameter: torch.nn.Parameter, slopes: Array) -> None:
        """Let a parameter have its gradient from what the kernels write."""
        found = torch.from_numpy(slopes)[..., : parameter.shape[-1]]
        self.slopes.append((parameter, found.view(parameter.shape)))

    def turned(self, name: str) -> Array:
        """Return weights as gradients flow back through them: memory for a matrix transposed."""
        array: Array = getattr(self.net, name)
        return array if name in NOT_TURNED else aligned((array.shape[1], padded(array.shape[0])))

    def embed_in_pieces(self) -> list[list[Embedded]]:
        """Return for each thread the groups of rows that it computes from their cards."""
        pieces: list[list[Embedded]] = [[] for _ in range(self.threads)]
        for name in self.network.card_arrays:
            parameter = self.network.get_parameter(name + "_of_cards")
            matrices = parameter.detach().numpy().reshape(-1, parameter.shape[2])
            if matrices.shape[1] % padded(1):
                mirrored = aligned((len(matrices), padded(matrices.shape[1])))
                self.mirrors.append((matrices, mirrored))
                matrices = mirrored
            slopes = aligned(matrices.shape)
            self.give(parameter, slopes)
            groups = self.network.groups[name]
            width = parameter.shape[1]
            for thread, some in enumerate(np.array_split(np.arange(len(groups)), self.threads)):
                if len(some):
                    mine = slice(some[0] * width, (some[-1] + 1) * width)
                    taken = [groups[k] for k in some]
                    pieces[thread].append(
                        Embedded(
                            name,
                            np.concatenate([group.rows for group in taken]).astype(np.int32),
                            np.concatenate([group.cards for group in taken]).astype(np.int32),
                            np.cumsum([len(group.rows) for group in taken]).astype(np.int32),
                            matrices[mine],
                            slopes[mine],
                        )
                    )
        return pieces

    def refresh(self) -> None:
        """Read the parameters again: they have changed."""
        for array, mirrored in self.mirrors:
            mirrored[..., : array.shape[-1]] = array
        network = self.network
        with torch.no_grad():
            width = network.card.shape[1]
            self.cards[:, :width] = network.cards().numpy()

        def fold(thread: int) -> None:
            for piece in self.embedded[thread]:
                rows = getattr(self.net, piece.array)
                embed(self.cards, piece.matrices, width, piece.row, piece.card, piece.end, rows)
            for name in TURNED[thread :: self.threads]:
                transpose(getattr(self.net, name), getattr(self.back, name))

        self.share(fold)

    # ── Work ─────────────────────────────────────────────────────────────────────────────────────

    def share(self, work: Callable[[int], None], threads: int | None = None) -> None:
        """Run work(0), work(1) ... side by side, the first here."""
        others = [self.pool.submit(work, thread) for thread in range(1, threads or self.threads)] if self.pool else []
        work(0)
        for other in others:
            other.result()

    def act(self, decided: Decided, ids: NDArray[np.int64], draws: NDArray[np.float64]) -> None:
        """Choose for decisions ids [B] by uniform draws [B]; write actions, the logs of their probabilities, values."""
        threads = self.threads if len(ids) >= LEAST_SHARED * self.threads else 1
        rows = pieces(len(ids), threads)
        self.share(lambda k: act(self.net, self.where, decided, ids[rows[k]], draws[rows[k]], self.blocks[k]), threads)

    def refer(self, net: Net, decided: Decided, ids: NDArray[np.int64]) -> None:
        """Write the logs of another network's probabilities as the `reference` of decisions ids [B].

        ``net`` is of the same layout and widths.
        """
        rows = pieces(len(ids), self.threads)
        self.share(lambda k: refer(net, self.where, decided, ids[rows[k]], self.blocks[k]))

    def learn(
        self, decided: Decided, ids: NDArray[np.int64], advantages: Array, clip: float, entropy_weight: float,
        value_weight: float, teacher_weight: float = 0.0, magnet_weight: float = 0.0,
    ) -> NDArray[np.float64]:  # fmt: skip
        """Set the parameters' gradients to those of a minibatch's loss; return the means over it that `loss` sums up.

        Args:
            decided: holds the decisions.
            ids: [B] their numbers.
            advantages: [B] normalised.
            clip: see `gradients.loss`, as the next two.
            entropy_weight: see there.
            value_weight: see there.
            teacher_weight: see there.
            magnet_weight: see there.
        """
        rows = pieces(len(ids), self.threads)
        stats = np.zeros((self.threads, STATS))

        def work(k: int) -> None:
            self.totals[k][0][:] = 0
            learn(
                self.net, self.back, self.where, decided, ids[rows[k]], advantages[rows[k]], clip, entropy_weight,
                value_weight, teacher_weight, magnet_weight, len(ids), self.blocks[k], self.totals[k][1], stats[k],
            )  # fmt: skip

        self.share(work)
        self.add_up()
        total: NDArray[np.float64] = stats.sum(0) / len(ids)
        return total

    def add_up(self) -> None:
        """Add up the threads' gradients, carry them on to the cards, and hand them to the parameters."""
        flat, net = self.totals[0]
        network = self.network
        width = network.card.shape[1]
        halves = pieces(len(flat), self.threads)

        def sums(k: int) -> None:
            for other, _ in self.totals[1:]:
                flat[halves[k]] += other[halves[k]]

        def cards(k: int) -> None:
            self.card_slopes[k][:] = 0
            for piece in self.embedded[k]:
                piece.slopes[:] = 0
                slopes = getattr(net, piece.array)
                embed_back(
                    self.cards, piece.matrices, width, piece.row, piece.card, piece.end, slopes, self.card_slopes[k],
                    piece.slopes,
                )  # fmt: skip

        self.share(sums)
        self.share(cards)
        with torch.no_grad():
            for parameter, slopes in self.slopes:
                parameter.grad = slopes.contiguous()  # the fused Adam reads no strides
            of_cards = torch.from_numpy(sum_of(self.card_slopes)[:, :width])
            network.card.grad = of_cards.contiguous()
            network.of_print.grad = network.get_buffer("printed").T @ of_cards


class CheckpointPlayer:
    """A checkpoint as an opponent, by the kernels that the learner acts by: it draws from its policy.

    Args:
        network: of the checkpoint.
        legal: actions of a decision, at most.
    """

    def __init__(self, network: PolicyValueNet, legal: int) -> None:
        self.where = where_of(network.layout)
        self.net = net_of(network)
        self.block = new_block(self.where, widths_of(self.net), legal)

    def choose(self, observation: Observation, draws: NDArray[np.float64]) -> NDArray[np.int32]:
        """Return one allowed action id for each row, decided by uniform draws [B] from [0, 1)."""
        rows, ids = observation.sparse, np.arange(len(draws))
        decided = no_decisions(len(rows), rows.feature_index.shape[1], rows.legal.shape[1], self.where.num_places)
        record(self.where, *parts_of(rows), ids, decided, 0)
        act(self.net, self.where, decided, ids, draws, self.block)
        return decided.action


def net_of(network: PolicyValueNet) -> Net:
    """Return the weights of a network as the kernels read them."""
    weights = {name.replace(".", "_"): array for name, array in network.weights.items()}
    return Net(**{n: in_tiles(n, weights[n]) if n in weights else nothing(n) for n in Net._fields})


def in_tiles(name: str, array: Array) -> Array:
    """Return an array of weights in whole tiles: itself, or a copy with zeros beyond its width."""
    width = array.shape[-1] if name in AS_THEY_ARE else padded(array.shape[-1])
    if array.shape[-1] == width:
        return array
    wider = aligned((*array.shape[:-1], width))
    wider[..., : array.shape[-1]] = array
    return wider


def nothing(name: str) -> Array:
    """Return in place of an array of weights that a network without places does not have."""
    return np.zeros((0,) if name.endswith("bias") else (0, 0), np.float32)


def widths_of(net: Net) -> tuple[int, int, int]:
    """Return G, D and T, in whole tiles."""
    return net.whole_bias.size, net.world_bias.size, net.trunk_bias.size


def sum_of(arrays: Iterable[Array]) -> Array:
    """Return the sum of arrays, added up in order."""
    first, *others = arrays
    for other in others:
        first = first + other
    return first


def pieces(size: int, threads: int) -> list[slice]:
    """Return the piece of so many rows that each thread takes."""
    ends = [size * k // threads for k in range(threads + 1)]
    return [slice(begin, end) for begin, end in pairwise(ends)]


def new_net(like: Net) -> tuple[Array, Net]:
    """Return memory for the gradients of a network: all of it as one array, and its parts."""
    sizes = [-(-array.size // 16) * 16 for array in like]  # each begins where a line of the cache does
    flat = aligned((sum(sizes),))
    firsts = np.cumsum([0, *sizes])
    return flat, Net(*(flat[first : first + a.size].reshape(a.shape) for first, a in zip(firsts, like, strict=False)))


def where_of(layout: Layout) -> Where:
    """Return what the kernels need of a layout."""
    focus = layout.focus if layout.focus >= 0 else -1 - layout.num_places - len(layout.feature_token)
    return Where(
        layout.num_places, focus, layout.feature_token, layout.feature_row, layout.scale, layout.bucket_row,
        layout.action_token, layout.action_row,
    )  # fmt: skip
