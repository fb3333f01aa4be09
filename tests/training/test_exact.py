"""`ow exact`: trees against a plain walk, equilibria against known values and another solver, scores by hand."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import agents
from agents.base import Observation
from agents.learned import LearnedAgent
from agents.random import RandomAgent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from tests.training.runs import trained
from training.cli import main
from training.commands.exact import seated
from training.exact.games import make, small_games
from training.exact.goofspiel import SmallGoofspiel
from training.exact.score import action_probs, policy, score, score_plans
from training.exact.solve import SequenceForm, best_response, nash_conv, realization_plan, sequence_form, solve, value
from training.exact.tree import Seat, Tree, build_tree
from training.measure.match import play_match

QUICK = ["goofspiel-2", "goofspiel-3", "goofspiel-3-random", "goofspiel-4", "open_worlds-tiny"]


@cache
def form_of(name: str) -> SequenceForm:
    if name == "two turns, two deals":
        game = make("open_worlds-two")
        game.openings = game.openings[[3, 40]]
        return sequence_form(build_tree(game))
    return sequence_form(build_tree(make(name)))


def plans_of(form: SequenceForm, agent: Any) -> list[np.ndarray]:
    """Return an agent's realization plan for either seat."""
    probs, _ = action_probs(form.tree, agent, 1)
    return [realization_plan(form, seat, policy(form.tree, seat, probs)) for seat in range(2)]


def at_random(form: SequenceForm, seat: int, rng: np.random.Generator, sharp: float = 1.0) -> np.ndarray:
    """Return the plan of a policy drawn at random; a sharp one nearly always does the same."""
    likely = np.zeros(form.sizes[seat])
    told = form.tree.seats[seat]
    for first, count in zip(told.first, told.count, strict=True):
        likely[first : first + count] = rng.dirichlet(np.full(count, 1 / sharp))
    return realization_plan(form, seat, likely)


# ── Solving, on trees made by hand ───────────────────────────────────────────────────────────────


def tree_of(seats: tuple[Seat, Seat], ends: list[tuple[int, int, float]]) -> SequenceForm:
    nothing: Any = np.zeros((0, 0), np.uint8)
    at, pays = np.array([end[:2] for end in ends]), np.array([end[2] for end in ends])
    game: Any = None
    return sequence_form(Tree(game, seats, nothing, nothing, nothing, nothing, at, pays, pays * 0, len(ends)))


def matrix(rows: list[list[float]]) -> SequenceForm:
    seats = tuple(Seat([0], [1], [count], [0], 1 + count) for count in (len(rows), len(rows[0])))
    ends = [(1 + r, 1 + c, pay) for r, row in enumerate(rows) for c, pay in enumerate(row)]
    return tree_of((seats[0], seats[1]), ends)


def kuhn() -> SequenceForm:
    """Kuhn's poker (1950): three cards, one each, a bet of 1 on an ante of 1. Its value to the first is -1/18."""
    seats = (Seat(), Seat())
    known: dict[tuple[int, int, str], int] = {}

    def choose(seat: int, card: int, told: str, parent: int) -> int:
        """Return the sequence of passing; that of betting is the next."""
        key = (seat, card, told)
        if key not in known:
            mine = seats[seat]
            known[key] = mine.sequences
            mine.parent.append(parent)
            mine.first.append(mine.sequences)
            mine.count.append(2)
            mine.sequences += 2
        return known[key]

    ends = []
    for one, other in permutations(range(3), 2):
        sign = 1 if one > other else -1
        first = choose(0, one, "", 0)
        after_pass, after_bet = choose(1, other, "p", 0), choose(1, other, "b", 0)
        again = choose(0, one, "pb", first)
        ends += [
            (first, after_pass, sign / 6),
            (again, after_pass + 1, -1 / 6),
            (again + 1, after_pass + 1, 2 * sign / 6),
            (first + 1, after_bet, 1 / 6),
            (first + 1, after_bet + 1, 2 * sign / 6),
        ]
    return tree_of(seats, ends)


@pytest.mark.parametrize("method", ["program", "regrets"])
@pytest.mark.parametrize(
    ("form", "known"),
    [
        (matrix([[1, -1], [-1, 1]]), 0.0),
        (matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]), 0.0),
        (matrix([[3, -1], [-2, 1]]), 1 / 7),
        (matrix([[2, 1], [0, -5]]), 1.0),
        (kuhn(), -1 / 18),
    ],
)
def test_known_values_are_found(form: SequenceForm, known: float, method: str) -> None:
    solved = solve(form, method, target=1e-4)
    assert solved.value == pytest.approx(known, abs=1e-9 if method == "program" else 1e-4)
    assert 0 <= solved.nash_conv + 1e-12 < 1.01e-4
    for seat, plan in enumerate(solved.plans):
        assert plan[0] == 1
        told = form.tree.seats[seat]
        for before, first, count in zip(told.parent, told.first, told.count, strict=True):
            assert plan[first : first + count].sum() == pytest.approx(plan[before])


def test_a_best_response_by_hand() -> None:
    form = matrix([[3, -1], [-2, 1]])
    assert best_response(form, 0, np.array([1, 0.25, 0.75]))[0] == pytest.approx(0.25)  # rows get 0 and 0.25
    assert best_response(form, 1, np.array([1, 0.5, 0.5]))[0] == 0  # columns give 0.5 and 0: it takes the second
    worth, plan = best_response(form, 1, np.array([1, 0.0, 1.0]))
    assert (worth, plan.tolist()) == (2, [1, 1, 0])


# ── The trees of the games ───────────────────────────────────────────────────────────────────────


def walked(game: Game, states: np.ndarray, players: tuple[Any, Any]) -> float:
    """Return what seat 0 gets when these play on from a position [1], one position at a time. No chance is left.

    ``players``: functions of an observation and a mask [1] that return the probabilities of all actions.
    """
    shown = game.show(states.copy())
    mixed = []
    for seat in range(2):
        mask = shown.action_mask[:, seat]
        asked = shown.to_act[0, seat]
        likely = players[seat](shown.observation[:, seat], mask) if asked else np.eye(1, game.num_actions)[0]
        mixed.append([(action, likely[action]) for action in np.flatnonzero(likely)])
    total = 0.0
    batch = Batch(game, 1)
    for (mine, p), (theirs, q) in product(*mixed):
        batch.set_states(states)
        batch.step([[mine, theirs]])
        over = bool(batch.terminated[0] or batch.truncated[0])
        worth = float(batch.reward[0, 0]) if over else walked(game, batch.states.copy(), players)
        total += p * q * worth
    return total


def even(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return mask[0] / mask[0].sum()


def test_a_tree_pays_what_walking_the_game_pays() -> None:
    game = make("open_worlds-tiny")
    form = form_of("open_worlds-tiny")
    builder = agents.make("builder", game)

    def builds(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.eye(game.num_actions)[builder.act(Observation(seen.copy(), mask.copy()))[0]]

    plans = {player: plans_of(form, agent) for player, agent in ((even, RandomAgent(1)), (builds, builder))}
    for players in ((builds, even), (even, builds)):
        mean = np.mean([walked(game, game.openings[k : k + 1], players) for k in range(len(game.openings))])
        assert value(form, plans[players[0]][0], plans[players[1]][1]) == pytest.approx(mean)
        assert mean != pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("name", [*QUICK, "two turns, two deals"])
def test_probabilities_of_all_ends_add_up_and_sets_come_in_order(name: str) -> None:
    form = form_of(name)
    tree = form.tree
    for sharp in (1.0, 1000.0):
        plans = [at_random(form, seat, np.random.default_rng(seat), sharp) for seat in range(2)]
        reached = plans[0][tree.ends[:, 0]] * plans[1][tree.ends[:, 1]] * tree.chance_probs
        assert reached.sum() == pytest.approx(1)  # somebody forgetting what they knew would break this
    for seat in tree.seats:
        assert all(before < first for before, first in zip(seat.parent, seat.first, strict=True))
        assert sum(seat.count) + 1 == seat.sequences
        assert min(seat.count) >= 1


def test_the_sizes_are_those_that_counting_gives() -> None:
    # Prizes in order: 4! * 4! ends. Prizes at random: each of 4! orders, of which the last prize is no choice.
    for name, ends in (("goofspiel-2", 4), ("goofspiel-3", 36), ("goofspiel-4", 576), ("goofspiel-3-random", 216)):
        assert len(form_of(name).tree.ends) == ends
    # The same hands for all: each of 4 deals for either, either first.
    assert len(make("open_worlds-tiny").openings) == 2 * 4 * 4


def test_a_game_that_draws_otherwise_than_it_says_is_refused() -> None:
    class Wrong(SmallGoofspiel):
        @staticmethod
        def weight(before: Any, after: Any) -> Fraction:
            return Fraction(1, 2)

    with pytest.raises(ValueError, match=r"its chance is not known: the outcomes found add up to [13]/2"):
        build_tree(Wrong(3, "random"))

    class Certain(SmallGoofspiel):
        @staticmethod
        def weight(before: Any, after: Any) -> Fraction:
            return Fraction(1)

    with pytest.raises(ValueError, match="add up to"):
        build_tree(Certain(3, "random"))
    with pytest.raises(ValueError, match="more than 100 positions"):
        build_tree(make("goofspiel-4"), max_positions=100)


# ── Equilibria of the games ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", QUICK)
def test_symmetric_games_are_even_and_both_methods_agree(name: str) -> None:
    form = form_of(name)
    exact, near = solve(form, "program"), solve(form, "regrets", target=2e-3)
    assert exact.nash_conv == pytest.approx(0, abs=1e-9)
    assert exact.value == pytest.approx(0, abs=1e-9)
    assert 0 <= near.nash_conv <= 2e-3
    assert abs(near.value) <= near.nash_conv / 2 + 1e-9
    rng = np.random.default_rng(1)
    for sharp in (0.2, 1.0, 5.0, 100.0):
        plans = (at_random(form, 0, rng, sharp), at_random(form, 1, rng, sharp))
        assert nash_conv(form, *plans)[0] >= 0
        # Nobody does better against a plan than the best response, nor against the equilibrium than the value.
        got = value(form, *plans)
        assert -best_response(form, 1, plans[0])[0] - 1e-9 <= got <= best_response(form, 0, plans[1])[0] + 1e-9
        assert value(form, plans[0], exact.plans[1]) <= exact.value + 1e-9
        assert value(form, exact.plans[0], plans[1]) >= exact.value - 1e-9


def matrix_value(rows: np.ndarray) -> float:
    size = rows.shape[0]
    found = linprog([0] * size + [-1], A_ub=np.c_[-rows.T, np.ones(rows.shape[1])], b_ub=np.zeros(rows.shape[1]),
                    A_eq=[[1] * size + [0]], b_eq=[1], bounds=[(0, None)] * size + [(None, None)])  # fmt: skip
    return float(-found.fun)


@cache
def induced(mine: frozenset[int], theirs: frozenset[int], prizes: frozenset[int], prize: int, lead: int) -> float:
    """Goofspiel with open bids and prizes at random, one round at a time: another way to the same value."""
    if not mine:
        return float(np.sign(lead))
    rows = np.zeros((len(mine), len(theirs)))
    for (r, my), (c, their) in product(enumerate(sorted(mine)), enumerate(sorted(theirs))):
        now = lead + prize * ((my > their) - (my < their))
        left = (mine - {my}, theirs - {their})
        rows[r, c] = np.mean([induced(*left, prizes - {p}, p, now) for p in prizes] or [np.sign(now)])
    return matrix_value(rows)


@pytest.mark.parametrize(
    ("mine", "theirs", "bids"),
    [([1, 2, 3], [2, 3, 4], (4, 1)), ([1, 3, 4], [1, 2, 3], (2, 4)), ([1, 2, 4], [2, 3, 4], (3, 1))],
)
def test_uneven_goofspiel_has_the_value_of_backward_induction(
    mine: list[int], theirs: list[int], bids: tuple[int, int]
) -> None:
    """After a first round for the prize 2 the game is not even any more."""
    game = make("goofspiel-4-random")
    batch = Batch(game, 64, seed=3)
    batch.step(np.where(batch.states["prize"][:, None] == 2, bids, batch.action_mask.argmax(axis=2)))
    row = int(np.flatnonzero((batch.states["players"]["bid_for"][:, :2, 1] == bids).all(axis=1))[0])
    game.openings = batch.states[row : row + 1].copy()
    prize = int(batch.states["prize"][row])
    later = frozenset(np.flatnonzero(batch.states["face_down"][row]) + 1)
    lead = 2 * ((bids[0] > bids[1]) - (bids[0] < bids[1]))
    form = sequence_form(build_tree(game))
    expected = induced(frozenset(mine), frozenset(theirs), later, prize, lead)
    assert solve(form, "program").value == pytest.approx(expected)
    assert expected != pytest.approx(0, abs=0.01)


# ── Scores ───────────────────────────────────────────────────────────────────────────────────────


class Bids:
    """In Goofspiel with 2 cards: the 1 with this probability, else the 2."""

    name, version = "bids", 1

    def __init__(self, one: float) -> None:
        self.parameters = {"one": one}
        self.one = one
        self.rng = np.random.default_rng(1)

    def act(self, seen: Observation) -> np.ndarray:
        return np.where(self.rng.random(len(seen)) < self.one, 1, 2).astype(np.int32)


@pytest.mark.parametrize("one", [0.0, 0.3, 1.0])
def test_exploitability_by_hand(one: float) -> None:
    # Two cards, prize 2 first. Bid 2 against 1 and you win 2 to 1; equal bids tie both prizes.
    # So who bids 1 with chance p loses p of the games to a 2, and draws the rest.
    form = form_of("goofspiel-2")
    solved = solve(form)
    found = score(form, solved, "bids", Bids(one), samples=2000)
    assert found.sampled == (0 if one in (0.0, 1.0) else 2000)
    assert found.exploitability == pytest.approx(one / 2, abs=0.02 if found.sampled else 1e-12)
    assert found.against_equilibrium == pytest.approx(0.5 - one / 2, abs=0.02 if found.sampled else 1e-12)
    assert found.exploited == pytest.approx((0.5 + one / 2,) * 2, abs=0.02)
    even_odds = score(form, solved, "random", RandomAgent(), samples=1)
    assert (even_odds.exploitability, even_odds.sampled) == (0.25, 0)


def test_the_equilibrium_is_not_exploitable_and_matching_the_prize_is() -> None:
    form = form_of("goofspiel-4")
    solved = solve(form)
    assert score_plans(form, solved, "it", solved.plans).exploitability == pytest.approx(0, abs=1e-9)
    # Against who bids the prize: 1 for the 4, then one more each time wins 3 + 2 + 1 to 4, whatever happens.
    assert score(form, solved, "scripted", agents.make("scripted", make("goofspiel-4"))).exploitability == 0.5


def test_exact_shares_are_what_matches_measure() -> None:
    """Openings, the agent's answers, the dealing and the payoffs, all at once: 4,000 games come to the exact share."""
    game = make("open_worlds-tiny")
    form = form_of("open_worlds-tiny")
    one, other = (plans_of(form, agents.make(name, game)) for name in ("builder", "random"))
    exact = 0.5 + (value(form, one[0], other[1]) - value(form, other[0], one[1])) / 4
    result = play_match(game, agents.make("builder", game), agents.make("random", game, 2), 4000, seed=5)
    assert abs(result.score - exact) < 0.03
    assert abs(exact - 0.5) > 0.05


def learner(folder: Path, temperature: float) -> LearnedAgent:
    short = {"game": "goofspiel-3", "decisions": 512, "scripted": ["random"], "against": ["random"], "teacher": ""}
    path = trained(folder, threads=1, learning_rate=0.02, temperature=temperature, **short)
    agent = agents.make(str(path), make("goofspiel-3"))
    assert isinstance(agent, LearnedAgent)
    assert agent.card.game == "goofspiel"
    return agent


def test_a_network_is_scored_by_its_own_probabilities(tmp_path: Path) -> None:
    agent = learner(tmp_path, temperature=0.5)
    tree = form_of("goofspiel-3").tree
    exact, sampled = action_probs(tree, agent, 1)
    assert sampled == 0
    row, action = np.nonzero(tree.masks)
    seen = Observation(tree.features.copy(), tree.masks.copy())
    times = 2000
    counted = np.zeros(tree.masks.shape)
    for k in range(times):
        counted[np.arange(len(seen)), agent.choose(seen, np.full(len(seen), (k + 0.5) / times))] += 1
    np.testing.assert_allclose(exact, counted[row, action] / times, atol=2 / times)
    assert 0.01 < exact[action == action].std()
    agent.temperature = 0.0
    assert set(action_probs(tree, agent, 1)[0]) == {0.0, 1.0}


# ── Games that begin in the middle ───────────────────────────────────────────────────────────────


def test_games_begin_in_every_opening_and_the_same_in_any_batch() -> None:
    game = make("open_worlds-tiny")
    bare = {state.tobytes(): k for k, state in enumerate(game.openings)}
    few, many = Batch(game, 3, seed=9, autoreset=True), Batch(game, 300, seed=9)
    assert {bare[state.tobytes()] for state in many.states} == set(range(len(game.openings)))
    found = {number: many.states[number].tobytes() for number in range(300)}
    begun, ended = 0, 0
    for _ in range(12):
        for row in range(3):
            if few.states[row].tobytes() in bare:
                assert few.states[row].tobytes() == found[int(few.game_number[row])]
                begun += 1
        few.step(few.action_mask.argmax(axis=2))
        ended += int(few.terminated.sum())
        assert (few.reward[~few.terminated] == 0).all()
        # What is shown is the new game, what is told the old one.
        np.testing.assert_array_equal(few.action_mask, game.show(few.states.copy()).action_mask)
    assert ended > 6
    assert begun >= ended
    rolled = Batch(game, 4, seed=1)
    assert rolled.rollout(50) > 200
    again = Batch(game, 2, seed=9, first_game=1)
    again.reset(seed=9)
    assert again.states[0].tobytes() == found[1]


# ── The command ──────────────────────────────────────────────────────────────────────────────────


def test_the_command_prints_a_table_and_writes_it(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "deep" / "exact.json"
    assert main(["exact", "--game", "goofspiel-2", "--game", "open_worlds-tiny", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "value 50.000 % for player_0" in printed
    assert re.search(r"^  random +25\.00 +75\.00 % +75\.00 % +25\.00 %$", printed, re.M)
    assert "expert" in printed
    one, other = json.loads(out.read_text())
    assert (one["game"], one["ends"], one["method"]) == ("goofspiel-2", 4, "program")
    assert {agent["agent"]: agent["exploitability"] for agent in one["agents"]} == pytest.approx(
        {"(equilibrium)": 0, "random": 0.25, "matcher": 0, "scripted": 0}
    )
    assert {"builder", "raider", "expert", "random"} <= {agent["agent"] for agent in other["agents"]}
    assert main(["exact", "random", "--game", "goofspiel-2", "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(out.read_text())
    assert main(["exact", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(small_games())


def test_small_games_are_rebuilt_from_their_options() -> None:
    for name in small_games():
        game = make(name)
        again = type(game).rebuilt(json.loads(json.dumps(game.options)))
        assert again.template.tobytes() == game.template.tobytes()
        assert seated(["random"], game).keys() == {"random"}
