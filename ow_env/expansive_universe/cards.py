"""Every card of the set, read from card files: all of it is reconstructed but what is labelled otherwise.

Bottom layer of this folder. Below: core, and the data files in data/ (cards.toml, vocabulary.toml, setup.toml).
Above: state.py (a position), tables.py (what the rules read of the cards). Rule numbers (EU-) are those of
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
from ow_env.core.text import listed

DATA = Path(__file__).parent / "data"

MOST_OF_KIND = 64  # cards of each kind, so that a set of them is one word of bits
MOST_FACTIONS = 6
MOST_EFFECTS = 4  # of a text
MOST_NUMBER = 30  # combat, space, expire, resistance, after the colon of an effect
MOST_SKILLS = 6  # listed on a card
SLOTS = 6

# ── The closed vocabulary ──────────────────────────────────────────────────────────────────────
# What each word means stands in data/vocabulary.toml. Compiled code reads plain integers: the line below each list.

Kind = IntEnum("Kind", "CHARACTER SPACESHIP LOCATION WEAPON ARMAMENT", start=0)
CHARACTER, SPACESHIP, LOCATION, WEAPON, ARMAMENT = map(int, Kind)
KINDS = len(Kind)

Skill = IntEnum("Skill", "COMMAND ENGINEERING LORE MIGHT SCIENCE STEALTH", start=0)
SKILLS = len(Skill)

When = IntEnum("When", "ALWAYS ATTACKING DEFENDING HOME INSIDE OUTSIDE OUTNUMBERED", start=0)
ALWAYS, ATTACKING, DEFENDING, HOME, INSIDE, OUTSIDE, OUTNUMBERED = map(int, When)

Ability = IntEnum(
    "Ability",
    "BOOST BOOST_PER_ALLY BOOST_PER_HOSTILE BOOST_PER_WEAPON COVER GUARD WEAKEN STEAL ENTANGLE STRAIGHTEN WAYLAY "
    "WITHDRAW CAPTURE GAIN_CHARACTER GAIN_SHIP GAIN_WEAPON DESTROY DISARM FREE",
)
BOOST, BOOST_PER_ALLY, BOOST_PER_HOSTILE, BOOST_PER_WEAPON, COVER, GUARD, WEAKEN, STEAL, *_others = map(int, Ability)
ENTANGLE, STRAIGHTEN, WAYLAY, WITHDRAW, CAPTURE, GAIN_CHARACTER, GAIN_SHIP, *_others = _others
GAIN_WEAPON, DESTROY, DISARM, FREE = _others

Mission = IntEnum("Mission", "GOLD POINT PLUNDER RECRUIT FLIGHT MARCH SALVAGE RESCUE SABOTAGE STRIKE")
GOLD, POINT, PLUNDER, RECRUIT, FLIGHT, MARCH, SALVAGE, RESCUE, SABOTAGE, STRIKE = map(int, Mission)

Habit = IntEnum("Habit", "HOME_GUARD RAID INCOME HAGGLE FREE_ATTACK FREE_MISSION", start=0)  # of planets
HOME_GUARD, RAID, INCOME, HAGGLE, FREE_ATTACK, FREE_MISSION = map(int, Habit)

Law = IntEnum("Law", "CORE_INCOME FREE_FLIGHT TOLL CORE_POINT SILENCE DRIFT", start=0)  # of Cores
CORE_INCOME, FREE_FLIGHT, TOLL, CORE_POINT, SILENCE, DRIFT = map(int, Law)

CARDS = tuple(kind.name.lower() for kind in Kind)  # sections of cards
SECTIONS = ("faction", "core", "planet", *CARDS)
FIELDS = ("about", "faction", "alpha", "skills", "combat", "space", "expire", "resistance", "side", "ability", "when",
          "effects")  # fmt: skip
LISTS: Mapping[type[IntEnum], str] = {Ability: "abilities", Mission: "missions", Habit: "planets", Law: "cores"}

# ── The catalogue ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Effect:
    """One effect of a text."""

    word: IntEnum
    number: int = 1

    @property
    def text(self) -> str:
        """The effect as card files say it: "boost per ally:1"."""
        told = word_of(self.word, {})
        return f"{told}:{self.number}" if told in numbered_words(LISTS[type(self.word)]) else told


@dataclass(frozen=True)
class Card:
    """One character, spaceship, location, weapon or armament."""

    id: int
    name: str
    kind: Kind
    number: int  # among those of its kind
    faction: int  # a place in `Catalogue.factions`
    alpha: bool
    skills: tuple[Skill, ...]
    combat: int
    space: int
    expire: int
    resistance: int
    outside: bool
    text: tuple[Effect, ...]
    when: When
    fields: Mapping[str, Any]  # as the file states them
    labels: Mapping[str, str]  # field of the file -> where it is from


@dataclass(frozen=True)
class Faction:
    """A Faction and its planet."""

    name: str
    about: str
    planet: str
    habits: tuple[Effect, ...]
    labels: Mapping[str, str]  # of the planet


@dataclass(frozen=True)
class Core:
    """A Galactic Core."""

    name: str
    laws: tuple[Effect, ...]
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Setup:
    """What a game begins with, and figures of the rules."""

    slots: int
    goal: int
    toll: int
    home_points: int
    token_points: int
    ship_points: int
    character_points: int
    core_points: int
    core: str
    gold: Mapping[str, list[int]]  # by how many play, in the order of turns


@dataclass(frozen=True)
class Catalogue(ByName[Card]):
    """Every card. An id is a place in `cards`; cards of a kind stand together."""

    cards: tuple[Card, ...]
    factions: tuple[Faction, ...]
    cores: tuple[Core, ...]
    setup: Setup

    @cached_property
    def of_kind(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each kind."""
        return tuple(tuple(card for card in self.cards if card.kind is kind) for kind in Kind)

    @cached_property
    def faction_names(self) -> tuple[str, ...]:
        """What the Factions are called."""
        return tuple(faction.name for faction in self.factions)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Where spaceships can be: the Core, then the planet of each Faction."""
        return ("Core", *(faction.planet for faction in self.factions))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What whoever plays with this set should know."""
        still = [core.name for core in self.cores if all(law.word != Law.DRIFT for law in core.laws)]
        told = (
            "no drift (EU-11.7): a full line-up stays until somebody buys from it. Players who wait for each other may"
            " then play until the game is cut short."
        )
        return (f"{listed(still)}: {told}",) if still else ()


# ── Reading a card file ────────────────────────────────────────────────────────────────────────


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> what it means."""
    return read_toml(DATA / "vocabulary.toml")


@cache
def numbered_words(listed: str) -> frozenset[str]:
    """Return the words of a list that take a number, without the ":N"."""
    return frozenset(word.removesuffix(":N") for word in vocabulary()[listed] if word.endswith(":N"))


@cache
def standard_setup() -> Setup:
    """Return data/setup.toml."""
    return Setup(**read_toml(DATA / "setup.toml"))


def load_catalogue(cards: str | Path | None = None) -> Catalogue:
    """Return the reconstructed set, or with a user's own card file laid over it, or the user's whole set.

    Args:
        cards: a file of one's own. A row under a known name corrects the fields it states and keeps the others; under
            a new name it adds a card. With ``[set] replaces = true`` the file is a whole set by itself.

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
        path, told = Path(cards), read_toml(Path(cards)).get("set", {})
        if told not in ({}, {"replaces": True}, {"replaces": False}):
            raise FaultyFile(path, [f"[set]: expected replaces = true or false, found {shown(told)}"])
        if told.get("replaces"):
            rows.clear()
        section_of = {name: row.section for name, row in rows.items()}
        faults = lay_file(rows, path, SECTIONS, own=True, ignored=("set",), check_name=check_name)
        for name, section in section_of.items():
            if rows[name].section != section:
                faults.append(f"{name}: it stands in [{section}], found in [{rows[name].section}]")
        built = build(rows, faults)
        if faults:
            raise FaultyFile(path, faults)
    return built


def check_name(name: str, rows: Mapping[str, Row], faults: list[str]) -> None:
    """Check that a name reads back from a position and from an action, ``fly CARD to PLACE``."""
    check_spelling(name, rows, faults, signs=".'&!#-")
    if " to " in name or name in ("Core", "left", "right") or re.fullmatch("slot [0-9]+", name):
        faults.append(f'{shown(name)}: "to", "Core", "left", "right", "slot N" are words of actions')


def build(rows: Mapping[str, Row], faults: list[str]) -> Catalogue:
    """Check every row and return the catalogue; faults are appended, never raised."""
    of = {section: [(name, row) for name, row in rows.items() if row.section == section] for section in SECTIONS}
    names = [name for name, _ in of["faction"]]
    found = [(kind, item) for kind in Kind for item in of[CARDS[kind]]]
    first = {kind: sum(len(of[section]) for section in CARDS[:kind]) for kind in Kind}
    cards = tuple(
        read_card(number, kind, number - first[kind], item, names, faults) for number, (kind, item) in enumerate(found)
    )
    for section in CARDS:
        if len(of[section]) > MOST_OF_KIND:
            faults.append(f"[{section}]: there are {len(of[section])} cards; there is room for {MOST_OF_KIND}")
    if not 2 <= len(names) <= MOST_FACTIONS:
        faults.append(f"[faction]: expected 2 to {MOST_FACTIONS}, found {len(names)}")
    if not of["core"]:
        faults.append("[core]: expected at least one Galactic Core")
    factions = tuple(read_faction(name, row, of["planet"], cards, faults) for name, row in of["faction"])
    cores = tuple(Core(name, read_effects(reader(name, row, faults), Law), row.labels) for name, row in of["core"])
    in_order = tuple(item for section in (*CARDS, "faction", "planet", "core") for item in of[section])
    return Catalogue(cards, factions, cores, standard_setup(), stated=in_order)


def reader(name: str, row: Row, faults: list[str]) -> Reader:
    """Return a reader of one row."""
    return Reader(name, row, faults, FIELDS)


def read_faction(
    name: str, row: Row, planets: list[tuple[str, Row]], cards: tuple[Card, ...], faults: list[str]
) -> Faction:
    """Return a Faction: it has one planet, one alpha location, spaceship and character (EU-1.1)."""
    reader(name, row, faults).shape("Faction", (), ("about",))
    own = [(planet, told) for planet, told in planets if told.fields.get("faction") == name]
    if len(own) != 1:
        faults.append(f"{name}: expected one planet, found {len(own)}")
        return Faction(name, str(row.fields.get("about", "")), name, (), {})
    planet, told = own[0]
    read = reader(planet, told, faults)
    read.shape("planet", ("faction", "alpha", "effects"), ())
    for kind in (Kind.LOCATION, Kind.SPACESHIP, Kind.CHARACTER):
        alphas = [card for card in cards if card.kind is kind and card.alpha and card.fields.get("faction") == name]
        if len(alphas) != 1:
            faults.append(f"{name}: expected one alpha {kind.name.lower()}, found {len(alphas)}")
    return Faction(name, str(row.fields.get("about", "")), planet, read_effects(read, Habit), told.labels)


def read_card(
    number: int, kind: Kind, of_kind: int, item: tuple[str, Row], names: list[str], faults: list[str]
) -> Card:
    """Return the card of one row."""
    name, row = item
    read = reader(name, row, faults)
    needed = {
        Kind.CHARACTER: ("skills", "combat", "space", "expire", "ability"),
        Kind.SPACESHIP: ("space", "expire"),
        Kind.LOCATION: ("side", "skills", "effects"),
        Kind.WEAPON: ("ability",),
        Kind.ARMAMENT: ("ability",),
    }[kind]
    free = {
        Kind.CHARACTER: ("alpha", "resistance", "when"),
        Kind.SPACESHIP: ("alpha", "resistance"),
        Kind.LOCATION: ("alpha",),
    }.get(kind, ("when",))
    read.shape(kind.name.lower(), ("faction", *needed), free)
    faction: Any = row.fields.get("faction")
    at = names.index(faction) if read.known("faction", faction, names) else 0
    outside = row.fields.get("side") == "outside"
    if kind is Kind.LOCATION:
        read.known("side", row.fields.get("side"), ("inside", "outside"))
    words: type[IntEnum] = Mission if kind is Kind.LOCATION else Ability
    text = () if kind is Kind.SPACESHIP else read_effects(read, words)
    when = read.code("when", list(When)[1:]) or When.ALWAYS
    combat, space, expire, resistance = (
        read.whole(key, 0, MOST_NUMBER) for key in ("combat", "space", "expire", "resistance")
    )
    return Card(
        number, name, kind, of_kind, at, read.flag("alpha"), read_skills(read), combat, space, expire, resistance,
        outside, text, when, row.fields, row.labels,
    )  # fmt: skip


def read_skills(read: Reader) -> tuple[Skill, ...]:
    """Return a list of skills, in which one may stand more than once."""
    told = read.fields.get("skills", [])
    if not isinstance(told, list) or len(told) > MOST_SKILLS:
        read.fault("skills", f"expected a list of at most {MOST_SKILLS} skills, found {shown(told)}")
        return ()
    known = {skill.name.lower(): skill for skill in Skill}
    return tuple(known[word] for word in told if read.known("skills", word, known))


def read_effects(read: Reader, words: type[IntEnum]) -> tuple[Effect, ...]:
    """Return the effects of a text, in order."""
    key = "ability" if words is Ability else "effects"
    told = read.fields.get(key, [])
    if not isinstance(told, list) or len(told) > MOST_EFFECTS:
        read.fault(key, f"expected a list of at most {MOST_EFFECTS} effects, found {shown(told)}")
        return ()
    known = {word_of(code, {}): code for code in words}
    most = dict.fromkeys(numbered_words(LISTS[words]), MOST_NUMBER)
    effects = []
    for each in told:
        if not isinstance(each, str):
            read.fault(key, f"expected a word, found {shown(each)}")
            continue
        word, number = read.numbered(key, each, most)
        if read.known(key, word, known):
            effects.append(Effect(known[word], number))
    return tuple(effects)
