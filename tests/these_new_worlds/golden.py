"""The golden games of These New Worlds: what is played, and how a position is told. tests/golden.py has all else."""

from __future__ import annotations

from ow_env.core.game import Game, States
from tests.golden import Golden
from tests.these_new_worlds.oracle.late import late_position
from tests.these_new_worlds.scenario import parts_of

GAMES = {
    "whole": Golden("A whole game of two players who do what they can.", 4, {}, "eager"),
    "whole-too": Golden(
        "Another, begun by player_0; everyone who holds a card is asked.", 7, {"first_dealer": 1, "ask": "public"},
        "eager",
    ),
    "nobody": Golden(
        "Two players who are slow to colonize: The Collective wins, and both lose.", 2, {"nobody": "loss"}, "reluctant"
    ),
    "short": Golden("Three rounds with five cards each.", 5, {"rounds": 3, "hand": 5}, "eager"),
    "late": Golden(
        "From the opening of a late round, with planets on all sides.", 3, {}, "eager", lambda: late_position(8)
    ),
    "late-too": Golden("From another, to a draw.", 1, {}, "eager", lambda: late_position(3)),
}  # fmt: skip


def table(game: Game, state: States) -> list[str]:
    """Return a position as scenarios write it."""
    return [" | ".join(f"{key} {value}" for key, value in parts_of(game.position(state)).items() if value)]
