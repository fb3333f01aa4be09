"""Hands, decks and piles: drawing (TW-2.4, TW-2.5), what lies on top (TW-1.3), what others know of a hand (TW-H4)."""

from __future__ import annotations

from ow_env.cards.tallies import NO_CARD
from ow_env.core.bits import lowest, without_lowest
from ow_env.core.rng import Rng, below
from ow_env.tradeworlds.state import KINDS, NO_KINDS, Player, Tables, piles, rule

kinds_in, add, remove, take_any, pour = piles.kinds_in, piles.add, piles.remove, piles.take_any, piles.pour


@rule
def all_is_known(me: Player) -> None:
    """Note that the whole hand is known: nothing else of hand and deck together lies hidden (TW-H4)."""
    for kind in range(KINDS):
        me.known.copies[kind] = me.hand.copies[kind]
    me.known.count = me.hand.count


@rule
def draw_card(me: Player, rng: Rng) -> int:
    """Draw a card and return it; NO_CARD where deck and discard pile are empty (TW-2.5)."""
    if me.deck.count == 0 and me.discard.count > 0:
        all_is_known(me)
        pour(me.discard, me.deck)
    card = take_any(me.deck, rng)
    if card != NO_CARD:
        add(me.hand, card)
    return card


@rule
def draw(me: Player, cards: int, rng: Rng) -> None:
    """Draw so many cards, as far as there are any."""
    for _ in range(cards):
        draw_card(me, rng)


@rule
def take_from_hand(me: Player, card: int) -> None:
    """Take a card out of the hand; a known one of its kind first (TW-H4)."""
    remove(me.hand, card)
    remove(me.known, card)


@rule
def discard(me: Player, card: int) -> None:
    """Discard a card of the hand."""
    take_from_hand(me, card)
    add(me.discard, card)


@rule
def return_openly(me: Player, card: int) -> None:
    """Put a card that all see into the hand (TW-H4)."""
    add(me.hand, card)
    add(me.known, card)


@rule
def worth(t: Tables, me: Player) -> int:
    """Return the Trade Values of the whole hand."""
    total = 0
    left = kinds_in(me.hand.copies)
    while left != NO_KINDS:
        card = lowest(left)
        left = without_lowest(left)
        total += int(me.hand.copies[card]) * int(t.cards[card].trade)
    return total


@rule
def turn_up(me: Player, t: Tables, pile: int, rng: Rng) -> int:
    """Turn up the next card of a pile and return it; NO_CARD: it is empty (TW-1.3, TW-B2)."""
    me.tops[pile] = 0
    there = kinds_in(me.rest.copies) & t.of_pile[pile]
    cards = 0
    left = there
    while left != NO_KINDS:
        cards += int(me.rest.copies[lowest(left)])
        left = without_lowest(left)
    if cards == 0:
        return NO_CARD
    drawn = below(rng, cards)
    while drawn >= int(me.rest.copies[lowest(there)]):
        drawn -= int(me.rest.copies[lowest(there)])
        there = without_lowest(there)
    card = lowest(there)
    remove(me.rest, card)
    me.tops[pile] = card + 1
    return card
