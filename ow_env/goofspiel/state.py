"""What a position of Goofspiel is: one record.

Bottom layer of this folder. Above: actions.py, then rules/. No import goes upward.

The game: each player holds the cards 1 .. n. A prize 1 .. n is turned up, all bid one card at once,
the highest bid takes the prize's points, and the cards bid are gone. After n prizes the most points
win. Merrill Flood's game of pure strategy; Ross, "Goofspiel - the game of pure strategy" (1971).

Rounds are stored by prize, not by number: each prize comes up once, so "what was bid for the 7" is
one cell. The order of prizes not yet seen is stored nowhere: each is drawn when it is turned up.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.core.jit import Record, record, rules_of

MOST_CARDS = 13  # prize p and card c stand at index p - 1 and c - 1 of every row below
MOST_PLAYERS = 4

RANDOM, ASCENDING, DESCENDING = range(3)  # the order in which prizes come up
DISCARD, CARRY = range(2)  # what a tie for the highest bid does with the prize
PUBLIC, HIDDEN = range(2)  # whether bids are shown after each round, or only who won

TIED = 9  # in `winner`: the highest bid was made twice, nobody has the prize

PLAYER = record([
    ("score", np.int16),                 # points taken, 0 .. 91
    ("hand", np.uint8, MOST_CARDS),      # 1: still held
    ("bid_for", np.uint8, MOST_CARDS),   # the card bid for each prize; 0: none yet
])

GAME = record([
    # fixed for the whole game
    ("num_players", np.uint8),           # 2 .. 4
    ("num_cards", np.uint8),             # 4 .. 13
    ("order", np.uint8),                 # RANDOM, ASCENDING, DESCENDING
    ("ties", np.uint8),                  # DISCARD, CARRY
    ("bids", np.uint8),                  # PUBLIC, HIDDEN
    # the prizes
    ("prize", np.uint8),                 # turned up now, 1 .. 13; 0 before the first and after the last
    ("rounds", np.uint8),                # how many prizes have been bid for
    ("carried", np.int16),               # points that ties have added to the prize; 0 if DISCARD
    ("face_down", np.uint8, MOST_CARDS),  # 1: this prize is still to come
    ("turn_of", np.uint8, MOST_CARDS),   # the round that bid for it, from 1; 0: none yet
    ("winner", np.uint8, MOST_CARDS),    # who took it: seat + 1, TIED, or 0: nobody yet
    ("players", PLAYER, MOST_PLAYERS),
])

TABLES = record([("points", np.int16, MOST_CARDS)])  # what each prize is worth

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Tables: TypeAlias = Record  # one TABLES

rule = rules_of("goofspiel", Game=GAME, Player=PLAYER, Tables=TABLES)
