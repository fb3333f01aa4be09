"""Script scratch: the working memory of the scripts of Expansive Universe, and the decorator of their rules.

Below: weights.py; the game's state.py. Above: printed.py. One record serves for many decisions, one after the other.
Its first part follows from cards and weights; the rest is refilled for each decision, so that nothing is remembered.
All is public but the order of the deck, so that an observation tells a whole position: `games` has it, and copies in
which actions are tried by the rules of the game. Seats are counted from the observer, who is ME.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agents.expansive_universe.weights import WEIGHTS
from agents.script import Scratch, Tables, add_constants, words
from ow_env.compiled.jit import record, rules_of
from ow_env.core.rng import RNG
from ow_env.expansive_universe.cards import MOST_OF_KIND, SKILLS
from ow_env.expansive_universe.state import ACTIONS, GAME, MOST_CARDS, PLAYER, PLAYERS, TABLES, Game, Player

ME = 0
NONE = -1
NOW, TRIED, GATHERED, FOUGHT = range(4)  # positions: as it is, after an action, after flights, after a battle
HELD, TURNED = 4, 5  # as it is, while replies are played in NOW; before seats were counted from another player
POSITIONS = 6
MOST_CANDIDATES = 16
NEVER = -1e9

SCRATCH = record(
    [
        ("weights", WEIGHTS),
        ("worth", np.float64, MOST_CARDS),  # of each card to whoever has it
        ("attack", np.float64, MOST_CARDS),  # what its text adds to the total of an attacker, about
        ("defence", np.float64, MOST_CARDS),  # and what it adds to that of others, or takes from the difference
        ("mission", np.float64, MOST_OF_KIND),  # what the text of a location is worth
        # a decision
        ("num_legal", np.int64),
        ("legal", np.int32, ACTIONS),
        ("games", GAME, POSITIONS),
        ("best", np.float64),
        ("choice", np.int64),
        ("found", np.float64, ACTIONS),  # the most that each allowed action led to
        # replies to it
        ("candidates", np.int32, MOST_CANDIDATES),
        ("mask", np.int8, ACTIONS),  # of whoever replies
        ("rng", RNG),  # draws the cards of the line-up
        # what a value follows from
        ("turns", np.float64),  # to come
        ("skills", np.int64, SKILLS),  # of a crew
        ("ship_attack", np.float64, MOST_OF_KIND),  # power of each spaceship with its armaments
        ("ship_defence", np.float64, MOST_OF_KIND),
        ("values", np.float64, PLAYERS),
    ]
)

rule = rules_of(
    "expansive_universe_agents",
    "expansive_universe",
    **words(TABLES, SCRATCH),
    Game=GAME,
    Player=PLAYER,
    Bits=np.dtype(np.uint64),
)
add_constants(rule.library)

Row: TypeAlias = NDArray[np.uint8]  # [F] one observation

__all__ = ["SCRATCH", "Game", "Player", "Scratch", "Tables", "rule"]
