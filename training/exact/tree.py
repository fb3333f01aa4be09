"""The whole tree of a small game, as the engine plays it, boiled down to what solving needs.

Below: ow_env, whose kernels play a whole block of positions in one call. Above: solve.py, score.py.

All that matters of a tree is, for each seat, its information sets and the sequences of its own choices that lead
there; and for each end of the game which two sequences lead to it, how likely chance lets it come to that, and what it
pays (the sequence form: Koller, Megiddo and von Stengel 1996).

An information set is what a seat knows when it is asked: what it observes now, and all that it observed and did when it
was asked before. That is what an agent gets; what lay open in between and is observed no more, nobody was shown.

Chance is enumerated, not sampled. What may come of a move is found by trying other random numbers until the chances
of the different outcomes, which follow from the rules of dealing (`weight`), add up to exactly 1. Should a game draw
in a way that its `weight` does not know, they do not, and it is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import openings_of
from ow_env.core.game import Game, Rows, States, frozen
from ow_env.core.kernels import BEGIN, PLAY, SHOW
from ow_env.core.rng import start_all

BLOCK = 256  # positions played on in one call: about BLOCK * (moves in each) * depth of the tree are held at once
MOVES = 2048  # moves played in one call
TRIES = 500  # other random numbers before an outcome of chance is given up
AT_LEAST = 6  # tries where anything was drawn, so that a wrong sum of 1 does not pass for the right one

Weight: TypeAlias = Callable[[Any, Any], Fraction]  # (position before, position after) -> chance, given what was done
Integers: TypeAlias = NDArray[np.int64]


@dataclass
class Seat:
    """What one seat may know and choose: I information sets, S sequences, 0 being that of no choice.

    The choices of set i are sequences first[i] to first[i] + count[i] - 1; they follow on sequence parent[i]. A set is
    numbered after all that come before it.
    """

    parent: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    count: list[int] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)  # which of the tree's observations
    sequences: int = 1
    known: dict[tuple[int, int], int] = field(default_factory=dict, repr=False)  # (sequence, observation) -> set


@dataclass(frozen=True)
class Tree:
    """A game for two in sequence form. Payoffs are those of seat 0; those of seat 1 are the opposite.

    Attributes:
        game: what is played.
        seats: the two.
        features: uint8 [K, F] all different observations; with
        masks: int8 [K, A] what is allowed there.
        examples: positions [K] in which it is so seen; with
        asked: int64 [K] by which seat. For agents that search: what a seat can't know is drawn anew in them.
        ends: int64 [Z, 2] the last sequence of each seat at each end of the game; with
        pays: float64 [Z] the payoff, +1, 0 or -1, times how likely chance lets it come to that.
        chances: float64 [Z] ... without the payoff.
        positions: how many there are, ends included.
    """

    game: Game
    seats: tuple[Seat, Seat]
    features: NDArray[np.uint8]
    masks: NDArray[np.int8]
    examples: States
    asked: Integers
    ends: Integers
    pays: NDArray[np.float64]
    chances: NDArray[np.float64]
    positions: int

    def sizes(self) -> str:
        """Return how large it is, in words."""
        sets = sum(len(seat.first) for seat in self.seats)
        choices, ends = sum(seat.sequences for seat in self.seats), len(self.pays)
        return f"{self.positions:,} positions, {sets:,} information sets, {choices:,} sequences, {ends:,} ends"


@dataclass(frozen=True)
class Outcomes:
    """What came of some moves: each move once for each thing that chance may make of it."""

    move: Integers  # [L] which move
    states: States  # [L]
    chance: NDArray[np.float64]  # [L] how likely, given the move
    pay: NDArray[np.float64]  # [L] seat 0's, where it is over
    over: NDArray[np.bool_]  # [L]


def grow(game: Game, most: int = 3_000_000, say: Callable[[int], None] = lambda positions: None) -> Tree:
    """Return the whole tree of a game for two.

    Args:
        game: one with a ``weight``, as those of games.py have it: how likely a position after a move is.
        most: positions; a larger game is refused.
        say: takes the number of positions so far, now and then.

    Raises:
        ValueError: not such a game, too large, not zero-sum, or its chance is not what ``weight`` says.
    """
    weight: Weight | None = getattr(game, "weight", None)
    if game.num_players != 2 or weight is None:
        raise ValueError(f"{game.name}: expected a game for two whose chance is known, as those of `ow exact`")
    seats = (Seat(), Seat())
    seen: dict[bytes, int] = {}  # observation and mask -> number
    examples: list[tuple[bytes, int]] = []  # of each: a position, and the seat asked
    ends: list[Integers] = [np.zeros((0, 2), np.int64)]
    chances, pays = [np.zeros(0)], [np.zeros(0)]
    begun = openings(game, weight)
    positions = len(begun.states)
    # Positions to play on, what is found last first, so that few are held: (positions, last sequences, chances).
    stack = [(begun.states, np.zeros((positions, 2), np.int64), begun.chance)]
    while stack:
        states, last, chance = stack.pop()
        if len(states) > BLOCK:
            stack.append((states[BLOCK:], last[BLOCK:], chance[BLOCK:]))
            states, last, chance = states[:BLOCK], last[:BLOCK], chance[:BLOCK]
        at, actions, then = moves(game, states, last, seats, seen, examples)
        for start in range(0, len(at), MOVES):
            part = slice(start, start + MOVES)
            found = play(game, weight, pick(states, at[part]), actions[part])
            reached = found.chance * chance[at[part]][found.move]
            sequences = then[part][found.move]
            positions += len(found.move)
            ends.append(sequences[found.over])
            chances.append(reached[found.over])
            pays.append(reached[found.over] * found.pay[found.over])
            if not found.over.all():
                goes_on = ~found.over
                stack.append((pick(found.states, goes_on), sequences[goes_on], reached[goes_on]))
        if positions > most:
            raise ValueError(f"{game!r}: more than {most:,} positions")
        say(positions)
    rows = np.frombuffer(b"".join(seen), np.uint8).reshape(len(seen), -1)
    features, masks = rows[:, : game.num_features], rows[:, game.num_features :].view(np.int8)
    return Tree(
        game,
        seats,
        features,
        masks,
        np.frombuffer(b"".join(state for state, _ in examples), game.state_dtype),
        np.array([player for _, player in examples]),
        np.concatenate(ends),
        np.concatenate(pays),
        np.concatenate(chances),
        positions,
    )


def openings(game: Game, weight: Weight) -> Outcomes:
    """Return the positions in which the first choice is made."""
    states = openings_of(game)
    if states is None:
        return play(game, weight, game.template.copy(), None)
    distinct, counts = np.unique(states.view(f"V{states.itemsize}"), return_counts=True)
    none = np.zeros(len(distinct))
    return Outcomes(
        none.astype(np.int64), distinct.view(states.dtype), counts / len(states), none, none.astype(np.bool_)
    )


def moves(
    game: Game, states: States, last: Integers, seats: tuple[Seat, Seat], seen: dict[bytes, int],
    examples: list[tuple[bytes, int]],
) -> tuple[Integers, NDArray[np.int32], Integers]:  # fmt: skip
    """Return all that may be done in these positions [N]; what was not met before joins seats, seen, examples.

    Returns:
        at: int64 [M] in which position.
        actions: int32 [M, 2] what both do; pass for a seat not asked.
        then: int64 [M, 2] the last sequences of both after it.
    """
    rows = driven(game, states.copy(), SHOW)
    count = np.ones((len(states), 2), np.int64)  # choices of each seat
    first = last.copy()  # ... the sequence after the first of them
    for player, seat in enumerate(seats):
        for n in np.flatnonzero(rows.to_act[:, player]).tolist():
            told = rows.observation[n, player].tobytes() + rows.action_mask[n, player].tobytes()
            number = seen.setdefault(told, len(seen))
            if number == len(examples):
                examples.append((states[n].tobytes(), player))
            key = (int(last[n, player]), number)
            known = seat.known.get(key)
            if known is None:
                known = seat.known[key] = len(seat.first)
                choices = int(rows.action_mask[n, player].sum())
                seat.parent.append(key[0])
                seat.first.append(seat.sequences)
                seat.count.append(choices)
                seat.seen.append(number)
                seat.sequences += choices
            count[n, player], first[n, player] = seat.count[known], seat.first[known]
    each = count.prod(axis=1)
    at = np.repeat(np.arange(len(states)), each)
    number = np.arange(len(at)) - np.repeat(each.cumsum() - each, each)  # of the move within its position
    nth = np.stack([number // count[at, 1], number % count[at, 1]], axis=1)
    actions = np.zeros((len(at), 2), np.int32)
    then = last[at]
    for player in range(2):
        asked = rows.to_act[at, player]
        then[asked, player] = first[at, player][asked] + nth[asked, player]
        allowed = np.argsort(rows.action_mask[:, player] == 0, axis=1, kind="stable")  # ids allowed, in order, first
        actions[asked, player] = allowed[at[asked], nth[asked, player]]
    return at, actions, then


def play(game: Game, weight: Weight, before: States, actions: NDArray[np.int32] | None) -> Outcomes:
    """Return all that may come of each move. ``actions`` None: of beginning from the template ``before``."""
    parts: list[Outcomes] = []
    left = np.arange(len(before))  # moves of which not all is known
    whole: dict[int, Fraction] = {}  # how much is known of those
    known: set[tuple[int, bytes]] = set()
    for tried in range(TRIES):
        rows = driven(game, pick(before, left), PLAY, tried, None if actions is None else actions[left])
        if actions is not None and np.any(rows.reward.sum(axis=1)):
            raise ValueError(f"{game!r}: not zero-sum: what one wins the other does not lose")
        new: list[int] = []
        likely: list[float] = []
        drew = rows.rng["count"] > 0
        for k in range(len(left)) if tried or drew.any() else ():
            if drew[k]:
                key = (int(left[k]), rows.states[k].tobytes())
                if key not in known:
                    known.add(key)
                    chance = weight(before[key[0]], rows.states[k])
                    whole[key[0]] = whole.get(key[0], Fraction(0)) + chance
                    new.append(k)
                    likely.append(float(chance))
        if tried == 0:
            new += np.flatnonzero(~drew).tolist()
            likely += [1.0] * int((~drew).sum())
        over = rows.terminated | rows.truncated
        pay = rows.reward[new, 0].astype(np.float64)
        parts.append(Outcomes(left[new], pick(rows.states, new), np.array(likely), pay, over[new]))
        if tried == 0:
            left = left[drew]
        if any(whole[n] > 1 for n in left.tolist()):
            break
        if tried + 1 >= AT_LEAST:
            left = left[[whole[n] != 1 for n in left.tolist()]]
        if not len(left):
            return parts[0] if len(parts) == 1 else joined(parts)
    found = next(whole[n] for n in left.tolist() if whole[n] != 1)
    raise ValueError(f"{game!r}: its chance is not known: the outcomes found add up to {found}, not to 1")


def driven(
    game: Game, states: States, order: int, luck: int = 0, actions: NDArray[np.int32] | None = None
) -> Rows:
    """Have the kernel show these positions, play one move in them, or (PLAY without actions) begin; they change."""
    rows = Rows.of(game, states)
    start_all(rows.rng, np.uint64(luck), np.uint64(0))
    rows.seeds[:] = luck
    rows.game_number[:] = np.arange(len(states))
    rows.commands[:] = order if order != PLAY or actions is not None else BEGIN
    if actions is not None:
        rows.actions[:] = actions
    game.kernels.drive(*rows.arrays(), frozen(game.tables), frozen(game.template), False, False, False, 0, 1)
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
        np.concatenate([part.chance for part in parts]),
        np.concatenate([part.pay for part in parts]),
        np.concatenate([part.over for part in parts]),
    )
