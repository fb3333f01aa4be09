"""Words for people: seats count from 1.

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
