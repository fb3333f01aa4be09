"""What a stored result of the deck lab has to be before it is used: a ladder file may come from anybody.

Below: core/text.py. Above: playing.py and whatever keeps a kind of result of its own in the store; it gives a function
such as `matchup_fault` with `Store.blocks`, which says what is wrong with a result that was read, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from ow_env.core.text import escaped

LETTERS = frozenset("wltxo")
MOST = 2**40  # of what is counted or summed over games
MOST_TURNS = 1000  # of a game


def is_whole(value: object, low: int = 0, high: int = MOST) -> TypeGuard[int]:
    """Return whether a value is a whole number in this range."""
    return type(value) is int and low <= value <= high


def is_number(value: object, low: float, high: float) -> TypeGuard[float]:
    """Return whether a value is a number in this range."""
    return type(value) in (int, float) and low <= value <= high  # type: ignore[operator]


def has(value: object, *names: str) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is an object with these fields and no others."""
    return isinstance(value, dict) and value.keys() == set(names)


def are(value: object, length: int | None = None) -> TypeGuard[list[Any]]:
    """Return whether a value is a list, of this length if one is given."""
    return isinstance(value, list) and length in (None, len(value))


def matchup_fault(result: object, seatings: int, bouts: int) -> str | None:
    """Return what is wrong with a block of a matchup, as `playing.play_block` makes it.

    Args:
        result: as it was read.
        seatings: games in a game pair.
        bouts: in the block.
    """
    if not has(result, "ends", "turns", "first", "seat", "spread"):
        return f"expected ends, turns, first, seat and spread, found {shown(result)}"
    ends, games = result["ends"], seatings * bouts
    if not are(ends, seatings) or not all(isinstance(told, str) and len(told) == bouts for told in ends):
        return f"ends: expected {seatings} texts of {bouts} letters, found {shown(ends)}"
    if not LETTERS.issuperset("".join(ends)):
        return f"ends: expected the letters w, l, t, x, o, found {shown(ends)}"
    decided = sum(told.count(letter) for told in ends for letter in "wlo")
    for name, most in (("turns", games * MOST_TURNS), ("first", decided), ("seat", decided)):
        if not is_whole(result[name], 0, most):
            return f"{name}: expected a whole number from 0 to {most}, found {shown(result[name])}"
    spread = result["spread"]
    if not has(spread, "turns", "first", "seat") or not all(is_whole(squares) for squares in spread.values()):
        return f"spread: expected a number for turns, first and seat, found {shown(spread)}"
    return None


def shown(value: object) -> str:
    """Show what was found, cut short."""
    many = f"a list of {len(value)}: " if isinstance(value, Sequence) and not isinstance(value, str) else ""
    text = escaped(repr(value))
    return many + (text if len(text) <= 60 else f"{text[:57]}...")
