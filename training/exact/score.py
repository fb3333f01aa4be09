"""An agent scored exactly: what a best response wins against it, and what it wins against an equilibrium.

Below: tree.py, solve.py; agents. Above: commands/exact.py.

An agent is asked once about every observation that can occur (`chances`); its answers make a plan for either seat. An
agent remembers nothing, so wherever it sees the same it does the same; the best response remembers all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Observation
from agents.learned import LearnedAgent
from agents.random import RandomAgent
from ow_env.core.players import needs_determinizations
from ow_env.core.rng import RNG
from training.exact.solve import Equilibrium, Form, Plan, best_response, plan_of, value
from training.exact.tree import Tree

Chances = NDArray[np.float64]  # [L] how likely each action is, for all allowed actions of all observations in turn
SEED = 1
ASKED_AT_ONCE = 1024
PROBES = 4  # answers to each observation that tell whether an agent chooses by chance; more where those are few


@dataclass(frozen=True)
class Score:
    """An agent in a solved game. Shares of points: 1 for a win, a half for a draw."""

    agent: str
    exploitability: float  # a best response wins 0.5 + this, both seats averaged, where the game is even in that mean
    against_equilibrium: float  # its share of points against an equilibrium, both seats averaged; never above 0.5
    exploited: tuple[float, float]  # the best response's share of points against it in seat 0, and in seat 1
    sampled: int  # 0: its chances are exact; else from so many answers to each observation


def score(form: Form, solved: Equilibrium, name: str, agent: Agent, samples: int = 100) -> Score:
    """Score an agent.

    Args:
        form: the game.
        solved: its equilibrium.
        name: what to call the agent.
        agent: any; one made for this game.
        samples: how often one is asked that chooses by chance and can't say its chances. What a best response makes of
            chances known so roughly is a little too much.
    """
    found, sampled = chances(form.tree, agent, samples)
    plans = [plan_of(form, seat, policy(form.tree, seat, found)) for seat in range(2)]
    return score_plans(form, solved, name, (plans[0], plans[1]), sampled)


def score_plans(form: Form, solved: Equilibrium, name: str, plans: tuple[Plan, Plan], sampled: int = 0) -> Score:
    """Score somebody who follows these plans in the two seats."""
    in_0, in_1 = (best_response(form, 1 - seat, plans[seat])[0] for seat in range(2))
    # What seat 0 gains from the game seat 1 loses, so the mean of both seats' values is 0.
    got = (value(form, plans[0], solved.plans[1]) - value(form, solved.plans[0], plans[1])) / 2
    return Score(name, (in_0 + in_1) / 4, (1 + got) / 2, ((1 + in_0) / 2, (1 + in_1) / 2), sampled)


def policy(tree: Tree, seat: int, found: Chances) -> Plan:
    """Return how likely each sequence's last choice is at its information set: [S]."""
    told = tree.seats[seat]
    allowed = (tree.masks > 0).sum(axis=1)
    starts = allowed.cumsum() - allowed
    at = np.repeat(starts[told.seen], told.count)
    first = np.repeat(told.first, told.count)
    likely = np.ones(told.sequences)
    likely[1:] = found[at + np.arange(1, told.sequences) - first]
    return likely


def chances(tree: Tree, agent: Agent, samples: int) -> tuple[Chances, int]:
    """Return how likely an agent chooses each action allowed at each observation, and how often it was asked; 0: exact.

    Whoever answers the same some times is taken to answer so always; what follows from a network's numbers is computed.
    """
    row, action = np.nonzero(tree.masks)
    if isinstance(agent, RandomAgent):
        return 1.0 / (tree.masks > 0).sum(axis=1)[row], 0
    if isinstance(agent, LearnedAgent) and agent.temperature > 0:
        return network_chances(agent, tree.features, tree.masks), 0
    wanted = np.zeros((len(tree.masks), tree.masks.shape[1]), np.int32)
    rows = np.arange(len(tree.masks))
    rng = np.random.default_rng(SEED)
    times = probes = max(PROBES, -(-64 // len(rows)))
    asked, chance = 0, False
    while asked < times:
        answer = ask(tree, agent, rng)
        if not (tree.masks[rows, answer] > 0).all():
            raise ValueError(f"{agent.name}: it chose what is not allowed")
        wanted[rows, answer] += 1
        asked += 1
        if asked == probes and wanted.max(axis=1).min() < probes:
            chance, times = True, max(probes, samples)
    found: Chances = wanted[row, action] / asked
    return found, asked if chance else 0


def ask(tree: Tree, agent: Agent, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return what an agent does at each observation [K]; one that asks for determinizations is given them."""
    answers = []
    for start in range(0, len(tree.masks), ASKED_AT_ONCE):
        part = slice(start, start + ASKED_AT_ONCE)
        told: dict[str, Any] = {"features": tree.features[part], "mask": tree.masks[part]}
        if needs_determinizations(agent):
            seats = tree.asked[part]
            sampled = tree.examples[part].copy()
            for seat in np.unique(seats).tolist():
                these = np.flatnonzero(seats == seat)
                rngs = np.zeros(len(these), RNG)
                rngs["key"] = rng.integers(2**63, size=len(these), dtype=np.uint64)
                drawn = sampled[these]
                tree.game.kernels.hide(drawn, rngs, tree.game.tables, seat)
                sampled[these] = drawn
            told |= {"determinizations": sampled, "seats": seats.copy(), "draws": rng.random(len(seats))}
        answers.append(np.asarray(agent.act(Observation(**told)), np.int64))
    return np.concatenate(answers)


def network_chances(agent: LearnedAgent, features: NDArray[np.uint8], masks: NDArray[np.int8]) -> Chances:
    """Return the chances by which a network that chooses by chance does so."""
    found = []
    for start in range(0, len(masks), ASKED_AT_ONCE):
        rows = slice(start, start + ASKED_AT_ONCE)
        found.append(agent.network.policy(features[rows], masks[rows], agent.temperature)[masks[rows] > 0])
    return np.concatenate(found)
