"""The playthroughs themselves: every game has its contract, and each course goes the same way once more."""

from __future__ import annotations

import pytest

from ow_env import registry
from ow_env.compiled.jit import PURE
from tests.contract.playthroughs import courses
from tests.contract.table import MAY_BE_LEFT_OUT, TESTS, Contract, contracts, each_game

pytestmark = [pytest.mark.bounds, pytest.mark.contract]


def test_every_game_of_the_registry_has_a_contract() -> None:
    assert not [name for name in registry.ROWS if not (TESTS / name / "contract.py").exists()]
    assert all(name == contract.name for name, contract in contracts().items())


@each_game()
def test_what_a_game_leaves_out_is_said_with_a_reason(contract: Contract) -> None:
    assert {part for part in MAY_BE_LEFT_OUT if not getattr(contract, part)} == set(contract.left_out)


@each_game()
def test_the_same_decisions_lead_the_same_way_with_two_threads_and_sparse_rows(contract: Contract) -> None:
    """States, generators, rewards, who is asked, what each seat sees and may do; and both forms of that."""
    for course in courses(contract.name):
        assert not course.differs, f"{course.game!r}, {course.style}, course {course.number}: {course.differs}"
        assert len(course) > 0
    ended = any(course.is_over.any() for course in courses(contract.name))
    assert ended or PURE, "games end by themselves"
