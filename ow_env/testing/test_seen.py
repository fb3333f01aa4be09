"""What a record says of who sees its fields is true: `hide` leaves a seat what it sees, and draws the rest again."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core.declared import hidden_bytes, hidden_fields
from ow_env.core.sound import found_at
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import courses

pytestmark = [pytest.mark.bounds, pytest.mark.contract]


@each_game()
def test_hide_leaves_a_seat_all_that_it_sees(contract: Contract) -> None:
    """Every byte of a field that is not declared to be hidden from it."""
    for course in courses(contract.name):
        game, size = course.game, course.game.state_dtype.itemsize
        for seat in range(1 if PURE else game.num_players):
            guess = game.hide(course.states, seat, seed=course.number)
            was, now = (states.view(np.uint8).reshape(-1, size) for states in (course.states, guess))
            wrong = (was != now) & ~hidden_bytes(game.state_dtype, seat)
            for k, byte in np.argwhere(wrong)[:1].tolist():
                path = path_of(game.state_dtype, byte)
                found = f"{found_at(course.states[k], path)}, then {found_at(guess[k], path)}"
                raise AssertionError(f"{course.at(k, seat)}: {path} was {found}: declare who sees it, or keep it")


def path_of(dtype: np.dtype[np.void], byte: int) -> str:
    """Return the path of the number in which a byte of a record lies."""
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if offset <= byte < offset + kind.itemsize:
            if kind.base.names is None:
                return name
            number, rest = divmod(byte - offset, kind.base.itemsize)
            place = f"[{number}]" if kind.shape else ""
            return f"{name}{place}.{path_of(kind.base, rest)}"
    return f"byte {byte}"


@pytest.mark.skipif(PURE, reason="of so few positions not every field may change")
@each_game(only=lambda contract: contract.hides is not False)
def test_what_is_hidden_is_drawn_again(contract: Contract) -> None:
    """Each field that is declared to be hidden changes somewhere, for a seat that may not see it."""
    changed: set[str] = set()
    for course in courses(contract.name):
        game, size = course.game, course.game.state_dtype.itemsize
        for seat in range(game.num_players):
            guess = game.hide(course.states, seat, seed=course.number)
            was, now = (states.view(np.uint8).reshape(-1, size) for states in (course.states, guess))
            for byte in np.flatnonzero((was != now).any(axis=0)).tolist():
                changed.add(re.sub(r"\[\d+\]", "", path_of(game.state_dtype, byte)))
    hidden = {path for path, _ in hidden_fields(contract.games[0].state_dtype)}
    same = {path for path in hidden if not any(f"{one}.".startswith(f"{path}.") for one in changed)}
    assert same <= set(contract.unmet), "`hide` never changes it: draw it again, or declare that all see it"
