"""Beyond the tree: prior policy and rollout policy, who plays on, and what the end of a simulation is worth.

Below: records.py, tree.py, views.py, network.py and, at the names bound by bind.py, the game's rules and scripts.
Above: ismcts.py, halving.py. The functions are templates, like those of core/kernels.py.
"""

from __future__ import annotations

from typing import Any

from agents.search.network import network_policy, network_value
from agents.search.records import BY_POTENTIAL, NETWORK, RANDOM, REGRET, Game, Node, Plan, Weights, Workspace, rule
from agents.search.tree import begin_by_priors
from agents.search.views import look_at_next, show_hash, show_mask, show_row
from ow_env.compiled.jit import Mask
from ow_env.core.rng import Rng, pick, unit

SEVERAL = -1  # actions are allowed
MOST_DECISIONS = 100_000  # in a simulation; no game is so long

rules: Any = None  # a game's engine, once bound
choose: Any = None  # its scripts, by number


# ── Policies ─────────────────────────────────────────────────────────────────────────────────────


def set_priors(w: Workspace, plan: Plan, node: Node, seat: int, rng: Rng) -> None:
    """Give the actions of a node their priors, by what its seat sees: the prior policy's, mixed with even ones."""
    at = int(w.seats[seat].seen)
    edges = w.tree.edges
    first, last = int(node.first), int(node.first + node.count)
    weight = 0.0 if plan.prior == RANDOM else float(plan.prior_weight)
    for k in range(first, last):
        edges[k].prior = (1.0 - weight) / node.count
    if plan.prior == NETWORK:
        probs = w.network.activations[network_policy(w, at) :]
        for k in range(first, last):
            edges[k].prior += weight * float(probs[k - first])
    elif plan.prior != RANDOM:
        scratch, row, mask = w.scratches[plan.prior - 1], w.observations[at], w.masks[at]
        choice = choose(w.constants[0], scratch, int(plan.prior), row, mask, rng)
        for k in range(first, last):
            if edges[k].action == choice:
                edges[k].prior += weight
    node.has_priors = 1
    if plan.select == REGRET:
        begin_by_priors(node, edges, plan)


@rule
def only_action(mask: Mask) -> int:
    """Return the one action that is allowed, or SEVERAL."""
    found = SEVERAL
    for action in range(len(mask)):
        if mask[action] != 0:
            if found != SEVERAL:
                return SEVERAL
            found = action
    return found


def rollout_action(w: Workspace, plan: Plan, g: Game, seat: int, rng: Rng) -> int:
    """Return what the rollout policy does where a seat is asked: RANDOM, a script, or NETWORK."""
    at, who = int(w.seats[seat].seen), int(plan.rollout)
    show_mask(w, g, seat)
    if who == RANDOM:
        return pick(w.masks[at], rng)
    only = only_action(w.masks[at])
    if only != SEVERAL:
        return only
    show_row(w, g, seat)
    if who == NETWORK:
        return sample(w.network.activations[network_policy(w, at) :], w.masks[at], rng)
    return int(choose(w.constants[0], w.scratches[who - 1], who, w.observations[at], w.masks[at], rng))


def sample(probs: Weights, mask: Mask, rng: Rng) -> int:
    """Draw an allowed action by the probabilities of these, in the order of ids; 0 where none is allowed."""
    left = unit(rng)
    k = 0
    choice = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            if left < 0.0:
                break
            choice = action
            left -= probs[k]
            k += 1
    return choice


# ── Playing on ───────────────────────────────────────────────────────────────────────────────────


def roll_out(w: Workspace, plan: Plan, g: Game, rng: Rng) -> None:
    """Play on by the rollout policy until so many turns have begun, or the game is over."""
    t = w.constants[0]
    begun = rules.turn(g)
    for _ in range(MOST_DECISIONS):
        if rules.ending(g) != 0 or rules.turn(g) - begun >= plan.rollout_turns:
            return
        for seat in range(plan.players):
            w.actions[seat] = 0
            if rules.waits_for(g, seat):
                w.actions[seat] = rollout_action(w, plan, g, seat, rng)
        rules.apply(g, t, rng, w.actions)
        look_at_next(w, plan)
        w.tree.counters.decisions += 1


# ── What the end of a simulation is worth ────────────────────────────────────────────────────────


def evaluate(w: Workspace, plan: Plan, g: Game) -> None:
    """Write what a position is worth to each seat, from -1 to 1: the result, else what is expected."""
    if rules.ending(g) != 0:
        for seat in range(plan.players):
            w.values[seat] = rules.outcome(g, seat)
    elif plan.leaf == BY_POTENTIAL:
        for seat in range(plan.players):
            lead = plan.scale * rules.potential(g, w.constants[0], seat)
            w.values[seat] = lead / (1.0 + abs(lead))
    elif plan.players == 2:
        evaluate_for_two(w, plan, g)
    else:
        for seat in range(plan.players):
            w.values[seat] = expected_result(w, plan, g, seat)


def evaluate_for_two(w: Workspace, plan: Plan, g: Game) -> None:
    """Write what the network expects where one seat's gain is the other's loss: the mean over the seats asked.

    Those alone, for the network was trained on what seats see that have to choose; where none has, it is a draw.
    """
    asked = 0
    gain = 0.0
    for seat in range(plan.players):
        if rules.waits_for(g, seat):
            value = expected_result(w, plan, g, seat)
            gain += value if seat == 0 else -value
            asked += 1
    w.values[0] = gain / max(asked, 1)
    w.values[1] = -gain / max(asked, 1)


def expected_result(w: Workspace, plan: Plan, g: Game, seat: int) -> float:
    """Return the result that the network expects for a seat, with the potential it was trained to leave out."""
    show_hash(w, g, seat)
    value = network_value(w, int(w.seats[seat].seen))
    if plan.shaped != 0:
        value += rules.potential(g, w.constants[0], seat)
    return min(max(value, -1.0), 1.0)


TEMPLATES = (
    set_priors, sample, rollout_action, roll_out, expected_result, evaluate_for_two, evaluate,
)  # fmt: skip
