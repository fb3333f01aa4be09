"""The card step of a turn (TNW-3): which cards may be played, playing one, what it proves not to."""

from __future__ import annotations

from ow_env.core.rng import Bits
from ow_env.these_new_worlds.cards import COLOURS, STEAL
from ow_env.these_new_worlds.rules.awards import award, holds_tokens
from ow_env.these_new_worlds.rules.sets import bit
from ow_env.these_new_worlds.state import EMPTY, Game, Tables, rule


@rule
def discarded(g: Game) -> Bits:
    """Return the cards in the discard pile."""
    return g.players[0].played | g.players[1].played


@rule
def playable(g: Game, t: Tables, player: int) -> Bits:
    """Return the coloured cards that this player may play, whoever holds them (TNW-3.2, TNW-3.3)."""
    cards = t.follows[g.top + 1]
    for colour in range(COLOURS):
        if g.players[player].planets & t.planets_of[colour] != EMPTY:
            cards |= t.if_owned[colour]
    return cards


@rule
def can_name(g: Game, t: Tables, player: int, wild: int, colour: int) -> bool:
    """May a wild be played for this colour, or for nothing (TNW-4.5 to TNW-4.7)?"""
    other = g.players[1 - player]
    if t.cards[wild].award[0] != STEAL:
        return bool(g.collective & t.planets_of[colour] != EMPTY)
    if colour < COLOURS:
        return bool(other.tokens[colour] > 0)
    return not holds_tokens(other)


@rule
def play(g: Game, t: Tables, player: int, card: int, colour: int) -> None:
    """Play a card: it is on top now (TNW-3.5), and gives its award (TNW-4.1)."""
    g.players[player].hand &= ~bit(card)
    g.players[player].played |= bit(card)
    g.players[0].not_held &= ~bit(card)
    g.players[1].not_held &= ~bit(card)
    g.top = card
    g.has_played = 1
    award(g, t, player, card, colour)


@rule
def play_none(g: Game, t: Tables, player: int) -> None:
    """Go without a card: the player proves to hold no coloured card that could be played (TNW-9.3)."""
    g.players[player].not_held |= playable(g, t, player) & ~discarded(g)
