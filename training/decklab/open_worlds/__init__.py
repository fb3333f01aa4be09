"""What the deck lab knows of Open Worlds: decks are built, cards have figures, most of them ours to move.

Below: training.decklab, the game's catalogue, its scripted agents. Above: commands. In order, each file building on
those above it:

    kernel.py         what is noted of whole games in the kernel
    setup.py          decks for sides, any catalogue, the kernel for whom it knows
    deck_profile.py   a deck on paper
    card_value.py     what each card of a deck is worth
    world_effects.py  which Worlds favour which deck
    stored.py         what stored results of searches have to be
    deck_search.py    finding decks: the best of every style (plots.py draws them)
    parameters.py     which card values may be moved, and how far
    sensitivity.py    which of them move the balance most

`found.txt` is the best deck that was found.
"""

from training.decklab.open_worlds.card_value import CardValues, NotedCards, card_values, note_cards
from training.decklab.open_worlds.deck_profile import aggression, describe, economy
from training.decklab.open_worlds.deck_search import DeckMap, search_decks
from training.decklab.open_worlds.kernel import AGENTS
from training.decklab.open_worlds.sensitivity import Sensitivity, SensitivityAnalysis, measure_sensitivity
from training.decklab.open_worlds.setup import PAIRS, SETUP, OpenWorldsSetup, deck_key, is_scripted, printed
from training.decklab.open_worlds.world_effects import WorldEffects, measure_world_effects

__all__ = [
    "AGENTS",
    "PAIRS",
    "SETUP",
    "CardValues",
    "DeckMap",
    "NotedCards",
    "OpenWorldsSetup",
    "Sensitivity",
    "SensitivityAnalysis",
    "WorldEffects",
    "aggression",
    "card_values",
    "deck_key",
    "describe",
    "economy",
    "is_scripted",
    "measure_sensitivity",
    "measure_world_effects",
    "note_cards",
    "printed",
    "search_decks",
]
