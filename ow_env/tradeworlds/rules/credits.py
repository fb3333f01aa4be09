"""Treasuries: unlock levels (TW-U) and the goal (TW-E2, TW-E5)."""

from __future__ import annotations

from ow_env.tradeworlds.cards import PLACES
from ow_env.tradeworlds.rules.ends import win
from ow_env.tradeworlds.state import NOBODY, Game, Tables, rule


@rule
def unlock(t: Tables, treasury: int, faction: int) -> int:
    """Return how many places so many credits unlock (TW-U1)."""
    level = 0
    while level < PLACES and treasury >= int(t.factions[faction].unlock[level]):
        level += 1
    return level


@rule
def credit(g: Game, t: Tables, seat: int, credits: int) -> None:
    """Credit a Treasury: the level rises with it (TW-U3), and the goal wins at once, if by option not later (TW-E2)."""
    him = g.players[seat]
    him.treasury += credits
    him.level = max(int(him.level), unlock(t, int(him.treasury), int(him.faction)))
    if t.goal > 0 and him.treasury >= t.goal and not g.finish_round:
        win(g, seat)


@rule
def pay(g: Game, seat: int, credits: int) -> None:
    """Pay credits; the unlock level stays (TW-U3, TW-M7)."""
    g.players[seat].treasury -= credits


@rule
def richest(g: Game, t: Tables) -> int:
    """Return who has won a round that was played out; NOBODY: no Treasury reaches the goal (TW-E5)."""
    found, most = NOBODY, int(t.goal)
    for turn in range(g.num_players):
        seat = (int(g.first) + turn) % int(g.num_players)
        him = g.players[seat]
        if him.alive and him.treasury >= most:
            found, most = seat, int(him.treasury)
    return found
