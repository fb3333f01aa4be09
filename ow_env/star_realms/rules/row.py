"""The Trade Row and the Explorer pile (SR-1.1, SR-9.5)."""

from __future__ import annotations

from ow_env.cards.tallies import NO_CARD
from ow_env.core.rng import Rng
from ow_env.star_realms.state import Game, Tables, piles, rule

add, remove, take_any = piles.add, piles.remove, piles.take_any


@rule
def deal_to_row(g: Game, rng: Rng) -> int:
    """Put the next card of the Trade Deck into the Row and return its kind; NO_CARD: the deck is empty."""
    card = take_any(g.trade_deck, rng)
    if card != NO_CARD:
        add(g.row, card)
    return card


@rule
def lies_there(g: Game, t: Tables, card: int) -> bool:
    """Can a card of this kind be taken from the Row or the Explorer pile?"""
    if card == t.explorer:
        return bool(g.explorers > 0)
    return bool(g.row.copies[card] > 0)


@rule
def take_from_row(g: Game, t: Tables, card: int, rng: Rng) -> None:
    """Take a card out of the Row, which is filled up at once (SR-9.5), or an Explorer from its pile."""
    if card == t.explorer:
        g.explorers -= 1
    else:
        remove(g.row, card)
        deal_to_row(g, rng)
