"""The bazaar is installed while the tests of this folder run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bazaar.installing import installed


@pytest.fixture(autouse=True, scope="module")
def bazaar() -> Iterator[None]:
    with installed():
        yield
