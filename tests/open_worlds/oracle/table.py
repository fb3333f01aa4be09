"""The oracle's table: Worlds, players, units, and what the rules ask about them (OW-0, OW-1, OW-5).

Bottom layer of the oracle. Above: utilities.py, resolution.py, turn.py (the rules that act) and oracle.py (the
game as one object). Nothing here comes from the engine: cards are looked up in the catalogue by name, piles are
lists of names, and the numbers are those of data/rules.md. Nothing is fast, nothing is clever.

Whoever has to decide is asked by ``yield Question(...)``; the answer comes back as {player: action name}. So a
Step of the rulebook is one generator that reads from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from ow_env.open_worlds.cards import Card, Catalogue, IncomeRule, Kind, Req, Type, World

PASS = "pass"
HAND_LIMIT = 10  # OW-D.1
WORKS = (Kind.PRODUCTION, Kind.MINING)
ORBITALS = (Kind.SHIP, Kind.STATION, Kind.FIELD)
BITS = 2**64 - 1

Answer = TypeVar("Answer")


# ── Chance ─────────────────────────────────────────────────────────────────────────────────────


def mix(bits: int) -> int:
    """Scramble 64 bits (SplitMix64)."""
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & BITS
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & BITS
    return bits ^ (bits >> 31)


class Chance:
    """A sequence of random numbers that follows from its key alone."""

    GAMMA = 0x9E3779B97F4A7C15

    def __init__(self, key: int = 0) -> None:
        self.key = key
        self.count = 0

    @classmethod
    def of_game(cls, seed: int, number: int) -> Chance:
        """Return the chance of game ``number`` under ``seed``."""
        seeded = mix((seed + cls.GAMMA) & BITS)
        return cls(mix((seeded + (number + 1) * cls.GAMMA) & BITS))

    def below(self, n: int) -> int:
        """Return one of 0 .. n - 1."""
        self.count += 1
        return ((mix((self.key + self.count * self.GAMMA) & BITS) >> 32) * n) >> 32


# ── What lies on the table ─────────────────────────────────────────────────────────────────────


@dataclass(eq=False)
class Unit:
    """A card in play (OW-0.1), with the orders it has in a conflict."""

    card: Card
    owner: int
    controller: int
    age: int = 0  # Count Incomes it has been through, if it depletes its World
    idle: bool = False  # stopped by We Quit
    moved: bool = False
    reserved: bool = False  # its Weapons are kept for Surface Conflict
    targets: dict[int, Unit] = field(default_factory=dict)  # Weapon -> its target
    defends: Unit | None = None
    overcome: bool = False
    conqueror: int | None = None

    @property
    def is_orbital(self) -> bool:
        """Ships, Stations and Fields, also a Utility that became a Ship."""
        return self.card.kind in ORBITALS

    @property
    def is_facility(self) -> bool:
        """Does it take room on its World?"""
        return self.card.type is Type.FACILITY

    @property
    def is_ground_unit(self) -> bool:
        """Facilities and Ground Forces (OW-0.1)."""
        return self.card.type in (Type.FACILITY, Type.GROUND)

    def identical(self, other: Unit) -> bool:
        """Are the two interchangeable copies, if they lie at the same World (OW-0.8)?"""
        return (self.card.name, self.owner, self.controller) == (
            other.card.name,
            other.owner,
            other.controller,
        )


@dataclass(eq=False)
class Place:
    """A World of the row, with the units there and the indicators under it."""

    world: World
    number: int  # its place in the row
    units: list[Unit] = field(default_factory=list)
    indicators: list[tuple[Card, int]] = field(default_factory=list)  # card, owner
    resolved: bool = False

    @property
    def name(self) -> str:
        """Return the name of the World."""
        return self.world.name

    @property
    def terraformed(self) -> bool:
        """Is there anything that makes it Habitable and not Hostile?"""
        return any("terraform" in unit.card.effects for unit in self.units)

    @property
    def habitable(self) -> bool:
        """Is it Habitable now?"""
        return self.world.habitable or self.terraformed

    @property
    def hostile(self) -> bool:
        """Is it Hostile now?"""
        return self.world.hostile and not self.terraformed

    @property
    def h2o(self) -> int:
        """How many Facilities it supports now."""
        return max(1, self.world.h2o - sum(card.effects["depletes"] for card, _ in self.indicators))

    def of(self, player: int) -> list[Unit]:
        """Return the units a player controls here."""
        return [unit for unit in self.units if unit.controller == player]

    def facilities(self, player: int) -> list[Unit]:
        """Return the Facilities a player controls here."""
        return [unit for unit in self.of(player) if unit.is_facility]

    def kinds(self, player: int) -> set[Kind | None]:
        """Return of which kinds a player's Facilities here are."""
        return {unit.card.kind for unit in self.facilities(player)}

    def occupied(self, player: int) -> bool:
        """Does the player occupy it (OW-0.2)?"""
        return bool(self.facilities(player))

    def put(self, unit: Unit) -> None:
        """Bring a unit here; units lie by controller, card, owner, stopped copies first."""
        self.units.append(unit)
        self.sort()

    def sort(self) -> None:
        """Lay the units in order again."""
        self.units.sort(key=lambda u: (u.controller, u.card.id, u.owner, not u.idle))

    def first_copy(self, unit: Unit) -> Unit:
        """Return the first of the unit's identical copies."""
        return next(other for other in self.units if other.identical(unit))


@dataclass(eq=False)
class Player:
    """A seat: the piles, and what was staged."""

    seat: int
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    trash: list[str] = field(default_factory=list)  # thrown away face down
    open_trash: list[str] = field(default_factory=list)  # Trashed from the open table
    known: list[str] = field(default_factory=list)  # known to be hidden outside the Deck (OW-7.3)
    staged: dict[Place, list[str]] = field(default_factory=dict)
    income: int = 0
    prior_income: int = 0
    halted: bool = False  # may not move Ships this turn
    unlimited_class: bool = False
    adjusted: int = 0  # cards put away from the opening hand
    swapping: Unit | None = None

    def staged_at(self, place: Place) -> list[str]:
        """Return what the player has staged to a World."""
        return self.staged.get(place, [])

    def unstage(self, place: Place, card: str) -> None:
        """Take a card from the Staging Area."""
        self.staged[place].remove(card)
        if not self.staged[place]:
            del self.staged[place]

    def show(self, card: str) -> None:
        """Everybody sees a card that was hidden until now (OW-7.3)."""
        if card in self.known:
            self.known.remove(card)

    def take_back(self, card: str) -> None:
        """A card returns to hand from the open table: all saw it (OW-7.3)."""
        self.hand.append(card)
        self.known.append(card)


@dataclass(eq=False)
class Play:
    """The Utility in play, what was chosen for it, and the reactions to it (OW-6)."""

    card: Card
    player: int
    phase: str = "choosing"
    asks: str | None = None
    place: Place | None = None
    target: Unit | None = None
    option: int | None = None
    replacement: str | None = None
    reactions: list[tuple[Card, int]] = field(default_factory=list)

    @property
    def last_player(self) -> int:
        """Who has played last."""
        return self.reactions[-1][1] if self.reactions else self.player


@dataclass(eq=False)
class Question:
    """What is asked, and for each player asked the names of all allowed answers."""

    ask: str
    choices: dict[int, set[str]]


Asking = Generator[Question, dict[int, str], Answer]


# ── The table ──────────────────────────────────────────────────────────────────────────────────


class Table:
    """Everything that is in the game, and the questions that all rules ask about it."""

    def __init__(self, catalogue: Catalogue, num_players: int, chance: Chance) -> None:
        self.catalogue = catalogue
        self.cards = {card.name: card for card in catalogue.cards}
        self.chance = chance
        self.num_players = num_players
        self.players = [Player(seat) for seat in range(num_players)]
        self.row: list[Place] = []
        self.turn = 0
        self.max_turns = 40
        self.stage_in_order = False
        self.ask_public = False
        self.open_decklists = False
        self.introductory = False  # no deck holds a card that OW-1.5 leaves out
        self.face_down = True  # nothing of what is staged has been revealed this turn
        self.final_turn = False
        self.order: list[int] = list(range(num_players))  # Priority Order; by seat until it is determined
        self.priority_known = False
        self.ending: str | None = None
        self.winner: int | None = None
        # what is half done
        self.place: Place | None = None  # the World being resolved
        self.conflict = False  # there is Orbital Conflict at it
        self.aiming: tuple[Unit, int] | None = None  # the unit and Weapon that are asked for
        self.passes = 0
        self.play: Play | None = None
        self.log: Callable[[str], None] = lambda rule: None  # told of every rule that bites

    def card(self, name: str) -> Card:
        """Return a card of the catalogue."""
        return self.cards[name]

    @property
    def priority(self) -> int | None:
        """Return who has Priority; None before it is determined (OW-1.4)."""
        return self.order[0] if self.priority_known else None

    def give_priority(self, seat: int) -> None:
        """From the player with Priority the order goes round the table (OW-0.5)."""
        self.set_order([(seat + i) % self.num_players for i in range(self.num_players)])

    def set_order(self, order: list[int]) -> None:
        """Let the players have Priority in this order (OW-1.4)."""
        self.order = list(order)
        self.priority_known = True

    def in_order(self, first: int | None = None) -> list[Player]:
        """Return the players in Priority Order (OW-0.5), or going on in it from another of them."""
        start = 0 if first is None else self.order.index(first)
        return [self.players[seat] for seat in self.order[start:] + self.order[:start]]

    # ── Questions ────────────────────────────────────────────────────────────────────────────

    def ask(
        self,
        what: str,
        player: int,
        choices: dict[str, Answer],
        *,
        may_pass: bool = True,
        open_question: bool | None = None,
    ) -> Asking[Answer | None]:
        """Ask one player. An answer that is the only one is taken by itself (OW-2.1).

        Where the answers are hidden, ``open_question`` says whether, for all that everybody knows, there could be
        several. That alone counts where being asked must tell nothing (OW-6.16).
        """
        answers: dict[str, Answer | None] = {PASS: None} if may_pass else {}
        answers |= choices
        several = len(answers) > 1
        if self.ask_public and open_question is not None:
            assert open_question or not several, f"{what}: player_{player} could not have {sorted(answers)}"
            several = open_question
        if not several:
            return next(iter(answers.values()))
        given = yield Question(what, {player: set(answers)})
        return answers[given[player]]

    def unit_name(self, player: int, unit: Unit) -> str:
        """Name an opponent's unit as a player says it."""
        if unit.owner == player:
            name = f"own {unit.card.name}"
        elif self.num_players == 2:
            return unit.card.name
        else:
            name = f"{unit.card.name} of player_{unit.owner}"
        if self.num_players > 2 and unit.owner != unit.controller:
            name += f" held by player_{unit.controller}"
        return name

    # ── What all may think of a hand ──────────────────────────────────────────────────────────

    def could_hold(self, player: Player, card: Card) -> bool:
        """Could a player have a card in hand, for all that everybody knows (OW-6.16)?"""
        if not player.hand:
            return False
        staged = [name for cards in player.staged.values() for name in cards]
        if self.open_decklists:
            hidden = player.deck + player.hand + player.trash + (staged if self.face_down else [])
            return card.name in hidden
        if self.introductory and not card.introductory:
            return False
        return card.unlimited or card.name not in self.in_sight(player) + ([] if self.face_down else staged)

    def in_sight(self, player: Player) -> list[str]:
        """Return the cards of a player's deck that all see in play, or have seen Trashed."""
        units = [unit.card for place in self.row for unit in place.units if unit.owner == player.seat]
        marks = [card for place in self.row for card, owner in place.indicators if owner == player.seat]
        played = [] if self.play is None else [(self.play.card, self.play.player), *self.play.reactions]
        played_own = [card for card, who in played if who == player.seat]
        return player.open_trash + [card.name for card in (*units, *marks, *played_own)]

    def some_could_be_held(self, player: Player, wanted: Callable[[Card], bool]) -> bool:
        """Could a player have any card of a kind in hand?"""
        return any(wanted(card) and self.could_hold(player, card) for card in self.cards.values())

    # ── Cards that come and go ───────────────────────────────────────────────────────────────

    def draw(self, player: Player, number: int) -> None:
        """Draw cards one by one; where fewer are left, those (OW-D.1)."""
        for _ in range(number):
            if not player.deck:
                self.log("OW-D.1 fewer cards left than due")
                return
            player.deck.sort(key=lambda name: self.card(name).id)
            player.hand.append(player.deck.pop(self.chance.below(len(player.deck))))
            if not player.deck:
                self.log("OW-D.2 the last card of a Deck is drawn")

    def destroy(self, place: Place, unit: Unit) -> None:
        """Trash a unit: it goes to its owner's Trash Heap (OW-0.7)."""
        place.units.remove(unit)
        self.players[unit.owner].open_trash.append(unit.card.name)
        if unit.owner != unit.controller:
            self.log("OW-4f.5 a Conquered Facility is Trashed to its owner's heap")

    # ── What cards ask of their World ────────────────────────────────────────────────────────

    def capacity(self, player: int, place: Place) -> int:
        """Return the Capacity of all a player's Facilities and Orbitals at a World (OW-4c.1)."""
        return sum(u.card.capacity for u in place.of(player) if u.is_facility or u.is_orbital)

    def req_met(self, player: int, card: Card, place: Place) -> bool:
        """Is the REQ of a card met at a World?"""
        occupied = place.occupied(player)
        kinds = place.kinds(player)
        match card.req:
            case Req.ANY_WORLD:
                return True
            case Req.OCCUPIED:
                return occupied
            case Req.NON_HOSTILE:
                return not place.hostile
            case Req.HABITABLE:
                return place.habitable
            case Req.NON_HOSTILE_OR_OCCUPIED:
                return not place.hostile or occupied
            case Req.HABITABLE_OR_OCCUPIED:
                return place.habitable or occupied
            case Req.INDUSTRIAL_BASE:
                return bool(kinds & {Kind.POPULATION, Kind.PRODUCTION, Kind.MINING})
            case Req.WORKS:
                return bool(kinds & set(WORKS))
            case Req.POPULATION_HERE:
                return Kind.POPULATION in kinds
            case Req.CONTESTED:
                return any(unit.controller != player for unit in place.units)
            case Req.CAPACITY:
                return self.capacity(player, place) >= card.req_capacity
        raise ValueError(card.req)

    def income_of(self, unit: Unit, place: Place) -> int:
        """Return what a unit earns (OW-5.1)."""
        me = unit.controller
        if unit.idle:  # OW-5.4
            return 0
        match unit.card.income_rule:
            case IncomeRule.FIXED:
                return unit.card.income
            case IncomeRule.RES:
                return place.world.res
            case IncomeRule.FRONTIER:
                return 3 if place.hostile and not place.habitable else 1
            case IncomeRule.WORKS_HERE:
                return max(1, sum(u.card.kind in WORKS for u in place.facilities(me)))
            case IncomeRule.WORLDS_OCCUPIED:
                return sum(other.occupied(me) for other in self.row)
            case IncomeRule.POPULATED_WORLDS:
                return sum(Kind.POPULATION in other.kinds(me) for other in self.row if other is not place)
        raise ValueError(unit.card.income_rule)

    def may_be_staged(self, player: Player, card: str, place: Place, beside: Iterable[str]) -> bool:
        """May a card lie at a World beside those a player has staged there (OW-S.1)?"""
        beside = list(beside)
        if not beside:
            return True
        permitted = any("extra automated" in unit.card.effects for unit in place.of(player.seat))
        pair = (*beside, card)
        automated = any(self.card(name).kind is Kind.AUTOMATED for name in pair)
        return permitted and automated and len(pair) == 2

    # ── Ships and Class ──────────────────────────────────────────────────────────────────────

    def counted_ships(self, player: Player) -> list[tuple[Place, str]]:
        """Return the staged Ships that count against Class (OW-R.2, OW-R.4)."""
        return [
            (place, card)
            for place, cards in player.staged.items()
            if not any("class free" in unit.card.effects for unit in place.of(player.seat))
            for card in cards
            if self.card(card).type is Type.ORBITAL
            and self.card(card).kind is Kind.SHIP
            and self.card(card).ship_class > 0
        ]

    def is_over_class(self, player: Player) -> bool:
        """Do the Classes of the Ships a player staged exceed the prior turn Income (OW-R.2)?"""
        total = sum(self.card(card).ship_class for _, card in self.counted_ships(player))
        return total > player.prior_income and not player.unlimited_class
