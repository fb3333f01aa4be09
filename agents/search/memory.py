"""What a search remembers: the records of its tree, its settings and its network, as compiled code sees them.

Below: core/jit.py. Above: mind.py, tree.py, bind.py. Everything is allocated once for a thread and used
again for every decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.learned.forward import NETWORK
from ow_env.core.jit import Record, record
from ow_env.core.rng import RNG

UCT, REGRET, HALVING = range(3)  # how a seat chooses among its actions in the tree
BEST, MIXED = range(2)  # how the move is chosen in the end: the likeliest, or by its chances
RANDOM = 0  # who plays: at random; 1, 2, ... are the scripts a game has; MIND: the network
MIND = 99
BY_POTENTIAL, BY_MIND = range(2)  # what the end of a simulation is worth that has not ended the game
TO_THE_END = 1 << 30  # turns

NODE = record([  # one information set of one seat: what it knew when it was asked, and how it came there
    ("key", np.uint64),
    ("seat", np.int32),
    ("first", np.int32),   # its actions are edges[first : first + count]
    ("count", np.int32),
    ("visits", np.int32),
    ("guided", np.int32),   # 1: its actions have priors; they get them when it is met again
    ("total", np.float64),  # results of the simulations that came here, for the seat
])

EDGE = record([  # one action of an information set
    ("action", np.int32),
    ("visits", np.int32),
    ("alive", np.int32),     # 1: still in the running at the root, with halving
    ("prior", np.float64),   # how likely it is before anything was tried
    ("total", np.float64),   # results of the simulations that took it
    ("regret", np.float64),  # what always taking it would have brought more, in sum
    ("played", np.float64),  # chances with which it was taken, in sum: their mean is the average strategy
])

STEP = record([  # one choice in the simulation under way
    ("node", np.int32),
    ("edge", np.int32),     # -1: the simulation left the tree here
    ("chance", np.float64),  # with which it was taken
])

PLAN = record([  # how to search; fixed while an agent lives
    ("players", np.int32),
    ("select", np.int32),   # UCT, REGRET or HALVING
    ("width", np.int32),    # most actions that halving begins with
    ("final", np.int32),    # BEST or MIXED
    ("guide", np.int32),    # who proposes actions in the tree: RANDOM, a script, or MIND
    ("rollout", np.int32),  # who plays on beyond the tree
    ("leaf", np.int32),     # BY_POTENTIAL or BY_MIND
    ("shaped", np.int32),   # 1: the network expects the result less the potential there is already
    ("turns", np.int32),    # how many turns are played on beyond the tree
    ("renew", np.int32),    # simulations between two guesses
    ("c", np.float64),      # how much an action is worth trying because it was tried little
    ("trust", np.float64),  # the share of the prior that follows the guide; the rest is even
    ("scale", np.float64),  # of potential, before it is squeezed between -1 and 1
    ("lean", np.float64),   # how much the prior counts beside what was tried, with halving
    ("explore", np.float64),  # share of choices at random, with regret matching
])

TALLY = record([  # how full the memory is
    ("nodes", np.int64),
    ("edges", np.int64),
    ("steps", np.int64),
    ("done", np.int64),  # simulations for this decision
    ("decisions", np.int64),  # joint decisions in all simulations since the memory was made
    ("simulations", np.int64),
])

SEATS = 4  # most players

MINDS = NETWORK

Games: TypeAlias = NDArray[Any]  # [..] positions
Bytes: TypeAlias = NDArray[np.uint8]  # [.., size of a record]
Constants: TypeAlias = NDArray[Any]  # [1] read-only tables
Chance: TypeAlias = NDArray[Any]  # [..] RNG records
Numbers: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[np.uint8]  # [.., F]
Masks: TypeAlias = NDArray[np.int8]  # [.., A]
Choices: TypeAlias = NDArray[np.int32]
Values: TypeAlias = NDArray[np.float64]
Shares: TypeAlias = NDArray[np.float64]  # [.., A]
Nodes: TypeAlias = NDArray[Any]
Edges: TypeAlias = NDArray[Any]
Steps: TypeAlias = NDArray[Any]
Slots: TypeAlias = NDArray[np.int32]  # [power of two] node + 1; 0: free
Keys: TypeAlias = NDArray[np.uint64]
Game: TypeAlias = Record  # one position
Tables: TypeAlias = Record
Node: TypeAlias = Record
Edge: TypeAlias = Record
Step: TypeAlias = Record
Plan: TypeAlias = Record
Tally: TypeAlias = Record
Minds: TypeAlias = Record
Weights: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.int32]
Kit: TypeAlias = NDArray[Any]  # what a game's scripts work in
Bits: TypeAlias = np.uint64

RECORDS: dict[str, np.dtype[Any]] = {  # for rules_of
    "Nodes": np.dtype((NODE, (1,))),
    "Edges": np.dtype((EDGE, (1,))),
    "Steps": np.dtype((STEP, (1,))),
    "Chance": np.dtype((RNG, (1,))),
    "Node": NODE,
    "Edge": EDGE,
    "Step": STEP,
    "Plan": PLAN,
    "Tally": TALLY,
    "Minds": MINDS,
    "Bits": np.dtype(np.uint64),
    "Bytes": np.dtype((np.uint8, (1, 1))),
    "Rows": np.dtype((np.uint8, (1, 1))),
    "Masks": np.dtype((np.int8, (1, 1))),
    "Numbers": np.dtype((np.int64, (1,))),
    "Choices": np.dtype((np.int32, (1,))),
    "Values": np.dtype((np.float64, (1,))),
    "Shares": np.dtype((np.float64, (1, 1))),
    "Slots": np.dtype((np.int32, (1,))),
    "Keys": np.dtype((np.uint64, (1,))),
    "Weights": np.dtype((np.float32, (1,))),
    "Places": np.dtype((np.int32, (1,))),
}


def add_words(library: Any) -> None:
    """Teach a library the words that need more than a dtype."""
    library.types["Games"] = types.Array(library.types["Game"], 1, "C")
    library.types["Kit"] = types.Array(library.types["Scratch"], 1, "C")
    library.types["Constants"] = types.Array(library.types["Tables"], 1, "C", readonly=True)


@dataclass
class Memory:
    """All that one thread needs to search; no position is in it, for those come and go with each call."""

    nodes: Nodes
    edges: Edges
    steps: Steps
    slots: Slots
    tally: NDArray[Any]  # [1]
    rows: Rows  # [P, F] what each seat sees in the simulation under way
    masks: Masks  # [P, A]
    actions: Choices  # [P]
    thoughts: Weights
    keys: Keys  # [P] of the node where each seat was last
    values: Values  # [P] what the simulation comes to for each seat
    kit: Kit

    @staticmethod
    def of(players: int, features: int, actions: int, simulations: int, thoughts: int, kit: Kit) -> Memory:
        """Return memory for so many simulations of one decision of a game of this shape."""
        most = players * (simulations + 2)
        size = 1 << (2 * most - 1).bit_length()
        return Memory(
            np.zeros(most, NODE),
            np.zeros(most * EDGES_A_NODE + actions, EDGE),
            np.zeros(STEPS, STEP),
            np.zeros(size, np.int32),
            np.zeros(1, TALLY),
            np.zeros((players, features), np.uint8),
            np.zeros((players, actions), np.int8),
            np.zeros(players, np.int32),
            np.zeros(max(thoughts, 1), np.float32),
            np.zeros(players, np.uint64),
            np.zeros(players, np.float64),
            kit,
        )


EDGES_A_NODE = 24  # on average; where there are more, the tree stops growing earlier
STEPS = 1024  # most choices within the tree in one simulation
