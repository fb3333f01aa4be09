"""What a player could only guess, resampled (SR-13.6): the unknown part of the opponent's hand."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.star_realms.state import KINDS, Game, Player, Tables, piles, rule

add, take_any = piles.add, piles.take_any


@rule
def deal_anew(him: Player, rng: Rng) -> None:
    """Mix the unknown part of a hand with the shuffled deck, and redraw it from both."""
    unknown = int(him.hand.count) - int(him.known.count)
    for kind in range(KINDS):
        him.deck.rest.copies[kind] += him.hand.copies[kind] - him.known.copies[kind]
        him.hand.copies[kind] = him.known.copies[kind]
    him.deck.rest.count += unknown
    him.hand.count = him.known.count
    for _ in range(unknown):
        add(him.hand, take_any(him.deck.rest, rng))


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample, in place, what ``player`` can't know of the opponent's hand."""
    deal_anew(g.players[1 - player], rng)
