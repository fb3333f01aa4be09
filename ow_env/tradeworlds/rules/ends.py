"""How a game ends (TW-E)."""

from __future__ import annotations

from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import PILES, PLACES
from ow_env.tradeworlds.rules.lanes import clear_place
from ow_env.tradeworlds.state import KINDS, NOBODY, TERMINATED, TRUNCATED, Game, Pile, Player, rule


@rule
def win(g: Game, seat: int) -> None:
    """End the game: this seat has won; NOBODY: the only player has lost (TW-E2, TW-E3, TW-S1)."""
    g.ending = TERMINATED
    g.winner = seat
    g.point = at.OVER


@rule
def cut_short(g: Game) -> None:
    """End the game without a winner (TW-E4)."""
    g.ending = TRUNCATED
    g.point = at.OVER


@rule
def living(g: Game) -> int:
    """Count the players who are not out."""
    count = 0
    for seat in range(g.num_players):
        count += int(g.players[seat].alive)
    return count


@rule
def empty(pile: Pile) -> None:
    """Take all cards of a pile out of the game."""
    for kind in range(KINDS):
        pile.copies[kind] = 0
    pile.count = 0


@rule
def leave(him: Player) -> None:
    """Take all that a player has out of the game."""
    him.alive = 0
    him.used_up = 0
    him.tokens_gone = 0
    for place in range(PLACES):
        clear_place(him, place)
    for pile in range(PILES):
        him.tops[pile] = 0
    empty(him.hand)
    empty(him.known)
    empty(him.deck)
    empty(him.discard)
    empty(him.removed)
    empty(him.rest)


@rule
def eliminate(g: Game, seat: int) -> None:
    """Put a player out of the game; the last one left wins (TW-E1, TW-E3)."""
    leave(g.players[seat])
    if g.num_players == 1:
        win(g, NOBODY)
    elif living(g) == 1:
        for other in range(g.num_players):
            if g.players[other].alive:
                win(g, other)


@rule
def damage(g: Game, seat: int, points: int) -> None:
    """Damage a Homeworld; at 0 or below its player is out (TW-E1)."""
    g.players[seat].homeworld -= points
    if g.players[seat].homeworld <= 0:
        eliminate(g, seat)
