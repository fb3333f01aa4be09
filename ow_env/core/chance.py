"""All outcomes of a move with their probabilities, for games whose chance is known.

Below: batch.py, game.py. Above: adapters/openspiel.py, which shows them as chance nodes; training/exact/tree.py.

A game whose chance is known has one of these:

    weight(before, after) -> Fraction          the probability of a position after a move, given the actions
    outcomes(before, actions) -> Iterable      each position in which a move may end, and its probability

Chance is enumerated, not sampled. With ``weight``, outcomes are found by trying other seeds until the probabilities of
the different ones, which follow from the rules of dealing, add up to exactly 1. If a game draws in a way that its
``weight`` does not know, they do not, and the game is refused. Where outcomes are too rare to be found so, a game
lists them itself; it is asked about moves that draw, and needs ``openings``. ``most_outcomes`` is a bound on how many
different positions a move may end in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import openings_of
from ow_env.core.game import Game, Rows, States, frozen
from ow_env.core.kernels import BEGIN, PLAY
from ow_env.core.rng import start_all

TRIES = 500  # seeds tried before an outcome of chance is given up
MIN_TRIES = 6  # where anything was drawn, so that a wrong sum of 1 does not pass for the right one

Weight: TypeAlias = Callable[[Any, Any], Fraction]  # (position before, after) -> probability, given the actions
Enumerate: TypeAlias = Callable[[Any, Any], Iterable[tuple[States, Fraction]]]  # (position before, actions) -> outcomes
Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of some moves: each move once for each outcome of chance."""

    move: Integers  # [L] which move
    states: States  # [L]
    prob: NDArray[np.float64]  # [L] of the outcome, given the move
    payoff: NDArray[np.float64]  # [L, P] each seat's, where it is over
    over: NDArray[np.bool_]  # [L]


def knows_chance(game: Game | type[Game]) -> bool:
    """Tell whether a game has ``weight`` or ``outcomes``."""
    return hasattr(game, "weight") or hasattr(game, "outcomes")


def openings(game: Game) -> Outcomes:
    """Return the positions in which the first choice is made."""
    states = openings_of(game)
    if states is None:
        return play(game, game.template.copy(), None)
    distinct, counts = np.unique(states.view(f"V{states.itemsize}"), return_counts=True)
    zeros, nothing = np.zeros(len(distinct), np.int64), np.zeros((len(distinct), game.num_players))
    return Outcomes(zeros, distinct.view(states.dtype), counts / len(states), nothing, zeros.astype(np.bool_))


def play(game: Game, before: States, actions: NDArray[np.int32] | None) -> Outcomes:
    """Return all outcomes of each move.

    Args:
        game: one that `knows_chance`.
        before: positions [M]; not changed.
        actions: int32 [M, P] what each seat does; pass for one that does not act. None: of beginning from the template
            ``before``.

    Raises:
        ValueError: the game draws otherwise than its ``weight`` or ``outcomes`` say.
    """
    weight: Weight | None = getattr(game, "weight", None)
    parts: list[Outcomes] = []
    left = np.arange(len(before))  # moves of which not all outcomes are known
    total: dict[int, Fraction] = {}  # of the probabilities of those that are
    known: set[tuple[int, bytes]] = set()
    for seed in range(TRIES):
        rows = driven(game, pick(before, left), PLAY, seed, None if actions is None else actions[left])
        new: list[int] = []
        probs: list[float] = []
        drew = rows.rng["count"] > 0
        for k in range(len(left)) if weight and (seed or drew.any()) else ():
            if drew[k]:
                key = (int(left[k]), rows.states[k].tobytes())
                if key not in known:
                    known.add(key)
                    assert weight is not None
                    prob = weight(before[key[0]], rows.states[k])
                    total[key[0]] = total.get(key[0], Fraction(0)) + prob
                    new.append(k)
                    probs.append(float(prob))
        if seed == 0:
            new += np.flatnonzero(~drew).tolist()
            probs += [1.0] * int((~drew).sum())
        over = rows.terminated | rows.truncated
        payoff = rows.reward[new].astype(np.float64)
        parts.append(Outcomes(left[new], pick(rows.states, new), np.array(probs), payoff, over[new]))
        if seed == 0:
            left = left[drew]
            if weight is None:
                return joined([*parts, *(enumerated(game, before, actions, n) for n in left.tolist())])
        if any(total[n] > 1 for n in left.tolist()):
            break
        if seed + 1 >= MIN_TRIES:
            left = left[[total[n] != 1 for n in left.tolist()]]
        if not len(left):
            return parts[0] if len(parts) == 1 else joined(parts)
    found = next(total[n] for n in left.tolist() if total[n] != 1)
    raise ValueError(f"{game!r}: its chance is not known: the outcomes found add up to {found}, not to 1")


def enumerated(game: Game, before: States, actions: NDArray[np.int32] | None, n: int) -> Outcomes:
    """Return all outcomes of move ``n``, as the game itself lists them."""
    if actions is None:
        raise ValueError(f"{game!r}: a game that lists its outcomes needs openings")
    listed: Enumerate = game.outcomes  # type: ignore[attr-defined]
    found = list(listed(before[n], actions[n]))
    if sum(prob for _, prob in found) != 1:
        raise ValueError(f"{game!r}: the outcomes that it lists add up to {sum(prob for _, prob in found)}, not to 1")
    states = np.concatenate([state for state, _ in found])
    over = np.array([game.engine.ending(state) > 0 for state in states])
    payoff = np.array([[game.engine.outcome(state, seat) for seat in range(game.num_players)] for state in states])
    probs = np.array([float(prob) for _, prob in found])
    return Outcomes(np.full(len(states), n), states, probs, payoff * over[:, None], over)


def driven(game: Game, states: States, order: int, seed: int = 0, actions: NDArray[np.int32] | None = None) -> Rows:
    """Have the kernel show these positions, play one move in them, or (PLAY without actions) begin; they change.

    Row i draws from sequence i of ``seed``.
    """
    rows = Rows.of(game, states)
    start_all(rows.rng, np.uint64(seed), np.uint64(0))
    rows.seeds[:] = seed
    rows.game_number[:] = np.arange(len(states))
    rows.commands[:] = order if order != PLAY or actions is not None else BEGIN
    if actions is not None:
        rows.actions[:] = actions
    constants = frozen(game.tables), frozen(game.template)
    game.kernels.drive(*rows.arrays(game), *constants, False, False, False, 0, 1, 0, len(states))
    return rows


def pick(states: States, which: Any) -> States:
    """Return copies of some positions; as bare bytes, records copy several times as fast."""
    chosen: States = states.view(f"V{states.itemsize}")[which].view(states.dtype)
    return chosen


def joined(parts: list[Outcomes]) -> Outcomes:
    """Return all of these, one after the other."""
    return Outcomes(
        np.concatenate([part.move for part in parts]),
        np.concatenate([part.states.view(f"V{part.states.itemsize}") for part in parts]).view(parts[0].states.dtype),
        np.concatenate([part.prob for part in parts]),
        np.concatenate([part.payoff for part in parts]),
        np.concatenate([part.over for part in parts]),
    )
