"""Open Worlds cards: what is printed on each card and World, and the tables the rules read.

Bottom layer of the game. Below: core, and the data files in data/ (cards.toml, worlds.toml,
decks.toml, vocabulary.toml). Above: decks.py (which cards make a deck), state.py (a position).
The order: the closed vocabularies, the table rows, the catalogue, then how a card file is read and
checked. docs/cards.md says how to write a card file of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ow_env.cards import catalogue
from ow_env.cards.catalogue import (
    PRINTED,
    RECONSTRUCTED,
    YOURS,
    ByName,
    FaultyFile,
    Reader,
    Row,
    check_spelling,
    lay_file,
    read_toml,
    shown,
)
from ow_env.cards.decklists import counted
from ow_env.compiled.layout import record
from ow_env.core.text import nearest

DATA = Path(__file__).parent / "data"

MAX_CARDS = 128  # card types in a catalogue
MAX_WORLDS = 64  # Worlds in a catalogue
MAX_WEAPONS = 4  # Weapons on a card
MOST_H2O = 9  # of a World as printed: so many Facilities it supports at most
MAX_DEPLETES = 4  # card types in a catalogue that become an indicator

# ── The closed vocabularies ────────────────────────────────────────────────────────────────────
# A word of a card file is the name of its code in lower case: "works here" is WORKS_HERE. What each
# word means stands in data/vocabulary.toml. Codes count from 1, or from 0 where 0 is the ordinary
# case; new ones come last. Compiled code reads plain integers: the line below each list.

Type = IntEnum("Type", "FACILITY ORBITAL GROUND CATASTROPHE UTILITY")
FACILITY, ORBITAL, GROUND, CATASTROPHE, UTILITY = map(int, Type)

Kind = IntEnum(
    "Kind",
    "POST MINING POPULATION PRODUCTION YARD COMPLEX SHIP STATION FIELD MANNED AUTOMATED",
)
POST, MINING, POPULATION, PRODUCTION, YARD, COMPLEX, *_others = map(int, Kind)
SHIP, STATION, FIELD, MANNED, AUTOMATED = _others

IncomeRule = IntEnum(
    "IncomeRule", "FIXED RES FRONTIER WORKS_HERE WORLDS_OCCUPIED POPULATED_WORLDS", start=0
)
FIXED, RES, FRONTIER, WORKS_HERE, WORLDS_OCCUPIED, POPULATED_WORLDS = map(int, IncomeRule)

Req = IntEnum(
    "Req",
    "ANY_WORLD OCCUPIED NON_HOSTILE HABITABLE NON_HOSTILE_OR_OCCUPIED HABITABLE_OR_OCCUPIED "
    "INDUSTRIAL_BASE WORKS POPULATION_HERE CONTESTED CAPACITY",
    start=0,
)
ANY_WORLD, OCCUPIED, NON_HOSTILE, HABITABLE, NON_HOSTILE_OR_OCCUPIED, *_others = map(int, Req)
HABITABLE_OR_OCCUPIED, INDUSTRIAL_BASE, WORKS, POPULATION_HERE, CONTESTED, CAPACITY = _others

Swap = IntEnum("Swap", "NONE ANY POPULATION_OR_PRODUCTION", start=0)
SWAP_NONE, SWAP_ANY, SWAP_POPULATION_OR_PRODUCTION = map(int, Swap)

Window = IntEnum(
    "Window",
    "UNTIL_END_OF_MOVE BEGINNING_OF_TURN BEGINNING_OF_STAGE END_OF_MOVE REVEAL "
    "BEGINNING_OF_RESOLUTION BEGINNING_OF_SURFACE_CONFLICT END_OF_DRAW REACTION",
)
UNTIL_END_OF_MOVE, BEGINNING_OF_TURN, BEGINNING_OF_STAGE, END_OF_MOVE, *_others = map(int, Window)
REVEAL, BEGINNING_OF_RESOLUTION, BEGINNING_OF_SURFACE_CONFLICT, END_OF_DRAW, REACTION = _others

Action = IntEnum(
    "Action",
    "CANCEL SWAP_STAGED BECOME_SHIP LIFT_CLASS_LIMIT DESTROY SEIZE DRAW_OR_SEARCH HALT_SHIPS "
    "STOP_INCOME DEPLOY_GROUND",
)
CANCEL, SWAP_STAGED, BECOME_SHIP, LIFT_CLASS_LIMIT, DESTROY, *_others = map(int, Action)
SEIZE, DRAW_OR_SEARCH, HALT_SHIPS, STOP_INCOME, DEPLOY_GROUND = _others

KINDS_OF = {
    Type.FACILITY: tuple(Kind)[:6],
    Type.ORBITAL: (Kind.SHIP, Kind.STATION, Kind.FIELD),
    Type.GROUND: (Kind.MANNED, Kind.AUTOMATED),
}

# ── The table rows ─────────────────────────────────────────────────────────────────────────────


CARD = record([
    ("type",                 np.uint8),  # Type
    ("kind",                 np.uint8),  # Kind; 0 for Catastrophes and Utilities
    ("defense",              np.int16),  # Defensive Strength, 1 to 99; 0: not a unit
    ("income_rule",          np.uint8),  # IncomeRule
    ("income",               np.int16),  # when income_rule is FIXED
    ("capacity",             np.int16),  # Troop Capacity it provides
    ("req",                  np.uint8),  # Req
    ("req_capacity",         np.int16),  # when req is CAPACITY
    ("weapon_count",         np.uint8),  # 0 to MAX_WEAPONS
    ("weapons",              np.int16, (MAX_WEAPONS,)),  # Weapon Power; 0 beyond weapon_count
    ("ship_class",           np.int16),
    ("move_range",           np.int16),  # parsecs
    ("retreat",              np.uint8),
    ("swap",                 np.uint8),  # Swap
    # one field for each word of [effects]: 0 no, 1 yes, or its number
    ("untargetable",         np.uint8),
    ("class_free",           np.uint8),
    ("extra_automated",      np.uint8),
    ("terraform",            np.uint8),
    ("depletes",             np.int16),  # H2O its World loses once it has run its course
    ("shield",               np.int16),  # damage of Catastrophes kept from each ground unit
    ("no_bombardment",       np.uint8),
    ("bombard",              np.uint8),
    ("ground_only",          np.uint8),
    ("defends",              np.uint8),
    ("conquers",             np.uint8),
    ("trash_after_use",      np.uint8),
    ("trash_after_conflict", np.uint8),
    ("two_targets",          np.uint8),
    ("prohibited",           np.uint8),  # banned on the FINAL TURN
    ("unlimited",            np.uint8),  # any number in a deck
    ("introductory",         np.uint8),  # allowed in 40-card decks (OW-1.5)
    ("damage",               np.int16),  # of a Catastrophe
    ("hits_facility",        np.uint8),
    ("hits_ground",          np.uint8),
    ("hits_orbital",         np.uint8),
    ("hits_manned",          np.uint8),
    ("hits_population",      np.uint8),
    ("window",               np.uint8),  # Window of a Utility
    ("action",               np.uint8),  # Action of a Utility
    ("action_number",        np.int16),  # DESTROY, SEIZE: most defense; DRAW_OR_SEARCH: cards
    # filled by the action layer: index among the units, ..., and first action id of the card's
    # block; -1: it is none, it has none
    ("unit",                 np.int16),
    ("facility",             np.int16),
    ("ship",                 np.int16),
    ("stage_id",             np.int32),
    ("move_id",              np.int32),
    ("discard_id",           np.int32),
    ("swap_id",              np.int32),
    ("retreat_id",           np.int32),
    ("target_id",            np.int32),
    ("defend_id",            np.int32),
    ("conquer_id",           np.int32),
    ("play_id",              np.int32),
    ("take_id",              np.int32),
])

WORLD_ROW = record([
    ("h2o",       np.int16),  # 1 to 9: the most Facilities it supports
    ("res",       np.int16),  # 0 to 20
    ("habitable", np.uint8),
    ("hostile",   np.uint8),
])

_CARD_FIELDS = CARD.names or ()
_LEFT_TO_ACTIONS = _CARD_FIELDS[_CARD_FIELDS.index("unit") :]
_HITS = tuple(name.removeprefix("hits_") for name in _CARD_FIELDS if name.startswith("hits_"))

# ── The catalogue ──────────────────────────────────────────────────────────────────────────────

@dataclass(frozen=True)
class Card:
    """One card of the catalogue; ``Catalogue.rows`` holds it as the rules read it."""

    id: int
    name: str
    type: Type
    kind: Kind | None = None  # None: a Catastrophe or Utility; one that becomes a Ship is a SHIP
    defense: int = 0
    income_rule: IncomeRule = IncomeRule.FIXED
    income: int = 0
    capacity: int = 0
    req: Req = Req.ANY_WORLD
    req_capacity: int = 0
    weapons: tuple[int, ...] = ()
    ship_class: int = 0
    move_range: int = 0
    retreat: bool = False
    swap: Swap = Swap.NONE
    effects: Mapping[str, int] = field(default_factory=dict)  # word -> its number, or 1
    prohibited: bool = False
    unlimited: bool = False
    introductory: bool = True
    damage: int = 0
    hits: tuple[str, ...] = ()
    window: Window | None = None
    action: Action | None = None
    action_number: int = 0
    text: str = ""  # of a Utility, in our own words
    fields: Mapping[str, Any] = field(default_factory=dict)  # as its file states them
    labels: Mapping[str, str] = field(default_factory=dict)  # field of the file -> its label

    @property
    def title(self) -> str:
        """The name without its Defensive Strength: "City" for City 20 (OW-1.1)."""
        return self.name.removesuffix(f" {self.defense}")


@dataclass(frozen=True)
class World:
    """One World of the Worlds Deck."""

    id: int
    name: str
    h2o: int
    res: int
    habitable: bool
    hostile: bool
    label: str  # PRINTED, RECONSTRUCTED or YOURS: of all its card values

    @property
    def introductory(self) -> bool:
        """Whether the 40-card game may use it (OW-1.2)."""
        return self.h2o >= 3


@dataclass(frozen=True)
class Deck:
    """A deck list. decks.py reads, checks and writes it."""

    name: str
    cards: tuple[tuple[str, int], ...]  # (card name, copies), in the order of the list
    size: int  # cards it should hold: 54, or 40 for an introductory deck

    @property
    def introductory(self) -> bool:
        """Whether it is a deck of the 40-card game (OW-1.1)."""
        return self.size == 40

    @property
    def names(self) -> list[str]:
        """Every card by name, a name for each copy."""
        return [name for name, copies in self.cards for _ in range(copies)]


_Entry = TypeVar("_Entry", World, Deck)


@dataclass(frozen=True)
class Catalogue(ByName[Card]):
    """Every card, World and printed deck. An id is a place in these tuples."""

    cards: tuple[Card, ...]
    worlds: tuple[World, ...]
    decks: tuple[Deck, ...]

    @cached_property
    def world_ids(self) -> Mapping[str, int]:
        """World name -> id."""
        return {world.name: world.id for world in self.worlds}

    def world(self, name: str) -> World:
        """Return the World of that name, or raise ValueError naming the nearest."""
        return _named("World", self.worlds, name)

    def deck(self, name: str) -> Deck:
        """Return the printed deck of that name, or raise ValueError naming the nearest."""
        return _named("deck", self.decks, name)

    def rows(self) -> npt.NDArray[np.void]:
        """Return [cards] rows of CARD, in id order; the action layer's fields are -1."""
        rows = np.zeros(len(self.cards), CARD)
        for name in _LEFT_TO_ACTIONS:
            rows[name] = -1
        for card, row in zip(self.cards, rows, strict=True):
            for name in set(_CARD_FIELDS) & set(vars(card)) - {"weapons"}:
                row[name] = getattr(card, name) or 0
            row["weapon_count"] = len(card.weapons)
            row["weapons"][: len(card.weapons)] = card.weapons
            for word, number in card.effects.items():
                row[word.replace(" ", "_")] = number
            for word in card.hits:
                row[f"hits_{word}"] = 1
        return rows

    def world_rows(self) -> npt.NDArray[np.void]:
        """Return [Worlds] rows of WORLD_ROW, in id order."""
        return np.array([(w.h2o, w.res, w.habitable, w.hostile) for w in self.worlds], WORLD_ROW)


def _named(what: str, entries: tuple[_Entry, ...], name: str) -> _Entry:
    by_name = {entry.name: entry for entry in entries}
    if name not in by_name:
        raise ValueError(f"there is no {what} {name!r}{nearest(name, by_name)}")
    return by_name[name]


def load_catalogue(
    path: str | Path | None = None, cards: str | Path | None = None
) -> Catalogue:
    """Return the standard catalogue, with a user's own card file laid over it.

    Args:
        path: a folder with another cards.toml, worlds.toml and decks.toml; None: the standard one.
        cards: a file of one's own. A row under a known name corrects the fields it states and
            keeps the others; under a new name it adds a card or World after all others.

    Raises:
        FaultyFile: naming every fault of the file at once.
    """
    folder = DATA if path is None else Path(path)
    rows: dict[str, Row] = {}
    _lay(rows, folder / "cards.toml", own=False)
    built = _lay(rows, folder / "worlds.toml", own=False)
    if cards is not None:
        built = _lay(rows, Path(cards), own=True)
    return Catalogue(*built, _printed_decks(folder / "decks.toml"), stated=tuple(rows.items()))


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> its meaning (effects, actions: a table)."""
    return read_toml(DATA / "vocabulary.toml")


def _printed_decks(path: Path) -> tuple[Deck, ...]:
    return tuple(
        Deck(name, tuple(map(counted, deck["cards"])), deck["size"])
        for name, deck in read_toml(path)["deck"].items()
    )


# ── Reading a card file ────────────────────────────────────────────────────────────────────────


_SECTIONS = (*(code.name.lower() for code in Type), "world")


def _lay(rows: dict[str, Row], path: Path, *, own: bool) -> tuple[tuple[Card, ...], tuple[World, ...]]:
    """Lay the rows of one file over ``rows``, in place, and return what they now build."""
    faults = lay_file(rows, path, _SECTIONS, own=own, labelled_whole=("world",), check_name=_check_name)
    built = _build(rows, faults)
    if faults:
        raise FaultyFile(path, faults)
    return built


def _check_name(name: str, rows: Mapping[str, Row], faults: list[str]) -> None:
    """A name must read back from a deck list and from an action name, ``stage CARD @ WORLD``."""
    check_spelling(name, rows, faults)
    if name.lower().startswith(("own ", "conquered ")) or " of player" in name.lower():
        faults.append(f'{shown(name)}: "own", "conquered", "of player" tell whose card an action means')


def _build(
    rows: Mapping[str, Row], faults: list[str]
) -> tuple[tuple[Card, ...], tuple[World, ...]]:
    """Check every row and return the cards and Worlds; faults are appended, never raised."""
    cards: list[Card] = []
    worlds: list[World] = []
    for name, row in rows.items():
        if row.section == "world":
            worlds.append(_world(len(worlds), name, row, faults))
        else:
            cards.append(_card(len(cards), name, row, faults))
    depletes = sum("depletes" in card.effects for card in cards)
    for found, most, what in (
        (len(cards), MAX_CARDS, "cards"),
        (len(worlds), MAX_WORLDS, "Worlds"),
        (depletes, MAX_DEPLETES, 'cards with "depletes"'),
    ):
        if found > most:
            faults.append(f"there are {found} {what}; a catalogue has room for {most}")
    return tuple(cards), tuple(worlds)


# ── Checking a row ─────────────────────────────────────────────────────────────────────────────

_FIELDS = {  # what a row must state, and what else it may
    "facility":    ("kind defense income req", "capacity swap effects unlimited"),
    "ship":        ("kind weapons defense class range", "retreat capacity income effects"),
    "station":     ("kind defense req", "weapons capacity income effects"),
    "field":       ("kind defense req", "weapons capacity income effects"),
    "ground":      ("kind weapons defense req", "income effects"),
    "catastrophe": ("damage hits req", ""),
    "utility":     ("window action text", ""),
    "world":       ("h2o res", "habitable hostile"),
}
_ANY_CARD = ("prohibited", "introductory")
_EVERY_FIELD = {word for pair in _FIELDS.values() for words in pair for word in words.split()}
_EVERY_FIELD |= {"number", *_ANY_CARD}
_NUMBERED_ACTIONS = {Action.DESTROY: 99, Action.SEIZE: 99, Action.DRAW_OR_SEARCH: 10}  # at most
_NUMBERED_EFFECTS = {"depletes": 8, "shield": 99}
_SPELLED = {"NON_HOSTILE": "non-hostile", "NON_HOSTILE_OR_OCCUPIED": "non-hostile or occupied"}



def word_of(code: IntEnum) -> str:
    """Return the word a card file uses for a code."""
    return catalogue.word_of(code, _SPELLED)


def _reader(name: str, row: Row, faults: list[str]) -> Reader:
    misplaced = {"unlimited": "only a Facility may stand in a deck in any number, not {what}"}
    return Reader(name, row, faults, _EVERY_FIELD, _SPELLED, misplaced)


def _world(number: int, name: str, row: Row, faults: list[str]) -> World:
    read = _reader(name, row, faults)
    required, optional = _FIELDS["world"]
    read.shape("World", required.split(), optional.split())
    labels = set(row.labels.values())
    return World(
        id=number,
        name=name,
        h2o=read.whole("h2o", 1, MOST_H2O),
        res=read.whole("res", 0, 20),
        habitable=read.flag("habitable"),
        hostile=read.flag("hostile"),
        label=YOURS if YOURS in labels else PRINTED if PRINTED in labels else RECONSTRUCTED,
    )


def _card(number: int, name: str, row: Row, faults: list[str]) -> Card:
    read = _reader(name, row, faults)
    type_ = Type[row.section.upper()]
    kind = read.code("kind", KINDS_OF[type_]) if type_ in KINDS_OF else None
    action = read.code("action", Action)
    _check_shape(read, type_, kind, action)
    if action is Action.BECOME_SHIP:
        kind = Kind.SHIP
    weapons = _weapons(read)
    income_rule, income = _income(read)
    req, req_capacity = _req(read)
    effects = _effects(read, "orbital" if kind is Kind.SHIP else row.section, weapons)
    action_number = read.whole("number", 1, _NUMBERED_ACTIONS.get(action, 99) if action else 99)
    prohibited = read.flag("prohibited")
    ship_class = read.whole("class", 0, 99)
    left_out = (  # by OW-1.5, beside the cards it names
        type_ is Type.UTILITY
        or kind in (Kind.YARD, Kind.STATION, Kind.FIELD)
        or prohibited
        or ship_class > 11
        or "conquers" in effects
    )
    if left_out and row.fields.get("introductory") is True:
        read.fault("introductory", "OW-1.5 leaves such a card out of introductory decks")
    return Card(
        id=number,
        name=name,
        type=type_,
        kind=kind,
        defense=read.whole("defense", 1, 99),
        income_rule=income_rule,
        income=income,
        capacity=read.whole("capacity", 0, 99),
        req=req,
        req_capacity=req_capacity,
        weapons=weapons,
        ship_class=ship_class,
        move_range=read.whole("range", 0, 9),
        retreat=read.flag("retreat"),
        swap=read.code("swap", Swap) or Swap.NONE,
        effects=effects,
        prohibited=prohibited,
        unlimited=read.flag("unlimited"),
        introductory=read.flag("introductory", True) and not left_out,
        damage=read.whole("damage", 1, 99),
        hits=_hits(read),
        window=_window(read, action),
        action=action,
        action_number=action_number,
        text=_text(read).replace("{number}", str(action_number)),
        fields=row.fields,
        labels=row.labels,
    )


def _check_shape(read: Reader, type_: Type, kind: Kind | None, action: Action | None) -> None:
    what = word_of(type_)
    if type_ is Type.ORBITAL:
        what = word_of(kind or Kind.SHIP)
    required, optional = (names.split() for names in _FIELDS[what])
    if type_ is Type.ORBITAL and kind is None:  # what it lacks depends on the kind: do not guess
        required, optional = ["kind", "defense"], [*required, *optional, "req"]
    if action is Action.BECOME_SHIP:
        ship, more = (names.split() for names in _FIELDS["ship"])
        required, optional = [*required, *ship[1:]], more
    if action in _NUMBERED_ACTIONS:
        required = [*required, "number"]
    read.shape(what, required, [*optional, *_ANY_CARD])


def _weapons(read: Reader) -> tuple[int, ...]:
    value = read.fields.get("weapons", [])
    if not isinstance(value, list) or len(value) > MAX_WEAPONS:
        read.fault("weapons", f"expected at most {MAX_WEAPONS} numbers, found {shown(value)}")
        return ()
    if not all(type(power) is int and 1 <= power <= 99 for power in value):
        read.fault("weapons", f"expected whole numbers from 1 to 99, found {shown(value)}")
        return ()
    return tuple(value)


def _income(read: Reader) -> tuple[IncomeRule, int]:
    if isinstance(read.fields.get("income"), str):
        return read.code("income", list(IncomeRule)[1:]) or IncomeRule.FIXED, 0
    return IncomeRule.FIXED, read.whole("income", 0, 99)


def _req(read: Reader) -> tuple[Req, int]:
    found = read.fields.get("req")
    if isinstance(found, str) and found.partition(":")[0] == "capacity":
        return Req.CAPACITY, read.numbered("req", found, {"capacity": 99})[1]
    return read.code("req", Req) or Req.ANY_WORLD, 0


def _effects(read: Reader, section: str, weapons: tuple[int, ...]) -> dict[str, int]:
    on = {word.removesuffix(":N"): entry["on"] for word, entry in vocabulary()["effects"].items()}
    effects: dict[str, int] = {}
    for found in read.words("effects"):
        word, number = read.numbered("effects", found, _NUMBERED_EFFECTS)
        if not read.known("effects", word, on):
            continue
        if section not in on[word]:
            allowed = " or ".join(on[word])
            read.fault("effects", f"{shown(word)} may stand on {allowed}, not on {section}")
        if word in effects:
            read.fault("effects", f"has {shown(word)} twice")
        effects[word] = number
    if "depletes" in effects and read.flag("unlimited"):
        read.fault("effects", '"depletes" can\'t stand on a card of which a deck has any number')
    if "two targets" in effects and len(weapons) != 2:
        read.fault("effects", f'"two targets" needs exactly two Weapons, found {len(weapons)}')
    return effects


def _hits(read: Reader) -> tuple[str, ...]:
    words = read.words("hits")
    if not words and "hits" in read.fields:
        read.fault("hits", "expected at least one word")
    return tuple(word for word in words if read.known("hits", word, _HITS))


def _window(read: Reader, action: Action | None) -> Window | None:
    window = read.code("window", Window)
    if window and action:
        allowed = vocabulary()["actions"][word_of(action)]["in"]
        if word_of(window) not in allowed:
            places = " or ".join(map(shown, allowed))
            found = f"found {shown(word_of(window))}"
            read.fault("window", f"{found}; {shown(word_of(action))} is played in {places}")
    return window


def _text(read: Reader) -> str:
    text = read.fields.get("text", "")
    if not isinstance(text, str) or ("text" in read.fields and not text.strip()):
        read.fault("text", f"expected a sentence, found {shown(text)}")
        return ""
    return text
