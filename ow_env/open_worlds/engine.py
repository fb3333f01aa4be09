"""The rules of Open Worlds as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.open_worlds.observe import write_observation
from ow_env.open_worlds.rules.count_income import total_income
from ow_env.open_worlds.rules.flow import apply, begin
from ow_env.open_worlds.rules.hide import hide, sees_play
from ow_env.open_worlds.rules.legality import waits_for, why_not, write_mask
from ow_env.open_worlds.rules.sound import FAULTS, sound
from ow_env.open_worlds.state import GAME, RUNNING, TERMINATED, UNIT, Game, Tables, rule

FRONT = GAME.itemsize - GAME["units"].itemsize  # bytes before the units, which come last
UNIT_SIZE = UNIT.itemsize
INCOME_SCALE = 50.0  # a lead of so much Income is worth as much as winning: far above any real lead


@rule
def ending(g: Game) -> int:
    """Return 0 while the game runs, 1 once it has ended by its rules, 2 once `max_turns` cut it off (OW-3)."""
    return int(g.ending)


@rule
def turn(g: Game) -> int:
    """Return the turn, from 1; 0 during setup (OW-2)."""
    return int(g.turn)


@rule
def used(g: Game) -> int:
    """Return how many bytes of the record are in use: those before the units, and the units in play."""
    return FRONT + UNIT_SIZE * int(g.starts[g.num_worlds])


@rule
def kind_of_decision(g: Game) -> int:
    """Return a number of the question asked, and who is asked: positions with the same number are played alike."""
    return ((int(g.point) * 8 + int(g.phase)) * 16 + int(g.question)) * 8 + int(g.actor) + 2


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for the winner, -1 for those who lost; 0 for a draw and while nothing is decided (OW-5.1).

    Tied for highest, the tied players draw and everybody below them has lost.
    """
    if g.ending != TERMINATED:
        return 0.0
    best = -1
    for p in range(g.num_players):
        best = max(best, int(g.players[p].income))
    if g.players[player].income < best:
        return -1.0
    return 1.0 if g.winner == player else 0.0


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the player's lead in Income as the table stands, over the best opponent; 0 after the end."""
    if g.ending != RUNNING:
        return 0.0
    best = 0
    for p in range(g.num_players):
        if p != player:
            best = max(best, total_income(g, t, p))
    return (total_income(g, t, player) - best) / INCOME_SCALE


__all__ = [
    "FAULTS",
    "apply",
    "begin",
    "ending",
    "hide",
    "kind_of_decision",
    "outcome",
    "potential",
    "sees_play",
    "sound",
    "turn",
    "used",
    "waits_for",
    "why_not",
    "write_mask",
    "write_observation",
]
