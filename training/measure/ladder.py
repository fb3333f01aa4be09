"""The ladder: every agent against every other, until it is known well enough who beats whom.

Below: jobs.py (what a worker plays), store.py (what was played), ratings.py (what that says), workers.py (who plays).
Above: report.py and commands/ladder.py (`ow ladder`), and whoever wants agents measured. In order: who is on the
ladder, two agents by themselves, the standing, running a ladder.

The unit is a game pair (jobs.py), and whole blocks of them are played at a time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

import agents
from agents.registry import takes
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import escaped, nearest
from training.measure import counted, store as stores
from training.measure.counted import Report
from training.measure.jobs import (
    Job,
    Played,
    games_per_pair,
    handicap,
    lead_of_one,
    play_deal,
    play_job,
    seatings,
    seed_of,
)
from training.measure.ratings import Ratings, Tally, next_matchups, rate
from training.measure.store import AgentKey, Meeting, SeatSwap, Store
from training.measure.workers import Executor, SerialExecutor

BLOCK = 16  # game pairs in a job: some seconds' play, so little is lost when a process is killed
WIDTH = 0.02  # half-width of the 95 % interval of an expected score
REPORT_EVERY = 2.0  # seconds

# ── Who is on the ladder ─────────────────────────────────────────────────────────────────────


def agent_key_of(spec: str, game: Game) -> AgentKey:
    """Return the key of an agent as `agents.make` knows it: its name, or the path of a saved one.

    A saved agent is known by its weights, or where it does not name them by its file: with others under the same
    path, it is another; with the same, trained again, it is the same.
    """
    agent = agents.make(spec, game, seed=0)
    path = Path(spec)
    known = takes(spec.partition(":")[0]) or "weights" in agent.parameters
    file = stores.digest(path) if not known and path.exists() else None
    return AgentKey.of(spec, agent.name, agent.version, agent.parameters, file)


def agent_keys_of(specs: Sequence[str], game: Game) -> list[AgentKey]:
    """Return the keys of several agents, the first of any that are the same."""
    agent_keys: dict[str, AgentKey] = {}
    for spec in specs:
        agent_key = agent_key_of(spec, game)
        agent_keys.setdefault(agent_key.key, agent_key)
    return list(agent_keys.values())


def labels_of(agent_keys: Sequence[AgentKey]) -> list[str]:
    """Return how to call them: as they were asked for, escaped, and by key where that says too little."""
    labels = [escaped(agent_key.label) for agent_key in agent_keys]
    return [
        label if labels.count(label) == 1 else f"{label} #{agent_key.key[:4]}"
        for label, agent_key in zip(labels, agent_keys, strict=True)
    ]


# ── Two agents, nothing stored ───────────────────────────────────────────────────────────────


def play_pairs(game: Game, one: str, other: str, num_pairs: int = 0, seed: int = 1, first: int = 0) -> list[SeatSwap]:
    """Play two agents against each other and return every seat swap; nothing is stored.

    Args:
        game: each game pair is played in all its variants, and each of those in all seatings.
        one: an agent as `agents.make` knows it; results are its own.
        other: its opponent.
        num_pairs: how many: with two players of two games each, or four with two decks.
        seed: of games and agents.
        first: the number of the first game pair.
    """
    if num_pairs < 1:
        raise ValueError(f"num_pairs: expected a number from 1 up, got {num_pairs}")
    agent_keys = [agent_key_of(one, game), agent_key_of(other, game)]
    job = Job(one, other, first, num_pairs, game_seed_of(seed, *agent_keys))
    return play_job(game, job)[1].swaps


def game_seed_of(seed: int, one: AgentKey, other: AgentKey) -> int:
    """Return the seed of the games of two agents."""
    return seed_of(seed, *sorted((one.key, other.key)))


# ── The standing ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Standing:
    """What the ladder says so far; everything in the order of ``agent_keys``."""

    game: Game
    agent_keys: list[AgentKey]
    labels: list[str]
    tally: Tally
    ratings: Ratings
    meetings: dict[tuple[int, int], Meeting]  # by the indices of both, ``one`` first
    reports: list[Report]  # what each has counted (counted.py)

    @property
    def order(self) -> list[int]:
        """The indices of all agents, the strongest first, those without a rating last."""
        elo = np.nan_to_num(self.ratings.elo, nan=-np.inf)
        return [int(index) for index in np.argsort(-elo, kind="stable")]

    def counts(self, agent: int) -> tuple[int, int, int, int]:
        """Return how many games an agent has won, lost, tied, and had truncated."""
        won = lost = tied = truncated = 0
        for (one, other), met in self.meetings.items():
            if agent in (one, other):
                won += met.won if agent == one else met.lost
                lost += met.lost if agent == one else met.won
                tied += met.tied
                truncated += met.truncated
        return won, lost, tied, truncated

    def milliseconds(self, agent: int) -> float:
        """Return how long an agent took for a decision on the average, NaN if it made none."""
        seconds = choices = 0.0
        for (one, other), met in self.meetings.items():
            if agent == one:
                seconds, choices = seconds + met.one_seconds, choices + met.one_choices
            elif agent == other:
                seconds, choices = seconds + met.other_seconds, choices + met.other_choices
        return 1000 * seconds / choices if choices else float("nan")


def ratings(store: Store, game: Game, anchor: str | None = None, only: Sequence[AgentKey] | None = None) -> Standing:
    """Return the standing of a game as it is played now: by these rules, cards and options.

    Args:
        store: where results are.
        game: what was played; which of its decks was named first makes no difference.
        anchor: the label or name of the agent whose rating is 0; None: "random", or the first one if it is not there.
        only: leave out all others, games and all. None: everybody who has played.

    Raises:
        ValueError: nobody has played, or not the anchor.
    """
    matchup = store.matchup(game.variants()[0])
    known, meetings = store.agents(), store.meetings(matchup)
    if only is None:
        played = {agent for met in meetings for agent in (met.one, met.other)}
        ids = [agent for agent in sorted(known) if agent in played]
    else:
        at = {agent_key.key: agent for agent, agent_key in known.items()}
        ids = [at[agent_key.key] for agent_key in only if agent_key.key in at]
        known |= {at[agent_key.key]: agent_key for agent_key in only if agent_key.key in at}  # called as asked for
    if not ids:
        raise ValueError("nobody has played yet")
    agent_keys = [known[agent] for agent in ids]
    zero = place_of(anchor, agent_keys)
    index_of = {agent: index for index, agent in enumerate(ids)}
    among = {
        (index_of[met.one], index_of[met.other]): met
        for met in meetings
        if met.one in index_of and met.other in index_of
    }
    sums = stores.tally(meetings, ids)
    reports = counted.kept(store, {"matchup": matchup})
    told = [reports.get(agent_key.key, {}) for agent_key in agent_keys]
    return Standing(game, agent_keys, labels_of(agent_keys), sums, rate(sums, zero, handicap(game)), among, told)


def place_of(anchor: str | None, agent_keys: Sequence[AgentKey]) -> int:
    """Return which of these agents has the rating 0: the anchor; None: "random", or the first if that is not there."""
    for field in ("label", "name"):
        for place, agent_key in enumerate(agent_keys):
            if getattr(agent_key, field) == (anchor or "random"):
                return place
    if anchor is not None:
        labels = labels_of(agent_keys)
        raise ValueError(
            f"anchor: expected one of {', '.join(labels)}, got {escaped(anchor)!r}{nearest(anchor, labels)}"
        )
    return 0


# ── Running a ladder ─────────────────────────────────────────────────────────────────────────


S = TypeVar("S")  # a standing: the one above, or that of a single-player game
J = TypeVar("J", bound=NamedTuple)  # a job: what a worker plays at a time


@dataclass(frozen=True)
class Progress(Generic[S]):
    """How far a ladder is, for whoever watches."""

    standing: S  # of those on the ladder
    games: int  # among them, in all
    played: int  # in this call
    left: int  # games still to play, as far as one can tell
    widest: float  # half-width of the widest interval of an expected score; 1: not all have met


def play_rounds(
    game: Game,
    play: Callable[[Game, J], tuple[str, Any]],
    look: Callable[[int], Progress[S]],
    wanted: Callable[[Progress[S]], list[J]],
    is_there: Callable[[J], bool],
    keep: Callable[[J, Any], int],
    executor: Executor | None,
    report: Callable[[Progress[S]], None],
) -> S:
    """Play rounds of jobs until none is wanted; return the last standing.

    Args:
        game: what is played.
        play: a function of a module: it plays a job, and returns a hash of the rules it was played by, and the result.
        look: how far it is, after so many games in this call.
        wanted: the jobs of the next round.
        is_there: whether a job's result is in the store; asked when a worker is free, for others may play as well.
        keep: puts a result into the store, at once, and returns how many games are new.
        executor: where jobs are played; None: in this process.
        report: called about every two seconds.
    """
    rules = rules_hash(game.engine.__name__)
    Batch(game, 1)  # a new machine compiles the rules once, not in every worker
    executor = executor or SerialExecutor()
    played = 0
    while True:
        looked, progress = time.monotonic(), look(played)
        report(progress)
        jobs = wanted(progress)
        if not jobs:
            return progress.standing
        random.SystemRandom().shuffle(jobs)  # each process in an order of its own
        for job, (by, result) in executor.run(play, game, (job for job in jobs if not is_there(job))):
            if by != rules:
                raise ValueError(f"a worker has other rules ({by}) than this process ({rules})")
            played += keep(job, result)
            if time.monotonic() - looked > REPORT_EVERY:
                looked = time.monotonic()
                report(look(played))


def run_ladder(
    store: Store,
    game: Game,
    specs: Sequence[str],
    *,
    width: float = WIDTH,
    elo: float | None = None,
    games: int | None = None,
    seed: int = 1,
    block: int = BLOCK,
    executor: Executor | None = None,
    anchor: str | None = None,
    report: Callable[[Progress[Standing]], None] = lambda progress: None,
) -> Standing:
    """Play a round robin until every expected score is known to ± ``width``.

    Each pair plays a block first; then the pairs with the widest intervals, a round of blocks at a time. Results are
    stored at once, so it can be interrupted and called again to continue. Other processes may add to the store
    meanwhile; their games count too.

    Args:
        store: where results are kept.
        game: for two players or more.
        specs: the agents, as `agents.make` takes them.
        width: half-width of the 95 % interval of every expected score.
        elo: and of every Elo; None: no limit. Rating agents that always beat all others takes long.
        games: stop at so many games among these agents, those in the store included. None: no limit.
        seed: of games and agents. Stored games of other seeds count as well.
        block: game pairs in a job.
        executor: where jobs are played; None: in this process.
        anchor: whose rating is 0, as for `ratings`.
        report: called about every two seconds.
    """
    if game.num_players == 1:
        raise ValueError(f"{game.name}: a single-player game has no opponents: see training.measure.alone")
    if not 0 < width < 1:
        raise ValueError(f"width: expected a number between 0 and 1, got {width}")
    if elo is not None and not elo > 0:
        raise ValueError(f"elo: expected a number above 0, got {elo}")
    if block < 1:
        raise ValueError(f"block: expected a number from 1 up, got {block}")
    agent_keys = sorted(agent_keys_of(specs, game), key=lambda agent_key: agent_key.key)
    if len(agent_keys) < 2:
        raise ValueError(f"a ladder takes two different agents or more, got {', '.join(specs) or 'none'}")
    place_of(anchor, agent_keys)  # which is refused before anybody plays
    matchup = store.matchup(game.variants()[0])
    per_pair = games_per_pair(game)
    ids = {agent_key.key: store.agent(agent_key) for agent_key in agent_keys}
    goal = width, elo
    by_job: dict[Job, tuple[AgentKey, AgentKey]] = {}

    def look(played: int) -> Progress[Standing]:
        standing = ratings(store, game, anchor, agent_keys)
        _, widest, left = schedule(standing, goal, games, block, per_pair)
        return Progress(standing, round(standing.tally.games.sum() / 2), played, left, widest)

    def wanted(progress: Progress[Standing]) -> list[Job]:
        meet, _, _ = schedule(progress.standing, goal, games, block, per_pair)
        jobs = []
        given: dict[tuple[int, int], int] = {}
        for both in meet:
            one, other = (progress.standing.agent_keys[index] for index in both)
            done = store.played(matchup, ids[one.key], ids[other.key], seed)
            job = Job(one.label, other.label, given.get(both, 0), block, game_seed_of(seed, one, other))
            while whole(job, done):
                job = job._replace(first=job.first + block)
            given[both] = job.first + block
            by_job[job] = one, other
            jobs.append(job)
        return jobs

    def is_there(job: Job) -> bool:
        one, other = by_job[job]
        return whole(job, store.played(matchup, ids[one.key], ids[other.key], seed))

    def keep(job: Job, played: Played) -> int:
        one, other = by_job[job]
        keys = one.key, other.key
        about = {"matchup": matchup, "agents": list(keys), "seed": seed}
        counted.keep(store, about, job.first, dict(zip(keys, played.reports, strict=True)))
        return 2 * store.add(matchup, ids[one.key], ids[other.key], seed, played.swaps)

    return play_rounds(game, play_job, look, wanted, is_there, keep, executor, report)


def whole(job: Job, done: set[int]) -> bool:
    """Return whether all game pairs of a job are among those done."""
    return done.issuperset(range(job.first, job.first + job.num_pairs))


def schedule(
    standing: Standing, goal: tuple[float, float | None], games: int | None, block: int, per_pair: int
) -> tuple[list[tuple[int, int]], float, int]:
    """Return who should meet in the next round, a block of game pairs each.

    It follows from the standing alone. Rounds grow with what has been played, so that there are few of them, and
    workers seldom wait for the last of a round.

    Returns:
        the indices of both, for each block; the widest interval; games left, as far as one can tell.
    """
    tally, at_once = standing.tally, per_pair * block
    so_far = round(tally.games.sum() / 2)
    most = 10_000 if games is None else max(0, games - so_far) // at_once
    everybody = list(combinations(range(len(tally)), 2))
    strangers = [(i, j) for i, j in everybody if tally.pairs[i, j] < block]
    if strangers:
        return strangers[:most], 1.0, min(len(strangers), most) * at_once
    widest = float(standing.ratings.expected_error[np.triu_indices(len(tally), 1)].max())
    meet = next_matchups(tally, standing.ratings, at_once, most, *goal)
    enough = max(8, len(everybody), so_far // at_once // 2)
    return meet[:enough], widest, len(meet) * at_once


__all__ = [
    "BLOCK",
    "Job",
    "Progress",
    "Standing",
    "agent_key_of",
    "agent_keys_of",
    "games_per_pair",
    "lead_of_one",
    "play_deal",
    "play_job",
    "play_pairs",
    "ratings",
    "run_ladder",
    "seatings",
]
