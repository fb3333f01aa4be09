"""The oracle's cards: all of the set once more, a line each, in a notation of its own.

Bottom layer of the oracle. Above: table.py. Nothing here comes from the game's catalogue, so that a figure mistyped
there is found as well: test_oracle.py compares the two field by field.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FACTIONS = ("Galaxernment", "Robotocense", "Wartribe", "Sorcerons")
CORE = "Core"
SLOTS = 6
CHARACTER, SPACESHIP, LOCATION, WEAPON, ARMAMENT = "character", "spaceship", "location", "weapon", "armament"

Text = tuple[tuple[str, int], ...]  # effects in their order: the word, its number


@dataclass(frozen=True)
class Card:
    """A card. What a kind does not have is 0 or empty."""

    name: str
    kind: str
    faction: str
    alpha: bool
    skills: tuple[str, ...] = ()
    combat: int = 0
    space: int = 0
    expire: int = 0
    resistance: int = 0
    outside: bool = False
    text: Text = ()
    when: str = ""


@dataclass(frozen=True)
class Box:
    """All there is to play with: cards by name in the order of action ids, planets by faction, what they do, Cores."""

    cards: dict[str, Card]
    planets: dict[str, str]
    planet_texts: dict[str, dict[str, int]]
    cores: dict[str, dict[str, int]]
    order: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", {name: number for number, name in enumerate(self.cards)})

    def of(self, *kinds: str) -> list[str]:
        """Return the cards of some kinds, kind by kind."""
        return [name for kind in kinds for name, card in self.cards.items() if card.kind == kind]


# `*` marks the four starters; skills; combat, space, expire, resistance; text
CHARACTERS = """
G* Chancellor Ondra     | command                 | 2 1 8 20 | entangle:3
G  Sector Marshal       | command                 | 3 1 8  7 | entangle:4
G  Customs Inspector    | command stealth         | 2 0 6  5 | steal:2
G  Fleet Quartermaster  | command engineering     | 1 2 6  6 | boost:2
G  Senate Envoy         | command command         | 0 0 5  9 | cover:3
G  Survey Scientist     | science science         | 1 0 5  6 | guard:3
G  Provost Captain      | might                   | 2 1 7  6 | capture:2
G  Navy Ace             | engineering             | 2 3 6  5 | boost:2 if defending
G  Field Surgeon        | science                 | 1 0 6  7 | cover:2, straighten
G  Intelligence Agent   | science stealth         | 2 1 6  5 | weaken:2
R* Prime Compiler       | engineering             | 2 1 8 18 | boost:1, straighten
R  Assembler Unit       | engineering engineering | 1 0 7  6 | straighten
R  Calculation Engine   | science science         | 1 1 5  6 | boost per ally:1
R  Siege Walker         | might                   | 4 0 9  6 | boost:1
R  Override Daemon      | stealth                 | 1 2 5  5 | gain weapon, boost:1
R  Sentry Drone         | might                   | 3 1 6  8 | boost:2 if home
R  Pilot Core           | engineering             | 1 4 6  5 | boost:1
R  Archive Keeper       | lore science            | 1 0 7  7 | cover:3
R  Protocol Envoy       | command                 | 1 0 6  7 | weaken:2
R  Hunter Chassis       | stealth                 | 3 0 7  5 | disarm, boost:1
W* Warlord Gruda        | might                   | 3 0 8 16 | boost:1 if attacking
W  Chain Raider         | stealth                 | 3 0 6  5 | capture:2
W  War Drummer          | command                 | 2 0 6  6 | boost per ally:1
W  Berserker            | might                   | 4 0 6  0 | boost:2 if attacking
W  Press Ganger         | stealth                 | 2 1 6  5 | capture:3
W  Clan Matriarch       | command lore            | 3 0 8  7 | guard:3
W  Skull Hunter         | might                   | 3 0 7  2 | destroy:5 if attacking
W  Bone Reader          | lore might              | 1 0 5  6 | free, cover:2
W  Forge Smith          | engineering might       | 2 0 7  6 | boost per weapon:1
W  Duel Champion        | command                 | 3 0 8  6 | waylay:3 if outnumbered
S* Archmage Sel         | lore stealth            | 2 1 8 18 | waylay:3
S  Veil Dancer          | lore stealth            | 2 0 6  6 | waylay:3
S  Mind Binder          | command lore            | 1 0 5  6 | gain character:2
S  Storm Caller         | lore might              | 3 2 7  5 | boost:2 if outside
S  Blind Oracle         | lore science            | 0 1 5 10 | cover:3
S  Hex Weaver           | lore                    | 1 0 5  6 | weaken:3
S  Gate Keeper          | engineering lore        | 2 1 7  7 | withdraw
S  Shade Assassin       | stealth                 | 2 0 6  2 | destroy:6 if inside
S  Star Navigator       | science                 | 1 3 6  5 | boost:1
S  Ember Adept          | might                   | 3 0 6  0 | boost per hostile:1
"""

# space, expire, resistance
SPACESHIPS = """
G* Barge of State      | 2  9  9
G  Customs Cutter      | 2  9  6
G  Supply Tender       | 1 10 10
G  Line Frigate        | 3 10  8
G  Peacekeeper         | 3 11  9
G  Accord Dreadnought  | 4 13  9
R* Bulkhead One        | 2 10  9
R  Vector Interceptor  | 3  8  4
R  Scrap Hauler        | 1 11  9
R  Swarm Carrier       | 2 11  9
R  Lattice Cruiser     | 3 11  8
R  Null Hulk           | 2 13 11
W* Black Tusk          | 2  9  8
W  Ram Skiff           | 3  7  0
W  Trophy Galley       | 2 11  8
W  Reaver Longship     | 3 10  6
W  Ironjaw             | 4 11  8
W  War Ark             | 3 14  8
S* Night Lantern       | 2  9  9
S  Drift Sail          | 1  9 11
S  Phantom Yacht       | 2  9 11
S  Mirror Barque       | 2 10  9
S  Starwitch           | 3 10  8
S  Obsidian Spire      | 4 11  8
"""

# where, skills of the mission, text
LOCATIONS = """
G* Assembly Plaza     | outside | command command engineering science     | flight
G  Tax Office         | inside  | command command science stealth         | gold:3
G  Orbital Elevator   | outside | command engineering engineering         | flight
G  Naval Academy      | inside  | engineering science science stealth     | recruit:2
G  Parade Ground      | outside | command command might science           | point:1
R* Boot Terrace       | outside | engineering engineering science science | gold:1
R  Assembly Line      | inside  | engineering might science science       | recruit:2
R  Data Vault         | inside  | engineering science science stealth     | plunder:3
R  Salvage Yard       | outside | engineering engineering might           | salvage
R  Relay Mast         | outside | engineering engineering science science | point:1
W* Skull Landing      | outside | command might might stealth             | plunder:1
W  Fighting Pit       | inside  | might might might stealth               | point:1
W  Trophy Hall        | inside  | command might might                     | rescue, gold:1
W  Raiding Beach      | outside | might stealth stealth                   | plunder:3
W  Siege Battery      | outside | engineering might might                 | strike:9
S* Circle of Stones   | outside | lore lore science stealth               | march
S  Hidden Library     | inside  | lore lore science stealth               | recruit:2
S  Moon Gate          | outside | lore stealth stealth                    | march, gold:1
S  Altar of Whispers  | inside  | command lore lore stealth               | point:1
S  Cursed Reef        | outside | lore lore might                         | sabotage, gold:1
"""

WEAPONS = """
G  Stun Baton          | entangle:4
G  Service Carbine     | boost:2
G  Riot Shield         | cover:2, guard:2
G  Warrant of Seizure  | gain weapon, steal:1
G  Tactical Visor      | guard:2, boost:1
R  Servo Arms          | boost:2
R  Overclock Chip      | straighten, boost:1
R  Arc Welder          | disarm, boost:1
R  Obedience Bolt      | gain character:1
R  Magnet Gauntlet     | gain weapon, boost:1
W  Bone Cleaver        | boost:3 if attacking
W  Weighted Net        | capture:3
W  Poisoned Dart       | destroy:5
W  War Horn            | boost per ally:1
W  Trophy Belt         | boost per weapon:1
S  Sleep Wand          | waylay:3
S  Charm Pendant       | gain character:2 if home
S  Hex Blade           | boost:1, weaken:1
S  Mirror Cloak        | withdraw
S  Ghost Lantern       | weaken:2
"""

ARMAMENTS = """
G  Point Defence Grid  | cover:3
G  Broadside Battery   | boost:3
G  Blockade Net        | entangle:4, boost:1
G  Armoured Bulkheads  | guard:3, cover:1
R  Grapple Drones      | gain ship:2
R  Coil Cannon         | boost:2
R  Field Repair Bay    | boost:1, straighten
R  Decoy Beacons       | cover:2, boost:1
W  Ramming Prow        | boost:4 if attacking
W  Fire Pots           | destroy:8, boost:1
W  Boarding Hooks      | disarm, boost:1
W  Spiked Hull         | boost:2
S  Phase Veil          | waylay:3
S  Spell Lens          | weaken:3
S  Siren Beacon        | gain ship:1, boost:1
S  Void Mirror         | boost per hostile:1
"""

PLANETS = """
Galaxernment | Concordia     | home guard:5, income:1
Robotocense  | Foundry Prime | home guard:5, haggle:1
Wartribe     | Kharg         | home guard:5, raid:3, free attack
Sorcerons    | Umbrahl       | home guard:5, free mission
"""

CORES = """
Galactic Core #1 | core income:1, drift
Galactic Core #2 | free flight, drift
Galactic Core #3 | toll:3, drift
Galactic Core #4 | core point:2, drift
Galactic Core #5 | silence, drift
"""


def lines(table: str) -> list[list[str]]:
    """Return the cells of a table."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def text_of(cell: str) -> Text:
    """Read ``boost:1, straighten``."""
    pairs = [effect.partition(":") for effect in cell.split(", ") if effect]
    return tuple((word, int(number or 0)) for word, _, number in pairs)


def card(kind: str, marked: str, **fields: object) -> Card:
    """Return a card; ``marked`` is its name behind the letter of its faction."""
    faction = next(name for name in FACTIONS if name[0] == marked[0])
    return Card(marked[2:].strip(), kind, faction, marked[1] == "*", **fields)  # type: ignore[arg-type]


def said(cell: str) -> dict[str, object]:
    """Read the text of a card that fights: ``boost:2 if attacking``."""
    text, _, when = cell.partition(" if ")
    return {"text": text_of(text), "when": when}


def base() -> Box:
    """Return the set."""
    cards = []
    for name, skills, values, text in lines(CHARACTERS):
        combat, space, expire, resistance = map(int, values.split())
        cards.append(
            card(
                CHARACTER, name, skills=tuple(skills.split()), combat=combat, space=space, expire=expire,
                resistance=resistance, **said(text),
            )
        )  # fmt: skip
    for name, values in lines(SPACESHIPS):
        space, expire, resistance = map(int, values.split())
        cards.append(card(SPACESHIP, name, space=space, expire=expire, resistance=resistance))
    for name, where, skills, text in lines(LOCATIONS):
        mission = {"skills": tuple(skills.split()), "outside": where == "outside", "text": text_of(text)}
        cards.append(card(LOCATION, name, **mission))
    cards += [card(WEAPON, name, **said(text)) for name, text in lines(WEAPONS)]
    cards += [card(ARMAMENT, name, **said(text)) for name, text in lines(ARMAMENTS)]
    return Box(
        {each.name: each for each in cards},
        {faction: planet for faction, planet, _ in lines(PLANETS)},
        {planet: dict(text_of(text)) for _, planet, text in lines(PLANETS)},
        {core: dict(text_of(text)) for core, text in lines(CORES)},
    )


BASE = base()
