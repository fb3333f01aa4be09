"""Star Realms as the deck lab takes it: its seats for sides, and scripted agents inside one kernel.

Below: kernel.py, training.decklab.setup. Above: bought.py, and what holds for any game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.star_realms import SCRIPTS
from ow_env.compiled.sources import fingerprint
from ow_env.core.game import Game
from ow_env.star_realms.state import PLAYERS
from training.decklab import setup as general
from training.decklab.kernel import TRUNCATED, KernelRunner, half_points_of
from training.decklab.seeds import seeds_from
from training.decklab.setup import CUT, LOST, TIED, WON, Games, Pairing, Setup, seed_of_games
from training.decklab.star_realms.kernel import AGENTS, KERNEL

BLOCK = 256  # bouts that scripted agents play at a time


@lru_cache(64)
def runner_of(game: Game, threads: int) -> KernelRunner:
    """Return what plays a game in the kernel, made once: it is some work."""
    return KernelRunner(KERNEL, game, threads)


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
        """Return how many game pairs are played at a time."""
        return BLOCK if is_scripted(*pairing.agents) else general.BLOCK

    def play(self, pairing: Pairing, first: int, bouts: int, threads: int) -> Games:
        """Play some game pairs: inside the kernel if it knows the agents."""
        if not is_scripted(*pairing.agents):
            return self.play_agents(pairing, first, bouts)
        numbers, seed = np.arange(first, first + bouts), seed_of_games(pairing)
        runner, whole = runner_of(self.game, threads), np.zeros(bouts, np.int64)
        parts = []
        for place, seating in enumerate(self.seatings(pairing)):
            held = [AGENTS.index(name) for name in pairing.agents[:: -1 if seating.swapped else 1]]
            agents = np.array(held if seating.seat == 0 else held[::-1], np.int8)
            agent_seeds = seeds_from(seed, numbers[:, None], place, np.arange(PLAYERS))
            seated = np.tile(agents, (bouts, 1))
            results, _ = runner.play(self.game.template, whole, numbers, seed, seated, agent_seeds)
            parts.append(games_of(results, seating.seat))
        return Games(*map(np.concatenate, zip(*parts, strict=True)))


def games_of(results: NDArray[Any], seat: int) -> Games:
    """Return what is told of games, as the player of a seat sees them."""
    points, first, zeros = (half_points_of(results, who) for who in (seat, results["first"], 0))
    ends = np.where(results["ending"] == TRUNCATED, CUT, np.array([LOST, TIED, WON])[points])
    return Games(ends, results["turns"].astype(np.int64), first, zeros)


SETUP = StarRealmsSetup

__all__ = ["SETUP", "StarRealmsSetup", "is_scripted", "runner_of"]
