"""The small games in OpenSpiel: its exploitability is that of `ow exact`, and its CFR solves them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs open-worlds-env[openspiel]")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability  # noqa: E402

from training.exact.games import make, small_games  # noqa: E402
from training.exact.openspiel import name_of  # noqa: E402
from training.exact.score import policy, score_plans  # noqa: E402
from training.exact.solve import RealizationPlan, SequenceForm, realization_plan, sequence_form, solve  # noqa: E402
from training.exact.tree import build_tree  # noqa: E402

PAGE = (Path(__file__).parents[2] / "docs" / "openspiel.md").read_text("utf-8")
QUICK = ["goofspiel-2", "goofspiel-3"]
SLOW = ["goofspiel-3-random", "goofspiel-4", "open_worlds-tiny", "these_new_worlds-tiny"]
GAMES = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]


@cache
def form_of(name: str) -> SequenceForm:
    return sequence_form(build_tree(make(name)))


def in_openspiel(form: SequenceForm, game: Any, plans: tuple[RealizationPlan, RealizationPlan]) -> policies.Policy:
    """Return two realization plans as a policy by OpenSpiel's information states, found by walking its whole tree."""
    tree = form.tree
    numbers = {
        features.tobytes() + mask.tobytes(): number
        for number, (features, mask) in enumerate(zip(tree.features, tree.masks, strict=True))
    }
    found: dict[str, dict[int, float]] = {}

    def walk(state: Any, last: tuple[int, int]) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        if player < 0:
            for action, _ in state.chance_outcomes():
                walk(state.child(action), last)
            return
        seat = tree.seats[player]
        known = seat.known[last[player], numbers[state._seen(player)]]
        first, actions = seat.first[known], state.legal_actions()
        assert len(actions) == seat.count[known]
        weights = plans[player][first : first + len(actions)]
        total = weights.sum()
        probs = weights / total if total > 0 else np.full(len(actions), 1 / len(actions))
        new = dict(zip(actions, probs.tolist(), strict=True))
        assert found.setdefault(state.information_state_string(), new) == new
        for nth, action in enumerate(actions):
            after = list(last)
            after[player] = first + nth
            walk(state.child(action), (after[0], after[1]))

    walk(game.new_initial_state(), (0, 0))
    assert len(found) == sum(len(seat.first) for seat in tree.seats)  # the same information sets

    class Plans(policies.Policy):
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            return found[state.information_state_string()]

    return Plans(game, [0, 1])


def test_every_small_game_has_a_name_in_openspiel() -> None:
    for name in small_games():
        game = pyspiel.load_game(name_of(name))
        told = game.get_type()
        assert told.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        assert told.utility == pyspiel.GameType.Utility.ZERO_SUM
        outcomes = game.new_initial_state().chance_outcomes()
        assert sum(prob for _, prob in outcomes) == pytest.approx(1)
        assert len(outcomes) <= game.max_chance_outcomes()


@pytest.mark.parametrize("name", GAMES)
def test_exploitability_is_that_of_ow_exact(name: str) -> None:
    """Of the uniform policy, of one drawn at random, and of an equilibrium."""
    form, game = form_of(name), pyspiel.load_game(name_of(name))
    solved = solve(form)
    rng = np.random.default_rng(3)
    row, _ = np.nonzero(form.tree.masks)
    uniform = 1.0 / (form.tree.masks > 0).sum(axis=1)[row]
    weights = rng.exponential(size=len(row)) ** 3
    drawn = weights / np.bincount(row, weights)[row]
    behaviour = [
        [realization_plan(form, seat, policy(form.tree, seat, probs)) for seat in range(2)]
        for probs in (uniform, drawn)
    ]
    for plans in (*behaviour, solved.plans):
        ours = score_plans(form, solved, "", (plans[0], plans[1])).exploitability
        theirs = exploitability.exploitability(game, in_openspiel(form, game, (plans[0], plans[1])))
        assert theirs / 2 == pytest.approx(ours, abs=1e-9)  # scores from 0 to 1 here, payoffs from -1 to 1 there
    uniform_there = exploitability.exploitability(game, policies.UniformRandomPolicy(game)) / 2
    assert uniform_there == pytest.approx(score_plans(form, solved, "", tuple(behaviour[0])).exploitability, abs=1e-9)
    assert ours == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["goofspiel-3", pytest.param("goofspiel-3-random", marks=pytest.mark.slow)])
def test_cfr_solves_a_small_game(name: str) -> None:
    game = pyspiel.load_game(name_of(name))
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.02 * before


def test_openspiel_finds_no_fault_in_a_small_game(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("goofspiel-3-random", "open_worlds-tiny", "these_new_worlds-tiny"):
        pyspiel.random_sim_test(pyspiel.load_game(name_of(name)), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S))
def test_an_example_of_the_page_runs(block: str) -> None:
    exec(compile(block, "openspiel.md", "exec"), {})
