"""Sets of kinds of cards (ow_env/cards/sets.py), as rules of this game."""

from __future__ import annotations

from ow_env.cards import sets
from ow_env.tradeworlds.state import rule

bit = sets.of(rule.library).bit
