"""The rules of Goofspiel as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.goofspiel.observe import sees, write_observation
from ow_env.goofspiel.rules.hide import hide
from ow_env.goofspiel.rules.rounds import apply, begin, waits_for, why_not
from ow_env.goofspiel.rules.sound import FAULTS, sound
from ow_env.goofspiel.state import Game, Tables, rule


@rule
def ending(g: Game) -> int:
    """Return 1 once every prize is gone. Nothing cuts a game short."""
    return 1 if g.prize == 0 else 0


@rule
def turn(g: Game) -> int:
    """Return how many prizes have been bid for."""
    return int(g.rounds)


@rule
def best_other(g: Game, player: int) -> int:
    """Return the highest score among the others."""
    best = 0
    for other in range(g.num_players):
        if other != player:
            best = max(best, int(g.players[other].score))
    return best


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for most points alone, -1 for fewer than the most, 0 for sharing the most.

    RULING 3: with three or more, those who share the most draw, and the others lose.
    """
    if g.prize > 0:
        return 0.0
    ahead = int(g.players[player].score) - best_other(g, player)
    return 1.0 if ahead > 0 else (0.0 if ahead == 0 else -1.0)


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the lead over the best other player, as a share of all points; 0 after the end."""
    if g.prize == 0:
        return 0.0
    total = 0
    for index in range(g.num_cards):
        total += int(t.points[index])
    return (int(g.players[player].score) - best_other(g, player)) / total


__all__ = [
    "FAULTS",
    "apply",
    "begin",
    "ending",
    "hide",
    "outcome",
    "potential",
    "sees",
    "sound",
    "turn",
    "waits_for",
    "why_not",
    "write_observation",
]
