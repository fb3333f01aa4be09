"""Goofspiel in words: options, the name of every action and back, why an action is forbidden.

Below: rules/, observe.py. Above: position.py, view.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ow_env.core.options import shown
from ow_env.core.text import nearest
from ow_env.goofspiel.actions import NAMES, OK, REASONS
from ow_env.goofspiel.state import Game

ORDERS = ("random", "ascending", "descending")  # words in the order of the numbers in state.py
TIES = ("discard", "carry")
BIDS = ("public", "hidden")


def action_id(name: str) -> int:
    """Return the id of a named action.

    Raises:
        ValueError: there is no such action; names the nearest.
    """
    if isinstance(name, str) and name in NAMES:
        return NAMES.index(name)
    raise ValueError(f"there is no action {shown(name)}{nearest(name, NAMES)}")


def why_not_text(g: Game, player: int, action: int, code: int) -> str | None:
    """Put the code of a reason into words; None when nothing forbids the action."""
    if code == OK:
        return None
    held = ", ".join(map(str, cards(g.players[player].hand)))
    return REASONS[code].format(player=f"player_{player}", card=action, held=held)


def cards(row: Any) -> list[int]:
    """Return the cards marked in a row of flags."""
    return [int(index) + 1 for index in np.flatnonzero(row)]
