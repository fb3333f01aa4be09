"""A single-player game: how often each agent wins it, or what it scores, all of them on the same deals.

Below: match.py (a batch of games), ladder.py (rounds of jobs), report.py (a plot), store.py. Above: commands/match.py,
commands/ladder.py, selfplay/measure.py, model_card.py. In order: what came of games, an agent by itself, agents side by
side, what is printed and written.

There is nobody to beat, so nobody is rated. The figure of an agent is its share of wins, a game cut off by a limit
being none; in a game of scores, its mean score. Games are independent, for each is a deal of its own, and so are valid
the intervals of Wilson (1927) and, of a mean, the normal one. The ladder's file keeps jobs of games, a row each in
``blocks``.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.rules_hash import rules_hash
from training.files import aligned, rounded, write_csv, write_whole
from training.measure import counted
from training.measure.counted import Report
from training.measure.jobs import seed_of
from training.measure.ladder import Progress, agent_keys_of, labels_of, play_rounds
from training.measure.match import ROWS, play_batch, wilson
from training.measure.report import plot_intervals
from training.measure.store import AgentKey, Store
from training.measure.timed import Timed
from training.measure.workers import Executor

KIND = "alone"  # of an experiment, in the ladder's file
Z = 1.959964  # standard deviations on each side that hold 95 %
WIDTH = 0.02  # half-width of the 95 % interval of an agent's figure
BLOCK = 64  # games in a job

# ── What came of games ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Tried:
    """How somebody fared in games of its own."""

    won: int = 0
    lost: int = 0
    tied: int = 0
    truncated: int = 0  # cut off without an end by the rules
    total: float = 0.0  # of the results, -1 to 1 each
    squares: float = 0.0  # of the results, squared
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0  # taken for them by the agent; 0: not measured

    def __add__(self, other: Tried) -> Tried:
        return Tried(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def games(self) -> int:
        """All games played."""
        return self.won + self.lost + self.tied + self.truncated

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.won / self.games if self.games else math.nan

    @property
    def mean(self) -> float:
        """The mean result, from -1 to 1."""
        return self.total / self.games if self.games else math.nan

    def figure(self, payoff: str) -> float:
        """Return what is told of an agent: the share of wins, or in a game of scores the mean score."""
        return self.share if payoff == "win" else self.mean

    def interval(self, payoff: str) -> tuple[float, float]:
        """Return the 95 % interval of the figure."""
        if not self.games:
            return (0.0, 1.0) if payoff == "win" else (-1.0, 1.0)
        if payoff == "win":
            return wilson(self.share, self.games)
        if self.games == 1:
            return -1.0, 1.0
        variance = max(0.0, self.squares - self.games * self.mean**2) / (self.games - 1)
        half = Z * math.sqrt(variance / self.games)
        return max(-1.0, self.mean - half), min(1.0, self.mean + half)

    def half(self, payoff: str) -> float:
        """Return half the width of the interval."""
        low, high = self.interval(payoff)
        return (high - low) / 2


def in_words(tried: Tried, payoff: str) -> str:
    """Return win rate or score with its interval: "won 37.2 % [95 % CI 35.1, 39.4]", "scored 0.412 [95 % CI ...]"."""
    figure, (low, high) = tried.figure(payoff), tried.interval(payoff)
    if payoff == "win":
        return f"won {100 * figure:.1f} % [95 % CI {100 * low:.1f}, {100 * high:.1f}]"
    return f"scored {figure:.3f} [95 % CI {low:.3f}, {high:.3f}]"


def describe(agent: str, tried: Tried, payoff: str) -> str:
    """Return what came of an agent's games as one line."""
    ends = f"{tried.won} won, {tried.lost} lost, {tried.tied} tied, {tried.truncated} truncated"
    return f"{agent} alone: {in_words(tried, payoff)}, {tried.games} games ({ends})"


# ── An agent by itself ───────────────────────────────────────────────────────────────────────


def check_alone(game: Game) -> None:
    """Refuse a game that is played against somebody, with a ValueError."""
    if game.num_players != 1:
        raise ValueError(f"{game.name}: expected a single-player game, got one for {game.num_players}")


def play_alone(
    game: Game,
    agent: Agent,
    games: int,
    seed: int = 0,
    report: Callable[[Tried], None] = lambda tried: None,
    record: Path | None = None,
    first: int = 0,
) -> Tried:
    """Play ``games`` games of one agent and return what came of them.

    Args:
        game: for one player.
        agent: whose result it is.
        games: how many; their numbers are ``first`` and those that follow.
        seed: of the games; the agent has its own.
        report: called with the result so far after each batch.
        record: a folder to write every game to.
        first: the number of the first game.
    """
    check_alone(game)
    tried = Tried()
    for number in range(first, first + games, ROWS):
        rows = min(ROWS, first + games - number)
        clock = Timed(agent, time.perf_counter)
        batch = Batch(game, rows, seed, first_game=number, observe="acting", rows="sparse")
        reward, truncated, decisions = play_batch(game, [clock], rows, seed, number, record, batch)
        results = reward[:, 0].astype(np.float64)
        ended = results[~truncated]
        tried += Tried(
            won=int((ended > 0).sum()),
            lost=int((ended < 0).sum()),
            tied=int((ended == 0).sum()),
            truncated=int(truncated.sum()),
            total=float(results.sum()),
            squares=float((results**2).sum()),
            turns=int(game.turn(batch.states).sum()),
            decisions=decisions,
            seconds=clock.seconds,
        )
        report(tried)
    return tried


# ── Agents side by side ──────────────────────────────────────────────────────────────────────


class Job(NamedTuple):
    """Some games of one agent: what a worker plays at a time."""

    agent: str  # as `agents.make` takes it
    number: int  # of the job: its games are number * games and those that follow
    games: int
    game_seed: int  # the same for all agents, so that they meet the same deals

    def __str__(self) -> str:
        first = self.number * self.games
        return f"{self.agent} alone, games {first} to {first + self.games - 1}"


def play_job(game: Game, job: Job) -> tuple[str, tuple[Tried, Report]]:
    """Play a job; return a hash of the rules it was played by, what came of it, and what the agent counted."""
    agent = agents.make(job.agent, game, seed=seed_of(job.game_seed, KIND, job.number) % 2**31)
    tried = play_alone(game, agent, job.games, job.game_seed, first=job.number * job.games)
    return rules_hash(game.engine.__name__), (tried, counted.report_of(agent))


@dataclass(frozen=True)
class Standing:
    """What is known so far; everything in the order of ``agent_keys``."""

    game: Game
    agent_keys: list[AgentKey]
    labels: list[str]
    tried: list[Tried]
    reports: list[Report]  # what each has counted (counted.py)

    @property
    def payoff(self) -> str:
        """What is played for, "win" or "score"."""
        return self.game.facts.payoff

    @property
    def order(self) -> list[int]:
        """The indices of all agents, the best first, those that have not played last."""
        figures = [tried.figure(self.payoff) for tried in self.tried]
        return sorted(range(len(figures)), key=lambda at: math.inf if math.isnan(figures[at]) else -figures[at])

    @property
    def games(self) -> int:
        """All games played."""
        return sum(tried.games for tried in self.tried)


def identity_of(game: Game, agent: str, seed: Any, block: int) -> dict[str, Any]:
    """Return all that decides how games of an agent, known by its key, go; other rules, cards or options are others."""
    return {
        "game": game.name,
        "version": game.version,
        "options": game.options,
        "rules": rules_hash(game.engine.__name__),
        "figures": hashlib.sha256(game.tables.tobytes()).hexdigest()[:16],
        "agent": agent,
        "seed": seed,
        "games": block,
    }


def fault_in(block: int) -> Callable[[Any], str | None]:
    """Return what tells what is wrong with a result in a file, for jobs of so many games."""
    names = [field.name for field in fields(Tried)]

    def fault(result: Any) -> str | None:
        if not isinstance(result, dict) or list(result) != names:
            return f"expected {', '.join(names)}"
        for name, value in result.items():
            real = name in ("total", "squares", "seconds")
            if isinstance(value, bool) or not isinstance(value, (int, float) if real else int):
                return f"{name}: expected a number, got {value!r:.40}"
            least, most = (-block if name == "total" else 0), (block if name in ("total", "squares") else 2**31)
            if not least <= value <= most:
                return f"{name}: expected {least} to {most}, got {value}"
        if Tried(**result).games != block:
            return f"expected {block} games, got {Tried(**result).games}"
        return None

    return fault


def kept(store: Store, game: Game) -> dict[str, list[tuple[int, int]]]:
    """Return what the file has of a game as it is played now: by agents' keys, experiments and the games in a job."""
    found: dict[str, list[tuple[int, int]]] = {}
    for experiment, settings in store.experiments(KIND).items():
        agent, block, seed = (settings.get(name) for name in ("agent", "games", "seed"))
        if isinstance(agent, str) and isinstance(block, int) and block > 0:
            same = plain_data(identity_of(game, agent, seed, block))
            if settings == same:
                found.setdefault(agent, []).append((experiment, block))
    return found


def plain_data(data: Any) -> Any:
    """Return data as it comes back from a file of JSON: tuples are lists."""
    return json.loads(json.dumps(data))


def standing_of(store: Store, game: Game, only: Sequence[AgentKey] | None = None) -> Standing:
    """Return what the file has of a game as it is played now, whatever the seeds.

    Args:
        store: where results are.
        game: what was played.
        only: leave out all others. None: everybody who has played.

    Raises:
        ValueError: nobody has played yet.
    """
    found = kept(store, game)
    if only is None:
        known = {agent_key.key: agent_key for agent_key in store.agents().values()}
        only = [agent_key for key, agent_key in sorted(known.items()) if key in found]
    if not only:
        raise ValueError("nobody has played yet")
    tried = [Tried() for _ in only]
    for at, agent_key in enumerate(only):
        for experiment, block in found.get(agent_key.key, ()):
            for result in store.blocks(experiment, fault_in(block)).values():
                tried[at] += Tried(**result)
    reports = counted.kept(store, {"alone": plain_data(identity_of(game, "", 0, 0))})
    return Standing(game, list(only), labels_of(only), tried, [reports.get(each.key, {}) for each in only])


def run_alone(
    store: Store,
    game: Game,
    specs: Sequence[str],
    *,
    width: float | None = WIDTH,
    games: int | None = None,
    seed: int = 1,
    block: int = BLOCK,
    executor: Executor | None = None,
    report: Callable[[Progress[Standing]], None] = lambda progress: None,
) -> Standing:
    """Let each agent play by itself until its figure is known to ± ``width``, all on the same deals.

    Everybody plays a block first; then those whose intervals are too wide, half as many again as they have played.
    What has been played is in the store at once; called again, it goes on.

    Args:
        store: where results are kept.
        game: for one player.
        specs: the agents, as `agents.make` takes them.
        width: half-width of the 95 % interval of every figure. None: ``games`` are played, however sure it is.
        games: stop at so many games of all of them, those in the store included. None: no limit.
        seed: of games and agents. Others' games under another seed count as well.
        block: games in a job.
        executor: where jobs are played; None: in this process.
        report: called about every two seconds.
    """
    check_alone(game)
    if width is None and games is None:
        raise ValueError("width, games: one of them must say when to end")
    if width is not None and not 0 < width < 1:
        raise ValueError(f"width: expected a number between 0 and 1, got {width}")
    if block < 1:
        raise ValueError(f"block: expected a number from 1 up, got {block}")
    agent_keys = agent_keys_of(specs, game)
    if not agent_keys:
        raise ValueError("expected an agent or more, got none")
    for agent_key in agent_keys:
        store.agent(agent_key)
    ids = [store.experiment(KIND, identity_of(game, agent_key.key, seed, block)) for agent_key in agent_keys]
    game_seed = seed_of(seed, KIND, block)
    of_job: dict[Job, int] = {}

    def look(played: int) -> Progress[Standing]:
        standing = standing_of(store, game, agent_keys)
        most = math.inf if games is None else max(0, games - standing.games) // block * block
        left = int(min(most, sum(still_to_play(tried, standing.payoff, width, block) for tried in standing.tried)))
        widest = max(tried.half(game.facts.payoff) for tried in standing.tried)
        return Progress(standing, standing.games, played, left, widest)

    def wanted(progress: Progress[Standing]) -> list[Job]:
        of_job.clear()
        for at, number in jobs_wanted(progress.standing, width, games, block).items():
            done = store.blocks(ids[at])
            free = (k for k in count() if k not in done)
            of_job.update({Job(agent_keys[at].label, next(free), block, game_seed): at for _ in range(number)})
        return list(of_job)

    def is_there(job: Job) -> bool:
        return job.number in store.blocks(ids[of_job[job]])

    def keep(job: Job, played: tuple[Tried, Report]) -> int:
        tried, report = played
        key = agent_keys[of_job[job]].key
        about = {"alone": plain_data(identity_of(game, "", 0, 0)), "agent": key, "seed": seed, "games": block}
        counted.keep(store, about, job.number, {key: report})
        store.add_blocks(ids[of_job[job]], {job.number: asdict(tried)})
        return tried.games

    return play_rounds(game, play_job, look, wanted, is_there, keep, executor, report)


def still_to_play(tried: Tried, payoff: str, width: float | None, block: int) -> float:
    """Return about how many games it takes until a figure is known well enough, in whole blocks."""
    if width is None:
        return math.inf
    if not tried.games:
        return block
    more = tried.games * ((tried.half(payoff) / width) ** 2 - 1)
    return max(0, math.ceil(more / block)) * block


def jobs_wanted(standing: Standing, width: float | None, games: int | None, block: int) -> dict[int, int]:
    """Return how many jobs each agent, by its index, is to play in the next round; none: all is known well enough."""
    most = math.inf if games is None else (games - standing.games) // block
    wanted: dict[int, int] = {}
    for at in sorted(range(len(standing.tried)), key=lambda at: standing.tried[at].games):  # who has played least first
        tried = standing.tried[at]
        if width is not None and tried.games and tried.half(standing.payoff) <= width:
            continue
        enough = max(1, tried.games // block // 2)
        wanted[at] = int(max(0, min(enough, max(1, still_to_play(tried, standing.payoff, width, block) / block), most)))
        most -= wanted[at]
    return {at: number for at, number in wanted.items() if number}


# ── What is printed and written ──────────────────────────────────────────────────────────────


def table(standing: Standing) -> str:
    """Return the agents as lines of text, the best first."""
    win = standing.payoff == "win"
    rows = [
        [
            "",
            "agent",
            "win rate" if win else "score",
            "95 % CI",
            "games",
            "won",
            "lost",
            "tied",
            "truncated",
            "turns",
            "ms",
        ]
    ]
    counts = counted.shown_of(standing.reports)
    rows[0] += counts
    for rank, agent in enumerate(standing.order, 1):
        tried = standing.tried[agent]
        if not tried.games:
            rows.append([str(rank), standing.labels[agent], "?", "", "0", *["-"] * (6 + len(counts))])
            continue
        (low, high), figure = tried.interval(standing.payoff), tried.figure(standing.payoff)
        shown = [f"{100 * one:.1f}" if win else f"{one:.3f}" for one in (figure, low, high)]
        ends = [str(number) for number in (tried.games, tried.won, tried.lost, tried.tied, tried.truncated)]
        more = [f"{tried.turns / tried.games:.1f}", f"{milliseconds(tried):.3g}"]
        more += counted.cells(standing.reports[agent], counts)
        figure_cell = f"{shown[0]} %" if win else shown[0]
        rows.append([str(rank), standing.labels[agent], figure_cell, f"[{shown[1]}, {shown[2]}]", *ends, *more])
    told = "" if win else " score: mean score, from -1 to 1."
    notes = [
        "",
        f"A single-player game, so there is no Elo.{told} All agents played the same deals. turns: mean length of",
    ]
    notes += ["a game. ms: milliseconds per decision."]
    notes += [counted.meaning(counts)] if counts else []
    notes += counted.forfeit_lines(standing.labels, standing.reports)
    return "\n".join(aligned(rows, left=(1,)) + notes)


def milliseconds(tried: Tried) -> float:
    """Return how long an agent took for a decision on the average; NaN if it made none."""
    return 1000 * tried.seconds / tried.decisions if tried.decisions else math.nan


def rows_of(standing: Standing) -> list[dict[str, Any]]:
    """Return the agents as data, the best first: a row for each."""
    rows, counts = [], counted.shown_of(standing.reports)
    for agent in standing.order:
        agent_key, tried = standing.agent_keys[agent], standing.tried[agent]
        low, high = tried.interval(standing.payoff)
        rows.append(
            {
                "agent": standing.labels[agent],
                "name": agent_key.name,
                "version": agent_key.version,
                "parameters": agent_key.parameters,
                "file": agent_key.file or "",
                "share": rounded(tried.share),
                "score": rounded(tried.mean),
                "low": rounded(low),
                "high": rounded(high),
                "games": tried.games,
                "won": tried.won,
                "lost": tried.lost,
                "tied": tried.tied,
                "truncated": tried.truncated,
                "turns": rounded(tried.turns / tried.games, 2) if tried.games else None,
                "milliseconds": rounded(milliseconds(tried)),
                **counted.as_data(standing.reports[agent], counts),
            }
        )
    return rows


def write(standing: Standing, folder: Path) -> list[Path]:
    """Write the table into a folder, as text, CSV and, with matplotlib, a plot; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "ladder.txt", folder / "shares.csv"]
    write_whole(written[0], f"{table(standing)}\n")
    write_csv(written[1], rows_of(standing), "agent")
    try:
        import matplotlib  # it is in the extra `train`
    except ImportError:
        return written
    payoff, order = standing.payoff, [agent for agent in standing.order if standing.tried[agent].games]
    factor, of, form = (100, "% of games won", "{:.1f}") if payoff == "win" else (1, "mean score", "{:.3f}")
    figures = factor * np.array([standing.tried[agent].figure(payoff) for agent in order])
    low, high = factor * np.array([standing.tried[agent].interval(payoff) for agent in order]).reshape(-1, 2).T
    with matplotlib.rc_context({"text.parse_math": False}):  # a label is text, whatever is in it
        errors = np.maximum(0, figures - low), np.maximum(0, high - figures)
        plot = plot_intervals([standing.labels[agent] for agent in order], figures, errors, of, form)
        written.append(folder / "shares.png")
        plot.savefig(written[-1], dpi=150)
    return written
