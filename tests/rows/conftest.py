"""Rows is installed while the tests of this folder run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bazaar.installing import installed


@pytest.fixture(autouse=True, scope="module")
def rows() -> Iterator[None]:
    with installed(Path(__file__).parent / "installed"):
        yield
