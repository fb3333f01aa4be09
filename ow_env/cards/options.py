"""Options that card games share: the cards played with, a seat. What is of the wrong type or range is refused by name.

Below: core/options.py. Above: the game.py and options.py of each game. `read_` checks an argument; `told_` returns it
as the game's `options` list it, in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ow_env.core.options import whole_number

Catalogue = TypeVar("Catalogue")


def seat_names(players: int) -> tuple[str, ...]:
    """Return what the seats of so many players are called."""
    return tuple(f"player_{seat}" for seat in range(players))


def read_catalogue(cards: object, kind: type[Catalogue], load: Callable[..., Catalogue]) -> Catalogue:
    """Return a game's catalogue, or with a user's card file laid over it, or the user's own.

    Args:
        cards: None, the path of a card file, or a whole catalogue.
        kind: the game's `Catalogue`.
        load: the game's `load_catalogue`; its argument `cards` is the path or None.

    Raises:
        ValueError: neither of these, or a faulty file, with all its faults.
    """
    if isinstance(cards, kind):
        return cards
    if cards is not None and not isinstance(cards, (str, Path)):
        raise ValueError(f"cards: expected the path of a card file, a Catalogue or None, got {cards!r}")
    try:
        return load(cards=cards)
    except ValueError as error:
        raise ValueError(f"cards: {error}") from None


def told_cards(cards: object) -> str | None:
    """Return the option `cards`: the path of a card file, or None; a catalogue is only said to be one."""
    return None if cards is None else str(cards) if isinstance(cards, (str, Path)) else "a Catalogue"


def read_seat(what: str, value: object, players: int, random: int) -> int:
    """Return the seat that an option names, by its number or its name; ``random`` where it is None."""
    if value is None:
        return random
    if isinstance(value, str):
        seats = seat_names(players)
        if value not in seats:
            raise ValueError(f"{what}: expected {', '.join(seats)}, a seat or None, got {value!r}")
        return seats.index(value)
    return whole_number(what, value, 0, players - 1)


def told_seat(value: int | str | None) -> int | str | None:
    """Return an option that `read_seat` has read: a number of NumPy as one of Python, all else as it is."""
    return value if isinstance(value, int | str | None) else int(value)
