"""The searching agent, and how it acts for many games at once.

Below: settings.py, bind.py. Above: agents.registry.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import learned
from agents.base import Advice, Observation
from agents.search.bind import searcher_of
from agents.search.records import BY_NETWORK, BY_POTENTIAL, NETWORK, PLAN, Network, Roots, Tree, ValueCache, Workspace
from agents.search.settings import FINALS, NAME, SELECTS, Settings, check, read_spec
from ow_env.core.game import Game, frozen
from ow_env.core.rng import RNG, start

A_MILLISECOND = 100  # simulations for which a tree has room where only the time is given
LARGEST_TREE = 200_000  # likewise, in all: some hundreds of megabytes, if they are ever used
FIRST_PIECE = 32  # simulations before the first look at the clock
GROWTH = 8  # times as many simulations as so far are a piece at most, since the next may take longer
WHOLE = 0.8  # of the simulations expected to fit into the time left, likewise
LEAST_PIECE = 1 / 16  # of the simulations so far: fewer are not worth another call
NEXT_TREE = 0x9E3779B97F4A7C15  # seeds of trees lie so far apart: no seed near by is another tree's
PRIOR_WEIGHT = 0.9  # the rest is even
LOG_PRIOR_BONUS = 0.1  # of a network, with sequential halving
PRIOR_TRIALS = 400.0  # simulations in which regret matching begins as if the network's policy had been played: a few
# simulations are no reason to leave a policy that mixes well
# Settings that compiled code reads as they are:
SAME_IN_PLAN = ("trees", "rollout_turns", "resample_every", "width", "c_puct", "explore")


class SearchAgent:
    """Searches before it chooses.

    Args:
        game: any; only its tables are kept.
        settings: how to search.
        seed: with a row's determinization and draw, all that its choice depends on (unless `milliseconds` are given).

    Raises:
        ValueError: settings that do not fit together, a network that can't be read or is not for this game.
    """

    name = NAME
    # 2: plays on by the expert of version 2. 3: what it is given to search from comes by `core.secrecy`. 4: by a key of
    # its own there, which draws do not tell. 5: with a network all play on by it
    version = 5
    needs_determinizations = True

    def __init__(self, game: Game, settings: Settings, seed: int = 0) -> None:
        self.settings, self.seed = settings, seed
        searcher = searcher_of(game.name)
        check(settings, searcher)
        network, shaped = None, False
        if settings.network != "none":
            agent = learned.load(settings.network, game)
            network = agent.network
            shaped = agent.card.trained.get("settings", {}).get("reward") == "income"
        weights = "none" if network is None else learned.digest_of(network)  # by what is in the file, wherever it lies
        self.parameters: Mapping[str, Any] = {**settings.stored(), "network": weights, "seed": seed}
        self._network = network
        who = {**searcher.numbers, "network": NETWORK}
        self._plan = np.zeros(1, PLAN)
        plan = self._plan[0]
        plan["players"], plan["scale"] = game.num_players, searcher.defaults.scale
        plan["select"], plan["final"] = SELECTS[settings.select], FINALS[settings.final]
        plan["prior"], plan["rollout"] = who[settings.prior], who[settings.rollout]
        plan["leaf"], plan["shaped"] = BY_POTENTIAL if network is None else BY_NETWORK, shaped
        for word in SAME_IN_PLAN:
            plan[word] = getattr(settings, word)
        led, mixes = settings.prior == "network", settings.select == "regret"
        plan["prior_weight"] = 1.0 if led and mixes else PRIOR_WEIGHT
        plan["prior_trials"] = PRIOR_TRIALS if led and mixes else 0.0
        plan["log_prior_bonus"] = LOG_PRIOR_BONUS if led else searcher.defaults.log_prior_bonus
        self._searcher, self._tables, self._dtype = searcher, frozen(game.tables), game.state_dtype
        self._game = game.name
        self._shape = game.num_players, game.num_features, game.num_actions

    @property
    def _most_simulations(self) -> int:
        """So many are there in one tree that there is memory for."""
        if self.settings.milliseconds:
            return min(A_MILLISECOND * self.settings.milliseconds, LARGEST_TREE)
        return -(-self.settings.simulations // self.settings.trees)

    @cached_property
    def _workspaces(self) -> list[Workspace]:
        """One for each tree or thread, made when first asked to choose: who only lists agents compiles nothing."""
        scratches = self._searcher.scratches(self._tables)
        simulations = self._most_simulations
        players, features, actions = self._shape
        return [
            Workspace.of(
                self._shape,
                Tree.of(players, actions, simulations),
                Network.of(self._network),
                ValueCache.of(features, simulations),
                self._tables,
                scratches.copy(),
            )
            for _ in range(self.settings.trees if self.settings.trees > 1 else self.settings.threads)
        ]

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        return self.look_ahead(observation)[0]

    def advise(self, observation: Observation) -> Advice:
        """Return what it chooses, its policy, and the results it expects: `look_ahead`."""
        return Advice(*self.look_ahead(observation))

    def look_ahead(
        self, observation: Observation
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
        """Return actions [B], the search policy [B, A], and the results expected [B].

        A row of the policy adds up to 1: shares of visits, with regret matching the average strategy. Results are from
        -1 to 1, for the seat asked.

        Raises:
            ValueError: an observation without determinizations, or with those of another game.
        """
        positions, seats, draws = observation.determinizations, observation.seats, observation.draws
        if positions is None or seats is None or draws is None:
            raise ValueError(
                "search: expected determinizations in the observation, got none: whoever seats this agent has to give"
                " it some (ow_env.core.players.look), as matches, ladders and environments with one seat do"
            )
        if positions.dtype != self._dtype:
            size = self._dtype.itemsize
            raise ValueError(f"search: expected determinizations of {size} bytes, got {positions.dtype}")
        trees = [self._roots(positions, seats, draws, tree) for tree in range(self.settings.trees)]
        roots, count = trees[0], len(observation)
        if len(trees) > 1:
            for row in range(count):
                self._grow([tree.part(row, row + 1) for tree in trees])
        else:
            threads = min(self.settings.threads, count)
            cuts = [count * i // threads for i in range(threads + 1)] if threads else []
            self._in_threads([roots.part(first, last) for first, last in pairwise(cuts)])
        return roots.actions, roots.policies, roots.values

    def examine(self, observation: Observation) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
        """Return actions [B], the results expected [B], and the mean result of each action that was tried [B, A].

        Results are from -1 to 1, for the seat asked; NaN where an action was not tried, and where there is one thing to
        do, which is not searched.
        """
        actions, expected = np.zeros(len(observation), np.int32), np.full(len(observation), np.nan)
        means = np.full((len(observation), self._shape[2]), np.nan)
        for row in range(len(observation)):
            actions[row : row + 1], _, worth = self.look_ahead(observation.take(np.array([row])))
            if self.tree.counters.done:
                root = self.tree.nodes[0]
                edges = self.tree.edges[root["first"] : root["first"] + root["count"]]
                tried = edges[edges["visits"] > 0]
                means[row, tried["action"]] = tried["value_sum"] / tried["visits"]
                expected[row] = worth[0]
        return actions, expected, means

    def _roots(self, positions: Any, seats: NDArray[np.int64], draws: NDArray[np.float64], tree: int) -> Roots:
        """Return these decisions, to be searched with the random numbers of one tree."""
        count = len(seats)
        rngs = np.zeros(count, RNG)
        for row, number in enumerate((draws * 2.0**53).astype(np.uint64)):
            start(rngs[row], np.uint64((self.seed + tree * NEXT_TREE) % 2**64), number)
        return Roots(
            positions, seats, rngs, np.zeros((count, self._shape[2])), np.zeros(count, np.int32), np.zeros(count)
        )

    def _grow(self, trees: list[Roots]) -> None:
        """Search one decision with several trees at a time, and choose by all of them: in the first's row."""
        first, *others = self._in_threads(trees)
        if first.tree.counters.done:  # else there was only one thing to do
            for other in others:
                self._searcher.combine(first, other, self._plan[0], trees[0])

    def _in_threads(self, parts: list[Roots]) -> list[Workspace]:
        """Search each of these in a thread of its own; return their workspaces."""
        workspaces = [workspace.for_call(self._dtype) for workspace in self._workspaces[: len(parts)]]
        if len(parts) == 1:
            self._search(workspaces[0], parts[0])
        elif parts:
            with ThreadPoolExecutor(len(parts)) as pool:
                list(pool.map(self._search, workspaces, parts))
        return workspaces

    def _search(self, workspace: Workspace, roots: Roots) -> None:
        """Search these rows: in one compiled call, or each until its time is over."""
        if not self.settings.milliseconds:
            self._searcher.search(workspace, self._plan[0], roots, self._most_simulations, True)
            return
        for row in range(len(roots.seats)):
            self._search_for_a_time(workspace, roots.part(row, row + 1))

    def _search_for_a_time(self, workspace: Workspace, root: Roots) -> None:
        """Search one row until its time is over: in a few calls, most of the simulations in one of them.

        Sequential halving shares out the simulations of one call, so there have to be few.
        """
        begun = time.perf_counter()
        piece, done = FIRST_PIECE, 0
        while piece > LEAST_PIECE * done:
            self._searcher.search(workspace, self._plan[0], root, piece, done == 0)
            if not workspace.tree.counters.done:
                return  # there was only one thing to do
            done += piece
            spent = time.perf_counter() - begun
            left = self.settings.milliseconds / 1000 - spent
            piece = min(GROWTH * done, int(WHOLE * left / spent * done))

    def __getstate__(self) -> dict[str, Any]:
        """Leave the compiled search and its workspaces behind, for environments in other processes."""
        left = ("_searcher", "_workspaces")
        return {key: value for key, value in self.__dict__.items() if key not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take it up again."""
        self.__dict__.update(state)
        self._searcher = searcher_of(self._game)

    @property
    def tree(self) -> Tree:
        """The tree of the last decision it was asked for, of the first of several threads; the next overwrites it."""
        return self._workspaces[0].tree

    @property
    def simulated(self) -> tuple[int, int]:
        """How many simulations it has played in this process, and how many joint decisions in them."""
        counters = [workspace.tree.counters for workspace in self.__dict__.get("_workspaces", ())]
        return sum(int(c.simulations) for c in counters), sum(int(c.decisions) for c in counters)


def search(game: Game, seed: int, spec: str = NAME) -> SearchAgent:
    """Return the search that a spec asks for."""
    return SearchAgent(game, read_spec(spec, game), seed)
