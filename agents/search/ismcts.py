"""One simulation: from a determinization through the trees of all seats, and beyond.

Below: tree.py, rollout.py and, at the name bound by bind.py, the game's rules. Above: halving.py, search.py. The
functions are templates.

Simultaneous-move information-set Monte Carlo tree search: Cowling, Powley and Whitehouse, Information set Monte Carlo
tree search (IEEE TCIAIG, 2012), with a tree for each player. A seat's node is known by a hash of what the seat sees and
of the way it came; at a joint decision every seat chooses from its own node, knowing nothing of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.search.records import NO_EDGE, NO_NODE, REGRET, ROOT, SIMULATED, Bytes, Game, Games, Plan, Workspace
from agents.search.rollout import evaluate, roll_out, rollout_action, set_priors
from agents.search.tree import backpropagate, expand, find, select
from agents.search.views import look_at_next, look_at_root, show_hash, show_mask
from ow_env.core.rng import Rng, mix

rules: Any = None  # a game's engine, once bound


def choose_in_tree(w: Workspace, plan: Plan, g: Game, seat: int, forced: int, rng: Rng) -> int:
    """Return the edge a seat takes, and note its action; NO_EDGE where its node is new: there it leaves its tree.

    ``forced``: the edge that is taken at the root; NO_EDGE: any.
    """
    tree, me, step = w.tree, w.seats[seat], w.path[w.tree.counters.steps]
    show_hash(w, g, seat)
    me.key = mix(me.key ^ w.views[me.seen].hash)
    slot = find(tree, me.key)
    step.node = tree.slots[slot] - 1
    step.edge = NO_EDGE
    step.prob = 1.0
    if step.node == NO_NODE:
        me.outside = 1
        show_mask(w, g, seat)
        step.node = expand(tree, me.key, slot, seat, w.masks[me.seen])
    else:
        node = tree.nodes[step.node]
        if node.has_priors == 0:
            show_mask(w, g, seat)
            set_priors(w, plan, node, seat, rng)
        if step.node == 0 and forced != NO_EDGE:
            step.edge = forced
        else:
            select(tree, node, plan, rng, step)
        w.actions[seat] = tree.edges[step.edge].action
    if step.node != NO_NODE:
        tree.counters.steps += 1
    return int(step.edge)


def choose_outside(w: Workspace, plan: Plan, g: Game, seat: int, rng: Rng, is_new: bool) -> None:
    """Let a seat act by the rollout policy; ``is_new``: at a node just made, where that counts as a try."""
    action = rollout_action(w, plan, g, seat, rng)
    w.actions[seat] = action
    if is_new and plan.select != REGRET:  # regret matching learns from what it has drawn itself
        step = w.path[w.tree.counters.steps - 1]
        node = w.tree.nodes[step.node]
        for k in range(node.first, node.first + node.count):
            if w.tree.edges[k].action == action:
                step.edge = k


def choose_jointly(w: Workspace, plan: Plan, g: Game, rng: Rng, root: int, forced: int) -> bool:
    """Let every seat that is asked choose; return False where the root's seat has left its tree, and nobody plays on.

    The root's seat comes first. Of each other seat, too, one node is new at most; there and from there on it plays as
    one plays beyond the tree.
    """
    for turn in range(plan.players):
        seat = (root + turn) % int(plan.players)
        me = w.seats[seat]
        w.actions[seat] = 0
        if not rules.waits_for(g, seat):
            continue
        steps = w.tree.counters.steps
        edge = NO_EDGE
        if me.outside == 0:
            edge = choose_in_tree(w, plan, g, seat, forced, rng)
        if seat == root and me.outside != 0:
            return False
        if edge == NO_EDGE:
            choose_outside(w, plan, g, seat, rng, w.tree.counters.steps > steps)
        me.key = mix(me.key ^ np.uint64(w.actions[seat] + 1))
    return True


def simulate(w: Workspace, plan: Plan, g: Game, rng: Rng, root: int, forced: int) -> None:
    """Play a position on: in the trees, to the first node of the root's seat that is new; then beyond. Learn of it.

    Args:
        w: where it happens; written.
        plan: how to search.
        g: the position, which is that at the root; changed.
        rng: of the simulation: nothing follows from the random numbers of the game.
        root: the seat that searches.
        forced: the edge that is taken at the root; NO_EDGE: any.
    """
    counters = w.tree.counters
    counters.steps = 0
    look_at_root(w, plan)
    for seat in range(plan.players):
        w.seats[seat].key = mix(np.uint64(seat + 1))
        w.seats[seat].outside = 0
    while rules.ending(g) == 0 and counters.steps + plan.players <= len(w.path):
        if not choose_jointly(w, plan, g, rng, root, forced):
            break
        rules.apply(g, w.constants[0], rng, w.actions)
        look_at_next(w, plan)
        counters.decisions += 1
    if plan.rollout_turns > 0:
        roll_out(w, plan, g, rng)
    evaluate(w, plan, g)
    backpropagate(w.tree, w.path, plan, w.values)


def copy_position(positions: Games, content: Bytes, source: int, target: int) -> None:
    """Make one position equal to another, byte for byte; only the bytes in use are touched.

    ``content``: [.., size of a position] the same memory.
    """
    used, before = rules.used(positions[source]), rules.used(positions[target])
    for byte in range(used):
        content[target, byte] = content[source, byte]
    for byte in range(used, before):
        content[target, byte] = 0


def simulate_from_root(w: Workspace, plan: Plan, rng: Rng, root: int, forced: int) -> None:
    """Play a simulation from the position at the root, which stays as it is."""
    copy_position(w.positions, w.content, ROOT, SIMULATED)
    simulate(w, plan, w.positions[SIMULATED], rng, root, forced)
    w.tree.counters.done += 1
    w.tree.counters.simulations += 1


TEMPLATES = (
    choose_in_tree, choose_outside, choose_jointly, simulate, copy_position, simulate_from_root,
)  # fmt: skip
