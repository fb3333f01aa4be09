"""The cards of Star Realms: what is printed on each, and how a card file is read and checked.

Bottom layer of the game. Below: core, and the data files in data/ (cards.toml, vocabulary.toml, setup.toml).
Above: state.py (a position), tables.py (what the rules read of the cards). Rule numbers (SR-) are those of
data/rules.md. The order: the closed vocabulary, the catalogue, how a card file is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ow_env.cards.catalogue import ByName, FaultyFile, Reader, Row, check_spelling, lay_file, read_toml, shown, word_of

DATA = Path(__file__).parent / "data"

MOST_KINDS = 64  # that a tally has room for (cards/tallies.py)
MOST_COPIES = 20  # of a kind in the Trade Deck
MOST_CARDS = 200  # in the Trade Deck: with all that is dealt, no pile has more than 255 cards
MOST_EFFECTS = 6  # in an ability, or in a branch of one
MOST_BRANCHES = 4  # of an ability with an "or"
MOST_NUMBER = 20  # after the colon of an effect
MOST_COST = MOST_DEFENSE = 30

# ── The closed vocabulary ──────────────────────────────────────────────────────────────────────
# What each word means stands in data/vocabulary.toml. Compiled code reads plain integers: the line below each list.

Faction = IntEnum("Faction", "UNALIGNED BLOB TRADE_FEDERATION STAR_EMPIRE MACHINE_CULT", start=0)
UNALIGNED, BLOB, TRADE_FEDERATION, STAR_EMPIRE, MACHINE_CULT = map(int, Faction)

Word = IntEnum(
    "Word",
    "TRADE COMBAT AUTHORITY DRAW OPPONENT_DISCARDS SCRAP_FROM_HAND SCRAP_FROM_HAND_OR_DISCARD SCRAP_FROM_ROW "
    "DESTROY_BASE ACQUIRE_SHIP_ON_TOP NEXT_SHIP_ON_TOP CYCLE TRIM DRAW_PER_BLOB_PLAYED WITH_TWO_BASES_DRAW COPY_SHIP",
)
TRADE, COMBAT, AUTHORITY, DRAW, OPPONENT_DISCARDS, *_others = map(int, Word)
SCRAP_FROM_HAND, SCRAP_FROM_HAND_OR_DISCARD, SCRAP_FROM_ROW, DESTROY_BASE, *_others = _others
ACQUIRE_SHIP_ON_TOP, NEXT_SHIP_ON_TOP, CYCLE, TRIM, DRAW_PER_BLOB_PLAYED, *_others = _others
WITH_TWO_BASES_DRAW, COPY_SHIP = _others

Ability = IntEnum("Ability", "PRIMARY ALLY SCRAP", start=0)
PRIMARY, ALLY, SCRAP = map(int, Ability)

GAINS = (Word.TRADE, Word.COMBAT, Word.AUTHORITY)  # an ability of nothing else is taken by itself (SR-2.5)
SECTIONS = tuple(faction.name.lower() for faction in (*list(Faction)[1:], Faction.UNALIGNED))

# ── The catalogue ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Effect:
    """One part of an ability."""

    word: Word
    number: int = 1
    may: bool = False  # it can be declined

    @property
    def text(self) -> str:
        """The effect as card files say it: "draw:2", "may destroy base"."""
        told = word_of(self.word, {})
        told = f"{told}:{self.number}" if told in numbered_words() else told
        return f"may {told}" if self.may else told


@dataclass(frozen=True)
class Branch:
    """An ability, or one side of its "or"."""

    name: str  # "": the ability has no "or"
    effects: tuple[Effect, ...]

    @property
    def gains_only(self) -> bool:
        """Is it nothing but Trade, Combat and Authority (SR-2.5)?"""
        return all(effect.word in GAINS for effect in self.effects)


@dataclass(frozen=True)
class Card:
    """One kind of card."""

    id: int
    name: str
    faction: Faction
    cost: int
    copies: int  # in the Trade Deck; unaligned: in the box
    is_base: bool
    defense: int  # 0: a ship
    outpost: bool
    primary: tuple[Branch, ...]  # (): none; several: an "or"
    ally: tuple[Branch, ...]  # () or one
    scrap: tuple[Branch, ...]  # () or one
    combat_per_ship: int  # Combat for each ship played while it is in play (SR-10.3)
    ally_of_all: bool  # SR-5.6
    fields: Mapping[str, Any]  # as the file states them
    labels: Mapping[str, str]  # field of the file -> where it is from

    @property
    def copier(self) -> bool:
        """Does it become a copy of another ship (SR-10.1)?"""
        return any(effect.word is Word.COPY_SHIP for branch in self.primary for effect in branch.effects)

    def branches(self, ability: Ability) -> tuple[Branch, ...]:
        """Return an ability: (): it has none."""
        return (self.primary, self.ally, self.scrap)[ability]


@dataclass(frozen=True)
class Setup:
    """What the game begins with (SR-1)."""

    authority: int
    starting_deck: Mapping[str, int]
    opening_hand: tuple[int, int]  # the starter's, the other player's
    hand: int
    trade_row: int
    explorer: str
    explorer_pile: int


@dataclass(frozen=True)
class Catalogue(ByName[Card]):
    """Every kind of card, and what the game begins with. An id is a place in `cards`."""

    cards: tuple[Card, ...]
    setup: Setup

    @cached_property
    def explorer(self) -> int:
        """The id of the Explorer."""
        return self.card_ids[self.setup.explorer]

    @cached_property
    def trade_deck(self) -> tuple[tuple[int, int], ...]:
        """What the Trade Deck holds before the Row is dealt: (id, copies)."""
        return tuple((card.id, card.copies) for card in self.cards if card.faction is not Faction.UNALIGNED)

    def buyable(self, card: Card) -> bool:
        """Can it lie in the Row or the Explorer pile?"""
        return card.faction is not Faction.UNALIGNED or card.id == self.explorer


# ── Reading a card file ────────────────────────────────────────────────────────────────────────


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> what it means."""
    return read_toml(DATA / "vocabulary.toml")


@cache
def numbered_words() -> frozenset[str]:
    """Return the words that take a number, without the ":N"."""
    return frozenset(w.removesuffix(":N") for words in vocabulary().values() for w in words if w.endswith(":N"))


@cache
def standard_setup() -> Setup:
    """Return data/setup.toml."""
    told = read_toml(DATA / "setup.toml")
    return Setup(**{**told, "opening_hand": tuple(told["opening_hand"])})


def load_catalogue(cards: str | Path | None = None) -> Catalogue:
    """Return the base set, with a user's own card file laid over it.

    Args:
        cards: a file of one's own. A row under a known name corrects the fields it states and keeps the others; under
            a new name it adds a kind to the Trade Deck, after those of its faction. Unaligned cards are corrected only.

    Raises:
        FaultyFile: naming every fault of the file at once.
    """
    rows: dict[str, Row] = {}
    standard = DATA / "cards.toml"
    labels = read_toml(standard)["labels"]
    by_section = {section: labels["unaligned" if section == "unaligned" else "trade_deck"] for section in SECTIONS}
    faults = lay_file(rows, standard, SECTIONS, own=False, default_labels=by_section, ignored=("labels",))
    built = build(rows, faults)
    if faults:
        raise FaultyFile(standard, faults)
    if cards is not None:
        faults = lay_file(rows, Path(cards), SECTIONS, own=True, default_labels=by_section, check_name=check_name)
        built = build(rows, faults)
        if faults:
            raise FaultyFile(Path(cards), faults)
    return Catalogue(built, standard_setup(), stated=tuple(rows.items()))


def check_name(name: str, rows: Mapping[str, Row], faults: list[str]) -> None:
    """Check that a name reads back from a position and from an action, ``scrap CARD from hand``."""
    check_spelling(name, rows, faults)
    if name.endswith((" from hand", " from discard", " from row", " on top")) or name == "opponent":
        faults.append(
            f'{shown(name)}: "from hand", "from discard", "from row", "on top", "opponent" are words of actions'
        )


REQUIRED, OPTIONAL = ("cost", "copies", "type"), ("primary", "ally", "scrap", "always", "defense", "outpost")


def build(rows: Mapping[str, Row], faults: list[str]) -> tuple[Card, ...]:
    """Check every row and return the cards, faction by faction; faults are appended, never raised."""
    in_order = sorted(rows.items(), key=lambda item: SECTIONS.index(item[1].section))  # stable: rows stay in order
    cards = tuple(read_card(number, name, row, faults) for number, (name, row) in enumerate(in_order))
    setup = standard_setup()
    box = {**setup.starting_deck, setup.explorer: setup.explorer_pile}
    for card in cards:
        if card.faction is Faction.UNALIGNED and card.name not in box:
            faults.append(f"{card.name}: [unaligned] has {', '.join(box)} and no others; add it to a faction")
        elif card.name in box and (card.faction is not Faction.UNALIGNED or card.is_base):
            found = "a base" if card.is_base else f"[{card.faction.name.lower()}]"
            faults.append(f"{card.name}: it is a ship in [unaligned], found {found}")
        elif card.name in box and card.copies != box[card.name] * (1 if card.name == setup.explorer else 2):
            faults.append(f"{card.name}, copies: the box has as many as are dealt, found {card.copies}")
    if len(cards) > MOST_KINDS:
        faults.append(f"there are {len(cards)} kinds of cards; there is room for {MOST_KINDS}")
    total = sum(card.copies for card in cards if card.faction is not Faction.UNALIGNED)
    if total > MOST_CARDS:  # a file takes no kind away, so there are never too few
        faults.append(f"the Trade Deck has {total} cards; there is room for {MOST_CARDS}")
    return cards


def read_card(number: int, name: str, row: Row, faults: list[str]) -> Card:
    """Return the card of one row."""
    read = Reader(name, row, faults, (*REQUIRED, *OPTIONAL))
    kind = row.fields.get("type")
    if "type" in row.fields:
        read.known("type", kind, ("ship", "base"))
    is_base = kind == "base"
    if is_base:
        read.shape("base", (*REQUIRED, "defense"), OPTIONAL)
    else:
        read.shape("ship", REQUIRED, ("primary", "ally", "scrap"))
    always = read_always(read)
    card = Card(
        id=number,
        name=name,
        faction=Faction[row.section.upper()],
        cost=read.whole("cost", 0, MOST_COST),
        copies=read.whole("copies", 1, MOST_COPIES),
        is_base=is_base,
        defense=read.whole("defense", 1, MOST_DEFENSE),
        outpost=read.flag("outpost"),
        primary=read_ability(read, "primary"),
        ally=read_ability(read, "ally"),
        scrap=read_ability(read, "scrap"),
        combat_per_ship=always.get("combat per ship played", 0),
        ally_of_all="ally of all factions" in always,
        fields=row.fields,
        labels=row.labels,
    )
    check_copier(read, card)
    if card.faction is Faction.UNALIGNED and card.ally:
        read.fault("ally", "an unaligned card has no allies (SR-5.5)")
    return card


def check_copier(read: Reader, card: Card) -> None:
    """Check that what a card in play copies can be told by its kind, and that nothing of its own is left to do then."""
    if not card.copier:
        return
    if card.is_base or len(card.primary) > 1 or card.primary[0].effects[-1].word is not Word.COPY_SHIP:
        read.fault("primary", '"copy ship" stands last in the primary of a ship, which has no "or"')
    if sum(effect.word is Word.COPY_SHIP for effect in card.primary[0].effects) > 1:
        read.fault("primary", 'has "copy ship" twice')
    if card.copies != 1:
        read.fault("copies", f'there is 1 of a card with "copy ship", found {card.copies}')
    for ability in ("ally", "scrap"):
        if ability in read.fields:
            read.fault(ability, 'a card with "copy ship" has those of what it copies')


def read_always(read: Reader) -> dict[str, int]:
    """Return what a base does by itself: word -> its number."""
    found: dict[str, int] = {}
    for told in read.words("always"):
        word, number = read.numbered("always", told, {"combat per ship played": MOST_NUMBER})
        if read.known("always", word, [each.removesuffix(":N") for each in vocabulary()["always"]]):
            found[word] = number
    return found


def read_ability(read: Reader, key: str) -> tuple[Branch, ...]:
    """Return the branches of an ability: one without a name, or those of an "or"."""
    told = read.fields.get(key)
    if told is None:
        return ()
    if isinstance(told, list):
        return (Branch("", read_effects(read, key, told)),)
    if key != "primary" or not isinstance(told, dict):
        wanted = 'a list of effects, or a table of them for an "or"' if key == "primary" else "a list of effects"
        read.fault(key, f"expected {wanted}, found {shown(told)}")
        return ()
    if not 2 <= len(told) <= MOST_BRANCHES:
        read.fault(key, f'an "or" has from 2 to {MOST_BRANCHES} branches, found {len(told)}')
    for name in told:
        if not re.fullmatch("[a-z][a-z ]{0,19}", name) or name != name.strip():
            read.fault(key, f"a branch is called by small letters and spaces, found {shown(name)}")
    return tuple(Branch(name, read_effects(read, key, branch)) for name, branch in told.items())


def read_effects(read: Reader, key: str, told: object) -> tuple[Effect, ...]:
    """Return the effects of a list."""
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_EFFECTS:
        read.fault(key, f"expected a list of 1 to {MOST_EFFECTS} effects, found {shown(told)}")
        return (Effect(Word.TRADE),)
    words = {word_of(code, {}): code for code in Word}
    most = dict.fromkeys(numbered_words(), MOST_NUMBER)
    effects = []
    for each in told:
        if not isinstance(each, str):
            read.fault(key, f"expected a word, found {shown(each)}")
            continue
        may, plain = each.startswith("may "), each.removeprefix("may ")
        word, number = read.numbered(key, plain, most)
        if not read.known(key, word, words):
            continue
        if may and not vocabulary()["effects"].get(word, {}).get("may"):
            read.fault(key, f'"may" can\'t stand before {shown(word)}')
        if words[word] is Word.COPY_SHIP and key != "primary":
            read.fault(key, '"copy ship" can only stand in a primary')
        effects.append(Effect(words[word], number, may))
    return tuple(effects) or (Effect(Word.TRADE),)
