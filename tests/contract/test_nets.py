"""The nets of this folder hold: what gives something away, or breaks a rule on purpose, is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ow_env.core.game import Game
from ow_env.drawing.view import View
from ow_env.testing import playthroughs, test_arrays, test_words
from tests.contract.table import Contract, contracts

GAME = "star_realms"
pytestmark = [pytest.mark.bounds, pytest.mark.xdist_group(GAME)]


@pytest.fixture
def contract(monkeypatch: pytest.MonkeyPatch) -> Contract:
    """A game with hidden hands, few positions of it in words."""
    monkeypatch.setattr(playthroughs, "IN_WORDS", 24)
    if GAME not in contracts():
        pytest.skip(f"--game names others than {GAME}")
    return contracts()[GAME]


def give_away(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of the game that adds a hidden card to what it tells."""

    def telling(game: Any, state: Any, *arguments: Any) -> Any:
        told = method(game, state, *arguments)
        secret = str(state[0]["players"]["hand"]["copies"].tolist())
        if isinstance(told, View):
            return replace(told, notes=(*told.notes, secret))
        return {**told, "hint": secret} if isinstance(told, dict) else f"{told}{secret}"

    return telling


@pytest.mark.parametrize("method", ["position", "view", "moment", "action_name", "why_not"])
def test_whatever_gives_a_hand_away_is_noticed(
    contract: Contract, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(contract.games[0])
    monkeypatch.setattr(kind, method, give_away(getattr(kind, method)))
    with pytest.raises(AssertionError, match=r"^(position|view|moment|names|reasons)"):
        test_words.check_told(contract)


@pytest.mark.parametrize(("what", "said"), [("observation", "observation"), ("action_mask", "mask")])
def test_a_row_that_gives_something_away_is_noticed(
    contract: Contract, what: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = Game.show

    def telling(game: Game, states: Any) -> Any:
        rows = show(game, states)
        getattr(rows, what)[:, 0, 7] = states["players"]["hand"]["copies"][:, 1, 0] & 1
        return rows

    monkeypatch.setattr(Game, "show", telling)
    with pytest.raises(AssertionError, match=f"^{said}: "):
        test_arrays.test_what_a_seat_gets_is_the_same_after_hide(contract)


def test_a_deal_that_makes_a_card_is_noticed(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> None:
    hide = Game.hide

    def dealing(game: Game, states: Any, player: int, seed: int = 0) -> Any:
        guess = hide(game, states, player, seed)
        for one in guess:
            rest = one["players"][1 - player]["deck"]["rest"]
            rest["copies"][0] += 1
            rest["count"] += 1
        return guess

    monkeypatch.setattr(Game, "hide", dealing)
    with pytest.raises(AssertionError):
        test_arrays.test_what_a_seat_gets_is_the_same_after_hide(contract)


def test_a_position_that_is_not_reached_by_its_decision_is_noticed(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = playthroughs.courses(contract.name)[0]
    after = course.after.copy()
    for one in after:
        one["explorers"] += 1
    monkeypatch.setattr(course, "after", after)
    for test in (test_arrays.test_shaped_rewards_add_the_change_of_the_potential, test_arrays.test_invariants_hold):
        with pytest.raises(AssertionError):
            test(contract)


def test_a_mask_that_allows_too_much_is_noticed(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons_of = test_arrays.reasons_of

    def lenient(game: Game, states: Any) -> Any:
        found = reasons_of(game, states)
        found[-1, -1, np.flatnonzero(found[-1, -1])[0]] = 0
        return found

    monkeypatch.setattr(test_arrays, "reasons_of", lenient)
    with pytest.raises(AssertionError, match="player_1"):
        test_arrays.test_the_mask_is_why_not(contract)
