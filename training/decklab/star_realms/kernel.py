"""What the deck lab notes of the games of Star Realms that scripts play inside one kernel: what each seat buys.

Below: the rules of Star Realms, its scripted agents, training/decklab/kernel.py. Above: setup.py, bought.py.
"""

from __future__ import annotations

import numpy as np

from agents.star_realms import SCRIPTS
from agents.star_realms.scratch import SCRATCH
from ow_env.compiled.jit import Mask, Record, record, rules_of
from ow_env.star_realms import engine, state as at, verbs as do
from ow_env.star_realms.state import GAME, KINDS, PLAYERS, TABLES, Game, Tables
from training.decklab.kernel import RANDOM, kernel_of, words

AGENTS = (RANDOM, *SCRIPTS)  # who chooses, by number
NOTE = record([  # of one game
    ("barred", np.uint8, PLAYERS),  # 1 + the kind that each seat may neither buy nor acquire; 0: none
    ("bought", np.uint8, (PLAYERS, KINDS)),  # cards of each kind that each seat bought or acquired
])  # fmt: skip
Note = Record

rule = rules_of(
    "star_realms_decklab", "star_realms", "star_realms_agents", **words(GAME, TABLES, SCRATCH, NOTE)
)  # fmt: skip


@rule
def first_mover(g: Game) -> int:
    """Return the seat that started."""
    return int(g.first)


@rule
def restrict(g: Game, t: Tables, player: int, mask: Mask, n: Note) -> None:
    """Forbid to buy or acquire a kind of card; where nothing else can be acquired it stays allowed."""
    if n.barred[player] == 0:
        return
    kind = int(n.barred[player]) - 1
    if t.cards[kind].buy_id >= 0:
        mask[t.cards[kind].buy_id] = 0
    if t.cards[kind].top_id >= 0:
        mask[t.cards[kind].top_id] = 0
    acquire = t.cards[kind].choice_id[at.ACQUIRE]
    if g.point == at.ACQUIRE and acquire >= 0 and mask[acquire] != 0 and mask.sum() > 1:
        mask[acquire] = 0


@rule
def note(t: Tables, player: int, action: int, n: Note) -> None:
    """Count a card that is bought or acquired."""
    verb = t.actions[action].verb
    if verb == do.BUY or verb == do.BUY_ON_TOP or verb == do.ACQUIRE:
        n.bought[player, t.actions[action].card] += np.uint8(1)


KERNEL = kernel_of(
    rule.library, engine, SCRIPTS, GAME, SCRATCH, NOTE, first_mover=first_mover, restrict=restrict, note=note
)  # fmt: skip
