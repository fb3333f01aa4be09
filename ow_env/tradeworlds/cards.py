"""Every Upgrade card, The Derelict, Factions and scenarios, read from data files.

Bottom layer of this folder. Below: core, and the data files in data/ (cards.toml, vocabulary.toml, setup.toml).
Above: state.py (a position), tables.py (what the rules read of the cards). Rule numbers (TW-) are those of
data/rules.md. The order: the closed vocabulary, the catalogue, how a card file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from ow_env.cards.catalogue import ByName, FaultyFile, Reader, Row, check_spelling, lay_file, read_toml, shown

DATA = Path(__file__).parent / "data"

LEVELS = 5  # of Starships, Weapons and Crews
MOST_TACTICS = 24
MOST_COPIES = 15  # of a card; a pile has room for all of them
MOST_TRADE = 20
MOST_NUMBER = 99  # Capacity, Firepower, Resistance, the amount of a Tactic
MOST_FACES = 20  # of a die
PLACES = 4  # of a Space Lane (TW-0.3)

# ── The closed vocabulary ──────────────────────────────────────────────────────────────────────
# What each word means stands in data/vocabulary.toml. Compiled code reads plain integers: the line below each list.

Pile = IntEnum("Pile", "STARSHIP WEAPON CREW TACTIC", start=0)
STARSHIP, WEAPON, CREW, TACTIC = map(int, Pile)
PILES = len(Pile)

Effect = IntEnum("Effect", "NONE INITIATIVE REROLL FIREPOWER RESISTANCE SHIELD CANCEL SALVAGE", start=0)
NO_EFFECT, INITIATIVE, REROLL, FIREPOWER, RESISTANCE, SHIELD, CANCEL, SALVAGE = map(int, Effect)

Side = IntEnum("Side", "ATTACK DEFEND ANY", start=0)
ATTACK, DEFEND, ANY = map(int, Side)

Window = IntEnum("Window", "DECLARE ROLL STRIKE CANCEL LOSS", start=0)
IN_DECLARE, IN_ROLL, IN_STRIKE, IN_CANCEL, IN_LOSS = map(int, Window)

Act = IntEnum("Act", "DISCHARGE BOOST ATTACK TWO_ATTACKS HYPER_CANNON", start=0)
DISCHARGE, BOOST, ONE_ATTACK, TWO_ATTACKS, HYPER_CANNON = map(int, Act)

Token = IntEnum("Token", "SENTINEL GUNSHIP FRIGATE CRUISER DESTROYER")  # 0: no token
SENTINEL, GUNSHIP, FRIGATE, CRUISER, DESTROYER = map(int, Token)
TOKENS = len(Token)

Role = IntEnum(
    "Role", "CHANCELLOR TREASURER ADMIRAL CAPTAIN COMMANDER ENGINEER SABOTEUR MECHANIC SMUGGLER TRADER"
)  # 0: none
CHANCELLOR, TREASURER, ADMIRAL, CAPTAIN, COMMANDER, ENGINEER, SABOTEUR, MECHANIC, SMUGGLER, TRADER = map(int, Role)

SECTIONS = ("starship", "weapon", "crew", "tactic", "derelict")
NUMBERS = ("capacity", "firepower", "resistance")  # what a card of each of the first three piles states
ALLOWED = {  # windows in which an effect has a use (TW-T1)
    Effect.INITIATIVE: ("roll",),
    Effect.REROLL: ("roll",),
    Effect.FIREPOWER: ("declare", "roll", "strike"),
    Effect.RESISTANCE: ("roll",),
    Effect.SHIELD: ("strike",),
    Effect.CANCEL: ("cancel",),
    Effect.SALVAGE: ("loss",),
}
FACTIONS = ("Acolytes", "Brethren", "Covenant", "Destined")
FACTION_COUNT = len(FACTIONS)
TRADE_WARS, SPACE_WARS, THE_DERELICT = SCENARIOS = ("Trade Wars", "Space Wars", "The Derelict")
DERELICT = SCENARIOS[2]

# ── The catalogue ──────────────────────────────────────────────────────────────────────────────


def title_of(code: IntEnum) -> str:
    """Return a Role or class of token as it is called: "Gunship"."""
    return code.name.capitalize()


@dataclass(frozen=True)
class Card:
    """One Upgrade card (TW-0.1)."""

    id: int
    name: str  # as actions and positions call it: "Starship 1", "Signal Jam"
    title: str  # as it is called: "SCS - Convoy"
    pile: Pile
    level: int  # 1 to 5 of Starships, Weapons, Crews; 0 of Tactics
    trade: int  # Trade Value
    number: int  # Capacity, Firepower, Resistance; the amount of a Tactic
    effect: Effect
    side: Side
    windows: tuple[Window, ...]
    copies: int  # that each player owns
    start: int  # of these, in the starting deck
    fields: Mapping[str, Any]  # as the file states them
    labels: Mapping[str, str]  # field of the file -> where it is from


@dataclass(frozen=True)
class Alien:
    """The Derelict (TW-S)."""

    resistance: int
    firepower_die: int
    initiative_die: int
    critical_mass: int
    lose_at: int
    table: tuple[Act, ...]  # by the face of its die, the last is the 0
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Faction:
    """What one Faction can do; 0 and False: it can't."""

    name: str
    colour: str
    flat_bank: tuple[int, int]  # cards, credits (TW-R2.1)
    short_bank: tuple[int, int]  # below so many cards, credits more (TW-R2.2)
    long_bank: tuple[int, int]  # cards, credits at most (TW-R2.3)
    several_weapons: bool  # TW-F3
    unlock_discount: tuple[int, ...]  # TW-U1
    bounty: int  # TW-C8
    weapon_returns: bool  # TW-C7
    crew_returns: bool
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Scenario:
    """What a game is about (TW-E, TW-U1)."""

    name: str
    players: tuple[int, int]
    goal: int  # credits that win; 0: none do
    unlock: tuple[int, ...]  # credits that unlock each place of the lane
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Setup:
    """What every game begins with, and what may be chosen."""

    hand: int
    homeworld: int
    initiative_die: int
    send: int  # credits for a Reinforcement Starship
    use: tuple[int, ...]  # credits for a use, by Token; 0 of none
    amount: tuple[int, ...]  # added to Initiative, by Token
    scenarios: Mapping[str, Scenario]
    factions: tuple[Faction, ...]
    levelled: tuple[Faction, ...]  # the same, with `levelled_factions`
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Catalogue(ByName[Card]):
    """Every card, and what the game begins with. An id is a place in `cards`."""

    cards: tuple[Card, ...]
    alien: Alien
    setup: Setup

    @property
    def upgrades(self) -> tuple[Card, ...]:
        """Starships, Weapons and Crews: what ships are made of."""
        return self.cards[: 3 * LEVELS]

    @property
    def tactics(self) -> tuple[Card, ...]:
        """All other cards."""
        return self.cards[3 * LEVELS :]


# ── Reading data files ─────────────────────────────────────────────────────────────────────────


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """Return data/vocabulary.toml: list -> word -> what it means."""
    return read_toml(DATA / "vocabulary.toml")


@cache
def standard_setup() -> Setup:
    """Return data/setup.toml."""
    told = read_toml(DATA / "setup.toml")
    scenarios = {
        name: Scenario(name, tuple(row["players"]), row["goal"], tuple(row["unlock"]), row["labels"])
        for name, row in told["scenario"].items()
    }
    sent = told["reinforcement"]
    return Setup(
        told["hand"],
        told["homeworld"],
        told["initiative_die"],
        sent["send"],
        (0, *(sent["use"][title_of(token)] for token in Token)),
        (0, *(sent["amount"].get(title_of(token), 0) for token in Token)),
        scenarios,
        tuple(faction_of(name, row) for name, row in told["faction"].items()),
        tuple(faction_of(name, row | row.get("levelled", {})) for name, row in told["faction"].items()),
        told["labels"],
    )


def setup_rows() -> list[tuple[str, Row]]:
    """Return Factions, scenarios and Reinforcement Starships as rows: name, figures and where each is from."""
    told = read_toml(DATA / "setup.toml")
    found = [(section, name, row) for section in ("faction", "scenario") for name, row in told[section].items()]
    found.append(("reinforcement", "Reinforcement Starships", told["reinforcement"]))
    return [
        (name, Row(section, {key: value for key, value in row.items() if key != "labels"}, row["labels"]))
        for section, name, row in found
    ]


def faction_of(name: str, row: Mapping[str, Any]) -> Faction:
    """Return the Faction of one row of setup.toml."""
    flat, short, long = (row.get(bank, {}) for bank in ("flat_bank", "short_bank", "long_bank"))
    return Faction(
        name,
        row["colour"],
        (flat.get("cards", 0), flat.get("credits", 0)),
        (short.get("below", 0), short.get("credits", 0)),
        (long.get("cards", 0), long.get("most", 0)),
        row.get("several_weapons", False),
        tuple(row.get("unlock_discount", [0] * PLACES)),
        row.get("bounty", 0),
        row.get("weapon_returns", False),
        row.get("crew_returns", False),
        row["labels"],
    )


def load_catalogue(cards: str | Path | None = None) -> Catalogue:
    """Return the catalogue, with a user's own card file laid over it (TW-0.8).

    Args:
        cards: a file of one's own. A row under a known name corrects the fields it states and keeps the others; under
            a new name it adds a Tactic. `copies = 0` takes a card out.

    Raises:
        FaultyFile: naming every fault of the file at once.
    """
    rows: dict[str, Row] = {}
    standard = DATA / "cards.toml"
    labels = read_toml(standard)["labels"]
    faults = lay_file(rows, standard, SECTIONS, own=False, default_labels=labels, ignored=("labels",))
    built = build(rows, faults)
    if faults:
        raise FaultyFile(standard, faults)
    if cards is not None:
        section_of = {name: row.section for name, row in rows.items()}
        faults = lay_file(rows, Path(cards), SECTIONS, own=True, default_labels=labels, check_name=check_spelling)
        for name, row in rows.items():
            if row.section != section_of.get(name, "tactic"):
                there = f"it stands in [{section_of[name]}]" if name in section_of else "only Tactics can be added"
                faults.append(f"{name}: {there}, found in [{row.section}]")
        built = build(rows, faults)
        if faults:
            raise FaultyFile(Path(cards), faults)
    return built


def build(rows: Mapping[str, Row], faults: list[str]) -> Catalogue:
    """Check every row and return the catalogue; faults are appended, never raised."""
    of = {section: [(name, row) for name, row in rows.items() if row.section == section] for section in SECTIONS}
    found = [item for section in SECTIONS[:PILES] for item in of[section]]
    cards = tuple(read_card(number, name, row, faults) for number, (name, row) in enumerate(found))
    if len(of["tactic"]) > MOST_TACTICS:
        faults.append(f"there are {len(of['tactic'])} Tactics; there is room for {MOST_TACTICS}")
    name, row = of["derelict"][0]
    return Catalogue(cards, read_alien(name, row, faults), standard_setup(), stated=(*rows.items(), *setup_rows()))


def read_card(number: int, name: str, row: Row, faults: list[str]) -> Card:
    """Return the card of one row."""
    read = Reader(name, row, faults, ("name", *NUMBERS, "trade", "effect", "side", "amount", "windows", "copies"))
    pile = Pile[row.section.upper()]
    level = 0 if pile is Pile.TACTIC else number % LEVELS + 1
    effect, side, windows = Effect.NONE, Side.ANY, tuple[Window, ...]()
    if pile is Pile.TACTIC:
        read.shape("Tactic", ("trade", "effect", "side", "amount", "windows", "copies"), ("start",))
        value = read.whole("amount", 0, MOST_NUMBER)
        effect = read.code("effect", list(Effect)[1:]) or Effect.INITIATIVE
        side = read.code("side", Side) or Side.ATTACK
        told = [word for word in read.words("windows") if read.known("windows", word, ALLOWED[effect])]
        windows = tuple(Window[word.upper()] for word in told)
        if not windows:
            read.fault("windows", f"expected some of {', '.join(ALLOWED[effect])}")
    else:
        key = NUMBERS[pile]
        read.shape(row.section.title(), ("trade", key, "copies"), ("name", "start"))
        value = read.whole(key, 1, MOST_NUMBER)
    copies = read.whole("copies", 0, MOST_COPIES)
    start = read.whole("start", 0, MOST_COPIES)
    if start > copies:
        read.fault("start", f"expected at most {copies}, as many as there are, found {start}")
    title = row.fields.get("name", name)
    if not isinstance(title, str) or not 1 <= len(title) <= 40:
        read.fault("name", f"expected a name of at most 40 letters, found {shown(title)}")
        title = name
    trade = read.whole("trade", 1, MOST_TRADE)
    return Card(
        number, name, title, pile, level, trade, value, effect, side, windows, copies, start, row.fields, row.labels
    )


def read_alien(name: str, row: Row, faults: list[str]) -> Alien:
    """Return The Derelict."""
    read = Reader(name, row, faults)
    fields = ("resistance", "firepower_die", "initiative_die", "critical_mass", "lose_at", "table")
    read.shape("Derelict", fields, ())
    acts = {act.name.lower().replace("_", " "): act for act in Act}
    told = row.fields.get("table")
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_FACES:
        read.fault("table", f"expected a list of 1 to {MOST_FACES} acts, found {shown(told)}")
        told = []
    table = tuple(acts[word] for word in told if read.known("table", word, acts))
    return Alien(
        read.whole("resistance", 1, MOST_NUMBER),
        read.whole("firepower_die", 1, MOST_FACES),
        read.whole("initiative_die", 1, MOST_FACES),
        read.whole("critical_mass", 0, MOST_NUMBER),
        read.whole("lose_at", 1, MOST_NUMBER),
        table,
        row.labels,
    )
