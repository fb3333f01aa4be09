"""Each engine and its oracle agree at every decision: a share of what `python -m tests.contract.oracle` plays."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from ow_env.compiled.jit import PURE
from tests.contract.table import Contract, contracts
from tests.lockstep import share

FEW, MANY = 20, 300  # games of a game; every setup is played once at least
SHORT = 60 if PURE else 150  # decisions of a game, where there are few


def lockstep_of(contract: Contract) -> tuple[Any, Any]:
    """Return the class of a game's lockstep, and its setups."""
    return import_module(f"{contract.oracle}.lockstep").Lockstep, import_module(f"{contract.oracle}.setups").SETUPS


def rows(*, every: int) -> list[Any]:
    """Return a row for each setup of each game; each so-manieth is played as shipped too."""
    found = []
    for name, contract in contracts().items():
        for number, setup in enumerate(lockstep_of(contract)[1] if contract.oracle else ()):
            marks = [pytest.mark.shipped] if number % every == 0 else []
            found.append(pytest.param(contract, setup, id=f"{name}-{setup.name}", marks=marks))
    return found


@pytest.mark.bounds
@pytest.mark.contract
@pytest.mark.parametrize(("contract", "setup"), rows(every=6))
def test_engine_and_oracle_agree(contract: Contract, setup: Any) -> None:
    """Who is asked, what is allowed, the whole position and the rewards are the same, decision after decision."""
    lockstep, setups = lockstep_of(contract)
    games = share(FEW, setups)[setup]
    played = lockstep()
    played.play(replace(setup, most=min(SHORT, setup.most or SHORT)), 0, 1 if PURE else games)
    assert played.decisions > 0


@pytest.mark.slow
@pytest.mark.skipif(PURE, reason="plays for an hour uncompiled")
@pytest.mark.parametrize(("contract", "setup"), rows(every=10**6))
def test_engine_and_oracle_agree_in_many_games(contract: Contract, setup: Any) -> None:
    lockstep, setups = lockstep_of(contract)
    games = share(MANY, setups)[setup]
    played = lockstep()
    played.play(setup, 1000, games)
    assert played.games == games
