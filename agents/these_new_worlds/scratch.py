"""Script scratch: the working memory of the scripts of These New Worlds, and the decorator of their rules.

Below: weights.py; the game's state.py. Above: decode.py. One record serves for many decisions, one after the other.
Its first part follows from cards and weights; the rest is refilled for each decision, so that nothing is remembered.
Seats are counted from the observer: ME is 0, OTHER is 1.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Tables, add_constants, words
from agents.these_new_worlds.weights import FEATURES, WEIGHTS
from ow_env.compiled.jit import record, rules_of
from ow_env.these_new_worlds.cards import COLOURS
from ow_env.these_new_worlds.state import ACTIONS, MOST_ROUNDS, PLAYERS, TABLES

ME, OTHER = 0, 1
MOST_TOKENS = 24  # of a colour that are told apart, less one
SPREAD = 24  # largest difference in tokens that is told apart
MOST_SIDES = 6
LEADS = 2 * COLOURS + 1  # what one player may lead in dice: -4 to 4
OWNED = MOST_ROUNDS + 1

SCRATCH = record(
    [
        ("weights", WEIGHTS),
        # what follows from cards and weights
        ("odds", np.float64, (PLAYERS, len(FEATURES))),  # the weights of the features, of my cards and the other's
        ("suit", np.uint64),  # cards that may follow their own colour, whatever the values
        ("ahead", np.float64, 2 * SPREAD + 1),  # chance to take a die by so many tokens more; first: SPREAD fewer
        # what the observation says
        ("num_legal", np.int64),
        ("legal", np.int32, ACTIONS),
        ("step", np.int64),
        ("has_played", np.int64),
        ("passed", np.int64),
        ("rounds_left", np.int64),
        ("rounds", np.int64),
        ("top", np.int64),
        ("contested", np.int64),  # its colour
        ("hand", np.uint64),
        ("unseen", np.uint64),  # cards that the other may hold
        ("collective", np.uint64),
        ("empire", np.uint64, PLAYERS),
        ("held", np.int64, PLAYERS),  # cards in hand
        ("costs", np.int64, COLOURS),
        ("tokens", np.int64, (PLAYERS, COLOURS)),
        ("dome", np.int64, PLAYERS),
        # what follows from it
        ("p_held", np.float64),  # chance that the other holds a card of `unseen`
        ("worth", np.float64, (OWNED, OWNED, OWNED)),  # of the game: [rounds left, planets of mine, of the other]
        ("owned", np.int64, PLAYERS),
        # what an action leaves: these three, and top, hand, tokens and dome above, are put back after each
        ("idle", np.int64),  # 1: the turn that ends is a passed one
        ("ended", np.int64),  # 1: so is the card phase
        ("x", np.float64, len(FEATURES)),
        ("spread", np.float64, (PLAYERS, COLOURS, MOST_TOKENS)),  # chance of so many tokens at the end of the phase
        ("rest", np.float64, (PLAYERS, COLOURS, MOST_TOKENS)),  # the same of those that have paid for a dome
        ("payable", np.float64, COLOURS),
        ("lead", np.float64, LEADS),
    ]
)

rule = rules_of("these_new_worlds_agents", "these_new_worlds", **words(TABLES, SCRATCH), Bits=np.dtype(np.uint64))
add_constants(rule.library)

Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

__all__ = ["SCRATCH", "Scratch", "Tables", "rule"]
