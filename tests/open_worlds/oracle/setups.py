"""What engine and oracle play side by side: every number of players, deck and way of staging, and crowded positions.

Below: decks.py, positions.py. Above: lockstep.py. A setup gives for each game number a configured game, and a position
if it does not begin with setup. The scenarios of tests/open_worlds are played by both there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ow_env.open_worlds.game import OpenWorlds
from tests import lockstep
from tests.open_worlds.oracle.decks import heavy, randomly
from tests.open_worlds.oracle.positions import random_position

ADVANCED = ("Smith-Boson F.E.", "Empyrean Enterprises")
INTRODUCTORY = ("Baker-Braugn EDV", "Ares Venture Trust")
ODD_CARDS = str(Path(__file__).parents[1] / "odd_cards.toml")


@dataclass(frozen=True, eq=False)
class Setup(lockstep.Setup):
    """A kind of game: `options` are asked for by the first of the game numbers that share them."""

    together: int = 20

    def game(self, number: int) -> OpenWorlds:
        """Return the configured game for a game number and those that share it."""
        return OpenWorlds(**self.options(number))


def staging(number: int) -> str:
    """Return one of the two ways of staging."""
    return ("simultaneous", "priority")[number // 3 % 2]


FINISHES = ((2, 1, 0), (0, 2, 1), (1, 0, 2), (1, 2, 0), ("player_2", "player_1", "player_0"))  # one goes round
EVERY = (*ADVANCED, *INTRODUCTORY)
PAIRS = [(EVERY[i], EVERY[(i + step) % 4]) for step in (1, 2, 3, 0) for i in (0, 2, 1, 3)]


def printed(number: int) -> dict[str, Any]:
    """Return two printed decks, every pair in turn, both of 54 and both of 40 cards first."""
    return {"decks": PAIRS[number // 2 % len(PAIRS)], "stage": staging(number)}


def positioned(players: int, worlds: int, cards: str | None = None) -> dict[str, Any]:
    """Return options and positions of a setup that begins in the middle."""
    return {
        "options": lambda number: {"num_players": players, "num_worlds": worlds, "cards": cards},
        "position": cache(lambda number: random_position(number, players, worlds, cards)),
    }


SETUPS = (
    Setup("2 players, printed decks", options=printed, weight=2.0, together=2),
    Setup("2 players, random decks",
          options=lambda n: {"decks": randomly(n, 2), "stage": staging(n)}, weight=2.0, together=5),
    Setup("2 players, heavy decks",
          options=lambda n: {"decks": heavy(n, 2), "stage": staging(n)}, weight=3.0, together=5),
    Setup("3 players, printed decks",
          options=lambda n: {"decks": (*ADVANCED, ADVANCED[n // 4 % 2]), "stage": staging(n)}, weight=1.0, together=4),
    Setup("3 players, heavy decks, draw of Worlds",
          options=lambda n: {"decks": heavy(n, 3), "first_player": "worlds"}, weight=1.0, together=5),
    Setup("4 players, all printed decks",
          options=lambda n: {"decks": (*ADVANCED, *INTRODUCTORY), "stage": staging(n)}, weight=1.0),
    Setup("4 players, random decks, 3 Worlds",
          options=lambda n: {"decks": randomly(n, 4), "num_worlds": 3, "first_player": n % 4}, weight=1.0, together=5),
    Setup("3 players, in the order of finish",
          options=lambda n: {"decks": heavy(n, 3), "first_player": FINISHES[n // 3 % 5], "stage": staging(n),
                     "max_turns": 1 + n // 3 % 4}, weight=1.0, together=3),
    Setup("4 players, in the order of finish",
          options=lambda n: {"decks": heavy(n, 4), "num_worlds": 4, "first_player": (3, 1, 0, 2), "max_turns": 2},
          weight=0.5),
    Setup("few turns, named Worlds",
          options=lambda n: {"worlds": ("Xanthe", "Koti", "Ulmo"), "max_turns": 1 + n // 2 % 12,
                     "first_player": "worlds"}, weight=0.5, together=2),
    Setup("odd cards",
          options=lambda n: {"decks": heavy(n, 2 + n // 5 % 3, ODD_CARDS), "cards": ODD_CARDS,
                     "first_player": "worlds"}, weight=1.5, together=5),
    Setup("2 players, heavy decks, all asked who could",
          options=lambda n: {"decks": heavy(n, 2), "stage": staging(n), "ask": "public"}, weight=1.0, together=5),
    Setup("3 players, random decks, open decklists, all asked who could",
          options=lambda n: {"decks": randomly(n, 3), "open_decklists": True, "ask": "public"}, weight=0.5, together=5),
    Setup("2 players, 40 and 54 cards, all asked who could",
          options=lambda n: {"decks": PAIRS[n % 4], "stage": staging(n), "ask": "public"}, weight=0.5, together=2),
    Setup("odd cards, all asked who could",
          options=lambda n: {"decks": heavy(n, 2 + n // 5 % 3, ODD_CARDS), "cards": ODD_CARDS,
                     "stage": staging(n), "ask": "public"}, weight=1.0, together=5),
    Setup("positions of 2 players", weight=3.0, **positioned(2, 4)),
    Setup("positions of 3 players", weight=2.0, **positioned(3, 4)),
    Setup("positions of 4 players", weight=1.5, **positioned(4, 5)),
    Setup("positions with odd cards", weight=2.0, **positioned(2, 3, ODD_CARDS)),
    Setup("positions of 3 players with odd cards", weight=1.5, **positioned(3, 3, ODD_CARDS)),
)  # fmt: skip
