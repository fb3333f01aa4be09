"""The golden games of Expansive Universe: what is played, and how a position is told. tests/golden.py has all else."""

from __future__ import annotations

from ow_env.core.game import Game, States
from tests.expansive_universe.oracle.crowded import crowded
from tests.expansive_universe.scenario import parts_of
from tests.golden import Golden

NOTHING = ("", "0", "-")

GAMES = {
    "two": Golden(
        "Two players, to 20 points.", 4, {"num_players": 2, "factions": ["Wartribe", "Galaxernment"]}, "eager"
    ),
    "three": Golden(
        "Three players by another Core, cut short.", 5,
        {"num_players": 3, "core": "Galactic Core #2", "max_rounds": 6}, "eager",
    ),
    "cut-short": Golden("Two players, cut short after five rounds.", 2, {"num_players": 2, "max_rounds": 5}, "eager"),
    "two-crowded": Golden("Two big crews and fleets.", 6, {"num_players": 2}, "warlike", lambda: crowded(2)(7)),
    "three-crowded": Golden(
        "Three of them, until one is left or has won.", 3, {"num_players": 3}, "warlike", lambda: crowded(3)(11)
    ),
    "four-crowded": Golden(
        "Four of them.", 8, {"num_players": 4, "core": "Galactic Core #4"}, "warlike", lambda: crowded(4, 4)(5)
    ),
    "curious": Golden(
        "Two who try what they have tried least.", 9, {"num_players": 2}, "curious", lambda: crowded(2)(2)
    ),
}  # fmt: skip


def table(game: Game, state: States) -> list[str]:
    """Return a position as scenarios write it."""
    parts = parts_of(game.position(state))
    return [" | ".join(f"{key} {value}" for key, value in parts.items() if value not in NOTHING)]
