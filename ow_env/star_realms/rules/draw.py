"""Drawing (SR-9.3, SR-9.4), and what the opponent knows of a hand (SR-13.5)."""

from __future__ import annotations

from ow_env.cards.tallies import NO_CARD
from ow_env.core.rng import Rng
from ow_env.star_realms.state import KINDS, Player, piles, rule

add, remove, draw_or_reshuffle = piles.add, piles.remove, piles.draw_or_reshuffle


@rule
def all_is_known(me: Player) -> None:
    """Note that the whole hand is known: nothing else of what the player owns lies hidden."""
    for kind in range(KINDS):
        me.known.copies[kind] = me.hand.copies[kind]
    me.known.count = me.hand.count


@rule
def draw_card(me: Player, rng: Rng) -> int:
    """Draw a card and return its kind; NO_CARD where deck and discard pile are empty (SR-9.4)."""
    put_there_openly = me.deck.known > 0
    card = draw_or_reshuffle(me.deck, me.discard, rng)
    if card == NO_CARD:
        return card
    add(me.hand, card)
    if put_there_openly:
        add(me.known, card)
    if me.deck.rest.count == 0:
        all_is_known(me)
    return card


@rule
def draw(me: Player, cards: int, rng: Rng) -> None:
    """Draw so many cards, as far as there are any."""
    for _ in range(cards):
        draw_card(me, rng)


@rule
def can_draw(me: Player) -> bool:
    """Is there a card to draw?"""
    return bool(me.deck.known > 0 or me.deck.rest.count > 0 or me.discard.count > 0)


@rule
def take_from_hand(me: Player, card: int) -> None:
    """Take a card out of the hand; a known one of its kind first (SR-13.5)."""
    remove(me.hand, card)
    remove(me.known, card)
