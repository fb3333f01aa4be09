"""How all command lines read seeds, numbers and paths, for argparse's ``type=``.

Below: nothing. Above: the commands. What is refused here is refused before anything is imported, played or written.
"""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from pathlib import Path

from ow_env.core.text import escaped


def a_seed(text: str) -> int:
    """Read a seed: a whole number from 0 up, as environments take it."""
    from ow_env.adapters.options import SEEDS  # and the compiler, which a command without a seed need not wait for

    if not text.strip().isdecimal() or not int(text[:40]) < SEEDS:
        raise ArgumentTypeError(f"expected a number from 0 to {SEEDS - 1}, got {escaped(text[:60])!r}")
    return int(text)


def a_number(text: str) -> float:
    """Read a number that is one: neither infinite nor NaN."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ArgumentTypeError(f"expected a number, got {escaped(text[:60])!r}")
    return found


def a_name(text: str) -> str:
    """Read a name. An empty one would stand for the default."""
    if not text:
        raise ArgumentTypeError("expected a name, got ''")
    return text


def a_path(text: str) -> Path:
    """Read the path of a file or folder. An empty one would be the folder one is in."""
    if not text:
        raise ArgumentTypeError("expected a path, got ''")
    return Path(text)
