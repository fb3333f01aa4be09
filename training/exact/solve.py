"""Equilibria and best responses of a game tree in sequence form.

Below: tree.py. Above: score.py, commands/exact.py.

A realization plan of a seat is a number for each of its sequences: the probability that its own choices follow that
sequence. Payoffs are linear in each seat's plan, so

- a best response is one pass over its information sets, last ones first: each takes its best choice;
- an equilibrium is a linear program (`by_linear_program`), exact to the solver's precision;
- where that is too large, CFR+ comes as close as is asked (`by_cfr_plus`).

Either way what is returned is certified: NashConv is computed from two exact best responses, whoever found the plans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from training.exact.tree import Seat, Tree

RealizationPlan = NDArray[np.float64]  # [S]
METHODS = ("auto", "program", "regrets")
LARGEST_PROGRAM = 30_000  # sequences of both seats; beyond that CFR+ is faster


@dataclass(frozen=True)
class Level:
    """Information sets of one seat of which none comes before another."""

    parent: NDArray[np.int64]  # [I] the sequence that leads to each set
    sequences: NDArray[np.int64]  # [C] that end in a choice at one of the sets, one set after the other
    starts: NDArray[np.int64]  # [I] where in `sequences` each set begins
    count: NDArray[np.int64]  # [I] choices at each set
    set_of: NDArray[np.int64]  # [C] which of the sets


@dataclass(frozen=True)
class SequenceForm:
    """A tree, laid out for arithmetic on whole arrays."""

    tree: Tree
    levels: tuple[list[Level], list[Level]]  # of each seat, first ones first
    payoffs: tuple[csr_matrix, csr_matrix]  # [S0, S1] what seat 0 gets; [S1, S0] what seat 1 gets

    @property
    def sizes(self) -> tuple[int, int]:
        """Sequences of each seat."""
        return self.payoffs[0].shape[0], self.payoffs[0].shape[1]


@dataclass(frozen=True)
class Equilibrium:
    """Two realization plans, and how far they are from an equilibrium."""

    plans: tuple[RealizationPlan, RealizationPlan]
    value: float  # of the game to seat 0: outcome +1 to -1; exact to half of `nash_conv`
    nash_conv: float  # what best responses to the two plans win together; 0 for an exact equilibrium
    method: str


def sequence_form(tree: Tree) -> SequenceForm:
    """Return the tree as arrays."""
    sizes = [seat.sequences for seat in tree.seats]
    payoffs = csr_matrix((tree.payoffs, (tree.ends[:, 0], tree.ends[:, 1])), shape=sizes)  # the same cell adds up
    payoffs.eliminate_zeros()
    levels = levels_of(tree.seats[0]), levels_of(tree.seats[1])
    return SequenceForm(tree, levels, (payoffs, csr_matrix(-payoffs.T)))


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
        set_of = np.repeat(np.arange(len(sets)), count[sets])
        sequences = first[sets][set_of] + np.arange(len(set_of)) - starts[set_of]
        levels.append(Level(parent[sets], sequences, starts, count[sets], set_of))
    return levels


def best_response(form: SequenceForm, seat: int, other: RealizationPlan) -> tuple[float, RealizationPlan]:
    """Return the value of a best response of a seat to the other's plan, and one that never mixes."""
    values = np.asarray(form.payoffs[seat] @ other)  # of each sequence, from the last information sets to the first
    taken = np.zeros(len(values))
    for level in reversed(form.levels[seat]):
        choice = values[level.sequences]
        best = np.maximum.reduceat(choice, level.starts)
        candidates = np.where(choice == best[level.set_of], np.arange(len(choice)), len(choice))
        taken[level.sequences[np.minimum.reduceat(candidates, level.starts)]] = 1.0
        np.add.at(values, level.parent, best)
    return float(values[0]), realization_plan(form, seat, taken)


def realization_plan(form: SequenceForm, seat: int, policy: NDArray[np.float64]) -> RealizationPlan:
    """Return the plan of a behaviour policy: [S] the probability of each choice at its information set."""
    plan = policy.copy()
    plan[0] = 1.0
    for level in form.levels[seat]:
        plan[level.sequences] = plan[level.parent][level.set_of] * policy[level.sequences]
    return plan


def value(form: SequenceForm, one: RealizationPlan, other: RealizationPlan) -> float:
    """Return what seat 0 gets when both follow these plans."""
    return float(one @ (form.payoffs[0] @ other))


def nash_conv(form: SequenceForm, one: RealizationPlan, other: RealizationPlan) -> tuple[float, float]:
    """Return NashConv, what best responses to both plans win together, and the middle of the values left open.

    In a zero-sum game for two NashConv is twice the exploitability (Lanctot et al. 2017); 0 at an equilibrium.
    """
    up, down = best_response(form, 0, other)[0], best_response(form, 1, one)[0]
    return up + down, (up - down) / 2


def solve(
    form: SequenceForm,
    method: str = "auto",
    target: float = 1e-3,
    say: Callable[[int, float], None] = lambda iteration, nash_conv: None,
) -> Equilibrium:
    """Return an equilibrium.

    Args:
        form: the game.
        method: "program", "regrets", or "auto": by its size.
        target: the NashConv at which CFR+ may stop.
        say: takes the iteration and its NashConv, now and then.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected {', '.join(METHODS)}, got {method!r}")
    if method == "auto":
        method = "program" if sum(form.sizes) <= LARGEST_PROGRAM else "regrets"
    plans = by_linear_program(form) if method == "program" else by_cfr_plus(form, target, say)
    reached, middle = nash_conv(form, *plans)
    return Equilibrium(plans, middle, reached, method)


# ── Linear programs ──────────────────────────────────────────────────────────────────────────────


def by_linear_program(form: SequenceForm) -> tuple[RealizationPlan, RealizationPlan]:
    """Return an equilibrium by one linear program for each seat (von Stengel 1996).

    Variables are a seat's plan x and the values v of the other's information sets: maximise v[root], where no choice
    of the other leaves the seat less than v says.
    """
    return _program(form, 0), _program(form, 1)


def _program(form: SequenceForm, seat: int) -> RealizationPlan:
    """Return the plan of a seat that gets the most against the other's best response."""
    mine, theirs = flow(form, seat), flow(form, 1 - seat)
    size, sets = mine.shape[1], theirs.shape[0]
    # Variables: x [size], then v [sets], of which v[0] is the value of the game.
    cost = np.zeros(size + sets)
    cost[size] = -1.0
    promised = hstack([form.payoffs[1 - seat], theirs.T], format="csr")  # v's flow is at most what x leaves them to pay
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


def flow(form: SequenceForm, seat: int) -> csr_matrix:
    """Return the matrix E [1 + I, S] for which E plan = (1, 0, 0, ...): what goes into a set comes out of it."""
    own = form.tree.seats[seat]
    sets = len(own.first)
    rows = np.concatenate([[0], np.arange(1, sets + 1), np.repeat(np.arange(1, sets + 1), own.count)])
    columns = np.concatenate([[0], np.array(own.parent, np.int64), np.arange(1, own.sequences)])
    values = np.concatenate([[1.0], -np.ones(sets), np.ones(own.sequences - 1)])
    return csr_matrix((values, (rows, columns)), shape=(sets + 1, own.sequences))


def _cleaned(form: SequenceForm, seat: int, rough: RealizationPlan) -> RealizationPlan:
    """Return the plan made exactly feasible: the solver's rounding errors are normalised away."""
    policy = np.zeros(len(rough))
    for level in form.levels[seat]:
        policy[level.sequences] = normalized(rough[level.sequences], level)
    return realization_plan(form, seat, policy)


def normalized(weights: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Return weights [C] as probabilities at each information set; equal ones where all are 0."""
    total = np.add.reduceat(weights, level.starts)
    even = total[level.set_of] <= 0
    return np.where(even, 1.0 / level.count[level.set_of], weights / np.where(total > 0, total, 1.0)[level.set_of])


# ── CFR+ ─────────────────────────────────────────────────────────────────────────────────────────


def by_cfr_plus(
    form: SequenceForm,
    target: float,
    say: Callable[[int, float], None] = lambda iteration, nash_conv: None,
    max_iterations: int = 100_000,
) -> tuple[RealizationPlan, RealizationPlan]:
    """Return plans whose NashConv is at most ``target``, by CFR+ (Tammelin 2014).

    Each choice gathers regret, how much better it would have been than what was done, never less than 0; the policy
    is in proportion to it (regret matching+); the seats are updated in turn. The average of the plans, weighted by the
    square of the iteration, converges to an equilibrium.
    """
    regrets = [np.zeros(size) for size in form.sizes]
    plans = [realization_plan(form, seat, regret_matching(form, seat, regrets[seat])) for seat in range(2)]
    averages = [np.zeros(size) for size in form.sizes]
    check = 16
    for iteration in range(1, max_iterations + 1):
        for seat in range(2):
            policy = regret_matching(form, seat, regrets[seat])
            values = np.asarray(form.payoffs[seat] @ plans[1 - seat])
            for level in reversed(form.levels[seat]):
                choice = values[level.sequences]
                expected = np.add.reduceat(choice * policy[level.sequences], level.starts)
                regrets[seat][level.sequences] += choice - expected[level.set_of]
                np.add.at(values, level.parent, expected)
            np.maximum(regrets[seat], 0.0, out=regrets[seat])
            plans[seat] = realization_plan(form, seat, regret_matching(form, seat, regrets[seat]))
            averages[seat] += iteration * iteration * plans[seat]
        if iteration == check or iteration == max_iterations:
            found = (averages[0] / averages[0][0], averages[1] / averages[1][0])
            reached, _ = nash_conv(form, *found)
            say(iteration, reached)
            if reached <= target:
                return found
            check = iteration + max(16, iteration // 4)
    raise ValueError(f"CFR+ came to a NashConv of {reached:.2g} in {max_iterations} iterations, not to {target:.2g}")


def regret_matching(form: SequenceForm, seat: int, regrets: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the policy in proportion to these regrets."""
    policy = np.zeros(len(regrets))
    for level in form.levels[seat]:
        policy[level.sequences] = normalized(regrets[level.sequences], level)
    return policy
