"""Whole games between scripted agents in one compiled kernel, for any game.

Below: a game's engine and its scripts (agents/script.py). Above: a game's own kernel.py, which says what is noted of
its games. The kernel plays one game to its end before the next, in one record: all it touches stays in the processor's
nearest cache. A game follows from its seed, its number, the position it begins from, the agents and their seeds; the
order of games, the number of threads and who else plays change nothing. In order: the template, its words, who runs it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.script import Script, dispatch
from ow_env.compiled.jit import PURE, Actions, Library, Mask, Observation, Record, record
from ow_env.core.game import Game, States, frozen
from ow_env.core.kernels import KINDS, Constants, Games, Numbers, Rngs, Seeds, Templates
from ow_env.core.rng import RNG, start

PIECE = 32  # games a thread takes at a time
RANDOM = "random"  # number 0 of those who play; scripts follow, in their order
TERMINATED, TRUNCATED = 1, 2  # endings
NOBODY = -1

RESULT = record([  # of one game
    ("ending", np.int8),  # 1: by the rules; 2: cut off
    ("winner", np.int8),  # seat; -1: nobody
    ("first", np.int8),  # who moved first
    ("turns", np.int16),
    ("decisions", np.int32),  # joint ones
])  # fmt: skip

Tables: TypeAlias = Record
Note: TypeAlias = Record  # what a game's hooks keep of one game
Notes: TypeAlias = NDArray[Any]  # [N]
Scratches: TypeAlias = NDArray[Any]  # [S] one for each agent
AgentSeeds: TypeAlias = NDArray[np.uint64]  # [N, P]
Seated: TypeAlias = NDArray[np.int8]  # [N, P] who sits where
Results: TypeAlias = NDArray[Any]  # [N]

rules: Any = None  # a game's engine, once bound
choose: Any = None  # its scripts, by number
first_mover: Any = None  # and its hooks
look_on: Any = None
restrict: Any = None
note: Any = None


def look_on_template(g: Record, t: Tables, n: Note) -> None:
    """Note nothing of a position that somebody is asked in."""


def restrict_template(g: Record, t: Tables, player: int, mask: Mask, n: Note) -> None:
    """Leave the mask as the rules have it."""


def play_games_template(
    games: Games, chance: Rngs, agent_chance: Rngs, row: Observation, mask: Mask, actions: Actions, scratch: Scratches,
    tables: Constants, templates: Templates, seeds: Seeds, numbers: Numbers, template_index: Numbers, agents: Seated,
    agent_seeds: AgentSeeds, results: Results, notes: Notes,
) -> None:  # fmt: skip
    """Play N games to their end, one after the other.

    Args:
        games: one position to play in; like all up to ``scratch`` overwritten, and no result.
        chance: what it draws from.
        agent_chance: what each agent draws from.
        row: one observation.
        mask: one mask.
        actions: one joint decision.
        scratch: what each agent works in, prepared for ``tables``.
        tables: constants the rules read.
        templates: positions before the first random draw.
        seeds: with ``numbers``, what decides the chance of each game.
        numbers: game numbers.
        template_index: which template each game begins from.
        agents: who has each seat in each game.
        agent_seeds: what decides the choices that an agent leaves to chance.
        results: written.
        notes: what the hooks of the game read and write.
    """
    g = games[0]
    t = tables[0]
    for i in range(results.shape[0]):
        games[0] = templates[template_index[i]]
        players = int(agents.shape[1])
        start(chance[0], seeds[i], np.uint64(numbers[i]))
        for player in range(players):
            start(agent_chance[player], agent_seeds[i, player], np.uint64(0))
        rules.begin(g, t, chance[0])
        result = results[i]
        result.first = NOBODY
        decisions = 0
        while rules.ending(g) == 0:
            if result.first == NOBODY:
                result.first = first_mover(g)
            look_on(g, t, notes[i])
            for player in range(players):
                actions[player] = 0
                if not rules.waits_for(g, player):
                    continue
                rules.write_mask(g, t, player, mask)
                restrict(g, t, player, mask, notes[i])
                who = int(agents[i, player])
                if who > 0:  # who plays at random reads nothing
                    rules.write_observation(g, t, player, row)
                action = int(choose(t, scratch[who], who, row, mask, agent_chance[player]))
                note(t, player, action, notes[i])
                actions[player] = action
            rules.apply(g, t, chance[0], actions)
            decisions += 1
        result.ending = rules.ending(g)
        result.turns = rules.turn(g)
        result.decisions = decisions
        result.winner = NOBODY
        for player in range(players):
            if rules.outcome(g, player) > 0:
                result.winner = player


def words(game: np.dtype[Any], tables: np.dtype[Any], scratch: np.dtype[Any], noted: np.dtype[Any]) -> dict[str, Any]:
    """Return what `rules_of` has to be given for the kernel and its hooks."""
    return {
        "Game": game,
        "Record": game,
        "Tables": tables,
        "Scratch": scratch,
        "Note": noted,
        "Games": np.dtype((game, (1,))),
        "Rngs": np.dtype((RNG, (1,))),
        "Scratches": np.dtype((scratch, (1,))),
        "Results": np.dtype((RESULT, (1,))),
        "Notes": np.dtype((noted, (1,))),
        "AgentSeeds": np.dtype((np.uint64, (1, 1))),
        "Seated": np.dtype((np.int8, (1, 1))),
    }


@dataclass(frozen=True)
class Kernel:
    """A game's kernel, its hooks bound.

    Attributes:
        scripts: who plays beside random, by name.
        game: dtype of a position.
        scratch: dtype of what a script works in.
        noted: dtype of what is noted of a game.
        play_games: the compiled loop.
    """

    scripts: Mapping[str, Script]
    game: np.dtype[Any]
    scratch: np.dtype[Any]
    noted: np.dtype[Any]
    play_games: Any


def kernel_of(
    library: Library, engine: ModuleType, scripts: Mapping[str, Script], game: np.dtype[Any], scratch: np.dtype[Any],
    noted: np.dtype[Any], **hooks: Any,
) -> Kernel:  # fmt: skip
    """Return the kernel of a game.

    Args:
        library: of the hooks, made with `words`.
        engine: the game's.
        scripts: by name, in the order of their numbers.
        game: dtype of a position.
        scratch: dtype of what a script works in.
        noted: dtype of what is noted of a game.
        hooks: ``first_mover(g)`` returns who moves first, NOBODY as long as that is unknown; ``note(t, player, action,
            n)`` notes what is chosen; if there are such, ``look_on(g, t, n)`` what is seen before each joint decision,
            and ``restrict(g, t, player, mask, n)`` forbids more than the rules do.
    """
    for word, name in (("Templates", "Game"), ("Constants", "Tables")):
        library.types[word] = types.Array(library.types[name], 1, "C", readonly=True)
    library.types |= {word: KINDS[word] for word in ("Seeds", "Numbers")}
    usual = {"look_on": look_on_template, "restrict": restrict_template}
    hooks |= {name: library.bind(template) for name, template in usual.items() if name not in hooks}
    chosen = dispatch(library, tuple(scripts.values()))
    bound = library.bind(play_games_template, called="play_games", rules=engine, choose=chosen, **hooks)
    return Kernel(scripts, game, scratch, noted, bound)


class KernelRunner:
    """Plays games between scripted agents, fast. Make one for a game and keep it.

    Args:
        kernel: the game's.
        game: as it is configured.
        threads: how many threads share the games of a call; 0: as many as there are cores.
    """

    def __init__(self, kernel: Kernel, game: Game, threads: int = 1) -> None:
        self.kernel, self.game = kernel, game
        self.threads = threads or os.cpu_count() or 1
        self._tables = frozen(game.tables)
        own = [script.scratch_for(game.tables) for script in kernel.scripts.values()]
        self._scratch = np.concatenate([np.zeros(1, kernel.scratch), *own])

    def play(
        self,
        templates: States,
        template_index: NDArray[np.int64],
        numbers: NDArray[np.int64],
        seed: int,
        agents: NDArray[np.int8],
        agent_seeds: NDArray[np.uint64],
        notes: NDArray[Any] | None = None,
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Play N games to their end.

        Args:
            templates: [K] positions before the first random draw.
            template_index: [N] which of them each game begins from.
            numbers: [N] game numbers: with the seed, all chance of the game.
            seed: of the games.
            agents: [N, P] who sits where: 0 random, 1 the first script, and so on.
            agent_seeds: [N, P] what decides what agents leave to chance.
            notes: [N] what the game's hooks read; changed in place. None: zeros.

        Returns:
            results: [N] records `RESULT`.
            notes: [N] what was noted of each game.
        """
        (count, players), game = agents.shape, self.game
        results = np.zeros(count, RESULT)
        notes = np.zeros(count, self.kernel.noted) if notes is None else notes
        seeds, templates = np.full(count, seed % 2**64, np.uint64), frozen(templates)

        def play(first: int, last: int) -> None:
            part = slice(first, last)
            self.kernel.play_games(
                np.zeros(1, self.kernel.game), np.zeros(1, RNG), np.zeros(players, RNG),
                np.zeros(game.num_features, np.uint8), np.zeros(game.num_actions, np.int8), np.zeros(players, np.int32),
                self._scratch.copy(), self._tables, templates, seeds[part], numbers[part], template_index[part],
                agents[part], agent_seeds[part], results[part], notes[part],
            )  # fmt: skip

        if self.threads == 1 or PURE or count <= PIECE:
            play(0, count)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda cut: play(*cut), pairwise([*range(0, count, PIECE), count])))
        return results, notes


def half_points_of(results: NDArray[Any], seat: NDArray[Any] | int) -> NDArray[np.int64]:
    """Return what a seat took from each game: 2, 1 or 0 half points."""
    return np.where(results["winner"] < 0, 1, 2 * (results["winner"] == seat)).astype(np.int64)
