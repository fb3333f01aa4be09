"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from pathlib import Path

from ow_env.core.options import whole_number
from ow_env.these_new_worlds.cards import Catalogue, load_catalogue
from ow_env.these_new_worlds.state import MOST_ROUNDS, PLAYERS, RANDOM_SEAT

SEATS = tuple(f"player_{seat}" for seat in range(PLAYERS))
NOBODY = ("draw", "loss")  # what a game that nobody wins counts as


def read_catalogue(cards: object) -> Catalogue:
    """Return the catalogue, or with a user's card file laid over it, or the user's own."""
    if isinstance(cards, Catalogue):
        return cards
    if cards is not None and not isinstance(cards, (str, Path)):
        raise ValueError(f"cards: expected the path of a card file, a Catalogue or None, got {cards!r}")
    try:
        return load_catalogue(cards)
    except ValueError as error:
        raise ValueError(f"cards: {error}") from None


def read_first_dealer(value: object) -> int:
    """Return the seat that deals first, RANDOM_SEAT for any (TNW-1.3)."""
    if value is None:
        return RANDOM_SEAT
    if isinstance(value, str):
        if value not in SEATS:
            raise ValueError(f"first_dealer: expected {', '.join(SEATS)}, a seat or None, got {value!r}")
        return SEATS.index(value)
    return whole_number("first_dealer", value, 0, PLAYERS - 1)


def read_rounds(value: object, catalogue: Catalogue) -> int:
    """Return how many rounds a game has (TNW-13.1), as far as the planets go (TNW-1.2)."""
    rounds = whole_number("rounds", value, 1, MOST_ROUNDS)
    needed = rounds + catalogue.setup.collective_start
    if len(catalogue.planets) < needed:
        found = f"the catalogue has {len(catalogue.planets)}"
        raise ValueError(f"rounds: {rounds} rounds need {needed} planets, {found} (TNW-1.2)")
    return rounds


def read_hand(value: object, catalogue: Catalogue) -> int:
    """Return how many cards each player is dealt (TNW-2.3, TNW-13.2)."""
    most = len(catalogue.cards) // PLAYERS
    if value is None:
        value = catalogue.setup.hand
        if value > most:
            raise ValueError(f"hand: {value} cards for each of {PLAYERS} players, of {len(catalogue.cards)}; state it")
    return whole_number("hand", value, 1, most)
