"""Games played in tests, decision by decision: for games in which one seat is asked at a time.

Below: Batch. Above: golden.py, games.py and golden.py of the games. Who plays is a function that gives, for a batch of
one and the seat that is asked, the id of an action; or one that gives a name of those allowed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ow_env.core import Batch

Position = dict[str, Any]
Act = Callable[[Batch, int], int]
Choose = Callable[[list[str]], str]
StyledChoose = Callable[[random.Random, str, list[str], Counter[str]], str]  # as each oracle's self_play.py has it

MOST = 10**6  # decisions of a game


def begun(game: Any, seed: int, position: Position | None = None) -> Batch:
    """Return a batch of one game, at its start or where a position says."""
    batch = Batch(game, 1, seed % 2**32)
    if position is not None:
        batch.set_states(game.from_position(position))
    return batch


def decisions(batch: Batch, act: Act, most: int = MOST) -> Iterator[tuple[int, list[int]]]:
    """Play a game out; yield each decision before it is taken: who takes it, and an action id for each seat."""
    for _ in range(most):
        if batch.terminated[0] or batch.truncated[0]:
            break
        seat = int(batch.to_act[0].argmax())
        actions = [0] * batch.game.num_players
        actions[seat] = act(batch, seat)
        yield seat, actions
        batch.step([actions])


def course(batch: Batch, act: Act) -> Iterator[Batch]:
    """Play a game out; yield the batch at every decision and at the end."""
    for _ in decisions(batch, act):
        yield batch
    yield batch


def by_name(choose: Choose) -> Act:
    """Return who plays what is chosen of the names of all that is allowed, in the order of the ids."""

    def act(batch: Batch, seat: int) -> int:
        ids = np.flatnonzero(batch.action_mask[0, seat])
        allowed = {batch.game.action_name(batch.states, seat, int(action)): int(action) for action in ids}
        return allowed[choose(list(allowed))]

    return act


def in_style(choose: StyledChoose, style: str, seed: int) -> Choose:
    """Return who chooses in a style of an oracle's players, with random numbers and a memory of its own."""
    rng, taken = random.Random(seed), Counter[str]()

    def one(names: list[str]) -> str:
        name = choose(rng, style, sorted(names), taken)
        taken[name] += 1
        return name

    return one
