"""Which games an agent remembers, and where: a bounded number of seats of games, the longest unasked going first.

Below: records.py, ow_env's `Observation`. Above: agent.py. What is remembered of each is written by kept.py.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.search.records import EDGE, KEPT_EDGES_A_NODE, MOST_KEPT_NODES, NODE, Kept

MOST_BYTES = 1 << 28  # that are kept in all; the system gives memory only to what is written
MOST_SLOTS = 4096


class Keeper:
    """Gives each seat of each game a slot of `Kept`, as long as it is asked one decision after the other.

    Args:
        nodes: of a tree that may be kept for each; 0: no trees are.
        particles: determinizations for each; 0: none.
        size: bytes of a position.

    Attributes:
        kept: the slots, as compiled code sees them.
    """

    def __init__(self, nodes: int, particles: int, size: int) -> None:
        nodes = min(nodes, MOST_KEPT_NODES)
        each = nodes * (NODE.itemsize + KEPT_EDGES_A_NODE * EDGE.itemsize) + particles * size
        self.most = min(max(MOST_BYTES // each, 1), MOST_SLOTS) if each else 0
        self.kept = Kept.of(self.most, max(nodes, 1), max(particles, 1), size)
        self._known: OrderedDict[int, tuple[int, int]] = OrderedDict()  # game and seat: slot, moment

    def slots(self, observation: Observation) -> NDArray[np.int64]:
        """Return a slot for each row [B], -1 where none can be had; of a game that goes on, the one it had.

        What is kept is forgotten where a seat is asked again about the same moment or an earlier one: its game has
        begun anew, or it is asked about something else.
        """
        games, moments = observation.games, observation.moments
        found = np.full(len(observation), -1, np.int64)
        if games is None or moments is None or not self.most:
            return found
        taken: set[int] = set()
        for row, (game, moment) in enumerate(zip(games.tolist(), moments.tolist(), strict=True)):
            if game in taken or len(taken) >= self.most:
                continue
            slot, last = self._known.pop(game, (-1, -1))
            if slot < 0:
                slot = len(self._known) if len(self._known) < self.most else self._known.popitem(last=False)[1][0]
                self.kept.heads[slot]["filled"] = 0
            elif moment <= last:
                self.kept.heads[slot]["filled"] = 0
            self._known[game] = slot, moment
            taken.add(game)
            found[row] = slot
        return found
