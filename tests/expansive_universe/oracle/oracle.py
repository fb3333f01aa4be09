"""The oracle: Expansive Universe once more, in plain Python, written from the numbered rules and not from the engine.

Below: battle.py, table.py, cards.py. Above: positions.py (JSON), lockstep.py (the comparison). A game is a generator
that tells its course as a player would; wherever there is a choice it yields who is asked, for what, and what may be
done, in the names that the engine uses too. So no action is ever taken apart, and nothing under way is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.expansive_universe.oracle.battle import Battle
from tests.expansive_universe.oracle.cards import (
    ARMAMENT,
    BASE,
    CHARACTER,
    CORE,
    FACTIONS,
    LOCATION,
    SLOTS,
    SPACESHIP,
    WEAPON,
    Box,
)
from tests.expansive_universe.oracle.table import (
    ATTACHED,
    CAPTIVE,
    CREW,
    DESTROYED,
    FLEET,
    NOWHERE,
    ROW,
    Chance,
    GameOver,
    Table,
    drawn_factions,
)

GOAL = 20  # points
AT_HOME, ABROAD = 2, 5  # points for a mission
TOLL = 5
MAX_ROUNDS = 40

TURN, SIDE, BEARER, OVER = "turn", "side", "bearer", "over"
END = ("end turn",)


@dataclass
class Asked:
    """A decision: whose, of what type, and what each answer means."""

    seat: int
    point: str
    choices: dict[str, Any]


Asking = Generator[Asked, str | None, Any]


@dataclass
class Mission:
    """A mission that is being carried out."""

    location: str
    step: int = 0  # which of its effects


class Oracle:
    """One game. Made by ``Oracle.new`` or ``positions.read``, which end in ``begin``."""

    def __init__(self, table: Table, max_rounds: int = MAX_ROUNDS, first_round_flights: bool = False) -> None:
        self.table, self.max_rounds, self.first_round_flights = table, max_rounds, first_round_flights
        self.first = 0  # the seat that started
        self.round = 1
        self.active = 0  # whose turn it is
        self.used: set[str] = set()  # this turn, by action: "mission", "fly", "attack", "buy" (from a slot above 0)
        self.mission: Mission | None = None
        self.battle: Battle | None = None
        self.placing = ""  # the card that is being placed
        self.result = ""  # "won", "truncated"
        self.taken: list[str] = []  # without asking, since the last decision
        self.course: Asking | None = None
        self.now: Asked | None = None

    @classmethod
    def new(
        cls,
        chance: Chance,
        factions: list[str | None],
        core: str = "Galactic Core #1",
        first: int | None = None,
        max_rounds: int = MAX_ROUNDS,
        box: Box = BASE,
        first_round_flights: bool = False,
        starting_gold: Sequence[int] | None = None,
    ) -> Oracle:
        """Set up a game and go to its first decision."""
        told = drawn_factions(factions, chance)
        oracle = cls(Table(box, told, core, chance), max_rounds, first_round_flights)
        oracle.first = chance.below(len(told)) if first is None else first
        oracle.active = oracle.first
        oracle.table.deal(oracle.first, starting_gold)
        oracle.begin(fresh=True)
        return oracle

    # ── What everybody asks ──────────────────────────────────────────────────────────────────

    def begin(self, *, fresh: bool) -> None:
        """Start to play, with the turn of the active player; not ``fresh``: its gold has been gained."""
        self.course = self.play_on(fresh)
        self.go_on(None)

    @property
    def is_over(self) -> bool:
        return self.now is None

    @property
    def asked(self) -> int:
        assert self.now is not None
        return self.now.seat

    @property
    def to_act(self) -> list[int]:
        return [] if self.now is None else [self.now.seat]

    @property
    def point(self) -> str:
        """The type of the decision."""
        return OVER if self.now is None else self.now.point

    @property
    def scores(self) -> list[float]:
        """Return +1 for the winner, -1 for all others; 0 for everybody if the game was cut short (EU-11.5)."""
        seats = range(len(self.table.players))
        if self.result != "won":
            return [0.0 for _ in seats]
        return [1.0 if seat == self.table.winner else -1.0 for seat in seats]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do now; None: the one who is asked."""
        if self.now is None or seat not in (None, self.now.seat):
            return ["pass"]
        return sorted(self.now.choices)

    def play(self, name: str) -> None:
        """Take an action and go on to the next decision."""
        assert self.now is not None
        assert name in self.now.choices, f"{name!r} is not legal, but {self.legal()} are"
        self.taken = []
        self.go_on(name)

    def go_on(self, name: str | None) -> None:
        assert self.course
        try:
            self.now = self.course.send(name)
        except StopIteration:
            self.now = None

    def ask(self, seat: int, point: str, choices: dict[str, Any]) -> Asking:
        """Ask, and return what the answer means. The only answer is taken without asking (EU-14)."""
        if len(choices) == 1:
            ((name, value),) = choices.items()
            self.taken.append(name)
            return value
        name = yield Asked(seat, point, choices)
        assert name is not None
        return choices[name]

    # ── The game ─────────────────────────────────────────────────────────────────────────────

    def play_on(self, fresh: bool) -> Asking:
        """Play turn after turn until somebody wins or the game is cut short."""
        try:
            while True:
                if fresh:
                    self.gain_gold()
                fresh = True
                yield from self.actions()
                self.end_turn()
                if not self.pass_turn():
                    self.result = "truncated"
                    return
        except GameOver:
            self.result = "won"

    def gain_gold(self) -> None:
        """Gain gold, once at the beginning of the turn (EU-2.1)."""
        table, seat = self.table, self.active
        self.used = set()
        gold = len(table.players[seat].row) + 1 + (table.text_of_planet(seat, "income") or 0)
        if table.fleet(seat, CORE):
            gold += table.text_of_core("core income") or 0
        table.gain(seat, gold)

    def actions(self) -> Asking:
        """Let the active player act until the turn ends (EU-2.2, EU-2.4)."""
        while not self.table.players[self.active].out:
            choice = yield from self.ask(self.active, TURN, self.choices())
            if choice == END:
                return
            yield from self.act(*choice)

    def end_turn(self) -> None:
        """Fill the line-up, score the Core, look for the end (EU-11)."""
        table, seat = self.table, self.active
        if table.text_of_core("drift") is not None and all(table.line_up):
            table.put(str(table.line_up[0]), DESTROYED)
            table.line_up[0] = None
        table.fill()
        player = table.players[seat]
        if player.out:
            return
        if table.fleet(seat, CORE) and not any(table.fleet(other, CORE) for other in table.opponents(seat)):
            player.points += 1 if table.text_of_core("core point") is None else table.text_of_core("core point") or 0
        if player.points >= GOAL:
            table.winner = seat
            raise GameOver

    def pass_turn(self) -> bool:
        """Pass the turn left; tell whether the game goes on (EU-11.5, EU-11.6)."""
        seat = self.active
        while True:
            seat = (seat + 1) % len(self.table.players)
            if seat == self.first:
                if self.round == self.max_rounds:
                    return False
                self.round += 1
            if not self.table.players[seat].out:
                self.active = seat
                return True

    # ── What may be done in a turn ───────────────────────────────────────────────────────────

    def choices(self) -> dict[str, Any]:
        """Return what the active player may do."""
        seat, gold = self.active, self.table.players[self.active].gold
        choices: dict[str, Any] = {END[0]: END}
        for slot in range(SLOTS):
            if self.can_place(self.table.line_up[slot]) and self.price(slot) <= gold:
                choices[f"buy slot {slot}"] = ("buy", slot)
        if self.cost_of("fly") <= gold:
            choices |= {name: ("fly", *flight) for name, flight in self.flights().items()}
        for name, toll in self.moves().items():
            if 1 + toll <= gold:
                choices[f"move crew to {name}"] = ("move", name, 1 + toll)
        if "mission" not in self.used and self.cost_of("mission") <= gold and self.can_do_mission():
            choices["mission"] = ("mission",)
        if self.cost_of("attack") <= gold:
            choices |= {f"attack {place}": ("attack", place) for place in self.battlefields(seat)}
        return choices

    def act(self, what: str, *details: Any) -> Asking:
        """Carry out an action of a turn."""
        table, seat = self.table, self.active
        if what == "buy":
            (slot,) = details
            table.pay(seat, self.price(slot))
            if slot > 0:
                self.used.add("buy")
            yield from self.take_slot(slot)
        elif what == "fly":
            table.pay(seat, self.cost_of("fly"))
            self.used.add("fly")
            self.fly(*details)
        elif what == "move":
            place, cost = details
            table.pay(seat, 1)
            self.move_crew(place, cost - 1)
        elif what == "mission":
            table.pay(seat, self.cost_of("mission"))
            self.used.add("mission")
            yield from self.do_mission(table.players[seat].crew_at)
        else:
            (place,) = details
            table.pay(seat, self.cost_of("attack"))
            self.used.add("attack")
            self.battle = Battle(table, self.ask, seat, place)
            yield from self.battle.fight()
            self.battle = None

    def cost_of(self, what: str) -> int:
        """Return what an action costs: 1 gold, or nothing by a text (EU-2.5)."""
        free = {
            "fly": self.table.text_of_core("free flight") is not None and "fly" not in self.used,
            "attack": self.table.text_of_planet(self.active, "free attack") is not None and "attack" not in self.used,
            "mission": self.table.text_of_planet(self.active, "free mission") is not None,
        }[what]
        return 0 if free else 1

    def price(self, slot: int) -> int:
        """Return the price of a slot (EU-3.1)."""
        less = 0 if "buy" in self.used else self.table.text_of_planet(self.active, "haggle") or 0
        return max(0, slot - less)

    # ── Buying ───────────────────────────────────────────────────────────────────────────────

    def can_place(self, name: str | None) -> bool:
        """Is there a card, and somewhere to place it? (EU-3.5)"""
        return name is not None and (self.table.kind(name) != ARMAMENT or bool(self.table.fleet(self.active)))

    def take_slot(self, slot: int) -> Asking:
        """Take the card of a slot, which stays empty (EU-3.1)."""
        name = self.table.line_up[slot]
        assert name
        self.table.line_up[slot] = None
        yield from self.place(name)

    def place(self, name: str) -> Asking:
        """Place a card that was bought or taken (EU-3.2 to EU-3.5)."""
        table, seat, kind = self.table, self.active, self.table.kind(name)
        table.put(name, NOWHERE)
        self.placing = name
        if kind == CHARACTER:
            table.put(name, CREW, seat)
        elif kind == SPACESHIP:
            table.put(name, FLEET, seat, table.planet(seat))
        elif kind == LOCATION:
            row = table.players[seat].row
            sides = {"place right": "right"} if len(row) == 1 else {"place left": "left", "place right": "right"}
            side = yield from self.ask(seat, SIDE, sides)
            row.insert(0 if side == "left" else len(row), name)
            table.put(name, ROW, seat)
        else:
            bearers = table.crew(seat) if kind == WEAPON else table.fleet(seat)
            bearer = yield from self.ask(seat, BEARER, {f"place on {each}": each for each in bearers})
            table.put(name, ATTACHED, on=bearer)
        self.placing = ""

    # ── Flying and walking ───────────────────────────────────────────────────────────────────

    def may_fly(self) -> bool:
        """In the first round only the last in turn order flies (EU-1.7), unless it is agreed that all do."""
        last = (self.first - 1) % len(self.table.players)
        return self.round > 1 or self.active == last or self.first_round_flights

    def flights(self) -> dict[str, tuple[str, str]]:
        """Return all flights of the active player's spaceships (EU-4.1)."""
        if not self.may_fly():
            return {}
        return {
            f"fly {ship} to {place}": (ship, place)
            for ship in self.table.fleet(self.active)
            for place in (self.table.planets if self.table.things[ship].on == CORE else [CORE])
        }

    def fly(self, ship: str, place: str) -> None:
        self.table.things[ship].on = place

    def moves(self) -> dict[str, int]:
        """Return where the active player's crew can go, and the landing toll there (EU-5)."""
        table, seat = self.table, self.active
        here = table.players[seat].crew_at
        if table.kind(here) == LOCATION:
            owner = table.things[here].seat
            row = table.players[owner].row
            place = row.index(here)
            near = [row[other] for other in (place - 1, place + 1) if 0 <= other < len(row)]
            ships = table.fleet(seat, table.planet(owner)) if table.things[here].card.outside else []
            return dict.fromkeys((*near, *ships), 0)
        planet = table.things[here].on
        if planet == CORE:
            return {}
        owner = table.owner(planet)
        toll = 0
        if owner != seat and table.fleet(owner, planet):  # who is out has no spaceships
            toll = TOLL if table.text_of_core("toll") is None else table.text_of_core("toll") or 0
        return {name: toll for name in table.players[owner].row if table.things[name].card.outside}

    def move_crew(self, place: str, toll: int) -> None:
        """Move the crew and pay the toll to the owner of the planet (EU-5.2)."""
        table, seat = self.table, self.active
        if toll:
            table.pay(seat, toll)
            table.gain(table.things[place].seat, toll)
        table.players[seat].crew_at = place

    # ── Missions ─────────────────────────────────────────────────────────────────────────────

    def can_do_mission(self) -> bool:
        """Does the crew stand on a location and have all its skills? (EU-6.1 to EU-6.3)"""
        table, seat = self.table, self.active
        here = table.things[table.players[seat].crew_at].card
        had = Counter(skill for name in table.crew(seat) for skill in table.things[name].card.skills)
        return here.kind == LOCATION and not Counter(here.skills) - had

    def do_mission(self, location: str) -> Asking:
        """Carry out the text, then give the points (EU-6.4, EU-6.5)."""
        table, seat = self.table, self.active
        self.mission = Mission(location)
        for step, (word, number) in enumerate(table.things[location].card.text):
            self.mission.step = step
            yield from self.do_effect(location, word, number)
        if table.things[location].seat == seat:
            table.players[seat].points += AT_HOME
        elif location not in table.tokens:
            table.tokens[location] = seat
            table.players[seat].points += ABROAD
        self.mission = None

    def do_effect(self, location: str, word: str, number: int) -> Asking:
        """Carry out one effect of a location (EU-6.4)."""
        table, seat = self.table, self.active
        optional: dict[str, Any] = {"pass": None}
        if word == "gold":
            table.gain(seat, number)
        elif word == "point":
            table.players[seat].points += number
        elif word == "recruit":
            slots = [slot for slot in range(number + 1) if slot < SLOTS and self.can_place(table.line_up[slot])]
            answer = yield from self.ask(seat, word, optional | {f"buy slot {slot}": (slot,) for slot in slots})
            if answer:
                yield from self.take_slot(*answer)
        elif word == "flight":
            answer = yield from self.ask(seat, word, optional | self.flights())
            if answer:
                self.fly(*answer)
        elif word == "march":
            moves = {name: toll for name, toll in self.moves().items() if toll <= table.players[seat].gold}
            choices = {f"move crew to {name}": (name, toll) for name, toll in moves.items()}
            answer = yield from self.ask(seat, word, optional | choices)
            if answer:
                self.move_crew(*answer)
        elif word == "salvage":
            found = [name for name in table.where(zone=DESTROYED) if table.kind(name) in (WEAPON, ARMAMENT)]
            choices = {f"take {name}": name for name in found if self.can_place(name)}
            answer = yield from self.ask(seat, word, optional | choices)
            if answer:
                yield from self.place(answer)
        else:
            targets = self.targets(location, word, number)
            if targets:
                answer = yield from self.ask(seat, word, {f"target {name}": each for name, each in targets.items()})
                if word == "plunder":
                    table.rob(seat, answer, number)
                elif word == "rescue":
                    table.free(answer)
                else:
                    table.destroy(answer, by=seat)

    def targets(self, location: str, word: str, number: int) -> dict[str, Any]:
        """Return what an effect of a location that has to be carried out can be aimed at."""
        table, seat = self.table, self.active
        if word == "plunder":
            return {table.players[foe].faction: foe for foe in table.opponents(seat) if table.players[foe].gold > 0}
        if word == "rescue":
            found = table.where(zone=CAPTIVE, seat=seat)
        elif word == "sabotage":
            bearers = [name for foe in table.opponents(seat) for name in (*table.crew(foe), *table.fleet(foe))]
            found = [name for bearer in bearers for name in table.attached(bearer)]
        elif word == "strike":
            planet = table.planet_of_location(location)
            found = [
                ship
                for foe in table.opponents(seat)
                for ship in table.fleet(foe, planet)
                if table.things[ship].card.expire <= number and not table.aboard(ship)
            ]
        else:
            raise AssertionError(word)
        return {name: name for name in found}

    # ── Attacking ────────────────────────────────────────────────────────────────────────────

    def battlefields(self, seat: int) -> list[str]:
        """Return where a player and an opponent both are (EU-7.1)."""
        table = self.table
        foes = table.opponents(seat)
        here = table.players[seat].crew_at
        found = [
            here
            for _ in (0,)
            if table.kind(here) == LOCATION and any(table.players[foe].crew_at == here for foe in foes)
        ]
        for place in (CORE, *table.planets):
            if table.fleet(seat, place) and any(table.fleet(foe, place) for foe in foes):
                found.append(place)
        return found


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


def all_actions(box: Box = BASE) -> list[str]:
    """Return the names of all actions in the order of their ids (EU-14)."""
    of = box.of
    planets = [box.planets[faction] for faction in FACTIONS]
    carriers = of(CHARACTER, SPACESHIP)
    return [
        "pass",
        "end turn",
        *(f"buy slot {slot}" for slot in range(SLOTS)),
        "place left",
        "place right",
        *(f"place on {name}" for name in carriers),
        *(f"fly {ship} to {place}" for ship in of(SPACESHIP) for place in (CORE, *planets)),
        *(f"move crew to {name}" for name in of(LOCATION, SPACESHIP)),
        "mission",
        *(f"attack {place}" for place in (CORE, *planets, *of(LOCATION))),
        *(f"entangle {name}" for name in carriers),
        *(f"use {name}" for name in of(WEAPON)),
        *(f"target {name}" for name in of(CHARACTER, SPACESHIP, WEAPON, ARMAMENT)),
        *(f"target {faction}" for faction in FACTIONS),
        *(f"take {name}" for name in of(WEAPON, ARMAMENT)),
        *(f"destroy {name}" for name in carriers),
    ]
