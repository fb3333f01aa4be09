"""Records near the edge of what is a position, a line each: what a game's rule `sound` says of each.

    ROWS = rows('''
    turn
        players[1].faction = 3 -> FINE
        players[1].faction = 4 -> FACTION 1
        weapon_on[Stun Baton] = 1 + Navy Ace; deck[3] -= {Stun Baton} -> BEARERS
    ''')

A heading names a position of the game. Each line below it, which is indented, changes fields of its record; behind the
arrow stands the fault by its name in `rules/sound.py`, with the seat if it is another's than player_0's. A value is a
sum of numbers and names, or a set, a bit each: `{Stun Baton, 5}`; into piles go cards, `hand += 2 x Scout`. A line may
end after `;`. Each record is one that its declaration allows (core/sound.py): else `sound` would not be asked. Below:
nothing. Above: `test_sound.py` of each game.
"""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent
from types import ModuleType
from typing import Any

from ow_env.core import Game
from ow_env.core.game import States
from ow_env.core.sound import declaration_of


@dataclass(frozen=True)
class Row:
    """A position, what is changed in its record, and what is wrong with it then."""

    at: str
    changes: str
    fault: str
    seat: int

    def __str__(self) -> str:
        """Return the line with its heading: the name of the test."""
        return f"{self.at}: {self.changes} -> {self.fault} {self.seat}"


def rows(text: str) -> list[Row]:
    """Read a table of rows."""
    found, at = [], ""
    for line in re.sub(r";\n *", "; ", dedent(text)).splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0] != " ":
            at = line
            continue
        changes, _, told = line.strip().partition("-> ")
        fault, _, seat = told.partition(" ")
        assert fault, f"no fault is told: {line}"
        found.append(Row(at, changes.strip(), fault, int(seat or 0)))
    return found


def check(row: Row, game: Game, states: States, rules: ModuleType, names: Mapping[str, Any]) -> None:
    """Compare what `sound` says of a changed position with what its row says.

    Args:
        row: one of a table.
        game: of the position.
        states: the position [1], unchanged; only read.
        rules: the game's module `rules.sound`.
        names: what stands in the table instead of a number, in values and as an index, beside the module's own names.
    """
    state, known = states.copy(), ChainMap(names, vars(rules))
    for each in filter(None, row.changes.split("; ")):
        change(state[0], each, known)
    undeclared = declaration_of(game.state_dtype).fault(state)
    assert undeclared is None, f"this is not left to `sound`: {undeclared}"
    code = int(game.engine.sound(state[0], game.tables[0]))
    expected = 8 * getattr(rules, row.fault) + row.seat
    assert code == expected, f"{row}: found {rules.FAULTS[code // 8]!r} of player_{code % 8}"


def check_each_is_told(table: Sequence[Row], rules: ModuleType) -> None:
    """See that no fault of a game is left out."""
    told = {getattr(rules, row.fault) for row in table}
    assert not [fault for number, fault in enumerate(rules.FAULTS) if number not in told]


def change(record: Any, text: str, names: Mapping[str, Any]) -> None:
    """Change a field of a record in place: `players[1].faction = 3`, or `+=` or `-=`; of a pile `hand += 2 x Scout`."""
    path, sign, value = re.split(r" ([+-]?=) ", text)
    *steps, last = [name or number(index, names) for name, index in re.findall(r"(\w+)|\[([^]]+)\]", path)]
    for step in steps:
        record = record[step]
    if getattr(record[last].dtype, "names", None):
        copies, _, card = value.rpartition(" x ")
        put(record[last], number(card, names), int(copies or 1) * (1 if sign == "+=" else -1))
        return
    new = number(value, names)
    record[last] = new if sign == "=" else int(record[last]) + (new if sign == "+=" else -new)


def put(pile: Any, card: int, copies: int) -> None:
    """Put so many copies of a card into a pile or a tally (ow_env/cards/), or take them out."""
    if "copies" in pile.dtype.names:
        pile["copies"][card] = int(pile["copies"][card]) + copies
        pile["count"] += copies
        return
    counts = Counter(pile["cards"][: pile["count"]].tolist())
    counts[card] += copies
    pile["count"] = counts.total()
    pile["cards"][:] = 0
    pile["cards"][: pile["count"]] = sorted(counts.elements())


def number(text: str, names: Mapping[str, Any]) -> int:
    """Return the number that a text means."""
    if text.startswith("{"):
        return sum(1 << number(each, names) for each in text.strip("{}").split(", "))
    return sum(meant(term, names) for term in text.split(" + "))


def meant(term: str, names: Mapping[str, Any]) -> int:
    """Return the number that a word means; `at.TURN` is a name of the game's state.py, as in its rules."""
    if re.fullmatch(r"-?\d+", term):
        return int(term)
    return getattr(names["at"], term.removeprefix("at.")) if term.startswith("at.") else names[term]
