"""A record as lines of JSON: what a line may hold, the check it ends in, and the error for a line that is damaged.

Below: text.py. Above: writer.py, reader.py, replayer.py. docs/records.md has every field.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ow_env.core.text import escaped, is_shown

Line: TypeAlias = dict[str, Any]

FORMAT, FORMAT_KEYED = 1, 2  # of records; of those of a game that a secret keyed
LONGEST = 2**20  # bytes in a line
MOST = 2**20  # decisions in a game
RESULTS = (
    "terminated",  # the rules ended the game
    "truncated",  # a limit of the rules did
    "cut off",  # a limit of the one who plays did
    "forfeit",  # a forbidden action or giving up did: ``by`` whom
    "abandoned",  # another game or position was begun, or the writer closed
)
HASH, CHECK, KEY = "[0-9a-f]{16}", "[0-9a-f]{8}", "[0-9a-f]{32}"
NAME = ".{1,200}"  # of a moment, an action, a player
LONGEST_NAME = 4096  # letters, of who played: it may be the path of a file
SEATS = 99  # more than any game has
SHAPES: dict[str, dict[str, Any]] = {  # for each kind of line its fields, in order: a type, or a pattern of text
    "record": {
        "record": int,
        "game": "[a-z][a-z0-9_]{0,39}",
        "version": range(2**31),
        "options": dict,
        "seed": range(2**64),
        "game_number": range(2**63),
        "secret_hash": KEY,
        "drawn": range(2**63),
        "position": dict,
        "agents": (list, type(None)),
        "engine": dict,
        "hash": HASH,
    },
    "decision": {"decision": range(1, MOST + 1), "moment": NAME, "actions": dict, "hash": HASH},
    "result": {
        "result": "|".join(RESULTS),
        "winner": (str, type(None)),  # an agent; who they are, the game knows
        "rewards": list,
        "decisions": range(MOST + 1),
        "by": list,
        "secret": KEY,
    },
}
OPTIONAL = {"secret_hash", "drawn", "position", "by", "secret"}


class DamagedRecord(ValueError):
    """A record is not what was written, or not what the rules make of it.

    Attributes:
        line: where, counted from 1.
    """

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {escaped(what, keep=chr(10))}")


@dataclass
class Record:
    """One game as it was read."""

    header: Line
    decisions: list[Line] = field(default_factory=list)
    result: Line | None = None  # None: it breaks off
    line: int = 1  # of the header


def sealed(line: Line, before: str) -> tuple[str, str]:
    """Return a line as text that ends in its check, and the check, which depends on the one before."""
    body = json.dumps(line, ensure_ascii=False, allow_nan=False)
    check = hashlib.sha256((before + body).encode()).hexdigest()[:8]
    return f'{body[:-1]}, "check": "{check}"}}', check


def check_shape(line: Line, kind: str, number: int) -> None:
    """Refuse a line that has other fields than its kind, or other things in them."""
    shape = SHAPES[kind]
    missing = [name for name in shape if name not in line and name not in OPTIONAL]
    unknown = [name for name in line if name not in shape]
    if missing or unknown:
        raise DamagedRecord(number, f"its fields are wrong: missing {missing or 'none'}, unknown {unknown or 'none'}")
    for name, value in line.items():
        kinds = shape[name]
        if isinstance(kinds, range):
            right = type(value) is int and value in kinds
            kinds = f"a number from {kinds[0]} to {kinds[-1]}"
        elif isinstance(kinds, str):
            right = isinstance(value, str) and re.fullmatch(kinds, value) is not None
        else:
            right = isinstance(value, kinds) and not isinstance(value, bool)
        if not right:
            raise DamagedRecord(number, f"{name}: expected {kinds}, found {shown(value)}")
    if ("drawn" in line) != ("position" in line):
        raise DamagedRecord(number, "expected drawn and position, or neither")
    faults = {"record": header_fault, "decision": decision_fault, "result": result_fault}
    fault = faults[kind](line)
    if fault is not None:
        raise DamagedRecord(number, fault)


def header_fault(line: Line) -> str | None:
    """Return what is wrong inside the first line of a record, or None."""
    for place, agent in enumerate(line["agents"] or ()):
        if place >= SEATS:
            return f"agents: expected one for each seat, found {len(line['agents'])}"
        if not isinstance(agent, dict) or sorted(agent) != ["name", "parameters", "version"]:
            return f"agents[{place}]: expected name, version and parameters, found {shown(agent)}"
        if not isinstance(agent["name"], str) or len(agent["name"]) > LONGEST_NAME:
            return f"agents[{place}]: name: expected at most {LONGEST_NAME} letters, found {shown(agent['name'])}"
        if type(agent["version"]) is not int or not isinstance(agent["parameters"], dict):
            return f"agents[{place}]: expected a whole number and an object, found {shown(agent)}"
    engine = line["engine"]
    if sorted(engine) != ["rules", "tables", "version"] or not is_name(engine["version"]):
        return f"engine: expected version, rules and tables, found {shown(engine)}"
    for name in ("rules", "tables"):
        if not isinstance(engine[name], str) or not re.fullmatch(HASH, engine[name]):
            return f"engine: {name}: expected a hash of 16 digits, found {shown(engine[name])}"
    return None


def decision_fault(line: Line) -> str | None:
    """Return what is wrong inside the line of a decision, or None."""
    if not is_name(line["moment"]):
        return f"moment: expected a name, found {shown(line['moment'])}"
    for agent, action in line["actions"].items():
        if not is_name(action):
            return f"actions: {shown(agent)}: expected an action's name, found {shown(action)}"
    return None


def result_fault(line: Line) -> str | None:
    """Return what is wrong inside the last line of a record, or None."""
    if line["winner"] is not None and not is_name(line["winner"]):
        return f"winner: expected an agent's name or null, found {shown(line['winner'])}"
    if not all(type(reward) in (int, float) and -1 <= reward <= 1 for reward in line["rewards"]):
        return f"rewards: expected numbers from -1 to 1, found {shown(line['rewards'])}"
    if not all(is_name(agent) for agent in line.get("by", ())):
        return f"by: expected agents' names, found {shown(line['by'])}"
    return None


def is_name(value: object) -> bool:
    """Return whether a value is a text of one line that can be shown as it is."""
    return isinstance(value, str) and 0 < len(value) <= 200 and all(map(is_shown, value))


def expect(number: int, what: str, expected: object, found: object) -> None:
    """Refuse a line where something else stands than there should."""
    if expected != found or type(expected) is not type(found):
        raise DamagedRecord(number, f"{what}: expected {shown(expected)}, found {shown(found)}")


def shown(value: object) -> str:
    """Show what a file said, cut short where it is long."""
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:110]} ..."
