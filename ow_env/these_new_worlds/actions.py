"""What can be done: the verbs, the flat list of action ids (TNW-10.4), and the reasons that forbid one.

Below: cards.py, state.py. Above: rules/ (asks for ids, returns reasons) and notation.py (writes both in words).
Ids are laid out from the cards alone: `pass`, each coloured card, each wild with its colours, the pairs of colours.
So the 32 ids of the catalogue never move. None names a seat.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.these_new_worlds.cards import COLOURS, STEAL, WILD
from ow_env.these_new_worlds.state import ACTION

VERBS = Numbered()
DO_PASS = VERBS("pass")
DO_PLAY = VERBS("play")
DO_COLONIZE = VERBS("colonize with")

PASS = 0
NOTHING = COLOURS  # in the place of a colour: a steal from one who holds no token (TNW-4.7)
TO_PAY = tuple(combinations(range(COLOURS), 2))  # pairs of colours, in order

# Why an action is forbidden: {card} and the like are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
GAME_IS_OVER = REASONS("the game is over")
NOT_ASKED = REASONS("it is the other player's turn (TNW-3.1)")
CARD_STEP_NOW = REASONS("a card is played or not, before a dome is placed (TNW-3.1)")
DOME_STEP_NOW = REASONS("the card step of this turn is over{skipped}: a dome is placed or not (TNW-3.1)")
MUST_PLAY = REASONS("who can play a coloured card must play one, or a wild: {playable} (TNW-3.6)")
NOT_IN_HAND = REASONS("{card} is not in your hand: {hand}")
TOO_LOW = REASONS("{card} has the value {value}, on top lies {top} (TNW-3.2){extra}")
NOT_IN_COLLECTIVE = REASONS("The Collective has no {colour} planet (TNW-4.5)")
HOLDS_NONE = REASONS("the other player holds no {colour} token (TNW-4.6)")
HOLDS_SOME = REASONS("the other player holds tokens: name a colour of theirs (TNW-4.7)")
CANT_PAY = REASONS("{colour} costs {cost} and {other} {other_cost}, you hold {held} and {other_held} (TNW-5.3)")


def lay_out(cards: np.ndarray) -> tuple[np.ndarray, int]:
    """Number every action and write each card's first id into its row.

    Args:
        cards: [C] CARD rows, coloured ones before wild ones, changed in place: the field `play_id`.

    Returns:
        [A] ACTION records, the meaning of each id; and the id of the first pair.
    """
    actions = [(-1, DO_PASS, NOTHING, NOTHING)]
    for number, card in enumerate(cards):
        card["play_id"] = len(actions)
        if card["colour"] != WILD:
            actions.append((number, DO_PLAY, int(card["colour"]), NOTHING))
            continue
        colours = range(COLOURS + 1 if card["award"][0] == STEAL else COLOURS)  # the last: NOTHING
        actions += [(number, DO_PLAY, colour, NOTHING) for colour in colours]
    first_pair = len(actions)
    actions += [(-1, DO_COLONIZE, one, other) for one, other in TO_PAY]
    return np.array(actions, ACTION), first_pair
