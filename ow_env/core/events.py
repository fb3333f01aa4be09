"""What happened between two positions, reported by the rules themselves.

Below: jit.py. Above: game.py, and the narrator of each game. Compiled rules report nothing. So to
narrate a decision it is replayed, uncompiled, on a copy of the position and of the generator: `Telling` calls a
listener whenever a rule in its table is carried out. A game has such a table, a line for each kind of event, so events
always match what the rules did.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

TURN, STEP, HAPPENING, RESULT = range(4)  # how far an event is set in: a heading, a heading within, what happened
# there, and what came of it
CORE = "ow_env.core."  # its rules (random numbers, copying) are called as they are
OPERATIONS = "ow_env.core.bits"  # but for these, which only compiled code can call


@dataclass(frozen=True)
class Event:
    """One thing that happened, as one viewer may be told it."""

    kind: str  # for programs: "turn", "step", "trashed" ...
    text: str  # a sentence: "player_0's City 20 is Trashed: no room"
    rule: str = ""  # where it stands: "OW-4a.4"
    level: int = HAPPENING  # TURN, STEP, HAPPENING or RESULT
    seat: int | None = None  # whose doing, or whose card, if it is one player's
    data: Mapping[str, Any] = field(default_factory=dict)  # what the sentence names: cards, places, numbers

    def __str__(self) -> str:
        """Return the sentence with its rule."""
        return f"{self.text} ({self.rule})" if self.rule else self.text


def worth_telling(events: Iterable[Event]) -> list[Event]:
    """Leave out the headings of Steps in which nothing happened."""
    told = list(events)
    empty = {
        place
        for place, (event, after) in enumerate(pairwise(told))
        if event.kind == "step" and after.level <= event.level
    }
    return [event for place, event in enumerate(told) if place not in empty]


Listener: TypeAlias = Callable[..., Generator[None, Any, None] | None]  # called with the narrator and the arguments of
# the rule; what stands behind a `yield` happens after the rule, which sends its result


class Narrator:
    """Who listens while a decision is played: collects events. A game's own knows what to say of each rule."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.inside: list[str] = []  # names of the rules being carried out, of those listened to

    def tell(self, kind: str, text: str, rule: str = "", seat: int | None = None, **data: Any) -> None:
        """Add what happened."""
        self.events.append(Event(kind, text, rule, HAPPENING, seat, data))

    def tell_result(self, kind: str, text: str, rule: str = "", seat: int | None = None, **data: Any) -> None:
        """Add what came of what was told before."""
        self.events.append(Event(kind, text, rule, RESULT, seat, data))

    def head(self, kind: str, text: str, level: int = STEP, **data: Any) -> None:
        """Add a heading."""
        self.events.append(Event(kind, text, "", level, None, data))

    def within(self, *rules: str) -> bool:
        """Is one of these rules being carried out?"""
        return any(rule in self.inside for rule in rules)


class Telling:
    """A rule in plain Python that can be listened to.

    Args:
        rule: compiled or not; it is copied together with all rules of its game that it calls.
        listeners: rule -> what listens to it; None: its name stands in `Narrator.inside` meanwhile, and no more.
    """

    def __init__(self, rule: Any, listeners: Mapping[Any, Listener | None]) -> None:
        self._listeners = {python(listened): listener for listened, listener in listeners.items()}
        self._copies: dict[FunctionType, Callable[..., Any]] = {}
        self._now = threading.local()
        self._rule = self._copy(python(rule))

    def __call__(self, narrator: Narrator, *arguments: Any) -> None:
        """Carry the rule out on these arguments, which it changes, while ``narrator`` listens."""
        self._now.narrator = narrator
        with np.errstate(over="ignore"):
            self._rule(*arguments)

    def _copy(self, function: FunctionType) -> Callable[..., Any]:
        if function not in self._copies:
            code, scope = function.__code__, dict(function.__globals__)
            copy = FunctionType(code, scope, function.__name__, function.__defaults__, function.__closure__)
            self._copies[function] = self._heard(copy, function) if function in self._listeners else copy
            for name in code.co_names:
                if name in scope:
                    scope[name] = self._copied(scope[name], code.co_names)
        return self._copies[function]

    def _copied(self, value: Any, names: tuple[str, ...]) -> Any:
        """Return what stands for a global of a rule: the copy of another rule, or the value itself."""
        if isinstance(value, ModuleType):
            known = {name: getattr(value, name) for name in names if hasattr(value, name)}
            return SimpleNamespace(**{name: self._copied(one, ()) for name, one in known.items()})
        function = python(value)
        if isinstance(function, FunctionType) and not function.__module__.startswith(CORE):
            return self._copy(function)
        return function if getattr(function, "__module__", "") == OPERATIONS else value

    def _heard(self, rule: Callable[..., Any], function: FunctionType) -> Callable[..., Any]:
        listener, name = self._listeners[function], function.__name__

        def heard(*arguments: Any) -> Any:
            narrator = self._now.narrator
            listening = None if listener is None else listener(narrator, *arguments)
            if listening is not None:
                next(listening, None)
            narrator.inside.append(name)
            result = rule(*arguments)
            narrator.inside.pop()
            if listening is not None:
                try:
                    listening.send(result)
                except StopIteration:
                    pass
            return result

        return heard


def python(rule: Any) -> Any:
    """Return the Python function that a rule is compiled from; anything else as it is."""
    return getattr(rule, "py_func", rule)
