"""The engine and the oracle agree at every decision: a share of what `make oracle` plays by the thousand."""

from __future__ import annotations

import pytest

from tests.lockstep import Disagreement, setup_of, share
from tests.oracle import turn
from tests.oracle.lockstep import Lockstep
from tests.oracle.setups import SETUPS, Setup

GAMES = 60
PORTION = {setup.name: games for setup, games in share(GAMES, SETUPS).items()}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_engine_and_oracle_agree(setup: Setup) -> None:
    """Who is asked, what is allowed, the whole position and the result are the same, game after game."""
    lockstep = Lockstep()
    lockstep.play(setup, 0, PORTION[setup.name])
    assert lockstep.games == PORTION[setup.name]


@pytest.mark.pure
def test_engine_and_oracle_agree_uncompiled() -> None:
    """The rules as plain Python agree too."""
    lockstep = Lockstep()
    lockstep.play(setup_of("positions of 3 players", SETUPS), 100, 1)
    lockstep.play(setup_of("2 players, heavy decks", SETUPS), 100, 1)
    assert lockstep.decisions > 100


def test_a_difference_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle with another Hand Limit is caught, and the message says where and what."""
    monkeypatch.setattr(turn, "HAND_LIMIT", 9)
    with pytest.raises(Disagreement, match=r"(?s)game \d+, decision \d+:.*/players/\d/hand"):
        Lockstep().play(setup_of("2 players, printed decks", SETUPS), 0, 1)
