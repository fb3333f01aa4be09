"""The deck lab of TradeWorlds: its sides are the Factions, whatever the game draws where none are given."""

from training.decklab.setup import DrawnSides as SETUP

__all__ = ["SETUP"]
