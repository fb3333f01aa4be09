"""Games played in tests, many at once, by seats that choose at random with some preference.

Below: Batch. Above: contract.py, playthroughs.py. A style of play is a table of how eagerly actions are taken,
by the words that their names begin with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core import Batch, Game

Style: TypeAlias = Mapping[
    str, float
]  # how much more often than others an action is taken, by the words it begins with

CURIOUS = "curious"  # in a style: how much an action is avoided that its row has taken before, 0 or more


class Chooser:
    """Chooses for all seats of a batch that are asked.

    Args:
        game: what is played.
        style: how.
        seed: of the choices.
        rows: how many games there are.
    """

    def __init__(self, game: Game, style: Style, seed: int, rows: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.curiosity = style.get(CURIOUS, 0.0)
        self.taken = np.zeros((rows, game.num_actions), np.float32)
        words = sorted((words for words in style if words != CURIOUS), key=len)  # the longest that fits counts
        self.eagerness = np.ones(game.num_actions, np.float32)
        for word in words:
            self.eagerness[[name.startswith(word) for name in game.actions]] = style[word]

    def __call__(self, batch: Batch) -> npt.NDArray[np.int32]:
        """Return an allowed action for each seat of each row: int32 [N, P]."""
        actions = np.zeros(batch.to_act.shape, np.int32)
        rows, seats = np.nonzero(batch.to_act)
        if len(rows):
            allowed = batch.action_mask[rows, seats] != 0
            eagerness = np.broadcast_to(self.eagerness, allowed.shape)
            if self.curiosity:
                eagerness = eagerness / (1 + self.taken[rows]) ** self.curiosity
            draws = (
                np.log1p(-self.rng.random(allowed.shape, np.float32)) / eagerness
            )  # whose maximum is drawn in proportion
            actions[rows, seats] = np.where(allowed, draws, -np.inf).argmax(axis=1)
            np.add.at(self.taken, (rows, actions[rows, seats]), 1)
        return actions


def joint_names(game: Game, state: Any, actions: npt.ArrayLike, to_act: npt.ArrayLike) -> list[str]:
    """Return what each seat that is asked does in a position [1], by name."""
    chosen = np.asarray(actions).tolist()
    return [game.action_name(state, int(seat), chosen[seat]) for seat in np.flatnonzero(to_act)]
