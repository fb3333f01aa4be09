"""The same games compiled and as plain Python: every byte of every position agrees."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.open_worlds.random_games import TABLES, positions, table

GAMES = 2
ROOT = Path(__file__).parents[2]


def course(name: str) -> str:
    """Return a hash of all that a few random games went through."""
    digest = hashlib.sha256()
    for batch in positions(table(name), GAMES, seed=31):
        for array in (batch.states, batch.observation, batch.action_mask, batch.reward):
            digest.update(array.tobytes())
    return digest.hexdigest()


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="compares compiled with uncompiled")
def test_compiled_and_uncompiled_games_agree_in_every_byte():
    found = subprocess.run(
        [sys.executable, __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == [course(name) for name in TABLES]


if __name__ == "__main__":
    for table_name in TABLES:
        print(course(table_name))
