"""``ow check-game`` finds nothing in the games of the suite."""

from __future__ import annotations

import pytest

from ow_env import registry
from training.checking import check


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in registry.ROWS])
def test_nothing_is_missing_or_wrong(name: str) -> None:
    assert [str(each) for each in check(name)] == []
