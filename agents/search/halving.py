"""Sequential halving at the root: all actions that are considered are tried equally often, then the worse half goes.

Below: ismcts.py. Above: search.py. `score` and `halve` know no game; the other functions are templates.

Source: Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits (ICML, 2013), as in Danihelka et
al., Policy improvement by planning with Gumbel (ICLR, 2022), with a bonus for the prior and without its noise. Actions
are compared with common random numbers.
"""

from __future__ import annotations

import numpy as np

from agents.search.ismcts import simulate_from_root
from agents.search.records import NO_EDGE, ROOT, Edge, Edges, Node, Plan, Workspace, rule
from agents.search.rollout import set_priors
from agents.search.tree import mean_of
from agents.search.views import look_at_root, resample, show_hash, show_mask
from ow_env.core.rng import Rng, below, start

LEAST_PRIOR = 1e-6  # before its logarithm
LEAST_TRIALS = 16  # simulations, of all trees together, for each action considered at first
MOST_SEEDS = 1 << 31  # of common random numbers


@rule
def score(node: Node, edge: Edge, plan: Plan) -> float:
    """Return how good an action looks: by its mean, and by its log prior the more the less it was tried.

    One that was not tried is taken to be worth as much as the root.
    """
    mean = mean_of(edge.visits, edge.value_sum, mean_of(node.visits, node.value_sum, 0.0))
    bonus = plan.log_prior_bonus * np.log(max(edge.prior, LEAST_PRIOR))
    return float(mean + bonus / np.sqrt(max(float(edge.visits), 1.0)))


@rule
def halve(node: Node, edges: Edges, plan: Plan, most: int) -> int:
    """Leave so many actions alive, those of the best scores, of equals the first; return how many are."""
    first, last = int(node.first), int(node.first + node.count)
    alive = 0
    for k in range(first, last):
        alive += int(edges[k].alive)
    while alive > most:
        worst = first
        least = np.inf
        for k in range(first, last):
            if edges[k].alive != 0:
                value = score(node, edges[k], plan)
                if value <= least:
                    least = value
                    worst = k
        edges[worst].alive = 0
        alive -= 1
    return alive


def make_root(w: Workspace, plan: Plan, rng: Rng, root: int) -> None:
    """Make the root's node by a simulation, which goes no further in the tree, and give it its priors."""
    simulate_from_root(w, plan, rng, root, NO_EDGE)
    look_at_root(w, plan)
    show_hash(w, w.positions[ROOT], root)
    show_mask(w, w.positions[ROOT], root)
    set_priors(w, plan, w.tree.nodes[0], root, rng)


def try_each(w: Workspace, plan: Plan, rng: Rng, root: int) -> None:
    """Play a simulation with each action alive: the same determinization and random numbers, as far as they go."""
    node, edges = w.tree.nodes[0], w.tree.edges
    seed = np.uint64(below(rng, MOST_SEEDS))
    for k in range(node.first, node.first + node.count):
        if edges[k].alive != 0:
            start(w.common_rng, rng.key, seed)
            simulate_from_root(w, plan, w.common_rng, root, k)


def sequential_halving(w: Workspace, plan: Plan, rng: Rng, root: int, simulations: int) -> None:
    """Spend so many simulations: each phase tries what is alive equally often, and leaves half; the last two."""
    tree = w.tree
    left = simulations
    if tree.counters.done == 0:
        make_root(w, plan, rng, root)
        left -= 1
    node, edges = tree.nodes[0], tree.edges
    most = max(min(int(node.count), int(plan.width), plan.trees * simulations // LEAST_TRIALS), 2)
    for k in range(node.first, node.first + node.count):
        edges[k].alive = 1
    alive = halve(node, edges, plan, most)
    phases = 1
    while (alive - 1) >> phases != 0:
        phases += 1
    used = 0  # simulations with this determinization
    while left >= alive:
        for _ in range(max(left // (alive * phases), 1)):
            if used + alive > plan.resample_every:
                resample(w, plan, root, rng)
                used = 0
            used += alive
            try_each(w, plan, rng, root)
            left -= alive
        if phases > 1:
            most = (most + 1) // 2
            phases -= 1
            alive = halve(node, edges, plan, most)


TEMPLATES = (make_root, try_each, sequential_halving)
