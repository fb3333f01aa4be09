"""Script scratch: the working memory of the scripts of Open Worlds, and the decorator of their rules.

Below: weights.py; the game's cards.py and state.py. Above: decode.py. One record serves for many decisions, one after
the other. Its first part is the same for all observations of a game; the rest is refilled for each, as far as the
decision needs it, so that nothing is remembered.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.open_worlds.weights import WEIGHTS
from agents.script import add_constants, words
from ow_env.compiled.jit import Record, record, rules_of
from ow_env.open_worlds.state import CARDS, PLAYERS, STAGED, TABLES, UNITS, WORLDS

MAX_NONZERO = 1024  # places of a slice that are listed
MAX_LEGAL = 512  # actions that are compared
MAX_WEAPONS = 32  # of one side at one World
MAX_TARGETS = 48
NO_SWAP = 999  # an Income: nothing of mine may Swap

UNIT = record([
    ("card", np.int16),
    ("seat", np.int8),   # who controls it: 0 is me, 1 the next player
    ("owner", np.int8),  # whose card it is, counted as seats are
])

SITE = record([  # one World as a place for Facilities of mine; the first four as the observation has them
    ("room", np.int16),
    ("res", np.int16),
    ("habitable", np.int8),
    ("hostile", np.int8),
    ("facilities", np.int16),   # mine there
    ("populations", np.int16),  # mine: Population
    ("works", np.int16),        # mine: Production, Mining and Drilling
    ("swap_any", np.int16),     # least Income of mine that may Swap for any Facility; or NO_SWAP
    ("swap_some", np.int16),    # the same for a Population or Production Facility
])

TARGET = record([  # what may be shot at
    ("defense", np.int16),    # what is still missing to destroy it
    ("action", np.int16),     # the id that aims at it; 0: none
    ("value", np.float32),    # points of Income that its loss costs
    ("destroyed", np.int16),  # 1: in the fight that is simulated
])

SIDE = record([  # what one side has at one World: I, or all others together
    ("armed_orbitals", np.int16),
    ("fields", np.int16),             # they keep Orbitals from bombarding
    ("num_guns", np.int16),           # Weapons of Orbitals that may fire at Orbitals
    ("guns", np.int16, MAX_WEAPONS),  # their Power, strongest first; so with the next two
    ("num_bombs", np.int16),          # Weapons of Orbitals that fire at the ground alone
    ("bombs", np.int16, MAX_WEAPONS),
    ("num_troops", np.int16),         # Weapons of Ground Forces
    ("troops", np.int16, MAX_WEAPONS),
    ("num_orbitals", np.int16),
    ("orbitals", TARGET, MAX_TARGETS),
    ("num_grounds", np.int16),        # Facilities and Ground Forces
    ("grounds", TARGET, MAX_TARGETS),
])

SCRATCH = record([
    # the same for every observation
    ("weights", WEIGHTS),
    ("players", np.int32),
    ("worlds", np.int32),
    ("of_unit", np.int16, CARDS),      # unit index -> card
    ("of_facility", np.int16, CARDS),  # Facility index -> card
    # what the observation says
    ("point", np.int32),  # where the turn stands, one of state.POINTS
    ("turn", np.int32),
    ("final_turn", np.int32),
    ("final_next", np.int32),
    ("here", np.int32),   # the World being resolved; -1: none
    ("starts", np.int16, WORLDS + 1),  # units[starts[w]:starts[w + 1]] are at World w
    ("units", UNIT, UNITS),
    ("num_staged", np.int16, WORLDS),  # mine
    ("staged", np.int16, (WORLDS, STAGED)),
    ("num_hand", np.int32),            # different cards in my hand
    ("hand", np.int16, MAX_NONZERO),
    ("num_legal", np.int32),
    ("legal", np.int16, MAX_LEGAL),    # allowed actions
    # what follows from it
    ("turns_left", np.float64),        # estimate: after this one
    ("sites", SITE, WORLDS),
    ("occupied", np.int32),            # Worlds where I have a Facility
    ("populated", np.int32),           # Worlds where I have a Population Facility
    ("industries", np.int32),          # cards in my hand that earn the RES of their World
    ("overfull", np.int32),            # 1: more Facilities are attempted at the World being resolved than find room
    ("class_left", np.int32),          # how much Class my Income still carries
    ("heavy_ship", np.float32),        # value of the best Ship in hand that my Income does not carry
    ("balance", np.float64, WORLDS),   # of the fights at each World as things stand
    ("opposition", np.int32, WORLDS),  # deployment.ARMED, UNARMED or ALONE
    ("cached_card", np.int16),         # whose value in hand was asked for last; -1: none yet
    ("cached_value", np.float64),
    # the fight that is simulated
    ("mine", SIDE),
    ("theirs", SIDE),
    ("unaimed", np.int16, MAX_WEAPONS),  # Power of Weapons not aimed yet; 0: aimed
    # of the search for what is not zero
    ("nonzero_places", np.int16, MAX_NONZERO + 8),       # its places in a slice
    ("block_starts", np.int16, PLAYERS * WORLDS + 1),  # where in `nonzero_places` the units of a seat at a World begin
])

Scratch: TypeAlias = Record
Site: TypeAlias = Record
Side: TypeAlias = Record
Targets: TypeAlias = NDArray[Any]  # [MAX_TARGETS]
Powers: TypeAlias = NDArray[np.int16]  # [MAX_WEAPONS]
Tables: TypeAlias = Record
Row: TypeAlias = NDArray[np.uint8]  # [F] one observation
Bits: TypeAlias = np.uint64

rule = rules_of(
    "open_worlds_agents",
    "open_worlds",
    Site=SITE,
    Side=SIDE,
    Targets=np.dtype((TARGET, (1,))),
    Powers=np.dtype((np.int16, (1,))),
    Row=np.dtype((np.uint8, (1,))),
    Bits=np.dtype(np.uint64),
    **words(TABLES, SCRATCH),
)
add_constants(rule.library)
rule.library.types["tuple[int, float]"] = types.Tuple((types.int64, types.float64))  # type: ignore[no-untyped-call]
