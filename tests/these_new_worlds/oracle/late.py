"""Positions at the opening of a late round, with planets on all sides: what whole games seldom come to.

Below: cards.py. Above: setups.py, and tests that want crowded empires.
"""

from __future__ import annotations

import random
from typing import Any

from tests.these_new_worlds.oracle.cards import BASE, COLOURS

Position = dict[str, Any]
ROUNDS = 6
MOST_IN_COLLECTIVE = 4  # with one more the game is over
MOST_OWNED = 3
HAND = 8


def late_position(number: int) -> Position:
    """Return position `number`: a round from 2 to 6, dealt, with no card played."""
    rng = random.Random(f"late {number}")
    while True:
        played = rng.randint(1, ROUNDS - 1)
        owners = [rng.randrange(3) for _ in range(played)]  # of the planets of earlier rounds; 2: The Collective
        counts = [owners.count(owner) for owner in range(3)]
        if max(counts[:2]) <= MOST_OWNED and 2 + counts[2] <= MOST_IN_COLLECTIVE:
            break
    planets = rng.sample(list(BASE.planets), 3 + played)
    cards = rng.sample([card.name for card in BASE.cards], len(BASE.cards))
    dealer = rng.randrange(2)
    empires: list[list[str]] = [[], [], planets[1:3]]
    for planet, owner in zip(planets[3:], owners, strict=True):
        empires[owner].append(planet)
    return {
        "game": "these_new_worlds",
        "format": 1,
        "round": played + 1,
        "dealer": dealer,
        "active": 1 - dealer,
        "contested": planets[0],
        "costs": {colour: rng.randint(1, 6) for colour in COLOURS},
        "collective": empires[2],
        "players": [{"hand": cards[seat * HAND : (seat + 1) * HAND], "planets": empires[seat]} for seat in range(2)],
    }
