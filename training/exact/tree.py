"""The whole tree of a small game, as the engine plays it, reduced to what solving needs.

Below: ow_env, whose kernels play a whole block of positions in one call. Above: solve.py, score.py.

The sequence form (Koller, Megiddo and von Stengel 1996) keeps, for each seat, its information sets and the sequences of
its own choices that lead to them; and for each end of the game, the two sequences that lead to it, the probability of
the chance moves on the way, and the payoff.

An information set is what a seat knows at a decision: what it observes now, and all that it observed and did at its
earlier decisions (perfect recall). That is what an agent gets; what lay open in between and is observed no more, nobody
was shown.

Chance is enumerated, not sampled: `ow_env.core.chance` gives all outcomes of a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ow_env.core.chance import Integers, driven, knows_chance, openings, pick, play
from ow_env.core.game import Game, States
from ow_env.core.kernels import SHOW

BLOCK = 256  # positions played on in one call: about BLOCK * (moves in each) * depth of the tree are held at once
MOVES = 2048  # moves played in one call


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
        examples: positions [K] in which each is observed; with
        acting: int64 [K] by which seat. For agents that search: what a seat can't know is resampled in them.
        ends: int64 [Z, 2] the last sequence of each seat at each end of the game; with
        payoffs: float64 [Z] the payoff, +1, 0 or -1, times `chance_probs`.
        chance_probs: float64 [Z] the product of the probabilities of the chance moves on the way.
        positions: how many there are, ends included.
    """

    game: Game
    seats: tuple[Seat, Seat]
    features: NDArray[np.uint8]
    masks: NDArray[np.int8]
    examples: States
    acting: Integers
    ends: Integers
    payoffs: NDArray[np.float64]
    chance_probs: NDArray[np.float64]
    positions: int

    def sizes(self) -> str:
        """Return how large it is, in words."""
        sets = sum(len(seat.first) for seat in self.seats)
        sequences, ends = sum(seat.sequences for seat in self.seats), len(self.ends)
        return f"{self.positions:,} positions, {sets:,} information sets, {sequences:,} sequences, {ends:,} ends"


def build_tree(game: Game, max_positions: int = 3_000_000, say: Callable[[int], None] = lambda positions: None) -> Tree:
    """Return the whole tree of a game for two.

    Args:
        game: one whose chance is known (`ow_env.core.chance`), as those of games.py.
        max_positions: a larger game is refused.
        say: takes the number of positions so far, now and then.

    Raises:
        ValueError: not such a game, too large, not zero-sum, or it draws otherwise than it says.
    """
    if game.num_players != 2 or not knows_chance(game):
        raise ValueError(f"{game.name}: expected a game for two whose chance is known, as those of `ow exact`")
    seats = (Seat(), Seat())
    seen: dict[bytes, int] = {}  # observation and mask -> number
    examples: list[tuple[bytes, int]] = []  # of each: a position, and the seat that acts
    ends: list[Integers] = [np.zeros((0, 2), np.int64)]
    chance_probs, payoffs = [np.zeros(0)], [np.zeros(0)]
    begun = openings(game)
    positions = len(begun.states)
    # Positions to play on, depth first, so that few are held: (positions, last sequences, probabilities of chance).
    stack = [(begun.states, np.zeros((positions, 2), np.int64), begun.prob)]
    while stack:
        states, last, prob = stack.pop()
        if len(states) > BLOCK:
            stack.append((states[BLOCK:], last[BLOCK:], prob[BLOCK:]))
            states, last, prob = states[:BLOCK], last[:BLOCK], prob[:BLOCK]
        at, actions, then = moves(game, states, last, seats, seen, examples)
        for start in range(0, len(at), MOVES):
            part = slice(start, start + MOVES)
            found = play(game, pick(states, at[part]), actions[part])
            if np.any(found.payoff.sum(axis=1)):
                raise ValueError(f"{game!r}: not zero-sum: what one wins the other does not lose")
            reached = found.prob * prob[at[part]][found.move]
            sequences = then[part][found.move]
            positions += len(found.move)
            ends.append(sequences[found.over])
            chance_probs.append(reached[found.over])
            payoffs.append(reached[found.over] * found.payoff[found.over, 0])
            if not found.over.all():
                goes_on = ~found.over
                stack.append((pick(found.states, goes_on), sequences[goes_on], reached[goes_on]))
        if positions > max_positions:
            raise ValueError(f"{game!r}: more than {max_positions:,} positions")
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
        np.concatenate(payoffs),
        np.concatenate(chance_probs),
        positions,
    )


def moves(
    game: Game, states: States, last: Integers, seats: tuple[Seat, Seat], seen: dict[bytes, int],
    examples: list[tuple[bytes, int]],
) -> tuple[Integers, NDArray[np.int32], Integers]:  # fmt: skip
    """Return all that may be done in these positions [N]; what was not met before joins seats, seen, examples.

    Returns:
        at: int64 [M] in which position.
        actions: int32 [M, 2] of both; pass for a seat that does not act.
        then: int64 [M, 2] the last sequences of both after it.
    """
    rows = driven(game, states.copy(), SHOW)
    count = np.ones((len(states), 2), np.int64)  # choices of each seat
    first = last.copy()  # ... the sequence after the first of them
    for player, seat in enumerate(seats):
        for n in np.flatnonzero(rows.to_act[:, player]).tolist():
            observed = rows.observation[n, player].tobytes() + rows.action_mask[n, player].tobytes()
            number = seen.setdefault(observed, len(seen))
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
        acting = rows.to_act[at, player]
        then[acting, player] = first[at, player][acting] + nth[acting, player]
        allowed = np.argsort(rows.action_mask[:, player] == 0, axis=1, kind="stable")  # ids allowed, in order, first
        actions[acting, player] = allowed[at[acting], nth[acting, player]]
    return at, actions, then
