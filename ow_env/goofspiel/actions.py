"""What a player can say: ``pass``, or ``bid 1`` .. ``bid 13``. The id of a bid is its card. And why one may not.

Below: state.py. Above: rules/.
"""

from __future__ import annotations

from ow_env.cards.numbered import Numbered
from ow_env.goofspiel.state import MOST_CARDS

PASS = 0
NUM_ACTIONS = 1 + MOST_CARDS
NAMES = ("pass", *(f"bid {card}" for card in range(1, NUM_ACTIONS)))

# Why an action is forbidden: {player}, {card} and {held} are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
GAME_IS_OVER = REASONS("the game is over")
MUST_BID = REASONS("in every round each player bids one card; {player} holds {held}")
NOT_HELD = REASONS("{player} does not hold the {card}, but {held}")
