"""The greedy choice, once for all scripts: of the allowed actions that of most value.

Below: decode.py. Above: builder.py, raider.py, expert/, each of which says what it decodes and what an action is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.open_worlds.decode import list_legal
from agents.open_worlds.scratch import Row, Scratch, Tables, rule
from ow_env.compiled.jit import Mask
from ow_env.core.rng import Rng

COMPARE = -1  # no action: the values of all that are allowed decide

begin: Any = None  # once bound, a rule (t, s, row, mask) -> int; so is the next
value_of: Any = None  # (t, s, row, action, rng) -> float


def choose_greedily_template(t: Tables, s: Scratch, row: Row, mask: Mask, rng: Rng) -> int:
    """Return the allowed action of most value; of several, the first."""
    chosen = int(begin(t, s, row, mask))
    if chosen != COMPARE:
        return chosen
    list_legal(t, s, mask)
    best = -np.inf
    choice = 0
    for k in range(s.num_legal):
        action = int(s.legal[k])
        value = value_of(t, s, row, action, rng)
        if value > best:
            best = value
            choice = action
    return choice


def greedy(script: str, begin: Any, value_of: Any) -> Any:
    """Return a rule ``choose(t, s, row, mask, rng) -> int`` that chooses by the values of actions.

    Args:
        script: its name.
        begin: a rule ``(t, s, row, mask) -> int``, which decodes what `value_of` needs, and the hand if it
            `is_about_hand`; it returns COMPARE, or an action where it has chosen already.
        value_of: a rule ``(t, s, row, action, rng) -> float``, in points of Income; passing is worth 0.
    """
    return rule.library.bind(choose_greedily_template, called=f"choose_{script}", begin=begin, value_of=value_of)
