"""What all tests of training share."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Torch begins each test with one thread, whatever a run before has set."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
