"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.cards.sides import count_named
from ow_env.core.options import one_of, whole_number
from ow_env.expansive_universe.cards import Catalogue, Core
from ow_env.expansive_universe.state import PLAYERS


def count_players(value: object, factions: object, catalogue: Catalogue) -> int:
    """Return how many play: as asked for, or as there are Factions named, or two."""
    most, named = min(PLAYERS, len(catalogue.factions)), count_named(factions) or 2
    if value is not None:
        return whole_number("num_players", value, 2, most)
    if not 2 <= named <= most:
        raise ValueError(f"factions: expected 2 to {most}, one for each player, got {named}")
    return named


def read_core(value: object, catalogue: Catalogue) -> Core:
    """Return the Galactic Core of that name (EU-1.3); None: that of a first game."""
    names = tuple(core.name for core in catalogue.cores)
    if value is None:
        value = catalogue.setup.core if catalogue.setup.core in names else names[0]
    return catalogue.cores[names.index(one_of("core", value, names))]
