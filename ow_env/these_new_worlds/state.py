"""What a position of These New Worlds is: one record.

Below: cards.py. Above: actions.py, then rules/.

Every card and every planet is there once, so each place that may hold some is a set: bit k is card k, or planet k.

Not in the record: which planet comes next, what the dice will show, how the next cards are dealt. Each is drawn when
it happens (TNW-11).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.compiled.jit import Record, record, rules_of, within
from ow_env.compiled.layout import NOBODY as NO_SEAT, OWNER, seen
from ow_env.these_new_worlds.cards import COLOURS, MOST_AWARDS, MOST_CARDS, MOST_PLANETS

PLAYERS = 2
MOST_ROUNDS = 6
PAIRS = COLOURS * (COLOURS - 1) // 2  # of colours to pay with
ACTIONS = 1 + MOST_CARDS * (COLOURS + 1) + PAIRS

RUNNING, TERMINATED = range(2)
RANDOM_SEAT = -1  # of `first_dealer` (TNW-1.3)
NONE = -1  # no card on top, no contested planet
EMPTY = np.uint64(0)  # the set of nothing

RESULTS = Numbered()  # how a game ends, as positions call it (TNW-8)
NOT_YET = RESULTS("")
WON = RESULTS("won")
DRAW = RESULTS("draw")
NOBODY = RESULTS("nobody")

STEPS = Numbered()  # what is decided (TNW-10.2), as positions call it
CARD_STEP = STEPS("card")
DOME_STEP = STEPS("dome")
OVER = STEPS("over")

PLAYER = record([
    ("hand", seen(OWNER, np.uint64)),  # cards
    ("not_held", np.uint64),          # coloured cards that a pass has proved not to be held, not played since (TNW-9.3)
    ("played", np.uint64),            # cards in the discard pile that this player has played
    ("planets", np.uint64),           # colonized
    ("tokens", np.uint16, COLOURS),   # at most 17 of a colour with the catalogue, some hundreds with cards of one's own
    ("dome", within(np.uint8, 0, 1)),  # 1: on the contested planet
    ("paid", np.uint8, COLOURS),      # tokens paid for it
])

GAME = record([
    # options
    ("rounds", within(np.uint8, 1, MOST_ROUNDS)),                 # 1 .. 6
    ("hand_size", within(np.uint8, 1, MOST_CARDS)),               # cards dealt to each player
    ("first_dealer", within(np.int8, RANDOM_SEAT, PLAYERS - 1)),  # RANDOM_SEAT or a seat
    ("ask_public", within(np.uint8, 0, 1)),
    ("nobody_loses", within(np.uint8, 0, 1)),                     # 1: both lose a game that nobody wins (TNW-8.2)
    # the game
    ("ending", within(np.uint8, 0, TERMINATED)),                  # RUNNING, TERMINATED
    ("result", within(np.uint8, 0, NOBODY)),                      # one of RESULTS
    ("winner", within(np.int8, NONE, PLAYERS - 1)),               # NONE, or who has won
    ("collective", np.uint64),                                    # planets
    ("deck", np.uint64),                                          # planets that are still to come
    # the round
    ("round_number", within(np.uint8, 0, MOST_ROUNDS)),           # from 1
    ("dealer", within(np.uint8, 0, PLAYERS - 1)),
    ("contested", within(np.int8, NONE, MOST_PLANETS - 1)),       # planet, NONE once the game is over
    ("costs", np.uint8, COLOURS),
    ("set_aside", seen(NO_SEAT, np.uint64)),                       # cards
    ("top", within(np.int8, NONE, MOST_CARDS - 1)),               # of the discard pile, NONE: it is empty
    # the turn
    ("active", within(np.uint8, 0, PLAYERS - 1)),                 # whose turn it is
    ("step", within(np.uint8, 0, OVER)),                          # one of STEPS
    ("has_played", within(np.uint8, 0, 1)),                       # 1: a card, in this turn
    ("passed", within(np.uint8, 0, 1)),                           # 1: the turn before was passed (TNW-3.8)
    ("players", PLAYER, PLAYERS),
])

CARD = record([
    ("value", np.int16),
    ("colour", np.uint8),
    ("count", np.uint8),             # awards
    ("award", np.uint8, MOST_AWARDS),
    ("number", np.uint8, MOST_AWARDS),
    ("play_id", np.int32),           # of a wild the first of one for each colour, then `for nothing` if it steals
])

ACTION = record([("card", np.int16), ("verb", np.int16), ("colour", np.uint8), ("other", np.uint8)])

TABLES = record([
    ("card_count", np.int64),
    ("planet_count", np.int64),
    ("action_count", np.int64),
    ("colonize_id", np.int64),       # the first pair
    ("cards", CARD, MOST_CARDS),
    ("actions", ACTION, ACTIONS),
    # sets
    ("all_cards", np.uint64),
    ("all_planets", np.uint64),
    ("coloured", np.uint64),         # cards that are no wilds
    ("follows", np.uint64, MOST_CARDS + 1),  # coloured cards that may be played on each card; first: on none
    ("if_owned", np.uint64, COLOURS),        # coloured cards that a planet of the colour lets play (TNW-3.3)
    ("planets_of", np.uint64, COLOURS),
    ("colour_of", np.uint8, MOST_PLANETS),   # of each planet
    # of setup.toml
    ("collective_start", np.int64),
    ("collective_limit", np.int64),
    ("sides", np.int64),
    # where each slice of the observation begins
    ("at", np.int64, 64),
])

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Tables: TypeAlias = Record  # one TABLES

rule = rules_of("these_new_worlds", Game=GAME, Player=PLAYER, Tables=TABLES, Bits=np.dtype(np.uint64))
