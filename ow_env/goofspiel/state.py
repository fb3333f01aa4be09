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

from ow_env.compiled.jit import Record, record, rules_of, within

MOST_CARDS = 13  # prize p and card c stand at index p - 1 and c - 1 of every row below
MOST_PLAYERS = 4
MOST_POINTS = MOST_CARDS * (MOST_CARDS + 1) // 2

RANDOM, ASCENDING, DESCENDING = range(3)  # the order in which prizes come up
DISCARD, CARRY = range(2)  # what a tie for the highest bid does with the prize
PUBLIC, HIDDEN = range(2)  # whether bids are shown after each round, or only who won

TIED = 9  # in `winner`: the highest bid was made twice, nobody has the prize

PLAYER = record([
    ("score", within(np.int16, 0, MOST_POINTS)),               # points taken
    ("hand", within(np.uint8, 0, 1, "sees"), MOST_CARDS),              # 1: still held
    ("bid_for", within(np.uint8, 0, MOST_CARDS, "sees"), MOST_CARDS),  # the card bid for each prize; 0: none yet
])

GAME = record([
    # fixed for the whole game
    ("num_players", within(np.uint8, 2, MOST_PLAYERS)),
    ("num_cards", within(np.uint8, 4, MOST_CARDS)),
    ("order", within(np.uint8, 0, DESCENDING)),                # RANDOM, ASCENDING, DESCENDING
    ("ties", within(np.uint8, 0, CARRY)),                      # DISCARD, CARRY
    ("bids", within(np.uint8, 0, HIDDEN)),                     # PUBLIC, HIDDEN
    # the prizes
    ("prize", within(np.uint8, 0, MOST_CARDS)),                # turned up now; 0 before the first and after the last
    ("rounds", within(np.uint8, 0, MOST_CARDS)),               # how many prizes have been bid for
    ("carried", within(np.int16, 0, MOST_POINTS)),             # points that ties have added to the prize; 0 if DISCARD
    ("face_down", within(np.uint8, 0, 1), MOST_CARDS),         # 1: this prize is still to come
    ("turn_of", within(np.uint8, 0, MOST_CARDS), MOST_CARDS),  # the round that bid for it, from 1; 0: none yet
    ("winner", within(np.uint8, 0, TIED), MOST_CARDS),         # who took it: seat + 1, TIED, or 0: nobody yet
    ("players", PLAYER, MOST_PLAYERS),
])

TABLES = record([("points", np.int16, MOST_CARDS)])  # what each prize is worth

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Tables: TypeAlias = Record  # one TABLES

rule = rules_of("goofspiel", Game=GAME, Player=PLAYER, Tables=TABLES)
