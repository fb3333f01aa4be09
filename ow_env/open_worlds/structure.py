"""What each number observed and each action is about, for networks and pictures: seats, Worlds, cards.

Below: observe.py, actions.py. Above: game.py. Nothing here decides a game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ow_env.core.structure import Axis, Structure, Tokens
from ow_env.open_worlds.actions import VERBS
from ow_env.open_worlds.observe import axis_sizes, slices

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
    """Return what is printed on each card, as numbers about 1: float32 [C, n]."""
    columns: list[NDArray[np.float32]] = []
    for name in cards.dtype.names or ():
        if name.startswith("_") or name.endswith("_id") or name in INDICES:
            continue
        values = cards[name].astype(np.float32).reshape(len(cards), -1)
        if name in NAMES_OF_NUMBERS:
            columns.append((values == np.unique(values)[None]).astype(np.float32))
        else:
            columns.append(values / max(1.0, np.abs(values).max()))
    return np.concatenate(columns, axis=1).astype(np.float32)
