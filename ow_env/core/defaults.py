"""Default rules, derived from a game's other rules, for engines that do not write them.

Below: jit.py. Above: engines.py, which binds them: templates are compiled with the game, and as fast as rules
of its own.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ow_env.compiled.jit import Mask

# What annotations mean here; binding gives each word its compiled type.
Game: TypeAlias = Any
Tables: TypeAlias = Any
Rng: TypeAlias = Any

# What the templates read, once bound.
why_not: Any = None
waits_for: Any = None
size: Any = None


def write_mask(g: Game, t: Tables, player: int, mask: Mask) -> None:
    """Write 1 for each action that ``why_not`` allows."""
    for action in range(mask.shape[0]):
        mask[action] = why_not(g, t, player, action) == 0


def ending(g: Game) -> int:
    """Return 1 where no seat is asked."""
    for player in range(g.num_players):
        if waits_for(g, player):
            return 0
    return 1


def turn(g: Game) -> int:
    """Return the field of this name."""
    return int(g.turn)


def potential(g: Game, t: Tables, player: int) -> float:
    """Return 0: nothing is said of how well it looks."""
    return 0.0


def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Leave all as it is: every seat sees everything."""


def used(g: Game) -> int:
    """Return how many bytes of the record are in use: all."""
    return int(size)
