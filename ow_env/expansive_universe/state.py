"""What a position of Expansive Universe is: one record.

Below: cards.py. Above: actions.py, then rules/.

Every card is there once, and there are at most 64 of a kind, so what lies anywhere is a set for each kind: bit k is
number k of its kind. What lies on a card says on which.

Not in the record: the order of the main deck. A card is drawn when it is dealt (EU-13.2).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.compiled.jit import Record, record, rules_of, within
from ow_env.expansive_universe.cards import KINDS, MOST_EFFECTS, MOST_FACTIONS, MOST_OF_KIND, SKILLS, SLOTS, Habit, Law

PLAYERS = 4
PLACES = 1 + MOST_FACTIONS  # where spaceships are: the Core, then the planets
CORE = 0
MOST_CARDS = KINDS * MOST_OF_KIND
ACTIONS = 16 + SLOTS + MOST_OF_KIND * (2 + PLACES + 2 + 1 + 2 + 1 + 4 + 2 + 2) + PLACES + MOST_FACTIONS
MOST_GOLD = 99  # EU-2.3

RUNNING, TERMINATED, TRUNCATED = range(3)
RANDOM = -1  # of `first_player`, and of a Faction
MOST_ROUNDS = 10_000
NOBODY = -1
EMPTY = np.uint64(0)  # the set of nothing

POINTS = Numbered()  # what is decided (EU-14), as positions call it
TURN = POINTS("turn")
SIDE = POINTS("side")
BEARER = POINTS("bearer")
RECRUIT = POINTS("recruit")
FLIGHT = POINTS("flight")
MARCH = POINTS("march")
SALVAGE = POINTS("salvage")
PLUNDER = POINTS("plunder")
RESCUE = POINTS("rescue")
SABOTAGE = POINTS("sabotage")
STRIKE = POINTS("strike")
MANEUVER = POINTS("maneuver")
WEAPON = POINTS("weapon")
TARGET = POINTS("target")
LOSS = POINTS("loss")
OVER = POINTS("over")
IN_MISSION = POINTS("mission goes on")  # nobody is ever asked at this and the next
IN_TEXT = POINTS("text goes on")

BATTLES = ("", "space", "location")  # no battle; at the Core or a planet; at a location
IN_SPACE, AT_LOCATION = 1, 2

PLAYER = record([
    ("alive", within(np.uint8, 0, 1)),
    ("faction", within(np.int8, RANDOM, MOST_FACTIONS - 1)),       # RANDOM until it is drawn
    ("gold", within(np.uint8, 0, MOST_GOLD)),
    ("row_count", within(np.uint8, 0, MOST_OF_KIND)),
    ("points", np.int16),
    ("crew_location", within(np.uint8, 0, MOST_OF_KIND)),          # 1 + where the crew is, 0: it is aboard, or out
    ("crew_ship", within(np.uint8, 0, MOST_OF_KIND)),              # 1 + the spaceship
    ("crew", np.uint64),                                           # characters
    ("ships", np.uint64),                                          # spaceships controlled
    ("row", within(np.uint8, 0, MOST_OF_KIND - 1), MOST_OF_KIND),  # locations, from left to right; 0 beyond row_count
    # in a battle
    ("boost", np.int16),                                           # added by texts, and taken off
    ("cover", np.int16),
    ("guard", np.int16),
    ("difference", np.int16),                                      # still to be covered by losses (EU-9.2)
    ("resist", np.int16),                                          # the difference at first (EU-9.4)
])

GAME = record([
    # options
    ("num_players", within(np.uint8, 2, PLAYERS)),
    ("first_player", within(np.int8, RANDOM, PLAYERS - 1)),       # RANDOM or a seat
    ("max_rounds", within(np.int16, 1, MOST_ROUNDS)),
    # the game
    ("ending", within(np.uint8, 0, TRUNCATED)),                   # RUNNING, TERMINATED, TRUNCATED
    ("winner", within(np.int8, NOBODY, PLAYERS - 1)),             # NOBODY until somebody has won
    ("first", within(np.uint8, 0, PLAYERS - 1)),                  # the starting seat
    ("round_number", within(np.int16, 0, MOST_ROUNDS)),           # from 1
    # the turn
    ("active", within(np.uint8, 0, PLAYERS - 1)),                 # whose turn it is
    ("asked", within(np.uint8, 0, PLAYERS - 1)),                  # who decides
    ("point", within(np.uint8, 0, OVER)),                         # one of POINTS
    ("has_flown", within(np.uint8, 0, 1)),                        # 1: the first flight of the turn is over, and so on
    ("has_attacked", within(np.uint8, 0, 1)),
    ("has_bought", within(np.uint8, 0, 1)),                       # from a slot above 0
    ("has_tried", within(np.uint8, 0, 1)),                        # a mission
    ("placing", within(np.int16, 0, MOST_CARDS)),                 # 1 + the card bought or taken that is being placed
    ("mission", within(np.uint8, 0, MOST_OF_KIND)),               # 1 + the location whose mission is carried out
    ("step", within(np.uint8, 0, MOST_EFFECTS)),                  # place in the list of effects of the text carried out
    # a battle
    ("battle", within(np.uint8, 0, AT_LOCATION)),                 # 0, IN_SPACE, AT_LOCATION
    ("battle_place", within(np.uint8, 0, MOST_OF_KIND - 1)),      # the place, or the location
    ("attacker", within(np.uint8, 0, PLAYERS - 1)),
    ("turn_at", within(np.uint8, 0, PLAYERS - 1)),                # who maneuvers next, or loses next
    ("passes", within(np.uint8, 0, PLAYERS)),                     # in succession
    ("user", within(np.uint8, 0, MOST_OF_KIND)),                  # 1 + the character or spaceship that maneuvers
    ("text_of", within(np.int16, 0, MOST_CARDS)),                 # 1 + the card whose text is carried out
    ("resolving", within(np.uint8, 0, 1)),                        # 1: damage is resolved
    ("destroyer", within(np.uint8, 0, PLAYERS - 1)),              # the player with the largest total
    ("queue", np.uint64),                                         # armaments still to be used
    ("entangled", np.uint64, 2),                                  # characters, spaceships
    ("waylaid", np.uint64, 2),
    ("once", np.uint64, 2),                                       # that have maneuvered
    ("twice", np.uint64, 2),
    # where cards are
    ("deck", np.uint64, KINDS),
    ("destroyed", np.uint64, KINDS),                              # the destroyed pile
    ("slots", within(np.int16, 0, MOST_CARDS), SLOTS),            # 1 + the card in each, 0: it is empty
    ("ships_at", np.uint64, PLACES),
    ("holds", within(np.uint8, 0, MOST_OF_KIND), MOST_OF_KIND),   # 1 + the captive under each character
    ("captive_of", within(np.uint8, 0, PLAYERS), MOST_OF_KIND),   # 1 + the seat of a captive's crew
    ("weapon_on", within(np.uint8, 0, MOST_OF_KIND), MOST_OF_KIND),  # 1 + the character that bears each weapon
    ("armament_on", within(np.uint8, 0, MOST_OF_KIND), MOST_OF_KIND),  # 1 + the spaceship
    ("token", within(np.uint8, 0, PLAYERS), MOST_OF_KIND),        # 1 + the seat whose control token is on each location
    ("players", PLAYER, PLAYERS),
])

TEXT = record([
    ("when", np.uint8),
    ("count", np.uint8),
    ("word", np.uint8, MOST_EFFECTS),
    ("number", np.uint8, MOST_EFFECTS),
])

CARD = record([
    ("kind", np.uint8),
    ("number", np.uint8),              # among those of its kind
    ("faction", np.uint8),
    ("alpha", np.uint8),
    ("outside", np.uint8),
    ("combat", np.int16),
    ("space", np.int16),
    ("expire", np.int16),
    ("resistance", np.int16),
    ("skills", np.int16, SKILLS),
    ("text", TEXT),
])

ACTION = record([("verb", np.int16), ("a", np.int16), ("b", np.int16)])

TABLES = record([
    ("card_count", np.int64),
    ("faction_count", np.int64),
    ("action_count", np.int64),
    ("goal", np.int64),
    ("toll", np.int64),
    ("home_points", np.int64),
    ("token_points", np.int64),
    ("ship_points", np.int64),
    ("character_points", np.int64),
    ("core_points", np.int64),
    ("gold", np.int64, PLAYERS),       # at the start, in the order of turns
    ("first_round_flights", np.int64), # 1: everybody flies in the first round (EU-1.7)
    ("laws", np.int64, len(Law)),      # of the Core: number of each, 0: it has none
    ("habits", np.int64, (MOST_FACTIONS, len(Habit))),
    ("first_of", np.int64, KINDS + 1),     # the first card of each kind
    ("cards", CARD, MOST_CARDS),
    ("alphas", np.int64, (MOST_FACTIONS, KINDS)),  # number of the starter of each kind
    ("of_faction", np.uint64, (MOST_FACTIONS, KINDS)),  # cards of the main deck
    ("alpha", np.uint64, KINDS),       # all starters
    # actions
    ("first", np.int64, 24),           # the first id of each verb; after the last, how many there are
    ("answers", np.int64, len(POINTS)),  # verbs that may be an answer at each point: bit per verb
    ("actions", ACTION, ACTIONS),
    # where each slice of the observation begins
    ("at", np.int64, 96),
])

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Card: TypeAlias = Record  # one CARD
Text: TypeAlias = Record  # one TEXT
Tables: TypeAlias = Record  # one TABLES

rule = rules_of(
    "expansive_universe", Game=GAME, Player=PLAYER, Card=CARD, Text=TEXT, Tables=TABLES, Bits=np.dtype(np.uint64)
)
