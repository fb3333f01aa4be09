"""What kind of game a game is, and how what it observes and does is built: for whoever plays many games alike.

Below: nothing. Above: game.py, where a game says so; networks, pictures, benchmarks and commands, which ask it and name
no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Facts:
    """What kind of game this is."""

    title: str  # as people call it: "Open Worlds"
    players: tuple[int, int]  # the fewest and the most that may play
    choices: Literal["simultaneous", "turns", "mixed"]  # who may act at once: all, only one, or now so, now so
    decks: Literal["constructed", "built", "fixed"]  # brought along, bought in play, or the same for everybody
    payoff: Literal["win", "score"]  # +1, 0, -1; or a score, scaled to -1 .. 1
    side: str = ""  # the option that says what each seat plays with, "decks" or "factions"; "": nothing can differ
    most_actions: int | None = None  # allowed at once, in any position; None: no smaller bound than all of them
    most_numbers: int | None = None  # of an observation other than 0, in any position; None: likewise

    @property
    def solo(self) -> bool:
        """Can it be played alone?"""
        return self.players[0] == 1


@dataclass(frozen=True)
class Axis:
    """One axis of slices of an observation: what its indices count."""

    name: str  # "seat", "place", "card", ...
    size: int
    cards: NDArray[np.int64] | None = None  # [size] the card each index is about, as a row of `Game.card_numbers`


@dataclass(frozen=True)
class Structure:
    """What the numbers observed and the actions are about: the tokens of which networks and pictures are made.

    ``place`` names the axis of like places that one encoder can be shared by (the Worlds of Open Worlds), or is "".
    An action with a place is the same verb and card at each of them.
    """

    axes: Mapping[str, Axis]
    features: Mapping[str, tuple[str, ...]]  # the axes of every slice, outermost first; (): one number
    kind: NDArray[np.int64]  # [A] of each action, into `kinds`; those of one kind differ in card and place only
    kinds: tuple[str, ...]  # "stage", "target 1 0"; the first word is the verb
    card: NDArray[np.int64]  # [A] a row of `Game.card_numbers`; -1: none
    places: NDArray[np.int64]  # [A] an index of the axis `place`; -1: none
    seat: NDArray[np.int64]  # [A] seats onward from the actor of whom it is about; 0: the actor, or nobody
    place: str = ""
    focus: str = ""  # the slice that tells, by place alone, which is dealt with now; "": none does

    def shape(self, name: str) -> tuple[int, ...]:
        """Return how long each axis of a slice is."""
        return tuple(self.axes[axis].size for axis in self.features[name])


@dataclass(frozen=True)
class Tokens:
    """A structure while it is written: an action is added at a time."""

    kinds: dict[str, int] = field(default_factory=dict)
    rows: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, kind: str, card: int = -1, place: int = -1, seat: int = 0) -> None:
        """Add the next action id."""
        self.rows.append((self.kinds.setdefault(kind, len(self.kinds)), card, place, seat))

    def structure(
        self, axes: tuple[Axis, ...], features: Mapping[str, tuple[str, ...]], place: str = "", focus: str = ""
    ) -> Structure:
        """Return it with these axes; `place` and `focus` as `Structure` has them."""
        kind, card, places, seat = np.array(self.rows, np.int64).reshape(-1, 4).T
        return Structure(
            {axis.name: axis for axis in axes}, features, kind, tuple(self.kinds), card, places, seat, place, focus
        )


def plain(features: Mapping[str, int], actions: tuple[str, ...]) -> Structure:
    """Return the structure of a game that tells none: each slice is a row of numbers, each action is its own kind.

    Args:
        features: how long each slice is.
        actions: the name of every action.
    """
    tokens = Tokens()
    for name in actions:
        tokens.add(name)
    axes = tuple(Axis(name, size) for name, size in features.items())
    return tokens.structure(axes, {name: (name,) for name in features})
