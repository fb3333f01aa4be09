"""What reading and writing a position share: the names of its fields, what may be under way, sets as bits.

Below: cards.py, state.py. Above: write.py, read_table.py, read_decision.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ow_env.tradeworlds.cards import PLACES, Role, Token, title_of
from ow_env.tradeworlds.state import (
    AT_ALERT,
    AT_ATTACK,
    AT_BANK,
    AT_BUY,
    AT_CANCEL,
    AT_CHANCELLOR,
    AT_CONFIGURE,
    AT_DESTROY,
    AT_DISCARD,
    AT_FIT,
    AT_INVITE,
    AT_LOSS,
    AT_PAY,
    AT_REFIT,
    AT_REMOVE,
    AT_REPLACE,
    AT_ROLE,
    AT_ROLL,
    AT_SABOTAGE,
    AT_SMUGGLE,
    AT_STRIKE,
    AT_TARGET,
    SHIPS,
)

FORMAT = 1
BATTLE = "unused group busy fighting engaged doomed allies target alien_turn alien_attacks alien_fire".split()
DICE = "die initiative fire guard token_used".split()
WINDOW = "window_at passes".split()
UNDER_WAY: dict[int, list[str]] = {  # at each point, what of a decision may be other than nothing
    AT_ROLE: ["refused"],
    AT_CHANCELLOR: ["refused"],
    AT_INVITE: ["target", "allies", "to_ask"],
    AT_TARGET: [],
    AT_SABOTAGE: ["to_all", "to_ask", "count"],
    AT_BANK: ["count", "banked"],
    AT_REMOVE: ["count"],
    AT_SMUGGLE: ["target", "shown"],
    AT_REFIT: ["count"],
    AT_REPLACE: ["count", "fitting", "refitting"],
    AT_ATTACK: ["unused", "group", "busy", "allies", "target", "fire"],
    AT_ALERT: [*BATTLE, *DICE, *WINDOW],
    AT_ROLL: [*BATTLE, *DICE, *WINDOW],
    AT_STRIKE: [*BATTLE, *DICE, *WINDOW, "shield"],
    AT_CANCEL: [*BATTLE, *DICE, *WINDOW, *"shield lost destroyed struck played played_by back to_ask".split()],
    AT_DESTROY: [*BATTLE, *DICE, *WINDOW, "lost", "struck", "budget"],
    AT_LOSS: [*BATTLE, *DICE, *WINDOW, "lost", "destroyed", "struck"],
    AT_BUY: ["change"],
    AT_PAY: ["change", "buying"],
    AT_CONFIGURE: [],
    AT_FIT: ["fitting"],
    AT_DISCARD: [],
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


def members(bits: Any, size: int = SHIPS) -> list[int]:
    """Return the numbers in a set."""
    return [number for number in range(size) if int(bits) >> number & 1]


def as_set(numbers: Iterable[int]) -> int:
    """Return numbers as a set."""
    return sum(1 << number for number in set(numbers))


def ship_name(number: int, agents: Sequence[str]) -> str:
    """Return a ship of a set as positions call it: "player_0 lane 1"."""
    return f"{agents[number // PLACES]} lane {number % PLACES + 1}"
