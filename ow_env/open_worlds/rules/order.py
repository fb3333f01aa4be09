"""Where the turn stands and whose turn it is to speak (OW-0.5, OW-2).

Below: state.py. Above: every Step.
Where players act in Priority Order, `Game.seat` counts them off from the one with Priority.
"""

from __future__ import annotations

from ow_env.open_worlds.state import Game, rule


@rule
def player_at(g: Game, seat: int) -> int:
    """Return the player who sits `seat` places after the one with Priority (OW-0.5)."""
    return (int(g.priority) + seat) % int(g.num_players)


@rule
def go(g: Game, point: int) -> None:
    """Go on to another point of the turn; there the player with Priority is first."""
    g.point = point
    g.seat = 0
    g.passes = 0
