"""What can be done: the flat list of action ids (TW-P), and the reasons that forbid one.

Below: cards.py, state.py, verbs.py. Above: rules/ (asks for ids, returns reasons), notation.py (writes both in words).
Ids are laid out verb by verb, so that the 469 ids of the catalogue never move. Seats are counted clockwise from the one
who acts, 0 for its own.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.tradeworlds import state as at, verbs as do
from ow_env.tradeworlds.cards import LEVELS, PLACES, Role, Token
from ow_env.tradeworlds.state import ACTION, PLAYERS, POINTS
from ow_env.tradeworlds.verbs import VERBS

PASS, DONE = 0, 1
OTHERS = PLAYERS - 1
UPGRADES = 3 * LEVELS

ANSWERS = {  # point -> verbs that may be an answer (TW-P)
    at.ROLE: (do.ROLE, do.REINFORCE),
    at.CHANCELLOR: (do.DECOMMISSION, do.TARGET),
    at.INVITE: (do.PASS, do.JOIN),
    at.TARGET: (do.TARGET, do.TARGET_ALL),
    at.SABOTAGE: (do.DISCARD,),
    at.BANK: (do.DONE, do.BANK),
    at.REMOVE: (do.DONE, do.REMOVE),
    at.SMUGGLE: (do.BANK,),
    at.REFIT: (do.DONE, do.REFIT),
    at.REPLACE: (do.REPLACE,),
    at.ATTACK: (do.DONE, do.SEND, do.ENGAGE, do.STRIKE, do.PLAY),
    at.ALERT: (do.PASS, do.ELIMINATE),
    at.ROLL: (do.PASS, do.PLAY, do.USE),
    at.STRIKE: (do.PASS, do.PLAY),
    at.CANCEL: (do.PASS, do.PLAY),
    at.DESTROY: (do.DESTROY,),
    at.LOSS: (do.PASS, do.PLAY, do.USE),
    at.BUY: (do.DONE, do.BUY),
    at.PAY: (do.SPEND,),
    at.CONFIGURE: (do.DONE, do.CONFIGURE, do.REINFORCE),
    at.FIT: (do.DONE, do.FIT),
    at.DISCARD: (do.DONE, do.DISCARD),
}

# Why an action is forbidden: {card} and the like are filled in by notation.py.
REASONS = Numbered()
OK = REASONS("")
NO_SUCH_ACTION = REASONS("there is no such action")
GAME_IS_OVER = REASONS("the game is over")
NOT_ASKED = REASONS("it is {asked} who decides (TW-P)")
NOT_NOW = REASONS("that is no answer here: {point} (TW-P)")
NOT_DONE = REASONS("at least one has to be chosen ({rule})")
NO_SEAT = REASONS("there is no such player")
IS_OUT = REASONS("{player} is out of the game (TW-E1)")
NO_SHIP_OWN = REASONS("you have no ship in lane {place}")
NO_SHIPS = REASONS("you have no ship in your lane ({rule})")
NO_CARDS = REASONS("you have no card in hand ({rule})")
NO_CARDS_THERE = REASONS("no opponent has a card to take ({rule})")
NONE_IN_HAND = REASONS("{player} has no card in hand ({rule})")
NO_EXCHANGE = REASONS("no card of your hand can take the place of one in your ships (TW-R4)")
NOTHING_FOR_CHANCELLOR = REASONS("you have no ship to decommission, and nobody to attack together with (TW-R1)")
NOBODY_TO_JOIN = REASONS("against {player} nobody could join: it takes a ship and an unused turn (TW-R1.2)")
REFUSED = REASONS("nobody joined, so no other joint attack is proposed this turn (TW-R1.4)")
NO_OPPONENT = REASONS("The Derelict has neither hand nor allies (TW-S8)")
ONE_OPPONENT = REASONS("with one opponent you name that one (TW-R5)")
NOT_IN_HAND = REASONS("{card} is not in your hand: {hand}")
NOT_SHOWN = REASONS("{card} is none of the cards taken: {shown} (TW-R7)")
NOT_ON_TOP = REASONS("{card} lies on top of none of your piles: {tops} (TW-B2)")
TOO_DEAR = REASONS("{card} costs {trade}; your hand and change are worth {worth} (TW-B3)")
NO_PLACE = REASONS("you have {ships} ships and {level} places unlocked (TW-F2)")
TOO_HEAVY = REASONS("Capacity {capacity} is less than Firepower and Resistance together, {load} (TW-F1)")
NOT_OF_ROLE = REASONS("as {role} you exchange {kind} cards (TW-R4)")
SAME_CARD = REASONS("a card of the same value is no exchange (TW-R4)")
NOT_FITTED = REASONS("the ship in lane {place} has no {card} that could go")
NOT_UNUSED = REASONS("that ship has acted in this attack, or is not on your side (TW-A2)")
OUT_OF_REACH = REASONS("all ships left, with the Tactics played, do not reach the lowest Resistance there (TW-A4)")
NOT_THERE = REASONS("{player} has no ship in a place of {places}")
TOO_MANY = REASONS("{places} are more ships than you send: one ship may not engage two (TW-A5)")
TOO_WEAK = REASONS("Firepower {fire} does not reach the Resistance of {places}, {resistance} (TW-A4)")
NOBODY_SENT = REASONS("no ship was sent into a battle yet (TW-A3)")
GROUP_WAITS = REASONS("ships are sent: they engage first (TW-A4)")
SHIELDED = REASONS("a ship that is not busy protects the Homeworld (TW-A6)")
NO_HOMEWORLD = REASONS("The Derelict has no Homeworld (TW-S7)")
NONE_UNUSED = REASONS("no ship is left to strike with (TW-A2)")
MUST_STRIKE = REASONS("ships that can strike do so (TW-A6)")
NO_USE_HERE = REASONS("{card} has no use here{whose} (TW-T1)")
NONE_SENT = REASONS("a Tactic is played while you have a ship that has not acted (TW-T4)")
NOT_IN_BATTLE = REASONS("that ship is not one that can be destroyed now (TW-C4)")
TOO_STRONG = REASONS("its Resistance is {resistance}, and {budget} Firepower is left (TW-C4)")
NO_MODULE = REASONS("this game is played without Reinforcement Starships (TW-M1)")
HAS_TOKEN = REASONS("the ship in lane {place} has a token (TW-M1)")
TOKEN_SENT = REASONS("your {token} is on a ship (TW-M1)")
TOKEN_GONE = REASONS("your {token} was eliminated and is out of the game (TW-M6)")
CANT_PAY = REASONS("it costs {cost} credits, you have {treasury} (TW-M7)")
NO_TOKEN = REASONS("you have no {token} on a ship that is concerned (TW-M2)")
TOKEN_USED = REASONS("you have used a token in this battle (TW-M2)")
NOT_ITS_SIDE = REASONS("a {token} is of no use to your side (TW-M3)")
NO_TOKEN_THERE = REASONS("{player} has no {token} on a ship, or it is eliminated already (TW-M4)")
NOT_AN_ENEMY = REASONS("{player} is not on the other side (TW-M4)")


def lay_out(cards: int) -> tuple[np.ndarray, list[int]]:
    """Number every action.

    Args:
        cards: how many kinds there are, Tactics last.

    Returns:
        [A] ACTION records, the meaning of each id; and the first id of each verb, then how many ids there are.
    """
    seats, places, levels, classes = range(PLAYERS), range(PLACES), range(LEVELS), [int(token) for token in Token]
    tactics = range(UPGRADES, cards)
    meant: dict[int, list[tuple[int, ...]]] = {verb: [()] for verb in range(len(VERBS))}
    meant[do.ROLE] = [(int(role),) for role in Role]
    meant[do.TARGET] = [(seat,) for seat in seats[1:]]
    meant[do.DECOMMISSION] = [(place,) for place in places]
    for verb in (do.BANK, do.REMOVE, do.DISCARD, do.BUY, do.SPEND):
        meant[verb] = [(card,) for card in range(cards)]
    meant[do.CONFIGURE] = [
        (ship, LEVELS + weapon, 2 * LEVELS + crew) for ship in levels for weapon in levels for crew in levels
    ]
    meant[do.FIT] = meant[do.REPLACE] = [(LEVELS + weapon,) for weapon in levels]
    meant[do.REFIT] = [(place, card) for place in places for card in range(UPGRADES)]
    meant[do.SEND] = meant[do.DESTROY] = [(seat, place) for seat in seats for place in places]
    meant[do.ENGAGE] = [(some,) for some in range(1, 2**PLACES)]
    meant[do.PLAY] = [(card,) for card in tactics]
    meant[do.REINFORCE] = [(place, token) for place in places for token in classes]
    meant[do.USE] = [(token,) for token in classes]
    meant[do.ELIMINATE] = [(seat, token) for seat in seats[1:] for token in classes]
    rows: list[tuple[int, ...]] = []
    first = []
    for verb, each in meant.items():
        first.append(len(rows))
        rows += [(verb, *what, *[-1] * (3 - len(what))) for what in each]
    return np.array(rows, ACTION), [*first, len(rows)]


def answers() -> list[int]:
    """Return, for each point, the verbs that may be an answer: bit per verb."""
    return [sum(1 << verb for verb in ANSWERS.get(point, ())) for point in range(len(POINTS))]
