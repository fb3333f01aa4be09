"""What a player could only guess, resampled (TNW-9.4): the other's hand and the cards set aside."""

from __future__ import annotations

from ow_env.core.bits import count_ones
from ow_env.core.rng import Rng
from ow_env.these_new_worlds.rules.sets import pick_many
from ow_env.these_new_worlds.state import Game, Tables, rule


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample, in place, what ``player`` can't see: no card to the other that a pass has proved not to be held."""
    him = g.players[1 - player]
    unseen = him.hand | g.set_aside
    him.hand = pick_many(unseen & ~him.not_held, count_ones(him.hand), rng)
    g.set_aside = unseen & ~him.hand
