"""The playthroughs themselves: each course goes the same way once more."""

from __future__ import annotations

import pytest

from ow_env.compiled.jit import PURE
from ow_env.testing.contract import Contract, each_game
from ow_env.testing.playthroughs import courses

pytestmark = [pytest.mark.bounds, pytest.mark.contract]


@each_game()
def test_the_same_decisions_lead_the_same_way_with_two_threads_and_sparse_rows(contract: Contract) -> None:
    """States, generators, rewards, who is asked, what each seat sees and may do; and both forms of that."""
    for course in courses(contract.name):
        assert not course.differs, f"{course.game!r}, {course.style}, course {course.number}: {course.differs}"
        assert len(course) > 0
    ended = any(course.is_over.any() for course in courses(contract.name))
    assert ended or PURE, "games end by themselves"
