"""A tree of information sets: where one is found, how its seat chooses there, and what it learns of a simulation.

Below: records.py. Above: halving.py, ismcts.py, search.py. It knows no game.

Sources: PUCT as in Silver et al., Mastering the game of Go without human knowledge (Nature, 2017); regret matching,
Hart and Mas-Colell, A simple adaptive procedure leading to correlated equilibrium (Econometrica, 2000), in the tree as
in Lisý et al., Convergence of Monte Carlo tree search in simultaneous move games (NeurIPS, 2013).
"""

from __future__ import annotations

import numpy as np

from agents.search import records
from agents.search.records import Bits, Edge, Edges, Keys, Node, Plan, Step, Steps, Tree, ValueCache, Values, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.rng import Rng, below, mix, unit
from ow_env.core.sparse import nonzero

SAME = 1e-9  # values this close are alike
NOTHING = np.uint64(0)
LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
BYTE = np.uint64(8)

# ── Where an information set is ──────────────────────────────────────────────────────────────────


@rule
def hash_row(row: Observation, salts: Keys) -> Bits:
    """Return a hash, never 0, of a row of bytes [N], by random numbers [N // 8 + 3].

    Of each word of eight bytes, xor a random one, both halves are multiplied; twice, by two random words. None waits
    for another, so several are worked on at once. NH of Black, Halevi, Krawczyk, Krovetz and Rogaway, UMAC (CRYPTO,
    1999), with xor for addition.
    """
    whole = len(row) // 8
    words = row[: 8 * whole].view(np.uint64)
    one = two = NOTHING
    for k in range(whole):
        first, second = words[k] ^ salts[k], words[k] ^ salts[k + 2]
        one ^= (first & LOW_HALF) * (first >> HALF)
        two ^= (second & LOW_HALF) * (second >> HALF)
    rest = NOTHING
    for i in range(8 * whole, len(row)):
        rest = (rest << BYTE) | np.uint64(row[i])
    found = mix(one ^ mix(two ^ mix(rest ^ salts[whole])))
    return found if found != NOTHING else salts[0]


@rule
def find(tree: Tree, key: Bits) -> int:
    """Return the slot that holds the node of this key, or the free one where it belongs."""
    slots = tree.slots
    last = np.uint64(len(slots) - 1)
    at = np.int64(key & last)
    while slots[at] != 0 and tree.nodes[slots[at] - 1].key != key:
        at = np.int64(np.uint64(at + 1) & last)
    return at  # type: ignore[return-value]


@rule
def clear(tree: Tree) -> None:
    """Forget every node; what the tree has counted in all decisions stays."""
    tree.slots[:] = 0
    tree.counters.nodes = 0
    tree.counters.edges = 0
    tree.counters.done = 0


@rule
def clear_cache(cache: ValueCache) -> None:
    """Forget what was found out in another search: nothing shall depend on it, were two hashes ever alike."""
    for place in range(len(cache.keys)):
        cache.keys[place] = 0


@rule(inline=True)
def clear_edge(edge: Edge, action: int) -> None:
    """Make an edge that of an action nobody has tried."""
    edge.action = action
    edge.visits = 0
    edge.prior = 0.0
    edge.value_sum = 0.0
    edge.regret_sum = 0.0
    edge.strategy_sum = 0.0
    edge.alive = 0


@rule
def expand(tree: Tree, key: Bits, slot: int, seat: int, mask: Mask) -> int:
    """Make the node of a key, with an edge for each allowed action; return it, or NO_NODE where no room is left."""
    counters = tree.counters
    if counters.nodes >= len(tree.nodes) or counters.edges + len(mask) > len(tree.edges):
        return records.NO_NODE
    node = tree.nodes[counters.nodes]
    node.key = key
    node.seat = seat
    node.first = counters.edges
    node.visits = 0
    node.has_priors = 0
    node.value_sum = 0.0
    count = nonzero(mask.view(np.uint8), tree.allowed)
    for k in range(count):
        clear_edge(tree.edges[node.first + k], tree.allowed[k])
    node.count = count
    counters.edges += count
    counters.nodes += 1
    tree.slots[slot] = counters.nodes
    return int(counters.nodes) - 1


# ── How a seat chooses there ─────────────────────────────────────────────────────────────────────


@rule(inline=True)
def mean_of(visits: int, value_sum: float, unvisited: float) -> float:
    """Return the mean result of a node or an edge; ``unvisited``: where there is none."""
    return value_sum / visits if visits > 0 else unvisited


@rule
def positive_regret(node: Node, edges: Edges) -> float:
    """Return the sum of regrets above 0."""
    total = 0.0
    for k in range(node.first, node.first + node.count):
        total += max(edges[k].regret_sum, 0.0)
    return total


@rule(inline=True)
def matched(edge: Edge, total: float) -> float:
    """Return the probability that regret matching gives an action: its regret's share of ``total``, else its prior."""
    return max(edge.regret_sum, 0.0) / total if total > 0.0 else edge.prior


@rule(inline=True)
def sample_strategy(node: Node, edges: Edges, plan: Plan, rng: Rng, step: Step) -> int:
    """Return an edge drawn by regret matching with exploration, and note its probability; add to the strategies."""
    total = positive_regret(node, edges)
    left = unit(rng)
    drawn = int(node.first)
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        share = matched(e, total)
        e.strategy_sum += share
        if left >= 0.0:
            drawn = k
            step.prob = (1.0 - plan.explore) * share + plan.explore / node.count
            left -= step.prob
    return drawn


@rule
def begin_by_priors(node: Node, edges: Edges, plan: Plan) -> None:
    """Let regret matching begin as if it had played by the prior in so many simulations (`prior_trials`).

    The average strategy then begins as the prior, and regrets in proportion to it, as large as so many would leave
    them: of the order of their square root. Source: Brown and Sandholm, Strategy-based warm starting for regret
    minimization in games (AAAI, 2016).
    """
    grown = np.sqrt(plan.prior_trials)
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        e.regret_sum += e.prior * grown
        e.strategy_sum += e.prior * plan.prior_trials


@rule(inline=True)
def best_by_puct(node: Node, edges: Edges, plan: Plan, rng: Rng) -> int:
    """Return the edge of the largest Q + c_puct * prior * sqrt(visits of the node) / (1 + visits of the edge)."""
    best = int(node.first)
    most = -np.inf
    ties = 0
    root = np.sqrt(float(node.visits))
    mean = mean_of(node.visits, node.value_sum, 0.0)
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        value = mean_of(e.visits, e.value_sum, mean) + plan.c_puct * e.prior * root / (1.0 + e.visits)
        if value > most + SAME:
            most = value
            best = k
            ties = 1
        elif value > most - SAME:  # at random: seats that alternate in step would never meet
            ties += 1
            if below(rng, ties) == 0:
                best = k
    return best


@rule
def select(tree: Tree, node: Node, plan: Plan, rng: Rng, step: Step) -> None:
    """Note in ``step`` the edge to try next, and the probability it had."""
    if plan.select == records.REGRET:
        step.edge = sample_strategy(node, tree.edges, plan, rng, step)
    else:
        step.edge = best_by_puct(node, tree.edges, plan, rng)
        step.prob = 1.0


# ── What it learns of a simulation ───────────────────────────────────────────────────────────────


@rule(inline=True)
def update_regrets(node: Node, edges: Edges, step: Step, result: float) -> None:
    """Add to each action's regret what it is estimated to bring beyond what the strategy does.

    An action's value in this simulation is estimated as its mean so far, corrected for the action taken by what came
    of it over its probability: a control variate, so that the estimates are unbiased and vary little.
    """
    mean = mean_of(node.visits, node.value_sum, 0.0)
    total = positive_regret(node, edges)
    chosen = edges[step.edge]
    before = mean_of(chosen.visits, chosen.value_sum, mean)
    corrected = before + (result - before) / step.prob
    expected = 0.0
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        estimate = corrected if k == step.edge else mean_of(e.visits, e.value_sum, mean)
        expected += matched(e, total) * estimate
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        estimate = corrected if k == step.edge else mean_of(e.visits, e.value_sum, mean)
        e.regret_sum += estimate - expected


@rule
def backpropagate(tree: Tree, path: Steps, plan: Plan, values: Values) -> None:
    """Tell every node on the path what came of the simulation for its seat."""
    for i in range(tree.counters.steps):
        step = path[i]
        node = tree.nodes[step.node]
        result = values[node.seat]
        if step.edge != records.NO_EDGE:
            if plan.select == records.REGRET:
                update_regrets(node, tree.edges, step, result)
            chosen = tree.edges[step.edge]
            chosen.visits += 1
            chosen.value_sum += result
        node.visits += 1
        node.value_sum += result
