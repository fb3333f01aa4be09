"""Sets of cards of one kind (ow_env/cards/sets.py), as rules of this game."""

from __future__ import annotations

from ow_env.cards import sets
from ow_env.expansive_universe.state import rule

_sets = sets.of(rule.library)
bit, has, pick, pick_any = _sets.bit, _sets.has, _sets.pick, _sets.pick_any
