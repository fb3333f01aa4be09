"""Options, seeds and actions of every wrong kind: each is refused by name, and the environment stays as it was."""

from __future__ import annotations

import re
import sys
from inspect import signature
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.pettingzoo import GameAECEnv, GameParallelEnv
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from tests.games import NAMES, module_of

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.lists(st.one_of(st.integers(), st.text(max_size=5), st.none()), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.just(np.array([1, 2])),
    st.just(object()),
)
WRONG = [  # option, value, what the message says of it
    ("decks", ("Smith-Boson F.E.",), "decks: expected 2 to 4"),
    ("decks", ("Smith-Boson F.E.", "Empyrean Enterprise"), r"decks\[1\].*Empyrean Enterprises"),
    ("decks", (["City 12"] * 54, "Empyrean Enterprises"), r"decks\[0\].*City 12"),
    ("decks", "Smith-Boson F.E.", "decks: expected a list"),
    ("worlds", ["Koti", "Koti"], "Koti is there twice"),
    ("worlds", ["Kotti"], "Koti"),
    ("worlds", [], "worlds: expected the names of 1 to 9"),
    ("num_players", 5, "num_players: expected a whole number from 2 to 4, got 5"),
    ("num_players", 2.0, "num_players"),
    ("num_worlds", 10, "num_worlds: expected a whole number from 1 to 9, got 10"),
    ("stage", "simultanous", "stage: .*simultaneous"),
    ("max_turns", 0, "max_turns: expected a whole number from 1 to 250, got 0"),
    ("max_turns", True, "max_turns"),
    ("open_decklists", 1, "open_decklists: expected True or False, got 1"),
    ("first_player", "player_2", "first_player"),
    ("first_player", 2, "first_player: expected a seat from 0 to 1"),
    ("first_player", (0, 1, 0), "first_player: expected a seat or all 2 in order, got 3"),
    ("first_player", ["player_0", 0], r"first_player\[1\]: player_0 is there twice"),
    ("first_player", [0, "player_2"], r"first_player\[1\]: expected a seat from 0 to 1 or its name, got 'player_2'"),
    ("cards", "no_such_file.toml", "no_such_file.toml"),
    ("ask", "publik", "ask: expected one of 'needed', 'public', got 'publik'; nearest: 'public'"),
    ("ask", True, "ask: expected one of 'needed', 'public', got True"),
]


@pytest.mark.parametrize(("option", "value", "message"), WRONG)
def test_a_wrong_option_is_refused_by_name(option: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        OpenWorlds(**{option: value})


def refusal_of(call: Any, *arguments: Any, **options: Any) -> str | None:
    """Return the words in which a call is refused, or None; anything but a refusal in words goes through."""
    try:
        call(*arguments, **options)
    except (ValueError, TypeError) as refusal:
        return str(refusal)
    return None


@pytest.mark.parametrize("option", signature(OpenWorlds).parameters)
@settings(max_examples=25)
@given(value=JUNK)
def test_options_of_any_kind_are_taken_or_refused_in_words(option: str, value: object) -> None:
    refusal = refusal_of(OpenWorlds, **{option: value})
    assert refusal is None or option in refusal


@pytest.fixture(scope="module", params=NAMES)
def env(request: pytest.FixtureRequest) -> Any:
    return module_of(request.param).parallel_env()


@settings(max_examples=25)
@given(value=JUNK)
def test_seeds_and_actions_of_any_kind_are_taken_or_refused_and_nothing_changes(env: Any, value: object) -> None:
    env.reset(seed=3)
    before = env.unwrapped.position()
    refusal = refusal_of(env.step, dict.fromkeys(env.agents, value))
    assert refusal is None or env.unwrapped.position() == before
    before = env.unwrapped.position()
    refusal = refusal_of(env.reset, seed=value)
    assert refusal is None or ("seed" in refusal and env.unwrapped.position() == before)


FORMS = [GameAECEnv, GameParallelEnv, OneSeatEnv, lambda game: OneSeatVectorEnv(game, 2)]


@pytest.mark.parametrize("make", FORMS, ids=["AEC", "parallel", "Gymnasium", "make_vec"])
def test_an_option_of_the_game_is_refused_at_a_reset(make: Any) -> None:
    """It would be passed over; what other wrappers are told by the same door goes through."""
    env = make(Goofspiel(num_cards=6))
    env.reset(seed=1, options={"of_a_wrapper": 1})
    with pytest.raises(ValueError, match="options: num_cards is an option of goofspiel: give it to the function that"):
        env.reset(seed=1, options={"num_cards": 4})


def test_the_adapter_for_jax_names_the_extra_where_jax_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "ow_env.adapters.jax", raising=False)
    with pytest.raises(ImportError, match=re.escape("needs JAX: pip install 'open-worlds-env[jax]'")):
        import ow_env.adapters.jax  # noqa: F401
