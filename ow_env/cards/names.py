"""The names of a game's actions, and the ids back: the part of a notation that is the same in every game.

Below: core/text.py. Above: notation.py of each game, which gives the names, and puts reasons into words.
"""

from __future__ import annotations

from collections.abc import Iterable

from ow_env.core.options import shown
from ow_env.core.text import nearest


class Names:
    """What the actions of a configured game are called.

    Args:
        names: of all actions, in the order of their ids; no two alike.

    Attributes:
        names: the same.
        ids: the id of each name.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.ids = {name: action for action, name in enumerate(self.names)}

    def action_id(self, name: str) -> int:
        """Return the id of a named action.

        Raises:
            ValueError: there is no such action; names the nearest.
        """
        if not isinstance(name, str) or name not in self.ids:
            raise ValueError(f"there is no action {shown(name)}{nearest(name, self.names)}")
        return self.ids[name]
