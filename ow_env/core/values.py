"""Reading JSON written by people, positions above all: all faults are collected and reported together.

Below: text.py. Above: declared.py, cards/positions.py, each game's position. What is wrong with a field
is added to `faults`, with the field's path, what was found and what would be right (for a name the nearest); a harmless
value is returned, and reading goes on. Values are quoted as in JSON: null, true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ow_env.core.text import nearest

JsonObject: TypeAlias = dict[str, Any]

MOST_FAULTS = 20  # named in a refusal; how many more there are is said
LONGEST_PATH, LONGEST_TEXT = 120, 600  # of a fault: keys of a position may be names of any length


def shown(value: object) -> str:
    """Show what was found, cut short; a list or an object by its size."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "{}" if not value else f"an object of {len(value)}"
    if isinstance(value, list | tuple):
        return "[]" if not value else f"a list of {len(value)}"
    try:
        text = repr(value)
    except Exception:  # whatever it is, it is wrong: saying so must not fail
        text = f"a {type(value).__name__}"
    return cut(text, 60)


def cut(text: str, most: int) -> str:
    """Return a text of so many letters at most."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def difference(found: Any, right: Any, path: str) -> tuple[str, Any, Any] | None:
    """Return where two JSON values differ first: the path, what one has there and the other; None: nothing there."""
    if isinstance(found, dict) and isinstance(right, dict):
        pairs = [(f"{path}.{key}", found.get(key), right.get(key)) for key in {**right, **found}]
    elif isinstance(found, list) and isinstance(right, list) and len(found) == len(right):
        pairs = [(f"{path}[{place}]", found[place], right[place]) for place in range(len(right))]
    else:
        return None if found == right else (path, found, right)
    return next(filter(None, (difference(one, other, where) for where, one, other in pairs)), None)


class Values:
    """Reads single values of a position.

    Args:
        agents: who plays, seat by seat.
    """

    def __init__(self, agents: Sequence[str]) -> None:
        self.agents = agents
        self.faults: list[str] = []

    def fault(self, path: str, text: str) -> None:
        """Keep a fault: the field, then what was found and what would be right."""
        text = cut(text, LONGEST_TEXT)
        self.faults.append(f"{cut(path, LONGEST_PATH)}: {text}" if path else text)

    def near(self, name: object, known: Iterable[str]) -> str:
        """Return how a fault ends that is about a mistyped name; faults that are not told need no such search."""
        return nearest(name, known) if len(self.faults) < MOST_FAULTS else ""

    def is_faulty(self, path: str) -> bool:
        """Return whether a field, or anything in it, has a fault already: what follows from it need not be told."""
        return any(fault.startswith(path) for fault in self.faults)

    def refuse(self) -> None:
        """Raise if there is any fault.

        Raises:
            ValueError: naming every fault, or the first of very many.
        """
        if self.faults:
            more = len(self.faults) - MOST_FAULTS
            rest = [f"and {more} more"] if more > 0 else []
            raise ValueError("\n  - ".join(["this position can't be set up:", *self.faults[:MOST_FAULTS], *rest]))

    # ── Objects and lists ────────────────────────────────────────────────────────────────────

    def position(self, value: object, known: Iterable[str]) -> JsonObject:
        """Return a full position whose fields are all known.

        Raises:
            ValueError: it is no position, or a view that hides something.
        """
        if not isinstance(value, dict):
            raise ValueError(f"expected a position, an object, found {shown(value)}")
        if value.get("view", "full") != "full":
            found = f"found that of {shown(value['view'])}, which hides cards"
            raise ValueError(f"view: only a full position can be set up, {found}")
        return self.fields(value, "", known)

    def fields(self, value: object, path: str, known: Iterable[str]) -> JsonObject:
        """Return a JSON object whose fields are all known."""
        if not isinstance(value, dict):
            self.fault(path, f"expected an object, found {shown(value)}")
            return {}
        known = tuple(known)
        for key in value:
            if key not in known:
                self.fault(path, f"there is no field {shown(key)}{self.near(key, known)}")
        return {key: entry for key, entry in value.items() if key in known}

    def entries(self, value: object, path: str) -> list[Any]:
        """Return a JSON list."""
        if isinstance(value, list | tuple):
            return list(value)
        self.fault(path, f"expected a list, found {shown(value)}")
        return []

    def of_players(self, value: object, path: str) -> list[Any]:
        """Return a JSON list with an entry for each player, which can't be left out."""
        if value is None:
            self.fault(path, f"expected a list with one for each of {len(self.agents)} players, found null")
        found = [] if value is None else self.entries(value, path)
        if isinstance(value, list | tuple) and len(found) != len(self.agents):
            self.fault(path, f"expected one for each of {len(self.agents)} players, found {len(found)}")
        return found[: len(self.agents)]

    def by_name(self, value: object, path: str, example: str) -> Iterator[tuple[str, Any]]:
        """Go through a JSON object whose keys are names."""
        if not isinstance(value, dict):
            self.fault(path, f"expected an object such as {example}, found {shown(value)}")
            return
        for key, entry in value.items():
            if isinstance(key, str):
                yield key, entry
            else:
                self.fault(path, f"expected a name, found {shown(key)}")

    # ── Single values ────────────────────────────────────────────────────────────────────────

    def number(self, value: object, path: str, low: int, high: int) -> int:
        """Return a whole number in its range."""
        if type(value) is int and low <= value <= high:
            return value
        wanted = f"{low}" if low == high else f"a whole number from {low} to {high}"
        self.fault(path, f"expected {wanted}, found {shown(value)}")
        return low

    def flag(self, told: JsonObject, key: str, path: str, default: bool = False) -> bool:
        """Return a field that is true or false."""
        return self.truth(told.get(key, default), f"{path}{key}", default)

    def truth(self, value: object, path: str, default: bool = False) -> bool:
        """Return true or false."""
        if isinstance(value, bool):
            return value
        self.fault(path, f"expected true or false, found {shown(value)}")
        return default

    def word(self, value: object, path: str, known: Collection[str]) -> str | None:
        """Return one of a few words."""
        if isinstance(value, str) and value in known:
            return value
        near = self.near(value, known) if isinstance(value, str) else f"; one of {', '.join(known)}"
        self.fault(path, f"expected a known word, found {shown(value)}{near}")
        return None

    def label(self, value: object, path: str, known: Sequence[str | int]) -> int:
        """Return which one of some names or numbers it is, from 0."""
        if isinstance(value, str | int) and not isinstance(value, bool) and value in known:
            return known.index(value)
        if known and isinstance(known[0], int):
            right = f"a whole number from {known[0]} to {known[-1]}"
            self.fault(path, f"expected {right}, found {shown(value)}")
        else:
            self.word(value, path, [str(each) for each in known])
        return 0

    def settled(self, told: JsonObject, key: str, right: int | str) -> None:
        """Read a field that may be left out, and can only have one value."""
        found = told.get(key, right)
        if type(found) is not type(right) or found != right:
            self.fault(key, f"expected {right!r}, found {shown(found)}")

    def seat(self, value: object, path: str) -> int | None:
        """Return the seat of a player named or numbered."""
        if type(value) is int and 0 <= value < len(self.agents):
            return value
        if isinstance(value, str) and value in self.agents:
            return self.agents.index(value)
        right = f"{self.agents[0]} to {self.agents[-1]}, or a seat from 0 to {len(self.agents) - 1}"
        self.fault(path, f"expected {right}, found {shown(value)}")
        return None
