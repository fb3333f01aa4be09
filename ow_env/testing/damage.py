"""Positions that came to harm on their way: bytes and numbers changed, parts of others put in.

Below: core/sound.py, for where numbers lie in a record and which are in their ranges. Above: test_sound.py, and whoever
damages thousands.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ow_env.core import Batch, Game
from ow_env.core.game import States
from ow_env.core.sound import declaration_of

PLAYED_ON = 40  # joint decisions


def damaged(game: Game, states: States, rng: np.random.Generator) -> States:
    """Return one of these positions [1] with one to three things wrong: maybe it is still one."""
    state = states[rng.integers(len(states), size=1)].copy()
    content, size = state.view(np.uint8), game.state_dtype.itemsize
    for _ in range(int(rng.choice((1, 1, 1, 2, 3)))):
        what = rng.random()
        if what < 0.15:
            content[rng.integers(size)] = rng.integers(256)
        elif what < 0.2:
            first = int(rng.integers(size))
            content[first : first + int(rng.integers(1, 200))] = rng.choice((0, 1, 255, int(rng.integers(256))))
        elif what < 0.35:
            other = states[rng.integers(len(states))].tobytes()
            name = str(rng.choice(game.state_dtype.names or ()))
            kind, offset = game.state_dtype.fields[name][:2]  # type: ignore[index]
            content[offset : offset + kind.itemsize] = np.frombuffer(other, np.uint8)[offset : offset + kind.itemsize]
        else:
            change_number(game, state, rng)
    return state


def change_number(game: Game, state: States, rng: np.random.Generator) -> None:
    """Change a number of a position to another within its range, in place."""
    fields = [some for each in declaration_of(game.state_dtype).of_type.values() for some in each]
    some = fields[int(rng.integers(len(fields)))]
    place = int(some.offsets[rng.integers(len(some.offsets))])
    number: Any = state.view(np.uint8)[place : place + some.dtype.itemsize].view(some.dtype)
    near = int(number[0]) + int(rng.choice((-1, 1)))
    low, high = max(some.low, -(2**31)), min(some.high, 2**31)
    number[0] = np.clip(near, some.low, some.high) if rng.random() < 0.5 else int(rng.integers(low, high + 1))


def is_sound(game: Game, state: States) -> bool:
    """Is this still a position? A refusal says what is wrong, and of which row."""
    said = ""
    try:
        game.check(state)
    except ValueError as error:
        said = str(error)
    assert not said or re.match("states: .*: expected .*, found ", said), said
    return not said


def play(game: Game, states: States, seed: int) -> None:
    """Do everything with these positions that compiled rules can do: nothing may go wrong."""
    batch = Batch(game, len(states), seed, rows="both", reward="shaped")
    batch.set_states(states)
    for _ in range(2):
        for seat in range(game.num_players):
            game.show(game.hide(batch.states, seat, seed))
        batch.rollout(PLAYED_ON // 2)
