"""What can be done: the flat list of action ids (SR-12), and the reasons that forbid one.

Below: cards.py, state.py, verbs.py. Above: rules/ (asks for ids, returns reasons), notation.py (writes both in words).
An id stands for a verb, a kind of card and a branch. They are laid out from the cards alone, a block a verb, in the
order of the catalogue: so the base set's 462 never move. None names a seat.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.star_realms import state as at, verbs as do
from ow_env.star_realms.cards import PRIMARY, UNALIGNED
from ow_env.star_realms.state import ACTION

PASS, END_TURN, ATTACK_OPPONENT = range(3)  # the ids that name no card
FIRST_VERB_OF_CARDS = do.PLAY

# Why an action is forbidden: {card} and the like are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
GAME_IS_OVER = REASONS("the game is over")
NOT_ASKED = REASONS("it is the opponent's turn (SR-2.1)")
NOT_NOW = REASONS("{asked} (SR-2.4)")
MUST_CHOOSE = REASONS("this can't be declined: {asked} (SR-4.5)")
ENDS_NO_TURN = REASONS('pass declines a choice, and none is asked; "end turn" ends the turn (SR-12)')
NOT_IN_HAND = REASONS("{card} is not in your hand: {hand}")
NOT_IN_DISCARD = REASONS("{card} is not in your discard pile")
NOT_IN_ROW = REASONS("{card} is not in the Trade Row: {row}")
NO_EXPLORERS = REASONS("the Explorer pile is empty (SR-9.1)")
TOO_DEAR = REASONS("{card} costs {cost} Trade, you have {trade} (SR-9.1)")
NO_PERMISSION = REASONS("nothing permits you to put the next ship on top of your deck (SR-10.5)")
NO_ROOM_ON_TOP = REASONS("no more than {most} known cards fit on top of a deck (SR-13.7)")
NOT_IN_PLAY = REASONS("you have no {card} in play")
USED = REASONS("the ability of {card} has been used this turn (SR-4.3)")
NO_EFFECT = REASONS("{card} would do nothing now (SR-4.8)")
NOT_TRIGGERED = REASONS("the ally ability of {card} is not triggered (SR-5.1)")
NO_ABILITY = REASONS("{card} has no such ability now (SR-10.1)")
BY_ITSELF = REASONS("the ally ability of {card} is taken by itself (SR-2.5)")
NO_COMBAT = REASONS("you have no Combat (SR-7.2)")
NOT_OPPOSING = REASONS("your opponent has no {card} in play")
SHIELDED = REASONS("an outpost of your opponent shields all else (SR-7.3)")
TOO_STRONG = REASONS("{card} has Defense {defense}, your Combat is {combat} (SR-7.1)")
NOT_PLAYED = REASONS("you have played no {card} this turn that could be copied (SR-10.1)")


def lay_out(cards: np.ndarray, lists: np.ndarray, explorer: int) -> np.ndarray:
    """Number every action and write each card's ids into its row.

    Args:
        cards: [K] CARD rows, changed in place: the fields `*_id`.
        lists: LIST rows.
        explorer: the kind with a pile of its own.

    Returns:
        [A] ACTION records, the meaning of each id.
    """
    actions = [(-1, do.PASS, 0), (-1, do.END_TURN, 0), (-1, do.ATTACK_OPPONENT, 0)]
    anything = list(range(len(cards)))
    of_row = [c for c in anything if cards[c]["faction"] != UNALIGNED]
    buyable = [c for c in anything if c in of_row or c == explorer]
    ships = [c for c in anything if not cards[c]["is_base"]]
    bases = [c for c in anything if cards[c]["is_base"]]
    copiers = [c for c in anything if cards[c]["copier"]]
    usable = [c for c in bases if cards[c]["branches"] and not taken_by_itself(cards[c], lists)]
    ally = [c for c in anything if c in copiers or (cards[c]["ally"] and not lists[cards[c]["ally"]]["automatic"])]
    scrap = [c for c in anything if c in copiers or cards[c]["scrap"]]
    of_ship = {c: max(1, int(cards[c]["branches"])) for c in ships}
    of_base = {c: max(1, int(cards[c]["branches"])) for c in bases}
    for field in cards.dtype.names or ():
        if field.endswith("_id"):
            cards[field] = -1
    blocks: tuple[tuple[int, str, tuple[int, ...], list[int], dict[int, int]], ...] = (
        (do.PLAY, "play_id", (), anything, of_ship),
        (do.BUY, "buy_id", (), buyable, {}),
        (do.BUY_ON_TOP, "top_id", (), [c for c in buyable if c in ships], {}),
        (do.USE, "use_id", (), usable, of_base),
        (do.ALLY, "ally_id", (), ally, {}),
        (do.SCRAP, "scrap_id", (), scrap, {}),
        (do.ATTACK, "attack_id", (), bases, {}),
        (do.DISCARD, "choice_id", (at.OWED, at.CYCLE), anything, {}),
        (do.SCRAP_FROM_HAND, "choice_id", (at.SCRAP, at.SCRAP_HAND, at.TRIM), anything, {}),
        (do.SCRAP_FROM_DISCARD, "from_discard_id", (), anything, {}),
        (do.SCRAP_FROM_ROW, "choice_id", (at.SCRAP_ROW,), of_row, {}),
        (do.DESTROY, "choice_id", (at.DESTROY,), bases, {}),
        (do.ACQUIRE, "choice_id", (at.ACQUIRE,), [c for c in buyable if c in ships], {}),
        (do.COPY, "choice_id", (at.COPY,), [c for c in ships if c not in copiers], of_ship),
    )
    for verb, field, points, chosen, branches in blocks:
        for c in chosen:
            if points:
                cards[c][field][list(points)] = len(actions)
            else:
                cards[c][field] = len(actions)
            actions += [(c, verb, branch) for branch in range(branches.get(c, 1))]
    return np.array(actions, dtype=ACTION)


def taken_by_itself(card: np.void, lists: np.ndarray) -> bool:
    """Is this the primary of a base that is nothing but gains, without an "or" (SR-2.5)?"""
    first = lists[card["primary"]]
    return bool(card["branches"] == 1 and first["ability"] == PRIMARY and first["automatic"])
