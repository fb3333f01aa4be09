"""The search: so many simulations from each decision, then the move.

Below: halving.py, ismcts.py. Above: bind.py, agent.py.
`decide`, `worth_of` and `add_root` know no game; the other functions are templates.
"""

from __future__ import annotations

import numpy as np

from agents.search.halving import score, sequential_halving
from agents.search.ismcts import simulate_from_root
from agents.search.records import (
    BEST,
    HALVING,
    NO_EDGE,
    REGRET,
    ROOT,
    Edge,
    Edges,
    Node,
    Plan,
    Roots,
    Tree,
    Values,
    Workspace,
    WorkspaceByValue,
    rule,
)
from agents.search.tree import clear, clear_cache
from agents.search.views import forget_root, look_at_root, resample, show_mask
from ow_env.compiled.addresses import by_address
from ow_env.core.rng import Rng, unit


@rule
def weight_of(edge: Edge, plan: Plan) -> float:
    """Return an action's weight in the search policy: with regret matching in its average strategy, else its visits."""
    return edge.strategy_sum if plan.select == REGRET else float(edge.visits)


@rule
def decide(node: Node, edges: Edges, plan: Plan, rng: Rng, policy: Values) -> int:
    """Return the action to take at the root, and write the search policy [A], which adds up to 1.

    With sequential halving that is the best of those alive, and of those tried as often: one that an earlier call has
    tried more, while there was time.
    """
    first, last = int(node.first), int(node.first + node.count)
    total = 0.0
    finalist = np.inf
    for k in range(first, last):
        total += weight_of(edges[k], plan)
        if edges[k].alive != 0:
            finalist = min(finalist, max(float(edges[k].visits), 1.0))
    most = -np.inf
    choice = 0
    for k in range(first, last):
        e = edges[k]
        share = weight_of(e, plan) / total if total > 0.0 else 1.0 / node.count
        policy[e.action] = share
        if plan.select == HALVING:
            share = score(node, e, plan) if e.alive != 0 or e.visits >= finalist else -np.inf
        if share > most:
            most = share
            choice = int(e.action)
    if plan.final == BEST:
        return choice
    left = unit(rng)
    for k in range(first, last):
        action = int(edges[k].action)
        if left >= 0.0 and policy[action] > 0.0:
            choice = action
        left -= policy[action]
    return choice


@rule
def worth_of(node: Node, edges: Edges, plan: Plan, action: int) -> float:
    """Return the result to expect at the root: with sequential halving that of the action taken, else of all trials."""
    if plan.select == HALVING:
        for k in range(node.first, node.first + node.count):
            if edges[k].action == action and edges[k].visits > 0:
                return float(edges[k].value_sum / edges[k].visits)
    return float(node.value_sum / max(node.visits, 1))


def begin(w: Workspace, plan: Plan, roots: Roots, row: int) -> bool:
    """Begin with an empty tree; return False where there is only one thing to do: then that is decided."""
    root = roots.seats[row]
    w.positions[ROOT] = roots.positions[row]
    clear(w.tree)
    clear_cache(w.cache)
    forget_root(w, plan)
    look_at_root(w, plan)
    show_mask(w, w.positions[ROOT], int(root))
    mask = w.masks[w.seats[root].seen]
    allowed = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            allowed += 1
            roots.actions[row] = action
    if allowed >= 2:
        return True
    roots.policies[row, roots.actions[row]] = 1.0
    return False


def sample_simulations(w: Workspace, plan: Plan, rng: Rng, root: int, simulations: int) -> None:
    """Spend so many simulations, the root's seat choosing as in its tree below."""
    counters = w.tree.counters
    for _ in range(simulations):
        if counters.done > 0 and counters.done % plan.resample_every == 0:
            resample(w, plan, root, rng)
        simulate_from_root(w, plan, rng, root, NO_EDGE)


def search_rows(w: Workspace, plan: Plan, roots: Roots, simulations: int, fresh: bool) -> None:
    """Search every row; arguments as `search` has them."""
    for row in range(len(roots.positions)):
        if fresh and not begin(w, plan, roots, row):
            continue
        root, rng = int(roots.seats[row]), roots.rngs[row]
        if fresh and plan.trees > 1:  # else all would begin with the same determinization
            resample(w, plan, root, rng)
        if plan.select == HALVING:
            sequential_halving(w, plan, rng, root, simulations)
        else:
            sample_simulations(w, plan, rng, root, simulations)
        node = w.tree.nodes[0]
        roots.actions[row] = decide(node, w.tree.edges, plan, rng, roots.policies[row])
        roots.values[row] = worth_of(node, w.tree.edges, plan, roots.actions[row])


def search(workspace: WorkspaceByValue, plan: Plan, roots: Roots, simulations: int, fresh: bool) -> None:
    """Search every row: play so many simulations, then choose.

    Args:
        workspace: where it happens; written.
        plan: how to search.
        roots: what to search, and what comes of it.
        simulations: how many for each row.
        fresh: begin with an empty tree; otherwise go on with the last one, of the same row.
    """
    search_rows(by_address(workspace), plan, roots, simulations, fresh)


@rule
def add_root(tree: Tree, other: Tree) -> None:
    """Add to the root of a tree what another tree of the same decision holds there."""
    node, source = tree.nodes[0], other.nodes[0]
    node.visits += source.visits
    node.value_sum += source.value_sum
    for k in range(node.count):
        to, found = tree.edges[node.first + k], other.edges[source.first + k]
        to.visits += found.visits
        to.value_sum += found.value_sum
        to.strategy_sum += found.strategy_sum
        to.alive = max(to.alive, found.alive)


def combine(workspace: WorkspaceByValue, other: WorkspaceByValue, plan: Plan, root: Roots) -> None:
    """Choose again in one row by what another tree has found as well, with which this workspace's root is left.

    Args:
        workspace: of the first tree; written.
        other: of another tree that was grown from the same row.
        plan: how to search.
        root: the one row, and what comes of it.
    """
    one, two = by_address(workspace), by_address(other)
    add_root(one.tree, two.tree)
    node = one.tree.nodes[0]
    root.actions[0] = decide(node, one.tree.edges, plan, root.rngs[0], root.policies[0])
    root.values[0] = worth_of(node, one.tree.edges, plan, root.actions[0])


TEMPLATES = (begin, sample_simulations, search_rows, search, combine)
