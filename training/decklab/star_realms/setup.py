"""Star Realms as the deck lab takes it: its seats for sides, and scripted agents inside one kernel.

Below: kernel.py, training.decklab.setup. Above: bought.py, and what holds for any game. In order: games in the kernel,
the setup.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.star_realms import SCRIPTS
from agents.star_realms.scratch import SCRATCH
from ow_env.core.game import Game, States, frozen
from ow_env.core.jit import PURE
from ow_env.core.rng import RNG
from ow_env.core.sources import fingerprint
from ow_env.star_realms.state import GAME, KINDS, PLAYERS
from training.decklab import setup as general
from training.decklab.seeds import seeds_from
from training.decklab.setup import CUT, LOST, TIED, WON, Games, Pairing, Setup, seed_of_games
from training.decklab.star_realms.kernel import AGENTS, ANYTHING, RESULT, play_games

BLOCK = 256  # bouts that scripted agents play at a time
PIECE = 32  # games a thread takes at a time
TRUNCATED = 2  # an ending

# ── Games in the kernel ──────────────────────────────────────────────────────────────────────


class Played(NamedTuple):
    """What came of N games."""

    results: NDArray[Any]  # [N] records `kernel.RESULT`
    bought: NDArray[np.uint8]  # [N, P, KINDS] cards that each seat bought or acquired

    def points(self) -> NDArray[np.int64]:
        """Return the half points of each seat, 0 to 2: [N, P]."""
        winner = self.results["winner"].astype(np.int64)
        return np.stack([np.where(winner < 0, 1, 2 * (winner == seat)) for seat in range(PLAYERS)], axis=1)


class KernelRunner:
    """Plays games between scripted agents, fast. Make one for a game and keep it.

    Args:
        game: as it is configured.
        threads: how many threads share the games of a call; 0: as many as there are cores.
    """

    def __init__(self, game: Game, threads: int = 1) -> None:
        self.game = game
        self.threads = threads or os.cpu_count() or 1
        self._tables = frozen(game.tables)
        self._scratch = np.zeros(len(AGENTS), SCRATCH)
        for place, name in enumerate(AGENTS):
            if name in SCRIPTS:
                self._scratch[place] = SCRIPTS[name].scratch_for(game.tables)[0]

    def play(
        self,
        numbers: NDArray[np.int64],
        seed: int,
        agents: NDArray[np.int8],
        agent_seeds: NDArray[np.uint64],
        templates: States | None = None,
        template_index: NDArray[np.int64] | None = None,
        banned: NDArray[np.int8] | None = None,
    ) -> Played:
        """Play N games to their end.

        Args:
            numbers: [N] game numbers: with the seed, all chance of the game.
            seed: of the games.
            agents: [N, P] places in `kernel.AGENTS`.
            agent_seeds: [N, P] what decides what agents leave to chance.
            templates: [K] positions before the first random draw; None: the game's own.
            template_index: [N] which of them each game begins from; None: the first.
            banned: [N, P] the kind that a seat may neither buy nor acquire, or ANYTHING; None: all may be bought.
        """
        count = len(numbers)
        index = np.zeros(count, np.int64) if template_index is None else template_index
        begun = frozen(self.game.template if templates is None else templates)
        bans = np.full((count, PLAYERS), ANYTHING, np.int8) if banned is None else banned
        results, bought = np.zeros(count, RESULT), np.zeros((count, PLAYERS, KINDS), np.uint8)
        seeds = np.full(count, seed % 2**64, np.uint64)

        def play(first: int, last: int) -> None:
            part = slice(first, last)
            play_games(
                np.zeros(1, GAME),
                np.zeros(1, RNG),
                np.zeros(PLAYERS, RNG),
                np.zeros(self.game.num_features, np.uint8),
                np.zeros(self.game.num_actions, np.int8),
                np.zeros(PLAYERS, np.int32),
                self._scratch.copy(),
                np.arange(len(AGENTS), dtype=np.int8),
                self._tables,
                begun,
                seeds[part],
                numbers[part],
                index[part],
                agents[part],
                agent_seeds[part],
                bans[part],
                results[part],
                bought[part],
            )

        if self.threads == 1 or PURE or count <= PIECE:
            play(0, count)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda cut: play(*cut), pairwise([*range(0, count, PIECE), count])))
        return Played(results, bought)


_runners: dict[tuple[int, int], tuple[Game, KernelRunner]] = {}


def runner_of(game: Game, threads: int) -> KernelRunner:
    """Return what plays a game in the kernel, made once: it is some work."""
    key = (id(game), threads)
    if key not in _runners or _runners[key][0] is not game:
        if len(_runners) > 64:
            _runners.clear()
        _runners[key] = game, KernelRunner(game, threads)
    return _runners[key][1]


# ── The setup ────────────────────────────────────────────────────────────────────────────────


def is_scripted(*names: str) -> bool:
    """Return whether the kernel can play all these agents."""
    return {*names} <= {*AGENTS}


class StarRealmsSetup(Setup):
    """Star Realms with its options. Decks are bought in play, so the sides are the seats."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.default_agent = next(iter(SCRIPTS))

    def agent_settings(self, agent: str, side: Any) -> dict[str, Any]:
        """Return what tells an agent from any other: the sources of a scripted one, the files of a saved one."""
        if agent not in SCRIPTS:
            return super().agent_settings(agent, side)
        sources = fingerprint((f"agents.star_realms.{agent}",), ("agents.star_realms",))
        return {"name": agent, "weights": dict(SCRIPTS[agent].settings), "sources": sources}

    def is_fast(self, *agents: str) -> bool:
        """Can the kernel play all of them?"""
        return is_scripted(*agents)

    def block(self, pairing: Pairing) -> int:
        """Return how many bouts are played at a time."""
        return BLOCK if is_scripted(*pairing.agents) else general.BLOCK

    def play(self, pairing: Pairing, first: int, bouts: int, threads: int) -> Games:
        """Play some bouts: inside the kernel if it knows the agents."""
        if not is_scripted(*pairing.agents):
            return self.play_agents(pairing, first, bouts)
        numbers, seed = np.arange(first, first + bouts), seed_of_games(pairing)
        parts = []
        for place, seating in enumerate(self.seatings(pairing)):
            held = [AGENTS.index(name) for name in pairing.agents[:: -1 if seating.swapped else 1]]
            agents = np.array(held if seating.seat == 0 else held[::-1], np.int8)
            agent_seeds = seeds_from(seed, numbers[:, None], place, np.arange(PLAYERS))
            seated = np.tile(agents, (bouts, 1))
            parts.append(games_of(runner_of(self.game, threads).play(numbers, seed, seated, agent_seeds), seating.seat))
        return Games(*map(np.concatenate, zip(*parts, strict=True)))


def games_of(played: Played, seat: int) -> Games:
    """Return what is told of games, as the player of a seat sees them."""
    results, points = played.results, played.points()
    ends = np.where(results["ending"] == TRUNCATED, CUT, np.array([LOST, TIED, WON])[points[:, seat]])
    first = points[np.arange(len(results)), results["first"]]
    return Games(ends, results["turns"].astype(np.int64), first, points[:, 0])


SETUP = StarRealmsSetup

__all__ = ["SETUP", "KernelRunner", "Played", "StarRealmsSetup", "is_scripted", "runner_of"]
