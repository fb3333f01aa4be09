"""What all tests share. Everything random is seeded, and nothing is timed."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from hypothesis import settings

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def read_field(record: np.record, name: str, of_item: Any = np.void.__getitem__) -> Any:
    """Return what ``record.name`` is, as numpy's own does, in half the time: it looks for a method first, this last.

    No field of ours is called as a method of a record (`ow_env.core.layout.check_fields`).
    """
    try:
        found = of_item(record, name)
    except ValueError:
        return np.void.__getattribute__(record, name)
    if type(found) in (np.ndarray, np.void) and found.dtype.names and found.dtype.type is not np.record:
        return found.view(np.dtype((np.record, found.dtype)))
    return found


if UNCOMPILED:  # where most of the time goes into reading fields
    np.record.__getattribute__ = read_field  # type: ignore[method-assign]

settings.register_profile(
    "suite",
    deadline=None,  # a slow machine is no failure
    derandomize=True,  # the same examples on every run
    max_examples=15 if UNCOMPILED else 100,
)
settings.load_profile("suite")
