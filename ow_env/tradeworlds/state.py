"""What a position of TradeWorlds is: one record.

Below: cards.py. Above: actions.py, then rules/.

Copies of a card are the same card, so every pile is a tally: a number for each kind. A kind belongs to one of the four
piles, so what is left under their top cards is one tally, too. Sets of ships are whole numbers: bit 4 * seat + place.

Not in the record: the order of decks and piles, what dice will show. Each is drawn when it is due (TW-H6).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.cards import tallies
from ow_env.cards.numbered import Numbered
from ow_env.cards.tallies import KINDS, NO_KINDS, Counts
from ow_env.compiled.jit import Record, record, rules_of, within
from ow_env.compiled.layout import OWNER, seen
from ow_env.tradeworlds.cards import (
    FACTIONS,
    LEVELS,
    MOST_FACES,
    MOST_TACTICS,
    PILES,
    PLACES,
    Role,
    Side,
    Token,
    Window,
)

__all__ = ["KINDS", "NO_KINDS", "Counts", "Game", "Pile", "Player", "Ship", "Tables", "piles", "rule"]

PLAYERS = 4
SHIPS = PLAYERS * PLACES
SHOWN = 3  # cards that the Smuggler takes
CARDS = 3 * LEVELS + MOST_TACTICS
ACTIONS = 140 + 6 * CARDS + LEVELS**3 + PLACES * 3 * LEVELS + 2 * SHIPS  # room for every catalogue

RUNNING, TERMINATED, TRUNCATED = range(3)
RANDOM = -1  # of `first_player`, and of a Faction
MOST_ROUNDS = 10_000
NOBODY = -1  # no winner; no seat: The Derelict
NO_ROLE = 0
MOST = 10**9  # credits: more than any game comes to
MOST_SUM = 10_000  # what cards may add up to, likewise
ALL_SEATS, ALL_PLACES, ALL_SHIPS = 2**PLAYERS - 1, 2**PLACES - 1, 2**SHIPS - 1  # sets
ALL_TOKENS = 2 ** len(Token) - 1

POINTS = Numbered()  # what is decided (TW-P), as positions call it
ROLE = POINTS("role")
CHANCELLOR = POINTS("chancellor")
INVITE = POINTS("invite")
TARGET = POINTS("target")
SABOTAGE = POINTS("sabotage")
BANK = POINTS("bank")
REMOVE = POINTS("remove")
SMUGGLE = POINTS("smuggle")
REFIT = POINTS("refit")
REPLACE = POINTS("replace")
ATTACK = POINTS("attack")
ALERT = POINTS("alert")
ROLL = POINTS("roll")
STRIKE = POINTS("strike")
CANCEL = POINTS("cancel")
DESTROY = POINTS("destroy")
LOSS = POINTS("loss")
BUY = POINTS("buy")
PAY = POINTS("pay")
CONFIGURE = POINTS("configure")
FIT = POINTS("fit")
DISCARD = POINTS("discard")
OVER = POINTS("over")
DERELICT_ACTS = POINTS("derelict")  # The Derelict's attacks go on; nobody is ever asked here

PILE = tallies.tally()

SHIP = record([
    ("starship", within(np.uint8, 0, LEVELS)),   # level, 0: the place is empty
    ("crew", within(np.uint8, 0, LEVELS)),       # level
    ("token", within(np.uint8, 0, len(Token))),  # a Token, 0: none
    ("weapons", np.uint8, LEVELS),               # of each level
])

PLAYER = record([
    ("alive", within(np.uint8, 0, 1)),
    ("used_up", within(np.uint8, 0, 1)),                      # 1: the next turn was used up by a joint attack (TW-R1.5)
    ("level", within(np.uint8, 0, PLACES)),                   # places unlocked, 0 .. 4
    ("faction", within(np.int8, RANDOM, len(FACTIONS) - 1)),  # RANDOM until it is drawn
    ("homeworld", np.int16),                                  # Defense Points; 0 or below: out
    ("treasury", within(np.int32, 0, MOST)),                  # credits, without an upper end (TW-0.5)
    ("tokens_gone", within(np.uint8, 0, ALL_TOKENS)),         # out of the game (TW-M6): bit Token - 1
    ("tops", within(np.uint8, 0, KINDS), PILES),              # 1 + the card on top of each pile, 0: it is empty
    ("lane", SHIP, PLACES),
    ("hand", seen(OWNER, PILE)),
    ("known", PILE),                                          # of the hand, what others can be sure of (TW-H4)
    ("deck", seen(OWNER, PILE)),
    ("discard", PILE),
    ("removed", PILE),                                        # from the game (TW-R6)
    ("rest", PILE),                                           # what lies under the tops of the piles
])

GAME = record([
    # options
    ("num_players", within(np.uint8, 1, PLAYERS)),
    ("first_player", within(np.int8, RANDOM, PLAYERS - 1)),  # RANDOM or a seat
    ("reinforcements", within(np.uint8, 0, 1)),
    ("tokens_removed", within(np.uint8, 0, 1)),  # 1: an eliminated token leaves the game (TW-M6)
    ("finish_round", within(np.uint8, 0, 1)),
    ("ask_public", within(np.uint8, 0, 1)),
    ("max_rounds", within(np.int16, 1, MOST_ROUNDS)),
    # the game
    ("ending", within(np.uint8, 0, TRUNCATED)),  # RUNNING, TERMINATED, TRUNCATED
    ("winner", within(np.int8, NOBODY, PLAYERS - 1)),  # NOBODY until somebody has won
    ("first", within(np.uint8, 0, PLAYERS - 1)),  # the starting seat
    ("round_number", within(np.int16, 0, MOST_ROUNDS)),  # from 1
    ("critical_mass", np.uint8),                # of The Derelict
    # the turn
    ("leader", within(np.uint8, 0, PLAYERS - 1)),  # whose turn it is
    ("active", within(np.uint8, 0, PLAYERS - 1)),  # the leader, or an ally who plays the rest of its turn (TW-R1.5)
    ("asked", within(np.uint8, 0, PLAYERS - 1)),  # who decides
    ("point", within(np.uint8, 0, OVER)),       # one of POINTS
    ("role", within(np.uint8, 0, len(Role))),   # NO_ROLE until it is chosen
    ("refused", within(np.uint8, 0, 1)),        # 1: nobody joined, so no further joint attack this turn (TW-R1.4)
    ("to_all", within(np.uint8, 0, 1)),         # 1: the Saboteur makes all opponents discard
    ("count", np.uint8),                        # cards banked or removed, exchanges made; discards due
    ("target", within(np.int8, NOBODY, PLAYERS - 1)),  # of a Role; NOBODY: none, or The Derelict
    ("allies", within(np.int32, 0, ALL_SEATS)),  # seats that joined: bit per seat
    ("to_ask", within(np.int32, 0, ALL_SEATS)),  # seats still to be invited, or to discard
    ("rest_due", within(np.int32, 0, ALL_SEATS)),  # allies who still have to play the rest of their turns
    ("banked", within(np.int16, 0, MOST_SUM)),  # Trade Values put down so far
    ("change", within(np.int16, 0, MOST_SUM)),  # paid too much for purchases of this step (TW-B3)
    ("buying", within(np.uint8, 0, KINDS)),     # 1 + the card being paid
    ("fitting", within(np.uint8, 0, PLACES)),   # 1 + the place of the ship that may get further Weapons, or is refitted
    ("refitting", within(np.uint8, 0, LEVELS)),  # 1 + the Weapon that takes the place of one of several
    ("shown", within(np.uint8, 0, KINDS), SHOWN),  # 1 + each card that the Smuggler took, sorted; 0: fewer
    # the attack: sets of ships
    ("unused", within(np.int32, 0, ALL_SHIPS)),
    ("group", within(np.int32, 0, ALL_SHIPS)),  # sent into the next battle
    ("busy", within(np.int32, 0, ALL_PLACES)),  # of the target (TW-A6)
    ("fighting", within(np.int32, 0, ALL_SHIPS)),  # the attackers' ships in the battle, or those that strike
    ("engaged", within(np.int32, 0, ALL_PLACES)),  # the defender's in the battle; The Derelict: bit 0
    ("doomed", within(np.int32, 0, ALL_SHIPS)),  # whose tokens will be eliminated (TW-M4)
    ("lost", within(np.int32, 0, ALL_SHIPS)),   # to be destroyed
    ("alien_fire", np.uint8),                   # Firepower that The Derelict rolled
    ("alien_attacks", np.uint8),                # still to come in its action
    ("alien_turn", within(np.uint8, 0, 2)),     # 1: it acts
    ("destroyed", np.uint8),                    # ships, in this battle
    ("struck", within(np.uint8, 0, 1)),         # the Side that loses ships, Side.ATTACK or DEFEND
    ("token_used", within(np.int32, 0, ALL_SEATS)),  # seats that have used a token in this battle: bit per seat (TW-M2)
    ("budget", within(np.int16, -MOST_SUM, MOST_SUM)),  # Firepower left to destroy ships with (TW-C4)
    ("shield", within(np.int16, 0, MOST_SUM)),
    # by Side, ATTACK and DEFEND
    ("die", np.uint8, 2),                       # 0: not rolled
    ("initiative", within(np.int16, -MOST_SUM, MOST_SUM), 2),  # added to the die
    ("fire", within(np.int16, 0, MOST_SUM), 2),  # Firepower of Tactics
    ("guard", within(np.int16, 0, MOST_SUM), 2),  # Resistance of Tactics
    # windows
    ("window_at", within(np.uint8, 0, PLAYERS)),  # who is asked next, counted from the leader (TW-T5)
    ("passes", within(np.uint8, 0, PLAYERS)),   # in succession
    ("played", within(np.uint8, 0, KINDS)),     # 1 + the Tactic that may be cancelled
    ("played_by", within(np.uint8, 0, PLAYERS - 1)),
    ("back", within(np.uint8, 0, OVER)),        # the point in which it was played
    ("players", PLAYER, PLAYERS),               # last: what follows those who play is zero
])

CARD = record([
    ("pile", np.uint8),
    ("effect", np.uint8),
    ("side", np.uint8),
    ("level", np.uint8),
    ("trade", np.int16),
    ("number", np.int16),            # Capacity, Firepower, Resistance, amount
])

FACTION = record([
    ("flat_cards", np.int16),
    ("flat_credits", np.int16),
    ("short_below", np.int16),
    ("short_credits", np.int16),
    ("bank_cards", np.int16),        # at most
    ("bank_most", np.int16),         # credits at most
    ("bounty", np.int16),
    ("several_weapons", np.uint8),
    ("weapon_returns", np.uint8),
    ("crew_returns", np.uint8),
    ("unlock", np.int16, PLACES),
])

ACTION = record([("verb", np.int16), ("a", np.int16), ("b", np.int16), ("c", np.int16)])

TABLES = record([
    ("card_count", np.int64),
    ("action_count", np.int64),
    ("scenario", np.int64),
    ("goal", np.int64),              # credits that win, 0: none
    ("hand", np.int64),
    ("homeworld", np.int64),
    ("initiative_die", np.int64),
    ("send", np.int64),
    ("use", np.int64, len(Token) + 1),
    ("amount", np.int64, len(Token) + 1),
    # The Derelict
    ("alien", np.int64),             # 1: this is its scenario
    ("alien_resistance", np.int64),
    ("alien_die", np.int64),
    ("alien_initiative", np.int64),
    ("alien_mass", np.int64),        # Critical Mass at the start
    ("alien_limit", np.int64),       # Critical Mass that loses
    ("faces", np.int64),
    ("acts", np.int64, MOST_FACES),
    # cards
    ("cards", CARD, KINDS),
    ("capacity", np.int64, LEVELS + 1),    # by level, 0: none
    ("firepower", np.int64, LEVELS + 1),
    ("resistance", np.int64, LEVELS + 1),
    ("factions", FACTION, len(FACTIONS)),
    ("of_pile", np.uint64, PILES),         # kinds
    ("usable", np.uint64, (len(Window), 2)),  # Tactics that have a use in a window, by Side
    # actions
    ("first", np.int64, 32),               # the first id of each verb; after the last, how many there are
    ("answers", np.int64, len(POINTS)),    # verbs that may be an answer at each point: bit per verb
    ("actions", ACTION, ACTIONS),
    # where each slice of the observation begins
    ("at", np.int64, 96),
])

assert len(Side) == 3

Game: TypeAlias = Record  # one GAME
Player: TypeAlias = Record  # one PLAYER
Ship: TypeAlias = Record  # one SHIP
Pile: TypeAlias = Record  # one PILE
Tables: TypeAlias = Record  # one TABLES

rule = rules_of("tradeworlds", Game=GAME, Player=PLAYER, Ship=SHIP, Tables=TABLES, Pile=PILE, **tallies.words())
piles = tallies.of(rule.library)
