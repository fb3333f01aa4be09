"""What a player can say: ``pass``, or ``bid 1`` .. ``bid 13``. The id of a bid is its card.

Below: state.py. Above: rules.py.
"""

from __future__ import annotations

from ow_env.goofspiel.state import MOST_CARDS

PASS = 0
NUM_ACTIONS = 1 + MOST_CARDS
NAMES = ("pass", *(f"bid {card}" for card in range(1, NUM_ACTIONS)))
