"""Random games of These New Worlds, and what must hold in each of their positions.

Used by test_properties.py, test_secrecy.py, test_positions.py, test_events.py. Below: table.py. Cards and planets are
counted outside the engine, from the position as JSON, so that a rule that makes or loses one is seen by something that
is no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ow_env.core import Batch
from ow_env.these_new_worlds.game import TheseNewWorlds
from tests.courses import begun, course
from tests.tables import Position


def random_course(
    game: TheseNewWorlds, seed: int, position: Position | None = None, eager: float = 0.7
) -> Iterator[Batch]:
    """Play one game at random, mostly without passing; yield the batch at every decision and at the end."""
    random = np.random.default_rng(seed)

    def act(batch: Batch, seat: int) -> int:
        allowed = np.flatnonzero(batch.action_mask[0, seat])
        if len(allowed) > 1 and random.random() < eager:
            allowed = allowed[allowed != 0]
        return int(random.choice(allowed))

    return course(begun(game, seed, position), act)


def check_invariants(game: TheseNewWorlds, state: Any) -> None:
    """Check what holds in every position [1] that a game comes to, whatever was played."""
    at, over = game.position(state), bool(state[0]["ending"])
    players = at["players"]
    everywhere = [*at["collective"], *at["deck"], *(name for him in players for name in him["planets"])]
    everywhere += [at["contested"]] if at["contested"] else []
    assert sorted(everywhere) == sorted(planet.name for planet in game.catalogue.planets), "a planet was made or lost"
    everywhere = [*at["set_aside"], *(name for him in players for name in him["hand"] + him["played"])]
    names = [] if over else [card.name for card in game.catalogue.cards]
    assert sorted(everywhere) == sorted(names), "a card was made or lost"
    played = players[0]["played"] + players[1]["played"]
    assert (at["top"] is None) == (not played)
    assert at["top"] is None or at["top"] in played
    for seat, him in enumerate(players):
        hidden = at["set_aside"] + players[1 - seat]["hand"]
        assert set(him["not_held"]) <= set(hidden), "what is known not to be held lies elsewhere"
        assert len(him["paid"]) == 2 * him["dome"]
        assert all(amount == at["costs"][colour] for colour, amount in him["paid"].items())
        assert over or len(him["hand"] + him["played"]) == int(state[0]["hand_size"])
        not_both = set(him["not_held"]) - set(players[1 - seat]["hand"])
        assert len(not_both) <= len(at["set_aside"])
    laid = len(at["collective"]) + sum(len(him["planets"]) for him in players)
    assert laid == at["round"] - (not over) + 2
    assert len(at["collective"]) < 5 or at["decision"].get("result") == "nobody"
