"""Validates positions that come from outside, before any rule plays them.

Below: layout.py. Above: game.py, whose `check` asks here. Compiled rules trust their input: an index out of
range overwrites other memory. So positions that the rules did not produce (a saved file, a caller's array) are checked
against the ranges and relations declared with the records; then, by kernels.py, by the game's rule ``sound``, and for
a decision that the asked player can make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ow_env.compiled.layout import DECLARED, Relation

BLOCK = 256  # rows that are looked at together
LONGEST = 12  # numbers of a list that are shown


class Fault(NamedTuple):
    """What is wrong with a position."""

    row: int
    path: str  # of the field: "players[1].hand.count"
    right: str
    found: str


class Numbers(NamedTuple):
    """The numbers of one field, wherever it lies in a position."""

    path: str  # with {} for each index
    shape: tuple[int, ...]  # of its indices
    offsets: npt.NDArray[np.int64]  # of each number, in bytes
    dtype: np.dtype[Any]
    low: int
    high: int

    def at(self, place: int) -> str:
        """Return the path of one of them."""
        return self.path.format(*(int(index) for index in np.unravel_index(place, self.shape)) if self.shape else ())


class Related(NamedTuple):
    """A relation, and where the records lie of which it holds."""

    names: tuple[str, ...]  # of the fields that lead there
    path: str  # with {} for each index
    relation: Relation


def numbers_in(dtype: np.dtype[Any]) -> Iterator[Numbers]:
    """Yield the numbers of a record, those of records within it too."""
    declared = DECLARED[id(dtype)].fields if id(dtype) in DECLARED else {}
    ranges = {name: field.range for name, field in declared.items() if field.range is not None}
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        item, shape = kind.base, kind.shape
        first = offset + np.arange(int(np.prod(shape)), dtype=np.int64) * item.itemsize
        path = name + "[{}]" * len(shape)
        if item.names is not None:
            for inner in numbers_in(item):
                offsets = np.add.outer(first, inner.offsets).reshape(-1)
                yield inner._replace(path=f"{path}.{inner.path}", shape=shape + inner.shape, offsets=offsets)
        else:
            if item.kind not in "iu":  # a flag: all others are numbers
                item = np.dtype(np.uint8)
                ranges = {**ranges, name: (0, 1)}
            whole = np.iinfo(item)
            low, high = ranges.get(name, (0, 0) if re.fullmatch(r"_\d+", name) else (whole.min, whole.max))
            if (low, high) != (whole.min, whole.max):
                yield Numbers(path, shape, first, item, low, high)


def relations_in(dtype: np.dtype[Any], names: tuple[str, ...] = (), path: str = "") -> Iterator[Related]:
    """Yield what has to hold of a record, and of records within it."""
    for name in dtype.names or ():
        kind = dtype.fields[name][0]  # type: ignore[index]
        yield from relations_in(kind.base, (*names, name), f"{path}{name}{'[{}]' * len(kind.shape)}.")
    if id(dtype) in DECLARED:
        yield from (Related(names, path + each.field, each) for each in DECLARED[id(dtype)].relations)


class Declaration:
    """What the declaration of a record asks of its numbers."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype  # as long as it lives nothing else has its id
        self.related = list(relations_in(dtype))
        self.of_type: dict[np.dtype[Any], list[Numbers]] = {}
        for some in numbers_in(dtype):
            self.of_type.setdefault(some.dtype, []).append(some)
        self.joined = {  # of each type: where each number lies in the record seen as numbers of that type, its range
            kind: (
                np.concatenate([each.offsets for each in some]) // kind.itemsize,
                np.concatenate([np.full(len(each.offsets), each.low, kind) for each in some]),
                np.concatenate([np.full(len(each.offsets), each.high, kind) for each in some]),
            )
            for kind, some in self.of_type.items()
        }

    def fault(self, states: npt.NDArray[Any]) -> Fault | None:
        """Return the first thing that is wrong with these records [N], if anything is."""
        for first in range(0, len(states), BLOCK):
            block = states[first : first + BLOCK]
            fault = self.out_of_range(block) or self.not_related(block)
            if fault is not None:
                return fault._replace(row=first + fault.row)
        return None

    def out_of_range(self, states: npt.NDArray[Any]) -> Fault | None:
        """Return the first number that leaves its range."""
        for kind, (columns, low, high) in self.joined.items():
            values = states.view(kind).reshape(len(states), -1)[:, columns]
            wrong = (values < low) | (values > high)
            if wrong.any():
                row, column = (int(each) for each in np.argwhere(wrong)[0])
                found = str(values[row, column])
                for some in self.of_type[kind]:
                    if column < len(some.offsets):
                        right = f"{some.low} to {some.high}" if some.low < some.high else str(some.low)
                        return Fault(row, some.at(column), right, found)
                    column -= len(some.offsets)
        return None

    def not_related(self, states: npt.NDArray[Any]) -> Fault | None:
        """Return the first number that is not what it has to be by others."""
        for names, path, relation in self.related:
            records: Any = states
            for name in names:
                records = records[name]
            wrong = ~relation.holds(records)
            if wrong.any():
                row, *places = (int(each) for each in np.argwhere(wrong)[0])
                where = path.format(*places)
                return Fault(row, where, relation.right, found_at(states[row], where))
        return None


DECLARATIONS: dict[int, Declaration] = {}  # by the id of the dtype


def found_at(state: Any, path: str) -> str:
    """Show what stands in a record at a path, cut short."""
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", path):
        state = state[name] if name else state[int(place)]
    numbers = np.asarray(state)
    if numbers.dtype.names is not None:
        return "another"
    if numbers.ndim == 0 or numbers.size <= LONGEST:
        return str(numbers.tolist())
    return f"{numbers.reshape(-1)[:LONGEST].tolist()} ..."


def declaration_of(dtype: np.dtype[Any]) -> Declaration:
    """Return what the declaration of a game's record asks."""
    if id(dtype) not in DECLARATIONS:
        DECLARATIONS[id(dtype)] = Declaration(dtype)
    return DECLARATIONS[id(dtype)]
