"""What engine and oracle play side by side: whole games in three styles, short ones, and crowded positions.

Below: crowded.py. Above: lockstep.py.
"""

from __future__ import annotations

from functools import cache

from ow_env.core import Game
from tests import lockstep
from tests.star_realms.oracle.crowded import Position, crowded_position
from tests.star_realms.table import game_of

FEW_TURNS = 4  # of a game that starts crowded and is cut short


class Setup(lockstep.Setup):
    """A kind of game."""

    def game(self, number: int) -> Game:
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
