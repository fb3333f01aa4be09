"""Where the turn stands and whose turn it is to speak (OW-0.5, OW-2).

Below: state.py. Above: every Step.
Where players act in Priority Order, `Game.seat` counts them off from the one with Priority.
"""

from __future__ import annotations

from ow_env.open_worlds.state import Game, rule


@rule
def around(g: Game, seat: int) -> int:
    """Return a seat counted on past the last, or back past the first, as the seat it is at a round table.

    For -P <= seat < 2 P. No remainder is taken: a division would cost more than most rules.
    """
    if seat >= g.num_players:
        return seat - int(g.num_players)
    return seat + int(g.num_players) if seat < 0 else seat


@rule
def player_at(g: Game, seat: int) -> int:
    """Return the player who sits `seat` places after the one with Priority (OW-0.5)."""
    return around(g, int(g.priority) + seat)


@rule
def go(g: Game, point: int) -> None:
    """Go on to another point of the turn; there the player with Priority is first."""
    g.point = point
    g.seat = 0
    g.passes = 0
