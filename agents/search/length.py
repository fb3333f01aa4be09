"""How far to play on beyond the tree in a game of which nothing says it: a share of how long its games are.

Below: core. Above: settings.py.
"""

from __future__ import annotations

import sys

import numpy as np

from agents.search.records import TO_THE_END
from ow_env.core.batch import Batch
from ow_env.core.engines import is_default
from ow_env.core.game import Game

GAMES = 32  # played at random, always the same
MOST_STEPS = 5_000  # joint decisions of each, if it does not end
SHARE = 4  # a quarter: the rest is told by the potential
MEASURED: dict[str, int] = {}  # by the game with its options


def rollout_turns_of(game: Game) -> int:
    """Return how many turns to play on beyond the tree, and say so once.

    That is a quarter of a random game's turns, at least one; in a game that does not say by its rule ``potential`` how
    well things look, the whole game, for only its end tells.
    """
    if is_default(game.engine, "potential"):
        return TO_THE_END
    key = f"{game.name} {game.version} {game!r}"
    if key not in MEASURED:
        MEASURED[key] = max(1, round(mean_turns(game) / SHARE))
        print(
            f"search: in {game.name} it plays on for {MEASURED[key]} turns beyond the tree, a quarter of a game;"
            " rollout_turns=NUMBER or rollout_turns=end says otherwise",
            file=sys.stderr,
        )
    return MEASURED[key]


def mean_turns(game: Game) -> float:
    """Return how many turns a game has when all seats choose at random."""
    batch, rng = Batch(game, GAMES, seed=0), np.random.default_rng(0)
    for _ in range(MOST_STEPS):
        if batch.terminated.all():
            break
        chances = np.where(batch.action_mask != 0, rng.random(batch.action_mask.shape), -1.0)
        batch.step(chances.argmax(axis=2))
    return float(game.turn(batch.states).mean())
