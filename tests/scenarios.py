"""Scenarios of any game, a row each: the rule it shows, a position, what the players do, what follows.

    Scenario("SR-7.1: Combat equal to its Defense destroys a base",
             before="C5 | hand Scout | foe bases Barter World",
             play="attack Barter World",
             after="C1 | foe bases - | foe discard Barter World")

Three sorts of rows: a `Scenario` says what has changed, a `Choice` exactly what may be done, a `Refusal` in which words
the last of its actions is refused. The game and its oracle both play every row (`check`), and agree in all of it. How a
position is written is a game's own: its `scenario.py` reads and writes parts divided by ` | `. Below: tables.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.lockstep import differences
from tests.tables import OracleTable, Position, Table

Parts = dict[str, str]  # of a position as it is written

SEATS = ("you", "foe", "third", "fourth")


@dataclass(frozen=True)
class Scenario:
    """One row: the rule it shows, the position before, the actions, what has changed after them.

    `dice`: what the next dice show, in games that have any. `options`: of the game; None: the usual ones.
    """

    rule: str
    before: str
    play: str
    after: str
    dice: str = ""
    options: dict[str, Any] | None = None

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


@dataclass(frozen=True)
class Choice:
    """One row: the rule it shows, the position, the actions, and exactly what may be done then.

    `dice`, `options`: as of a Scenario.
    """

    rule: str
    before: str
    play: str
    legal: str
    dice: str = ""
    options: dict[str, Any] | None = None

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


@dataclass(frozen=True)
class Refusal:
    """One row: the rule it shows, the position, the actions of which the last is forbidden, why.

    A seat before the last, `foe: pass`, says who tries; otherwise it is whoever is asked.
    """

    rule: str
    before: str
    play: str
    why: str
    options: dict[str, Any] | None = None

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


Row = Scenario | Choice | Refusal


def check(row: Row, table: Table, oracle: OracleTable, compare: Callable[[Scenario, Position], None]) -> None:
    """Play a row through at two tables that stand where it begins.

    Args:
        row: of a game in which one seat is asked at a time.
        table: of the game.
        oracle: of its second engine, which follows.
        compare: asserts that a position is what a Scenario says there is afterwards, and nothing else has changed.
    """
    actions = actions_of(row.play)
    last = actions.pop() if isinstance(row, Refusal) else ""
    agree(table, oracle)
    for action in actions:
        table.do(action)
        oracle.follow(action, table.position())
        agree(table, oracle)
    if isinstance(row, Scenario):
        compare(row, table.position())
        again = table.game.from_position(json.loads(json.dumps(table.position())))
        assert again.tobytes() == table.batch.states.tobytes(), "set up anew it is another record"
    elif isinstance(row, Choice):
        assert table.legal() == sorted(actions_of(row.legal)), f"what may be done is {table.legal()}"
    else:
        who, said, name = last.partition(": ")
        seat, name = (SEATS.index(who), name) if said and who in SEATS else (None, last)
        why = table.why_not(name, seat)
        assert why == row.why, f"the reason is {why!r}"
        assert seat is not None or name not in table.legal(), "it is forbidden, and in the mask"


def agree(table: Table, oracle: OracleTable) -> None:
    """Compare both engines."""
    assert oracle.legal() == table.legal(), "the oracle differs"
    found, expected = table.position(), oracle.position()
    assert found == expected, "; ".join(["the oracle differs", *differences(found, expected)])


def split(text: str, at: str) -> list[str]:
    """Return what stands between the dividers of a text, without what is empty."""
    return [part.strip() for part in text.split(at) if part.strip()]


def actions_of(text: str) -> list[str]:
    """Return the actions of a row: ``play Spot Trade; pass``."""
    return split(text, ";")
