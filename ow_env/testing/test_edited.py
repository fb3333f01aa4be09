"""Positions of each game with some random edits: refused in words of a sensible length, or played to their end.

And about all of them, and about the playthroughs' own, what is asked in words is answered: no name, reason or refusal
of an action raises anything else than it says.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from ow_env.compiled.jit import PURE
from ow_env.core import Batch, Game
from ow_env.core.batch import any_allowed
from ow_env.core.game import Position, States
from ow_env.testing.contract import Contract, contracts, each_game
from ow_env.testing.edits import edited
from ow_env.testing.playthroughs import courses, in_words

pytestmark = [pytest.mark.bounds, pytest.mark.contract]

EDITS = 2 if PURE else 4  # of each position
STEPS = 25 if PURE else 4000  # more decisions than any game has
ASKED = 1 if PURE else 8  # positions of a course about which a forbidden action of each seat is tried
LONGEST = 20_000  # letters of a refusal
edited_games = each_game(only=lambda contract: contract.edited)


def read(game: Game, position: Any) -> States | str:
    """Return the state of a position, or in what words it is refused."""
    try:
        return game.from_position(position)
    except ValueError as error:
        return str(error)


@cache
def accepted(name: str) -> list[tuple[Game, list[Position], States]]:
    """Return, game by game, the edited positions that are read, and their states."""
    contract, chance, found = contracts()[name], Random(len(name)), []
    told: dict[int, tuple[Game, list[Position]]] = {}
    for course, k, _ in in_words(contract):
        told.setdefault(id(course.game), (course.game, []))[1].append(course.game.position(course.states[k : k + 1]))
    for game, positions in told.values():
        kept: list[tuple[Position, States]] = []
        for position in positions * EDITS:
            other = edited(position, chance.choice(positions), chance)
            state = read(game, other)
            if not isinstance(state, str):
                kept.append((other, state))
                continue
            assert len(state) < LONGEST
            assert "found None" not in state, f"{state}\n{other}"
        if kept:
            found.append((game, [position for position, _ in kept], np.concatenate([state for _, state in kept])))
    return found


@edited_games
@pytest.mark.parametrize("huge", ["x" * 10**6, ["x"] * 10**4, {"x" * 10**6: 1}, [None] * 10**4], ids=type)
def test_answers_do_not_grow_with_what_was_told(contract: Contract, huge: Any) -> None:
    course = courses(contract.name)[0]
    game, state = course.game, course.states[:1]
    position = game.position(state)
    inside = [{**him, key: huge} for him in position.get("players", [])[:1] for key in him]
    told = [{**position, key: huge} for key in position]
    told += [{**position, "players": [him, *position["players"][1:]]} for him in inside]
    answers = [read(game, each) for each in (huge, {**position, "x": huge}, *told)]
    assert sum(isinstance(answer, str) for answer in answers) >= len(answers) - 1  # a deck may have any name
    assert max(len(answer) for answer in answers) < LONGEST
    with pytest.raises(ValueError, match="action") as refused:
        game.action_id(state, 0, huge)
    assert len(str(refused.value)) < 1000


@edited_games
def test_what_is_read_is_read_again_the_same(contract: Contract) -> None:
    assert sum(len(positions) for _, positions, _ in accepted(contract.name)) > (0 if PURE else 50)
    for game, positions, states in accepted(contract.name):
        for k, position in enumerate(positions):
            again = game.from_position(json.loads(json.dumps(game.position(states[k : k + 1]))))
            assert again.tobytes() == states[k : k + 1].tobytes(), position


@edited_games
def test_what_is_read_can_be_played_to_its_end(contract: Contract) -> None:
    """The player who is asked has an answer, and all numbers observed are in their ranges."""
    for game, positions, states in accepted(contract.name):
        batch, rng = Batch(game, len(states), seed=1), np.random.default_rng(1)
        batch.set_states(states)
        for _ in range(STEPS):
            over = batch.terminated | batch.truncated
            stuck = (batch.to_act & ~batch.action_mask.any(axis=2)).any(axis=1) | (over == batch.to_act.any(axis=1))
            stuck |= (batch.observation > game.observation_high).any(axis=(1, 2))
            assert not stuck.any(), positions[int(stuck.argmax())]
            if over.all():
                break
            batch.step(any_allowed(batch, rng))
        assert over.all() or PURE, positions[int(over.argmin())]


@edited_games
def test_whatever_is_asked_about_an_action_is_answered(contract: Contract) -> None:
    """A name and a reason for each action of every seat; a forbidden step is refused with its reason."""
    chance = np.random.default_rng(1)
    some = [(course.game, course.states[:: 1 + len(course) // ASKED]) for course in courses(contract.name)]
    some += [(game, states[::EDITS]) for game, _, states in accepted(contract.name)]
    for game, states in some:
        batch = Batch(game, len(states))
        batch.set_states(states)
        for row in range(len(states)):
            state = states[row : row + 1]
            for seat in range(game.num_players):
                for action in chance.integers(game.num_actions, size=8).tolist():
                    assert game.action_name(state, seat, action)
                    assert game.choice(state, seat, action).name
                    assert (game.why_not(state, seat, action) is None) == batch.action_mask[row, seat, action]
                forbidden = np.flatnonzero(batch.action_mask[row, seat] == 0)
                if not len(forbidden) or batch.terminated[row] or batch.truncated[row]:
                    continue
                joint = batch.action_mask.argmax(axis=2)
                joint[row, seat] = chance.choice(forbidden)
                with pytest.raises(ValueError, match="may not") as refused:
                    batch.step(joint)
                assert str(game.why_not(state, seat, int(joint[row, seat]))) in str(refused.value)
