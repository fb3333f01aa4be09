"""Positions as JSON: what any card game needs to read them, and for views.

Below: decklists.py. Above: each game's position. A reader only collects: what is wrong with a field is kept in
`faults`, with the field's path, what was found and what would be right (for a name the nearest), something harmless is
returned, and reading goes on. So all faults of a position are named at once. What was found is told as JSON has it:
null, true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from ow_env.cards.decklists import counted
from ow_env.core.game import Position, States
from ow_env.core.rng import RNG, Rngs
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


def members(bits: Any) -> list[int]:
    """Return the numbers in a set, each of which is a bit."""
    left = int(bits)
    return [number for number in range(left.bit_length()) if left >> number & 1]


def difference(found: Any, right: Any, path: str) -> tuple[str, Any, Any] | None:
    """Return where two JSON values differ first: the path, what one has there and the other; None: nothing there."""
    if isinstance(found, dict) and isinstance(right, dict):
        pairs = [(f"{path}.{key}", found.get(key), right.get(key)) for key in {**right, **found}]
    elif isinstance(found, list) and isinstance(right, list) and len(found) == len(right):
        pairs = [(f"{path}[{place}]", found[place], right[place]) for place in range(len(right))]
    else:
        return None if found == right else (path, found, right)
    return next(filter(None, (difference(one, other, where) for where, one, other in pairs)), None)


class TableReader(Protocol):
    """What reads a position's table into a record, and collects faults, as `Values` does."""

    state: States  # [1]

    def read_table(self, value: object) -> Any:
        """Read all but what is decided; return that."""

    faults: list[str]

    def fault(self, path: str, text: str) -> None:
        """Keep a fault."""

    def refuse(self) -> None:
        """Raise if there is any fault."""


def play_on(steps: Callable[[Any, Any, Any], Any], state: States, tables: States, rng: Rngs | None) -> None:
    """Let the rules play on from a state [1], in place, to its next decision.

    Args:
        steps: the game's rule that plays on where nobody has a choice.
        state: [1].
        tables: [1] of the game.
        rng: [1] draws what is due; None: one that always draws the same.
    """
    steps(state[0], tables[0], (np.zeros(1, RNG) if rng is None else rng)[0])


@dataclass(frozen=True)
class Positions:
    """How a game's positions are written and read.

    Attributes:
        writer: made of the catalogue, the tables [1], a state [1] and a view; its `write` returns the position.
        reader: made of the catalogue, the tables [1] and the template [1] with the options; nothing is read yet.
        read_decision: reads what is decided into the reader's state, after the table, which may have faults.
        steps: as of `play_on`.
        running: what `ending` is while a game is going on.
        why_not: the rule, where a position might ask somebody who has no answer: such a one is refused.
        points: what is asked at each point, in a word, as that refusal says.
    """

    writer: Callable[[Any, States, States, str], Any]
    reader: Callable[[Any, States, States], Any]
    read_decision: Callable[[Any, Any], None]
    steps: Callable[[Any, Any, Any], Any]
    running: int
    why_not: Callable[[Any, Any, int, int], int] | None = None
    points: Sequence[str] = ()

    def write(self, catalogue: Any, tables: States, state: States, view: str) -> Position:
        """Return a position as JSON data; ``view`` is full, public, player_0, player_1 ...

        Raises:
            ValueError: there is no such view.
        """
        told: Position = self.writer(catalogue, tables, state, view).write()
        return told

    def read(
        self, catalogue: Any, tables: States, template: States, position: object, rng: Rngs | None = None
    ) -> States:
        """Return the state [1] that a full position describes, played on to its next decision.

        Args:
            catalogue: the cards.
            tables: [1] of the game.
            template: [1] the options.
            position: as `write` returns it; what is left out is as the top of the game's own file or folder says.
            rng: as of `play_on`.

        Raises:
            ValueError: it is no position of this game. Every fault is named, each with its field, what was found and
                what would be right.
        """
        reader: TableReader = self.reader(catalogue, tables, template)
        self.read_decision(reader, reader.read_table(position))
        reader.refuse()
        g, t = reader.state[0], tables[0]
        play_on(self.steps, reader.state, tables, rng)
        if g["ending"] == self.running and self.nobody_answers(g, t):
            reader.fault("decision", f"nothing could be done at {shown(self.points[g['point']])}")
            reader.refuse()
        return reader.state

    def nobody_answers(self, g: Any, t: Any) -> bool:
        """Is somebody asked who has no answer?"""
        ask = self.why_not
        return ask is not None and all(ask(g, t, int(g.asked), action) for action in range(int(t.action_count)))


class Values:
    """Reads single values of a position.

    Args:
        agents: who plays, seat by seat.
        card_ids: the cards there are, by name.
    """

    def __init__(self, agents: Sequence[str], card_ids: Mapping[str, int]) -> None:
        self.agents = agents
        self.card_ids = card_ids
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
        value = told.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(f"{path}{key}", f"expected true or false, found {shown(value)}")
        return default

    def word(self, value: object, path: str, known: Collection[str]) -> str | None:
        """Return one of a few words."""
        if isinstance(value, str) and value in known:
            return value
        near = self.near(value, known) if isinstance(value, str) else f"; one of {', '.join(known)}"
        self.fault(path, f"expected a known word, found {shown(value)}{near}")
        return None

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

    # ── Cards ────────────────────────────────────────────────────────────────────────────────

    def card(self, value: object, path: str) -> int | None:
        """Return the id of a card named."""
        if isinstance(value, str) and value in self.card_ids:
            return self.card_ids[value]
        self.fault(path, f"expected the name of a card, found {shown(value)}{self.near(value, self.card_ids)}")
        return None

    def pile(self, value: object, path: str) -> list[Any]:
        """Return the entries of a list of cards."""
        if isinstance(value, list | tuple):
            return list(value)
        view = ": a view counts what it hides; only a full position can be set up" if type(value) is int else ""
        self.fault(path, f"expected a list of cards, found {shown(value)}{view}")
        return []

    def cards(self, value: object, path: str) -> list[int]:
        """Return the ids of a list of cards, sorted. An entry may stand for several: "5x Outpost"."""
        ids: list[int] = []
        for place, entry in enumerate(self.pile(value, path)):
            name, copies = self.copies(entry, f"{path}[{place}]")
            card = self.card(name, f"{path}[{place}]")
            ids += [] if card is None else [card] * copies
        return sorted(ids)

    def copies(self, entry: object, path: str) -> tuple[object, int]:
        """Return what an entry of a list of cards names, and how many there are of it."""
        if not isinstance(entry, str) or entry in self.card_ids:
            return entry, 1
        name, copies = counted(entry)
        if copies == 0:
            self.fault(path, f"expected at least one card, found {shown(entry)}")
        return (entry if name not in self.card_ids else name), copies
