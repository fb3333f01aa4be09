"""Your Game keeps what it promises."""

from __future__ import annotations

import agents
from ow_env import make
from training.checking import check
from training.measure.match import play_match


def test_nothing_is_missing_or_wrong() -> None:
    """As `ow check-game your_game` has it."""
    assert [str(each) for each in check("your_game")] == []


def test_the_script_is_no_fool() -> None:
    """It wins most games against random play."""
    game = make("your_game")
    assert play_match(game, agents.make("climber", game), agents.make("random", game), games=200, seed=1).score > 0.6
