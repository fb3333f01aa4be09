"""Scripted agents: one compiled rule a script, and the loops, dispatch and Python object that all of them share.

Below: core's compiled rules. Above: each game's folder, which has the scripts, one row each in its ``SCRIPTS``; search
and deck lab, which let them play inside compiled code.

A script is a rule ``choose(t, s, row, mask, rng) -> int``: the tables of its game, a scratch record that it may write
to, one observation, one mask, random numbers; it returns an allowed action. It sees no position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents import base
from ow_env.compiled.jit import LIBRARIES, Library, Mask, Observation, Record
from ow_env.core.game import Game
from ow_env.core.rng import RNG, Rng, pick, start
from ow_env.core.sparse import WORDS, Places, RowsOfBytes, RowsOfPlaces, unpack, unpack_mask
from ow_env.core.text import nearest

Tables: TypeAlias = Record
Scratch: TypeAlias = Record  # what one script works in
Constants: TypeAlias = NDArray[Any]  # [1] Tables, read-only
Scratches: TypeAlias = NDArray[Any]  # [1] Scratch
Choices: TypeAlias = NDArray[np.int32]  # [B]

choose: Any = None  # a script, once bound
others: Any = None
NUMBER: Any = None


def words(tables: np.dtype[Any], scratch: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    """Return what `rules_of` has to be given for scripts: the words of their annotations."""
    return {
        "Tables": tables,
        "Scratch": scratch,
        "Scratches": np.dtype((scratch, (1,))),
        **WORDS,
        "Choices": np.dtype((np.int32, (1,))),
    }


def add_constants(library: Library) -> None:
    """Teach a library the word for its game's tables as Python hands them over: read-only."""
    library.types["Constants"] = types.Array(library.types["Tables"], 1, "C", readonly=True)


# ── Templates ────────────────────────────────────────────────────────────────────────────────


def choose_for_rows_template(
    tables: Constants, scratch: Scratches, feature_index: RowsOfPlaces, feature_value: RowsOfBytes,
    feature_count: Places, legal: RowsOfPlaces, legal_count: Places, row: Observation, mask: Mask, rng: Rng,
    choices: Choices,
) -> None:  # fmt: skip
    """Let a script choose for every one of these `SparseRows`; row [F] and mask [A] are scratch."""
    for i in range(choices.shape[0]):
        unpack(feature_index[i], feature_value[i], feature_count[i], row)
        unpack_mask(legal[i], legal_count[i], mask)
        choices[i] = choose(tables[0], scratch[0], row, mask, rng)


def choose_randomly_template(t: Tables, s: Scratch, who: int, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return any allowed action: what number 0 does, and whoever has no script."""
    return pick(mask, rng)


def choose_by_number_template(t: Tables, s: Scratch, who: int, row: Observation, mask: Mask, rng: Rng) -> int:
    """Return what this script does, if it is the one asked, or else what one of the others does."""
    if who == NUMBER:
        return int(choose(t, s, row, mask, rng))
    return int(others(t, s, who, row, mask, rng))


def dispatch(library: Library, scripts: Sequence[Script]) -> Any:
    """Return a rule ``choose(t, s, who, row, mask, rng)`` of a library: 0 is random, 1 the first script, and so on."""
    found = library.bind(choose_randomly_template)
    for number, script in enumerate(scripts, start=1):
        scope = {"choose": script.choose, "others": found, "NUMBER": number}
        found = library.bind(choose_by_number_template, called=f"choose_by_number_{script.name}", **scope)
    return found


# ── Scripts, and the agents they make ────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Script:
    """One script of a game. Called as ``script(game, seed)`` it returns an agent.

    Attributes:
        name: as in the registry.
        version: rises whenever the same observation could lead to another action.
        choose: the rule.
        library: of the rule, by name.
        scratch: makes its scratch record [1] of a game's tables [1], with changes of its settings by name.
        settings: all that `scratch` takes, each with the script's own value: evaluation weights, for example.
        choose_for_rows: the rule in a loop over many observations.
    """

    name: str
    version: int
    choose: Any
    library: str
    scratch: Callable[..., NDArray[Any]]
    settings: Mapping[str, float] = field(default_factory=dict)
    choose_for_rows: Any = field(init=False)

    def __post_init__(self) -> None:
        loop = LIBRARIES[self.library].bind(
            choose_for_rows_template, called=f"choose_for_rows_{self.name}", choose=self.choose
        )
        object.__setattr__(self, "choose_for_rows", loop)

    def scratch_for(self, tables: NDArray[Any], **changes: float) -> NDArray[Any]:
        """Return the scratch memory [1] that this script works in.

        Args:
            tables: [1] of the game.
            changes: settings that shall differ from its own.

        Raises:
            ValueError: for what is no setting of this script.
        """
        return self.scratch(tables, **{**self.settings, **self._known(changes)})

    def __call__(self, game: Game, seed: int = 0, **changes: float) -> ScriptedAgent:
        """Return an agent that plays by this script; ``changes`` as for `scratch_for`."""
        return ScriptedAgent(self, game, seed, self._known(changes))

    def _known(self, changes: Mapping[str, float]) -> Mapping[str, float]:
        """Return changes of settings, or refuse what is no setting."""
        for given in changes:
            if given not in self.settings:
                raise ValueError(f"{self.name} has no setting {given!r}{nearest(given, self.settings)}")
        return changes


class ScriptedAgent:
    """Plays by a script: many rows in, one action for each out, in one compiled loop.

    Args:
        script: what it plays by.
        game: with any options. Only its tables are kept.
        seed: the same seed and the same observations give the same choices.
        changes: settings that shall differ from the script's own.
    """

    def __init__(self, script: Script, game: Game, seed: int, changes: Mapping[str, float]) -> None:
        self.script = script
        self.name = script.name
        self.version = script.version
        self.parameters: Mapping[str, Any] = {"seed": seed, **changes}
        self._tables = game.tables
        self._changes = changes
        self._drawn = 0  # random numbers used: with the seed, the whole state of its rng

    @cached_property
    def _scratch(self) -> NDArray[Any]:
        """What the compiled rule works in, made when first asked to choose: who only lists agents compiles nothing."""
        return self.script.scratch_for(self._tables, **self._changes)

    def act(self, observation: base.Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        choices = np.zeros(len(observation), np.int32)
        rng = np.zeros(1, RNG)
        start(rng[0], np.uint64(self.parameters["seed"]), np.uint64(0))
        rng["count"] = self._drawn
        rows = observation.sparse
        self.script.choose_for_rows(
            self._tables, self._scratch, rows.feature_index, rows.feature_value, rows.feature_count, rows.legal,
            rows.legal_count, np.empty(rows.num_features, np.uint8), np.empty(rows.num_actions, np.int8), rng[0],
            choices,
        )  # fmt: skip
        self._drawn = int(rng["count"][0])
        return choices
