"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.cards.sides import count_named
from ow_env.core.options import one_of, whole_number
from ow_env.tradeworlds.cards import TRADE_WARS, Catalogue, Scenario

ELIMINATED = ("returned", "removed")  # what becomes of a token that is eliminated (TW-M6)


def read_scenario(value: object, catalogue: Catalogue) -> Scenario:
    """Return the scenario of that name (TW-1.1)."""
    known = catalogue.setup.scenarios
    if value is None:
        value = TRADE_WARS
    return known[one_of("scenario", value, tuple(known))]


def count_players(value: object, factions: object, scenario: Scenario) -> int:
    """Return how many play: as asked for, or as there are Factions, or as few as the scenario takes."""
    low, high = scenario.players
    if value is None:
        value = count_named(factions) or low
    return whole_number(f"num_players of {scenario.name}", value, low, high)
