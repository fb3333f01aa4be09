"""Sparse rows: indices and values of the non-zero bytes.

Below: bits.py, rng.py (whose rules these stand beside). Above: kernels.py, which writes both forms; readers of the
sparse one. A game writes dense rows only, one function for its masks and one for its observations; non-zero bytes are
then found 64 bytes at a time. So both forms always agree, and `dense` converts sparse rows back.

Shapes: capacity K in a row, C entries in use. Entries beyond C are 0, indices and values alike, so a padded row can
be summed as it is and reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.compiled.array_types import type_of
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import WIDTH, count_ones, lowest, which_not_zero, without_lowest
from ow_env.core.rng import Bits, core_rule, rule

Places: TypeAlias = npt.NDArray[np.int32]  # [K] numbers of features or of actions
RowsOfPlaces: TypeAlias = npt.NDArray[np.int32]  # [B, K]
RowsOfBytes: TypeAlias = npt.NDArray[np.uint8]  # [B, F]
RowsOfFlags: TypeAlias = npt.NDArray[np.int8]  # [B, A]

WORDS: dict[str, np.dtype[Any]] = {  # what the annotations mean, for `rules_of`
    "Places": np.dtype((np.int32, (1,))),
    "RowsOfPlaces": np.dtype((np.int32, (1, 1))),
    "RowsOfBytes": np.dtype((np.uint8, (1, 1))),
    "RowsOfFlags": np.dtype((np.int8, (1, 1))),
}
core_rule.library.types |= {word: type_of(dtype) for word, dtype in WORDS.items()}

AT_ONCE = 4  # places that are written without a look at how many there are: what is too much is overwritten
CHUNKS = 64  # of WIDTH bytes, which of them have something being a word again
NONE = np.uint64(0)


# ── For compiled code ────────────────────────────────────────────────────────────────────────────


@rule
def chunks_in_use(row: Observation, first: int, chunks: int) -> Bits:
    """Return bit i set where chunk i of a row, counted from the place ``first``, has something else than zeros."""
    some = NONE
    for chunk in range(chunks):
        some |= np.uint64(which_not_zero(row, first + chunk * WIDTH) != NONE) << np.uint64(chunk)
    return some


@rule
def nonzero(row: Observation, places: Places) -> int:
    """Write where a row [F] is not zero to places [K], in increasing order; return how many those are.

    If there are more than K, only the first K are written. Most time would go into branches that nobody can foresee:
    so empty chunks are sorted out first, and of the others four places are written before it is asked whether there
    were four. Indices without a sign need not be looked at for being counted from the end.
    """
    size, room = row.shape[0], places.shape[0]
    whole = size // WIDTH
    count = 0
    for block in range(0, whole, CHUNKS):
        some = chunks_in_use(row, block * WIDTH, min(whole - block, CHUNKS))
        while some != NONE:
            first = (block + lowest(some)) * WIDTH
            some = without_lowest(some)
            bits = which_not_zero(row, first)
            end = count + count_ones(bits)
            if end + AT_ONCE <= room:
                for here in range(count, end, AT_ONCE):
                    for k in range(AT_ONCE):
                        places[np.uint64(here + k)] = first + lowest(bits)
                        bits = without_lowest(bits)
            else:
                for here in range(count, min(end, room)):
                    places[here] = first + lowest(bits)
                    bits = without_lowest(bits)
            count = end
    for place in range(whole * WIDTH, size):
        if row[place] != 0:
            if count < room:
                places[count] = place
            count += 1
    return count


@rule
def written_up_to(count: int, before: int, room: int) -> int:
    """Return where what may not be 0 ends of K = ``room`` entries, after `nonzero` has written to them.

    Args:
        count: how many it found; it may have written a few entries more.
        before: how many were in use before.
        room: K.
    """
    return min(max(before, count + AT_ONCE), room)


@rule
def pack(row: Observation, places: Places, values: Observation, before: int) -> int:
    """Write where a row [F] is not zero to places [K], and what stands there to values [K]; return how many those are.

    Args:
        row: read.
        places: written; 0 beyond the number returned.
        values: likewise.
        before: how many entries were in use before.
    """
    count = nonzero(row, places)
    kept = min(count, places.shape[0])
    for k in range(kept):
        values[np.uint64(k)] = row[np.uint64(places[np.uint64(k)])]
    for k in range(kept, written_up_to(kept, before, places.shape[0])):
        places[k] = 0
        values[k] = 0
    return count


@rule
def pack_mask(mask: Mask, ids: Places, before: int) -> int:
    """Write the ids that a mask [A] allows to ids [K], 0 beyond them; return how many those are. Else as `pack`."""
    count = nonzero(mask.view(np.uint8), ids)
    for k in range(count, written_up_to(count, before, ids.shape[0])):
        ids[k] = 0
    return count


@rule
def unpack(places: Places, values: Observation, count: int, row: Observation) -> None:
    """Write a dense row [F] of the first ``count`` places and values."""
    for place in range(row.shape[0]):
        row[place] = 0
    for k in range(count):
        row[places[k]] = values[k]


@rule
def unpack_mask(ids: Places, count: int, mask: Mask) -> None:
    """Write a mask [A] that allows the first ``count`` ids."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    for k in range(count):
        mask[ids[k]] = 1


@rule
def pack_rows(
    rows: RowsOfBytes, masks: RowsOfFlags, feature_index: RowsOfPlaces, feature_value: RowsOfBytes,
    legal: RowsOfPlaces,
) -> None:  # fmt: skip
    """Write B dense rows and masks as sparse ones, which have room for them and are 0."""
    for b in range(rows.shape[0]):
        pack(rows[b], feature_index[b], feature_value[b], 0)
        pack_mask(masks[b], legal[b], 0)


@rule
def unpack_rows(
    feature_index: RowsOfPlaces, feature_value: RowsOfBytes, feature_count: Places, legal: RowsOfPlaces,
    legal_count: Places, rows: RowsOfBytes, masks: RowsOfFlags,
) -> None:  # fmt: skip
    """Write B sparse rows as dense rows and masks."""
    for b in range(rows.shape[0]):
        unpack(feature_index[b], feature_value[b], feature_count[b], rows[b])
        unpack_mask(legal[b], legal_count[b], masks[b])


# ── For everybody else ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SparseRows:
    """What B seats see and may do, without the zeros. The arrays are the receiver's own.

    Attributes:
        feature_index: int32 [B, K], which numbers observed are not 0, in increasing order; 0 beyond the count.
        feature_value: uint8 [B, K], these numbers; 0 beyond the count.
        feature_count: int32 [B].
        legal: int32 [B, M], the ids of the actions allowed, in increasing order; 0 beyond the count.
        legal_count: int32 [B].
        num_features: F, how many numbers a dense row has.
        num_actions: A, how many flags a mask has.
    """

    feature_index: npt.NDArray[np.int32]
    feature_value: npt.NDArray[np.uint8]
    feature_count: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    legal_count: npt.NDArray[np.int32]
    num_features: int
    num_actions: int

    def __post_init__(self) -> None:
        for name in ("feature_index", "feature_value", "feature_count", "legal", "legal_count"):
            array = getattr(self, name)
            if array.base is not None:  # a view leads to all that others see
                object.__setattr__(self, name, array.copy())

    def __len__(self) -> int:
        return len(self.feature_count)

    @staticmethod
    def of(features: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> SparseRows:
        """Return dense rows, observations [B, F] and masks [B, A], as sparse ones."""
        features, mask = np.require(features, np.uint8, ["C", "W"]), np.require(mask, np.int8, ["C", "W"])
        counts = [np.count_nonzero(rows, axis=1).astype(np.int32) for rows in (features, mask)]
        room = [int(count.max(initial=0)) for count in counts]
        index, legal = (np.zeros((len(features), most), np.int32) for most in room)
        value = np.zeros(index.shape, np.uint8)
        pack_rows(features, mask, index, value, legal)
        return SparseRows(index, value, counts[0], legal, counts[1], features.shape[1], mask.shape[1])

    def dense(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        """Return observations uint8 [B, F] and masks int8 [B, A]."""
        features = np.empty((len(self), self.num_features), np.uint8)
        mask = np.empty((len(self), self.num_actions), np.int8)
        unpack_rows(
            self.feature_index, self.feature_value, self.feature_count, self.legal, self.legal_count, features, mask
        )
        return features, mask

    def take(self, rows: npt.NDArray[np.integer] | slice) -> SparseRows:
        """Return some of these rows, copied, with no more room than they need."""
        features, index, value = cut((rows,), self.feature_count, self.feature_index, self.feature_value)
        actions, legal = cut((rows,), self.legal_count, self.legal)
        return SparseRows(index, value, features, legal, actions, self.num_features, self.num_actions)

    def chosen(self, draws: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
        """Return one allowed action a row, int32 [B]: by a draw of 0.5 from [0, 1) the middle one, and so on."""
        picked: npt.NDArray[np.int32] = self.legal[np.arange(len(self)), (draws * self.legal_count).astype(np.int64)]
        return picked

    def bags(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Return the features of all rows in one line, as `torch.nn.EmbeddingBag` takes them: a matrix product.

        Returns:
            indices int64 [S], S being the sum of the counts; offsets int64 [B], where each row begins among them; and
            values float32 [S], its ``per_sample_weights``.
        """
        used = np.arange(self.feature_index.shape[1]) < self.feature_count[:, None]
        ends = np.cumsum(self.feature_count, dtype=np.int64)
        offsets: npt.NDArray[np.int64] = ends - self.feature_count
        return self.feature_index[used].astype(np.int64), offsets, self.feature_value[used].astype(np.float32)


def cut(at: tuple[Any, ...], counts: npt.NDArray[np.int32], *arrays: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """Return the counts [..] that stand at an index, and the rows of arrays [.., K] there, no longer than the largest.

    What the index names by numbers is copied; by slices alone, they are views.
    """
    found: npt.NDArray[np.int32] = counts[at]
    used = slice(int(found.max(initial=0)))
    return [found, *(array[(*at, used)] for array in arrays)]


def joined(parts: Sequence[SparseRows]) -> SparseRows:
    """Return the rows of all parts, one after the other, as new arrays."""

    def stacked(name: str) -> npt.NDArray[Any]:
        arrays = [getattr(part, name) for part in parts]
        width = max(array.shape[1] for array in arrays)
        return np.concatenate([np.pad(array, ((0, 0), (0, width - array.shape[1]))) for array in arrays])

    index, value, legal = (stacked(name) for name in ("feature_index", "feature_value", "legal"))
    counts = [np.concatenate([getattr(part, name) for part in parts]) for name in ("feature_count", "legal_count")]
    return SparseRows(index, value, counts[0], legal, counts[1], parts[0].num_features, parts[0].num_actions)
