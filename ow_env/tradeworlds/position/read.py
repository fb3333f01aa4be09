"""Reading a position: the table, what is decided there, and how the rules play on from it.

Below: read_table.py, read_decision.py, rules/. Above: the folder's two functions.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.positions import shown
from ow_env.core.game import Position, States
from ow_env.core.rng import RNG
from ow_env.tradeworlds.cards import Catalogue
from ow_env.tradeworlds.position.read_decision import read_decision
from ow_env.tradeworlds.position.read_table import Reader
from ow_env.tradeworlds.rules.flow import take_single_steps
from ow_env.tradeworlds.rules.legality import why_not
from ow_env.tradeworlds.state import POINTS, RUNNING


def read_position(catalogue: Catalogue, tables: States, template: States, position: Position) -> States:
    """Return the state [1] that a full position describes, played on to its next decision (TW-P).

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
        template: [1] GAME: the options.
        position: as `write_position` returns it; what is left out is as the top of this folder says.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    reader = Reader(catalogue, tables, template)
    decision = reader.read_table(position)
    reader.refuse()  # what is decided can be told of a sound table only
    read_decision(reader, decision)
    reader.refuse()
    g, t = reader.state[0], tables[0]
    take_single_steps(g, t, np.zeros(1, RNG)[0])
    if g["ending"] == RUNNING and all(why_not(g, t, int(g["asked"]), one) for one in range(int(t["action_count"]))):
        reader.fault("decision", f"nothing could be done at {shown(POINTS[g['point']])}")
        reader.refuse()
    return reader.state
