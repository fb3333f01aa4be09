"""All that the rules of a game import: ``from ow_env.rules import Game, record, number, rules_of``.

Below: core, cards. Above: a game of one's own. docs/your-own-game.md goes through one.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ow_env.cards import piles, stacks, tallies
from ow_env.cards.numbered import Numbered
from ow_env.compiled import jit
from ow_env.compiled.jit import Actions, Mask, Observation, Record, Rule, record
from ow_env.compiled.layout import ALL, NOBODY, OWNER, Relation
from ow_env.core.blank import blank
from ow_env.core.fields import choice, flag, flags, number, part, seat, word
from ow_env.core.game import Game
from ow_env.core.options import one_of, whole_number
from ow_env.core.rng import Rng, below
from ow_env.core.structure import ActionTable, Facts, Features

__all__ = [
    "ALL",
    "NOBODY",
    "OWNER",
    "ActionTable",
    "Actions",
    "Facts",
    "Features",
    "Game",
    "Mask",
    "Numbered",
    "Observation",
    "Record",
    "Relation",
    "Rng",
    "State",
    "Tables",
    "below",
    "blank",
    "choice",
    "flag",
    "flags",
    "number",
    "one_of",
    "part",
    "piles",
    "record",
    "rules_of",
    "seat",
    "stacks",
    "tallies",
    "whole_number",
    "word",
]

State = Record  # one record of the game, to a type checker
Tables = Record
NO_TABLES = record([("nothing", np.uint8)])


def rules_of(
    name: str, *uses: str, State: np.dtype[Any], Tables: np.dtype[Any] = NO_TABLES, **records: np.dtype[Any]
) -> Rule:
    """Return the decorator for the rules of a game.

    Args:
        name: the game's, one word: as the registry has it.
        uses: other rules that these build on, by the name of their library.
        State: its record. Annotations of rules call it ``State``.
        Tables: the record of constants that rules read.
        records: the words that annotations may use beside these, and the records they mean: ``Player=PLAYER``.
    """
    caller = sys._getframe(1).f_globals
    package = caller["__package__"] or caller["__name__"]
    return jit.rules_of(name, *uses, package=package, Game=State, State=State, Tables=Tables, **records)
