"""The dome step of a turn (TNW-5): two of the four costs, paid in full."""

from __future__ import annotations

from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.state import Game, rule


@rule
def can_pay(g: Game, player: int, colour: int) -> bool:
    """Does this player hold the tokens that the colour costs (TNW-5.3)?"""
    return bool(g.players[player].tokens[colour] >= g.costs[colour])


@rule
def can_colonize(g: Game, player: int) -> bool:
    """Is there a dome step: a dome to place, and two colours to pay with (TNW-5.6)?"""
    payable = 0
    for colour in range(COLOURS):
        payable += can_pay(g, player, colour)
    return g.players[player].dome == 0 and payable >= 2


@rule
def pay(g: Game, player: int, colour: int) -> None:
    """Return the tokens that the colour costs to the stash."""
    g.players[player].tokens[colour] -= g.costs[colour]
    g.players[player].paid[colour] = g.costs[colour]


@rule
def colonize(g: Game, player: int, colour: int, other: int) -> None:
    """Pay with two colours and place the dome (TNW-5.1)."""
    pay(g, player, colour)
    pay(g, player, other)
    g.players[player].dome = 1
