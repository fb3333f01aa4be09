"""The oracle's table: piles, cards in play, and what moves between them (SR-0, SR-1, SR-5, SR-9, SR-13).

Below: cards.py. Above: oracle.py (turns, decisions, effects). Piles are lists of names, a card in play is an object
with its own marks. Nothing is fast, nothing is clever.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from tests.star_realms.oracle.cards import CARDS, EXPLORER, STARTING_DECK, TRADE_DECK, Ability, Card

AUTHORITY = 50
FIRST_HANDS = (3, 5)  # the starter's, the other's (SR-1.3)
HAND = 5
ROW = 5
MOST_ON_TOP = 5  # more can't be put on top of a deck


class Chance(Protocol):
    """Who is asked what happens by chance (SR-13.7)."""

    def starter(self) -> int:
        """Return the seat that begins."""

    def card(self, seat: int | None, pile: list[str]) -> str:
        """Return which card of a pile without an order comes next: of a seat's deck, or of the Trade Deck (None)."""


class Dice:
    """Chance that draws evenly."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def starter(self) -> int:
        return self.random.randrange(2)

    def card(self, seat: int | None, pile: list[str]) -> str:
        return self.random.choice(pile)


@dataclass(eq=False)
class InPlay:
    """A card in play and what it has done this turn."""

    name: str
    used_primary: bool = False  # bases; a ship's happens as it is played
    used_ally: bool = False
    triggered: bool = False  # its ally ability may be used (SR-5.3)
    copied: str | None = None  # the ship it is as well (SR-10.1)

    @property
    def card(self) -> Card:
        return CARDS[self.name]

    @property
    def acts_as(self) -> Card:
        """The card whose abilities it has."""
        return CARDS[self.copied or self.name]

    @property
    def factions(self) -> set[str]:
        return {faction for faction in (self.card.faction, self.acts_as.faction) if faction}

    @property
    def marks(self) -> int:
        """How many abilities it has used."""
        return self.used_primary + self.used_ally

    def is_ally_of(self, faction: str | None) -> bool:
        return faction is not None and (faction in self.factions or self.card.is_everyones_ally)

    def forget_turn(self) -> None:
        """Everything that lasts a turn ends (SR-2.9)."""
        self.used_primary = self.used_ally = self.triggered = False
        self.copied = None


@dataclass(eq=False)
class Player:
    """What a player has."""

    seat: int
    authority: int = AUTHORITY
    hand: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)  # the cards of the hand of which the opponent is sure
    deck: list[str] = field(default_factory=list)  # its shuffled part: a list without an order
    top: list[str] = field(default_factory=list)  # known to both, drawn first
    discard: list[str] = field(default_factory=list)
    bases: list[InPlay] = field(default_factory=list)
    ships: list[InPlay] = field(default_factory=list)
    owed: int = 0

    @property
    def in_play(self) -> list[InPlay]:
        return self.bases + self.ships

    @property
    def has_outpost(self) -> bool:
        return any(base.card.outpost for base in self.bases)

    @property
    def can_draw(self) -> bool:
        return bool(self.top or self.deck or self.discard)

    def targets(self) -> list[str]:
        """Return which of his bases may be attacked or chosen (SR-7.3)."""
        return [base.name for base in self.bases if base.card.outpost or not self.has_outpost]

    def take_from_hand(self, name: str) -> None:
        """A card leaves the hand, and the known part of it if one of its kind is there (SR-13.5)."""
        self.hand.remove(name)
        if name in self.known:
            self.known.remove(name)

    def could_hold(self) -> set[str]:
        """Return the kinds that the opponent has to reckon with in this hand."""
        rest = [*self.hand, *self.deck]
        for name in self.known:
            rest.remove(name)
        return set(self.known) | (set(rest) if len(self.hand) > len(self.known) else set())


@dataclass(eq=False)
class Table:
    """All there is but what is under way."""

    chance: Chance
    players: list[Player] = field(default_factory=lambda: [Player(0), Player(1)])
    turn: int = 1
    active: int = 0
    first: int = 0
    row: list[str] = field(default_factory=list)
    trade_deck: list[str] = field(default_factory=list)
    explorers: int = 0
    scrap_heap: list[str] = field(default_factory=list)
    trade: int = 0
    combat: int = 0
    permissions: int = 0  # ships that may go on top of the deck when bought (SR-10.5)
    played: list[str] = field(default_factory=list)

    @property
    def me(self) -> Player:
        return self.players[self.active]

    @property
    def foe(self) -> Player:
        return self.players[1 - self.active]

    def copy(self) -> Table:
        """Return a table that can be played on without this one."""
        chance, self.chance = self.chance, None  # type: ignore[assignment]  # chance is not a part of the position
        again = copy.deepcopy(self)
        self.chance = again.chance = chance
        return again

    def set_up(self, first: int | None) -> None:
        """Choose the starter, deal the Row, his hand and the other hand (SR-1)."""
        self.first = self.active = self.chance.starter() if first is None else first
        self.trade_deck = list(TRADE_DECK)
        self.explorers = CARDS[EXPLORER].copies
        self.fill_row()
        for player in self.players:
            player.deck = list(STARTING_DECK)
        for player, cards in zip((self.me, self.foe), FIRST_HANDS, strict=True):
            self.draw(player, cards)

    def fill_row(self) -> None:
        """Replace what left the Row, as long as there is a Trade Deck (SR-9.5)."""
        while len(self.row) < ROW and self.trade_deck:
            name = self.chance.card(None, self.trade_deck)
            self.trade_deck.remove(name)
            self.row.append(name)

    def draw(self, player: Player, cards: int) -> None:
        """Draw one by one; an empty deck is made anew of the discard pile when a card is to be drawn (SR-9.3)."""
        for _ in range(cards):
            if not player.can_draw:
                return
            if player.top:
                name = player.top.pop(0)
                player.known.append(name)
            else:
                if not player.deck:
                    player.deck, player.discard = player.discard, []
                name = self.chance.card(player.seat, player.deck)
                player.deck.remove(name)
            player.hand.append(name)
            if not player.deck:
                player.known = list(player.hand)

    def scrap(self, name: str) -> None:
        """A card that has left its place goes out of the game, an Explorer to its pile (SR-0.5)."""
        if name == EXPLORER:
            self.explorers += 1
        else:
            self.scrap_heap.append(name)

    def take_for_sale(self, name: str) -> None:
        """A card leaves the Row, which is filled at once, or the Explorer pile."""
        if name == EXPLORER:
            self.explorers -= 1
        else:
            self.row.remove(name)
            self.fill_row()

    def for_sale(self) -> set[str]:
        """Return the kinds that can be acquired at all (SR-9.1)."""
        return set(self.row) | ({EXPLORER} if self.explorers else set())

    def trigger_and_gain(self) -> None:
        """Mark the ally abilities that are met (SR-5.3), then take all automatic gains (SR-2.5)."""
        cards = self.me.in_play
        for one in cards:
            if one.acts_as.ally and any(o is not one and o.is_ally_of(one.acts_as.faction) for o in cards):
                one.triggered = True
        for base in self.me.bases:
            if not base.used_primary and is_gain(base.card.primary):
                base.used_primary = True
                self.gain(base.card, "primary")
        for one in cards:
            if one.triggered and not one.used_ally and is_gain(one.acts_as.ally):
                one.used_ally = True
                self.gain(one.acts_as, "ally")

    def gain(self, card: Card, which: str) -> None:
        """Take an ability that is nothing but gains."""
        for part in card.effects(which, ""):
            self.gain_part(part.word, part.number)

    def gain_part(self, word: str, number: int) -> None:
        """Trade, Combat or Authority."""
        if word == "trade":
            self.trade += number
        elif word == "combat":
            self.combat += number
        else:
            assert word == "authority", word
            self.me.authority += number


def is_gain(ability: Ability | None) -> bool:
    """Is it an automatic gain (SR-2.5)?"""
    return ability is not None and ability.is_gain


def most_used(copies: Iterable[InPlay]) -> InPlay:
    """Return the copy that has used most (SR-4.9)."""
    return max(copies, key=lambda one: one.marks)
