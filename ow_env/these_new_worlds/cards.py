"""Every action card and planet, read from card files.

Bottom layer of this folder. Below: core, and the data files in data/ (cards.toml, vocabulary.toml, setup.toml).
Above: state.py (a position), tables.py (what the rules read of the cards). Rule numbers (TNW-) are those of
data/rules.md. The order: the closed vocabulary, the catalogue, how a card file is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ow_env.cards.catalogue import ByName, FaultyFile, Reader, Row, check_spelling, lay_file, read_toml, shown, word_of

DATA = Path(__file__).parent / "data"

MOST_CARDS = 32  # kinds of action cards, one copy each
MOST_PLANETS = 32
MOST_AWARDS = 3  # of a card
MOST_VALUE = 99
MOST_TOKENS = 9  # after the colon of an award

# ── The closed vocabulary ──────────────────────────────────────────────────────────────────────
# What each word means stands in data/vocabulary.toml. Compiled code reads plain integers: the line below each list.

Colour = IntEnum("Colour", "RED YELLOW GREEN BLUE WILD", start=0)
RED, YELLOW, GREEN, BLUE, WILD = map(int, Colour)
COLOURS = 4  # with tokens and dice; always in this order (TNW-0.2)
NAMES = tuple(colour.name.lower() for colour in Colour)

Award = IntEnum("Award", "COLLECT EMPIRE COLLECTIVE COLLECTIVE_ANY STEAL")
COLLECT, EMPIRE, COLLECTIVE, COLLECTIVE_ANY, STEAL = map(int, Award)

Extra = IntEnum("Extra", "SAME_COLOUR_ON_TOP OWN_ITS_COLOUR")

SECTIONS = ("action", "planet")
FIELDS = ("colour", "value", "award", "extra")  # of any row

# ── The catalogue ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Gain:
    """One award of a card."""

    award: Award
    number: int = 1

    @property
    def text(self) -> str:
        """The award as card files say it: "collect:3"."""
        told = word_of(self.award, {})
        return f"{told}:{self.number}" if told in numbered_words() else told


@dataclass(frozen=True)
class Card:
    """One action card (TNW-0.5)."""

    id: int
    name: str
    colour: Colour
    value: int  # the Position Value
    awards: tuple[Gain, ...]
    extras: tuple[Extra, ...]
    fields: Mapping[str, Any]  # as the file states them
    labels: Mapping[str, str]  # field of the file -> where it is from

    @property
    def is_wild(self) -> bool:
        """Has it no colour, so that its player names one (TNW-3.4)?"""
        return self.colour is Colour.WILD

    @property
    def steals(self) -> bool:
        """Does it take tokens from the other player (TNW-4.6)?"""
        return any(gain.award is Award.STEAL for gain in self.awards)


@dataclass(frozen=True)
class Planet:
    """One planet: a name and a colour."""

    id: int
    name: str
    colour: Colour
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Setup:
    """What the game begins with."""

    collective_start: int
    collective_limit: int
    hand: int
    rounds: int
    sides: int


@dataclass(frozen=True)
class Catalogue(ByName[Card]):
    """Every card and planet, and what the game begins with. An id is a place in `cards` or `planets`."""

    cards: tuple[Card, ...]
    planets: tuple[Planet, ...]
    setup: Setup

    @cached_property
    def planet_ids(self) -> Mapping[str, int]:
        """Planet name -> id."""
        return {planet.name: planet.id for planet in self.planets}

    def only(self, names: Iterable[str]) -> Catalogue:
        """Return a catalogue with these action cards and no others, in its order: for small variants.

        Raises:
            ValueError: there is no such card.
        """
        kept = sorted({self.card(name).id for name in names})
        cards = tuple(Card(**{**vars(self.cards[card]), "id": place}) for place, card in enumerate(kept))
        return Catalogue(cards, self.planets, self.setup)


# ── Reading a card file ────────────────────────────────────────────────────────────────────────


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> what it means."""
    return read_toml(DATA / "vocabulary.toml")


@cache
def numbered_words() -> frozenset[str]:
    """Return the awards that take a number, without the ":N"."""
    return frozenset(word.removesuffix(":N") for word in vocabulary()["awards"] if word.endswith(":N"))


@cache
def standard_setup() -> Setup:
    """Return data/setup.toml."""
    return Setup(**read_toml(DATA / "setup.toml"))


def load_catalogue(cards: str | Path | None = None) -> Catalogue:
    """Return the catalogue, with a user's own card file laid over it (TNW-13.4).

    Args:
        cards: a file of one's own. A row under a known name corrects the fields it states and keeps the others; under
            a new name it adds a card, or a planet.

    Raises:
        FaultyFile: naming every fault of the file at once.
    """
    rows: dict[str, Row] = {}
    standard = DATA / "cards.toml"
    faults = lay_file(rows, standard, SECTIONS, own=False)
    built = build(rows, faults)
    if faults:
        raise FaultyFile(standard, faults)
    if cards is not None:
        section_of = {name: row.section for name, row in rows.items()}
        faults = lay_file(rows, Path(cards), SECTIONS, own=True, check_name=check_name)
        for name, section in section_of.items():
            if rows[name].section != section:
                faults.append(f"{name}: it stands in [{section}], found in [{rows[name].section}]")
        built = build(rows, faults)
        if faults:
            raise FaultyFile(Path(cards), faults)
    return built


def check_name(name: str, rows: Mapping[str, Row], faults: list[str]) -> None:
    """Check that a name reads back from a position and from an action, ``play CARD for COLOUR``."""
    check_spelling(name, rows, faults)
    if re.search(" for (red|yellow|green|blue|nothing)$", name):
        faults.append(f'{shown(name)}: a name can\'t end in "for" and a colour, or in "for nothing": actions do')


def build(rows: Mapping[str, Row], faults: list[str]) -> Catalogue:
    """Check every row and return the catalogue, coloured cards before wild ones; faults are appended, never raised."""
    of = {section: [(n, row) for n, row in rows.items() if row.section == section] for section in SECTIONS}
    of["action"].sort(key=lambda item: item[1].fields.get("colour") == "wild")  # stable: rows stay in order
    cards = tuple(read_card(number, name, row, faults) for number, (name, row) in enumerate(of["action"]))
    planets = tuple(read_planet(number, name, row, faults) for number, (name, row) in enumerate(of["planet"]))
    setup = standard_setup()
    if len(cards) > MOST_CARDS:
        faults.append(f"there are {len(cards)} action cards; there is room for {MOST_CARDS}")
    if len(planets) > MOST_PLANETS:
        faults.append(f"there are {len(planets)} planets; there is room for {MOST_PLANETS}")
    return Catalogue(cards, planets, setup, stated=(*of["action"], *of["planet"]))


def read_card(number: int, name: str, row: Row, faults: list[str]) -> Card:
    """Return the action card of one row."""
    read = Reader(name, row, faults, FIELDS)
    read.shape("card", ("colour", "value", "award"), ("extra",))
    colour = read.code("colour", Colour) or Colour.RED
    value = read.whole("value", 0, MOST_VALUE)
    awards, extras = read_awards(read), tuple(Extra[word.upper().replace(" ", "_")] for word in read_extras(read))
    if colour is Colour.WILD:
        if value:
            read.fault("value", f"a wild has a Position Value of 0, found {value} (TNW-0.5)")
        if extras:
            read.fault("extra", "a wild can always be played, it needs none (TNW-3.4)")
        if len(awards) != 1 or awards[0].award not in (Award.COLLECTIVE_ANY, Award.STEAL):
            read.fault("award", 'a wild has one award, "collective any" or "steal:N"')
    else:
        if not value:
            read.fault("value", "only a wild has a Position Value of 0 (TNW-3.4)")
        if any(gain.award in (Award.COLLECTIVE_ANY, Award.STEAL) for gain in awards):
            read.fault("award", "only a wild names a colour; a coloured card gives its own (TNW-4.1)")
    return Card(number, name, colour, value, awards, extras, row.fields, row.labels)


def read_awards(read: Reader) -> tuple[Gain, ...]:
    """Return what a card gives, in order."""
    told = read.fields.get("award", [])
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_AWARDS:
        read.fault("award", f"expected a list of 1 to {MOST_AWARDS} awards, found {shown(told)}")
        return ()
    words = {word_of(code, {}): code for code in Award}
    most = dict.fromkeys(numbered_words(), MOST_TOKENS)
    gains = []
    for each in told:
        if not isinstance(each, str):
            read.fault("award", f"expected a word, found {shown(each)}")
            continue
        word, number = read.numbered("award", each, most)
        if read.known("award", word, words):
            gains.append(Gain(words[word], number))
    return tuple(gains)


def read_extras(read: Reader) -> list[str]:
    """Return the words of the ways to play a card beside a higher value."""
    return [word for word in read.words("extra") if read.known("extra", word, vocabulary()["extras"])]


def read_planet(number: int, name: str, row: Row, faults: list[str]) -> Planet:
    """Return the planet of one row."""
    read = Reader(name, row, faults, FIELDS)
    read.shape("planet", ("colour",), ())
    colour = read.code("colour", list(Colour)[:COLOURS]) or Colour.RED
    return Planet(number, name, colour, row.labels)
