"""Sets of cards and planets (ow_env/cards/sets.py), as rules of this game."""

from __future__ import annotations

from ow_env.cards import sets
from ow_env.these_new_worlds.state import rule

_sets = sets.of(rule.library)
bit, has, pick_any, pick_many = _sets.bit, _sets.has, _sets.pick_any, _sets.pick_many
