"""Reading a game's options: every one of the wrong type or range is refused by name, before anything is built.

Below: cards.py, state.py. Above: game.py.
"""

from __future__ import annotations

from ow_env.core.options import whole_number
from ow_env.these_new_worlds.cards import Catalogue
from ow_env.these_new_worlds.state import MOST_ROUNDS, PLAYERS

NOBODY = ("draw", "loss")  # what a game that nobody wins counts as


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
