"""Equilibria and best responses of a tree.

Below: tree.py. Above: score.py, commands/exact.py.

A plan of a seat is a number for each of its sequences: how likely its own choices are to follow that sequence (the
realization plan). Payoffs are linear in each seat's plan, so

- a best response is one pass over its information sets, last ones first: each takes its best choice;
- an equilibrium is a linear program (`by_linear_program`), exact to the solver's precision;
- where that is too large, CFR+ comes as close as is asked (`by_regrets`).

Either way what is returned is certified: the gap is computed from two exact best responses, whoever found the plans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from training.exact.tree import Seat, Tree

Plan = NDArray[np.float64]  # [S]
METHODS = ("auto", "program", "regrets")
LARGEST_PROGRAM = 30_000  # sequences of both seats; beyond that CFR+ is faster


@dataclass(frozen=True)
class Level:
    """Information sets of one seat of which none comes before another."""

    parent: NDArray[np.int64]  # [I]
    choices: NDArray[np.int64]  # [C] their sequences, one set after the other
    starts: NDArray[np.int64]  # [I] where in `choices` each set begins
    count: NDArray[np.int64]  # [I]
    of: NDArray[np.int64]  # [C] which of the sets


@dataclass(frozen=True)
class Form:
    """A tree, laid out for arithmetic on whole arrays."""

    tree: Tree
    levels: tuple[list[Level], list[Level]]  # of each seat, first ones first
    pays: tuple[csr_matrix, csr_matrix]  # [S0, S1] what seat 0 gets; [S1, S0] what seat 1 gets

    @property
    def sizes(self) -> tuple[int, int]:
        """Sequences of each seat."""
        return self.pays[0].shape[0], self.pays[0].shape[1]


@dataclass(frozen=True)
class Equilibrium:
    """Two plans of which neither can be bettered by more than ``gap`` together."""

    plans: tuple[Plan, Plan]
    value: float  # of the game to seat 0: outcome +1 to -1; exact to half the gap
    gap: float  # what best responses to the two plans win together; 0 for an exact equilibrium
    method: str


def lay_out(tree: Tree) -> Form:
    """Return the tree as arrays."""
    sizes = [seat.sequences for seat in tree.seats]
    pays = csr_matrix((tree.pays, (tree.ends[:, 0], tree.ends[:, 1])), shape=sizes)  # the same cell adds up
    pays.eliminate_zeros()
    return Form(tree, (levels_of(tree.seats[0]), levels_of(tree.seats[1])), (pays, csr_matrix(-pays.T)))


def levels_of(seat: Seat) -> list[Level]:
    """Return the information sets of a seat by how many of its own choices lie before them."""
    parent, first, count = (np.array(numbers, np.int64) for numbers in (seat.parent, seat.first, seat.count))
    owner = np.full(seat.sequences, -1)  # the set a sequence belongs to
    owner[1:] = np.repeat(np.arange(len(first)), count)
    depth = np.zeros(len(first), np.int64)
    for i, before in enumerate(owner[parent].tolist()):
        depth[i] = 0 if before < 0 else depth[before] + 1
    levels = []
    for d in range(int(depth.max(initial=-1)) + 1):
        sets = np.flatnonzero(depth == d)
        starts = count[sets].cumsum() - count[sets]
        of = np.repeat(np.arange(len(sets)), count[sets])
        choices = first[sets][of] + np.arange(len(of)) - starts[of]
        levels.append(Level(parent[sets], choices, starts, count[sets], of))
    return levels


def best_response(form: Form, seat: int, other: Plan) -> tuple[float, Plan]:
    """Return what a best response of a seat to the other's plan gets, and one that never mixes."""
    worth = np.asarray(form.pays[seat] @ other)
    taken = np.zeros(len(worth))
    for level in reversed(form.levels[seat]):
        here = worth[level.choices]
        best = np.maximum.reduceat(here, level.starts)
        candidates = np.where(here == best[level.of], np.arange(len(here)), len(here))
        taken[level.choices[np.minimum.reduceat(candidates, level.starts)]] = 1.0
        np.add.at(worth, level.parent, best)
    return float(worth[0]), plan_of(form, seat, taken)


def plan_of(form: Form, seat: int, policy: NDArray[np.float64]) -> Plan:
    """Return the plan of a policy: [S] how likely each choice is at its information set."""
    plan = policy.copy()
    plan[0] = 1.0
    for level in form.levels[seat]:
        plan[level.choices] = plan[level.parent][level.of] * policy[level.choices]
    return plan


def value(form: Form, one: Plan, other: Plan) -> float:
    """Return what seat 0 gets when both follow these plans."""
    return float(one @ (form.pays[0] @ other))


def gap(form: Form, one: Plan, other: Plan) -> tuple[float, float]:
    """Return what best responses to both plans win together, and the value in the middle of what they leave open."""
    up, down = best_response(form, 0, other)[0], best_response(form, 1, one)[0]
    return up + down, (up - down) / 2


def solve(
    form: Form, method: str = "auto", to: float = 1e-3, say: Callable[[int, float], None] = lambda n, gap: None
) -> Equilibrium:
    """Return an equilibrium.

    Args:
        form: the game.
        method: "program", "regrets", or "auto": by its size.
        to: the gap at which CFR+ may stop.
        say: takes the iteration and the gap, now and then.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected {', '.join(METHODS)}, got {method!r}")
    if method == "auto":
        method = "program" if sum(form.sizes) <= LARGEST_PROGRAM else "regrets"
    plans = by_linear_program(form) if method == "program" else by_regrets(form, to, say)
    distance, middle = gap(form, *plans)
    return Equilibrium(plans, middle, distance, method)


def by_linear_program(form: Form) -> tuple[Plan, Plan]:
    """Return an equilibrium by one linear program for each seat (von Stengel 1996).

    A seat's plan x and the worth v of the other's information sets: as much v[root] as there can be, where no choice
    of the other gets it below what v promises.
    """
    return _program(form, 0), _program(form, 1)


def _program(form: Form, seat: int) -> Plan:
    """Return the plan of a seat that gets the most against the other's best response."""
    mine, theirs = flow(form, seat), flow(form, 1 - seat)
    size, sets = mine.shape[1], theirs.shape[0]
    # Variables: x [size], then v [sets], of which v[0] is the worth of the game.
    cost = np.zeros(size + sets)
    cost[size] = -1.0
    promised = hstack([form.pays[1 - seat], theirs.T], format="csr")  # v's flow is at most what x leaves them to pay
    begin = np.zeros(mine.shape[0])
    begin[0] = 1.0
    kept = hstack([mine, csr_matrix((mine.shape[0], sets))], format="csr")
    found = linprog(
        cost, A_ub=promised, b_ub=np.zeros(theirs.shape[1]), A_eq=kept, b_eq=begin,
        bounds=[(0, None)] * size + [(None, None)] * sets, method="highs",
    )  # fmt: skip
    if found.x is None:
        raise ValueError(f"the linear program was not solved: {found.message}")
    return _cleaned(form, seat, np.maximum(found.x[:size], 0.0))


def flow(form: Form, seat: int) -> csr_matrix:
    """Return the matrix E [1 + I, S] for which E plan = (1, 0, 0, ...): what goes into a set comes out of it."""
    told = form.tree.seats[seat]
    sets = len(told.first)
    rows = np.concatenate([[0], np.arange(1, sets + 1), np.repeat(np.arange(1, sets + 1), told.count)])
    columns = np.concatenate([[0], np.array(told.parent, np.int64), np.arange(1, told.sequences)])
    values = np.concatenate([[1.0], -np.ones(sets), np.ones(told.sequences - 1)])
    return csr_matrix((values, (rows, columns)), shape=(sets + 1, told.sequences))


def _cleaned(form: Form, seat: int, rough: Plan) -> Plan:
    """Return a plan that is one to the last bit: what the solver left of rounding is shared out."""
    policy = np.zeros(len(rough))
    for level in form.levels[seat]:
        policy[level.choices] = shares(rough[level.choices], level)
    return plan_of(form, seat, policy)


def shares(weights: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Return weights [C] as shares within each set; equal ones where there are none."""
    total = np.add.reduceat(weights, level.starts)
    even = total[level.of] <= 0
    return np.where(even, 1.0 / level.count[level.of], weights / np.where(total > 0, total, 1.0)[level.of])


def by_regrets(
    form: Form, to: float, say: Callable[[int, float], None] = lambda n, gap: None, most: int = 100_000
) -> tuple[Plan, Plan]:
    """Return plans that are within ``to`` of an equilibrium, by CFR+ (Tammelin 2014).

    Each choice gathers how much better it would have been than what was done, never less than 0; what is done is in
    proportion to that; both seats in turn. The means of the plans, later ones weighing more, close in
    on an equilibrium.
    """
    regrets = [np.zeros(size) for size in form.sizes]
    plans = [plan_of(form, seat, _by_regret(form, seat, regrets[seat])) for seat in range(2)]
    means = [np.zeros(size) for size in form.sizes]
    check = 16
    for n in range(1, most + 1):
        for seat in range(2):
            policy = _by_regret(form, seat, regrets[seat])
            worth = np.asarray(form.pays[seat] @ plans[1 - seat])
            for level in reversed(form.levels[seat]):
                here = worth[level.choices]
                got = np.add.reduceat(here * policy[level.choices], level.starts)
                regrets[seat][level.choices] += here - got[level.of]
                np.add.at(worth, level.parent, got)
            np.maximum(regrets[seat], 0.0, out=regrets[seat])
            plans[seat] = plan_of(form, seat, _by_regret(form, seat, regrets[seat]))
            means[seat] += n * n * plans[seat]
        if n == check or n == most:
            found = (means[0] / means[0][0], means[1] / means[1][0])
            distance, _ = gap(form, *found)
            say(n, distance)
            if distance <= to:
                return found
            check = n + max(16, n // 4)
    raise ValueError(f"CFR+ came to a gap of {distance:.2g} in {most} iterations, not to {to:.2g}")


def _by_regret(form: Form, seat: int, regrets: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the policy in proportion to these regrets."""
    policy = np.zeros(len(regrets))
    for level in form.levels[seat]:
        policy[level.choices] = shares(regrets[level.choices], level)
    return policy
