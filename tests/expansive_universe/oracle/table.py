"""The oracle's table: where every card is, and what becomes of cards that leave.

Below: cards.py. Above: battle.py, oracle.py. Rule numbers are those of data/rules.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.expansive_universe.oracle.cards import (
    ARMAMENT,
    CHARACTER,
    CORE,
    FACTIONS,
    LOCATION,
    SLOTS,
    SPACESHIP,
    WEAPON,
    Box,
    Card,
)

MOST_GOLD = 99
FIRST_GOLD = {2: (0, 2), 3: (0, 2, 3), 4: (0, 2, 3, 4)}  # EU-1.5, in turn order
FOR_SHIP, FOR_CHARACTER = 3, 4  # points (EU-10.1)

# zones of a card
NOWHERE, DECK, LINE_UP, DESTROYED, ASIDE = "nowhere", "deck", "line-up", "destroyed", "aside"
CREW, FLEET, ROW, ATTACHED, CAPTIVE = "crew", "fleet", "row", "attached", "captive"


class GameOver(Exception):
    """The game has ended in the middle of things."""


class Chance(Protocol):
    """What is drawn."""

    def below(self, n: int) -> int:
        """Return one of 0 .. n - 1."""


class Dice:
    """Chance of its own."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def below(self, n: int) -> int:
        """Return one of 0 .. n - 1."""
        return self.random.randrange(n)


@dataclass
class Thing:
    """A card and where it is."""

    card: Card
    zone: str = NOWHERE
    seat: int = -1  # the controller; of a captive whose crew it is from; of a location whose row it is in
    on: str = ""  # the place of a spaceship; the bearer of what is attached; the captor of a captive
    entangled: bool = False
    waylaid: bool = False
    absent: bool = False  # came back to its crew while damage was being resolved, so it is not in the battle
    maneuvers: int = 0

    @property
    def name(self) -> str:
        return self.card.name


@dataclass
class Player:
    """What a player has besides cards."""

    faction: str
    gold: int = 0
    points: int = 0
    out: bool = False
    crew_at: str = ""  # a location or a spaceship; empty: the player is out
    row: list[str] = field(default_factory=list)


class Table:
    """Everything on the table."""

    def __init__(self, box: Box, factions: Iterable[str], core: str, chance: Chance) -> None:
        self.box, self.core, self.chance = box, core, chance
        self.players = [Player(faction) for faction in factions]
        self.things = {name: Thing(card) for name, card in box.cards.items()}
        self.line_up: list[str | None] = [None] * SLOTS
        self.tokens: dict[str, int] = {}  # location: the seat whose token lies there
        self.winner: int | None = None
        self.resolving = False  # damage is being resolved in a battle

    # ── Asking ───────────────────────────────────────────────────────────────────────────────

    @property
    def seats(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def opponents(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def seat_of(self, faction: str) -> int:
        return [player.faction for player in self.players].index(faction)

    def planet(self, seat: int) -> str:
        return self.box.planets[self.players[seat].faction]

    @property
    def planets(self) -> list[str]:
        """The planets in the game, also of players who are out (EU-10.6)."""
        return [self.planet(seat) for seat in range(len(self.players))]

    def owner(self, planet: str) -> int:
        return self.planets.index(planet)

    def kind(self, name: str) -> str:
        return self.things[name].card.kind

    def where(self, zone: str, seat: int | None = None, on: str | None = None) -> list[str]:
        """Return the cards of which all this is so, in the order of the catalogue."""
        return [
            name
            for name, thing in self.things.items()
            if thing.zone == zone and (seat is None or thing.seat == seat) and (on is None or thing.on == on)
        ]

    def crew(self, seat: int) -> list[str]:
        return self.where(zone=CREW, seat=seat)

    def fleet(self, seat: int, place: str | None = None) -> list[str]:
        return self.where(FLEET, seat, place)

    def attached(self, name: str) -> list[str]:
        """Return the weapons or armaments on a card."""
        return self.where(zone=ATTACHED, on=name)

    def captive_of(self, name: str) -> str | None:
        """Return the captive under a card."""
        held = self.where(zone=CAPTIVE, on=name)
        assert len(held) <= 1, held
        return held[0] if held else None

    def aboard(self, ship: str) -> list[str]:
        """Return the crew on a spaceship."""
        seat = self.things[ship].seat
        return self.crew(seat) if self.players[seat].crew_at == ship else []

    def planet_of_location(self, location: str) -> str:
        return self.planet(self.things[location].seat)

    def text_of_planet(self, seat: int, word: str) -> int | None:
        """Return the number of a word of a player's planet; None: it is not there."""
        return self.box.planet_texts[self.planet(seat)].get(word)

    def text_of_core(self, word: str) -> int | None:
        return self.box.cores[self.core].get(word)

    # ── Gold and points ──────────────────────────────────────────────────────────────────────

    def gain(self, seat: int, gold: int) -> None:
        """Give gold; what would exceed 99 is lost (EU-2.3)."""
        self.players[seat].gold = min(MOST_GOLD, self.players[seat].gold + gold)

    def pay(self, seat: int, gold: int) -> None:
        self.players[seat].gold -= gold
        assert self.players[seat].gold >= 0

    def rob(self, seat: int, victim: int, most: int) -> None:
        """Take up to so much gold from an opponent."""
        taken = min(most, self.players[victim].gold)
        self.pay(victim, taken)
        self.gain(seat, taken)

    # ── The deck ─────────────────────────────────────────────────────────────────────────────

    def draw(self) -> str | None:
        """Take a card from the deck (EU-11.2)."""
        if not self.where(zone=DECK):
            for name in self.where(zone=DESTROYED):
                self.put(name, DECK)
        deck = self.where(zone=DECK)
        return deck[self.chance.below(len(deck))] if deck else None

    def fill(self) -> None:
        """Slide the line-up and fill it, lowest slot first (EU-11.1)."""
        left = [name for name in self.line_up if name]
        self.line_up = [*left, *[None] * (SLOTS - len(left))]
        for slot in range(len(left), SLOTS):
            name = self.draw()
            if name:
                self.put(name, LINE_UP)
                self.line_up[slot] = name

    # ── Where cards go ───────────────────────────────────────────────────────────────────────

    def put(self, name: str, zone: str, seat: int = -1, on: str = "") -> None:
        """Put a card somewhere, straightened."""
        self.things[name] = Thing(self.things[name].card, zone, seat, on)

    def discard(self, name: str) -> None:
        """Put a card and all that is on it on the destroyed pile; starters are set aside (EU-10.4)."""
        for other in self.attached(name):
            self.discard(other)
        captive = self.captive_of(name)
        self.put(name, ASIDE if self.things[name].card.alpha else DESTROYED)
        if captive:
            self.free(captive)

    def free(self, captive: str) -> None:
        """Return a captive to the crew it was captured from, straightened (EU-12.1, EU-12.5)."""
        thing = self.things[captive]
        assert thing.zone == CAPTIVE
        assert not self.players[thing.seat].out
        thing.zone, thing.on = CREW, ""
        thing.entangled = thing.waylaid = False
        thing.absent = self.resolving

    def capture(self, captor: str, name: str) -> None:
        """Lay a character face down under another (EU-12.1)."""
        held = self.captive_of(name)
        if held:
            self.free(held)
        thing = self.things[name]
        thing.zone, thing.on, thing.entangled = CAPTIVE, captor, False

    def gain_control(self, seat: int, name: str) -> None:
        """Give a character or a spaceship to another player (EU-12.2)."""
        self.things[name].seat = seat
        held = self.captive_of(name)
        if held and self.things[held].seat == seat:
            self.free(held)

    def destroy(self, name: str, by: int) -> int:
        """Destroy a card; return the expire values of all that leaves with it (EU-10)."""
        thing = self.things[name]
        if thing.card.kind in (WEAPON, ARMAMENT):
            self.discard(name)
            return 0
        victim = thing.seat
        leaving = [name, *(self.aboard(name) if thing.card.kind == SPACESHIP else ())]
        if victim != by:
            for each in leaving:
                self.players[by].points += FOR_CHARACTER if self.kind(each) == CHARACTER else FOR_SHIP
        lost = sum(self.things[each].card.expire for each in leaving)
        for each in leaving:
            self.discard(each)
        if any(self.things[each].card.alpha and self.kind(each) == CHARACTER for each in leaving):
            self.go_out(victim)
        return lost

    def go_out(self, seat: int) -> None:
        """Clear away a player's things (EU-10.6); the last one left wins (EU-10.7)."""
        player = self.players[seat]
        player.out, player.gold, player.crew_at = True, 0, ""
        for name in self.where(zone=CAPTIVE, seat=seat):
            self.discard(name)
        for name in (*self.crew(seat), *self.fleet(seat)):
            self.discard(name)
        if len(self.seats) == 1:
            (self.winner,) = self.seats
            raise GameOver

    # ── Setup ────────────────────────────────────────────────────────────────────────────────

    def deal(self, first: int, starting_gold: Sequence[int] | None = None) -> None:
        """Lay out a game (EU-1)."""
        seats = len(self.players)
        for name, thing in self.things.items():
            if not thing.card.alpha and thing.card.faction in [player.faction for player in self.players]:
                self.put(name, DECK)
        for seat, player in enumerate(self.players):
            player.gold = (starting_gold or FIRST_GOLD[seats])[(seat - first) % seats]
            for name, card in self.box.cards.items():
                if card.alpha and card.faction == player.faction:
                    if card.kind == LOCATION:
                        self.put(name, ROW, seat)
                        player.row = [name]
                        player.crew_at = name
                    elif card.kind == SPACESHIP:
                        self.put(name, FLEET, seat, self.planet(seat))
                    else:
                        self.put(name, CREW, seat)
        self.fill()


def drawn_factions(wanted: list[str | None], chance: Chance) -> list[str]:
    """Return the factions: those that are left open are drawn among those given to nobody (EU-1.9)."""
    told = list(wanted)
    for seat, faction in enumerate(told):
        if faction is None:
            free = [name for name in FACTIONS if name not in told]
            told[seat] = free[chance.below(len(free))]
    return [name for name in told if name]


__all__ = [
    "ASIDE", "ATTACHED", "CAPTIVE", "CORE", "CREW", "DECK", "DESTROYED", "FLEET", "LINE_UP", "NOWHERE", "ROW",
    "Chance", "Dice", "GameOver", "Player", "Table", "Thing", "drawn_factions",
]  # fmt: skip
