"""Checks of arguments (numbers, choices, arrays of whole numbers), with errors that name the argument.

Below: text.py. Above: batch.py, game.py, games, adapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ow_env.core.text import nearest

Word = TypeVar("Word", str, str | None)

ASKING = ("needed", "public")  # every game's option `ask`: who is asked where some hands have no answer


def whole_number(what: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number, of Python or NumPy, from ``least`` to ``most``; None: no limit there."""
    right = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not right or (least is not None and value < least) or (most is not None and value > most):  # type: ignore[operator]
        limits = f" from {least}" if least is not None else ""
        limits += f" to {most}" if most is not None else " up" if least is not None else ""
        raise ValueError(f"{what}: expected a whole number{limits}, got {shown(value)}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def one_of(what: str, value: object, allowed: Sequence[Word]) -> Word:
    """Return a value that is one of those allowed; a refusal names the one that is most like it."""
    if not isinstance(value, str | None) or value not in allowed:
        near = nearest(value, filter(None, allowed))
        raise ValueError(f"{what}: expected one of {', '.join(map(repr, allowed))}, got {shown(value)}{near}")
    return allowed[list(allowed).index(value)]  # type: ignore[arg-type]


def yes_or_no(what: str, value: object) -> bool:
    """Return an option that is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{what}: expected True or False, got {shown(value)}")
    return value


def whole_numbers(expected: str, value: npt.ArrayLike, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Return an array of whole numbers of this shape; ``expected`` says in words what that is."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):  # rows of different lengths, and the like
        raise ValueError(f"{expected}, got {shown(value)}") from None
    if array.shape != shape or array.dtype.kind not in "iu":
        got = shown(value) if array.dtype.hasobject else f"{array.dtype} {array.shape}"  # numbers beyond 64 bits, say
        raise ValueError(f"{expected}, got {got}")
    return array


def shown(value: object) -> str:
    """Show what was passed in, cut short."""
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:110]} ..."
