"""Scrapping (SR-6): out of the game, but for Explorers, which go back to their pile (SR-0.5)."""

from __future__ import annotations

from ow_env.core.rng import Rng
from ow_env.star_realms.rules.abilities import leave_play
from ow_env.star_realms.rules.draw import take_from_hand
from ow_env.star_realms.rules.row import deal_to_row
from ow_env.star_realms.state import Game, Tables, piles, rule

add, remove = piles.add, piles.remove


@rule
def put_to_scrap(g: Game, t: Tables, card: int) -> None:
    """Put a card to the scrap heap, an Explorer to its pile."""
    if card == t.explorer:
        g.explorers += 1
    else:
        add(g.scrap_heap, card)


@rule
def scrap_from_play(g: Game, t: Tables, card: int) -> None:
    """Scrap one's own card in play, for its ability (SR-6.1)."""
    leave_play(g, card)
    put_to_scrap(g, t, card)


@rule
def scrap_from_hand(g: Game, t: Tables, card: int) -> None:
    """Scrap a card of the hand."""
    take_from_hand(g.players[g.active], card)
    put_to_scrap(g, t, card)


@rule
def scrap_from_discard(g: Game, t: Tables, card: int) -> None:
    """Scrap a card of the discard pile."""
    remove(g.players[g.active].discard, card)
    put_to_scrap(g, t, card)


@rule
def scrap_from_row(g: Game, t: Tables, card: int, rng: Rng) -> None:
    """Scrap a card of the Trade Row; it is replaced at once (SR-6.4)."""
    remove(g.row, card)
    put_to_scrap(g, t, card)
    deal_to_row(g, rng)
