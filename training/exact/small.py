"""What the files of small games share: how one is made from its row.

Below: the Game contract. Above: goofspiel.py, open_worlds.py, games.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ow_env.core.game import Game
from ow_env.core.text import nearest

Rows: TypeAlias = Mapping[str, tuple[str, Callable[[], Any]]]  # name: (what it is, how it is made)


def made(rows: Rows, name: str) -> Game:
    """Return the small game of this name, whose options say the name and nothing that would not rebuild it.

    Raises:
        ValueError: no row has this name; the nearest is told.
    """
    if name not in rows:
        raise ValueError(f"there is no small game {name!r}{nearest(name, rows)}")
    game: Game = rows[name][1]()
    game.options = {"small": name} | {key: value for key, value in game.options.items() if key == game.facts.side}
    return game
