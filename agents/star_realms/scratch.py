"""Script scratch: the working memory of the scripts of Star Realms, and the decorator of their rules.

Below: weights.py; the game's state.py. Above: decode.py. One record serves for many decisions, one after the other.
Its first part follows from cards and weights; the rest is refilled for each decision, so that nothing is remembered.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.script import Scratch, Tables, add_constants, words
from agents.star_realms.weights import WEIGHTS
from ow_env.compiled.jit import record, rules_of
from ow_env.star_realms.cards import Faction, Word
from ow_env.star_realms.state import KINDS, TABLES

EARLY, LATE = 0, 1
MOST_TRADE = 63  # beyond this Trade is worth no more
MOST_LEGAL = 256  # actions that are compared
FACTIONS = len(Faction)
WORDS = len(Word) + 1  # effects by number; 0 is none

SCRATCH = record(
    [
        ("weights", WEIGHTS),
        # early and late: what an effect is worth a unit, and each kind's abilities when they are used
        ("effect", np.float64, (WORDS, 2)),
        ("primary", np.float64, (KINDS, 2)),
        ("ally", np.float64, (KINDS, 2)),
        ("scrap", np.float64, (KINDS, 2)),
        ("stay", np.float64, KINDS),  # turns that it gives what it gives; 1 for a ship
        ("shield", np.float64, KINDS),  # what its Defense is worth
        # what the observation says
        ("point", np.int64),
        ("turn", np.int64),
        ("trade", np.int64),
        ("combat", np.int64),
        ("authority", np.int64, 2),
        ("num_legal", np.int64),
        ("legal", np.int32, MOST_LEGAL),  # allowed actions
        # what follows from it
        ("phase", np.float64),
        ("now", np.float64, WORDS),  # what an effect is worth a unit in this phase
        ("replays", np.float64),
        ("shields", np.int64),  # Defense of all outposts of the opponent
        ("reach", np.int64),  # Combat that could be had this turn without another card
        ("owned", np.int64, KINDS),  # my cards, wherever they are
        ("deck_size", np.int64),  # those of them that are drawn again and again
        ("of_faction", np.int64, FACTIONS),  # my cards of a faction
        ("staying", np.int64, FACTIONS),  # those in play to stay
        ("ally_chance", np.float64, FACTIONS),
        ("supported", np.float64, FACTIONS),  # what one more card of the faction adds to the others' ally abilities
        ("held", np.int64, FACTIONS),  # cards of a faction in hand, or in play
        ("value", np.float64, KINDS),  # of a card whenever it is drawn
        ("average", np.float64),  # of the deck
        ("standard", np.float64),  # what a card must be worth to make the deck better
        ("worth", np.float64, MOST_TRADE + 1),  # the best that can be bought for so much Trade
    ]
)

rule = rules_of("star_realms_agents", "star_realms", **words(TABLES, SCRATCH), Bits=np.dtype(np.uint64))
add_constants(rule.library)

Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

__all__ = ["SCRATCH", "Scratch", "Tables", "rule"]
