"""The rules of These New Worlds as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.these_new_worlds.observe import write_observation
from ow_env.these_new_worlds.rules.flow import apply, begin
from ow_env.these_new_worlds.rules.hide import hide
from ow_env.these_new_worlds.rules.legality import waits_for, why_not, write_mask
from ow_env.these_new_worlds.rules.sound import FAULTS, sound
from ow_env.these_new_worlds.state import NOBODY, RUNNING, WON, Game, Tables, rule


@rule
def ending(g: Game) -> int:
    """Return 0 while the game runs, 1 once it is over; it is never cut short (TNW-8.5)."""
    return int(g.ending)


@rule
def turn(g: Game) -> int:
    """Return the round, from 1."""
    return int(g.round_number)


@rule
def kind_of_decision(g: Game) -> int:
    """Return a number of the step, and whose turn it is: positions with the same number are played alike."""
    return int(g.step) * 2 + int(g.active)


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for the winner, -1 for the loser, 0 for a draw; what nobody wins is 0 or, by option, -1 (TNW-8.2)."""
    if g.result == WON:
        return 1.0 if g.winner == player else -1.0
    return -1.0 if g.result == NOBODY and g.nobody_loses else 0.0


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the lead in planets as a share of those that win, from -1 to 1; 0 after the end."""
    if g.ending != RUNNING:
        return 0.0
    lead = count_ones(g.players[player].planets) - count_ones(g.players[1 - player].planets)
    return lead / (int(g.rounds) // 2 + 1)


__all__ = [
    "FAULTS",
    "apply",
    "begin",
    "ending",
    "hide",
    "kind_of_decision",
    "outcome",
    "potential",
    "sound",
    "turn",
    "waits_for",
    "why_not",
    "write_mask",
    "write_observation",
]
