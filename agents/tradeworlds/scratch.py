"""Script scratch: the working memory of the scripts of TradeWorlds, and the decorator of their rules.

Below: weights.py; the game's state.py. Above: decode.py. One record serves for many decisions, one after the other;
all but the weights is refilled for each, so that nothing is remembered. Seats are counted from the observer.
Sets of ships are whole numbers: bit 4 * seat + place.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Tables, add_constants, words
from agents.tradeworlds.weights import WEIGHTS
from ow_env.compiled.jit import record, rules_of
from ow_env.tradeworlds.cards import LEVELS, PILES, PLACES
from ow_env.tradeworlds.state import KINDS, PLAYERS, SHIPS, TABLES

ME = 0
NONE = -1
MOST_LEGAL = 160  # actions that are compared
MOST_SENT = 5  # ships whose battles are planned; further ones strike
GROUPS = 1 << MOST_SENT
LANES = 1 << PLACES
VALUES = 21  # Trade Values that are told apart

SCRATCH = record(
    [
        ("weights", WEIGHTS),
        # what the observation says
        ("num_legal", np.int64),
        ("legal", np.int32, MOST_LEGAL),
        ("point", np.int64),
        ("back", np.int64),
        ("role", np.int64),
        ("seats", np.int64),
        ("faction", np.int64, PLAYERS),
        ("alive", np.int64, PLAYERS),
        ("credits", np.int64, PLAYERS),
        ("world", np.int64, PLAYERS),
        ("level", np.int64, PLAYERS),
        ("cards", np.int64, PLAYERS),  # in hand
        ("used_up", np.int64, PLAYERS),
        ("hand", np.int64, KINDS),
        ("count", np.int64),
        ("banked", np.int64),
        ("change", np.int64),
        ("rounds", np.int64),
        ("target", np.int64),
        ("leader_seat", np.int64),
        ("attacking", np.int64),
        ("allies", np.int64),  # bit per seat
        ("die", np.int64, 2),
        ("bonus", np.int64, 2),
        ("power", np.int64, 2),
        ("guard", np.int64, 2),
        ("shield", np.int64),
        ("alien_turn", np.int64),
        ("alien_fire", np.int64),
        ("ships", np.int64),  # all there are
        ("unused", np.int64),
        ("group", np.int64),
        ("busy", np.int64),
        ("fighting", np.int64),
        ("tokens", np.int64),  # ships with a token
        ("fire", np.int64, SHIPS),
        ("strength", np.int64, SHIPS),
        ("spare", np.int64, SHIPS),
        # what follows from it
        ("phase", np.float64),
        ("grow", np.float64),
        ("threat", np.float64),  # the largest Firepower of an opponent, as a share of my Homeworld
        ("average", np.float64),  # Trade Value of a card that I draw
        ("fleet", np.int64, PLAYERS),  # how many ships
        ("wanted", np.int64),  # ships of mine
        ("free", np.int64, KINDS),  # cards of my hand that are not kept for a ship
        ("plan", np.int64, PILES),  # the cards of the ship that is planned, NONE
        ("plan_value", np.float64),
        # battles that are planned: attackers and the target's ships
        ("sent", np.int64, MOST_SENT),
        ("num_sent", np.int64),
        ("rest_fire", np.int64),  # Firepower of ships beyond those
        ("foes", np.int64),  # places: bit per place
        ("quality", np.float64, (GROUPS, LANES)),  # what a battle brings
        ("group_fire", np.int64, GROUPS),
        ("lane_strength", np.int64, LANES),
        ("outlook", np.float64, (GROUPS, LANES)),  # [unused, busy] what an attack yet brings
        ("best_group", np.int64),
        ("best_lane", np.int64),
    ]
)

rule = rules_of("tradeworlds_agents", "tradeworlds", **words(TABLES, SCRATCH), Bits=np.dtype(np.uint64))
add_constants(rule.library)

Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

assert LEVELS == 5

__all__ = ["SCRATCH", "Scratch", "Tables", "rule"]
