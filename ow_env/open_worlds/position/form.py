"""What reading and writing a position share: the names of its fields, where each Step begins, what units are called.

Below: notation.py. Above: write.py, model.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from ow_env.open_worlds import state as at
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.state import POINTS

Game: TypeAlias = Any  # one GAME record, read field by field
Named: TypeAlias = tuple[int, int, int]  # card, owner, controller

FORMAT = 1
ENDINGS = ("", "terminated", "truncated")

BEGINS = {  # where each Step begins, if no decision is given
    "adjust": at.ADJUST_HAND,
    "stage": at.TURN_BEGINS,
    "move": at.MOVE,
    "reveal": at.REVEAL,
    "resolve": at.NEXT_WORLD,
    "income": at.COUNT_INCOME,
    "trash": at.TRASH,
    "draw": at.DRAW,
    "over": at.GAME_OVER,
}
STEP_OF = tuple(  # for each point its Step
    [step for step, first in BEGINS.items() if first <= point][-1] for point in range(len(POINTS))
)
PILES = {  # of a player: its name in a position -> its field in the record
    "hand": "hand", "deck": "deck", "trash": "trash", "wreck": "open_trash", "seen": "known",
}  # fmt: skip
OWNED = ("hand", "deck", "trash", "wreck")  # each card lies in one of these; what is `seen` lies there too


def resolved_by_default(step: str, turn: int) -> bool:
    """Have all Worlds been resolved, unless a position says otherwise?"""
    return turn > 0 and step in ("income", "trash", "draw", "over")


def order_from(first: int, players: int) -> list[int]:
    """Return the seats in Priority Order where it goes round the table from one of them (OW-0.5)."""
    return [(first + place) % players for place in range(players)]


def unit_names(words: Notation, units: Iterable[Named]) -> list[str]:
    """Return what tells each of the units at a World from the others, in their order."""
    names: list[str] = []
    met: Counter[str] = Counter()
    for card, owner, controller in units:
        name = f"{words.catalogue.cards[card].name} of {words.agent(owner)}"
        if controller != owner:
            name += f" held by {words.agent(controller)}"
        met[name] += 1
        names.append(f"{name} #{met[name]}" if met[name] > 1 else name)
    return names
