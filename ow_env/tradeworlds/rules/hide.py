"""What a player could only guess, resampled (TW-H5): the unknown part of every opponent's hand."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.tradeworlds.state import KINDS, Game, Player, Tables, piles, rule

add, take_any = piles.add, piles.take_any


@rule
def deal_anew(him: Player, rng: Rng) -> None:
    """Mix the unknown part of a hand with the deck, and redraw it from both."""
    unknown = int(him.hand.count) - int(him.known.count)
    for kind in range(KINDS):
        him.deck.copies[kind] += him.hand.copies[kind] - him.known.copies[kind]
        him.hand.copies[kind] = him.known.copies[kind]
    him.deck.count += unknown
    him.hand.count = him.known.count
    for _ in range(unknown):
        add(him.hand, take_any(him.deck, rng))


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample, in place, what ``player`` can't know of the hands of others."""
    for other in range(g.num_players):
        if other != player:
            deal_anew(g.players[other], rng)
