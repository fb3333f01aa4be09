"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from pathlib import Path

from ow_env.core.options import whole_number
from ow_env.star_realms.cards import Catalogue, load_catalogue
from ow_env.star_realms.state import PLAYERS, RANDOM_SEAT

SEATS = tuple(f"player_{seat}" for seat in range(PLAYERS))


def read_catalogue(cards: object) -> Catalogue:
    """Return the base set, or with a user's card file laid over it, or the user's own."""
    if isinstance(cards, Catalogue):
        return cards
    if cards is not None and not isinstance(cards, (str, Path)):
        raise ValueError(f"cards: expected the path of a card file, a Catalogue or None, got {cards!r}")
    try:
        return load_catalogue(cards)
    except ValueError as error:
        raise ValueError(f"cards: {error}") from None


def read_first_player(value: object) -> int:
    """Return the seat that starts, RANDOM_SEAT for any (SR-1.2)."""
    if value is None:
        return RANDOM_SEAT
    if isinstance(value, str):
        if value not in SEATS:
            raise ValueError(f"first_player: expected {', '.join(SEATS)}, a seat or None, got {value!r}")
        return SEATS.index(value)
    return whole_number("first_player", value, 0, PLAYERS - 1)
