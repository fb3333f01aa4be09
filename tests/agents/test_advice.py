"""What agents advise: what each would do, how much speaks for every action in its eyes, and the result it expects."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import agents
from agents.base import Observation, advice_of, observe
from agents.learned import FORMAT, Card, LearnedAgent, PolicyValueNet
from ow_env.core.batch import Batch
from ow_env.core.players import look
from ow_env.core.sparse import SparseRows
from ow_env.goofspiel.game import Goofspiel
from tests.agents.positions import WIDTHS, made_up, midgame

pytestmark = pytest.mark.bounds

SEARCHES = ("search:24", "search:20,select=uct,final=best", "search:36,select=halving,final=best,width=4")


@cache
def game() -> Goofspiel:
    return Goofspiel(num_cards=6)


def seen(steps: int = 2, rows: int = 6, seed: int = 3) -> Observation:
    """Every seat that is asked after a few rounds at random."""
    return midgame(game(), rows, steps, seed)


@cache
def network(value: float = 0.0) -> PolicyValueNet:
    """A network of made-up weights, whose values are about this number."""
    found = made_up(game(), "flat")
    found.weights["value.trunk"] *= 0.1
    found.weights["value.bias"][:] = value
    return PolicyValueNet(found.layout, found.weights)


def learned(temperature: float = 0.0, seed: int = 1, value: float = 0.0) -> LearnedAgent:
    """An agent with that network."""
    card = Card(FORMAT, game().name, network().layout.digest, "flat", WIDTHS, temperature)
    return LearnedAgent(network(value), card, seed=seed)


def made(name: str) -> Any:
    """An agent by its name; of the learned one with its temperature."""
    word, _, temperature = name.partition(" at ")
    return learned(float(temperature)) if word == "learned" else agents.make(name, game(), seed=1)


EACH = ("learned at 0", "learned at 1", *SEARCHES, "scripted", "random")


@pytest.mark.parametrize("name", EACH)
def test_a_policy_is_one_of_what_is_allowed_and_who_advises_would_do_so(name: str) -> None:
    """Asked instead for an action, the same agent takes the one it advises."""
    observation = seen()
    advice = advice_of(made(name), observation, game().num_actions)
    rows = np.arange(len(observation))
    assert len(rows) == 12
    assert advice.actions.dtype == np.int32
    assert observation.mask[rows, advice.actions].all()
    assert advice.policy.shape == observation.mask.shape
    assert (advice.policy >= 0).all()
    np.testing.assert_allclose(advice.policy.sum(axis=1), 1, rtol=1e-6)
    assert not advice.policy[observation.mask == 0].any()
    assert (advice.policy[rows, advice.actions] > 0).all()
    assert np.array_equal(advice.actions, made(name).act(observation))
    if hasattr(made(name), "advise"):
        given = made(name).advise(observation)
        assert np.array_equal(advice.policy, given.policy)
        assert np.array_equal(advice.values, given.values)


@pytest.mark.parametrize("name", ["scripted", "random"])
def test_who_only_chooses_is_sure_of_it_and_expects_nothing(name: str) -> None:
    observation = seen()
    advice = advice_of(made(name), observation, game().num_actions)
    assert np.array_equal(advice.policy, np.eye(game().num_actions)[advice.actions])
    assert advice.values is None


def test_rows_are_copied_for_an_agent() -> None:
    features, mask = np.arange(20, dtype=np.uint8).reshape(4, 5), np.eye(4, 6, dtype=np.int8)
    given = observe(features, mask, np.array([2, 0]))
    assert np.array_equal(given.features, features[[2, 0]])
    assert np.array_equal(given.mask, mask[[2, 0]])


# ── Learned agents ───────────────────────────────────────────────────────────────────────────────


def test_at_temperature_0_a_learned_agent_takes_what_most_speaks_for() -> None:
    observation = seen(rows=20)
    advice = learned(0.0).advise(observation)
    assert np.array_equal(advice.actions, advice.policy.argmax(axis=1))
    assert len(np.unique(advice.actions)) > 2


@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.0])
def test_a_learned_agent_tells_the_policy_it_was_trained_to_have(temperature: float) -> None:
    """However it chooses, what speaks for each action is the same."""
    observation = seen()
    advice = learned(temperature).advise(observation)
    trained = network().policy(observation.features, observation.mask, 1.0)
    assert np.array_equal(advice.policy, trained)
    assert (np.sort(trained, axis=1)[:, -2] > 0.01).any(), "not all of it is on one action"


def test_a_learned_agent_chooses_by_chance_as_its_seed_says() -> None:
    observation = seen(rows=20)
    one, again, other = (learned(1.0, seed).advise(observation) for seed in (1, 1, 2))
    assert np.array_equal(one.actions, again.actions)
    assert not np.array_equal(one.actions, other.actions)
    assert np.array_equal(one.policy, other.policy)


def test_the_result_a_learned_agent_expects_is_the_value_of_its_network() -> None:
    observation = seen()
    *_, raw = network().act(observation.features, observation.mask, np.zeros(len(observation)))
    advice = learned().advise(observation)
    assert advice.values is not None
    assert advice.values.dtype == np.float64
    assert np.array_equal(advice.values, raw.astype(np.float64))
    assert len(np.unique(advice.values)) > 1


@pytest.mark.parametrize(("value", "expected"), [(7.0, 1.0), (-7.0, -1.0)])
def test_no_result_is_better_than_a_win_or_worse_than_a_loss(value: float, expected: float) -> None:
    advice = learned(value=value).advise(seen())
    assert advice.values is not None
    assert set(advice.values) == {expected}


def test_rows_without_their_zeros_get_the_same_advice() -> None:
    dense = seen()
    sparse = Observation(sparse=SparseRows.of(dense.features, dense.mask))
    assert sparse.is_sparse
    one, other = (learned(0.0).advise(each) for each in (dense, sparse))
    draws = np.linspace(0, 1, len(dense), endpoint=False)
    assert np.array_equal(learned(1.0).choose(sparse, draws), learned(1.0).choose(dense, draws))
    assert one.values is not None
    assert other.values is not None
    for there, here in ((one.actions, other.actions), (one.policy, other.policy), (one.values, other.values)):
        assert np.array_equal(there, here)


def test_a_learned_agent_is_known_by_its_temperature() -> None:
    told = learned(0.25, 7).parameters
    assert (told["temperature"], told["seed"]) == (0.25, 7)


# ── Searches ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SEARCHES)
def test_the_result_a_search_expects_is_from_a_loss_to_a_win(name: str) -> None:
    advice = made(name).advise(seen())
    assert advice.values is not None
    assert advice.values.shape == (12,)
    assert (np.abs(advice.values) <= 1).all()
    assert len(np.unique(advice.values)) > 1


def test_a_search_advises_what_it_has_found() -> None:
    observation = seen()
    advice, found = made("search:24").advise(observation), made("search:24").look_ahead(observation)
    for told, wanted in zip((advice.actions, advice.policy, advice.values), found, strict=True):
        assert np.array_equal(told, wanted)


def test_a_search_knows_who_can_no_longer_lose() -> None:
    """player_0 has won the prizes 6, 5, 4 and 3; whatever becomes of 2 and 1, both expect how it ends."""
    played = Goofspiel(num_cards=6, order="descending")
    batch = Batch(played, 1, seed=1)
    for card in range(1, 5):
        batch.step(np.array([[card + 1, card]]))
    seats = np.arange(2)
    advice = agents.make("search:24", played, seed=1).advise(look(batch, np.zeros(2, np.int64), seats, 4, True))
    assert advice.values is not None
    assert advice.values.tolist() == [1.0, -1.0]


def test_a_search_without_determinizations_is_refused() -> None:
    dense = seen()
    with pytest.raises(ValueError, match="search: expected determinizations in the observation, got none"):
        advice_of(made("search:24"), Observation(dense.features, dense.mask), game().num_actions)
