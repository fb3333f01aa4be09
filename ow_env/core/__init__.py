"""What every game shares: compiled rules, random numbers, the Game contract, Batch."""

from ow_env.core.batch import Batch
from ow_env.core.game import Feature, Game

__all__ = ["Batch", "Feature", "Game"]
