"""The rules of TradeWorlds as core/kernels.py wants them: these names and no others.

Below: rules/, observe.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.tradeworlds.observe import write_observation
from ow_env.tradeworlds.rules.flow import apply, begin
from ow_env.tradeworlds.rules.hide import hide
from ow_env.tradeworlds.rules.legality import waits_for, why_not, write_mask
from ow_env.tradeworlds.rules.sound import FAULTS, sound
from ow_env.tradeworlds.state import GAME, PLAYER, PLAYERS, RUNNING, TERMINATED, Game, Tables, rule

BYTES_OF_PLAYER = PLAYER.itemsize
ALL_BUT_PLAYERS = GAME.itemsize - PLAYERS * BYTES_OF_PLAYER  # they come last


@rule
def ending(g: Game) -> int:
    """Return 0 while the game runs, 1 once it is won or lost, 2 once `max_rounds` cut it off (TW-E)."""
    return int(g.ending)


@rule
def turn(g: Game) -> int:
    """Return the round, from 1."""
    return int(g.round_number)


@rule
def used(g: Game) -> int:
    """Return how many bytes of the record are in use: up to the last player's."""
    return ALL_BUT_PLAYERS + BYTES_OF_PLAYER * int(g.num_players)


@rule
def kind_of_decision(g: Game) -> int:
    """Return a number of the point, the Role and who is asked: positions with the same number are played alike."""
    return (int(g.point) * 8 + int(g.role)) * 16 + int(g.asked)


@rule
def outcome(g: Game, player: int) -> float:
    """Return +1 for the winner, -1 for all others; 0 if the game was cut short, and before the end (TW-E)."""
    if g.ending != TERMINATED:
        return 0.0
    return 1.0 if g.winner == player else -1.0


@rule
def standing(g: Game, t: Tables, player: int) -> float:
    """Return how far a player is, from 0 to 1: credits towards the goal, or Defense Points that are left."""
    him = g.players[player]
    if t.goal > 0:
        return min(int(him.treasury) / int(t.goal), 1.0) if him.alive else 0.0
    return max(int(him.homeworld) / int(t.homeworld), 0.0)


@rule
def potential(g: Game, t: Tables, player: int) -> float:
    """Return the lead over the best of the others, -1 to 1; alone what is left of the Homeworld; 0 after the end."""
    if g.ending != RUNNING:
        return 0.0
    best = 0.0
    for other in range(g.num_players):
        if other != player:
            best = max(best, standing(g, t, other))
    return standing(g, t, player) - best


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
    "used",
    "waits_for",
    "why_not",
    "write_mask",
    "write_observation",
]
