"""The deck lab of TradeWorlds: its sides are the Factions, whatever the game draws where none are given.

In kernel.py what is done in decisions is counted, for `ow decks course`.
"""

from training.decklab.tradeworlds.kernel import COUNTS, count_decisions
from training.decklab.tradeworlds.setup import TradeWorldsSetup

SETUP = TradeWorldsSetup

__all__ = ["COUNTS", "SETUP", "TradeWorldsSetup", "count_decisions"]
