"""A game's facts, and the structure of its observations and actions, for code that handles any game.

Below: nothing. Above: game.py, where a game says so; networks, pictures, benchmarks and commands, which ask it and name
no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
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
class Feature:
    """One named slice of the observation."""

    name: str  # "hand"
    start: int  # observation[start:stop]
    stop: int
    meaning: str  # one sentence: what the numbers say, and what indexes them
    high: int  # the largest value that can occur; the smallest is 0


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


def highest(features: Sequence[Feature]) -> NDArray[np.uint8]:
    """Return the largest value of each number that is observed: uint8 [F]."""
    return np.concatenate([np.full(each.stop - each.start, each.high, np.uint8) for each in features])


class Features:
    """The slices of an observation whose length no option changes, a line each, in their order.

    ``HAND = FEATURES("hand", "C", 1, "cards I hold")`` returns where the slice begins.

    Args:
        axes: for each letter what its indices count, and how many there are: ``C=("card", 52)``.
    """

    def __init__(self, **axes: tuple[str, int]) -> None:
        self.axes = {letter: Axis(*axis) for letter, axis in axes.items()}
        self.slices: list[Feature] = []
        self.axes_of: dict[str, tuple[str, ...]] = {}  # of each slice, by name

    def __call__(self, name: str, axes: str, high: int, meaning: str) -> int:
        """Declare the next slice; return where it begins.

        Args:
            name: one word.
            axes: letters, outermost first; "": one number.
            high: the largest value that can occur, at most 255; the smallest is 0.
            meaning: what the numbers say.
        """
        start = self.slices[-1].stop if self.slices else 0
        sizes = [self.axes[axis].size for axis in axes]
        shape = ", ".join(f"{self.axes[axis].size} {self.axes[axis].name}s" for axis in axes)
        self.slices.append(Feature(name, start, start + prod(sizes), f"[{shape}] {meaning}" if axes else meaning, high))
        self.axes_of[name] = tuple(self.axes[axis].name for axis in axes)
        return start


class ActionTable:
    """All that can be said, a line a kind: ``PLAY = ACTIONS("play", cards=range(1, 53))`` returns the first id.

    Id 0 is ``pass``, in every game: all there is for a seat that is not asked.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.tokens = Tokens()
        self("pass")

    def __call__(self, verb: str, *, cards: Sequence[object] = (), places: Sequence[object] = ()) -> int:
        """Add a kind of action: one, or one for each card or place that it may be about. Return the first id.

        Args:
            verb: what it is called, before the label.
            cards: the labels of the cards, in the order of `Game.card_numbers`.
            places: the labels of the places.
        """
        first = len(self.names)
        for card, label in enumerate(cards):
            self.names.append(f"{verb} {label}")
            self.tokens.add(verb, card=card)
        for place, label in enumerate(places):
            self.names.append(f"{verb} {label}")
            self.tokens.add(verb, place=place)
        if not cards and not places:
            self.names.append(verb)
            self.tokens.add(verb)
        return first


def declared(features: Features, actions: ActionTable, cards: int) -> Structure:
    """Return the structure that follows from how slices and actions are declared.

    Args:
        features: the slices.
        actions: all of them.
        cards: how many rows `Game.card_numbers` has: an axis called "card" that is as long counts them.
    """
    axes = tuple(
        Axis(axis.name, axis.size, np.arange(cards) if (axis.name, axis.size) == ("card", cards) else None)
        for axis in features.axes.values()
    )
    place = "place" if any(axis.name == "place" for axis in axes) else ""
    return actions.tokens.structure(axes, features.axes_of, place)


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
