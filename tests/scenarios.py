"""Scenarios of any game, a row each: the rule it shows, a position, what the players do, what follows.

    ROWS = rows('''
    SR-7.1: Combat equal to its Defense destroys a base
        before: C5 | hand Scout | foe bases Barter World
        play:   attack Barter World
        after:  C1 | foe bases - | foe discard Barter World
    SR-7.1, not: no part payment
        before: C3 | hand Scout | foe bases Barter World
        play:   attack Barter World
        why:    Barter World has Defense 4, your Combat is 3 (SR-7.1)
    ''')

Three sorts of rows: a `Scenario` says what has changed (`after`), a `Choice` exactly what may be done (`legal`), a
`Refusal` in which words the last of its actions is refused (`why`). Besides there are `dice`, what the next dice show
in games that have any, and `options` of the game, as in a call: `max_turns=9, ask="public"`. A field that says nothing
is left out, or is `-`. Short fields share a line, three spaces between them. A line that is indented deeper goes on
with the field: it is the next part of a position or the next action, unless the line before it ends with a comma.
Lines that begin with `#` are comments.

The game and its oracle both play every row (`check`), and agree in all of it. How a position is written is a game's
own: its `scenario.py` reads and writes parts divided by ` | `. Below: tables.py.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from textwrap import dedent
from typing import Any

from tests.lockstep import differences
from tests.tables import JointOracle, JointTable, OracleTable, Position, Table

Parts = dict[str, str]  # of a position as it is written

SEATS = ("you", "foe", "third", "fourth")


@dataclass(frozen=True)
class AnyRow:
    """One row: the rule it shows, the position before, the actions; options of the game, None: the usual ones."""

    rule: str
    before: str = ""
    play: str = ""
    options: dict[str, Any] | None = field(default=None, kw_only=True)

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


@dataclass(frozen=True)
class Scenario(AnyRow):
    """What has changed after the actions; ``dice``: what the next dice show."""

    after: str = ""
    dice: str = ""


@dataclass(frozen=True)
class Choice(AnyRow):
    """Exactly what may be done after the actions."""

    legal: str = ""
    dice: str = ""


@dataclass(frozen=True)
class Refusal(AnyRow):
    """Why the last of the actions is forbidden.

    A seat before it, `foe: pass`, says who tries; otherwise it is whoever is asked.
    """

    why: str = ""


Row = Scenario | Choice | Refusal


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────

DIVIDERS = {"before": " | ", "after": " | ", "play": "; ", "legal": "; ", "why": " ", "dice": " ", "options": ", "}
NEXT_FIELD = rf" {{3,}}(?=(?:{'|'.join(DIVIDERS)}):)"  # on the same line
SORTS = {"after": Scenario, "legal": Choice, "why": Refusal}


def rows(text: str, **options: Any) -> list[Row]:
    """Read a table of rows, all with these options; one that is not well written is refused with its line."""
    found: list[Row] = []
    fields: dict[str, str] = {}
    began = indent = 0
    lines = [(number, line) for number, line in enumerate(dedent(text).splitlines(), 1) if line.strip()]
    for number, line in [*((n, each) for n, each in lines if not each.lstrip().startswith("#")), (0, "")]:
        deep = len(line) - len(line.lstrip())
        if not deep:  # a title, or the end
            if fields:
                found.append(row_of(fields, began, options))
            fields, began, indent = {"rule": line.strip()}, number, 0
        elif not fields or (indent and deep < indent):
            raise ValueError(f"line {number}: expected a title, which is not indented, found {line!r}")
        elif deep == (indent := indent or deep):
            for part in re.split(NEXT_FIELD, line.strip()):
                name, colon, value = part.partition(":")
                if not colon or name not in DIVIDERS or name in fields:
                    wrong = "is there twice" if name in fields else f"is none of {', '.join(DIVIDERS)}"
                    raise ValueError(f"line {number}: the field {name!r} {wrong}")
                fields[name] = value.strip()
        else:
            name, before = list(fields.items())[-1]
            fields[name] = f"{before}{' ' if before.endswith(',') else DIVIDERS[name]}{line.strip()}"
    return found


def row_of(fields: dict[str, str], line: int, options: dict[str, Any]) -> Row:
    """Return the row that fields make, in a table with these options."""
    fields = {name: "" if value == "-" else value for name, value in fields.items()}
    says = [name for name in SORTS if name in fields]
    if len(says) != 1:
        raise ValueError(f"line {line}: a row says one of {', '.join(SORTS)}, this one {', '.join(says) or 'none'}")
    sort = SORTS[says[0]]
    if sort is Refusal and "dice" in fields:
        raise ValueError(f"line {line}: no dice fall where an action is refused")
    if "options" in fields:
        call = ast.parse(f"dict({fields.pop('options')})", mode="eval").body
        assert isinstance(call, ast.Call)
        options = options | {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    return sort(**fields, options=options or None)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def check(
    row: Row,
    table: Table | JointTable,
    oracle: OracleTable | JointOracle,
    compare: Callable[[Scenario, Position], None],
) -> None:
    """Play a row through at two tables that stand where it begins.

    Args:
        row: where several seats may be asked at once, with actions as `decisions` has them.
        table: of the game.
        oracle: of its second engine, which follows.
        compare: asserts that a position is what a Scenario says there is afterwards, and nothing else has changed.
    """
    actions = actions_of(row.play)
    last = actions.pop() if isinstance(row, Refusal) else ""
    agree(table, oracle)
    for decision in decisions(actions, table) if isinstance(table, JointTable) else actions:
        table.do(decision)
        oracle.follow(decision, table.position())
        agree(table, oracle)
    if isinstance(row, Scenario):
        compare(row, table.position())
        again = table.game.from_position(json.loads(json.dumps(table.position())))
        assert again.tobytes() == table.states.tobytes(), "set up anew it is another record"
    elif isinstance(row, Choice):
        seat, legal = said_by(row.legal)
        found = table.names(seat or 0) if isinstance(table, JointTable) else table.legal()
        assert found == sorted(actions_of(legal)), f"what may be done is {found}"
    else:
        seat, name = said_by(last)
        if isinstance(table, JointTable):
            seat = seat or 0
        why = table.why_not(name, seat)
        assert why == row.why, f"the reason is {why!r}"
        legal = table.names(seat) if isinstance(table, JointTable) else table.legal() if seat is None else ()
        assert name not in legal, "it is forbidden, and in the mask"


def asked_for(row: AnyRow, oracle: OracleTable) -> Any:
    """Return a row without the actions that are the only legal ones, and so taken without asking."""
    actions = actions_of(row.play)
    asked, unasked = [], list(oracle.oracle.taken)
    for action in actions:
        if action in oracle.legal():
            oracle.take(action)
            asked.append(action)
            unasked = list(oracle.oracle.taken)
        elif action in unasked:
            del unasked[: unasked.index(action) + 1]
        else:
            return row  # a mistake, or a refusal: `check` says so
    return replace(row, play="; ".join(asked))


def said_by(text: str) -> tuple[int | None, str]:
    """Return the seat that is written before an action, and the rest."""
    who, said, rest = text.partition(": ")
    return (SEATS.index(who), rest) if said and who in SEATS else (None, text)


def decisions(actions: list[str], table: JointTable) -> Iterator[dict[int, str]]:
    """Yield joint decisions, each when the one before has been taken.

    Actions are `foe: pass`, or `you, foe: pass` for several seats; those of no seat are yours. They are taken in their
    order; where several seats are asked at once each takes its own next one, and passes when there is none left.
    """
    waiting: list[tuple[int, str]] = []
    for action in actions:
        people, said, name = action.partition(": ")
        who = people.split(", ") if said else []
        if not set(who) <= set(SEATS):
            who = []
        waiting += [(SEATS.index(each), name) for each in who] or [(0, action)]
    while waiting:
        seat, name = waiting[0]
        asked = table.asked
        assert seat in asked, f"{SEATS[seat]}: {name!r}: asked are {[SEATS[each] for each in asked]}"
        joint = {}
        for seat in asked:
            own = next((each for each in waiting if each[0] == seat), (seat, "pass"))
            joint[seat] = own[1]
            if own in waiting:
                waiting.remove(own)
        yield joint


def agree(table: Table | JointTable, oracle: OracleTable | JointOracle) -> None:
    """Compare both engines."""
    assert oracle.legal() == table.legal(), "the oracle differs"
    found, expected = table.position(), oracle.position()
    assert found == expected, "; ".join(["the oracle differs", *differences(found, expected)])


def parts_in(text: str, of_player: Iterable[str], of_table: Iterable[str], flags: Container[str] = ()) -> Parts:
    """Return the parts of a position by their words: those of another seat stand behind its name, flags alone."""
    parts: Parts = {}
    for part in split(text, " | "):
        before = next((f"{seat} " for seat in SEATS[1:] if part.startswith(f"{seat} ")), "")
        rest = part.removeprefix(before)
        keys = (*of_player, *(() if before else of_table))
        key = next((key for key in keys if rest == key or rest.startswith(f"{key} ")), None)
        assert key is not None, f"what is {part!r}?"
        assert before + key not in parts, f"{part!r} is written twice"
        value = rest.removeprefix(key).strip() or ("yes" if key in flags else "")
        parts[before + key] = "" if value == "-" else value
    return parts


def split(text: str, at: str) -> list[str]:
    """Return what stands between the dividers of a text, without what is empty."""
    return [part.strip() for part in text.split(at) if part.strip()]


def actions_of(text: str) -> list[str]:
    """Return the actions of a row: ``play Spot Trade; pass``."""
    return split(text, ";")
