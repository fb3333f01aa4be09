"""What each number observed and each action is about, for networks and pictures: seats, Worlds, cards.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
At the end: how many actions are allowed and how many numbers told at once, for arrays that hold only those.
"""

from __future__ import annotations

from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.open_worlds.cards import MOST_H2O, load_catalogue
from ow_env.open_worlds.observe import axis_sizes, slices
from ow_env.open_worlds.state import DECK_SIZE
from ow_env.open_worlds.verbs import VERBS

AXES = {  # the letters of observe.slices
    "P": "seat",
    "O": "opponent",
    "W": "world",
    "C": "card",
    "U": "unit",
    "F": "facility",
    "S": "ship",
    "T": "point",
    "H": "phase",
    "Q": "question",
    "N": "option",
}
NAMES_OF_NUMBERS = ("type", "kind", "income_rule", "req", "swap", "window", "action")  # no amounts: each its own column
INDICES = ("unit", "facility", "ship")  # not printed, as are all fields that end in _id


def structure_of(cards: NDArray[np.void], actions: NDArray[np.void], players: int, worlds: int) -> Structure:
    """Return the structure of a game with these cards [C] and actions [A], for so many players and Worlds."""
    about = {"C": np.arange(len(cards))}
    about |= {letter: np.flatnonzero(cards[name] >= 0) for letter, name in zip("UFS", INDICES, strict=True)}
    sizes = axis_sizes(cards, players, worlds)
    axes = tuple(Axis(name, sizes[letter], about.get(letter)) for letter, name in AXES.items())
    features = {each.name: tuple(AXES[letter] for letter in each.axes) for each in slices.declared}
    tokens = Tokens()
    for card, verb, world, controller, owner in actions.tolist():
        at_world = world if VERBS[verb] != "option" else -1  # an option's number stands where a World would
        kind = f"{VERBS[verb]} {world if at_world != world else -1} {controller} {owner}"
        tokens.add(kind, card, at_world, controller)
    return tokens.structure(axes, features, place="world", focus="resolving")


def numbers_on(cards: NDArray[np.void]) -> NDArray[np.float32]:
    """Return what is printed on each card, as numbers about 1: float32 [C, n].

    What is about 1 is told by the standard catalogue: a figure gives the same number in any card file.
    """
    columns: list[NDArray[np.float32]] = []
    standard = standard_cards()
    for name in cards.dtype.names or ():
        if name.startswith("_") or name.endswith("_id") or name in INDICES:
            continue
        values, known = (some[name].astype(np.float32).reshape(len(some), -1) for some in (cards, standard))
        if name in NAMES_OF_NUMBERS:
            columns.append((values == np.unique(known)[None]).astype(np.float32))
        else:
            columns.append(values / max(1.0, np.abs(known).max()))
    return np.concatenate(columns, axis=1).astype(np.float32)


@cache
def standard_cards() -> NDArray[np.void]:
    """Return the cards [C] of the standard catalogue."""
    return load_catalogue().rows()


# ── How many at once ─────────────────────────────────────────────────────────────────────────

CHOICES = (  # slices that name one of several, or none
    "point", "phase", "question", "resolving", "unit_asked",
    "play_card", "play_player", "play_base", "play_world", "play_unit", "play_option",
)  # fmt: skip
LYING = ("hand", "deck", "trash", "staged", "revealed", "wreck", "seen", "units", "conquered")  # a card is in one
ORDERS = ("reserved", "aimed", "defending", "damage", "overcome")  # of units at the World being resolved
OF_FACILITIES = ("defended", "falling")  # likewise, of Facilities alone


def most_actions(cards: NDArray[np.void], players: int, worlds: int) -> int:
    """Return a number of actions that nobody is ever allowed more of at once.

    No more than `DECK_SIZE` cards are in a hand, a card can be staged to each World, a kind of Ship moved to each
    other one. Of the units at one World `most_units` may be targeted; whoever controls a Facility, one decision names
    it once. Passing comes to these, and to targets reserving. All other questions have fewer answers than there are
    cards in hand or Worlds.

    Args:
        cards: [C] CARD rows, with the indices `unit`, `facility` and `ship`.
        players: 2 to 4.
        worlds: 1 to 9.
    """
    size = axis_sizes(cards, players, worlds)
    staging = min(size["C"], DECK_SIZE) * worlds
    moving = size["S"] * (worlds - 1)
    targeting = most_units(size, players - 1) + 1
    return max(staging, moving, targeting) + 1


def most_units(size: dict[str, int], players: int) -> int:
    """Return how many units at one World players have that can be told apart, `size` being that of each axis.

    Facilities there are never more than its printed H2O (OW-0.4), and of all other units a card names one a player:
    nobody controls another player's.
    """
    return players * (size["U"] - size["F"]) + MOST_H2O


def most_numbers(cards: NDArray[np.void], players: int, worlds: int, open_decklists: bool) -> int:
    """Return a number that the numbers of an observation other than 0 are never more than.

    Every card lies in one place, so of all slices in `LYING` together no more are told than there are cards. To these
    comes what `most_by_slice` says of the others.

    Args:
        cards: [C] CARD rows, with the indices `unit`, `facility` and `ship`.
        players: 2 to 4.
        worlds: 1 to 9.
        open_decklists: do players know each other's decks?
    """
    return players * DECK_SIZE + sum(most_by_slice(cards, players, worlds, open_decklists).values())


def most_by_slice(cards: NDArray[np.void], players: int, worlds: int, open_decklists: bool) -> dict[str, int]:
    """Return how many numbers of each slice can be other than 0 at once, but of those in `LYING`.

    Slices in `CHOICES` name one. Each World has at most `MOST_H2O` Facilities, a card has one owner, and orders are
    told of the units at one World only. An opponent's hidden cards are told once more where decklists are open. Of
    all other slices every number may be told.
    """
    size = axis_sizes(cards, players, worlds)
    owned = players * DECK_SIZE
    limits = dict.fromkeys(CHOICES, 1)
    limits |= dict.fromkeys(ORDERS, min(owned, most_units(size, players)))
    limits |= dict.fromkeys(OF_FACILITIES, MOST_H2O)
    limits |= {"idle": min(owned, worlds * MOST_H2O), "moved": owned}
    limits |= {"decklist": owned - DECK_SIZE if open_decklists else 0}
    numbers = {each.name: prod(size[axis] for axis in each.axes) for each in slices.declared}
    return {name: min(many, limits.get(name, many)) for name, many in numbers.items() if name not in LYING}
