"""The rules of the bazaar as core/kernels.py wants them."""

from __future__ import annotations

from tests.bazaar.observe import write_observation
from tests.bazaar.rules import apply, begin, hide, points_of, waits_for, why_not
from tests.bazaar.state import BEST, KINDS, Game, Tables, rule


@rule
def ending(g: Game) -> int:
    """Return 1 when all rounds have been played."""
    return 1 if g.gone >= g.rounds else 0


@rule
def turn(g: Game) -> int:
    """Return the round, from 0."""
    return int(g.gone)


@rule
def outcome(g: Game, player: int) -> float:
    """Return the score, from -1 for nothing to 1 for `BEST` points or more."""
    if g.gone < g.rounds:
        return 0.0
    me = g.players[player]
    total = 0
    for kind in range(3, len(KINDS)):
        worth = 1 if kind == 3 else 3 if kind == 4 else 6
        for i in range(me.hand.count):
            total += worth * (me.hand.cards[i] == kind)
        for i in range(me.discard.count):
            total += worth * (me.discard.cards[i] == kind)
        for i in range(me.deck.known):
            total += worth * (me.deck.top[i] == kind)
        for i in range(me.deck.rest.count):
            total += worth * (me.deck.rest.cards[i] == kind)
    return 2.0 * min(total, BEST) / BEST - 1.0


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return what the cards are worth so far, from 0 to 1; 0 after the end."""
    if g.gone >= g.rounds:
        return 0.0
    return min(points_of(g.players[player], t), BEST) / BEST


__all__ = [
    "apply",
    "begin",
    "ending",
    "hide",
    "outcome",
    "potential",
    "turn",
    "waits_for",
    "why_not",
    "write_observation",
]
