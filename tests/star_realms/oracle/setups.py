"""What engine and oracle play side by side: whole games in three styles, short ones, and crowded positions.

Below: crowded.py. Above: lockstep.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ow_env.core import Game
from tests.star_realms.oracle.crowded import Position, crowded_position
from tests.star_realms.table import game_of

FEW_TURNS = 4  # of a game that starts crowded and is cut short


@dataclass(frozen=True, eq=False)
class Setup:
    """A kind of game.

    Args:
        name: what it is called.
        style: how actions are chosen, see `self_play.choose`.
        options: of the configured game.
        position: where a game begins, by its number; None: at the start.
        most: decisions after which a game is left; None: it is played to its end.
        weight: its share of many games.
    """

    name: str
    style: str
    options: dict[str, Any] = field(default_factory=dict)
    position: Callable[[int], Position | None] = field(default=lambda number: None)
    most: int | None = None
    weight: float = 1.0

    @property
    def game(self) -> Game:
        """Return the configured game."""
        return game_of(**self.options)


def crowded_late(number: int) -> Position:
    """Return a crowded position in one of the last turns there may be."""
    return crowded_position(number, max_turns=FEW_TURNS)


SETUPS = (
    Setup("uniform", "uniform", weight=0.5),
    Setup("eager", "eager"),
    Setup("curious", "curious"),
    Setup("eager, all asked who could", "eager", {"ask": "public"}, weight=0.5),
    Setup("few turns, player_1 first", "curious", {"max_turns": 6, "first_player": 1}, weight=0.5),
    Setup("one turn, player_0 first", "eager", {"max_turns": 1, "first_player": 0}, weight=0.2),
    Setup("crowded", "curious", position=cache(crowded_position), most=60, weight=8.0),
    Setup("crowded, to the end", "eager", position=cache(crowded_position)),
    Setup("crowded, in the last turns", "curious", {"max_turns": FEW_TURNS}, cache(crowded_late), 60),
    Setup("crowded, all asked who could", "curious", {"ask": "public"}, cache(crowded_position), 60, 8.0),
)


def setup_of(name: str) -> Setup:
    """Return the setup of that name."""
    return next(setup for setup in SETUPS if setup.name == name)
