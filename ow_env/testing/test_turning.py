"""Turning the seats turns the game: every seat has the same rules and the same view."""

from __future__ import annotations

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import courses, in_words

pytestmark = [pytest.mark.bounds, pytest.mark.contract]


@each_game(only=lambda contract: contract.turned)
def test_turning_the_seats_turns_the_game(contract: Contract) -> None:
    """In a position with everybody some seats further on, and after the same decision there, with the same chance."""
    assert contract.turned is not None
    chosen: dict[int, list[int]] = {}
    for course, k, _ in in_words(contract):
        if not course.is_over[k]:
            chosen.setdefault(course.number, []).append(k)
    compared = 0
    for course in courses(contract.name):
        game, some = course.game, np.array(chosen.get(course.number, []), int)
        given = game.facts.side and game.options[game.facts.side] is not None  # what each seat plays with
        if game.num_players == 1 or given or not len(some):
            continue
        by = 1 + course.number % (game.num_players - 1)
        one, other = (Batch(game, len(some), seed=course.number) for _ in range(2))
        turned = [game.from_position(contract.turned(game.position(course.states[k : k + 1]), by)) for k in some]
        one.set_states(course.states[some])
        other.set_states(np.concatenate(turned))
        for batch in (one, other):
            batch.rng[:] = course.rng[some]
        same = np.ones(len(some), bool)
        for after in (False, True):
            if after:
                one.step(course.actions[some])
                other.step(np.roll(course.actions[some], by, axis=1))
                if contract.seats_alike is not None:
                    same = contract.seats_alike(course.states[some], course.after[some])
            for name in ("observation", "action_mask", "to_act", "reward"):
                found, expected = getattr(other, name), np.roll(getattr(one, name), by, axis=1)
                wrong = (found != expected).reshape(len(some), -1).any(axis=1) & same
                assert not wrong.any(), f"{name}{' afterwards' * after}: {course.at(int(some[wrong.argmax()]))}"
        compared += int(same.sum())
    assert compared > 5 or PURE
