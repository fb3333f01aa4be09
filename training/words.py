"""Words for people: seats count from 1, and whoever plays is "you".

Below: nothing. Above: the terminal, ``ow watch``, ``ow replay``, the page to step through a game. In programs, records
and data a seat stays ``player_0``; page/words.js does the same for the page of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

Value = TypeVar("Value")

SEAT = re.compile(r"\bplayer_(\d+)\b")
IRREGULAR = {"has": "have", "is": "are", "does": "do"}
ENDINGS = (  # of a verb behind "he": what it ends in behind "you"
    (r"([^aeiou])ies$", r"\1y"),
    (r"(ss|sh|tch|x|zz)es$", r"\1"),
    (r"([^s])s$", r"\1"),
)


def spoken(value: Value) -> Value:
    """Return a text, or data with texts in it, in which seats are called Player 1, Player 2 ..."""
    told: Any = value
    if isinstance(value, str):
        told = SEAT.sub(lambda found: f"Player {int(found[1]) + 1}", value)
    elif isinstance(value, list | tuple):
        told = type(value)(map(spoken, value))
    elif isinstance(value, Mapping):
        told = {key: spoken(each) for key, each in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        told = replace(value, **{each.name: spoken(getattr(value, each.name)) for each in fields(value)})
    return cast(Value, told)


def to_you(text: str, name: str) -> str:
    """Return a sentence about somebody as it is said to them: "Player 1 bids a card" is "you bid a card"."""
    if not text.startswith(f"{name} "):
        return text
    verb, _, rest = text.removeprefix(f"{name} ").partition(" ")
    rest = re.sub(r"\b(or|and) (\w+es)\b(?= where| *$)", lambda found: f"{found[1]} {plain(found[2])}", rest)
    return f"you {plain(verb)} {rest}".strip()


def plain(verb: str) -> str:
    """Return a verb as it stands behind "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    for ending, instead in ENDINGS:
        if re.search(ending, verb):
            return re.sub(ending, instead, verb)
    return verb
