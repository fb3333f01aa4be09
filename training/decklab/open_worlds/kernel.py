"""What the deck lab notes of the games of Open Worlds that scripts play inside one kernel.

Below: the rules of Open Worlds, its scripted players, training/decklab/kernel.py. Above: setup.py.
"""

from __future__ import annotations

import numpy as np

from agents.open_worlds import SCRIPTS
from agents.open_worlds.scratch import SCRATCH
from ow_env.compiled.jit import Record, record, rules_of
from ow_env.open_worlds import engine, state as at, verbs as do
from ow_env.open_worlds.state import CARDS, GAME, TABLES, Game, Tables
from training.decklab.kernel import RANDOM, kernel_of, words

AGENTS = (RANDOM, *SCRIPTS)  # who chooses, by number
BUILDER = AGENTS.index("builder")

# What is noted of a card of a seat, as bits.
OPENING = 1  # in hand when the first turn began
EARLY = 2  # in hand or laid down when the third turn began, or before
STAGED = 4  # laid face down at a World at some time
DRAWN = 8  # in hand at some time
EARLY_TURNS = 3

NOTE = record([  # of one game
    ("turn", np.int16),  # the last whose beginning was noted
    ("cards", np.uint8, (2, CARDS)),
])  # fmt: skip
Note = Record

rule = rules_of(
    "open_worlds_decklab", "open_worlds", "open_worlds_agents", **words(GAME, TABLES, SCRATCH, NOTE)
)  # fmt: skip


@rule
def first_mover(g: Game) -> int:
    """Return who has Priority, determined once the hands are adjusted (OW-1.4)."""
    return int(g.priority)


@rule
def look_on(g: Game, t: Tables, n: Note) -> None:
    """Note which cards are in hand now, as a turn or a stage begins."""
    if g.turn <= n.turn or g.point < at.STAGE:
        return
    n.turn = g.turn
    for player in range(g.num_players):
        hand = g.players[player].hand
        for i in range(hand.count):
            bits = DRAWN
            if g.turn <= 1:
                bits |= OPENING
            if g.turn <= EARLY_TURNS:
                bits |= EARLY
            n.cards[player, hand.cards[i]] |= np.uint8(bits)


@rule
def note(t: Tables, player: int, action: int, n: Note) -> None:
    """Note a card that is staged."""
    if t.actions[action].verb == do.STAGE:
        n.cards[player, t.actions[action].card] |= np.uint8(STAGED | DRAWN)


KERNEL = kernel_of(
    rule.library, engine, SCRIPTS, GAME, SCRATCH, NOTE, first_mover=first_mover, look_on=look_on, note=note
)  # fmt: skip
