"""The last turns of Open Worlds, small enough to solve.

Below: the game. Above: games.py, which finds it by its name. Each game begins in one of some positions (`openings`),
all equally likely, in which few cards are left. What is seen and done is numbered as in any game of as many Worlds,
so every agent plays them unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np

from ow_env.core.game import States
from ow_env.open_worlds.game import OpenWorlds
from training.exact.small import Rows, made


class SmallOpenWorlds(OpenWorlds):
    """Open Worlds from its last turns on.

    Args:
        worlds: names of the Worlds.
        turns: 1: the FINAL TURN; 2: the turn before it too.
        deck: what each player holds and may draw, all different; who holds which is left to chance.
        hand: how many of them are dealt, face down. The others are drawn after the first of two turns.
        units: for each World, what each player has there.
        income: prior turn Income of both, the most Class of the Ships that may be staged.
        priority: who has Priority, each equally likely.
    """

    def __init__(
        self, worlds: tuple[str, ...], turns: int, deck: tuple[str, ...], hand: int, units: tuple[tuple[str, ...], ...],
        income: int = 0, priority: tuple[int, ...] = (0, 1),
    ) -> None:  # fmt: skip
        super().__init__(worlds=worlds, first_player=0, open_decklists=True)
        described = self.position(self.template)
        held = [sorted(cards) for cards in combinations(deck, hand)]
        found = []
        for first, *hands in product(priority, held, held):
            described |= {"turn": 5, "final_turn": turns == 1, "priority": first, "step": "stage"}
            described["decision"] = {"ask": "stage", "to_act": ["player_0", "player_1"]}
            for player, cards in zip(described["players"], hands, strict=True):
                player |= {
                    "hand": cards,
                    "deck": sorted(set(deck) - set(cards)),
                    "prior_income": income,
                    "income": income,
                    "units": {world: list(there) for world, there in zip(worlds, units, strict=True)},
                }
            found.append(self.from_position(described))
        self.openings: States = np.concatenate(found)
        decklist = {"name": f"{len(deck)} cards", "size": 54, "cards": list(deck)}  # by the rules of the full game
        self.options["decks"] = [decklist, decklist]

    @property
    def most_outcomes(self) -> int:
        """The most positions in which a move may end: nobody can draw in more ways than both can be dealt a hand."""
        return len(self.openings)

    @staticmethod
    def weight(before: Any, after: Any) -> Fraction:
        """Return the probability of ``after`` following a move from ``before``: all cards of a deck are alike."""
        prob = Fraction(1)
        for one, other in zip(before.players, after.players, strict=True):
            old, new = (Counter(player.deck.cards[: player.deck.count].tolist()) for player in (one, other))
            ways = prod(comb(copies, copies - new[card]) for card, copies in old.items())
            prob *= Fraction(ways, comb(old.total(), old.total() - new.total()))
        return prob

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any], cards: Any = None) -> OpenWorlds:
        """Return the small game of this name."""
        game = made(SMALL, str(options.get("small")))
        assert isinstance(game, OpenWorlds)
        return game


SMALL: Rows = {  # name: (what it is, how it is made)
    "open_worlds-tiny": (
        "the FINAL TURN on 1 World, hands of 3 out of 4 cards",
        lambda: SmallOpenWorlds(
            ("Vita Ptal",), 1, ("Asteroid Strike", "City 12", "Exploit", "Outpost"), 3, (("City 15",),)
        ),
    ),
    "open_worlds-last": (
        "the FINAL TURN on 2 Worlds, hands of 2 out of 4 cards",
        lambda: SmallOpenWorlds(
            ("Koti", "Maail"), 1, ("Asteroid Strike", "Auto Assault 10", "Clone Army", "Outpost"), 2,
            (("Exploit",), ("Exploit",)),
        ),
    ),
    "open_worlds-two": (
        "the last two turns on 1 World, hands of 2 out of 4 cards, the others are drawn between them",
        lambda: SmallOpenWorlds(
            ("Koti",), 2, ("Asteroid Strike", "City 10", "Exploit", "Industry 7"), 2, (("Outpost",),)
        ),
    ),
}  # fmt: skip
