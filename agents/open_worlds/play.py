"""The scripted players of Open Worlds as agents: many rows in, one action for each out, in one compiled loop.

Below: builder.py, raider.py, expert.py. Above: agents.registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.open_worlds.builder import choose_builder
from agents.open_worlds.expert import choose_expert
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

VERSIONS = {"builder": 1, "raider": 1, "expert": 2}  # 2: looks at nothing that another choice left behind
TEMPERS: dict[str, dict[str, float]] = {
    "builder": {},
    "raider": {
        "fleet": 0.125,
        "horizon": 3.0,
        "force": 1.0,
        "place": 0.5,
        "care": 0.5,
        "patience": 0.6,
        "presence": 0.4,
        "booty": 1.0,
        "disaster": 1.0,
        "stir": 0.1,
        "escape": 1.0,
    },
    "expert": {
        "fleet": 0.15,
        "horizon": 3.0,
        "force": 1.0,
        "place": 1.0,
        "care": 0.75,
        "patience": 0.6,
        "presence": 0.4,
        "build": 1.0,
        "booty": 0.8,
        "disaster": 1.5,
        "stir": 0.1,
        "escape": 1.0,
        "guard": 0.15,
        "yard": 0.7,
        "keep": 1.3,
        "crowd": 0.1,
        "adjust": 1.3,
        "early": 0.5,
        "pace": 0.05,
        "retreat": 0.7,
        "doubt": 0.5,
        "opening": 0.3,
        "settle": 0.8,
        "bluff": 0.7,
    },
}


@rule
def builders(
    tables: Constants, scratch: Scratch, rows: Rows, masks: Masks, rng: Rng, choices: Choices
) -> None:
    """Let the builder choose for every row."""
    for i in range(rows.shape[0]):
        choices[i] = choose_builder(tables[0], scratch[0], rows[i], masks[i], rng)


@rule
def raiders(
    tables: Constants, scratch: Scratch, rows: Rows, masks: Masks, rng: Rng, choices: Choices
) -> None:
    """Let the raider choose for every row."""
    for i in range(rows.shape[0]):
        choices[i] = choose_raider(tables[0], scratch[0], rows[i], masks[i], rng)


@rule
def experts(
    tables: Constants, scratch: Scratch, rows: Rows, masks: Masks, rng: Rng, choices: Choices
) -> None:
    """Let the expert choose for every row."""
    for i in range(rows.shape[0]):
        choices[i] = choose_expert(tables[0], scratch[0], rows[i], masks[i], rng)


def sight_for(tables: NDArray[Any], name: str, **temper: float) -> NDArray[Any]:
    """Return the scratch memory [1] that the compiled rules of one player work in.

    Args:
        tables: [1] those of an Open Worlds.
        name: "builder", "raider" or "expert".
        temper: fields of `sight.TEMPER` that shall differ from its own.
    """
    sight = np.zeros(1, SIGHT)
    prepare(tables[0], sight[0])
    for field, value in {**TEMPERS[name], **temper}.items():
        sight[0]["temper"][field] = value
    return sight


class Scripted:
    """One of the scripted players of Open Worlds.

    Args:
        name: as in the registry.
        choose: its loop over rows.
        game: an Open Worlds, with any decks and number of players. Only its tables are kept.
        seed: the same seed and the same observations give the same choices.
        temper: fields of `sight.TEMPER` that shall differ from this player's own.
    """

    def __init__(
        self, name: str, choose: Callable[..., None], game: Game, seed: int, **temper: float
    ) -> None:
        self.name = name
        self.version = VERSIONS[name]
        self.parameters: Mapping[str, Any] = {"seed": seed, **temper}
        self._choose = choose
        self._tables = game.tables
        self._tier, self._temper = name, temper  # the name may be another later: "scripted"
        self._drawn = 0  # random numbers used: with the seed, all there is to know of its dice

    @cached_property
    def _scratch(self) -> NDArray[Any]:
        """What the compiled rules work in, made when first asked to choose: who only lists agents compiles nothing."""
        return sight_for(self._tables, self._tier, **self._temper)

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        choices = np.zeros(len(observation), np.int32)
        rng = np.zeros(1, RNG)
        start(rng[0], np.uint64(self.parameters["seed"]), np.uint64(0))
        rng["count"] = self._drawn
        self._choose(
            self._tables, self._scratch, observation.features, observation.mask, rng[0], choices
        )
        self._drawn = int(rng["count"][0])
        return choices


def builder(game: Game, seed: int) -> Scripted:
    """Return a builder: it builds whatever earns most and fights nobody."""
    return Scripted("builder", builders, game, seed)


def raider(game: Game, seed: int) -> Scripted:
    """Return a raider: it builds a fleet and lives off what the others built."""
    return Scripted("raider", raiders, game, seed)


def expert(game: Game, seed: int, **temper: float) -> Scripted:
    """Return an expert: it weighs building and fighting in points of Income."""
    return Scripted("expert", experts, game, seed, **temper)
