"""Cards in piles and how they leave and enter: the lowest part of the rules.

Below: state.py, and what all card games' piles can do (cards/piles.py). Above: units.py and every Step.
"""

from __future__ import annotations

from ow_env.cards import piles
from ow_env.core.rng import Rng
from ow_env.open_worlds.state import STAGED, Game, Player, rule

bound = piles.of(rule.library)
find, add, remove_at, remove = bound.find, bound.add, bound.remove_at, bound.remove
take_any, pour = bound.take_any, bound.pour


@rule
def draw(me: Player, count: int, rng: Rng) -> None:
    """Draw cards from the Deck to the hand, as many as are there (OW-D.1). Which ones is decided now."""
    for _ in range(min(count, int(me.deck.count))):
        add(me.hand, take_any(me.deck, rng))


@rule
def trash_openly(g: Game, owner: int, card: int) -> None:
    """Put a card that lies open on its owner's Trash Heap; everybody may remember it (OW-7.1)."""
    add(g.players[owner].open_trash, card)


@rule
def show(me: Player, card: int) -> None:
    """A hidden card is seen by all: what was known of it is no longer needed (OW-7.3)."""
    remove(me.known, card)


@rule
def return_to_hand(g: Game, owner: int, card: int) -> None:
    """Put a card from the open table into its owner's hand; everybody may remember it (OW-7.3)."""
    add(g.players[owner].hand, card)
    add(g.players[owner].known, card)


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
