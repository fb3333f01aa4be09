"""What all tests share. Everything random is seeded, and nothing is timed."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from ow_env import registry

for ending in ("SIGINT", "SIGHUP"):  # a shell has what it runs in the background ignore these, and tests send them
    if hasattr(signal, ending) and signal.getsignal(getattr(signal, ending)) is signal.SIG_IGN:
        signal.signal(getattr(signal, ending), signal.default_int_handler if ending == "SIGINT" else signal.SIG_DFL)

# Agents that whoever runs the tests has pulled take no part in them.
os.environ["OW_ENV_AGENTS"] = str(Path(__file__).parents[1] / "build" / "no-pulled-agents")

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def read_field(record: np.record, name: str) -> Any:
    """Return ``record.name`` in half the time: numpy looks for an attribute of all records first, this for a field.

    No field of ours has the name of such an attribute (`ow_env.compiled.layout.check_fields`).
    """
    try:
        found = np.void.__getitem__(record, name)
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


TWICE = ("open_worlds", "goofspiel")  # games that `make test` compiles as shipped too
ONCE = re.compile(  # the others, in the name of a test
    "|".join(f"{name}|{row.partition(':')[2]}" for name, row in registry.ROWS.items() if name not in TWICE)
)
PASSES = ("rule", "uncompiled", "bounds")


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses by the markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Send the quick tests of most games where `make test` compiles these; skip what needs plain Python, elsewhere."""
    for item in items:
        if ONCE.search(item.nodeid) and not any(map(item.get_closest_marker, (*PASSES, "slow"))):
            item.add_marker("bounds")
        if not UNCOMPILED and item.get_closest_marker("uncompiled"):
            item.add_marker(pytest.mark.skip(reason="runs uncompiled only: NUMBA_DISABLE_JIT=1"))
