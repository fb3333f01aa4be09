"""The rules of Star Realms as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.star_realms.observe import write_observation
from ow_env.star_realms.rules.flow import apply, begin
from ow_env.star_realms.rules.hide import hide
from ow_env.star_realms.rules.legality import waits_for, why_not, write_mask
from ow_env.star_realms.rules.sound import FAULTS, sound
from ow_env.star_realms.state import RUNNING, TERMINATED, Game, Tables, rule


@rule
def ending(g: Game) -> int:
    """Return 0 while the game runs, 1 once a player has won, 2 once `max_turns` cut it off (SR-11)."""
    return int(g.ending)


@rule
def turn(g: Game) -> int:
    """Return the turn, from 1, both players' turns counted."""
    return int(g.turn)


@rule
def kind_of_decision(g: Game) -> int:
    """Return a number of the point, and whose turn it is: positions with the same number are played alike."""
    return int(g.point) * 2 + int(g.active)


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for the winner, -1 for the loser; 0 if the game was cut short, and before the end (SR-11.3)."""
    if g.ending != TERMINATED:
        return 0.0
    return 1.0 if g.winner == player else -1.0


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the lead in Authority as a share of both players' together, from -1 to 1; 0 after the end."""
    if g.ending != RUNNING:
        return 0.0
    mine, theirs = int(g.players[player].authority), int(g.players[1 - player].authority)
    return (mine - theirs) / (mine + theirs)


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
