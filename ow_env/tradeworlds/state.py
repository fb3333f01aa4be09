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
from ow_env.core.jit import Record, record, rules_of
from ow_env.tradeworlds.cards import FACTIONS, LEVELS, MOST_FACES, MOST_TACTICS, PILES, PLACES, Side, Token, Window

__all__ = ["KINDS", "NO_KINDS", "Counts", "Game", "Pile", "Player", "Ship", "Tables", "piles", "rule"]

PLAYERS = 4
SHIPS = PLAYERS * PLACES
SHOWN = 3  # cards that the Smuggler takes
CARDS = 3 * LEVELS + MOST_TACTICS
ACTIONS = 140 + 6 * CARDS + LEVELS**3 + PLACES * 3 * LEVELS + 2 * SHIPS  # room for every catalogue

RUNNING, TERMINATED, TRUNCATED = range(3)
RANDOM = -1  # of `first_player`, and of a Faction
NOBODY = -1  # no winner; no seat: The Derelict
NO_ROLE = 0

POINTS = Numbered()  # what is decided (TW-P), as positions call it
AT_ROLE = POINTS("role")
AT_CHANCELLOR = POINTS("chancellor")
AT_INVITE = POINTS("invite")
AT_TARGET = POINTS("target")
AT_SABOTAGE = POINTS("sabotage")
AT_BANK = POINTS("bank")
AT_REMOVE = POINTS("remove")
AT_SMUGGLE = POINTS("smuggle")
AT_REFIT = POINTS("refit")
AT_REPLACE = POINTS("replace")
AT_ATTACK = POINTS("attack")
AT_ALERT = POINTS("alert")
AT_ROLL = POINTS("roll")
AT_STRIKE = POINTS("strike")
AT_CANCEL = POINTS("cancel")
AT_DESTROY = POINTS("destroy")
AT_LOSS = POINTS("loss")
AT_BUY = POINTS("buy")
AT_PAY = POINTS("pay")
AT_CONFIGURE = POINTS("configure")
AT_FIT = POINTS("fit")
AT_DISCARD = POINTS("discard")
OVER = POINTS("over")
DERELICT_ACTS = POINTS("derelict")  # The Derelict's attacks go on; nobody is ever asked here

PILE = tallies.tally()

SHIP = record([
    ("starship", np.uint8),          # level, 0: the place is empty
    ("crew", np.uint8),              # level
    ("token", np.uint8),             # a Token, 0: none
    ("weapons", np.uint8, LEVELS),   # of each level
])

PLAYER = record([
    ("alive", np.uint8),
    ("used_up", np.uint8),           # 1: the next turn was used up by a joint attack (TW-R1.5)
    ("level", np.uint8),             # places unlocked, 0 .. 4
    ("faction", np.int8),            # RANDOM until it is drawn
    ("homeworld", np.int16),         # Defense Points; 0 or below: out
    ("treasury", np.int32),          # credits, without an upper end (TW-0.5)
    ("tops", np.uint8, PILES),       # 1 + the card on top of each pile, 0: it is empty
    ("lane", SHIP, PLACES),
    ("hand", PILE),
    ("known", PILE),                 # of the hand, what others can be sure of (TW-H4)
    ("deck", PILE),
    ("discard", PILE),
    ("removed", PILE),               # from the game (TW-R6)
    ("rest", PILE),                  # what lies under the tops of the piles
])

GAME = record([
    # options
    ("num_players", np.uint8),
    ("first_player", np.int8),       # RANDOM or a seat
    ("reinforcements", np.uint8),
    ("finish_round", np.uint8),
    ("ask_public", np.uint8),
    ("max_rounds", np.int16),
    # the game
    ("ending", np.uint8),            # RUNNING, TERMINATED, TRUNCATED
    ("winner", np.int8),             # NOBODY until somebody has won
    ("first", np.uint8),             # the starting seat
    ("round_number", np.int16),      # from 1
    ("critical_mass", np.uint8),     # of The Derelict
    # the turn
    ("leader", np.uint8),            # whose turn it is
    ("active", np.uint8),            # who plays: the leader, or an ally who plays the rest of its turn (TW-R1.5)
    ("asked", np.uint8),             # who decides
    ("point", np.uint8),             # one of POINTS
    ("role", np.uint8),              # NO_ROLE until it is chosen
    ("refused", np.uint8),           # 1: nobody joined, so no further joint attack this turn (TW-R1.4)
    ("to_all", np.uint8),            # 1: the Saboteur makes all opponents discard
    ("count", np.uint8),             # cards banked or removed, exchanges made; discards due
    ("target", np.int8),             # of a Role; NOBODY: none, or The Derelict
    ("allies", np.int32),            # seats that joined: bit per seat
    ("to_ask", np.int32),            # seats still to be invited, or to discard
    ("rest_due", np.int32),          # allies who still have to play the rest of their turns
    ("banked", np.int16),            # Trade Values put down so far
    ("change", np.int16),            # paid too much for purchases of this step (TW-B3)
    ("buying", np.uint8),            # 1 + the card being paid
    ("fitting", np.uint8),           # 1 + the place of the ship that may get further Weapons, or is refitted
    ("refitting", np.uint8),         # 1 + the Weapon that takes the place of one of several
    ("shown", np.uint8, SHOWN),      # 1 + each card that the Smuggler took, sorted; 0: fewer
    # the attack: sets of ships
    ("unused", np.int32),
    ("group", np.int32),             # sent into the next battle
    ("busy", np.int32),              # of the target (TW-A6)
    ("fighting", np.int32),          # the attackers' ships in the battle, or those that strike
    ("engaged", np.int32),           # the defender's in the battle; The Derelict: bit 0
    ("doomed", np.int32),            # whose tokens will be eliminated (TW-M4)
    ("lost", np.int32),              # to be destroyed
    ("alien_fire", np.uint8),        # Firepower that The Derelict rolled
    ("alien_attacks", np.uint8),     # still to come in its action
    ("alien_turn", np.uint8),        # 1: it acts
    ("destroyed", np.uint8),         # ships, in this battle
    ("struck", np.uint8),            # the side that loses ships, ATTACK or DEFEND
    ("token_used", np.int32),        # seats that have used a token in this battle: bit per seat (TW-M2)
    ("budget", np.int16),            # Firepower left to destroy ships with (TW-C4)
    ("shield", np.int16),
    # by side, ATTACK and DEFEND
    ("die", np.uint8, 2),            # 0: not rolled
    ("initiative", np.int16, 2),     # added to the die
    ("fire", np.int16, 2),           # Firepower of Tactics
    ("guard", np.int16, 2),          # Resistance of Tactics
    # windows
    ("window_at", np.uint8),         # who is asked next, counted from the leader (TW-T5)
    ("passes", np.uint8),            # in succession
    ("played", np.uint8),            # 1 + the Tactic that may be cancelled
    ("played_by", np.uint8),
    ("back", np.uint8),              # the point in which it was played
    ("players", PLAYER, PLAYERS),    # last: what follows those who play is zero
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
    ("usable", np.uint64, (len(Window), 2)),  # Tactics that have a use in a window: for ATTACK, for DEFEND
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
