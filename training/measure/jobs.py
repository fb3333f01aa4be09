"""What a worker of the ladder plays: a job is some game pairs of two agents.

Below: agents, Batch, store.py (the rows that come of it). Above: ladder.py, which says what is to be played. In order:
the job, who sits where, playing it, how the games ended.

A *game pair* is one game number, played with the agents in both seats and, where decks differ, with decks
swapped: two games or four. Its result depends on the seed, its number, the two agents and the size of a job alone: not
on the number of processes or the order in which they finish.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent, Observation
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import keep_history, seen_by, tell_ends
from ow_env.core.rules_hash import rules_hash
from training.measure.counted import Report, added, report_of
from training.measure.match import play
from training.measure.store import SeatSwap, hashed

ROUNDING = 1e-6  # leads smaller than this are ties

Reports: TypeAlias = list[Report]  # of one and other: what they counted (counted.py), {} if they count nothing
Seating: TypeAlias = tuple[int, ...]  # by seat: 0 for the first agent, 1 for the other


class Job(NamedTuple):
    """Some game pairs of two agents: what one worker plays at a time."""

    one: str  # as `agents.make` takes it
    other: str
    first: int  # number of the first game pair
    num_pairs: int
    game_seed: int  # of these two agents alone, so that other matchups do not share their deals

    def __str__(self) -> str:
        last = self.first + self.num_pairs - 1
        return f"{self.one} against {self.other}, game pairs {self.first} to {last}"


class Played(NamedTuple):
    """What came of a job."""

    swaps: list[SeatSwap]
    reports: Reports


def seed_of(*parts: object) -> int:
    """Return a seed that follows from these values, from 0 to 2**62 - 1."""
    return int(hashed(*parts), 16) % 2**62


# ── Who sits where ───────────────────────────────────────────────────────────────────────────


def seatings(players: int) -> list[tuple[Seating, Seating]]:
    """Return who sits where in the two games of a seat swap, for each swap that a fair comparison takes.

    The second seating of a swap is the first exchanged. Each agent has every seat, and every half of the seats (for
    three, one seat or the other two), as often. One player plays alone, and so does the other.
    """
    halves = [set(some) for some in combinations(range(players), max(1, players // 2))]
    chosen = [half for half in halves if players % 2 or 0 in half]
    firsts = [tuple(0 if seat in half else 1 for seat in range(players)) for half in chosen]
    return [(first, tuple(1 - who for who in first)) for first in firsts]


def handicap(game: Game) -> float:
    """Return the logarithm of the odds at which the agent with more seats wins, were all alike (ratings.py).

    Where scores are compared, each agent's mean, more seats are no more likely to lead.
    """
    few = max(1, game.num_players // 2)
    return math.log((game.num_players - few) / few) if game.facts.payoff == "win" and game.num_players > 2 else 0.0


def games_per_pair(game: Game) -> int:
    """Return how many games a game pair has: of each variant and each seating two."""
    return 2 * len(game.variants()) * len(seatings(game.num_players))


# ── Playing ──────────────────────────────────────────────────────────────────────────────────


def play_job(game: Game, job: Job) -> tuple[str, Played]:
    """Play the game pairs of a job.

    Returns:
        a hash of the rules they were played by, and of each game pair a seat swap for each variant and seating.
    """
    reports: Reports = [{}, {}]
    ways = [(variant, seating) for variant in game.variants() for seating in seatings(game.num_players)]
    swaps = [swap for deal, way in enumerate(ways) for swap in play_deal(*way, deal, job, reports)]
    swaps.sort(key=lambda swap: (swap.number, swap.deal))
    return rules_hash(game.engine.__name__), Played(swaps, reports)


def play_deal(
    game: Game, seating: tuple[Seating, Seating], deal: int, job: Job, reports: Reports | None = None
) -> list[SeatSwap]:
    """Play a job's games of one variant and seating: batch 0 with the first seating, batch 1 with the second.

    What the agents counted is added to ``reports``.
    """
    specs = (job.one, job.other)
    players = [
        agents.make(spec, game, seed=seed_of(job.game_seed, job.first, deal, who) % 2**31)
        for who, spec in enumerate(specs)
    ]
    batches = [
        Batch(game, job.num_pairs, job.game_seed, first_game=job.first, observe="acting", rows="sparse") for _ in "01"
    ]
    for batch in batches:
        keep_history(batch, players)
    sits = np.array(seating)  # [batch, seat]
    actions = np.zeros((2, job.num_pairs, game.num_players), np.int32)  # [batch, number, seat]
    reward = np.zeros((2, job.num_pairs, game.num_players), np.float32)
    decisions = np.zeros((2, job.num_pairs), np.int64)
    choices = np.zeros((2, job.num_pairs), np.int64)  # [who, number], in both batches
    seconds = [0.0, 0.0]
    running = np.array([~(batch.terminated | batch.truncated) for batch in batches])
    steps = 0
    while running.any():
        actions[:] = 0
        for who, player in enumerate(players):
            seconds[who] += act(player, sits == who, batches, running, steps, actions, choices[who])
        steps += 1
        decisions += running
        for b, batch in enumerate(batches):
            try:
                play(batch, actions[b])
            except ValueError as error:
                seats = ", ".join(f"player_{seat} {specs[who]}" for seat, who in enumerate(seating[b]))
                raise ValueError(f"{seats}: {error}") from None
            ended = running[b] & (batch.terminated | batch.truncated)
            reward[b, ended] = batch.reward[ended]
            tell_ends(batch, [players[who] for who in seating[b]], ended)
            running[b] &= ~ended
    if reports is not None:
        reports[:] = [added([report, report_of(player)]) for report, player in zip(reports, players, strict=True)]
    turns = [game.turn(batch.states) for batch in batches]
    sides = json.dumps(list(game.sides))
    each = [spent / job.num_pairs for spent in seconds]
    leads = lead_of_one(reward, sits)
    return [
        SeatSwap(
            number=job.first + n,
            deal=deal,
            game_seed=job.game_seed,
            decks=sides,
            first=outcome(leads[0, n], batches[0].truncated[n]),
            second=outcome(leads[1, n], batches[1].truncated[n]),
            first_turns=int(turns[0][n]),
            second_turns=int(turns[1][n]),
            first_decisions=int(decisions[0, n]),
            second_decisions=int(decisions[1, n]),
            one_choices=int(choices[0, n]),
            other_choices=int(choices[1, n]),
            one_seconds=each[0],
            other_seconds=each[1],
        )
        for n in range(job.num_pairs)
    ]


def act(
    player: Agent,
    held: NDArray[np.bool_],
    batches: Sequence[Batch],
    running: NDArray[np.bool_],
    steps: int,
    actions: NDArray[np.int32],
    choices: NDArray[np.int64],
) -> float:
    """Let a player act wherever it has a decision, in both batches in one call; return the seconds it took.

    Args:
        player: who acts.
        held: [batch, seat] the seats it holds.
        batches: both.
        running: [batch, number] which games go on.
        steps: how many joint decisions they have had.
        actions: written: [batch, number, seat].
        choices: [number], to which is added how often it acted.
    """
    acting = [
        np.nonzero(batch.to_act & mine & on[:, None]) for batch, mine, on in zip(batches, held, running, strict=True)
    ]
    count = len(acting[0][0])
    if not count + len(acting[1][0]):
        return 0.0
    parts = [seen_by(player, batch, rows, seats, steps) for batch, (rows, seats) in zip(batches, acting, strict=True)]
    seen = Observation.joined(parts)
    begun = time.perf_counter()
    chosen = player.act(seen)
    spent = time.perf_counter() - begun
    for b, ((rows, seats), some) in enumerate(zip(acting, (chosen[:count], chosen[count:]), strict=True)):
        actions[b, rows, seats] = some
        np.add.at(choices, rows, 1)
    return spent


# ── How the games ended ──────────────────────────────────────────────────────────────────────


def lead_of_one(reward: NDArray[np.float32], sits: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the mean reward of the first agent's seats less that of the other's: [batch, number].

    Args:
        reward: [batch, number, seat].
        sits: [batch, seat] 0 for the first agent, 1 for the other. Where each plays alone, their games are compared.
    """
    if reward.shape[2] == 1:
        lead = reward[0, :, 0] - reward[1, :, 0]
        return np.stack([lead, lead])
    means = [(reward * (sits == who)[:, None]).sum(2) / (sits == who).sum(1)[:, None] for who in range(2)]
    lead = means[0] - means[1]
    return np.where(np.abs(lead) > ROUNDING, lead, 0).astype(np.float32)


def outcome(lead: float, truncated: bool) -> str:
    """Return how a game ended for the agent with this lead."""
    if truncated:
        return "truncated"
    return "won" if lead > 0 else "lost" if lead < 0 else "tied"
