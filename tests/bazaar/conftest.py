"""The bazaar is installed while the tests of this folder run, as another distribution brings it along."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents import games as players
from ow_env import registry
from training.exact.games import small_games

INSTALLED = Path(__file__).parent / "installed"


def forget() -> None:
    for found in (registry.rows, players.package_of, small_games):
        found.cache_clear()


@pytest.fixture(autouse=True, scope="module")
def installed() -> Iterator[None]:
    """The game as another distribution brings it along: an entry point on the path."""
    sys.path.insert(0, str(INSTALLED))
    forget()
    yield
    sys.path.remove(str(INSTALLED))
    forget()
