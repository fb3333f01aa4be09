"""How a record lies in memory: read alike compiled and uncompiled, aligned, equal records equal bytes.

Below: nothing, not even Numba, so that a list of cards waits for no compiler. Above: array_types.py, jit.py, sound.py,
and the state.py of every game. Knows no game and no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

ALL, OWNER, NOBODY = "all", "owner", "nobody"  # who sees a field


@dataclass(frozen=True)
class Field:
    """What a field of a record holds, and who sees it.

    Attributes:
        dtype: of each number, or of the record that lies there.
        range: the least and the most that each number is; None: whatever the type can hold.
        shape: how many there are, along each axis; (): one.
        kind: what the numbers say: "number", "flag", "flags", "word", "choice", "seat"; "part": a record.
        labels: what a flag, a word or a choice stands for, in order.
        seen_by: ALL; OWNER, the seat whose record it is; NOBODY; or the name of one of the engine's rules, which is
            asked ``(g, viewer, seat) -> bool``, with -1 for a viewer or a seat that is none. Of a part: all in it.
        called: its name in positions; "": that of the field.
        fixed: is it the same in all positions of a configured game?
    """

    dtype: np.dtype[Any]
    range: tuple[int, int] | None = None
    shape: tuple[int, ...] = ()
    kind: str = "number"
    labels: Sequence[str | int] = ()
    seen_by: str = ALL
    called: str = ""
    fixed: bool = False


def within(dtype: type[np.integer[Any]], low: int, high: int, seen_by: str = ALL) -> Field:
    """Return a number from ``low`` to ``high``: bytes from outside in which it is another are refused."""
    assert np.iinfo(dtype).min <= low <= high <= np.iinfo(dtype).max
    return Field(np.dtype(dtype), (low, high), seen_by=seen_by)


def seen(seen_by: str, dtype: Any) -> Field:
    """Return a number of any value, or a record, that not all see."""
    return Field(np.dtype(dtype), seen_by=seen_by)


class Relation(NamedTuple):
    """What a number of a record has to be by others of the same record."""

    field: str  # whose number it is
    right: str  # what is right, in words
    holds: Callable[[Any], Any]  # of records of any shape, a flag for each


class Declared(NamedTuple):
    """What was said of a record beside how it lies in memory."""

    dtype: np.dtype[Any]  # as long as it lives nothing else has its id
    fields: Mapping[str, Field]  # in order, without padding
    relations: Sequence[Relation]
    form: str = ""  # how positions write it, if not as an object of its fields: "pile" (ow_env/core/forms.py)


DECLARED: dict[int, Declared] = {}  # by the id of the dtype: other records may lie in memory alike


def record(fields: Sequence[tuple[Any, ...]], relations: Sequence[Relation] = (), form: str = "") -> np.dtype[Any]:
    """Return the dtype of a record with these fields: (name, what it holds) or (name, what it holds, shape).

    It is a dtype of ``np.record``, so ``g.turn`` reads the same compiled or not, and every number
    in it is aligned, those of records within it too, which numpy alone would not do.

    Args:
        fields: what it holds is a dtype or a `Field`, such as a number `within` a range.
        relations: what else holds of every such record. Ranges and relations are asked of bytes from outside
            (sound.py), and of nothing else.
        form: as `Declared` has it.
    """
    whole: list[tuple[str, np.dtype[Any]]] = []
    declared: dict[str, Field] = {}
    size = 0
    for name, given, *shape in fields:
        lies = np.dtype(given) if not isinstance(given, Field) else given.dtype
        field = given if isinstance(given, Field) else Field(lies.base, shape=lies.shape)
        if shape:
            field = replace(field, shape=(*np.dtype((np.uint8, *shape)).shape, *field.shape))
        if field.dtype.names is not None:
            field = replace(field, kind="part")
        kind = np.dtype((field.dtype, field.shape)) if field.shape else field.dtype
        declared[name] = field
        size = pad(whole, size, alignment(kind))
        whole.append((name, kind))
        size += kind.itemsize
    pad(whole, size, max(alignment(kind) for _, kind in whole))
    dtype = np.dtype((np.record, np.dtype(whole)))
    check_fields(dtype)
    DECLARED[id(dtype)] = Declared(dtype, declared, relations, form)
    return dtype


def pad(fields: list[tuple[str, np.dtype[Any]]], size: int, step: int) -> int:
    """Add bytes up to the next multiple of ``step``; return the size then.

    They are a field, not a gap: numpy does not copy gaps, and equal records must be equal bytes.
    """
    missing = -size % step
    if missing:
        fields.append((f"_{size}", np.dtype((np.uint8, (missing,)))))
    return size + missing


def alignment(dtype: np.dtype[Any]) -> int:
    """Return what the address of this must be a multiple of; numpy says 1 of any np.record."""
    if dtype.base.fields is None:
        return dtype.base.alignment
    return max(alignment(kind) for kind, *_ in dtype.base.fields.values())


def check_fields(dtype: np.dtype[Any]) -> None:
    """Refuse a record with a field that np.record would hide, or that is not np.record at all."""
    if dtype.names is None:
        return
    if not issubclass(dtype.type, np.record):
        raise TypeError(f"expected a dtype of np.record, got {dtype}")
    clash = set(dtype.names) & set(dir(np.record))
    if clash:
        raise TypeError(f"fields {sorted(clash)} are names np.record uses itself; rename them")
