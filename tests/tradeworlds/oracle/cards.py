"""All that TradeWorlds is played with, typed once more from the rules' list, for the oracle.

Below: nothing. Above: table.py, boxes.py. A test compares every field with the catalogue of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

PILES = ("starship", "weapon", "crew", "tactic")  # the order of every list of piles
ROLES = (
    *("Chancellor", "Treasurer", "Admiral", "Captain", "Commander"),
    *("Engineer", "Saboteur", "Mechanic", "Smuggler", "Trader"),
)
EXCHANGES = {"Captain": "starship", "Commander": "crew", "Engineer": "weapon"}
FACTIONS = ("Acolytes", "Brethren", "Covenant", "Destined")
SCENARIOS = ("Trade Wars", "Space Wars", "The Derelict")
ATTACK, DEFEND = "attack", "defend"
PLACES = 4


@dataclass(frozen=True)
class Card:
    """An Upgrade card. `value` is Capacity, Firepower, Resistance or a Tactic's amount."""

    name: str
    pile: str
    trade: int
    value: int
    copies: int
    start: int
    effect: str = ""
    side: str = ""
    windows: tuple[str, ...] = ()

    def fits(self, window: str, side: str) -> bool:
        """Has this Tactic a use in a window for a side?"""
        if window not in self.windows or self.side not in ("any", side):
            return False
        if window == "strike":
            return self.effect == ("firepower" if side == ATTACK else "shield")
        return True


@dataclass(frozen=True)
class Token:
    """A class of Reinforcement Starships."""

    name: str
    use: int
    effect: str
    side: str
    amount: int


@dataclass(frozen=True)
class Box:
    """What a game is played with."""

    cards: tuple[Card, ...]
    tokens: tuple[Token, ...]
    unlock: dict[str, tuple[int, ...]]
    discount: tuple[int, ...] = (5, 10, 15, 20)
    goal: int = 100
    hand: int = 5
    homeworld: int = 18
    send: int = 10
    flat_cards: int = 3
    flat: int = 8
    short_below: int = 3
    short: int = 5
    long_cards: int = 4
    long_most: int = 15
    bounty: int = 5
    alien_resistance: int = 7
    lose_at: int = 6
    alien_table: tuple[str, ...] = (
        *("discharge", "boost", "boost", "boost", "attack", "attack", "attack"),
        *("two attacks", "two attacks", "hyper cannon"),
    )
    order: dict[str, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.order.update({card.name: place for place, card in enumerate(self.cards)})

    def __getitem__(self, name: str) -> Card:
        """Return the card of that name."""
        return self.cards[self.order[name]]

    def token(self, name: str) -> Token:
        """Return the class of that name."""
        return next(token for token in self.tokens if token.name == name)

    def sort(self, names: list[str]) -> list[str]:
        """Return names of cards in the order of the list."""
        return sorted(names, key=self.order.__getitem__)

    def levelled(self) -> Box:
        """Return what is played with under `levelled_factions`."""
        return replace(self, short=2, bounty=10)


def upgrades(pile: str, word: str, plus: int) -> list[Card]:
    """Return the five cards of a pile that has figures."""
    return [Card(f"{word} {n}", pile, n, n + plus, 3, int(n < 3)) for n in range(1, 6)]


def tactic(name: str, trade: int, effect: str, side: str, amount: int, *windows: str, start: int = 0) -> Card:
    """Return a Tactic."""
    return Card(name, "tactic", trade, amount, 1, start, effect, side, windows)


BOOSTED = ("declare", "roll", "strike")  # where Firepower is played

BASE = Box(
    cards=(
        *upgrades("starship", "Starship", 4),
        *upgrades("weapon", "Weapon", 0),
        *upgrades("crew", "Crew", 0),
        tactic("Spotter Drone", 1, "initiative", ATTACK, 1, "roll"),
        tactic("Evasive Burn", 1, "initiative", DEFEND, 1, "roll"),
        tactic("Overcharged Coils", 1, "firepower", "any", 1, *BOOSTED, start=1),
        tactic("Vector Plot", 2, "initiative", ATTACK, 2, "roll"),
        tactic("Scatter Chaff", 2, "initiative", DEFEND, 2, "roll"),
        tactic("Braced Frames", 2, "resistance", "any", 2, "roll", start=1),
        tactic("Discrete Hardware", 3, "initiative", ATTACK, 3, "roll"),
        tactic("Ghost Echo", 3, "initiative", DEFEND, 3, "roll"),
        tactic("Focused Lances", 3, "firepower", "any", 2, *BOOSTED),
        tactic("Second Reading", 4, "reroll", "any", 0, "roll"),
        tactic("Layered Plating", 4, "resistance", "any", 3, "roll"),
        tactic("Orbital Umbrella", 4, "shield", DEFEND, 4, "strike"),
        tactic("Signal Jam", 5, "cancel", "any", 0, "cancel"),
        tactic("Siege Pattern", 5, "firepower", "any", 3, *BOOSTED),
        tactic("Escape Pods", 5, "salvage", "any", 0, "loss"),
    ),
    tokens=(
        Token("Sentinel", 1, "initiative", DEFEND, 2),
        Token("Gunship", 2, "initiative", ATTACK, 2),
        Token("Frigate", 3, "decoy", "any", 0),
        Token("Cruiser", 4, "reroll", "any", 0),
        Token("Destroyer", 5, "eliminate", "any", 1),
    ),
    unlock={
        "Trade Wars": (10, 25, 45, 70),
        "Space Wars": (10, 30, 60, 100),
        "The Derelict": (15, 35, 60, 90),
    },
)
