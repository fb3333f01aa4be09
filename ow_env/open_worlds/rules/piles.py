"""Cards in piles and how they leave and enter: the lowest part of the rules.

Below: state.py. Above: units.py and every Step.
A pile is a sorted list, so two piles of the same cards are the same bytes whatever happened to them.
"""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.open_worlds.state import STAGED, Game, Pile, Player, rule


@rule
def find(pile: Pile, card: int) -> int:
    """Return where the card lies first in the pile, or -1."""
    for i in range(pile.count):
        if pile.cards[i] == card:
            return i
    return -1


@rule
def add(pile: Pile, card: int) -> None:
    """Put a card into the pile."""
    i = int(pile.count)
    while i > 0 and pile.cards[i - 1] > card:
        pile.cards[i] = pile.cards[i - 1]
        i -= 1
    pile.cards[i] = card
    pile.count += 1


@rule
def remove_at(pile: Pile, place: int) -> None:
    """Take the card at a place out of the pile."""
    last = int(pile.count) - 1
    for i in range(place, last):
        pile.cards[i] = pile.cards[i + 1]
    pile.cards[last] = 0
    pile.count = last


@rule
def remove(pile: Pile, card: int) -> None:
    """Take one copy of a card out of the pile, if there is one."""
    place = find(pile, card)
    if place >= 0:
        remove_at(pile, place)


@rule
def draw(me: Player, count: int, rng: Rng) -> None:
    """Draw cards from the Deck to the hand, as many as are there (OW-D.1). Which ones is decided now."""
    for _ in range(min(count, int(me.deck.count))):
        place = below(rng, int(me.deck.count))
        card = int(me.deck.cards[place])
        remove_at(me.deck, place)
        add(me.hand, card)


@rule
def trash_openly(g: Game, owner: int, card: int) -> None:
    """Put a card that lies open on its owner's Trash Heap; everybody may remember it (OW-7.1)."""
    add(g.players[owner].wreck, card)


@rule
def show(me: Player, card: int) -> None:
    """A hidden card is seen by all: what was known of it is no longer needed (OW-7.3)."""
    remove(me.seen, card)


@rule
def return_to_hand(g: Game, owner: int, card: int) -> None:
    """Put a card from the open table into its owner's hand; everybody may remember it (OW-7.3)."""
    add(g.players[owner].hand, card)
    add(g.players[owner].seen, card)


@rule
def add_staged(me: Player, world: int, card: int) -> None:
    """Lay a card into the Staging Area at a World."""
    i = int(me.staged_count[world])
    while i > 0 and me.staged[world, i - 1] > card:
        me.staged[world, i] = me.staged[world, i - 1]
        i -= 1
    me.staged[world, i] = card
    me.staged_count[world] += 1


@rule
def find_staged(me: Player, world: int, card: int) -> int:
    """Return the place of a card among those staged to a World, or -1."""
    for i in range(me.staged_count[world]):
        if me.staged[world, i] == card:
            return i
    return -1


@rule
def remove_staged(me: Player, world: int, place: int) -> None:
    """Take the card at a place out of the Staging Area at a World."""
    for i in range(place, STAGED - 1):
        me.staged[world, i] = me.staged[world, i + 1]
    me.staged[world, STAGED - 1] = 0
    me.staged_count[world] -= 1
