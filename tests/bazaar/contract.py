"""What is particular to the bazaar, a game that only tests have, in the tests that every game has to pass."""

from __future__ import annotations

from functools import cache
from typing import Any

from ow_env.core.game import States
from tests.bazaar.game import Bazaar
from tests.bazaar.rules import REASONS
from tests.contract.table import Contract


@cache
def make(**options: Any) -> Bazaar:
    """Return a configured game: made once for all tests."""
    return Bazaar(**options)


def invariants(game: Any, states: States) -> None:
    """Check that no card is made or lost: seven each, and sixty to buy."""
    players = states["players"][:, : game.num_players]
    owned = players["hand"]["count"] + players["discard"]["count"] + players["deck"]["rest"]["count"]
    owned = (owned + players["deck"]["known"]).sum(axis=1)
    assert (owned + states["supply"]["copies"].sum(axis=1) == 60 + 7 * game.num_players).all()
    assert (states["supply"]["count"] == states["supply"]["copies"].sum(axis=1)).all()


CONTRACT = Contract(
    name="bazaar",
    make=make,
    configurations=[{}, {"num_players": 3}, {"num_players": 4, "rounds": 5, "ask": "public"}, {"num_players": 1}],
    styles={"uniform": {}, "frugal": {"pass": 0.2}, "curious": {"pass": 0.5, "curious": 2.0}},
    invariants=invariants,
    reveals=None,
    edited=False,
    reasons=REASONS,
    unmet={"there is no such action": "no mask has one", "no more cards can be known on top": "so many cost too much"},
    left_out={
        "census": "`invariants` counts",
        "turned": "each round begins with player_0",
        "reveals": "whether the next player is asked tells of that hand",
        "words": "there is one kind of decision",
        "events": "it tells three things",
        "whole": "likewise",
        "oracle": "only tests have it",
        "golden": "likewise",
        "rules": "they stand in its code alone",
        "page": "it has none",
    },
)
