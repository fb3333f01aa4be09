"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ow_env.core.options import one_of, shown, whole_number
from ow_env.core.text import nearest
from ow_env.expansive_universe.cards import Catalogue, Core
from ow_env.expansive_universe.state import PLAYERS

Factions: TypeAlias = Sequence[str | None] | None


def count_players(value: object, factions: object, catalogue: Catalogue) -> int:
    """Return how many play: as asked for, or as there are Factions named, or two."""
    named = len(factions) if isinstance(factions, Sequence) and not isinstance(factions, str) else None
    if value is None:
        value = 2 if named is None else named
    count = whole_number("num_players", value, 2, min(PLAYERS, len(catalogue.factions)))
    if named is not None and named != count:
        raise ValueError(f"factions: expected {count}, one for each player, got {named}")
    return count


def read_factions(value: object, players: int, catalogue: Catalogue) -> tuple[str | None, ...]:
    """Return the Faction of each seat, None where it is drawn; no Faction is played twice (EU-0.1)."""
    if value is None:
        return (None,) * players
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"factions: expected a list with a Faction or None for each player, got {shown(value)}")
    known = catalogue.faction_names
    for seat, name in enumerate(value):
        if name is not None and name not in known:
            near = nearest(name, known) if isinstance(name, str) else ""
            raise ValueError(f"factions[{seat}]: expected {', '.join(known)} or None, got {shown(name)}{near}")
        if name is not None and name in value[:seat]:
            raise ValueError(f"factions[{seat}]: {name} is there twice; each is played once (EU-0.1)")
    return tuple(value)


def read_core(value: object, catalogue: Catalogue) -> Core:
    """Return the Galactic Core of that name (EU-1.3); None: that of a first game."""
    names = tuple(core.name for core in catalogue.cores)
    if value is None:
        value = catalogue.setup.core if catalogue.setup.core in names else names[0]
    return catalogue.cores[names.index(one_of("core", value, names))]
