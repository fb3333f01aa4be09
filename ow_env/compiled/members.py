"""One compiled function: the one signature it may have, and what else its machine code follows from.

Below: nothing. Above: jit.py, which makes and keeps that code. What a function calls or names is found in its code.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher


@dataclass(frozen=True)
class Member:
    """One rule or kernel, and the one signature it may have."""

    dispatcher: Any
    signature: Any
    modules: tuple[str, ...]  # its own, and others whose sources decide what it compiles to
    inline: bool  # pasted into its callers: compiled by itself only if Python calls it
    number: int  # in the order of definition, in this process
    key: str | None  # of the sources of those modules, as they were when it was defined

    @property
    def name(self) -> str:
        """The full dotted name."""
        function = self.dispatcher.py_func
        return f"{function.__module__}.{function.__qualname__}"


MEMBERS: dict[int, Member] = {}  # by the id of the dispatcher, which they keep alive
BAKED_IN: dict[int, str | None] = {}  # by the number of the member
CONSTANTS = (int, float, complex, str, bytes, tuple, enum.Enum, np.generic)


def baked_in(member: Member) -> str | None:
    """Return a hash of what else decides a rule's machine code; None if something does that nothing vouches for.

    That is its signature; the constants it names, which follow from the sources, unless one is read
    from elsewhere: the environment, a file; and all this of what it calls, which is compiled into
    it, with the sources of that, for a template may be bound to rules that its file does not import.
    What it calls stands above it: a field that is called like a rule further down is no call.
    """
    if member.number not in BAKED_IN:
        parts, vouched = [str(member.signature)], True
        for _, value in named_in(member.dispatcher.py_func):
            called = MEMBERS.get(id(value))
            if called is not None and called.number < member.number:
                baked = baked_in(called)
                vouched = vouched and called.key is not None and baked is not None
                parts += [str(called.key), str(baked)]
            elif called is None and isinstance(value, Dispatcher):
                vouched = False  # compiled elsewhere: an edit of it would not be noticed
            elif isinstance(value, CONSTANTS):
                parts.append(repr(value))
        BAKED_IN[member.number] = hashlib.sha256(repr(parts).encode()).hexdigest()[:8] if vouched else None
    return BAKED_IN[member.number]


def named_in(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the globals that a function names, and what it may name of a module among them: ``state.LEVELS``."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{other}", getattr(value, other)) for other in names if hasattr(value, other))


def check_constants(member: Member) -> None:
    """Refuse a rule that reads a global array: it would be baked in, whatever becomes of it."""
    for name, value in named_in(member.dispatcher.py_func):
        if isinstance(value, np.ndarray):
            raise TypeError(
                f"{member.name} reads the global array {name}: put it into the tables, which rules take as an argument"
            )
