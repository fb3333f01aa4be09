"""Where the turn stands and whose turn it is to speak (OW-0.5, OW-2).

Below: state.py. Above: every Step.
Where players act in Priority Order, `Game.seat` counts them off from the one with Priority: it is a place in
`Game.order`, which goes round the table but in the first turn, if another order was given (OW-1.4).
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
    """Return the player who comes `seat` places after the one with Priority (OW-0.5)."""
    return int(g.order[seat])


@rule
def place_of(g: Game, player: int) -> int:
    """Return how many places after the one with Priority a player comes (OW-0.5)."""
    for place in range(g.num_players):
        if g.order[place] == player:
            return place
    return 0


@rule
def goes_round(g: Game) -> bool:
    """Does Priority Order go round the table (OW-0.5)?"""
    for place in range(1, g.num_players):
        if g.order[place] != around(g, int(g.order[0]) + place):
            return False
    return True


@rule
def give_priority(g: Game, player: int) -> None:
    """Give Priority to a player; from there Priority Order goes round the table (OW-0.5)."""
    g.priority = player
    for place in range(g.num_players):
        g.order[place] = around(g, player + place)


@rule
def go(g: Game, point: int) -> None:
    """Go on to another point of the turn; there the player with Priority is first."""
    g.point = point
    g.seat = 0
    g.passes = 0
