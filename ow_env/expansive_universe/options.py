"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.cards.sides import count_named
from ow_env.core.options import one_of, shown, whole_number
from ow_env.expansive_universe.cards import Catalogue, Core
from ow_env.expansive_universe.state import MOST_GOLD, PLAYERS


def count_players(value: object, factions: object, catalogue: Catalogue) -> int:
    """Return how many play: as asked for, or as there are Factions named, or two."""
    most, named = min(PLAYERS, len(catalogue.factions)), count_named(factions) or 2
    if value is not None:
        return whole_number("num_players", value, 2, most)
    if not 2 <= named <= most:
        raise ValueError(f"factions: expected 2 to {most}, one for each player, got {named}")
    return named


def read_gold(value: object, players: int, catalogue: Catalogue) -> list[int]:
    """Return what each player begins with, in the order of turns (EU-1.5); None: as the card file says."""
    if value is None:
        return list(catalogue.setup.gold[str(players)])
    expected = f"starting_gold: expected {players} whole numbers from 0 to {MOST_GOLD}, in the order of turns"
    if not isinstance(value, list | tuple) or len(value) != players:
        raise ValueError(f"{expected}, got {shown(value)}")
    return [whole_number("starting_gold", gold, 0, MOST_GOLD) for gold in value]


def read_core(value: object, catalogue: Catalogue) -> Core:
    """Return the Galactic Core of that name (EU-1.3); None: that of a first game."""
    names = tuple(core.name for core in catalogue.cores)
    if value is None:
        value = catalogue.setup.core if catalogue.setup.core in names else names[0]
    return catalogue.cores[names.index(one_of("core", value, names))]
