"""Games small enough to solve: few cards of Goofspiel, and the last turns of Open Worlds.

Below: ow_env. Above: tree.py, which asks `weight` about chance; commands that take the name of a game.

They are played by the same compiled rules as the whole games. Goofspiel is cut down to 2 to 5 cards. Open Worlds is
cut down to its end: each game begins in one of some positions (`openings`), all equally likely, in which few cards are
left. What is seen and done is numbered as in any game of as many Worlds, so every agent plays them unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np

from ow_env.core.game import Game, States, nearest
from ow_env.goofspiel.game import FEWEST_CARDS, Goofspiel
from ow_env.open_worlds.game import OpenWorlds


class SmallGoofspiel(Goofspiel):
    """Goofspiel for two with as few cards as 2.

    Args:
        num_cards: 2 to 5.
        order: how prizes come up.
    """

    def __init__(self, num_cards: int, order: Any) -> None:
        super().__init__(num_cards=max(num_cards, FEWEST_CARDS), order=order)
        g = self.template[0]
        g.num_cards = self.options["num_cards"] = num_cards
        g.face_down[num_cards:] = 0
        for player in range(2):
            g.players[player].hand[num_cards:] = 0

    @staticmethod
    def weight(before: Any, after: Any) -> Fraction:
        """Return how likely ``after`` is to follow a move from ``before``: any prize that was face down comes next."""
        random = before.order == 0 and after.prize > 0
        return Fraction(1, int(before.face_down.sum()) if random else 1)

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any]) -> Game:
        """Return the small game of this name."""
        return make(str(options.get("small")))


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
        told = {"name": f"{len(deck)} cards", "size": 54, "cards": list(deck)}  # by the rules of the full game
        self.options["decks"] = [told, told]

    @staticmethod
    def weight(before: Any, after: Any) -> Fraction:
        """Return how likely ``after`` is to follow a move from ``before``: every card of a deck is as likely drawn."""
        chance = Fraction(1)
        for one, other in zip(before.players, after.players, strict=True):
            old, new = (Counter(player.deck.cards[: player.deck.count].tolist()) for player in (one, other))
            ways = prod(comb(copies, copies - new[card]) for card, copies in old.items())
            chance *= Fraction(ways, comb(old.total(), old.total() - new.total()))
        return chance

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any], cards: Any = None) -> OpenWorlds:
        """Return the small game of this name."""
        game = make(str(options.get("small")))
        assert isinstance(game, OpenWorlds)
        return game


SMALL: dict[str, tuple[str, Callable[[], SmallGoofspiel | SmallOpenWorlds]]] = {  # name: (what it is, how it is made)
    "goofspiel-2": ("2 cards, prizes in descending order", lambda: SmallGoofspiel(2, "descending")),
    "goofspiel-3": ("3 cards, prizes in descending order", lambda: SmallGoofspiel(3, "descending")),
    "goofspiel-3-random": ("3 cards, prizes as they come", lambda: SmallGoofspiel(3, "random")),
    "goofspiel-4": ("4 cards, prizes in descending order", lambda: SmallGoofspiel(4, "descending")),
    "goofspiel-4-random": ("4 cards, prizes as they come", lambda: SmallGoofspiel(4, "random")),
    "goofspiel-5": ("5 cards, prizes in descending order", lambda: SmallGoofspiel(5, "descending")),
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


def make(name: str) -> SmallGoofspiel | SmallOpenWorlds:
    """Return a small game by its name."""
    if name not in SMALL:
        raise ValueError(f"there is no small game {name!r}{nearest(name, SMALL)}")
    game = SMALL[name][1]()
    game.options = {"small": name} | {what: told for what, told in game.options.items() if what == "decks"}
    return game
