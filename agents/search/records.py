"""What a search works on: its settings, its tree, and the workspace of one thread, as compiled code sees them.

Below: compiled/jit.py, agents.learned. Above: every other file of this folder. A workspace is allocated once for a
thread and used again for every decision.

Shapes: P seats, F features of an observation, A actions, B decisions searched in one call.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.learned.forward import NETWORK as NETWORK_RECORD
from agents.learned.network import PolicyValueNet
from ow_env.compiled.jit import Actions, Library, Record, record, rules_of
from ow_env.core.game import frozen
from ow_env.core.rng import RNG, Rng

UCT, REGRET, HALVING = range(3)  # select: how a seat chooses among its actions in the tree
BEST, MIXED = range(2)  # final: how the move is chosen in the end: the likeliest, or by its probability
RANDOM = 0  # prior, rollout: at random; 1, 2, ... are the scripts a game has; NETWORK: the network
NETWORK = 99
BY_POTENTIAL, BY_NETWORK = range(2)  # leaf: what the end of a simulation is worth that has not ended the game
TO_THE_END = 1 << 30  # rollout_turns

NO_NODE = NO_EDGE = -1
EDGES_A_NODE = 24  # on average; where there are more, the tree stops growing earlier
VALUES = 4  # of the network that there is room for, for each simulation
PATH = 1024  # most choices within the trees in one simulation

ROOT, SIMULATED = range(2)  # positions of a workspace

# ── Records ──────────────────────────────────────────────────────────────────────────────────────

NODE = record([  # one information set of one seat: what it knew when it was asked, and how it came there
    ("key", np.uint64),
    ("seat", np.int32),
    ("first", np.int32),    # its actions are edges[first : first + count]
    ("count", np.int32),
    ("visits", np.int32),
    ("has_priors", np.int32),  # 1: its actions have them; they get them when it is met again
    ("value_sum", np.float64),  # results of the simulations that came here, for the seat
])

EDGE = record([  # one action of an information set
    ("action", np.int32),
    ("visits", np.int32),
    ("alive", np.int32),     # 1: still considered at the root, with sequential halving
    ("prior", np.float64),   # how likely it is before anything was tried
    ("value_sum", np.float64),  # results of the simulations that took it
    ("regret_sum", np.float64),  # what always taking it would have brought more
    ("strategy_sum", np.float64),  # probabilities with which it was taken: their mean is the average strategy
])

STEP = record([  # one choice in the simulation under way
    ("node", np.int32),
    ("edge", np.int32),    # NO_EDGE: the seat left its tree here
    ("prob", np.float64),  # with which it was taken
])

SEAT = record([  # where a seat is in the simulation under way
    ("key", np.uint64),    # of the node where it was last, and of what it did there
    ("outside", np.int32),  # 1: it has left its tree
    ("seen", np.int32),    # which of the views is what it sees now
])

VIEW = record([  # what one seat sees of a position, as far as anybody has asked
    ("has_mask", np.int32),  # 1: its row of masks is written
    ("has_row", np.int32),  # 1: its row of observations is written
    ("has_hash", np.int32),  # 1: and its hash
    ("has_features", np.int32),  # 1: and its features that are not 0
    ("count", np.int32),  # of them
    ("hash", np.uint64),  # never 0
])

PLAN = record([  # how to search; fixed while an agent lives. docs/search.md says what each is good for
    ("players", np.int32),
    ("select", np.int32),   # UCT, REGRET or HALVING
    ("trees", np.int32),    # of each decision, this one among them
    ("width", np.int32),    # most actions that sequential halving begins with
    ("final", np.int32),    # BEST or MIXED
    ("prior", np.int32),    # the prior policy: RANDOM, a script, or NETWORK
    ("rollout", np.int32),  # the rollout policy: who plays on beyond the tree
    ("leaf", np.int32),     # BY_POTENTIAL or BY_NETWORK
    ("shaped", np.int32),   # 1: the network expects the result less the potential there is already
    ("rollout_turns", np.int32),   # how many turns are played on beyond the tree
    ("resample_every", np.int32),  # simulations with one determinization
    ("c_puct", np.float64),        # weight of the exploration term
    ("prior_weight", np.float64),  # the share of the prior that follows the prior policy; the rest is even
    ("prior_trials", np.float64),  # regret matching begins as if the prior had been played in so many simulations
    ("scale", np.float64),         # of potential, before it is squeezed between -1 and 1
    ("log_prior_bonus", np.float64),  # how much the prior counts beside what was tried, with sequential halving
    ("explore", np.float64),       # share of choices at random, with regret matching
])

COUNTERS = record([
    ("nodes", np.int64),  # in use
    ("edges", np.int64),
    ("steps", np.int64),  # choices of the simulation under way
    ("done", np.int64),  # simulations for this decision
    ("decisions", np.int64),  # joint decisions in all simulations since the workspace was made
    ("simulations", np.int64),
])

Games: TypeAlias = NDArray[Any]  # [..] positions
Bytes: TypeAlias = NDArray[np.uint8]  # [.., size of a record]
Constants: TypeAlias = NDArray[Any]  # [1] what a game's rules read, read-only
Rngs: TypeAlias = NDArray[Any]  # [..] RNG records
Numbers: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[np.uint8]  # [.., F]
Masks: TypeAlias = NDArray[np.int8]  # [.., A]
Values: TypeAlias = NDArray[np.float64]
Policies: TypeAlias = NDArray[np.float64]  # [.., A]
Nodes: TypeAlias = NDArray[Any]
Edges: TypeAlias = NDArray[Any]
Steps: TypeAlias = NDArray[Any]
Seats: TypeAlias = NDArray[Any]
Views: TypeAlias = NDArray[Any]
Indices: TypeAlias = NDArray[np.int32]
Lists: TypeAlias = NDArray[np.int32]  # [.., F + 1]
Keys: TypeAlias = NDArray[np.uint64]
Slots: TypeAlias = NDArray[np.int32]
Scratches: TypeAlias = NDArray[Any]  # what a game's scripts work in
Game: TypeAlias = Record  # one position
Node: TypeAlias = Record
Edge: TypeAlias = Record
Step: TypeAlias = Record
View: TypeAlias = Record
Plan: TypeAlias = Record
Counters: TypeAlias = Record
NetworkRecord: TypeAlias = Record
Weights: TypeAlias = NDArray[np.float32]
Tokens: TypeAlias = NDArray[np.int32]
Bits: TypeAlias = np.uint64

RECORDS: dict[str, np.dtype[Any]] = {  # for rules_of
    "Nodes": np.dtype((NODE, (1,))),
    "Edges": np.dtype((EDGE, (1,))),
    "Steps": np.dtype((STEP, (1,))),
    "Seats": np.dtype((SEAT, (1,))),
    "Views": np.dtype((VIEW, (1,))),
    "View": VIEW,
    "Indices": np.dtype((np.int32, (1,))),
    "Lists": np.dtype((np.int32, (1, 1))),
    "Keys": np.dtype((np.uint64, (1,))),
    "Rngs": np.dtype((RNG, (1,))),
    "Node": NODE,
    "Edge": EDGE,
    "Step": STEP,
    "Plan": PLAN,
    "Counters": COUNTERS,
    "NetworkRecord": NETWORK_RECORD,
    "Bits": np.dtype(np.uint64),
    "Bytes": np.dtype((np.uint8, (1, 1))),
    "Rows": np.dtype((np.uint8, (1, 1))),
    "Masks": np.dtype((np.int8, (1, 1))),
    "Numbers": np.dtype((np.int64, (1,))),
    "Values": np.dtype((np.float64, (1,))),
    "Policies": np.dtype((np.float64, (1, 1))),
    "Slots": np.dtype((np.int32, (1,))),
    "Weights": np.dtype((np.float32, (1,))),
    "Tokens": np.dtype((np.int32, (1,))),
}

# ── Arrays that go together ──────────────────────────────────────────────────────────────────────


class Tree(NamedTuple):
    """The information sets of all seats, met in the simulations of one decision."""

    nodes: Nodes  # [N] the first is the root
    edges: Edges  # [E]
    slots: Slots  # [power of two] hash table by key, open addressing: number of the node + 1; 0: free
    counters: Counters
    allowed: Indices  # [A + 1] scratch

    @staticmethod
    def of(players: int, actions: int, simulations: int) -> Tree:
        """Return an empty tree with room for so many simulations."""
        most = players * (simulations + 2)
        return Tree(
            np.zeros(most, NODE),
            np.zeros(most * EDGES_A_NODE + actions, EDGE),
            np.zeros(1 << (2 * most - 1).bit_length(), np.int32),
            np.zeros(1, COUNTERS)[0],
            np.zeros(actions + 1, np.int32),
        )


class ValueCache(NamedTuple):
    """What the network has said of observations, by their hash: a later one takes the place of an earlier.

    Nothing depends on it but time: a value follows from its observation alone.
    """

    salts: Keys  # [F // 8 + 3] of the hash: random numbers, the same in every process
    keys: Keys  # [N, a power of two] hashes, each where its last bits say; 0: none
    values: Values  # [N]

    @staticmethod
    def of(features: int, simulations: int) -> ValueCache:
        """Return an empty cache for observations of so many features, with room for those of so many simulations."""
        salts = np.random.default_rng(1).integers(1, 1 << 64, features // 8 + 3, np.uint64)
        size = 1 << (VALUES * simulations - 1).bit_length()
        return ValueCache(salts, np.zeros(size, np.uint64), np.zeros(size))


class Network(NamedTuple):
    """A network, or nothing, as `agents.learned.network.pack` makes it, and what it works in."""

    net: NetworkRecord
    weights: Weights
    tokens: Tokens
    activations: Weights  # scratch

    @staticmethod
    def of(network: PolicyValueNet | None) -> Network:
        """Return a network with scratch memory of its own; None: room for none, for a search that asks none."""
        if network is None:
            nothing = np.zeros(1, np.float32)
            return Network(np.zeros(1, NETWORK_RECORD)[0], nothing, np.zeros(1, np.int32), nothing.copy())
        return Network(network.net[0], network.params, network.tokens, network.scratch())


class Workspace(NamedTuple):
    """All that one thread needs to search."""

    constants: Constants  # of the game
    positions: Games  # [2] ROOT: what is searched from, with the hidden drawn as it is now; SIMULATED: played on
    content: Bytes  # [2, size of a position] the same memory
    views: Views  # [2 P] what each seat sees in the simulation under way; then at the root
    observations: Rows  # [2 P, F] likewise, and so with the next three
    masks: Masks  # [2 P, A]
    features: Lists  # [2 P, F + 1] which features are not 0, in increasing order
    feature_values: Rows  # [2 P, F + 1] what they are
    actions: Actions  # [P]
    seats: Seats  # [P]
    values: Values  # [P] what the simulation comes to for each seat
    path: Steps  # the choices of the simulation under way, as many as fit
    tree: Tree
    network: Network
    cache: ValueCache
    scratches: Scratches  # one for each script
    common_rng: Rng  # of a simulation with random numbers in common with others

    @staticmethod
    def of(
        shape: tuple[int, int, int], tree: Tree, network: Network, cache: ValueCache, constants: Constants,
        scratches: Scratches,
    ) -> Workspace:  # fmt: skip
        """Return the workspace for a game with so many players, features and actions; `for_call` makes it whole."""
        players, features, actions = shape
        nothing: Any = np.zeros(0)
        return Workspace(
            frozen(constants),
            nothing,
            nothing,
            np.zeros(2 * players, VIEW),
            np.zeros((2 * players, features), np.uint8),
            np.zeros((2 * players, actions), np.int8),
            np.zeros((2 * players, features + 1), np.int32),
            np.zeros((2 * players, features + 1), np.uint8),
            np.zeros(players, np.int32),
            np.zeros(players, SEAT),
            np.zeros(players, np.float64),
            np.zeros(PATH, STEP),
            tree,
            network,
            cache,
            scratches,
            nothing,
        )

    def for_call(self, position: np.dtype[Any]) -> Workspace:
        """Return this workspace with positions, of the game's `state_dtype`, and random numbers for one call.

        No agent holds these between decisions.
        """
        positions = np.zeros(2, position)
        content = positions.view(np.uint8).reshape(2, -1)
        return self._replace(
            positions=positions,
            content=content,
            common_rng=np.zeros(1, RNG)[0],
        )


WorkspaceByValue: TypeAlias = Workspace  # as Python hands it over; compiled functions hand on its address


class Roots(NamedTuple):
    """Decisions to search, a row each, and what comes of the search."""

    positions: Games  # [B] one determinization each; left as it is
    seats: Numbers  # [B] who is asked
    rngs: Rngs  # [B] what the simulations of each draw from; changed
    policies: Policies  # [B, A] written: the search policy, which adds up to 1
    actions: Actions  # [B] written
    values: Values  # [B] written: the result the seat may expect, from -1 to 1

    def part(self, first: int, last: int) -> Roots:
        """Return these rows; what is written to them is written here."""
        return Roots._make(array[first:last] for array in self)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────

rule = rules_of("search", "network", **RECORDS)  # decorates what is the same in every game
PARTS = (Tree, Network, ValueCache)  # of a workspace
for part in PARTS:
    rule.library.add_tuple(part, by_address=True)


def add_words(library: Library) -> None:
    """Teach the library of one game's search the words that depend on the game; it knows those of its rules."""
    library.types["Games"] = types.Array(library.types["Game"], 1, "C")
    library.types["Scratches"] = types.Array(library.types["Scratch"], 1, "C")
    library.types["Constants"] = types.Array(library.types["Tables"], 1, "C", readonly=True)
    for kind in (*PARTS, Workspace):
        library.add_tuple(kind, by_address=True)
    library.add_tuple(Roots)
