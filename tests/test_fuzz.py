"""A few of the wrong inputs that tests/fuzz.py tries by the thousand, and that it notices what must not happen."""

from __future__ import annotations

import json
from contextlib import nullcontext

import numpy as np
import pytest

from agents import learned
from ow_env import goofspiel_v0
from ow_env.adapters.pettingzoo import GameParallelEnv
from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.decks import load_deck
from tests.fuzz import KINDS, Fuzz
from training.measure.database import Database

pytestmark = pytest.mark.bounds

INPUTS = 60


@pytest.fixture
def fuzz():
    fuzz = Fuzz(seed=11)
    yield fuzz
    fuzz.close()


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_input_is_refused_in_words_and_nothing_changes(kind, fuzz):
    fuzz.run(kind, INPUTS)
    assert not fuzz.faults, "\n".join(fuzz.faults)
    assert fuzz.counts[kind, "refused"] > INPUTS / 3


def test_an_input_is_the_same_alone_and_among_others(fuzz):
    fuzz.run("positions", 4)
    among = fuzz.chance.getstate()
    fuzz.run("positions", 1, first=3)
    assert fuzz.chance.getstate() == among


def raising(error):
    def call(*arguments, **options):
        raise error

    return call


@pytest.mark.parametrize("error", [KeyError("hand"), IndexError("2"), AssertionError(), OverflowError("too big")])
def test_an_error_of_another_kind_is_noticed(fuzz, monkeypatch, error):
    monkeypatch.setattr(GameParallelEnv, "set_position", raising(error))
    monkeypatch.setattr(Goofspiel, "from_position", raising(error))
    fuzz.run("positions", 20)
    assert any(type(error).__name__ in fault for fault in fuzz.faults)


def test_a_refusal_that_names_nothing_is_noticed(fuzz, monkeypatch):
    monkeypatch.setattr(GameParallelEnv, "set_position", raising(ValueError("no")))
    fuzz.run("positions", 20)
    assert any("refused without naming" in fault for fault in fuzz.faults)


def test_a_refusal_that_changes_something_is_noticed(fuzz, monkeypatch):
    def step(self, actions):
        self.rng["count"] += 1
        return good(self, actions)

    good = Batch.step
    monkeypatch.setattr(Batch, "step", step)
    fuzz.run("actions", 60)
    assert any("refused, but changed" in fault for fault in fuzz.faults)


def test_a_bad_position_that_is_let_in_is_noticed(fuzz, monkeypatch):
    def set_position(self, position):
        batch = self._batch
        batch.to_act[:] = False
        batch.action_mask[:] = 0

    monkeypatch.setattr(GameParallelEnv, "set_position", set_position)
    fuzz.run("positions", 20)
    assert any("nobody is asked" in fault for fault in fuzz.faults)


def test_an_agent_whose_header_is_not_looked_at_is_noticed(fuzz, monkeypatch):
    monkeypatch.setattr(learned.file, "_card", lambda told: learned.Card(**json.loads(told)))
    fuzz.run("agents", 100)
    assert fuzz.faults


def test_an_error_of_sqlite_that_is_not_put_in_words_is_noticed(fuzz, monkeypatch):
    monkeypatch.setattr(Database, "_in_words", lambda self: nullcontext())
    fuzz.run("ladders", 150)
    assert fuzz.faults


def test_a_printed_name_that_steers_is_noticed(fuzz, monkeypatch):
    for place in ("training.cli.escaped", "ow_env.core.text.escaped", "ow_env.core.records.format.escaped"):
        monkeypatch.setattr(place, lambda text, keep="": str(text))
    monkeypatch.setattr("training.commands.replay.escaped", str)
    fuzz.run("record_files", 100)
    assert any("steers a terminal" in fault for fault in fuzz.faults)


# ── What was once found so ───────────────────────────────────────────────────────────────────


FOUND = [
    ("decks", lambda: load_deck([3]), "found the entry 3"),
    ("decks", lambda: load_deck(5), "expected the name or file of a deck"),
    ("decks", lambda: load_deck("x" * 5000), "there is no deck"),
    ("seed", lambda: Batch(Goofspiel(), 1, seed=1.5), "seed: expected a whole number, got 1.5"),
    ("rows", lambda: Batch(Goofspiel(), 2).reset([7]), "rows: expected row numbers below 2"),
    ("actions", lambda: Batch(Goofspiel(), 2).step([[1, 2], [3]]), r"actions: expected integers .* \(2, 2\)"),
    ("first_game", lambda: Batch(Goofspiel(), 1, first_game=2**70), "first_game: expected a whole number from 0"),
    ("hide", lambda: Goofspiel().hide(Batch(Goofspiel(), 1).states, 0, seed="1"), "seed: expected a whole number"),
    ("option", lambda: Goofspiel(num_cards="5"), "num_cards: expected a whole number"),
    ("option", lambda: goofspiel_v0.parallel_env(reward=np.zeros(2)), "reward: expected one of"),
    ("position", lambda: Goofspiel().from_position([1]), "expected a position"),
    ("position", lambda: Goofspiel().from_position({3: 1}), "there is no field 3"),
]


@pytest.mark.parametrize(("what", "call", "said"), FOUND)
def test_what_was_once_refused_otherwise_is_refused_in_words(what, call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_a_step_with_no_dict_of_actions_is_refused_by_name():
    env = goofspiel_v0.parallel_env()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="actions: expected a dict"):
        env.step(5)
