"""The tiny game, and ways to run code in fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.compiled.tiny_game import ROOT, Tiny, server


@pytest.fixture(scope="session")
def forking() -> Iterator[None]:
    """End the process that forks, if there is one, with the last test."""
    yield
    if server.cache_info().currsize:
        server().communicate()
        server.cache_clear()


@pytest.fixture
def tiny(tmp_path: Path, forking: None) -> Iterator[Tiny]:
    tiny = Tiny(tmp_path)
    yield tiny
    tiny.end()


@pytest.fixture
def fresh_process() -> Callable[..., str]:
    """Run code in a new process, with the machine code this one has."""

    def run(code: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
