"""What each number observed and each action is about, for networks and pictures: seats, cards, planets, colours.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
At the end: how many actions are allowed and how many numbers told at once, for arrays that hold only those.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.these_new_worlds.actions import DO_PASS, DO_PLAY, NOTHING, TO_PAY, VERBS
from ow_env.these_new_worlds.cards import COLOURS, NAMES, Award, Card, Colour, Extra
from ow_env.these_new_worlds.observe import axis_sizes, slices
from ow_env.these_new_worlds.state import PLAYERS

AXES = {"S": "seat", "K": "card", "N": "planet", "C": "colour", "T": "step"}  # the letters of observe.slices


def structure_of(cards: int, planets: int, actions: NDArray[np.void]) -> Structure:
    """Return the structure of a game with so many cards and planets and these actions [A]."""
    sizes = axis_sizes(cards, planets)
    axes = tuple(
        Axis(name, sizes[letter], np.arange(cards) if letter == "K" else None) for letter, name in AXES.items()
    )
    tokens = Tokens()
    for card, verb, colour, other in actions.tolist():
        if verb == DO_PASS:
            tokens.add(VERBS[verb])
        elif verb == DO_PLAY:
            tokens.add(f"{VERBS[verb]} {'nothing' if colour == NOTHING else NAMES[colour]}", card)
        else:
            tokens.add(f"{VERBS[verb]} {NAMES[colour]} {NAMES[other]}")
    return tokens.structure(axes, {each.name: tuple(AXES[letter] for letter in each.axes) for each in slices.declared})


def numbers_on(cards: tuple[Card, ...]) -> NDArray[np.float32]:
    """Return what is printed on each card, as numbers about 1: float32 [K, n].

    The value; colour, awards and extras, a number for each of their words.
    """
    rows = [
        [card.value / 12]
        + [float(card.colour is colour) for colour in Colour]
        + [sum(gain.number / 4 for gain in card.awards if gain.award is award) for award in Award]
        + [float(extra in card.extras) for extra in Extra]
        for card in cards
    ]
    return np.array(rows, np.float32)


# ── How many at once ─────────────────────────────────────────────────────────────────────────

OF_CARDS = ("hand", "unseen", "played")  # a card is in one of these
OF_PLANETS = ("empire", "collective", "contested", "deck")  # a planet is in one of these
CHOICES = ("top", "step", "asked", "dealer")  # slices that name one of several, or none
COLOURS_OF_A_DOME = 2  # that each player pays


def most_actions(cards: tuple[Card, ...], hand: int) -> int:
    """Return a number of actions that nobody is ever allowed more of at once.

    The cards of a hand are played in one way each, a wild in one for each colour; or the dome is paid in one of six.
    """
    wilds = min(hand, sum(card.is_wild for card in cards))
    return max(hand - wilds + COLOURS * wilds, len(TO_PAY)) + 1


def most_numbers(cards: tuple[Card, ...], planets: int, hand: int) -> int:
    """Return a number that the numbers of an observation other than 0 are never more than.

    A card is in one of the slices in `OF_CARDS`, a planet in one of those in `OF_PLANETS`; of slices in `CHOICES` one
    number is told. A pass proves nothing of a wild: of the other cards, those in a hand are known not to be held by one
    player at most, those set aside by both. A dome is paid with two colours. Of all other slices each may be told.
    """
    size = axis_sizes(len(cards), planets)
    coloured = sum(not card.is_wild for card in cards)
    aside = len(cards) - PLAYERS * hand
    told = {
        **dict.fromkeys(CHOICES, 1),
        "not_held": coloured + min(coloured, aside),
        "paid": PLAYERS * COLOURS_OF_A_DOME,
    }
    rest = sum(
        told.get(each.name, prod(size[axis] for axis in each.axes))
        for each in slices.declared
        if each.name not in OF_CARDS + OF_PLANETS
    )
    return len(cards) + planets + rest
