"""What a player chooses by. Below: sparse.py, decision.py. Above: players.py, which looks at batches; every agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.decision import Decision
from ow_env.core.game import States
from ow_env.core.secrecy import Draws
from ow_env.core.sparse import SparseRows, joined

BESIDE = ("determinizations", "seats", "draws", "games", "moments")  # for those who ask for more


class Observation:
    """What the acting seats see, one row a game. The arrays are copies that belong to the receiver.

    Given either form, it has both: the other is made when it is first asked for. A view is copied: its ``base`` would
    be the whole batch, with what all other seats see.

    Attributes:
        features: uint8 [B, F], each row from its seat's own view; `game.features` names the slices.
        mask: int8 [B, A], 1 where the action is allowed; every row allows at least one.
        sparse: the same without the zeros.
        determinizations: None, or for those who ask for them records [B] of `game.state_dtype`: positions in
            which `hide` has resampled all that the seat can't know.
        decisions: None, or for those who ask for views B of them: each row in words and as plain data.
        seats: None, or beside either of these int64 [B]: which seat acts in each.
        draws: None, or beside either float64 [B] from [0, 1): follows from the seed, the game's number,
            how far it is and the seat, and from nothing else; and none of these follows from it.
        games: None, or beside either uint64 [B]: a name of the seat in its game, the same at all its
            decisions, for those who remember; nothing follows from it.
        moments: None, or beside it int64 [B]: how many joint decisions the game has had.
    """

    __slots__ = ("_dense", "_sparse", "decisions", "determinizations", "draws", "games", "moments", "seats")

    def __init__(
        self,
        features: NDArray[np.uint8] | None = None,
        mask: NDArray[np.int8] | None = None,
        determinizations: States | None = None,
        seats: NDArray[np.int64] | None = None,
        draws: Draws | None = None,
        games: NDArray[np.uint64] | None = None,
        moments: NDArray[np.int64] | None = None,
        *,
        sparse: SparseRows | None = None,
        decisions: Sequence[Decision] | None = None,
    ) -> None:
        if (features is None) != (mask is None) or (features is None) == (sparse is None):
            raise TypeError("Observation: expected features and mask, or sparse rows")
        self._sparse = sparse
        self._dense = None if features is None or mask is None else (_own(features), _own(mask))
        self.determinizations = None if determinizations is None else _own(determinizations)
        self.seats = None if seats is None else _own(seats)
        self.draws = None if draws is None else _own(draws)
        self.games = None if games is None else _own(games)
        self.moments = None if moments is None else _own(moments)
        self.decisions = None if decisions is None else tuple(decisions)

    @property
    def is_sparse(self) -> bool:
        """Is the sparse form at hand, so that asking for it costs nothing?"""
        return self._sparse is not None

    @property
    def features(self) -> NDArray[np.uint8]:
        """The observations, dense [B, F]."""
        return self._both()[0]

    @property
    def mask(self) -> NDArray[np.int8]:
        """What is allowed, dense [B, A]."""
        return self._both()[1]

    @property
    def sparse(self) -> SparseRows:
        """Both without the zeros."""
        if self._sparse is None:
            self._sparse = SparseRows.of(*self._both())
        return self._sparse

    def _both(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        if self._dense is None:
            assert self._sparse is not None
            self._dense = self._sparse.dense()
        return self._dense

    def chosen(self, draws: Draws) -> NDArray[np.int32]:
        """Return what `SparseRows.chosen` does, from the form that is at hand."""
        if self._sparse is not None:
            return self._sparse.chosen(draws)
        mask = self._both()[1] != 0
        allowed = np.flatnonzero(mask)  # row after row
        counts = np.bincount(allowed // mask.shape[1], minlength=len(mask))
        begin = np.cumsum(counts) - counts
        nth: NDArray[np.int64] = allowed[begin + (draws * counts).astype(np.int64)] % mask.shape[1]
        return nth.astype(np.int32)

    def take(self, rows: NDArray[np.integer[Any]] | slice) -> Observation:
        """Return some of these rows, copied."""
        known = {name: getattr(self, name) for name in BESIDE}
        rest: dict[str, Any] = {name: None if some is None else some[rows].copy() for name, some in known.items()}
        if self.decisions is not None:
            rest["decisions"] = [self.decisions[row] for row in np.arange(len(self))[rows].tolist()]
        if self._sparse is not None:
            return Observation(sparse=self._sparse.take(rows), **rest)
        features, mask = self._both()
        return Observation(features[rows].copy(), mask[rows].copy(), **rest)

    @staticmethod
    def joined(parts: Sequence[Observation]) -> Observation:
        """Return the rows of all parts, one after the other; with what stands beside them in the first part."""
        names = [name for name in BESIDE if getattr(parts[0], name) is not None]
        rest: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        if parts[0].decisions is not None:
            rest["decisions"] = [decision for part in parts for decision in part.decisions or ()]
        return Observation(sparse=joined([part.sparse for part in parts]), **rest)

    def __len__(self) -> int:
        return len(self._sparse) if self._sparse is not None else len(self._both()[0])


def _own(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that is no view of another."""
    return array if array.base is None else array.copy()
