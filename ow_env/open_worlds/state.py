"""What a position of Open Worlds is: one record, and the tables of constants beside it.

Below: cards.py (what is printed). Above: actions.py, then rules/. No import goes upward.
A position holds everything that lies on the table or in a hand and nothing else: which card is drawn next
is decided when it is drawn (core/rng.py), so no copy of a position can reveal a later draw.
The record has room for four players and nine Worlds; `num_players` and `num_worlds` say how many are used.
Unused room is zero, so equal positions are equal bytes.
Sources: rules OW-0 to OW-7, the number beside each field.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ow_env.cards.numbered import Numbered
from ow_env.cards.piles import pile
from ow_env.compiled.jit import Record, record, rules_of, within
from ow_env.compiled.layout import OWNER, seen
from ow_env.open_worlds.cards import CARD, WORLD_ROW

PLAYERS = 4  # most seats at a table
WORLDS = 9  # most Worlds in a row: 5, 7 or 9 for 2, 3 or 4 players (OW-1)
DECK_SIZE = 54  # most cards one player owns (OW-1.1)
UNITS = PLAYERS * DECK_SIZE  # every card could be in play
WEAPONS = 4  # most Weapons on one card
STAGED = 2  # most cards one player stages to one World: 1, and 1 more Automated one by card text (OW-S.1)
INDICATORS = 16  # at most 4 depleting cards a player
MOST_TURNS = 250  # the observation counts turns in one byte
PLAYS = 8  # a Utility and the reactions on top of it (OW-6.3)
CARDS = 128  # most cards in a catalogue
WORLD_CARDS = 64  # most Worlds in a catalogue
ACTIONS = 6144  # most action ids: 4 players, 9 Worlds and 128 cards stay below it

NOBODY = -1  # `actor`: the engine goes on by itself; `priority`: it is not determined yet
EVERYONE = -2  # `actor`: every player whose `done` is 0 chooses at once (OW-S.2)

# Where in the turn the game stands, in the order of play. "window": Utilities may be played (OW-6.1).
POINTS = Numbered()
ADJUST_HAND = POINTS("adjust hand")
TURN_BEGINS = POINTS("turn begins")
EXCHANGE = POINTS("exchange prohibited")
WINDOW_TURN = POINTS("window: beginning of turn")
WINDOW_STAGE = POINTS("window: beginning of stage")
STAGE = POINTS("stage")
WINDOW_STAGED = POINTS("window: end of stage")
MOVE = POINTS("move")
WINDOW_MOVED = POINTS("window: end of move")
REVEAL = POINTS("reveal")
WINDOW_REVEAL = POINTS("window: reveal")
OVER_CLASS = POINTS("over-class ships")
NEXT_WORLD = POINTS("next world")
WINDOW_WORLD = POINTS("window: beginning of resolution")
INSTALL = POINTS("install facilities")
SWAP = POINTS("swap")
DEPLOY = POINTS("deploy")
RETREAT = POINTS("retreat")
ORBITAL = POINTS("orbital activity")
WINDOW_SURFACE = POINTS("window: beginning of surface conflict")
SURFACE = POINTS("surface conflict")
CONQUER = POINTS("conquer")
WORLD_ENDS = POINTS("world ends")
COUNT_INCOME = POINTS("count income")
TRASH = POINTS("trash")
DRAW = POINTS("draw")
WINDOW_DRAWN = POINTS("window: end of draw")
GAME_OVER = POINTS("game over")

# How far a played Utility has come (OW-6.3, OW-6.7).
PHASES = Numbered()
IDLE = PHASES("idle")
CHOOSING = PHASES("choosing")
REACTING = PHASES("reacting")
RESOLVING = PHASES("resolving")

# What a played Utility asks its player next.
QUESTIONS = Numbered()
ASK_NOTHING = QUESTIONS("nothing")
ASK_WORLD = QUESTIONS("world")
ASK_TARGET = QUESTIONS("target")
ASK_OPTION = QUESTIONS("option")
ASK_REPLACEMENT = QUESTIONS("replacement")
ASK_TAKEN_BACK = QUESTIONS("taken back")
ASK_CARD_OF_DECK = QUESTIONS("card of deck")
ASK_GROUND_FORCE = QUESTIONS("ground force")

RUNNING, TERMINATED, TRUNCATED = range(3)  # `ending`


PILE = pile(DECK_SIZE, np.uint8, CARDS)  # cards nobody orders

PLAYER = record([
    ("deck", seen(OWNER, PILE)),       # cards not yet drawn; unordered (OW-7)
    ("hand", seen(OWNER, PILE)),
    ("trash", seen(OWNER, PILE)),      # thrown away face down (OW-7.1)
    ("open_trash", PILE),              # trashed from the open table: known to all; the same Trash Heap to the rules
    ("known", PILE),                   # cards all know to be outside the deck: a part of hand + staged + trash (OW-7.3)
    ("staged", within(np.uint8, 0, CARDS - 1, OWNER), (WORLDS, STAGED)),  # face down until Reveal; sorted, else zero
    ("staged_count", within(np.uint8, 0, STAGED, OWNER), WORLDS),
    ("income", np.int16),              # counted last (OW-5.1)
    ("prior_income", np.int16),        # the count before this turn: limits Ship Class (OW-R.2)
    ("adjusted", within(np.int8, 0, DECK_SIZE, OWNER)),  # cards thrown away while adjusting the hand, 0-4 (OW-1.3)
    ("done", within(np.int8, 0, 1, OWNER)),   # 1: has no more to say in this simultaneous Step
    ("halted", within(np.int8, 0, 1)),  # 1: may not move Ships this turn (False Alert)
    ("unlimited_class", within(np.int8, 0, 1)),  # 1: Class does not limit the Ships staged this turn (Fleet Support)
    ("swapping", within(np.uint8, 0, CARDS)),  # card id + 1 of the Facility that swaps out at this World; 0: none
])

WORLD = record([
    ("card", within(np.uint8, 0, WORLD_CARDS - 1)),  # id among the catalogue's Worlds
    ("h2o", within(np.int8, 0, 127)),                # as printed; indicators lower it (rules/worlds.py)
    ("res", np.int8),
    ("habitable", within(np.int8, 0, 1)),
    ("hostile", within(np.int8, 0, 1)),
    ("resolved", within(np.int8, 0, 1)),             # 1: its resolution is over this turn
])

INDICATOR = record([
    ("card", within(np.uint8, 0, CARDS - 1)),
    ("owner", within(np.int8, 0, PLAYERS - 1)),
    ("world", within(np.int8, 0, WORLDS - 1)),
])

PLAY = record([
    ("card", within(np.uint8, 0, CARDS - 1)),
    ("player", within(np.int8, 0, PLAYERS - 1)),
    ("cancelled", within(np.int8, 0, 1)),
])

UNIT = record([
    ("card", within(np.uint8, 0, CARDS - 1)),
    ("owner", within(np.int8, 0, PLAYERS - 1)),  # whose deck it came from (OW-0.7)
    ("controller", within(np.int8, 0, PLAYERS - 1)),  # whose unit it is
    ("world", within(np.int8, 0, WORLDS - 1)),  # index in the row
    ("age", np.uint8),                         # Count Income Steps since it installed; counted for depleting cards only
    ("idle", within(np.uint8, 0, 1)),          # 1: has no Income this turn (OW-5.4)
    ("moved", within(np.uint8, 0, 1)),         # 1: has moved this turn (OW-M.1)
    # the rest is zero outside the conflicts at `Game.world`
    ("reserved", within(np.uint8, 0, 1)),      # 1: its Weapons wait for Surface Conflict (OW-4e.3)
    ("overcome", within(np.uint8, 0, 1)),      # 1: its damage reached its Defensive Strength (OW-4f.4)
    ("conqueror", within(np.uint8, 0, PLAYERS)),  # player + 1 who Conquers it; 0: nobody
    ("defends", within(np.uint8, 0, UNITS)),   # index + 1 of the Facility it Defends; 0: none
    ("targets", within(np.uint8, 0, UNITS), WEAPONS),  # for each Weapon: index + 1 of its target; 0: none
])

GAME = record([
    # fixed for the whole game
    ("num_players", within(np.int8, 2, PLAYERS)),
    ("num_worlds", within(np.int8, 1, WORLDS)),
    ("max_turns", within(np.int16, 1, MOST_TURNS)),  # OW-3.3
    ("stage_in_order", within(np.int8, 0, 1)),  # 1: the book's order of staging; 0: all at once (OW-S.2)
    ("open_decklists", within(np.int8, 0, 1)),  # OW-7.2
    ("introductory", within(np.int8, 0, 1)),    # every deck keeps to OW-1.5
    ("worlds_given", within(np.int8, 0, 1)),    # 1: the Worlds were named; 0: drawn at the start
    ("first_player", within(np.int8, -2, PLAYERS - 1)),  # seat; -1: a random one; -2: by the draw of Worlds (OW-1.4)
    ("first_order", within(np.int8, 0, PLAYERS - 1), PLAYERS),  # of the first turn, where a seat is given: all seats
    ("ask_public", within(np.int8, 0, 1)),      # 1: all are asked who could, by what all know, have an answer (OW-6.16)
    # the turn
    ("turn", within(np.int16, 0, MOST_TURNS)),  # 0 during setup, then 1, 2, ...
    ("final_turn", within(np.int8, 0, 1)),      # OW-3
    ("priority", within(np.int8, NOBODY, PLAYERS - 1)),  # seat that has Priority; NOBODY: not determined yet (OW-1.4)
    ("order", within(np.int8, 0, PLAYERS - 1), PLAYERS),  # Priority Order (OW-0.5); until then by number
    ("point", within(np.int8, 0, GAME_OVER)),   # one of POINTS
    ("actor", within(np.int8, EVERYONE, PLAYERS - 1)),  # who is asked: a seat, EVERYONE or NOBODY
    ("seat", within(np.int8, 0, PLAYERS)),      # how far the question has gone round, from the Priority player
    ("passes", within(np.int8, 0, PLAYERS)),    # in succession, in a window
    ("ending", within(np.int8, 0, TRUNCATED)),  # RUNNING, TERMINATED, TRUNCATED
    ("winner", within(np.int8, -1, PLAYERS - 1)),  # seat; -1: none, or a draw
    # the World being resolved
    ("world", within(np.int8, -1, WORLDS - 1)),  # its index; -1: none
    ("conflict", within(np.int8, 0, 1)),        # 1: Orbital Conflict exists (OW-4e.1)
    ("unit", within(np.int16, 0, UNITS)),       # index of the unit whose Weapon is asked for
    ("weapon", within(np.int8, 0, WEAPONS)),    # which of its Weapons
    # the Utility being played
    ("phase", within(np.int8, 0, RESOLVING)),   # one of PHASES
    ("question", within(np.int8, 0, ASK_GROUND_FORCE, "sees_play")),  # one of QUESTIONS
    ("play_count", within(np.int8, 0, PLAYS)),
    ("plays", PLAY, PLAYS),                     # the Utility, then the reactions to it
    ("play_world", within(np.int8, -1, WORLDS - 1, "sees_play")),  # what its player chose: World index, -1: none
    ("play_target", within(np.int16, 0, UNITS)),  #   index + 1 of a unit, 0: none
    ("play_option", within(np.int8, 0, 2)),     #   1 or 2, 0: none
    ("play_card", within(np.int16, 0, CARDS, "sees_play")),  #   card id + 1, 0: none
    ("react_seat", within(np.int8, 0, PLAYERS)),  # how far the reaction has gone round, from the last to play
    # the table
    ("worlds", WORLD, WORLDS),
    ("indicator_count", within(np.int8, 0, INDICATORS)),
    ("indicators", INDICATOR, INDICATORS),
    ("players", PLAYER, PLAYERS),
    ("starts", within(np.int16, 0, UNITS), WORLDS + 1),  # units[starts[w]:starts[w + 1]] are at World w
    ("units", UNIT, UNITS),                     # sorted by World, controller, card, owner, idle first
])

ACTION = record([  # what an action id means, from the seat of whoever takes it
    ("card", np.int16),       # -1: none
    ("verb", np.uint8),       # one of actions.VERBS
    ("world", np.int8),       # -1: none; for an option its number
    ("controller", np.int8),  # seats onward from the actor: 0 is the actor
    ("owner", np.int8),
])

LAYOUT = record([  # where each slice of the observation starts (observe.py), how long its axes of cards are
    ("units", np.int32),
    ("facilities", np.int32),
    ("ships", np.int32),
    ("size_of_all", np.int32),
    ("starts", np.int32, 64),
])

TABLES = record([  # everything the rules read and never change
    ("card_count", np.int32),
    ("world_count", np.int32),
    ("action_count", np.int32),
    ("cards", CARD, CARDS),
    ("world_cards", WORLD_ROW, WORLD_CARDS),
    ("actions", ACTION, ACTIONS),
    ("layout", LAYOUT),
    ("windows", np.uint16, 32),  # for each of POINTS which conditions of Utilities name it: a bit for each cards.Window
])

Game: TypeAlias = Record
Tables: TypeAlias = Record
Player: TypeAlias = Record
Pile: TypeAlias = Record
Unit: TypeAlias = Record

rule = rules_of("open_worlds", Game=GAME, Tables=TABLES, Player=PLAYER, Pile=PILE, Unit=UNIT)
