"""Every game of the registry has its contract, and says what it leaves out."""

from __future__ import annotations

import pytest

from ow_env import registry
from tests.contract.table import MAY_BE_LEFT_OUT, TESTS, Contract, contracts, each_game

pytestmark = [pytest.mark.bounds, pytest.mark.contract]


def test_every_game_of_the_registry_has_a_contract() -> None:
    assert not [name for name in registry.ROWS if not (TESTS / name / "contract.py").exists()]
    assert all(name == contract.name for name, contract in contracts().items())


@each_game()
def test_what_a_game_leaves_out_is_said_with_a_reason(contract: Contract) -> None:
    assert {part for part in MAY_BE_LEFT_OUT if not getattr(contract, part)} == set(contract.left_out)
