"""Decode an observation: the round as the player to move knows it, and what cards would bring.

Below: scratch.py, and the named slices of the game's observe.py. Above: all scripts.
"""

from __future__ import annotations

import numpy as np

from agents.these_new_worlds.scratch import ME, OTHER, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.core.sparse import nonzero
from ow_env.these_new_worlds import observe, state as at
from ow_env.these_new_worlds.actions import NOTHING
from ow_env.these_new_worlds.cards import COLLECT, COLOURS, EMPIRE, STEAL, WILD
from ow_env.these_new_worlds.rules.sets import bit
from ow_env.these_new_worlds.state import EMPTY, NONE, PLAYERS


@rule
def set_told(t: Tables, row: Observation, name: int, seat: int, size: int) -> Bits:
    """Return what a slice tells of a seat as a set; the seat is 0 where it tells of none."""
    first = int(t.at[name]) + seat * size
    found = EMPTY
    for number in range(size):
        if row[first + number] != 0:
            found |= bit(number)
    return found


@rule
def one_told(t: Tables, row: Observation, name: int, size: int) -> int:
    """Return which one a slice tells, NONE if none."""
    first = int(t.at[name])
    for number in range(size):
        if row[first + number] != 0:
            return number
    return NONE


@rule
def decode(t: Tables, s: Scratch, row: Observation, mask: Mask) -> None:
    """Read the whole observation, and list the allowed actions in the order of their ids."""
    cards, planets = int(t.card_count), int(t.planet_count)
    s.num_legal = nonzero(mask.view(np.uint8), s.legal)
    s.step = at.DOME_STEP if row[t.at[observe.STEP] + at.DOME_STEP] != 0 else 0
    s.has_played, s.passed = int(row[t.at[observe.HAS_PLAYED]]), int(row[t.at[observe.PASSED]])
    s.rounds_left = int(row[t.at[observe.LEFT]])
    s.rounds = int(row[t.at[observe.ROUND]]) + s.rounds_left
    s.top = one_told(t, row, observe.TOP, cards)
    contested = one_told(t, row, observe.CONTESTED, planets)
    s.contested = 0 if contested == NONE else int(t.colour_of[contested])
    s.hand = set_told(t, row, observe.HAND, 0, cards)
    s.unseen = set_told(t, row, observe.UNSEEN, 0, cards) & ~set_told(t, row, observe.NOT_HELD, OTHER, cards)
    s.collective = set_told(t, row, observe.COLLECTIVE, 0, planets)
    for seat in range(PLAYERS):
        s.empire[seat] = set_told(t, row, observe.EMPIRE, seat, planets)
        s.owned[seat] = count_ones(s.empire[seat])
        s.held[seat] = int(row[t.at[observe.HELD] + seat])
        s.dome[seat] = int(row[t.at[observe.DOME] + seat])
        for colour in range(COLOURS):
            s.tokens[seat, colour] = int(row[t.at[observe.TOKENS] + seat * COLOURS + colour])
    for colour in range(COLOURS):
        s.costs[colour] = int(row[t.at[observe.COST] + colour])
    s.p_held = s.held[OTHER] / max(1, count_ones(s.unseen))
    s.idle = 0
    s.ended = 0


@rule
def gain(t: Tables, s: Scratch, seat: int, card: int, colour: int) -> int:
    """Return how many tokens a card would bring its player in this colour."""
    found = 0
    for place in range(t.cards[card].count):
        word, number = int(t.cards[card].award[place]), int(t.cards[card].number[place])
        if word == COLLECT:
            found += number
        elif word == STEAL:
            found += 0 if colour == NOTHING else min(number, int(s.tokens[1 - seat, colour]))
        elif word == EMPIRE:
            found += count_ones(s.empire[seat] & t.planets_of[colour]) + 1
        else:
            found += count_ones(s.collective & t.planets_of[colour])
    return found


@rule
def best_colour(t: Tables, s: Scratch, seat: int, wild: int) -> int:
    """Return the colour for which a wild would bring its player most."""
    best = 0
    for colour in range(1, COLOURS):
        if gain(t, s, seat, wild, colour) > gain(t, s, seat, wild, best):
            best = colour
    return best


@rule
def steals(t: Tables, card: int) -> bool:
    """Does a card take tokens from the other player?"""
    return bool(t.cards[card].award[0] == STEAL)


@rule
def is_wild(t: Tables, card: int) -> bool:
    """Has a card no colour?"""
    return bool(t.cards[card].colour == WILD)


@rule
def free_cards(t: Tables, s: Scratch, seat: int) -> Bits:
    """Return the cards that what a seat owns lets it play, whatever lies on top."""
    found = EMPTY
    for colour in range(COLOURS):
        if s.empire[seat] & t.planets_of[colour] != EMPTY:
            found |= t.if_owned[colour]
    return found


@rule
def open_cards(t: Tables, s: Scratch, seat: int) -> Bits:
    """Return the coloured cards that a seat might play now, whoever holds them."""
    following: Bits = t.follows[s.top + 1]
    return following | free_cards(t, s, seat)


@rule
def value_on_top(t: Tables, s: Scratch) -> int:
    """Return the Position Value that is to be beaten."""
    return 0 if s.top == NONE else int(t.cards[s.top].value)


@rule
def thief_about(t: Tables, s: Scratch) -> bool:
    """May the other player hold a card that steals?"""
    left = s.unseen & ~t.coloured
    while left != EMPTY:
        if steals(t, lowest(left)):
            return True
        left = without_lowest(left)
    return False


@rule
def take_card(t: Tables, s: Scratch, card: int, colour: int) -> None:
    """Play a card of mine, in scratch alone."""
    amount = gain(t, s, ME, card, colour)
    if colour != NOTHING:
        s.tokens[ME, colour] += amount
        if steals(t, card):
            s.tokens[OTHER, colour] -= amount
    s.hand &= ~bit(card)
    s.held[ME] -= 1
    s.top = card
