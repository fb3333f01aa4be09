"""The deck lab of Expansive Universe: its sides are the Factions, whatever the game draws where none are given."""

from training.decklab.expansive_universe.setup import ExpansiveUniverseSetup

SETUP = ExpansiveUniverseSetup

__all__ = ["SETUP", "ExpansiveUniverseSetup"]
