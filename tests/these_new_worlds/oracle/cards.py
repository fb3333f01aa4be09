"""All action cards and planets of These New Worlds, typed once more from the rules' list, for the oracle.

Below: nothing. Above: oracle.py. A test compares every field with the catalogue of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("red", "yellow", "green", "blue")  # the order of every list of colours (TNW-0.2)
WILD = "wild"

SAME_COLOUR = "same colour on top"
OWN_COLOUR = "own its colour"
NAMES_NOTHING = "nothing"  # what Privateers are played for if there is nothing to steal (TNW-4.7)


@dataclass(frozen=True)
class Card:
    """An action card."""

    name: str
    colour: str
    value: int
    awards: tuple[str, ...]
    extras: tuple[str, ...] = ()

    @property
    def is_wild(self) -> bool:
        """Has it no colour?"""
        return self.colour == WILD


@dataclass(frozen=True)
class Box:
    """What a game is played with."""

    cards: tuple[Card, ...]
    planets: dict[str, str]  # name -> colour
    collective_start: int = 2
    collective_limit: int = 5
    sides: int = 6

    def card(self, name: str) -> Card:
        """Return the card of that name."""
        return next(card for card in self.cards if card.name == name)

    def sort_cards(self, names: list[str]) -> list[str]:
        """Return names of cards in the order of the list."""
        return [card.name for card in self.cards if card.name in names]

    def sort_planets(self, names: list[str]) -> list[str]:
        """Return names of planets in the order of the list."""
        return [name for name in self.planets if name in names]


BASE = Box(
    cards=(
        Card("Border Militia", "red", 1, ("collect:4",), (OWN_COLOUR,)),
        Card("Escort Wing", "red", 7, ("collect:1",), (SAME_COLOUR,)),
        Card("Arsenal Convoy", "red", 10, ("collect:3",)),
        Card("Garrison Levy", "red", 11, ("empire",)),
        Card("Provincial Decree", "yellow", 4, ("collect:4",), (OWN_COLOUR,)),
        Card("Courier Service", "yellow", 5, ("collect:1",), (SAME_COLOUR,)),
        Card("Tax Season", "yellow", 9, ("collect:3",)),
        Card("Assembly of Worlds", "yellow", 12, ("empire",)),
        Card("Bumper Harvest", "green", 3, ("collect:3",)),
        Card("Spot Trade", "green", 6, ("collect:1",), (SAME_COLOUR,)),
        Card("Freight Charter", "green", 8, ("collect:4",), (OWN_COLOUR,)),
        Card("Frontier Market", "green", 9, ("collect:1", "collective")),
        Card("Breakthrough", "blue", 2, ("collect:3",)),
        Card("Research Colony", "blue", 6, ("collect:4",), (OWN_COLOUR,)),
        Card("Peer Review", "blue", 7, ("collect:1",), (SAME_COLOUR,)),
        Card("Open Archives", "blue", 10, ("collect:1", "collective")),
        Card("Trade Envoy", WILD, 0, ("collective any",)),
        Card("Privateers", WILD, 0, ("steal:3",)),
    ),
    planets={
        **dict.fromkeys(("Ares Tor", "Cinderfall", "Ochre Gate", "Vermeil"), "red"),
        **dict.fromkeys(("Aurelia", "Concord", "Halcyon Seat", "Marigold"), "yellow"),
        **dict.fromkeys(("Evergild", "Loam", "Thornmere", "Viridian Low"), "green"),
        **dict.fromkeys(("Azimuth", "Cobalt Reach", "Lumen Deep", "Sapphire Nine"), "blue"),
    },
)
