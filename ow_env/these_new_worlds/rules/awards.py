"""What a card gives (TNW-4): tokens of its colour, or of the colour that a wild's player names."""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.these_new_worlds.actions import NOTHING
from ow_env.these_new_worlds.cards import COLLECT, EMPIRE, STEAL
from ow_env.these_new_worlds.state import Game, Player, Tables, rule


@rule
def holds_tokens(him: Player) -> bool:
    """Does this player hold any token?"""
    return bool(him.tokens[0] > 0 or him.tokens[1] > 0 or him.tokens[2] > 0 or him.tokens[3] > 0)


@rule
def collect(g: Game, player: int, colour: int, number: int) -> None:
    """Take tokens from the stash."""
    g.players[player].tokens[colour] += number


@rule
def steal(g: Game, player: int, colour: int, most: int) -> None:
    """Take tokens of a colour from the other player, as far as there are any (TNW-4.6)."""
    number = min(int(g.players[1 - player].tokens[colour]), most)
    g.players[1 - player].tokens[colour] -= number
    g.players[player].tokens[colour] += number


@rule
def award(g: Game, t: Tables, player: int, card: int, colour: int) -> None:
    """Carry out a card's awards in their order (TNW-4.1)."""
    for place in range(t.cards[card].count):
        word, number = int(t.cards[card].award[place]), int(t.cards[card].number[place])
        if word == COLLECT:
            collect(g, player, colour, number)
        elif word == EMPIRE:
            collect(g, player, colour, count_ones(g.players[player].planets & t.planets_of[colour]) + 1)
        elif word != STEAL:
            collect(g, player, colour, count_ones(g.collective & t.planets_of[colour]))
        elif colour != NOTHING:
            steal(g, player, colour, number)
