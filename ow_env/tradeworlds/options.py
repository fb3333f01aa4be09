"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ow_env.core.options import one_of, shown, whole_number
from ow_env.core.text import nearest
from ow_env.tradeworlds.cards import FACTIONS, TRADE_WARS, Catalogue, Scenario
from ow_env.tradeworlds.state import PLAYERS

SEATS = tuple(f"player_{seat}" for seat in range(PLAYERS))
Factions: TypeAlias = Sequence[str | None] | None


def read_scenario(value: object, catalogue: Catalogue) -> Scenario:
    """Return the scenario of that name (TW-1.1)."""
    known = catalogue.setup.scenarios
    if value is None:
        value = TRADE_WARS
    return known[one_of("scenario", value, tuple(known))]


def count_players(value: object, factions: object, scenario: Scenario) -> int:
    """Return how many play: as asked for, or as there are Factions, or as few as the scenario takes."""
    low, high = scenario.players
    named = len(factions) if isinstance(factions, Sequence) and not isinstance(factions, str) else None
    if value is None:
        value = low if named is None else named
    found = f"of {scenario.name}"
    count = whole_number(f"num_players {found}", value, low, high)
    if named is not None and named != count:
        raise ValueError(f"factions: expected {count}, one for each player, got {named}")
    return count


def read_factions(value: object, players: int) -> tuple[str | None, ...]:
    """Return the Faction of each seat, None where it is drawn (TW-1.1)."""
    if value is None:
        return (None,) * players
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"factions: expected a list with a Faction or None for each player, got {shown(value)}")
    for seat, name in enumerate(value):
        if name is not None and name not in FACTIONS:
            near = nearest(name, FACTIONS) if isinstance(name, str) else ""
            raise ValueError(f"factions[{seat}]: expected {', '.join(FACTIONS)} or None, got {shown(name)}{near}")
    return tuple(value)
