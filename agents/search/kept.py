"""From one decision to the next: what is left of the tree, and determinizations that fit what the others did since.

Below: tree.py, views.py, rollout.py and, at the name bound by bind.py, the game's rules. Above: search.py. `find_kept`
and `mark_kept` know no game; the other functions are templates.

The tree: the seat's new node is found in the old tree by its key, which says what the seat has seen and done; with it
stay all nodes that were made below it, with their visits and priors.

The particles: determinizations of the last decision are played on, the seat itself doing what it has done and the
others what their policy draws, until the seat is asked again. Those in which it sees just what it sees now are drawn
from what it may believe of the others if that is their policy: a particle filter by rejection (Gordon, Salmond and
Smith, Novel approach to nonlinear/non-Gaussian Bayesian state estimation, IEE Proceedings F, 1993), as for planning in
Silver and Veness, Monte-Carlo planning in large POMDPs (NIPS, 2010).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.search.records import (
    NETWORK,
    NO_NODE,
    RANDOM,
    ROOT,
    SIMULATED,
    Bits,
    Game,
    Head,
    Nodes,
    Plan,
    Slots,
    Workspace,
    rule,
)
from agents.search.rollout import policy_action
from agents.search.tree import find, forget_trials
from agents.search.views import add_particle, look_at_next, look_at_root, show_hash, show_mask, take_bytes
from ow_env.core.jit import Mask
from ow_env.core.rng import Rng, mix, unit

ATTEMPTS = 4  # to play on, for each particle that is wanted
MOST_BETWEEN = 64  # joint decisions between two of a seat that are played on at most
ERROR = 0.1  # share of choices in which others are thought to act at random, and not by their script

rules: Any = None  # a game's engine, once bound


# ── The tree ─────────────────────────────────────────────────────────────────────────────────────


@rule
def find_kept(nodes: Nodes, count: int, key: Bits) -> int:
    """Return which of so many nodes has this key, or NO_NODE."""
    for i in range(count):
        if nodes[i].key == key:
            return i
    return NO_NODE


@rule
def mark_kept(nodes: Nodes, count: int, top: int, marks: Slots) -> None:
    """Write for each of so many nodes, in the order in which they were made, whether it is `top` or below it."""
    for i in range(count):
        under = nodes[i].under
        marks[i] = 1 if i == top or (i > top and under != NO_NODE and marks[under] != 0) else 0


def load_tree(w: Workspace, plan: Plan, head: Head, slot: int, root: int) -> None:
    """Fill the empty tree with what was kept below the node where the root's seat is now, if there is one.

    The keys of other seats go on from where they were when that node was made: where those see something that differs
    from one determinization to the next, their nodes are not met again.
    """
    tree, nodes, edges, marks = w.tree, w.kept.nodes[slot], w.kept.edges[slot], w.marks
    look_at_root(w, plan)
    show_hash(w, w.positions[ROOT], root)
    top = find_kept(nodes, int(head.nodes), mix(head.key ^ w.views[w.seats[root].seen].hash))
    if top == NO_NODE:
        return
    mark_kept(nodes, int(head.nodes), top, marks)
    for seat in range(plan.players):
        w.seats[seat].begin = head.key if seat == root else nodes[top].chains[seat]
    counters = tree.counters
    for i in range(top, int(head.nodes)):
        if marks[i] != 0:
            first, number = int(nodes[i].first), int(counters.nodes)
            tree.nodes[number] = nodes[i]
            made = tree.nodes[number]
            made.first = counters.edges
            made.under = NO_NODE if i == top else marks[nodes[i].under] - 1
            for k in range(made.count):
                tree.edges[counters.edges + k] = edges[first + k]
                forget_trials(tree.edges[counters.edges + k])
                if i == top:  # the average strategy is that of this decision: the first of the old one were guesses
                    tree.edges[counters.edges + k].strategy_sum = 0.0
            tree.slots[find(tree, made.key)] = number + 1
            counters.edges += made.count
            counters.nodes += 1
            marks[i] = number + 1


def save_tree(w: Workspace, plan: Plan, head: Head, slot: int, root: int, action: int) -> None:
    """Keep what is below the root after this action, as far as there is room; the first that were made are kept."""
    tree, nodes, edges, marks = w.tree, w.kept.nodes[slot], w.kept.edges[slot], w.marks
    head.key = mix(tree.nodes[0].key ^ np.uint64(action + 1))
    head.nodes = 0
    head.edges = 0
    for i in range(1, tree.counters.nodes):
        node = tree.nodes[i]
        under = int(node.under)
        marks[i] = 0
        is_next = under == 0 and node.seat == root and node.way == action  # of the root's seat, one decision later
        is_below = under > 0 and marks[under] != 0
        if not is_next and not is_below:
            continue
        if head.nodes >= len(nodes) or head.edges + node.count > len(edges):
            return
        number = int(head.nodes)
        nodes[number] = node
        nodes[number].first = head.edges
        nodes[number].under = marks[under] - 1 if is_below else NO_NODE
        for k in range(node.count):
            edges[head.edges + k] = tree.edges[node.first + k]
        head.edges += node.count
        head.nodes += 1
        marks[i] = number + 1


# ── The particles ────────────────────────────────────────────────────────────────────────────────


def believed_action(w: Workspace, plan: Plan, g: Game, seat: int, rng: Rng) -> int:
    """Return what another seat is thought to do where it is asked."""
    who = int(plan.belief)
    if who != RANDOM and who != NETWORK and unit(rng) < ERROR:
        who = RANDOM
    return policy_action(w, g, seat, who, rng)


def play_between(w: Workspace, plan: Plan, g: Game, root: int, action: int, rng: Rng) -> bool:
    """Play a position on, the root's seat by this action and the others as believed; is that seat asked again?"""
    for decisions in range(MOST_BETWEEN):
        look_at_next(w, plan)
        if rules.ending(g) != 0:
            return False
        if decisions > 0 and rules.waits_for(g, root):
            return True
        for seat in range(plan.players):
            w.actions[seat] = 0
            if seat == root and decisions == 0:
                w.actions[seat] = action
            elif rules.waits_for(g, seat):
                w.actions[seat] = believed_action(w, plan, g, seat, rng)
        rules.apply(g, w.constants[0], rng, w.actions)
    return False


@rule
def same_mask(one: Mask, other: Mask) -> bool:
    """Is the same allowed?"""
    for action in range(len(one)):
        if (one[action] != 0) != (other[action] != 0):
            return False
    return True


def match_particles(w: Workspace, plan: Plan, head: Head, slot: int, root: int, rng: Rng) -> None:
    """Find particles that match what the root's seat sees now; it gives up where none of those kept does, tried once.

    Each is played on from one that was kept, in turn: as often as it explains what was seen, it goes on.
    """
    counters = w.tree.counters
    look_at_root(w, plan)
    show_hash(w, w.positions[ROOT], root)
    show_mask(w, w.positions[ROOT], root)
    now = int(w.seats[root].seen)
    g = w.positions[SIMULATED]
    for attempt in range(ATTEMPTS * plan.particles):
        if counters.matched >= plan.particles or (counters.matched == 0 and attempt >= head.particles):
            break
        take_bytes(w.content[SIMULATED], w.kept.particles[slot, attempt % head.particles])
        if not play_between(w, plan, g, root, int(head.action), rng):
            continue
        show_hash(w, g, root)
        at = int(w.seats[root].seen)
        if w.views[at].hash == w.views[now].hash:
            show_mask(w, g, root)
            if same_mask(w.masks[at], w.masks[now]):
                add_particle(w, w.content[SIMULATED])
                counters.matched = counters.particles


def save_particles(w: Workspace, plan: Plan, head: Head, slot: int, root: int, rng: Rng) -> None:
    """Keep particles for the next decision: to one half those that matched, the rest drawn from nothing but `hide`.

    The position at the root stays as it is: a search by time goes on from there.
    """
    counters, kept = w.tree.counters, w.kept.particles[slot]
    count = 0
    for i in range(min(int(counters.matched), int(plan.particles) // 2)):
        take_bytes(kept[count], w.particles[i])
        count += 1
    for i in range(counters.matched, counters.particles):
        if count < plan.particles:
            take_bytes(kept[count], w.particles[i])
            count += 1
    while count < plan.particles:
        take_bytes(w.content[SIMULATED], w.content[ROOT])
        rules.hide(w.positions[SIMULATED], w.constants[0], root, rng)
        take_bytes(kept[count], w.content[SIMULATED])
        count += 1
    head.particles = count


# ── Both ─────────────────────────────────────────────────────────────────────────────────────────


def load(w: Workspace, plan: Plan, slot: int, root: int, rng: Rng) -> None:
    """Begin with what was kept of the seat's last decision: with nothing, where nothing was."""
    counters = w.tree.counters
    counters.matched = 0
    counters.particles = 0
    counters.drawn = 0
    for seat in range(plan.players):
        w.seats[seat].begin = np.uint64(0)
    if slot >= 0 and w.kept.heads[slot].filled != 0:
        head = w.kept.heads[slot]
        if plan.particles > 0:
            match_particles(w, plan, head, slot, root, rng)
        if plan.keep_tree != 0:
            load_tree(w, plan, head, slot, root)
        head.filled = 0
    add_particle(w, w.content[ROOT])


def save(w: Workspace, plan: Plan, slot: int, root: int, action: int, rng: Rng) -> None:
    """Keep what the seat's next decision may begin with."""
    if slot < 0:
        return
    head = w.kept.heads[slot]
    head.filled = 1
    head.action = action
    if plan.keep_tree != 0:
        save_tree(w, plan, head, slot, root, action)
    if plan.particles > 0:
        save_particles(w, plan, head, slot, root, rng)


TEMPLATES = (
    load_tree, save_tree, believed_action, play_between, match_particles, save_particles, load, save,
)  # fmt: skip
