"""The rules of Expansive Universe as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.expansive_universe.observe import write_observation
from ow_env.expansive_universe.rules.flow import apply, begin
from ow_env.expansive_universe.rules.hide import hide
from ow_env.expansive_universe.rules.legality import waits_for, why_not, write_mask
from ow_env.expansive_universe.rules.sound import FAULTS, sound
from ow_env.expansive_universe.state import RUNNING, TERMINATED, Game, Tables, rule


@rule
def ending(g: Game) -> int:
    """Return 0 while the game runs, 1 once a player has won, 2 once `max_rounds` cut it off (EU-11.5)."""
    return int(g.ending)


@rule
def turn(g: Game) -> int:
    """Return the round, from 1."""
    return int(g.round_number)


@rule
def kind_of_decision(g: Game) -> int:
    """Return a number of the point, the sort of battle and who is asked: those with the same are played alike."""
    return (int(g.point) * 4 + int(g.battle)) * 8 + int(g.asked)


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for the winner, -1 for all others; 0 if the game was cut short, and before the end (EU-11.5)."""
    if g.ending != TERMINATED:
        return 0.0
    return 1.0 if g.winner == player else -1.0


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the lead in points over the best of the others as a share of those that win, -1 to 1; 0 after the end."""
    if g.ending != RUNNING:
        return 0.0
    best = 0
    for other in range(g.num_players):
        if other != player and g.players[other].alive:
            best = max(best, int(g.players[other].points))
    lead = (int(g.players[player].points) - best) / int(t.goal)
    return min(max(lead, -1.0), 1.0)


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
