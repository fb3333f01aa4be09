"""What a position of Star Realms is: one record.

Below: cards.py. Above: actions.py, then rules/.

Copies of a kind are the same card (SR-0.2), so every pile is a tally: a number for each kind. What tells copies in play
from one another, their abilities used this turn, is kept as numbers of copies too: by SR-4.9 the first `used` copies of
a kind have used their primary, the first `ally_used` their ally ability.

Not in the record: the order of decks. A card is drawn when it is drawn; only what was put on top openly has an order.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.cards import stacks
from ow_env.cards.numbered import Numbered
from ow_env.cards.tallies import COUNTS, KINDS, NO_KINDS, Counts
from ow_env.compiled.jit import Record, record, rules_of, within
from ow_env.compiled.layout import OWNER, seen
from ow_env.star_realms.cards import MOST_BRANCHES, MOST_EFFECTS, Ability, Faction

__all__ = ["KINDS", "NO_KINDS", "Counts", "Game", "Pile", "Player", "Stack", "Tables", "piles", "rule"]

PLAYERS = 2
KNOWN = 5  # most cards known on top of a deck (SR-13.7): those that the base set can put there in one turn
LISTS = 1 + KINDS * (MOST_BRANCHES + 2)  # abilities and branches of them; number 0 is none
ACTIONS = 3 + KINDS * (3 * MOST_BRANCHES + 11)

RUNNING, TERMINATED, TRUNCATED = range(3)
RANDOM_SEAT = -1  # of `first_player` (SR-1.2)
NOBODY = -1
MOST_TURNS = 10_000
MOST = 10**9  # points of a kind: more than any game comes to

# What is decided (SR-12), as positions call it.
POINTS = Numbered()
MAIN = POINTS("main")
OWED = POINTS("owed")
SCRAP = POINTS("scrap")
SCRAP_HAND = POINTS("scrap hand")
SCRAP_ROW = POINTS("scrap row")
DESTROY = POINTS("destroy")
ACQUIRE = POINTS("acquire")
COPY = POINTS("copy")
CYCLE = POINTS("cycle")
TRIM = POINTS("trim")
OVER = POINTS("over")

PILE = stacks.tally()
STACK = stacks.stack(PILE, KNOWN, KINDS, rest_seen_by=OWNER)

PLAYER = record([
    ("authority", within(np.int32, 0, MOST)),    # without an upper limit (SR-7.6)
    ("owed", within(np.int16, 0, KINDS * 255)),  # discards as the next turn begins, at most the hand (SR-8)
    ("hand", seen(OWNER, PILE)),
    ("known", PILE),                             # of the hand, what the opponent can be sure of (SR-13.5)
    ("deck", STACK),
    ("discard", PILE),
    ("in_play", PILE),                           # bases; on the player's own turn ships too
])

GAME = record([
    # options
    ("max_turns", within(np.int16, 1, MOST_TURNS)),
    ("first_player", within(np.int8, RANDOM_SEAT, PLAYERS - 1)),  # RANDOM_SEAT or a seat
    ("ask_public", within(np.uint8, 0, 1)),
    # the turn
    ("ending", within(np.uint8, 0, TRUNCATED)),          # RUNNING, TERMINATED, TRUNCATED
    ("winner", within(np.int8, NOBODY, PLAYERS - 1)),    # NOBODY until somebody has won
    ("active", within(np.uint8, 0, PLAYERS - 1)),        # whose turn it is
    ("first", within(np.uint8, 0, PLAYERS - 1)),         # who started
    ("turn", within(np.int16, 1, MOST_TURNS)),           # from 1; both players' turns are counted
    ("permissions", within(np.int16, 0, MOST_TURNS)),    # to put the next ship bought on top (SR-10.5)
    ("trade", within(np.int32, 0, MOST)),
    ("combat", within(np.int32, 0, MOST)),
    # the decision, and what is under way
    ("point", within(np.uint8, 0, OVER)),                # one of POINTS
    ("step", within(np.uint8, 0, MOST_EFFECTS)),         # place in the list of effects
    ("done", np.uint8),                                  # cards cycled or trimmed so far
    ("ability", within(np.int16, 0, LISTS - 1)),         # number of the list in the tables; 0: nothing is under way
    # this turn, by kind
    ("triggered", np.uint64),                            # bit k: the ally ability of kind k in play (SR-5)
    ("played", COUNTS),                                  # cards of it that were played (SR-10.1, 10.2)
    ("used", COUNTS),                                    # copies of a base in play whose primary was used
    ("ally_used", COUNTS),                               # copies in play whose ally ability was used
    ("copied", COUNTS),                                  # of a card that copies: 1 + the kind it is a copy of (SR-10.1)
    # the table
    ("row", PILE),
    ("trade_deck", PILE),
    ("scrap_heap", PILE),
    ("explorers", within(np.int16, 0, 255)),             # in their pile
    ("players", PLAYER, PLAYERS),
])

LIST = record([  # an ability, or a branch of one
    ("card", np.int16),
    ("ability", np.uint8),        # PRIMARY, ALLY, SCRAP of cards.py
    ("branch", np.uint8),
    ("automatic", np.uint8),      # nothing but gains: taken by itself where it is not a ship's primary (SR-2.5)
    ("trade", np.int16),          # what it gains if it is nothing but gains
    ("combat", np.int16),
    ("authority", np.int16),
    ("count", np.uint8),          # effects
    ("word", np.uint8, MOST_EFFECTS),
    ("number", np.uint8, MOST_EFFECTS),
    ("may", np.uint8, MOST_EFFECTS),
])

CARD = record([
    ("cost", np.int16),
    ("defense", np.int16),
    ("faction", np.uint8),
    ("is_base", np.uint8),
    ("outpost", np.uint8),
    ("combat_per_ship", np.int16),
    ("ally_of_all", np.uint8),
    ("copier", np.uint8),
    # lists of effects, 0: none
    ("primary", np.int16),        # the first branch
    ("branches", np.uint8),       # of the primary; 0: none
    ("ally", np.int16),
    ("scrap", np.int16),
    # the first action of each block that names it, -1: none
    ("play_id", np.int32),        # one for each branch, of a ship with an "or"
    ("buy_id", np.int32),
    ("top_id", np.int32),         # buy on top
    ("use_id", np.int32),         # one for each branch
    ("ally_id", np.int32),
    ("scrap_id", np.int32),
    ("attack_id", np.int32),
    ("from_discard_id", np.int32),  # scrap from discard
    ("choice_id", np.int32, len(POINTS)),  # what names it where it may be chosen; of `copy` one for each branch
])

ACTION = record([("card", np.int16), ("verb", np.uint8), ("branch", np.uint8)])

TABLES = record([
    ("kinds", np.int64),
    ("lists_used", np.int64),
    ("action_count", np.int64),
    ("cards", CARD, KINDS),
    ("lists", LIST, LISTS),
    ("actions", ACTION, ACTIONS),
    # sets of kinds: bit k
    ("ships", np.uint64),
    ("bases", np.uint64),
    ("outposts", np.uint64),
    ("of_faction", np.uint64, len(Faction)),
    ("ally_of_all", np.uint64),
    ("copiers", np.uint64),
    ("pay_per_ship", np.uint64),
    ("automatic_primary", np.uint64),  # bases whose primary is taken by itself
    ("usable", np.uint64),             # bases whose primary is used
    ("automatic_ally", np.uint64),
    ("with_ally", np.uint64),
    ("with_scrap", np.uint64),
    # of setup.toml
    ("opening_hand", np.int64, PLAYERS),  # the starter's, the other's
    ("hand", np.int64),
    ("trade_row", np.int64),
    ("explorer", np.int64),
    # where each slice of the observation begins
    ("at", np.int64, 64),
])

assert len(Ability) == 3

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Pile: TypeAlias = Record  # one PILE
Stack: TypeAlias = Record  # one STACK
Tables: TypeAlias = Record  # one TABLES

rule = rules_of("star_realms", Game=GAME, Player=PLAYER, Tables=TABLES, **stacks.tally_words(PILE, STACK))
piles = stacks.of_tallies(rule.library)
