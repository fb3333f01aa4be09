"""What reading and writing a position share: the names of its fields, what may be under way, sets as bits.

Below: cards.py, state.py. Above: write.py, read_table.py, read_decision.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import PLACES, Role, Token, title_of

FORMAT = 1
BATTLE = "unused group busy fighting engaged doomed allies target alien_turn alien_attacks alien_fire".split()
DICE = "die initiative fire guard token_used".split()
WINDOW = "window_at passes".split()
UNDER_WAY: dict[int, list[str]] = {  # at each point, what of a decision may be other than nothing
    at.ROLE: ["refused"],
    at.CHANCELLOR: ["refused"],
    at.INVITE: ["target", "allies", "to_ask"],
    at.TARGET: [],
    at.SABOTAGE: ["to_all", "to_ask", "count"],
    at.BANK: ["count", "banked"],
    at.REMOVE: ["count"],
    at.SMUGGLE: ["target", "shown"],
    at.REFIT: ["count"],
    at.REPLACE: ["count", "fitting", "refitting"],
    at.ATTACK: ["unused", "group", "busy", "allies", "target", "fire"],
    at.ALERT: [*BATTLE, *DICE, *WINDOW],
    at.ROLL: [*BATTLE, *DICE, *WINDOW],
    at.STRIKE: [*BATTLE, *DICE, *WINDOW, "shield"],
    at.CANCEL: [*BATTLE, *DICE, *WINDOW, *"shield lost destroyed struck played played_by back to_ask".split()],
    at.DESTROY: [*BATTLE, *DICE, *WINDOW, "lost", "struck", "budget"],
    at.LOSS: [*BATTLE, *DICE, *WINDOW, "lost", "destroyed", "struck"],
    at.BUY: ["change"],
    at.PAY: ["change", "buying"],
    at.CONFIGURE: [],
    at.FIT: ["fitting"],
    at.DISCARD: [],
}
OF_TURN = ("active", "role", "refused", "rest_due")  # at any point
OF_SEATS = ("allies", "to_ask", "rest_due", "token_used")
OF_SHIPS = ("unused", "group", "fighting", "doomed", "lost")
OF_PLACES = ("busy", "engaged")
OF_SIDES = ("die", "initiative", "fire", "guard")
OF_CARD = ("buying", "played")  # 1 + a card
FLAGS = ("refused", "to_all")
ROLES = ("", *(title_of(role) for role in Role))
TOKENS = ("", *(title_of(token) for token in Token))


def as_set(numbers: Iterable[int]) -> int:
    """Return numbers as a set."""
    return sum(1 << number for number in set(numbers))


def ship_name(number: int, agents: Sequence[str]) -> str:
    """Return a ship of a set as positions call it: "player_0 lane 1"."""
    return f"{agents[number // PLACES]} lane {number % PLACES + 1}"
