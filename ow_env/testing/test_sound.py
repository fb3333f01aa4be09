"""Bytes from outside never reach a rule unchecked (core/sound.py): what is a position passes, what is none is refused.

Of damaged positions those that pass are played, in this pass with bounds checked; tests/fuzz.py damages thousands.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch
from ow_env.testing import damage
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import courses

pytestmark = [pytest.mark.bounds, pytest.mark.contract]

DAMAGED = 16 if PURE else 600  # positions of a game


@each_game()
def test_what_rules_make_is_a_position(contract: Contract) -> None:
    """Played, begun in the middle, hidden from any seat."""
    for course in courses(contract.name):
        for states in (course.states, course.after):
            course.game.check(states)
        for seat in range(0 if PURE else course.game.num_players):
            course.game.check(course.game.hide(course.states, seat, seed=course.number))


@each_game()
def test_a_damaged_position_is_refused_or_can_be_played(contract: Contract) -> None:
    played = courses(contract.name)
    rng, tried = np.random.default_rng(8), {True: 0, False: 0}
    for course in played:
        sound = []
        for _ in range(DAMAGED // len(played)):
            state = damage.damaged(course.game, course.states, rng)
            fine = damage.is_sound(course.game, state)
            tried[fine] += 1
            sound += [state] * fine
        if sound:
            refusals = () if contract.edited else (RuntimeError,)  # more than `facts` allows: it does no harm
            with contextlib.suppress(*refusals):
                damage.play(course.game, np.concatenate(sound), course.number)
    assert min(tried.values()) > (0 if PURE else DAMAGED / 10), "some are refused, and some are not"


@each_game()
def test_what_is_no_position_is_refused_by_row_and_field_and_changes_nothing(
    contract: Contract, tmp_path: Path
) -> None:
    """By `set_states` and by `load`; any bytes at all, and those of one row alone."""
    game = contract.games[0]
    batch = Batch(game, 3, seed=1)
    batch.save(tmp_path / "games.npz")
    before, wrong = batch.states.tobytes(), batch.states.copy()
    wrong[1:2].view(np.uint8)[:] = 255
    with np.load(tmp_path / "games.npz") as file:
        np.savez(tmp_path / "damaged.npz", **{**file, "states": wrong.view(np.uint8)})
    field = r"row 1: [a-z_]+(\[\d\])?(\.[a-z_]+)*(\[\d+\])*: expected .*, found "
    for call, what in (
        (lambda: batch.set_states(wrong), "states"),
        (lambda: batch.load(tmp_path / "damaged.npz"), f"{tmp_path}/damaged.npz: states"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(what)}, {field}"):
            call()
        assert batch.states.tobytes() == before
    for shape in ((2,), (3, 1), ()):
        with pytest.raises(ValueError, match="states: expected"):
            batch.set_states(np.zeros(shape, game.state_dtype))
