"""The deck lab of TradeWorlds: its sides are the Factions, whatever the game draws where none are given."""

from training.decklab.tradeworlds.setup import TradeWorldsSetup

SETUP = TradeWorldsSetup

__all__ = ["SETUP", "TradeWorldsSetup"]
