"""Loops over N positions that ask a game's rules one by one, compiled with the game: from Python they take minutes.

Below: compiled/jit.py. Above: test_arrays.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numba import types

from ow_env.compiled.jit import LIBRARIES, rules_of
from ow_env.core.game import Game, States, frozen

# What annotations mean here; `Library.bind` gives each word its compiled type.
Games: TypeAlias = Any  # [N] positions
Constants: TypeAlias = Any  # [1] read-only tables
Codes: TypeAlias = Any  # int16 [N, P, A]
Masks: TypeAlias = Any  # int8 [N, P, A]
Observations: TypeAlias = Any  # uint8 [N, P, F]
Numbers: TypeAlias = Any  # float64 [N, P, 3]
Whole: TypeAlias = Any  # int64 [N, 3]

WORDS = {
    "Codes": types.int16[:, :, ::1],
    "Masks": types.int8[:, :, ::1],
    "Observations": types.uint8[:, :, ::1],
    "Numbers": types.float64[:, :, ::1],
    "Whole": types.int64[:, ::1],
}
rules: Any = None  # a game's engine, once bound


def write_reasons(games: Games, tables: Constants, reasons: Codes) -> None:
    """Write why each seat may not take each action [N, P, A]; 0: it may."""
    for row in range(reasons.shape[0]):
        for player in range(reasons.shape[1]):
            for action in range(reasons.shape[2]):
                reasons[row, player, action] = rules.why_not(games[row], tables[0], player, action)


def write_rows(games: Games, tables: Constants, observation: Observations, mask: Masks) -> None:
    """Write what each seat observes and may do, over whatever stands there."""
    for row in range(mask.shape[0]):
        for player in range(mask.shape[1]):
            rules.write_observation(games[row], tables[0], player, observation[row, player])
            rules.write_mask(games[row], tables[0], player, mask[row, player])


def write_figures(games: Games, tables: Constants, figures: Numbers, whole: Whole) -> None:
    """Write whether each seat is asked, its outcome and potential; and of each row the ending, the turn, the bytes."""
    for row in range(whole.shape[0]):
        whole[row, 0] = rules.ending(games[row])
        whole[row, 1] = rules.turn(games[row])
        whole[row, 2] = rules.used(games[row])
        for player in range(figures.shape[1]):
            figures[row, player, 0] = rules.waits_for(games[row], player)
            figures[row, player, 1] = rules.outcome(games[row], player)
            figures[row, player, 2] = rules.potential(games[row], tables[0], player)


@dataclass(frozen=True)
class Loops:
    """The loops of one game."""

    write_reasons: Any
    write_rows: Any
    write_figures: Any


@cache
def loops(name: str, engine: ModuleType) -> Loops:
    """Return the loops of a game, compiled when first called."""
    of_game = LIBRARIES[name].types
    library = rules_of(f"contract_{name}", name).library
    library.types |= WORDS
    library.types["Games"] = types.Array(of_game["Game"], 1, "C")
    library.types["Constants"] = types.Array(of_game["Tables"], 1, "C", readonly=True)
    return Loops(*(library.bind(loop, rules=engine) for loop in (write_reasons, write_rows, write_figures)))


def reasons_of(game: Game, states: States) -> Any:
    """Return why each seat may not take each action: int16 [N, P, A]."""
    found = np.full((len(states), game.num_players, game.num_actions), -1, np.int16)
    loops(game.name, game.engine).write_reasons(states, frozen(game.tables), found)
    return found


def rows_over(game: Game, states: States, filling: int) -> tuple[Any, Any]:
    """Return observations [N, P, F] and masks [N, P, A], written over rows that are full of some number."""
    observation = np.full((len(states), game.num_players, game.num_features), filling, np.uint8)
    mask = np.full((len(states), game.num_players, game.num_actions), filling, np.int8)
    loops(game.name, game.engine).write_rows(states, frozen(game.tables), observation, mask)
    return observation, mask


@dataclass(frozen=True)
class Figures:
    """What the engine says of N positions and P seats in numbers."""

    asked: Any  # [N, P]
    outcome: Any  # [N, P]
    potential: Any  # [N, P]
    ending: Any  # [N]
    turn: Any  # [N]
    used: Any  # [N] bytes


def figures_of(game: Game, states: States) -> Figures:
    """Return what the engine says of these positions."""
    figures, whole = np.zeros((len(states), game.num_players, 3)), np.zeros((len(states), 3), np.int64)
    loops(game.name, game.engine).write_figures(states, frozen(game.tables), figures, whole)
    return Figures(figures[..., 0] != 0, figures[..., 1], figures[..., 2], *whole.T)
