"""What a position of the bazaar is, and what is for sale."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ow_env.rules import OWNER, Record, Relation, number, part, record, rules_of, seat, stacks, tallies

PLAYERS = 4
ROUNDS = 12
HAND = 3
SIZE = 64  # most cards one player can own
KNOWN = 4  # most cards known on top of a deck

KINDS = ("Coin", "Purse", "Chest", "Rug", "Vase", "Crown")
COST = np.array([1, 3, 6, 2, 5, 8], np.int16)
COINS = np.array([1, 2, 3, 0, 0, 0], np.int16)
POINTS = np.array([0, 0, 0, 1, 3, 6], np.int16)
BEST = 40  # points that are worth 1


def cards_of(players: Any) -> Any:
    """Count the cards of each of some players."""
    deck = players["deck"]["known"] + players["deck"]["rest"]["count"]
    return deck + players["hand"]["count"] + players["discard"]["count"]


PILE = stacks.pile(SIZE, ids=len(KINDS))
STACK = stacks.stack(PILE, KNOWN, len(KINDS), rest_seen_by=OWNER)
SUPPLY = tallies.tally()
PLAYER = record([
    ("deck", part(STACK, labels=KINDS)),
    ("hand", part(PILE, OWNER, labels=KINDS)),
    ("known", part(PILE, labels=KINDS)),           # of the hand, what all have seen go there
    ("discard", part(PILE, labels=KINDS)),
], [Relation("discard.count", f"with the hand and the deck at most {SIZE}", lambda some: cards_of(some) <= SIZE)])
GAME = record([
    ("num_players", number(1, PLAYERS, fixed=True)),
    ("rounds", number(1, ROUNDS, fixed=True)),     # that are played
    ("turn", number(0, ROUNDS)),                   # rounds that have been played
    ("seat", seat(PLAYERS, called="buyer")),       # whose turn it is
    ("die", number(0, 6)),                         # thrown for this turn
    ("coins", number(0, 255)),                     # left to spend
    ("supply", part(SUPPLY, labels=KINDS, called="market")),
    ("players", PLAYER, PLAYERS),
], [Relation("seat", "one of those who play", lambda some: (some["seat"] >= 0) & (some["seat"] < some["num_players"]))])
TABLES = record([
    ("cost", np.int16, len(KINDS)),
    ("coins", np.int16, len(KINDS)),
    ("points", np.int16, len(KINDS)),
])

Player: TypeAlias = Record
Pile: TypeAlias = Record

supply = tallies.of(rules_of("bazaar_supply", State=SUPPLY, Pile=SUPPLY, **tallies.words()).library)  # its Pile
rule = rules_of("bazaar", "bazaar_supply", State=GAME, Player=PLAYER, Tables=TABLES, **stacks.words(PILE, STACK))
piles = stacks.of(rule.library)
