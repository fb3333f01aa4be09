"""Declared settings: a dataclass field with default, range and a sentence of help, checked against them.

Below: options.py. Above: the settings of training and of the search. Settings that depend on each other are checked
where they are declared.

    @dataclass(frozen=True)
    class Settings:
        epochs: int = setting(2, "passes over each rollout", low=1)
        reward: str = setting("win", "what is paid", among=("win", "income"))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ow_env.core.options import one_of, shown

LARGEST = 2**63 - 1  # of whole numbers, which compiled code takes

Words = Sequence[str] | Callable[[], Sequence[str]]


@dataclass(frozen=True)
class Declared:
    """The type, range and help of a setting."""

    sentence: str
    low: float | None
    above: float | None  # as `low`, but not this number itself
    high: float | None
    among: Words | None  # a list that takes long to make is a function that makes it

    def range_for(self, value: Any) -> str:
        """Return the range as an error about this value tells it: " from 0 to 1", " above 0"."""
        first = f" from {self.low:,.12g}" if self.low is not None else ""
        first = f" above {self.above:,.12g}" if self.above is not None else first
        high = LARGEST if self.high is None and type(value) in (int, float) and value > LARGEST else self.high
        if high is None:
            return f"{first} up" if self.low is not None else first
        return f"{first}{', up' if self.above is not None else ''} to {high:,.12g}"

    def holds(self, value: float) -> bool:
        """Return whether a number is in the range."""
        low = -math.inf if self.low is None else self.low
        above = -math.inf if self.above is None else self.above
        return low <= value <= (LARGEST if self.high is None else self.high) and value > above


def setting(
    default: Any, sentence: str, *, low: float | None = None, above: float | None = None, high: float | None = None,
    among: Words | None = None,
) -> Any:  # fmt: skip
    """Return a field of a dataclass of settings.

    Args:
        default: its default value.
        sentence: what it does, as `--help` and reports show it.
        low: the least number it may be; None: any.
        above: it has to be more than this number; None: any.
        high: the largest number it may be; None: any.
        among: the words of which it has to be one, or what returns them.
    """
    told = {"declared": Declared(sentence, low, above, high, among)}
    if isinstance(default, (list, dict)):
        return field(default_factory=default.copy, metadata=told)
    return field(default=default, metadata=told)


def declared(cls: type) -> dict[str, Declared]:
    """Return what was declared of the settings of a dataclass, by name."""
    return {each.name: each.metadata["declared"] for each in fields(cls)}


KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {  # by type: in words, and whether a value is one
    "int": ("a whole number", lambda value: type(value) is int),
    "float": ("a number", lambda value: type(value) in (int, float)),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
    "str": ("a text", lambda value: isinstance(value, str)),
    "dict[str, Any]": ("a table", lambda value: isinstance(value, dict)),
    "list[int]": ("a list of whole numbers", lambda value: type(value) is list and {*map(type, value)} <= {int}),
    "list[str]": ("a list of texts", lambda value: type(value) is list and {*map(type, value)} <= {str}),
}


def checked(cls: type, name: str, value: Any) -> Any:
    """Return a value as the setting of this name is to have it: whole numbers count as numbers.

    Raises:
        ValueError: the setting, what was expected, what was found.
    """
    rule, kind = declared(cls)[name], str(cls.__annotations__[name])
    words, fits = KINDS[kind]
    if not fits(value) or (kind in ("int", "float") and not rule.holds(value)):
        raise ValueError(f"{name}: expected {words}{rule.range_for(value)}, got {shown(value)}")
    if rule.among is not None:
        one_of(name, value, rule.among() if callable(rule.among) else rule.among)
    return float(value) if kind == "float" else value
