"""The scripted players of Open Worlds as agents: many rows in, one action for each out, in one compiled loop.

Below: builder.py, raider.py, expert.py. Above: agents.registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.open_worlds.builder import choose_builder
from agents.open_worlds.raider import choose_raider
from agents.open_worlds.reading import prepare
from agents.open_worlds.sight import (
    SIGHT,
    Choices,
    Constants,
    Masks,
    Rows,
    Scratch,
    rule,
)
from ow_env.core.game import Game
from ow_env.core.rng import RNG, Rng, start


@rule
def builders(
    tables: Constants, scratch: Scratch, rows: Rows, masks: Masks, rng: Rng, choices: Choices
) -> None:
    """Let the builder choose for every row."""
    prepare(tables[0], scratch[0])
    for i in range(rows.shape[0]):
        choices[i] = choose_builder(tables[0], scratch[0], rows[i], masks[i], rng)


@rule
def raiders(
    tables: Constants, scratch: Scratch, rows: Rows, masks: Masks, rng: Rng, choices: Choices
) -> None:
    """Let the raider choose for every row."""
    prepare(tables[0], scratch[0])
    for i in range(rows.shape[0]):
        choices[i] = choose_raider(tables[0], scratch[0], rows[i], masks[i], rng)


class Scripted:
    """One of the scripted players of Open Worlds.

    Args:
        name: as in the registry.
        choose: its loop over rows.
        game: an Open Worlds, with any decks and number of players. Its tables are copied.
        seed: the same seed and the same observations give the same choices.
    """

    version = 1

    def __init__(self, name: str, choose: Callable[..., None], game: Game, seed: int) -> None:
        self.name = name
        self.parameters: Mapping[str, Any] = {"seed": seed}
        self._choose = choose
        self._tables = game.tables
        self._scratch = np.zeros(1, SIGHT)
        self._drawn = 0  # random numbers used: with the seed, all there is to know of its dice

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        choices = np.zeros(len(observation), np.int32)
        rng = np.zeros(1, RNG)
        start(rng[0], np.uint64(self.parameters["seed"]), np.uint64(0))
        rng["count"] = self._drawn
        self._choose(
            self._tables,
            self._scratch,
            observation.features,
            observation.mask,
            rng[0],
            choices,
        )
        self._drawn = int(rng["count"][0])
        return choices


def builder(game: Game, seed: int) -> Scripted:
    """Return a builder: it builds whatever earns most and fights nobody."""
    return Scripted("builder", builders, game, seed)


def raider(game: Game, seed: int) -> Scripted:
    """Return a raider: it builds a fleet and lives off what the others built."""
    return Scripted("raider", raiders, game, seed)
