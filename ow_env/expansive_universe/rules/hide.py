"""What a player could only guess: nothing (EU-13.2). The order of the deck is no part of a position."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.expansive_universe.state import Game, Tables, rule


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Leave everything as it is: all that a position says is seen by everyone (EU-13.1)."""
