"""The constants that the compiled rules read, built from a catalogue: cards, Worlds, actions, observation slices.

Below: cards.py, state.py, actions.py, rules/, observe.py. Above: game.py. Built once a configured game, never changed.
"""

from __future__ import annotations

import numpy as np

from ow_env.core.game import States
from ow_env.core.structure import Feature
from ow_env.open_worlds import actions, observe
from ow_env.open_worlds.cards import Catalogue
from ow_env.open_worlds.rules.utilities import WINDOWS
from ow_env.open_worlds.state import TABLES


def build_tables(catalogue: Catalogue, players: int, worlds: int) -> tuple[States, tuple[Feature, ...]]:
    """Return the tables [1] and the named slices of an observation for so many players and Worlds."""
    rows = catalogue.rows()
    meanings = actions.lay_out(rows, players, worlds)
    world_rows = catalogue.world_rows()
    slices = observe.features(rows, players, worlds)
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["card_count"] = len(rows)
    t["cards"][: len(rows)] = rows
    t["world_count"] = len(world_rows)
    t["world_cards"][: len(world_rows)] = world_rows
    t["action_count"] = len(meanings)
    t["actions"][: len(meanings)] = meanings
    for point, windows in WINDOWS.items():
        t["windows"][point] = sum(1 << window for window in windows)
    observe.write_layout(tables, slices)
    return tables, slices
