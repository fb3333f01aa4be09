"""Script scratch: the working memory of the scripts of Star Realms, and the decorator of their rules.

Below: weights.py; the game's state.py. Above: decode.py. One record serves for many decisions, one after the other.
Its first part follows from cards and weights; the rest is filled anew for each decision, so that nothing is remembered.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Tables, add_constants, words
from agents.star_realms.weights import WEIGHTS
from ow_env.core.jit import record, rules_of
from ow_env.star_realms.cards import Faction
from ow_env.star_realms.state import KINDS, TABLES

EARLY, LATE = 0, 1
MOST_TRADE = 63  # beyond this Trade is worth no more
FACTIONS = len(Faction)

SCRATCH = record([
    ("weights", WEIGHTS),
    # of each kind, early and late: what its abilities are worth when they are used
    ("primary", np.float64, (KINDS, 2)),
    ("ally", np.float64, (KINDS, 2)),
    ("scrap", np.float64, (KINDS, 2)),
    ("stay", np.float64, KINDS),           # turns that it gives what it gives; 1 for a ship
    ("shield", np.float64, KINDS),         # what its Defense is worth
    # what the observation says
    ("point", np.int64),
    ("turn", np.int64),
    ("trade", np.int64),
    ("combat", np.int64),
    ("authority", np.int64, 2),
    # what follows from it
    ("phase", np.float64),
    ("replays", np.float64),
    ("owned", np.int64, KINDS),            # my cards, wherever they are
    ("deck_size", np.int64),               # those of them that are drawn again and again
    ("of_faction", np.int64, FACTIONS),    # my cards of a faction
    ("staying", np.int64, FACTIONS),       # those in play to stay
    ("ally_chance", np.float64, FACTIONS),
    ("supported", np.float64, FACTIONS),   # what one more card of the faction adds to the others' ally abilities
    ("value", np.float64, KINDS),          # of a card whenever it is drawn
    ("standard", np.float64),              # what a card must be worth to make the deck better
    ("worth", np.float64, MOST_TRADE + 1),  # the best that can be bought for so much Trade
])

rule = rules_of("star_realms_agents", "star_realms", **words(TABLES, SCRATCH), Bits=np.dtype(np.uint64))
add_constants(rule.library)

Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

__all__ = ["SCRATCH", "Scratch", "Tables", "rule"]
