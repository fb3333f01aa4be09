"""What an agent knows at one decision: the record that reading.py fills, and the decorator of its rules.

Below: the game's cards.py and state.py. Above: reading.py. One Sight is made for many rows; a part of it is the
same for all rows of a game, the rest is filled anew for each, and only as far as the decision needs it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.script import add_constants, words
from ow_env.core.jit import Record, record, rules_of
from ow_env.open_worlds.state import ACTIONS, CARDS, PLAYERS, STAGED, TABLES, UNITS, WORLDS

PLACES = 1024  # most places of a slice that are listed
OFFERS = 512  # most actions that are weighed

SEEN_UNIT = record([
    ("card", np.int16),
    ("seat", np.int8),   # who controls it: 0 is me, 1 the next player
    ("owner", np.int8),  # whose card it is, counted as seats are
])

GROUND = record([  # one World, as a builder looks at it; the first four as the observation has them
    ("room", np.int16),
    ("res", np.int16),
    ("habitable", np.int8),
    ("hostile", np.int8),
    ("facilities", np.int16),  # mine there
    ("people", np.int16),      # mine: Population
    ("works", np.int16),       # mine: Production, Mining and Drilling
    ("swap_any", np.int16),    # least Income of mine that may Swap for any Facility; DEAR: none
    ("swap_some", np.int16),   # the same for a Population or Production Facility
])
DEAR = 999

TARGET = record([  # what may be shot at
    ("defense", np.int16),  # what is still missing to destroy it
    ("action", np.int16),   # the id that aims at it; 0: none
    ("value", np.float32),  # what its loss is worth
    ("lost", np.int16),     # 1: destroyed in the fight that was thought through
])
ARMS = 32  # most Weapons of one side at one World that are looked at
TARGETS = 48

SIDE = record([  # what one side has at one World; a record of its own for mine and for all others'
    ("armed", np.int16),   # Orbitals with Weapons
    ("screen", np.int16),  # Fields that keep Orbitals from bombarding
    ("guns", np.int16),    # Weapons of Orbitals that may fire at Orbitals
    ("gun", np.int16, ARMS),  # their power, strongest first; so with the next two
    ("shells", np.int16),  # Weapons of Orbitals that may fire at the ground
    ("shell", np.int16, ARMS),
    ("troops", np.int16),  # Weapons of Ground Forces
    ("troop", np.int16, ARMS),
    ("orbitals", np.int16),
    ("orbital", TARGET, TARGETS),
    ("grounds", np.int16),
    ("ground", TARGET, TARGETS),
])

TEMPER = record([  # what a player wants and fears, in points of Income unless it is a share
    ("fleet", np.float32),     # worth of a point of Weapon Power or Defensive Strength in orbit
    ("horizon", np.float32),   # turns in which an Orbital earns its full worth
    ("force", np.float32),     # worth of a Ground Force in play
    ("place", np.float32),     # worth of a Facility beyond its Income
    ("care", np.float32),      # what a loss of mine counts for each point of theirs
    ("patience", np.float32),  # what next turn's losses count
    ("presence", np.float32),  # share of an Orbital's worth that being in play counts
    ("guard", np.float32),     # what the first armed Orbital is worth for each point of my Income there
    ("yard", np.float32),      # share of its worth that a Ship counts which only a Shipyard could carry
    ("escape", np.float32),    # share of its worth that is lost when a Ship is hit that may Retreat
    ("build", np.float32),     # what a point of Income of a new Facility counts
    ("booty", np.float32),     # what a card that is used up must destroy
    ("disaster", np.float32),  # what a Catastrophe must destroy
    ("stir", np.float32),      # what a move must bring
    ("keep", np.float32),      # below it a card is thrown away if another comes for it
    ("crowd", np.float32),     # how much more is thrown away for each card that could not be drawn
    ("adjust", np.float32),    # the same for the opening hand
    ("early", np.float32),     # share of its worth that any but a Facility keeps in the opening hand
    ("pace", np.float32),      # how much more is thrown away for each point of a lead in Income
    ("retreat", np.float32),   # share of its worth that a Ship back in hand keeps
    ("doubt", np.float32),     # share of the expected shots that a Defender is posted against
    ("opening", np.float32),      # share of its RES that opening a World for Industries is worth
    ("settle", np.float32),    # what the first Facility at a World is worth beyond its Income
    ("bluff", np.float32),     # how often a useless card is laid down as if it were none
])

SIGHT = record([
    # the same for every row
    ("players", np.int32),
    ("worlds", np.int32),
    ("of_unit", np.int16, CARDS),      # unit index -> card
    ("of_facility", np.int16, CARDS),  # Facility index -> card
    # one row
    ("point", np.int32),     # where the turn stands, one of state.POINTS
    ("turn", np.int32),
    ("final_turn", np.int32),
    ("final_next", np.int32),
    ("here", np.int32),      # the World being resolved; -1: none
    ("first", np.int16, WORLDS + 1),  # units[first[w]:first[w + 1]] are at World w
    ("units", SEEN_UNIT, UNITS),
    ("staged_count", np.int16, WORLDS),  # mine
    ("staged", np.int16, (WORLDS, STAGED)),
    ("ground", GROUND, WORLDS),  # what each World offers to a Facility of mine
    ("occupied", np.int32),      # Worlds where I have a Facility
    ("populated", np.int32),     # Worlds where I have a Population Facility
    ("temper", TEMPER),
    ("balance", np.float64, WORLDS),  # what the fights at each World come to as things stand
    ("quiet", np.int32, WORLDS),  # at each World: nobody else is there (2), or nobody else armed (1)
    ("class_left", np.int32),  # how much Class my Income still carries
    ("kept", np.int16),      # the card whose worth in hand was asked for last; -1: none yet
    ("worth_kept", np.float64),
    ("mine", SIDE),
    ("theirs", SIDE),
    ("left", np.int16, ARMS),  # Weapons not aimed yet, in the fight that is thought through
    ("heavy", np.float32),  # worth of the best Ship in hand that my Income does not carry
    ("hand_count", np.int32),  # different cards in my hand
    ("hand", np.int16, PLACES),
    ("offers", np.int32),  # allowed actions
    ("offer", np.int16, OFFERS),
    ("places", np.int16, PLACES + 8),  # where a slice is not zero
    ("filled", np.int16, ACTIONS // 8 + 1),  # which eights of places are not all zero
    ("blocks", np.int16, PLAYERS * WORLDS + 1),  # where in it the units of a seat at a World begin
])

Sight: TypeAlias = Record
Ground: TypeAlias = Record
Side: TypeAlias = Record
Targets: TypeAlias = NDArray[Any]  # [TARGETS]
Arms: TypeAlias = NDArray[np.int16]  # [ARMS]
Tables: TypeAlias = Record
Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

rule = rules_of(
    "open_worlds_agents",
    "open_worlds",
    Sight=SIGHT,
    Ground=GROUND,
    Side=SIDE,
    Targets=np.dtype((TARGET, (1,))),
    Arms=np.dtype((np.int16, (1,))),
    Row=np.dtype((np.uint8, (1,))),
    **words(TABLES, SIGHT),
)
add_constants(rule.library)
