"""Open Worlds cards: what is printed on each card and World, and the tables the rules read.

Bottom layer of the game. Below: the data files in data/ (cards.toml, worlds.toml, decks.toml,
vocabulary.toml). Above: decks.py (which cards make a deck), state.py (what a position is).
The order: the closed vocabularies, the table rows, the catalogue, then how a card file is read and
checked. docs/cards.md says how to write a card file of one's own.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

DATA = Path(__file__).parent / "data"

MAX_CARDS = 128  # card types in a catalogue
MAX_WORLDS = 64  # Worlds in a catalogue
MAX_WEAPONS = 4  # Weapons on a card
MAX_DEPLETES = 4  # card types in a catalogue that become an indicator


# ── The closed vocabularies ──────────────────────────────────────────────────────────────────
# A word of a card file is the name of its code in lower case: "works here" is IncomeRule.WORKS_HERE.
# What each word means stands in data/vocabulary.toml. The plain numbers after each list are for
# compiled code, which reads module-level integers.


class Type(IntEnum):
    FACILITY = 1
    ORBITAL = 2
    GROUND = 3
    CATASTROPHE = 4
    UTILITY = 5


FACILITY, ORBITAL, GROUND, CATASTROPHE, UTILITY = map(int, Type)


class Kind(IntEnum):
    POST = 1
    MINING = 2
    POPULATION = 3
    PRODUCTION = 4
    YARD = 5
    COMPLEX = 6
    SHIP = 7
    STATION = 8
    FIELD = 9
    MANNED = 10
    AUTOMATED = 11


POST, MINING, POPULATION, PRODUCTION, YARD, COMPLEX = map(int, tuple(Kind)[:6])
SHIP, STATION, FIELD, MANNED, AUTOMATED = map(int, tuple(Kind)[6:])

KINDS_OF = {
    Type.FACILITY: tuple(Kind)[:6],
    Type.ORBITAL: (Kind.SHIP, Kind.STATION, Kind.FIELD),
    Type.GROUND: (Kind.MANNED, Kind.AUTOMATED),
}


class IncomeRule(IntEnum):
    FIXED = 0
    RES = 1
    FRONTIER = 2
    WORKS_HERE = 3
    WORLDS_OCCUPIED = 4
    POPULATED_WORLDS = 5


FIXED, RES, FRONTIER, WORKS_HERE, WORLDS_OCCUPIED, POPULATED_WORLDS = map(int, IncomeRule)


class Req(IntEnum):
    ANY_WORLD = 0
    OCCUPIED = 1
    NON_HOSTILE = 2
    HABITABLE = 3
    NON_HOSTILE_OR_OCCUPIED = 4
    HABITABLE_OR_OCCUPIED = 5
    INDUSTRIAL_BASE = 6
    WORKS = 7
    POPULATION_HERE = 8
    CONTESTED = 9
    CAPACITY = 10


ANY_WORLD, OCCUPIED, NON_HOSTILE, HABITABLE = map(int, tuple(Req)[:4])
NON_HOSTILE_OR_OCCUPIED, HABITABLE_OR_OCCUPIED = map(int, tuple(Req)[4:6])
INDUSTRIAL_BASE, WORKS, POPULATION_HERE, CONTESTED, CAPACITY = map(int, tuple(Req)[6:])


class Swap(IntEnum):
    NONE = 0
    ANY = 1
    POPULATION_OR_PRODUCTION = 2


NONE, ANY, POPULATION_OR_PRODUCTION = map(int, Swap)


class Window(IntEnum):
    UNTIL_END_OF_MOVE = 1
    BEGINNING_OF_TURN = 2
    BEGINNING_OF_STAGE = 3
    END_OF_MOVE = 4
    REVEAL = 5
    BEGINNING_OF_RESOLUTION = 6
    BEGINNING_OF_SURFACE_CONFLICT = 7
    END_OF_DRAW = 8
    REACTION = 9


UNTIL_END_OF_MOVE, BEGINNING_OF_TURN, BEGINNING_OF_STAGE = map(int, tuple(Window)[:3])
END_OF_MOVE, REVEAL, BEGINNING_OF_RESOLUTION = map(int, tuple(Window)[3:6])
BEGINNING_OF_SURFACE_CONFLICT, END_OF_DRAW, REACTION = map(int, tuple(Window)[6:])


class Action(IntEnum):
    CANCEL = 1
    SWAP_STAGED = 2
    BECOME_SHIP = 3
    LIFT_CLASS_LIMIT = 4
    DESTROY = 5
    SEIZE = 6
    DRAW_OR_SEARCH = 7
    HALT_SHIPS = 8
    STOP_INCOME = 9
    DEPLOY_GROUND = 10


CANCEL, SWAP_STAGED, BECOME_SHIP, LIFT_CLASS_LIMIT, DESTROY = map(int, tuple(Action)[:5])
SEIZE, DRAW_OR_SEARCH, HALT_SHIPS, STOP_INCOME, DEPLOY_GROUND = map(int, tuple(Action)[5:])

# ── The table rows ───────────────────────────────────────────────────────────────────────────

_EFFECT_FIELDS = [  # one field for each word of [effects]: 0 no, 1 yes, or its number
    ("untargetable", np.uint8),
    ("class_free", np.uint8),
    ("extra_automated", np.uint8),
    ("terraform", np.uint8),
    ("depletes", np.int16),  # H2O lost at the World once it has run its course
    ("shield", np.int16),  # damage of Catastrophes kept from each ground unit
    ("no_bombardment", np.uint8),
    ("bombard", np.uint8),
    ("ground_only", np.uint8),
    ("defends", np.uint8),
    ("conquers", np.uint8),
    ("trash_after_use", np.uint8),
    ("trash_after_conflict", np.uint8),
    ("two_targets", np.uint8),
]
_HIT_FIELDS = [
    ("hits_facility", np.uint8),
    ("hits_ground", np.uint8),
    ("hits_orbital", np.uint8),
    ("hits_manned", np.uint8),
    ("hits_population", np.uint8),
]
_INDEX_FIELDS = ["unit", "facility", "ship"]  # index among those; -1: not one
_ACTION_ID_FIELDS = [  # first action id of the card's block; -1: it has none
    "stage_id",
    "move_id",
    "discard_id",
    "swap_id",
    "retreat_id",
    "target_id",
    "defend_id",
    "conquer_id",
    "play_id",
    "take_id",
]

CARD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("type", np.uint8),  # Type
                ("kind", np.uint8),  # Kind; 0 for Catastrophes and Utilities
                ("defense", np.int16),  # Defensive Strength, 1 to 99; 0 for cards that are no unit
                ("income_rule", np.uint8),  # IncomeRule
                ("income", np.int16),  # when income_rule is FIXED
                ("capacity", np.int16),  # Troop Capacity provided
                ("req", np.uint8),  # Req
                ("req_capacity", np.int16),  # when req is CAPACITY
                ("weapon_count", np.uint8),  # 0 to MAX_WEAPONS
                ("weapons", np.int16, (MAX_WEAPONS,)),  # Weapon Power of each; 0 beyond weapon_count
                ("ship_class", np.int16),
                ("move_range", np.int16),  # parsecs
                ("retreat", np.uint8),
                ("swap", np.uint8),  # Swap
                *_EFFECT_FIELDS,
                ("prohibited", np.uint8),  # banned on the FINAL TURN
                ("unlimited", np.uint8),  # any number in a deck
                ("introductory", np.uint8),  # allowed in 40-card decks (OW-1.5)
                ("damage", np.int16),  # of a Catastrophe
                *_HIT_FIELDS,
                ("window", np.uint8),  # Window of a Utility
                ("action", np.uint8),  # Action of a Utility
                ("action_number", np.int16),  # DESTROY, SEIZE: largest defense; DRAW_OR_SEARCH: cards
                *((name, np.int16) for name in _INDEX_FIELDS),
                *((name, np.int32) for name in _ACTION_ID_FIELDS),
            ],
            align=True,
        ),
    )
)

WORLD = np.dtype(
    (
        np.record,
        np.dtype(
            [("h2o", np.int16), ("res", np.int16), ("habitable", np.uint8), ("hostile", np.uint8)],
            align=True,
        ),
    )
)

for _dtype in (CARD, WORLD):  # such a field would read differently in uncompiled code
    assert not set(_dtype.names or ()) & set(dir(np.record)), "a field hides a method of np.record"

# ── The catalogue ────────────────────────────────────────────────────────────────────────────

PRINTED = "printed"  # the rulebook states or forces it
INFERRED = "inferred"  # it follows from the rulebook's text or the card's name
RECONSTRUCTED = "reconstructed"  # ours, so that the game can be played
YOURS = "yours"  # from a user's own card file


@dataclass(frozen=True)
class Card:
    """One card of the catalogue, in words and figures; ``Catalogue.rows`` has it as the rules read it."""

    id: int
    name: str
    type: Type
    kind: Kind | None = None  # None for Catastrophes; a Utility that becomes a Ship is a SHIP
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
    effects: Mapping[str, int] = field(default_factory=dict)  # word -> its number, 1 where it has none
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
    labels: Mapping[str, str] = field(default_factory=dict)  # field -> PRINTED ... YOURS

    @property
    def title(self) -> str:
        """The name without its Defensive Strength: "City" for City 20 (OW-1.1)."""
        return self.name.removesuffix(f" {self.defense}") if self.defense else self.name


@dataclass(frozen=True)
class World:
    id: int
    name: str
    h2o: int
    res: int
    habitable: bool
    hostile: bool
    label: str  # PRINTED, RECONSTRUCTED or YOURS

    @property
    def introductory(self) -> bool:
        """Whether the 40-card game may use it (OW-1.2)."""
        return self.h2o >= 3


@dataclass(frozen=True)
class Deck:
    """A deck list: which cards and how many of each. decks.py reads, checks and writes them."""

    name: str
    cards: tuple[tuple[str, int], ...]  # (card name, copies), in the order of the list
    size: int  # cards it should hold: 54, or 40 for an introductory deck
    introductory: bool = False


@dataclass(frozen=True)
class Catalogue:
    """Every card, World and printed deck. A card's id is its place here."""

    cards: tuple[Card, ...]
    worlds: tuple[World, ...]
    decks: tuple[Deck, ...]

    @property
    def card_ids(self) -> dict[str, int]:
        return {card.name: card.id for card in self.cards}

    @property
    def world_ids(self) -> dict[str, int]:
        return {world.name: world.id for world in self.worlds}

    def card(self, name: str) -> Card:
        """Return the card of that name, or raise ValueError naming the nearest."""
        return _named(self.cards, name, "card")

    def world(self, name: str) -> World:
        """Return the World of that name, or raise ValueError naming the nearest."""
        return _named(self.worlds, name, "World")

    def deck(self, name: str) -> Deck:
        """Return the printed deck of that name, or raise ValueError naming the nearest."""
        return _named(self.decks, name, "deck")

    def rows(self) -> npt.NDArray[np.void]:
        """Return [cards] CARD rows, in id order. The action ids are -1: the action layer fills them."""
        rows = np.zeros(len(self.cards), CARD)
        for name in (*_INDEX_FIELDS, *_ACTION_ID_FIELDS):
            rows[name] = -1
        for card, row in zip(self.cards, rows, strict=True):
            for name in _COPIED_FIELDS:
                row[name] = getattr(card, name)
            for name in ("kind", "window", "action"):
                row[name] = getattr(card, name) or 0
            row["weapon_count"] = len(card.weapons)
            row["weapons"][: len(card.weapons)] = card.weapons
            for word, number in card.effects.items():
                row[_as_field(word)] = number
            for word in card.hits:
                row["hits_" + word] = 1
        return rows

    def world_rows(self) -> npt.NDArray[np.void]:
        """Return [Worlds] WORLD rows, in id order."""
        return np.array([(w.h2o, w.res, w.habitable, w.hostile) for w in self.worlds], WORLD)


_COPIED_FIELDS = (
    *("type", "defense", "income_rule", "income", "capacity", "req", "req_capacity", "ship_class"),
    *("move_range", "retreat", "swap", "prohibited", "unlimited", "introductory", "damage"),
    "action_number",
)

_Named = TypeVar("_Named", Card, World, Deck)


def _named(things: tuple[_Named, ...], name: str, what: str) -> _Named:
    for thing in things:
        if thing.name == name:
            return thing
    raise ValueError(f"there is no {what} {name!r}: the nearest is {nearest(name, [t.name for t in things])!r}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most like ``word``, upper and lower case alike."""
    by_lower = {name.lower(): name for name in known}
    return by_lower[difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.0)[0]]


class CardFileError(ValueError):
    """A card file cannot be used. ``faults`` names everything wrong with it, one sentence each."""

    def __init__(self, path: Path, faults: Iterable[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__(f"{path} cannot be used:\n" + "\n".join(f"  - {fault}" for fault in self.faults))



def load_catalogue(path: str | Path | None = None, cards: str | Path | None = None) -> Catalogue:
    """Return the standard catalogue, with a user's own card file laid over it.

    Args:
        path: a folder with another cards.toml, worlds.toml and decks.toml; None: the standard one.
        cards: a file of one's own. A row under a known name corrects the fields it states and keeps the
            others; under a new name it adds a card or World after all others. docs/cards.md shows one.

    Raises:
        CardFileError: naming every fault of the file at once.
    """
    folder = Path(path) if path else DATA
    rows: dict[str, _Row] = {}
    for file in (folder / "cards.toml", folder / "worlds.toml"):
        faults: list[str] = []
        _lay_over(rows, _read_toml(file), faults, own=False)
        built = _build(rows, faults)
        if faults:
            raise CardFileError(file, faults)
    if cards is not None:
        faults = []
        _lay_over(rows, _read_toml(Path(cards)), faults, own=True)
        built = _build(rows, faults)
        if faults:
            raise CardFileError(Path(cards), faults)
    return Catalogue(*built, _printed_decks(folder / "decks.toml"))


@cache
def vocabulary() -> dict[str, dict[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> what it means (for an effect or action, a table)."""
    return _read_toml(DATA / "vocabulary.toml")


def counted(line: str) -> tuple[str, int]:
    """Read one entry of a deck list: ``5x Exploit`` is ("Exploit", 5), ``City 12`` is ("City 12", 1)."""
    found = re.fullmatch(r"(\d+)\s*[xX]\s+(.+)", line.strip())
    return (found[2].strip(), int(found[1])) if found else (line.strip(), 1)


# ── Reading a card file ──────────────────────────────────────────────────────────────────────


@dataclass
class _Row:
    """One card or World as its file states it, before it is checked."""

    section: str  # "facility" ... "utility", "world"
    fields: dict[str, Any]
    labels: dict[str, str]


_SECTIONS = (*(code.name.lower() for code in Type), "world")
_LABELS = (PRINTED, INFERRED)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CardFileError(path, ["there is no such file"]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CardFileError(path, [f"it cannot be read: {error}"]) from None
    except tomllib.TOMLDecodeError as error:
        raise CardFileError(path, [f"it is not TOML: {error}"]) from None


def _lay_over(rows: dict[str, _Row], tables: Mapping[str, Any], faults: list[str], *, own: bool) -> None:
    """Add the rows of one file to ``rows``, in place; ``own``: a user's file, whose fields are theirs."""
    seen: dict[str, str] = {}
    for section, table in tables.items():
        if section not in _SECTIONS:
            faults.append(f"[{section}]: no such section; the nearest is [{nearest(section, _SECTIONS)}]")
        elif not isinstance(table, dict):
            faults.append(f"[{section}]: expected a table of rows, found {_shown(table)}")
        else:
            for name, stated in table.items():
                if name in seen:
                    faults.append(f"{name}: stands in [{seen[name]}] and again in [{section}]")
                elif not isinstance(stated, dict):
                    faults.append(f"{name}: expected a table of fields, found {_shown(stated)}")
                else:
                    _check_name(name, rows, faults)
                    _lay_row(rows, name, section, stated, faults, own=own)
                seen[name] = section


def _lay_row(
    rows: dict[str, _Row],
    name: str,
    section: str,
    stated: Mapping[str, Any],
    faults: list[str],
    *,
    own: bool,
) -> None:
    fields = {key: value for key, value in stated.items() if key not in _LABELS}
    labels = dict.fromkeys(fields, YOURS if own else RECONSTRUCTED)
    for label in _LABELS:
        claimed = stated.get(label, [])
        if label in stated and own:
            faults.append(
                f"{name}, {label}: only the standard catalogue says what the rulebook prints; "
                f'a field of yours is labelled "{YOURS}"'
            )
        elif section == "world" and label == PRINTED and isinstance(claimed, bool):
            labels = dict.fromkeys(fields, PRINTED if claimed else RECONSTRUCTED)
        elif not isinstance(claimed, list):
            faults.append(f"{name}, {label}: expected a list of fields, found {_shown(claimed)}")
        else:
            for key in claimed:
                if key not in fields:
                    faults.append(f"{name}, {label}: names {_shown(key)}, a field the row does not state")
                elif labels[key] != RECONSTRUCTED:
                    faults.append(f"{name}, {label}: names {_shown(key)} again")
                else:
                    labels[key] = label
    before = rows.get(name)
    if before and before.section == section:  # a correction: what it leaves out stays as it was
        fields, labels = before.fields | fields, before.labels | labels
    rows[name] = _Row(section, fields, labels)


def _check_name(name: str, rows: Mapping[str, _Row], faults: list[str]) -> None:
    """A name must read back from a deck list and from an action name such as ``stage CARD @ WORLD``."""
    letters = re.fullmatch(r"[^\W\d_][\w .'’&!-]{0,39}", name) and "_" not in name
    if not letters or name != " ".join(name.split()):
        faults.append(
            f"{_shown(name)}: a name begins with a letter and has up to 40 letters, digits, single spaces or .'&!-"
        )
    elif name.lower().startswith("own ") or " of player" in name.lower():
        faults.append(f'{_shown(name)}: "own ..." and "... of player" mark whose card is meant in action names')
    for other in rows:
        if other != name and other.lower() == name.lower():
            faults.append(f"{_shown(name)}: differs from {_shown(other)} only in upper and lower case")


def _build(rows: Mapping[str, _Row], faults: list[str]) -> tuple[tuple[Card, ...], tuple[World, ...]]:
    """Check every row and return the cards and Worlds; faults are appended, never raised."""
    cards: list[Card] = []
    worlds: list[World] = []
    for name, row in rows.items():
        if row.section == "world":
            worlds.append(_world(len(worlds), name, row, faults))
        else:
            cards.append(_card(len(cards), name, row, faults))
    depletes = sum("depletes" in card.effects for card in cards)
    for found, limit, what in (
        (len(cards), MAX_CARDS, "cards"),
        (len(worlds), MAX_WORLDS, "Worlds"),
        (depletes, MAX_DEPLETES, 'cards with "depletes"'),
    ):
        if found > limit:
            faults.append(f"there are {found} {what}, at most {limit} have room")
    return tuple(cards), tuple(worlds)


def _printed_decks(path: Path) -> tuple[Deck, ...]:
    """Return the decks of decks.toml, which decks.py checks like any other."""
    return tuple(
        Deck(name, tuple(map(counted, deck["cards"])), deck["size"], deck.get("introductory", False))
        for name, deck in _read_toml(path)["deck"].items()
    )


# ── Checking a row ───────────────────────────────────────────────────────────────────────────

_ANY_CARD = ("prohibited", "introductory")
_SHIP_FIELDS = ("weapons", "defense", "class", "range"), ("retreat", "capacity", "income", "effects")
_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # what a row must state, and what it may
    "facility": (("kind", "defense", "income", "req"), ("capacity", "swap", "effects", "unlimited")),
    "ship": (("kind", *_SHIP_FIELDS[0]), _SHIP_FIELDS[1]),
    "station": (("kind", "defense", "req"), ("weapons", "capacity", "income", "effects")),
    "field": (("kind", "defense", "req"), ("weapons", "capacity", "income", "effects")),
    "ground": (("kind", "weapons", "defense", "req"), ("income", "effects")),
    "catastrophe": (("damage", "hits", "req"), ()),
    "utility": (("window", "action", "text"), ()),
    "world": (("h2o", "res"), ("habitable", "hostile")),
}
_NUMBERED_ACTIONS = {Action.DESTROY: 99, Action.SEIZE: 99, Action.DRAW_OR_SEARCH: 10}  # largest number
_NUMBERED_EFFECTS = {"depletes": 8, "shield": 99}

_Code = TypeVar("_Code", bound=IntEnum)


class _Reader:
    """Reads the fields of one row; what is wrong with a field goes to ``faults`` with the row's name."""

    def __init__(self, name: str, row: _Row, faults: list[str]) -> None:
        self.name, self.fields, self.faults = name, row.fields, faults

    def fault(self, key: str, text: str) -> None:
        self.faults.append(f"{self.name}, {key}: {text}")

    def whole(self, key: str, low: int, high: int) -> int:
        value = self.fields.get(key, 0)
        if key not in self.fields:
            return 0
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fault(key, f"expected a whole number from {low} to {high}, found {_shown(value)}")
            return 0
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.fields.get(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"expected true or false, found {_shown(value)}")
            return default
        return value

    def words(self, key: str) -> list[str]:
        value = self.fields.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fault(key, f"expected a list of words, found {_shown(value)}")
            return []
        for word in sorted({word for word in value if value.count(word) > 1}):
            self.fault(key, f"has {_shown(word)} more than once")
        return list(dict.fromkeys(value))

    def known(self, key: str, word: object, known: Iterable[str]) -> str | None:
        """Return the word when the closed list has it; else name the nearest one."""
        words = list(known)
        if isinstance(word, str) and word in words:
            return word
        found = nearest(word, words) if isinstance(word, str) else ""
        hint = f"the nearest known word is {_shown(found)}" if found else "expected a word"
        self.fault(key, f"found {_shown(word)}; {hint}")
        return None

    def code(self, key: str, codes: Iterable[_Code]) -> _Code | None:
        """Return the code of the field's word, or None when it is absent or unknown."""
        by_word = {_word(code): code for code in codes}
        if key not in self.fields:
            return None
        word = self.known(key, self.fields[key], by_word)
        return by_word[word] if word else None

    def numbered(self, key: str, word: str, largest: Mapping[str, int]) -> tuple[str, int]:
        """Split ``shield:15`` into its word and number; a word that takes no number has the number 1."""
        stem, colon, digits = word.partition(":")
        if stem not in largest:
            return word, 1
        if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits[:9]) <= largest[stem]:
            self.fault(
                key, f"found {_shown(word)}; {stem} takes a number from 1 to {largest[stem]}, as in {stem}:2"
            )
            return stem, 1
        return stem, int(digits)

    def shape(self, what: str, required: Iterable[str], optional: Iterable[str]) -> None:
        """Every required field stands, and no other than these."""
        allowed = [*required, *optional]
        for key in required:
            if key not in self.fields:
                self.fault(key, f"a {what} must state it")
        for key in self.fields:
            if key == "unlimited" and key not in allowed:
                self.fault(key, f"only a Facility may stand in a deck any number of times, not a {what}")
            elif key not in allowed and key in _EVERY_FIELD:
                self.fault(key, f"a {what} has no such field")
            elif key not in allowed:
                self.fault(key, f"no such field; the nearest is {_shown(nearest(key, allowed))}")


_EVERY_FIELD = {name for fields in _FIELDS.values() for group in fields for name in group} | {"number"}


def _world(number: int, name: str, row: _Row, faults: list[str]) -> World:
    read = _Reader(name, row, faults)
    read.shape("World", *_FIELDS["world"])
    labels = set(row.labels.values())
    return World(
        id=number,
        name=name,
        h2o=read.whole("h2o", 1, 9),
        res=read.whole("res", 0, 20),
        habitable=read.flag("habitable"),
        hostile=read.flag("hostile"),
        label=YOURS if YOURS in labels else PRINTED if labels == {PRINTED} else RECONSTRUCTED,
    )


def _card(number: int, name: str, row: _Row, faults: list[str]) -> Card:
    read = _Reader(name, row, faults)
    type_ = Type[row.section.upper()]
    kind = read.code("kind", KINDS_OF.get(type_, ()))
    action = read.code("action", Action)
    _check_shape(read, type_, kind, action)
    if action is Action.BECOME_SHIP:
        kind = Kind.SHIP
    weapons = _weapons(read)
    income_rule, income = _income(read)
    req, req_capacity = _req(read)
    effects = _effects(read, "orbital" if kind is Kind.SHIP else row.section, len(weapons))
    window = read.code("window", Window)
    _check_window(read, window, action)
    action_number = read.whole("number", 1, _NUMBERED_ACTIONS.get(action, 99) if action else 99)
    text = row.fields.get("text", "")
    if not isinstance(text, str) or ("text" in row.fields and not text.strip()):
        read.fault("text", f"expected a sentence, found {_shown(text)}")
    prohibited = read.flag("prohibited")
    ship_class = read.whole("class", 0, 99)
    hits = tuple(word for word in read.words("hits") if read.known("hits", word, _HITS))
    if row.fields.get("hits") == []:
        read.fault("hits", "expected at least one word")
    left_out = (  # what OW-1.5 leaves out of 40-card decks beside the cards it names
        type_ is Type.UTILITY
        or kind in (Kind.YARD, Kind.STATION, Kind.FIELD)
        or prohibited
        or ship_class > 11
        or "conquers" in effects
    )
    if left_out and row.fields.get("introductory") is True:
        read.fault("introductory", "OW-1.5 leaves a card of this kind out of introductory decks")
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
        hits=hits,
        window=window,
        action=action,
        action_number=action_number,
        text=str(text).replace("{number}", str(action_number)),
        fields=row.fields,
        labels=row.labels,
    )


def _check_shape(read: _Reader, type_: Type, kind: Kind | None, action: Action | None) -> None:
    what = _word(type_)
    if type_ is Type.ORBITAL:
        what = _word(kind) if kind else "ship"
    required, optional = _FIELDS[what]
    if type_ is Type.ORBITAL and kind is None:  # not to be judged as a Ship: only say the kind is wrong
        required, optional = ("kind", "defense"), (*required, *optional, "req")
    if action is Action.BECOME_SHIP:
        required, optional = (*required, *_SHIP_FIELDS[0]), _SHIP_FIELDS[1]
    if action in _NUMBERED_ACTIONS:
        required = (*required, "number")
    read.shape(what, required, (*optional, *_ANY_CARD))


def _weapons(read: _Reader) -> tuple[int, ...]:
    value = read.fields.get("weapons", [])
    if not isinstance(value, list) or len(value) > MAX_WEAPONS:
        read.fault("weapons", f"expected a list of at most {MAX_WEAPONS} numbers, found {_shown(value)}")
        return ()
    good = [isinstance(w, int) and not isinstance(w, bool) and 1 <= w <= 99 for w in value]
    if not all(good):
        read.fault("weapons", f"expected whole numbers from 1 to 99, found {_shown(value)}")
        return ()
    return tuple(value)


def _income(read: _Reader) -> tuple[IncomeRule, int]:
    if not isinstance(read.fields.get("income"), str):
        return IncomeRule.FIXED, read.whole("income", 0, 99)
    return read.code("income", list(IncomeRule)[1:]) or IncomeRule.FIXED, 0


def _req(read: _Reader) -> tuple[Req, int]:
    found = read.fields.get("req", "any world")
    if isinstance(found, str):
        word, number = read.numbered("req", found, {"capacity": 99})
        if word == "capacity":
            return Req.CAPACITY, number
    word_known = read.known("req", found, [_word(code) for code in Req])
    return (Req.ANY_WORLD if word_known is None else _code(Req, word_known)), 0


def _effects(read: _Reader, section: str, weapon_count: int) -> dict[str, int]:
    on = {word.removesuffix(":N"): entry["on"] for word, entry in vocabulary()["effects"].items()}
    effects: dict[str, int] = {}
    for found in read.words("effects"):
        word, number = read.numbered("effects", found, _NUMBERED_EFFECTS)
        if read.known("effects", word, on) is None:
            continue
        if section not in on[word]:
            read.fault("effects", f"{_shown(word)} may stand on {' or '.join(on[word])}, not on {section}")
        if word in effects:
            read.fault("effects", f"has {_shown(word)} more than once")
        effects[word] = number
    if "two targets" in effects and weapon_count != 2:
        read.fault("effects", f'"two targets" needs exactly two Weapons, found {weapon_count}')
    return effects


def _check_window(read: _Reader, window: Window | None, action: Action | None) -> None:
    if window is not None and action is not None:
        allowed = vocabulary()["actions"][_word(action)]["in"]
        if _word(window) not in allowed:
            read.fault(
                "window", f"found {_shown(_word(window))}; {_word(action)} is played in: {', '.join(allowed)}"
            )


_HITS = tuple(name.removeprefix("hits_") for name, _ in _HIT_FIELDS)


def _word(code: IntEnum) -> str:
    """Return the word a card file uses for a code."""
    return _SPELLED.get(code.name, code.name.lower().replace("_", " "))


_SPELLED = {"NON_HOSTILE": "non-hostile", "NON_HOSTILE_OR_OCCUPIED": "non-hostile or occupied"}


def _code(codes: type[_Code], word: str) -> _Code:
    return next(code for code in codes if _word(code) == word)


def _as_field(word: str) -> str:
    """Return the CARD field of an effect: "class free" is class_free."""
    return word.replace(" ", "_")


def _shown(value: object) -> str:
    """Show what a file said: text in quotes, cut short when it is long."""
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
