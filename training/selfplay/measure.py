"""How strong the finished agent is: a ladder of it, some of its checkpoints and known agents, in the run's folder.

In a single-player game it is how often each of them wins.

Below: measure/ladder.py, which plays paired games on all cores and rates. Above: report.py, which shows it. All games
are kept in the run's ladder.sqlite: measuring again plays only what is missing, and `ow ladder --store` adds to it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

import agents
from agents import learned
from ow_env.core.game import Game
from training.decklab import random_decks
from training.decklab.random_decks import OnDecks
from training.decklab.setup import setup_of
from training.files import write_json
from training.measure import alone, ladder
from training.measure.alone import Tried
from training.measure.ladder import Standing
from training.measure.match import Result, play_match
from training.measure.ratings import Tally
from training.measure.store import AgentKey, Store, hashed
from training.measure.workers import Executor, ProcessExecutor, SerialExecutor
from training.selfplay.settings import Settings

STORE = "ladder.sqlite"
ON_DECKS = "decks.json"  # what was measured with random decks
SEED = 20_000  # of the games measured on: none of them was trained on
BLOCK = 25  # game pairs in a job: a hundred games with two decks
EXACT = 1e-6  # a width never reached: the number of games decides


def play(
    path: Path, games: Sequence[Game], opponent: str, count: int
) -> tuple[Result, tuple[float, float], list[tuple[str, Result]]]:
    """Play about ``count`` games of a saved agent against one opponent, each game from both seats.

    Returns:
        the result in all, the 95 % interval of its score, and the result in each of ``games`` beside the name of the
        deck in its seat 0. Games of one number share their deal and are correlated: in Goofspiel two deterministic
        agents play the same game twice. So the interval is that of whole game pairs.
    """
    parts = []
    each = -(-count // len(games))
    points = np.zeros(-(-each // games[0].num_players))  # by game number
    for game in games:
        one, other = agents.make(str(path), game, seed=1), agents.make(opponent, game, seed=2)
        parts.append(((game.sides or (game.name,))[0], play_match(game, one, other, each, SEED, points=points)))
    total = parts[0][1]
    for _, result in parts[1:]:
        total += result
    nobody = np.zeros(len(points), np.int64)
    tally = Tally.of(2, nobody, nobody + 1, np.full(len(points), total.games / len(points)), points)
    low, high = tally.interval(0, 1)
    return total, (min(low, total.score), max(high, total.score)), parts


@dataclass(frozen=True)
class Rung:
    """One on the ladder."""

    label: str
    elo: float
    error: float  # half-width of the 95 % interval; NaN where there is no rating
    decisions: int | None  # it had learned from; None: it never learned in this run
    milliseconds: float  # for one decision, in these games
    expected: float  # the score of the finished agent against it, by their ratings ...
    expected_error: float  # ... and half its 95 % interval
    finished: bool = False  # the agent that the run ended with


@dataclass(frozen=True)
class Score:
    """The finished agent against one opponent: each game in both seats, with decks swapped."""

    opponent: str
    games: int
    won: int
    lost: int
    tied: int  # games cut off by a limit of turns among them
    points: float  # the share of them, a tie being half a point
    low: float  # the 95 % interval of it, from whole game pairs
    high: float
    by_deck: dict[str, float]  # its score by the deck it held; empty where there is only one


@dataclass(frozen=True)
class Share:
    """How one fares in a single-player game."""

    label: str
    tried: Tried
    decisions: int | None  # it had learned from; None: it never learned in this run
    finished: bool = False  # the agent that the run ended with


@dataclass(frozen=True)
class Measured:
    """What measuring came to."""

    scores: list[Score]  # in the order of the setting `against`
    rungs: list[Rung]  # the strongest first
    shares: list[Share] = field(default_factory=list)  # in a single-player game, instead of both: the best first
    on_decks: list[OnDecks] = field(default_factory=list)  # where it was trained on random decks

    @property
    def hardest(self) -> str | None:
        """The opponent that leaves it the fewest points."""
        return min(self.scores, key=lambda score: score.points).opponent if self.scores else None


def measure(
    folder: Path, chosen: Settings, game: Game, agent: Path, say: Callable[[str], None] = lambda line: None
) -> Measured:
    """Let the agent, some checkpoints and the opponents play, as far as they have not, and rate them.

    Args:
        folder: of the run.
        chosen: its settings: whom to play (`against`, `ladder_checkpoints`), how much (`games`, `ladder_games`).
        game: with the decks in either order.
        agent: the finished agent's file.
        say: takes a line about how it goes, about every two seconds.
    """
    against = list(dict.fromkeys(chosen.against)) if chosen.games else []
    if not against:
        return Measured([], [])
    pool = chosen_checkpoints(folder / "past", chosen.ladder_checkpoints) if chosen.ladder_games else []
    specs = [str(agent), *map(str, pool), *against]
    trained = {str(path): decisions_of(path) for path in (agent, *pool)}
    if game.num_players == 1:
        return measure_alone(folder, chosen, game, specs, trained, say)
    cores = os.cpu_count() or 1
    executor: Executor = ProcessExecutor(cores) if cores > 1 else SerialExecutor()
    begun = time.monotonic()
    block = at_least(game, 2)
    each = -(-chosen.games // block) * block  # whole blocks are played

    with Store(folder / STORE) as store, executor:

        def run(who: list[str], games: int, what: str) -> Standing:
            def report(progress: ladder.Progress[Standing]) -> None:
                share = 100 if not progress.left else 100 * progress.games // games
                say(f"{share:3} % | {what}: {progress.games:,} of {games:,} games | {time.monotonic() - begun:.0f} s")

            return ladder.run_ladder(
                store, game, who, width=EXACT, games=games, seed=SEED, block=BLOCK, executor=executor, report=report
            )

        for name in against:
            run([str(agent), name], each, f"against {name}")
        if chosen.ladder_games:
            others = at_least(game, len(specs)) - block * len(against)
            run(specs, max(chosen.ladder_games, each * len(against) + others), "on the ladder")
        agent_keys = ladder.agent_keys_of(specs, game)
        standing = ladder.ratings(store, game, only=agent_keys)
        scores = [score_of(store, standing, agent_keys[0], ladder.agent_key_of(name, game), name) for name in against]
    rungs = []
    for index in standing.order if chosen.ladder_games else []:
        agent_key, decisions = standing.agent_keys[index], trained.get(standing.agent_keys[index].label)
        finished = agent_key.key == agent_keys[0].key
        label = "this agent" if finished else agent_key.label if decisions is None else f"after {short(decisions)}"
        rated, own = standing.ratings, standing.agent_keys.index(agent_keys[0])
        rungs.append(
            Rung(
                label=label,
                elo=float(rated.elo[index]),
                error=float(rated.elo_error[index]),
                decisions=decisions,
                milliseconds=standing.milliseconds(index),
                expected=float(rated.expected[own, index]),
                expected_error=float(rated.expected_error[own, index]),
                finished=finished,
            )
        )
    return Measured(scores, rungs)


def measure_on_decks(
    folder: Path, chosen: Settings, agent: Path, say: Callable[[str], None] = lambda line: None
) -> list[OnDecks]:
    """Let the agent play each opponent with held-out decks, and with the printed ones of those sizes.

    Args:
        folder: of the run: what was measured is kept there.
        chosen: its settings; without `random_matchups`, `random_games` or `games` nothing is played.
        agent: the finished agent's file.
        say: takes a line about how it goes.
    """
    if not (chosen.random_matchups and chosen.random_games and chosen.games):
        return []
    lab, setup = random_decks.known(chosen.game), setup_of(chosen.game, **chosen.options)
    weights = hashlib.sha256(agent.read_bytes()).hexdigest()
    identity = hashed(weights, setup.settings, chosen.random_games, chosen.random_sizes)
    kept = read_on_decks(folder / ON_DECKS, identity)
    found = []
    for size in chosen.random_sizes:
        for name in dict.fromkeys(chosen.against):
            for kind, play in (("random", lab.play_random_decks), ("printed", lab.play_printed)):
                key = f"{kind} {size} {name}"

                def report(games: int, key: str = key) -> None:
                    say(f"{min(100, 100 * games // chosen.random_games):3} % | decks: {key}, {games:,} games")

                if key not in kept:
                    kept[key] = play(setup, str(agent), name, size, chosen.random_games, seed=SEED, report=report)
                    told = {"identity": identity, "found": {known: asdict(each) for known, each in kept.items()}}
                    write_json(folder / ON_DECKS, told, ascii_only=False)
                found.append(kept[key])
    return found


def read_on_decks(path: Path, identity: str) -> dict[str, OnDecks]:
    """Return what was measured of the very same before; nothing if it was another agent or other rules."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return {key: OnDecks(**each) for key, each in told["found"].items()} if told["identity"] == identity else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def measure_alone(
    folder: Path,
    chosen: Settings,
    game: Game,
    specs: Sequence[str],
    trained: Mapping[str, int | None],
    say: Callable[[str], None],
) -> Measured:
    """Let agent, checkpoints and others play a single-player game, as far as they have not; the agent is the first.

    Args:
        folder: of the run.
        chosen: its settings: how many games each plays.
        game: for one player.
        specs: the agents, as `agents.make` takes them.
        trained: of those that learned in this run, by their paths: decisions they learned from.
        say: takes a line about how it goes.
    """
    games = len(specs) * (-(-chosen.games // alone.BLOCK) * alone.BLOCK)

    def report(progress: ladder.Progress[alone.Standing]) -> None:
        say(f"{100 * progress.standing.games // games:3} % | alone: {progress.standing.games:,} of {games:,} games")

    cores = os.cpu_count() or 1
    executor: Executor = ProcessExecutor(cores) if cores > 1 else SerialExecutor()
    with Store(folder / STORE) as store, executor:
        for spec in specs:  # each by itself, so that all play as many
            alone.run_alone(store, game, [spec], width=None, games=games // len(specs), seed=SEED, executor=executor)
        agent_keys = ladder.agent_keys_of(specs, game)
        standing = alone.standing_of(store, game, agent_keys)
    report(ladder.Progress(standing, standing.games, 0, 0, 0.0))
    shares = []
    for at in standing.order:
        label = standing.agent_keys[at].label
        finished, decisions = standing.agent_keys[at].key == agent_keys[0].key, trained.get(label)
        called = "this agent" if finished else label if decisions is None else f"after {short(decisions)}"
        shares.append(Share(called, standing.tried[at], decisions, finished))
    return Measured([], [], shares)


def short(number: float) -> str:
    """Return 196,608 as ``197 k`` and 2,359,296 as ``2.36 M``."""
    return f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number / 1e3:.3g} k" if number >= 1e3 else f"{number:g}"


def at_least(game: Game, players: int) -> int:
    """Return how many games it takes that every two meet for one block."""
    return math.comb(players, 2) * BLOCK * ladder.games_per_pair(game)


def chosen_checkpoints(folder: Path, count: int) -> list[Path]:
    """Return checkpoints: about half as old as the newest, a quarter, an eighth ... for early it learns fastest."""
    found = sorted((decisions_of(path) or 0, path) for path in folder.glob(f"*{learned.SUFFIX}"))
    if not found:
        return []
    ages = np.array([decisions for decisions, _ in found])
    picks = {int(np.abs(ages - ages[-1] / 2**k).argmin()) for k in range(1, count + 1)}
    return [found[pick][1] for pick in sorted(picks)]


def decisions_of(path: Path) -> int | None:
    """Return how many decisions a saved agent has learned from, if it says so."""
    decisions = learned.read_card(path).trained.get("decisions")
    return decisions if isinstance(decisions, int) else None


def score_of(store: Store, standing: Standing, agent: AgentKey, opponent: AgentKey, name: str) -> Score:
    """Return how the agent fared against an opponent."""
    keys = [agent_key.key for agent_key in standing.agent_keys]
    one, other = keys.index(agent.key), keys.index(opponent.key)
    met = standing.meetings.get((one, other)) or standing.meetings[other, one]
    won, lost = (met.won, met.lost) if (one, other) in standing.meetings else (met.lost, met.won)
    low, high = standing.tally.interval(one, other)
    games = round(standing.tally.games[one, other])
    points = float(standing.tally.points[one, other]) / games
    return Score(
        opponent=name,
        games=games,
        won=won,
        lost=lost,
        tied=met.tied + met.truncated,
        points=points,
        low=min(low, points),  # which is 0 where all were lost
        high=max(high, points),
        by_deck=by_deck(store, standing, agent, opponent),
    )


def by_deck(store: Store, standing: Standing, agent: AgentKey, opponent: AgentKey) -> dict[str, float]:
    """Return the agent's score with each deck that it held."""
    variants = standing.game.variants()
    if len(variants) == 1 or standing.game.num_players != 2:  # who holds several seats holds several decks
        return {}
    ids = {agent_key.key: number for number, agent_key in store.agents().items()}
    points: dict[str, list[float]] = {side: [] for side in variants[0].sides}
    for swap in store.seat_swaps(store.matchup(variants[0]), ids[agent.key], ids[opponent.key], SEED):
        for seat, end in enumerate((swap.first, swap.second)):  # where the agent sat
            points[variants[swap.deal].sides[seat]].append({"won": 1.0, "lost": 0.0}.get(end, 0.5))
    return {side: sum(some) / len(some) for side, some in points.items() if some}
