"""What a task plays at a time: a unit, whose result depends on the task, the agent and its number alone.

Below: tasks.py, measure/match.py, decklab/random_decks.py, exact/. Above: results.py. So units may be played in any
order and by any number of processes, a task may be broken off and resumed, and a few units played again show whether a
result is true.

    a table            16 game numbers, each with the agent in every seat and, where sides differ, with every side
    held-out decks     16 pairs of decks that no training sees, each in four games
    ... card values    likewise, with a set of random card values of its own
    a solved game      the agent's exact exploitability; of one that mixes, by so many answers to each observation
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import agents
from agents.base import Agent
from ow_env.core.rules_hash import rules_hash
from training.benchmark.tasks import EXPLOITABILITY, Table, Task
from training.decklab import random_decks
from training.decklab.setup import setup_of
from training.games import make_game
from training.measure.jobs import seed_of
from training.measure.match import play_batch, points_of
from training.measure.timed import Timed

if TYPE_CHECKING:
    from training.exact.solve import Equilibrium, SequenceForm

NUMBERS = 16  # game numbers, or pairs of decks, of a unit: some seconds' play
SAMPLES = 400  # answers to each observation of a solved game by an agent that mixes


class Unit(NamedTuple):
    """What one worker plays at a time."""

    table: int  # index into `Task.tables`
    opponent: str  # "" where a game is solved
    number: int


@dataclass(frozen=True)
class Entry:
    """Who takes part: an agent, or one for each table."""

    agents: Mapping[str, str]  # by the name of a table, as `agents.make` takes it


@dataclass(frozen=True)
class Played:
    """What came of a unit."""

    points: list[float]  # independent values, each the mean of the games of a number; or an exploitability, 0 to 0.5
    games: int
    truncated: int
    seconds: float  # the agent took to choose, of wall-clock time
    decisions: int  # it made; 0: not counted
    sampled: int  # answers to each observation; 0: nothing was estimated
    rules: str  # a hash of the rules it was played by


def units_of(task: Task) -> list[Unit]:
    """Return all units of a task, in order."""
    return [
        Unit(index, opponent, number)
        for index, table in enumerate(task.tables)
        for opponent in (table.panel or ("",))
        for number in range(table.units)
    ]


def play_unit(data: tuple[Task, Entry], unit: Unit) -> Played:
    """Play a unit."""
    task, entry = data
    table = task.tables[unit.table]
    agent = entry.agents[table.name]
    if task.metric == EXPLOITABILITY:
        return exploited(table, agent, unit)
    if table.deck_size:
        return on_decks(task, table, agent, unit)
    return at_table(task, table, agent, unit)


# ── At a table ───────────────────────────────────────────────────────────────────────────────


def at_table(task: Task, table: Table, spec: str, unit: Unit) -> Played:
    """Play some game numbers: the agent in one seat, in each in turn, the opponent in all others."""
    game = table.made()
    game_seed = seed_of("benchmark", task.id, table.name, unit.opponent)
    first = NUMBERS * unit.number
    points, truncations, seconds, decisions, games = np.zeros(NUMBERS), 0, 0.0, 0, 0
    variants = game.variants()
    for deal, variant in enumerate(variants):
        for seat in range(game.num_players):
            seeds = [seed_of(game_seed, unit.number, deal, seat, who) % 2**31 for who in range(2)]
            agent = Timed(agents.make(spec, variant, seed=seeds[0]), time.perf_counter)
            seats: list[Agent] = [agents.make(unit.opponent, variant, seed=seeds[1])] * game.num_players
            seats[seat] = agent
            reward, truncated, _ = play_batch(variant, seats, NUMBERS, game_seed, first)
            points += points_of(variant, reward, truncated, seat)
            truncations += int(truncated.sum())
            seconds, decisions, games = seconds + agent.seconds, decisions + agent.decisions, games + NUMBERS
    each = len(variants) * game.num_players
    return Played((points / each).tolist(), games, truncations, seconds, decisions, 0, rules_hash(game.engine.__name__))


# ── With held-out decks and card values ──────────────────────────────────────────────────────


def on_decks(task: Task, table: Table, spec: str, unit: Unit) -> Played:
    """Play some pairs of held-out decks, each in four games."""
    lab, setup = random_decks.known(table.game), setup_of(table.game, **table.options)
    points = lab.held_out_points(
        setup, spec, unit.opponent, table.deck_size, NUMBERS * unit.number, NUMBERS,
        catalogue=unit.number if table.card_values else None,
        seed=seed_of("benchmark", task.id, table.name, unit.opponent, unit.number) % 2**31,
    )  # fmt: skip
    found = [float(points.mean())] if table.card_values else points.tolist()
    return Played(found, 4 * NUMBERS, 0, 0.0, 0, 0, rules_hash(table.made().engine.__name__))


# ── Solved games ─────────────────────────────────────────────────────────────────────────────


def exploited(table: Table, spec: str, unit: Unit) -> Played:
    """Return the exploitability of an agent in a solved game."""
    from training.exact.score import score  # needs SciPy, as nothing else here

    game = table.made()
    form, equilibrium = solved(table.game)
    agent = agents.make(spec, game, seed=1 + unit.number)
    found = score(form, equilibrium, spec, agent, SAMPLES)
    return Played([found.exploitability], 0, 0, 0.0, 0, found.sampled, rules_hash(game.engine.__name__))


@cache
def solved(name: str) -> tuple[SequenceForm, Equilibrium]:
    """Return a small game and its equilibrium, solved once in a process."""
    from training.exact.solve import sequence_form, solve
    from training.exact.tree import build_tree

    form = sequence_form(build_tree(make_game(name)))
    return form, solve(form)
