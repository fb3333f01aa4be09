"""Random card values: catalogues to train with, and to measure agents with, that none of them ever saw.

Below: parameters.py, setup.py. Above: random_decks.py.

About half of the reconstructed card values are varied, each by any number up to its reach either
way, within `ranges.toml`. As with decks, those held out to measure with are never among those to train with.
"""

from __future__ import annotations

import random

from training.decklab.open_worlds.parameters import applied, space_of
from training.decklab.open_worlds.setup import OpenWorldsSetup
from training.decklab.seeds import seed_of

MOVED = 0.5  # share of the figures
TRAINED_ON, HELD_OUT = "trained on", "held out"  # purposes


def with_random_figures(setup: OpenWorldsSetup, purpose: str, seed: int, number: int) -> OpenWorldsSetup:
    """Return the setup with other card values.

    Args:
        setup: whose reconstructed card values are moved.
        purpose: `TRAINED_ON` or `HELD_OUT`.
        seed: of a training; of those held out, 0.
        number: of the catalogue.
    """
    chance = random.Random(seed_of("random figures", purpose, seed, number))
    space = space_of(setup.catalogue)
    values = space.standard
    for place, reach in enumerate(space.reach):
        if chance.random() < MOVED:
            low, high = space.span(values, place)
            moved = int(values[place]) + chance.choice((-1, 1)) * chance.randint(1, int(reach))
            values[place] = min(high, max(low, moved))
    return setup.with_catalogue(applied(setup.catalogue, space.figures(values)))
