"""What is particular to Rows, a game that only docs/your-own-game.md has, in the tests that every game has to pass."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ow_env.core.game import Game, States
from tests.contract.table import Contract

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
if str(EXAMPLES) not in sys.path:  # outside pytest, as in `make oracle`
    sys.path.append(str(EXAMPLES))
rows: Any = import_module("rows.game")


@cache
def make(**options: Any) -> Game:
    """Return a configured game: made once for all tests."""
    return rows.Rows(**options)


def invariants(game: Any, states: States) -> None:
    """Check that each card is in one place: in a hand, or among those that were laid."""
    hands = states["players"]["hand"][:, : game.num_players]
    assert (hands.sum(axis=1) + states["gone"] <= 1).all()
    held = hands.sum(axis=2)
    assert (held == (rows.ROUNDS - states["turn"])[:, None]).all()
    for row in np.unique(np.concatenate([states["rows"].ravel(), states["players"]["laid"].ravel()])):
        assert 0 <= row <= rows.CARDS


CONTRACT = Contract(
    name="rows",
    make=make,
    configurations=[{}, {"num_players": 3}, {"num_players": 4}],
    invariants=invariants,
    reveals=None,
    reasons=rows.REASONS,
    left_out={
        "census": "`invariants` counts",
        "turned": "no rule reads a seat but to compare its card",
        "reveals": "who chooses a row is seen by all, and no option asks others",
        "words": "there is one kind of decision",
        "events": "they follow from the record",
        "whole": "likewise",
        "oracle": "only the docs have it",
        "golden": "likewise",
        "rules": "they stand in its code alone",
        "page": "docs/your-own-game.md is no page of its rules",
    },
)
