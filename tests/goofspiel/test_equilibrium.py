"""Goofspiel against what is known of it, and against a solver that knows only the rules' text.

The solver below shares no code with the engine: hands are sets, prizes a tuple, matrix games are
solved exactly in fractions. Every position of the engine's game tree must have the solver's value.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import pytest

from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel

Hand = frozenset[int]
Matrix = tuple[tuple[Fraction, ...], ...]


# A solver in plain Python


def solve(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Solve a square linear system given with its right-hand side; None if it is singular."""
    rows = [row[:] for row in rows]
    for column in range(len(rows)):
        pivot = next((r for r in range(column, len(rows)) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [x / scale for x in rows[column]]
        for r, row in enumerate(rows):
            if r != column:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]


def evenly(matrix: Matrix) -> list[Fraction] | None:
    """Mix the rows so that all columns of a square matrix pay the same; the last entry is that."""
    size = len(matrix)
    one, nil = Fraction(1), Fraction(0)
    system = [[matrix[r][c] for r in range(size)] + [-one, nil] for c in range(size)]
    return solve([*system, [one] * size + [nil, one]])


def dot(mix: list[Fraction], pays: Iterable[Fraction]) -> Fraction:
    return sum((p * pay for p, pay in zip(mix[:-1], pays, strict=True)), Fraction(0))


@cache
def matrix_value(matrix: Matrix) -> Fraction:
    """Return the value of a zero-sum game to the row player (Shapley and Snow: some square part of
    the matrix, mixed evenly on both sides, is an equilibrium of the whole)."""
    columns = range(len(matrix[0]))
    for size in range(1, min(len(matrix), len(matrix[0])) + 1):
        for some in combinations(range(len(matrix)), size):
            for few in combinations(columns, size):
                part = tuple(tuple(matrix[r][c] for c in few) for r in some)
                mine, theirs = evenly(part), evenly(tuple(zip(*part, strict=True)))
                if mine is None or theirs is None or min(mine[:-1] + theirs[:-1]) < 0:
                    continue
                pay = mine[-1]
                least = min(dot(mine, (matrix[r][c] for r in some)) for c in columns)
                most = max(dot(theirs, (row[c] for c in few)) for row in matrix)
                if least == pay == most:
                    return pay
    raise AssertionError("every matrix game has a value")


@cache
def value(mine: Hand, theirs: Hand, prizes: tuple[int, ...], lead: int, pot: int, carry: bool) -> Fraction:
    """Return the value to the first player; ``prizes`` is the order in which they come."""
    if not prizes:
        return Fraction((lead > 0) - (lead < 0))
    stake = prizes[0] + pot
    rows = []
    for my in sorted(mine):
        row = []
        for their in sorted(theirs):
            won = stake * ((my > their) - (my < their))
            kept = stake if carry and my == their else 0
            row.append(value(mine - {my}, theirs - {their}, prizes[1:], lead + won, kept, carry))
        rows.append(tuple(row))
    return matrix_value(tuple(rows))


@cache
def random_value(mine: Hand, theirs: Hand, prizes: Hand, lead: int) -> Fraction:
    """Return the value before a prize is drawn from ``prizes``; ties are discarded."""
    if not prizes:
        return Fraction((lead > 0) - (lead < 0))
    total = Fraction(0)
    for prize in prizes:
        rows = []
        for my in sorted(mine):
            row = []
            for their in sorted(theirs):
                now = lead + prize * ((my > their) - (my < their))
                row.append(random_value(mine - {my}, theirs - {their}, prizes - {prize}, now))
            rows.append(tuple(row))
        total += matrix_value(tuple(rows))
    return total / len(prizes)


# The solver itself


def test_the_solver_knows_matching_pennies_and_rock_paper_scissors() -> None:
    def game(*rows: tuple[int, ...]) -> Matrix:
        return tuple(tuple(Fraction(x) for x in row) for row in rows)

    assert matrix_value(game((1, -1), (-1, 1))) == 0
    assert matrix_value(game((0, -1, 1), (1, 0, -1), (-1, 1, 0))) == 0
    assert matrix_value(game((3, -1), (-2, 1))) == Fraction(1, 7)
    assert matrix_value(game((2, 1), (0, -5))) == 1


# The engine's tree against the solver


def engine_values(game: Goofspiel, states: np.ndarray, depth: int) -> list[Fraction]:
    """Solve the engine's own tree below each of these positions, all of the same depth."""
    if depth == 0:
        return [Fraction(int(game.engine.outcome(g, 0))) for g in states]
    mask = game.show(states).action_mask
    joint = [list(product(*(np.flatnonzero(seat) for seat in row))) for row in mask]
    batch = Batch(game, sum(map(len, joint)))
    batch.set_states(np.repeat(states, [len(moves) for moves in joint]))
    batch.step(np.array([move for moves in joint for move in moves]))
    after = iter(engine_values(game, batch.states, depth - 1))
    values = []
    for row, moves in zip(mask, joint, strict=True):
        width = int(row[1].sum())
        cells = [next(after) for _ in moves]
        rows = [tuple(cells[i : i + width]) for i in range(0, len(cells), width)]
        values.append(matrix_value(tuple(rows)))
    for g, found in zip(states, values, strict=True):
        assert found == expected(game, g)
    return values


def expected(game: Goofspiel, g: np.record) -> Fraction:
    """Ask the solver about one position of the engine, read from its JSON."""
    at = game.position(np.array([g], game.state_dtype))
    later = sorted(at["face_down"], reverse=at["order"] == "descending")
    mine, theirs = (frozenset(player["hand"]) for player in at["players"])
    lead = at["players"][0]["score"] - at["players"][1]["score"]
    prizes = (at["prize"], *later)
    return value(mine, theirs, prizes, lead, at["carried"], at["ties"] == "carry")


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.parametrize("ties", ["discard", "carry"])
def test_every_position_of_the_tree_has_the_solvers_value(order: str, ties: str) -> None:
    game = Goofspiel(2, 4, order=order, ties=ties)
    root = Batch(game, 1).states
    assert engine_values(game, root, depth=3) == [0]  # the game is symmetric


def test_positions_that_are_not_symmetric_have_the_solvers_value() -> None:
    game = Goofspiel(2, 4, order="descending")
    hands = list(combinations(range(1, 5), 3))
    values = set()
    for mine, theirs in product(hands, hands):
        state = game.from_position(
            {
                "prize": 3,
                "face_down": [1, 2],
                "players": [{"hand": list(mine)}, {"hand": list(theirs), "score": 1}],
            }
        )
        values.update(engine_values(game, state, depth=2))
    assert len(values) > 4  # not all won, lost or drawn


def test_random_prizes_are_fair() -> None:
    for cards in (2, 3, 4):
        deck = frozenset(range(1, cards + 1))
        assert random_value(deck, deck, deck, 0) == 0


# Known facts


@pytest.mark.parametrize("cards", [4, 5])
@pytest.mark.parametrize("order", ["random", "descending"])
def test_bidding_the_prize_beats_a_random_player_by_a_known_margin(cards: int, order: str) -> None:
    """Ross (1971): against a random player, bid the prize. That wins (n * n - 1) / 6 points a game.

    A random player lays the cards in a random order, each as likely: play all of them.
    """
    orders = list(permutations(range(1, cards + 1)))
    batch = Batch(Goofspiel(2, cards, order=order), len(orders))
    for turn in range(cards - 1):
        theirs = [deal[turn] for deal in orders]
        batch.step(np.stack([batch.states["prize"], theirs], axis=1))
    scores = batch.states["players"]["score"]
    lead = int((scores[:, 0].astype(int) - scores[:, 1]).sum())
    if order == "descending":  # random prizes give this on average, fixed ones exactly
        assert Fraction(lead, len(orders)) == Fraction(cards * cards - 1, 6)
    assert lead > 0


@cache
def best_against_random(mine: Hand, theirs: Hand, prizes: tuple[int, ...]) -> Fraction:
    """Return the most points ahead anyone can be, on average, of a player who bids at random."""
    if not prizes:
        return Fraction(0)
    return max(
        sum(
            prizes[0] * ((my > their) - (my < their)) + best_against_random(mine - {my}, theirs - {their}, prizes[1:])
            for their in theirs
        )
        / len(theirs)
        for my in mine
    )


def test_nothing_beats_a_random_player_by_more() -> None:
    for cards in (3, 4, 5):
        deck = frozenset(range(1, cards + 1))
        prizes = tuple(sorted(deck, reverse=True))
        assert best_against_random(deck, deck, prizes) == Fraction(cards * cards - 1, 6)
