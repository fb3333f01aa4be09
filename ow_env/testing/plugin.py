"""What pytest is told where this package is installed: the option ``--game``, and the marks of the tests here.

Every run of pytest loads it, so it imports nothing until a game is named.
"""

from __future__ import annotations

import pytest

ASKED: list[str] = []  # the games that `--game` names; none: all

MARKS = (
    "bounds: reaches compiled rules; worth running with array bounds checked (NUMBA_BOUNDSCHECK=1)",
    "contract: asked of every game; on fewer positions uncompiled (NUMBA_DISABLE_JIT=1)",
    "slow: takes more than a few seconds",
    "xdist_group: tests of one game run in one process",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the names of games."""
    group = parser.getgroup("ow_env", "tests of card games (--pyargs ow_env.testing)")
    group.addoption("--game", action="append", default=[], metavar="NAME", help="test this game alone; repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks, and find the games before any test is collected."""
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    ASKED[:] = config.getoption("--game")
    if ASKED:
        from ow_env.testing.contract import contracts

        try:
            contracts()
        except ValueError as error:
            raise pytest.UsageError(f"--game: {error}") from None
