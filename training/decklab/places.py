"""Which Worlds favour which deck.

Below: duels.py. Above: commands/decks.py. The Worlds of a bout follow from the seed and its number alone and
lie there in all its games, so they are drawn once more, without playing, and laid beside the results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env.core.batch import Batch
from ow_env.open_worlds.decks import DeckLike
from training.decklab.duels import Duel, Setting, duel, game_seed
from training.decklab.field import Field
from training.decklab.intervals import ALPHA, Interval, bounded, difference, slope

BOUTS = 4096
PIECE = 512  # bouts whose Worlds are drawn at a time
TRAITS = {  # what a row of Worlds has more or less of
    "a Habitable World more": "habitable",
    "a Hostile World more": "hostile",
    "one H2O more in all": "h2o",
    "one RES more in all": "res",
}


@dataclass(frozen=True)
class Favour:
    """What a World, or a trait of the row, does for the first deck."""

    name: str
    share: Interval | None  # of points in bouts with the World; None for a trait
    change: Interval  # against bouts without it; for a trait: with one more of it
    sure: bool  # the interval for all Worlds (or traits) together excludes 0


@dataclass(frozen=True)
class Favours:
    """All Worlds, the kindest to the first deck first, and the traits of rows."""

    duel: Duel
    worlds: list[Favour]
    traits: list[Favour]


def worlds(
    one: DeckLike,
    other: DeckLike,
    pilot: str = "expert",
    *,
    bouts: int = BOUTS,
    seed: int = 1,
    table: Field | None = None,
    **how: Any,
) -> Favours:
    """Play two decks and return how the first fares with each World in the row.

    Args:
        one: the deck whose share of points is told.
        other: its opponent.
        pilot: who plays both.
        bouts: how many: settled before the first is played.
        seed: of games and pilots.
        table: rules and cards.
        how: store, crew, threads, report, as for `duels.duel`.
    """
    table = table or Field()
    state = duel(one, other, pilot, bouts=bouts, seed=seed, table=table, **how)
    rows = worlds_of(table, state.setting, state.bouts)
    values = state.values
    known = table.catalogue.worlds
    introductory = state.setting.one.introductory and state.setting.other.introductory
    pool = [world for world in known if world.introductory or not introductory]
    found = []
    for world in pool:
        there = (rows == world.id).any(axis=1)
        with_it, without = values[there], values[~there]
        claim = difference(with_it, without, ALPHA, len(pool))
        found.append(Favour(world.name, bounded(with_it), difference(with_it, without), claim.excludes(0.0)))
    found.sort(key=lambda entry: -np.nan_to_num(entry.change.mean, nan=-9.0))  # what is not known last
    traits = []
    for name, word in TRAITS.items():
        figure = np.array([float(getattr(world, word)) for world in known])
        amounts = figure[rows].sum(axis=1)
        claim = slope(amounts, values, len(TRAITS))
        traits.append(Favour(name, None, slope(amounts, values), claim.excludes(0.0)))
    return Favours(state, found, traits)


def worlds_of(table: Field, setting: Setting, bouts: int) -> NDArray[np.int64]:
    """Return the cards of the Worlds in the row of each bout: [bouts, Worlds]."""
    game = table.game(setting.one, setting.other)
    drawn = []
    for first in range(0, bouts, PIECE):
        count = min(PIECE, bouts - first)
        begun = Batch(game, count, game_seed(setting), first_game=first, observe="asked")
        drawn.append(begun.states["worlds"]["card"][:, : game.num_worlds].astype(np.int64))
    return np.concatenate(drawn)
