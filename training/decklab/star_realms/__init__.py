"""The deck lab of Star Realms, whose decks are bought in play.

Below: training.decklab. Above: commands. In order, each file building on those above it:

    kernel.py  what is noted of whole games in the kernel, and what a seat may not buy
    setup.py   the game as the deck lab takes it
    bought.py  what each kind of card is worth to who may buy it
"""

from training.decklab.star_realms.bought import BoughtCards, measure_bought
from training.decklab.star_realms.kernel import AGENTS
from training.decklab.star_realms.setup import SETUP, StarRealmsSetup

__all__ = ["AGENTS", "SETUP", "BoughtCards", "StarRealmsSetup", "measure_bought"]
