"""Which records are positions (core/sound.py): every card and planet is in one place, and enough of them are left.

Below: rounds.py, colonizing.py. Above: engine.py.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.core.bits import count_ones
from ow_env.core.rng import Bits
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.rules.sets import bit, has
from ow_env.these_new_worlds.state import EMPTY, NONE, PLAYERS, RUNNING, Game, Tables, rule

FAULTS = Numbered()  # each the path of a field, with {seat}, and what would be right
FINE = FAULTS("")
PLANETS = FAULTS("deck: each planet to be in one place: here, contested, in an empire or in The Collective")
CONTESTED = FAULTS("contested: a planet, if and only if the game goes on")
TOO_FEW = FAULTS("deck: a planet for each round to come")
CARDS = FAULTS("set_aside: each card to be in one place: here, in a hand or played")
HANDS = FAULTS("hand_size: at most half of the cards")
NOT_HELD = FAULTS("players[{seat}].not_held: cards that may lie with the other or be set aside, and not in hand")
TOP = FAULTS("top: a card that was played, none where none was")
ENDED = FAULTS("step: over, if and only if the game is")


@rule
def are_apart(one: Bits, other: Bits) -> bool:
    """Have two sets nothing in common?"""
    return bool(one & other == EMPTY)


@rule
def about_planets(g: Game, t: Tables) -> int:
    """Return what is wrong with the planets, or FINE."""
    if (g.contested != NONE) != (g.ending == RUNNING):
        return CONTESTED
    here = bit(int(g.contested)) if g.contested != NONE else EMPTY
    mine, other = g.players[0].planets, g.players[1].planets
    if (g.collective | g.deck | here | mine | other) != t.all_planets:
        return PLANETS
    count = count_ones(g.collective) + count_ones(g.deck) + count_ones(mine) + count_ones(other) + count_ones(here)
    if count != count_ones(t.all_planets):
        return PLANETS
    return TOO_FEW if g.ending == RUNNING and count_ones(g.deck) + int(g.round_number) < int(g.rounds) else FINE


@rule
def about_cards(g: Game, t: Tables) -> int:
    """Return what is wrong with the cards, or FINE."""
    if 2 * int(g.hand_size) > count_ones(t.all_cards):
        return HANDS
    mine, other = g.players[0], g.players[1]
    held, played = mine.hand | other.hand, mine.played | other.played
    everywhere = t.all_cards if g.ending == RUNNING else EMPTY
    apart = are_apart(mine.hand, other.hand) and are_apart(mine.played, other.played) and are_apart(held, played)
    if (held | played | g.set_aside) != everywhere or not apart or not are_apart(held | played, g.set_aside):
        return CARDS
    if (g.top == NONE) != (played == EMPTY) or (g.top != NONE and not has(played, int(g.top))):
        return TOP
    return FINE


@rule
def sound(g: Game, t: Tables) -> int:
    """Return 0 where no rule can go wrong; else 8 times the number of a fault, and the seat."""
    if (g.step == at.OVER) != (g.ending != RUNNING):
        return 8 * ENDED
    fault = about_planets(g, t)
    if fault == FINE:
        fault = about_cards(g, t)
    if fault != FINE:
        return 8 * fault
    for player in range(PLAYERS):
        hidden = g.players[1 - player].hand | g.set_aside
        if g.players[player].not_held & ~hidden != EMPTY:
            return 8 * NOT_HELD + player
    return 0
