"""The oracle's cards: the 49 kinds of the base set once more, typed by hand in a notation of its own.

Bottom layer of the oracle. Above: table.py. Nothing here comes from the game's catalogue, so that a figure mistyped
there is found as well: test_oracle.py compares the two field by field.
"""

from __future__ import annotations

from dataclasses import dataclass

BLOB, FEDERATION, EMPIRE, CULT = "blob", "trade_federation", "star_empire", "machine_cult"
ONLY = ""  # the name of the only branch of an ability without an "or"
GAINS = ("trade", "combat", "authority")


@dataclass(frozen=True)
class Effect:
    """One part of an ability: what happens, how much of it, and whether it can be declined."""

    word: str
    number: int = 0
    may: bool = False


def effect(text: str) -> Effect:
    """Read ``combat 5``, ``may destroy``."""
    may = text.startswith("may ")
    words = text.removeprefix("may ").split()
    number = int(words.pop()) if words[-1].isdigit() else 0
    return Effect(" ".join(words), number, may)


@dataclass(frozen=True)
class Ability:
    """What an ability does, branch by branch."""

    branches: dict[str, tuple[Effect, ...]]

    @property
    def has_or(self) -> bool:
        """Is one of several branches chosen?"""
        return ONLY not in self.branches

    @property
    def is_gain(self) -> bool:
        """Nothing but Trade, Combat or Authority, and no choice (SR-2.5)."""
        return not self.has_or and all(part.word in GAINS for part in self.branches[ONLY])


def ability(text: str) -> Ability | None:
    """Read ``combat 5, draw 1`` or, with an "or", ``trade: trade 3 | combat: combat 5``; nothing is None."""
    if not text:
        return None
    branches = {}
    for branch in text.split(" | "):
        name, colon, parts = branch.rpartition(": ")
        assert bool(colon) == ("|" in text), text
        branches[name] = tuple(effect(part) for part in parts.split(", "))
    return Ability(branches)


@dataclass(frozen=True)
class Card:
    """A kind of card. Ships have no Defense."""

    name: str
    faction: str | None
    cost: int
    copies: int
    defense: int = 0
    outpost: bool = False
    primary: Ability | None = None
    ally: Ability | None = None
    scrap: Ability | None = None
    pays_per_ship: int = 0  # Combat for each ship played while this is in play (SR-10.3)
    is_everyones_ally: bool = False  # SR-5.6

    @property
    def is_ship(self) -> bool:
        return self.defense == 0

    @property
    def is_base(self) -> bool:
        return self.defense > 0

    @property
    def copies_ships(self) -> bool:
        """Does it become a copy of another ship (SR-10.1)?"""
        return any(part.word == "copy" for part in self.effects("primary", ONLY))

    def ability(self, which: str) -> Ability | None:
        """Return its ``primary``, ``ally`` or ``scrap`` ability."""
        return {"primary": self.primary, "ally": self.ally, "scrap": self.scrap}[which]

    def effects(self, which: str, branch: str) -> tuple[Effect, ...]:
        """Return what a branch of an ability does; nothing, if there is no such ability."""
        found = self.ability(which)
        return found.branches.get(branch, ()) if found else ()


def ship(name: str, faction: str | None, cost: int, copies: int, primary: str, ally: str = "", scrap: str = "") -> Card:
    """A row of the table below."""
    return Card(name, faction, cost, copies, 0, False, ability(primary), ability(ally), ability(scrap))


def base(
    name: str, faction: str, cost: int, copies: int, defense: int, primary: str = "", ally: str = "", scrap: str = "",
    *, outpost: bool = False, pays_per_ship: int = 0, is_everyones_ally: bool = False,
) -> Card:  # fmt: skip
    """A row of the table below."""
    abilities = ability(primary), ability(ally), ability(scrap)
    return Card(name, faction, cost, copies, defense, outpost, *abilities, pays_per_ship, is_everyones_ally)


def outpost(
    name: str, faction: str, cost: int, copies: int, defense: int, primary: str = "", ally: str = "", scrap: str = "",
    *, is_everyones_ally: bool = False,
) -> Card:  # fmt: skip
    """A row of the table below."""
    return base(
        name, faction, cost, copies, defense, primary, ally, scrap, outpost=True, is_everyones_ally=is_everyones_ally
    )


ROWS = (  # name, faction, cost, copies, (Defense,) primary, ally, scrap
    ship("Blob Fighter", BLOB, 1, 3, "combat 3", "draw 1"),
    ship("Trade Pod", BLOB, 2, 3, "trade 3", "combat 2"),
    ship("Battle Pod", BLOB, 2, 2, "combat 4, may scrap row", "combat 2"),
    ship("Ram", BLOB, 3, 2, "combat 5", "combat 2", "trade 3"),
    ship("Blob Destroyer", BLOB, 4, 2, "combat 6", "may destroy, may scrap row"),
    ship("Battle Blob", BLOB, 6, 1, "combat 8", "draw 1", "combat 4"),
    ship("Blob Carrier", BLOB, 6, 1, "combat 7", "acquire"),
    ship("Mothership", BLOB, 7, 1, "combat 6, draw 1", "draw 1"),
    base("Blob Wheel", BLOB, 3, 3, 5, "combat 1", "", "trade 3"),
    base("The Hive", BLOB, 5, 1, 5, "combat 3", "draw 1"),
    base("Blob World", BLOB, 8, 1, 7, "combat: combat 5 | draw: draw per blob"),
    ship("Federation Shuttle", FEDERATION, 1, 3, "trade 2", "authority 4"),
    ship("Cutter", FEDERATION, 2, 3, "authority 4, trade 2", "combat 4"),
    ship("Embassy Yacht", FEDERATION, 3, 2, "authority 3, trade 2, draw with two bases 2"),
    ship("Freighter", FEDERATION, 4, 2, "trade 4", "permission"),
    ship("Trade Escort", FEDERATION, 5, 1, "authority 4, combat 4", "draw 1"),
    ship("Flagship", FEDERATION, 6, 1, "combat 5, draw 1", "authority 5"),
    ship("Command Ship", FEDERATION, 8, 1, "authority 4, combat 5, draw 2", "may destroy"),
    outpost("Trading Post", FEDERATION, 3, 2, 4, "authority: authority 1 | trade: trade 1", "", "combat 3"),
    base("Barter World", FEDERATION, 4, 2, 4, "authority: authority 2 | trade: trade 2", "", "combat 5"),
    outpost("Defense Center", FEDERATION, 5, 1, 5, "authority: authority 3 | combat: combat 2", "combat 2"),
    outpost("Port of Call", FEDERATION, 6, 1, 6, "trade 3", "", "draw 1, may destroy"),
    base("Central Office", FEDERATION, 7, 1, 6, "trade 2, permission", "draw 1"),
    ship("Imperial Fighter", EMPIRE, 1, 3, "combat 2, opponent discards 1", "combat 2"),
    ship("Corvette", EMPIRE, 2, 2, "combat 1, draw 1", "combat 2"),
    ship("Survey Ship", EMPIRE, 3, 3, "trade 1, draw 1", "", "opponent discards 1"),
    ship("Imperial Frigate", EMPIRE, 3, 3, "combat 4, opponent discards 1", "combat 2", "draw 1"),
    ship("Battlecruiser", EMPIRE, 6, 1, "combat 5, draw 1", "opponent discards 1", "draw 1, may destroy"),
    ship("Dreadnaught", EMPIRE, 7, 1, "combat 7, draw 1", "", "combat 5"),
    outpost("Recycling Station", EMPIRE, 4, 2, 4, "trade: trade 1 | cycle: cycle 2"),
    outpost("Space Station", EMPIRE, 4, 2, 4, "combat 2", "combat 2", "trade 4"),
    outpost("War World", EMPIRE, 5, 1, 4, "combat 3", "combat 4"),
    outpost("Royal Redoubt", EMPIRE, 6, 1, 6, "combat 3", "opponent discards 1"),
    base("Fleet HQ", EMPIRE, 8, 1, 8, pays_per_ship=1),
    ship("Trade Bot", CULT, 1, 3, "trade 1, may scrap", "combat 2"),
    ship("Missile Bot", CULT, 2, 3, "combat 2, may scrap", "combat 2"),
    ship("Supply Bot", CULT, 3, 3, "trade 2, may scrap", "combat 2"),
    ship("Patrol Mech", CULT, 4, 2, "trade: trade 3 | combat: combat 5", "may scrap"),
    ship("Stealth Needle", CULT, 4, 1, "copy"),
    ship("Battle Mech", CULT, 5, 1, "combat 4, may scrap", "draw 1"),
    ship("Missile Mech", CULT, 6, 1, "combat 6, may destroy", "draw 1"),
    outpost("Battle Station", CULT, 3, 2, 5, "", "", "combat 5"),
    outpost("Mech World", CULT, 5, 1, 6, is_everyones_ally=True),
    outpost("Junkyard", CULT, 6, 1, 5, "scrap"),
    outpost("Machine Base", CULT, 7, 1, 6, "draw 1, scrap hand"),
    outpost("Brain World", CULT, 8, 1, 6, "trim 2"),
    ship("Scout", None, 0, 16, "trade 1"),
    ship("Viper", None, 0, 4, "combat 1"),
    ship("Explorer", None, 2, 10, "trade 2", "", "combat 2"),
)

EXPLORER = "Explorer"
CARDS = {card.name: card for card in ROWS}
ORDER = {name: place for place, name in enumerate(CARDS)}
STARTING_DECK = ["Scout"] * 8 + ["Viper"] * 2
TRADE_DECK = [card.name for card in ROWS if card.faction for _ in range(card.copies)]


def in_order(names: list[str]) -> list[str]:
    """Return cards in the order of the table above, as positions list them."""
    return sorted(names, key=ORDER.__getitem__)
