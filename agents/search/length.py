"""How far to play on beyond the tree in a game of which nothing says it: as long as its games last.

Below: core. Above: settings.py.
"""

from __future__ import annotations

import sys

import numpy as np

from ow_env.core.batch import Batch, any_allowed
from ow_env.core.game import Game

GAMES = 32  # played at random, always the same
MOST_STEPS = 5_000  # joint decisions of each, if it does not end
MEASURED: dict[str, int] = {}  # by the game with its options


def rollout_turns_of(game: Game) -> int:
    """Return how many turns to play on beyond the tree, and say so once: as many as the longest of some random games.

    Fewer are quicker, but cost strength in a game whose rule ``potential`` tells little of who is ahead; only who knows
    the game can say how many are enough.
    """
    key = f"{game.name} {game.version} {game!r}"
    if key not in MEASURED:
        MEASURED[key] = longest_game(game)
        print(
            f"search: in {game.name} it plays on for at most {MEASURED[key]} turns beyond the tree, as long as random"
            " games last; with a good potential fewer are quicker: rollout_turns=NUMBER",
            file=sys.stderr,
        )
    return MEASURED[key]


def longest_game(game: Game) -> int:
    """Return how many turns the longest of some games has in which all seats choose at random, at least one."""
    batch, rng = Batch(game, GAMES, seed=0), np.random.default_rng(0)
    for _ in range(MOST_STEPS):
        if batch.terminated.all():
            break
        batch.step(any_allowed(batch, rng))
    return max(1, int(game.turn(batch.states).max()))
