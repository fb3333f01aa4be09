"""What each number observed and each action is about, for networks and pictures: seats, cards, places of a lane.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
At the end: how many actions are allowed and how many numbers told at once, for arrays that hold only those.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.tradeworlds import verbs as do
from ow_env.tradeworlds.cards import PILES, PLACES, Card, Catalogue, Effect, Pile, Side, Window
from ow_env.tradeworlds.observe import axis_sizes, slices_told
from ow_env.tradeworlds.verbs import VERBS

AXES = {  # the letters of observe.slices
    "S": "seat",
    "K": "card",
    "L": "place",
    "F": "faction",
    "T": "token",
    "P": "point",
    "R": "role",
    "D": "side",
    "W": "scenario",
}


def structure_of(cards: int, players: int, tokens_removed: bool, actions: NDArray[np.void]) -> Structure:
    """Return the structure of a game with so many kinds of cards and players and these actions [A]."""
    sizes = axis_sizes(cards, players)
    axes = tuple(
        Axis(name, sizes[letter], np.arange(cards) if letter == "K" else None) for letter, name in AXES.items()
    )
    tokens = Tokens()
    for verb, a, b, c in actions.tolist():
        add_action(tokens, verb, a, b, c, players)
    named = {each.name: tuple(AXES[letter] for letter in each.axes) for each in slices_told(tokens_removed)}
    return tokens.structure(axes, named, "place")


def add_action(tokens: Tokens, verb: int, a: int, b: int, c: int, players: int) -> None:
    """Add what one action is about."""
    word = VERBS[verb]
    if verb in (do.ROLE, do.USE, do.ENGAGE):
        tokens.add(f"{word} {a}")
    elif verb == do.TARGET:
        tokens.add(f"{word} {a}", seat=a % players)
    elif verb == do.DECOMMISSION:
        tokens.add(word, place=a)
    elif verb == do.CONFIGURE:
        tokens.add(f"{word} {b} {c}", card=a)
    elif verb == do.REFIT:
        tokens.add(word, card=b, place=a)
    elif verb in (do.SEND, do.DESTROY):
        tokens.add(f"{word} {a}", place=b, seat=a % players)
    elif verb == do.REINFORCE:
        tokens.add(f"{word} {b}", place=a)
    elif verb == do.ELIMINATE:
        tokens.add(f"{word} {a} {b}", seat=a % players)
    else:
        tokens.add(word, card=a)


def numbers_on(cards: tuple[Card, ...]) -> NDArray[np.float32]:
    """Return what is printed on each card, as numbers about 1: float32 [K, n].

    Trade Value, figure, copies; its pile, and of Tactics effect, side and windows.
    """
    rows = [
        [card.trade / 5, card.number / 5, card.copies / 3]
        + [float(card.pile is pile) for pile in Pile]
        + [float(card.effect is effect) for effect in list(Effect)[1:]]
        + [float(card.pile is Pile.TACTIC and card.side is side) for side in Side]
        + [float(window in card.windows) for window in Window]
        for card in cards
    ]
    return np.array(rows, np.float32)


# ── How many at once ─────────────────────────────────────────────────────────────────────────

LYING = ("hand", "unseen", "discard", "removed", "piles", "tops", "lane")  # a card is in one of these
CHOICES = ("played", "buying", "refitting", "point", "back", "role", "scenario")  # slices that name one of several
ONE_EACH = ("faction", "token")  # slices in which each row has one number


def most_actions(actions: NDArray[np.void], catalogue: Catalogue) -> int:
    """Return a number of actions that nobody is ever allowed more of at once: all of one point."""
    verbs: list[int] = actions["verb"].tolist()
    of_cards = len(catalogue.cards) + 1
    return max(verbs.count(do.CONFIGURE) + verbs.count(do.REINFORCE) + 1, verbs.count(do.REFIT) + 1, of_cards)


def most_numbers(catalogue: Catalogue, players: int, tokens_removed: bool) -> int:
    """Return a number that the numbers of an observation other than 0 are never more than.

    Every card lies in one place, so the slices in `LYING` together tell no more numbers than there are cards; of those
    in `CHOICES` one is told, of those in `ONE_EACH` one in each row. Of all others every number may be told; of the
    cards known in a hand no more than there are kinds in it.
    """
    size = axis_sizes(len(catalogue.cards), players)
    cards = players * sum(card.copies for card in catalogue.cards)
    kinds = players * len(catalogue.cards)
    told = min(cards, kinds * (len(LYING) + PLACES)) + kinds
    for each in slices_told(tokens_removed):
        if each.name in CHOICES:
            told += 1
        elif each.name in ONE_EACH:
            told += prod(size[axis] for axis in each.axes[:-1])
        elif each.name not in (*LYING, "known"):
            told += prod(size[axis] for axis in each.axes)
    return told


assert len(Pile) == PILES
