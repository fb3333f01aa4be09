"""Rules that can't be compiled are refused by where they stand and what to write."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ow_env.compiled.jit import LIBRARIES, PURE, Record, record, rules_of
from ow_env.compiled.refused import UnfitRules
from ow_env.core.fields import number

pytestmark = pytest.mark.skipif(PURE, reason="nothing is compiled")

State = Record
PLAYER = record([("laid", np.uint8), ("bid", number(0, 9))])
GAME = record([("num_players", np.uint8), ("players", PLAYER, 4)])


def lowest(g: State) -> int:
    best = -1
    for player in range(g.num_players):
        other = g.players[player]
        if best < 0 or other.laid + other.bid < g.players[best].laid:
            best = player
    return best


def misnamed(g: State) -> int:
    return int(g.turn)


def unclear(g: State) -> int:
    return g.num_players.upper()


def refusal(function: Any) -> UnfitRules:
    rule = rules_of("refused", Game=GAME, State=GAME)
    del LIBRARIES["refused"]  # no game: nothing else is to find it
    with pytest.raises(UnfitRules) as refused:
        rule(function)(np.zeros(1, GAME)[0])
    return refused.value


def test_an_unsigned_field_that_becomes_a_float_is_named() -> None:
    told = refusal(lowest)
    first = lowest.__code__.co_firstlineno
    code = "if best < 0 or other.laid + other.bid < g.players[best].laid:"
    assert f"{__name__}.lowest, line {first + 4} ({code}) can't be compiled" in str(told)
    assert [line.partition(" in its record")[0] for line in told.lines] == [
        f'declare the field signed: {__name__}.lowest reads the uint8 "num_players" in line {first + 2}; write'
        ' ("num_players", number(0, 255))',
        f'declare the field signed: {__name__}.lowest reads the uint8 "laid" in line {first + 4}; write'
        ' ("laid", number(0, 255))',
    ]


def test_what_else_is_refused_is_told_in_a_line() -> None:
    assert "misnamed can't be compiled: it reads a field 'turn' of a record that has none of this name" in str(
        refusal(misnamed)
    )
    told = str(refusal(unclear))
    line = unclear.__code__.co_firstlineno + 1
    assert f"line {line} (return g.num_players.upper()) can't be compiled: Unknown attribute 'upper'" in told
    assert "\n" not in told
