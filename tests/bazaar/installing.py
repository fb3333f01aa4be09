"""The bazaar, or another game, as another distribution brings it along: an entry point on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents import games as players
from ow_env import registry
from training.exact.games import small_games

INSTALLED = Path(__file__).parent / "installed"


def forget() -> None:
    for found in (registry.rows, players.package_of, small_games):
        found.cache_clear()


@contextmanager
def installed(folder: Path = INSTALLED) -> Iterator[None]:
    """Have the game registered for a while whose distribution is in this folder."""
    sys.path.insert(0, str(folder))
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()
