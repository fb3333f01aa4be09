"""An agent scored exactly: what a best response wins against it, and what it wins against an equilibrium.

Below: tree.py, solve.py; agents. Above: commands/exact.py.

An agent is asked once about every observation that can occur (`action_probs`); its answers give a realization plan for
either seat. An agent remembers nothing, so at equal observations it acts alike; the best response remembers all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Observation
from agents.learned import LearnedAgent
from agents.random import RandomAgent
from ow_env.core.decision import Decision
from ow_env.core.players import needs_determinizations, needs_views
from ow_env.core.rng import RNG
from training.exact.solve import Equilibrium, RealizationPlan, SequenceForm, best_response, realization_plan, value
from training.exact.tree import Tree

ActionProbs = NDArray[np.float64]  # [L] the probability of each allowed action, of all observations in turn
SEED = 1
BATCH_ROWS = 1024  # observations in one call of an agent
PROBES = 4  # answers to each observation that tell whether an agent mixes; more where observations are few


@dataclass(frozen=True)
class Score:
    """An agent in a solved game. Scores: 1 for a win, a half for a draw."""

    agent: str
    exploitability: float  # a best response wins 0.5 + this, both seats averaged, where the game is even in that mean
    against_equilibrium: float  # its score against an equilibrium, both seats averaged; never above 0.5
    exploited: tuple[float, float]  # the best response's score against it in seat 0, and in seat 1
    sampled: int  # 0: its action probabilities are exact; else estimated from so many answers to each observation


def score(form: SequenceForm, solved: Equilibrium, name: str, agent: Agent, samples: int = 100) -> Score:
    """Score an agent.

    Args:
        form: the game.
        solved: its equilibrium.
        name: what to call the agent.
        agent: any; one made for this game.
        samples: answers to each observation of an agent that mixes and can't give its probabilities. A best response
            to estimates wins a little more than one to the agent itself.
    """
    probs, sampled = action_probs(form.tree, agent, samples)
    plans = [realization_plan(form, seat, policy(form.tree, seat, probs)) for seat in range(2)]
    return score_plans(form, solved, name, (plans[0], plans[1]), sampled)


def score_plans(
    form: SequenceForm, solved: Equilibrium, name: str, plans: tuple[RealizationPlan, RealizationPlan], sampled: int = 0
) -> Score:
    """Score somebody who follows these plans in the two seats."""
    in_0, in_1 = (best_response(form, 1 - seat, plans[seat])[0] for seat in range(2))
    # What seat 0 gains from the game seat 1 loses, so the mean of both seats' values is 0.
    mean = (value(form, plans[0], solved.plans[1]) - value(form, solved.plans[0], plans[1])) / 2
    return Score(name, (in_0 + in_1) / 4, (1 + mean) / 2, ((1 + in_0) / 2, (1 + in_1) / 2), sampled)


def policy(tree: Tree, seat: int, probs: ActionProbs) -> NDArray[np.float64]:
    """Return the behaviour policy of a seat: [S] the probability of each sequence's last choice at its set."""
    own = tree.seats[seat]
    allowed = (tree.masks > 0).sum(axis=1)
    starts = allowed.cumsum() - allowed
    at = np.repeat(starts[own.seen], own.count)
    first = np.repeat(own.first, own.count)
    chosen = np.ones(own.sequences)
    chosen[1:] = probs[at + np.arange(1, own.sequences) - first]
    return chosen


def action_probs(tree: Tree, agent: Agent, samples: int) -> tuple[ActionProbs, int]:
    """Return the probability of each allowed action at each observation, and how often the agent was asked; 0: exact.

    An agent that gives the same answers a few times is taken to be deterministic; a network's policy is computed.
    """
    row, action = np.nonzero(tree.masks)
    if isinstance(agent, RandomAgent):
        return 1.0 / (tree.masks > 0).sum(axis=1)[row], 0
    if isinstance(agent, LearnedAgent) and agent.temperature > 0:
        return network_probs(agent, tree.features, tree.masks), 0
    counts = np.zeros((len(tree.masks), tree.masks.shape[1]), np.int32)
    rows = np.arange(len(tree.masks))
    rng = np.random.default_rng(SEED)
    times = probes = max(PROBES, -(-64 // len(rows)))
    answers, mixes = 0, False
    while answers < times:
        actions = act(tree, agent, rng)
        if not (tree.masks[rows, actions] > 0).all():
            raise ValueError(f"{agent.name}: it chose what is not allowed")
        counts[rows, actions] += 1
        answers += 1
        if answers == probes and counts.max(axis=1).min() < probes:
            mixes, times = True, max(probes, samples)
    probs: ActionProbs = counts[row, action] / answers
    return probs, answers if mixes else 0


def act(tree: Tree, agent: Agent, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return an agent's action at each observation [K]; one that needs determinizations or views is given them."""
    actions = []
    for start in range(0, len(tree.masks), BATCH_ROWS):
        part = slice(start, start + BATCH_ROWS)
        given: dict[str, Any] = {"features": tree.features[part], "mask": tree.masks[part]}
        if needs_determinizations(agent) or needs_views(agent):
            seats = tree.acting[part]
            sampled = tree.examples[part].copy()
            for seat in np.unique(seats).tolist():
                these = np.flatnonzero(seats == seat)
                rngs = np.zeros(len(these), RNG)
                rngs["key"] = rng.integers(2**63, size=len(these), dtype=np.uint64)
                drawn = sampled[these]
                tree.game.kernels.hide(drawn, rngs, tree.game.tables, seat)
                sampled[these] = drawn
            given |= {"seats": seats.copy(), "draws": rng.random(len(seats))}
            given |= {
                "games": rng.integers(2**63, size=len(seats), dtype=np.uint64),
                "moments": np.zeros(len(seats), int),
            }
            if needs_determinizations(agent):
                given["determinizations"] = sampled
            if needs_views(agent):
                given["decisions"] = [
                    Decision.of(
                        tree.game,
                        tree.examples[part][at : at + 1],
                        seat,
                        sampled[at : at + 1].copy(),
                        np.flatnonzero(given["mask"][at]).tolist(),
                    )
                    for at, seat in enumerate(seats.tolist())
                ]
        actions.append(np.asarray(agent.act(Observation(**given)), np.int64))
    return np.concatenate(actions)


def network_probs(agent: LearnedAgent, features: NDArray[np.uint8], masks: NDArray[np.int8]) -> ActionProbs:
    """Return the action probabilities of a network that draws its actions, at its own temperature."""
    probs = []
    for start in range(0, len(masks), BATCH_ROWS):
        rows = slice(start, start + BATCH_ROWS)
        probs.append(agent.network.policy(features[rows], masks[rows], agent.temperature)[masks[rows] > 0])
    return np.concatenate(probs)
