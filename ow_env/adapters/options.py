"""The options that every environment takes: what a forbidden action does, which reward is paid, how it is drawn.

Below: core. Above: pettingzoo.py, one_seat.py, gymnasium.py, sb3.py. No library is known here.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from ow_env.core.batch import Reward as BatchReward
from ow_env.core.game import Game

Illegal: TypeAlias = Literal["raise", "forfeit", "pass"]
Reward: TypeAlias = Literal["win", "income"]
RenderMode: TypeAlias = Literal["ansi", "rgb_array", "human"]

PASS = 0  # the first action of every game: decline, finished, or not acting
ILLEGAL: tuple[Illegal, ...] = ("raise", "forfeit", "pass")
BATCH_REWARD: dict[Reward, BatchReward] = {"win": "win", "income": "shaped"}  # our option -> the Batch's
RENDER_MODES = ["ansi", "rgb_array", "human"]
SEEDS = 2**63  # seeds run from 0 to one below this


def is_int(value: object) -> bool:
    """A whole number, and not a truth value."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def checked_seed(seed: Any) -> int | None:
    """A seed as an int, or an error that says what is expected."""
    if seed is None:
        return None
    if not is_int(seed):
        raise TypeError(f"seed: expected a whole number or None, got {seed!r}")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"seed: expected a number from 0 to {SEEDS - 1}, got {seed}")
    return int(seed)


def refuse_options_of_the_game(options: Mapping[str, Any], game: Game) -> None:
    """Refuse what is said at a reset but decided when the environment is made; other keys are other wrappers'."""
    for name in options:
        if name in inspect.signature(type(game)).parameters:
            raise ValueError(
                f"options: {name} is an option of {game.name}: give it to the function that makes the environment;"
                ' reset takes "position", and in Gymnasium\'s forms "game_number"'
            )


def checked_max_cycles(max_cycles: int | None) -> int | None:
    """The number of joint decisions after which a game is truncated, or an error that says what is expected."""
    if max_cycles is not None and (not is_int(max_cycles) or max_cycles < 1):
        raise ValueError(f"max_cycles: expected a whole number from 1 up, or None, got {max_cycles!r}")
    return max_cycles
