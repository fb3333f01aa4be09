"""The names of a game's actions, and the ids back: the part of a notation that is the same in every game.

Below: core/text.py. Above: notation.py of each game, which gives the names, and puts reasons into words.
"""

from __future__ import annotations

from collections.abc import Iterable

from ow_env.core.options import shown
from ow_env.core.text import listed, nearest

OFFERED = 4  # names, where one begins several


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
            raise ValueError(f"there is no action {shown(name)}{self.instead(name)}")
        return self.ids[name]

    def instead(self, name: object) -> str:
        """Return how a refusal ends: with the names that begin so, or that of the same words, or the nearest.

        A game with more to say of some names says it here.
        """
        if not isinstance(name, str):
            return ""
        longer = [each for each in self.names if each.startswith((f"{name}: ", f"{name} "))]
        if longer:
            return f"; there is {listed(map(repr, longer[:OFFERED]))}{' and so on' if len(longer) > OFFERED else ''}"
        words = sorted(name.split())
        same = next((each for each in self.names if sorted(each.split()) == words), None)
        return nearest(name, self.names) if same is None else f"; nearest: {same!r}"
