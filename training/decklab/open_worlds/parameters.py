"""The values of cards and Worlds that may be varied, and how far.

Below: the catalogue, and `ranges.toml` beside its data. Above: sensitivity.py, random_figures.py. In order: one
parameter, all of them, a catalogue with some of them moved.

Only figures labelled *reconstructed* move. What the rulebook prints or forces stays, and so does what follows from
it for several cards together: along a *rising* row (City 10, 12, ... 30) a figure never falls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ow_env.cards.catalogue import RECONSTRUCTED, read_toml
from ow_env.open_worlds.cards import DATA, Card, Catalogue, World, load_catalogue, word_of

RANGES = DATA / "ranges.toml"
ATTRIBUTES = {"class": "ship_class", "range": "move_range", "number": "action_number"}  # of a Card
INTRODUCTORY_CLASS = 11  # the highest in an introductory deck (OW-1.5)

Values = NDArray[np.int64]  # [K] of all figures that may move


# ── One figure ───────────────────────────────────────────────────────────────────────────────


class Parameter(NamedTuple):
    """One reconstructed card value that may be moved."""

    section: str
    name: str  # of the card or World
    field: str
    place: int  # which of several Weapons; 0 otherwise
    standard: int
    low: int
    high: int

    @property
    def words(self) -> str:
        """The figure as one says it: `Titan, weapon 2`."""
        return f"{self.name}, " + (f"weapon {self.place + 1}" if self.field == "weapons" else self.field)


def parameters_of(catalogue: Catalogue | None = None, names: Sequence[str] | None = None) -> list[Parameter]:
    """Return every reconstructed card value that `ranges.toml` lets move.

    Args:
        catalogue: of cards; None: the standard one.
        names: only of these cards; Worlds always. None: of all.
    """
    catalogue = catalogue or load_catalogue()
    ranges = read_toml(RANGES)
    found = []
    for card in catalogue.cards:
        section = word_of(card.type)
        if names is not None and card.name not in names:
            continue
        for key, span in ranges.get(section, {}).items():
            if card.labels.get(key) != RECONSTRUCTED:
                continue
            figures = card.fields[key] if isinstance(card.fields[key], list) else [card.fields[key]]
            found += [
                parameter_of(section, card.name, key, place, figure, span)
                for place, figure in enumerate(figures)
                if isinstance(figure, int)
            ]
    for world in catalogue.worlds:
        if world.label == RECONSTRUCTED:
            for key, span in ranges.get("world", {}).items():
                found.append(parameter_of("world", world.name, key, 0, getattr(world, key), span))
    return [each for each in found if each.low < each.high]


def parameter_of(section: str, name: str, key: str, place: int, figure: int, span: Mapping[str, int]) -> Parameter:
    """Return one figure as a parameter."""
    low = max(span["least"], figure - span["off"])
    high = min(span["most"], figure + span["off"])
    if key == "class" and section == "orbital":  # or it would come into introductory decks, or leave them
        limit = INTRODUCTORY_CLASS
        low, high = (max(low, limit + 1), high) if figure > limit else (low, min(high, limit))
    return Parameter(section, name, key, place, figure, min(low, figure), max(high, figure))


# ── All of them ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Space:
    """The figures that may move, and what keeps them from moving just anyhow; from `space_of`."""

    every: tuple[Parameter, ...]  # [K]
    lower: tuple[tuple[int, ...], ...]  # for each figure, places of those that it may not be under,
    higher: tuple[tuple[int, ...], ...]  # and of those that it may not be over

    @property
    def standard(self) -> Values:
        """[K] the figures of the catalogue."""
        return np.array([each.standard for each in self.every], np.int64)

    @property
    def reach(self) -> NDArray[np.float64]:
        """[K] how far each may move from its standard, the farther way: the unit of shifts."""
        return np.array([max(each.high - each.standard, each.standard - each.low) for each in self.every], float)

    def span(self, values: Values, i: int) -> tuple[int, int]:
        """Return the least and most that figure ``i`` may be while the others have these values."""
        low = max([self.every[i].low, *(int(values[place]) for place in self.lower[i])])
        high = min([self.every[i].high, *(int(values[place]) for place in self.higher[i])])
        return low, high

    def figures(self, values: Values) -> dict[Parameter, int]:
        """Return those that differ from the standard."""
        return {each: int(value) for each, value in zip(self.every, values, strict=True) if value != each.standard}


def figure_of(catalogue: Catalogue, name: str, like: Parameter) -> int:
    """Return the figure of a card or World that another parameter is about."""
    entry: Card | World = catalogue.world(name) if like.section == "world" else catalogue.card(name)
    value = getattr(entry, ATTRIBUTES.get(like.field, like.field))
    return int(value[like.place] if isinstance(value, tuple) else value)


def space_of(catalogue: Catalogue, names: Sequence[str] | None = None) -> Space:
    """Return the figures that may move of these cards, and of all Worlds; see `parameters_of`."""
    every = parameters_of(catalogue, names)
    places = {(each.name, each.field, each.place): place for place, each in enumerate(every)}
    lower: list[list[int]] = [[] for _ in every]
    higher: list[list[int]] = [[] for _ in every]
    for row in read_toml(RANGES)["rising"]:
        known = [name for name in row["cards"] if name in catalogue.card_ids]
        for place, each in enumerate(every):
            if each.field != row["field"] or each.name not in known:
                continue
            own = known.index(each.name)
            for at, name in enumerate(known):
                other = places.get((name, each.field, each.place))
                if at == own:
                    continue
                if other is not None:
                    (lower if at < own else higher)[place].append(other)
                elif at < own:
                    each = each._replace(low=max(each.low, figure_of(catalogue, name, each)))
                else:
                    each = each._replace(high=min(each.high, figure_of(catalogue, name, each)))
            every[place] = each
    return Space(tuple(every), tuple(map(tuple, lower)), tuple(map(tuple, higher)))


# ── Sets of figures ──────────────────────────────────────────────────────────────────────────

Figures = Mapping[Parameter, int]  # those that differ from the standard


def applied(catalogue: Catalogue, figures: Figures) -> Catalogue:
    """Return the catalogue with these figures."""
    cards = list(catalogue.cards)
    worlds = list(catalogue.worlds)
    for each, value in figures.items():
        if each.section == "world":
            at = catalogue.world_ids[each.name]
            moved: dict[str, Any] = {each.field: value}
            worlds[at] = replace(worlds[at], **moved)
            continue
        at = catalogue.card_ids[each.name]
        attribute = ATTRIBUTES.get(each.field, each.field)
        now: Any = getattr(cards[at], attribute)
        if isinstance(now, tuple):
            now = (*now[: each.place], value, *now[each.place + 1 :])
        else:
            now = value
        cards[at] = replace(cards[at], **{attribute: now})
    return Catalogue(tuple(cards), tuple(worlds), catalogue.decks)
