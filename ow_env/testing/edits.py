"""Positions as somebody writes them who gets something wrong: real ones with a few random edits.

Below: nothing. Above: test_edited.py.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

Place: TypeAlias = tuple[Any, Any]  # an object or a list, and the key or index in it


def places(value: Any) -> Iterator[Place]:
    """Yield every place in a position in which a value stands."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def edited(position: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a position with 1 to 3 edits; some take what stands in the same place of another position."""
    told = copy.deepcopy(position)
    for _ in range(chance.choice((1, 1, 2, 3))):
        edit(told, other, chance)
    return told


def edit(told: dict[str, Any], other: dict[str, Any], chance: Random) -> None:
    """Change one value."""
    way = chance.randrange(8)
    if way == 0:  # a field of its own from somewhere else, mostly what is decided
        key = chance.choice([*other, "decision"])
        told[key] = copy.deepcopy(other.get(key))
        return
    where = list(places(told))
    if not where:
        return
    inside, key = chance.choice(where)
    value = inside[key]
    lists = [some[at] for some, at in where if isinstance(some[at], list)]
    if way == 1:
        del inside[key]
    elif way == 2:
        inside[key] = None
    elif way == 3 and isinstance(inside, list) and lists:  # a card goes elsewhere
        del inside[key]
        chance.choice(lists).append(value)
    elif way == 4 and isinstance(inside, list):  # one more of it
        inside.append(value)
    elif isinstance(value, bool):
        inside[key] = not value
    elif isinstance(value, int):
        inside[key] = chance.choice((0, 1, value - 1, value + 1, 2 * value, 255, 10**5))
    elif isinstance(value, list | dict) and way == 5:
        inside[key] = type(value)()
    else:  # what another place of its kind has
        inside[key] = copy.deepcopy(chance.choice([some[at] for some, at in where if type(some[at]) is type(value)]))
