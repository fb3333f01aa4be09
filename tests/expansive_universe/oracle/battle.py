"""The oracle's battles: maneuvers in turn, what texts do, damage resolution (EU-7 to EU-9, EU-12).

Below: table.py. Above: oracle.py, which begins a battle. A battle is a generator: it yields what is asked and is sent
the value of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from tests.expansive_universe.oracle.cards import ARMAMENT, CHARACTER, CORE, SPACESHIP, WEAPON, Card
from tests.expansive_universe.oracle.table import ATTACHED, CAPTIVE, Table

MOST_MANEUVERS = 2  # EU-8.6
MOST_COUNTED = 3  # of "per" texts
MANEUVER, USE, TARGET, LOSS = "maneuver", "weapon", "target", "loss"

Ask = Callable[..., Generator[Any, str, Any]]
Asking = Generator[Any, str, None]


class Battle:
    """One battle.

    Args:
        table: where it is fought.
        ask: asks a seat, and takes what is the only answer.
        attacker: a seat.
        place: a location, a planet or the Core.
    """

    def __init__(self, table: Table, ask: Ask, attacker: int, place: str) -> None:
        self.table, self.ask, self.attacker, self.place = table, ask, attacker, place
        self.in_space = place not in table.things
        seats = len(table.players)
        self.order = [(attacker + step) % seats for step in range(1, seats + 1)]  # left of the attacker first (EU-8.1)
        self.bonus = dict.fromkeys(range(seats), 0)
        self.cover = dict.fromkeys(range(seats), 0)
        self.guard = dict.fromkeys(range(seats), 0)
        self.turn = self.order[0]  # whose maneuver, or whose loss, it is
        self.passed = 0  # seats in succession that have declined, or had nothing to decide
        self.user = ""  # the card that makes a maneuver
        self.reading = ""  # the card whose text is carried out
        self.step = 0  # which of its effects
        self.waiting: list[str] = []  # armaments still to be used
        self.difference = dict.fromkeys(range(seats), 0)
        self.left = dict.fromkeys(range(seats), 0)  # of the difference, still to be made up
        self.destroyer = -1

    # ── Who is there ─────────────────────────────────────────────────────────────────────────

    def is_there(self, seat: int) -> bool:
        """Has the player something where the battle is? (EU-7.1)"""
        if self.in_space:
            return bool(self.table.fleet(seat, self.place))
        return self.table.players[seat].crew_at == self.place

    def movers(self, seat: int) -> list[str]:
        """Return a player's cards that can maneuver, straightened or entangled (EU-8.1)."""
        if not self.is_there(seat):
            return []
        cards = self.table.fleet(seat, self.place) if self.in_space else self.table.crew(seat)
        things = self.table.things
        return [name for name in cards if not things[name].waylaid and not things[name].absent]

    def fighting(self, seat: int) -> list[str]:
        """Return the cards that count: in space with those aboard (EU-7.3)."""
        cards = self.movers(seat)
        aboard = [name for ship in cards for name in self.table.aboard(ship)] if self.in_space else []
        return [*cards, *(name for name in aboard if not self.table.things[name].absent)]

    @property
    def fighters(self) -> list[int]:
        """The players who take part: those with a card there, waylaid or not (EU-7.2, EU-7.4)."""
        return [seat for seat in self.order if not self.table.players[seat].out and self.is_there(seat)]

    def foes(self, seat: int) -> list[int]:
        return [other for other in self.fighters if other != seat]

    def hostile(self, seat: int) -> list[str]:
        """Return the cards that a player's texts call hostile."""
        return [name for other in self.foes(seat) for name in self.movers(other)]

    def card(self, name: str) -> Card:
        return self.table.things[name].card

    def power(self, name: str) -> int:
        return self.card(name).space if self.in_space else self.card(name).combat

    def total(self, seat: int) -> int:
        """Return a damage total; below 0 it reads 0 (EU-8.8, EU-9.1)."""
        total = sum(self.power(name) for name in self.fighting(seat)) + self.bonus[seat]
        if self.is_home(seat):
            total += self.table.text_of_planet(seat, "home guard") or 0
        if seat == self.attacker:
            total += self.table.text_of_planet(seat, "raid") or 0
        return max(0, total)

    def is_home(self, seat: int) -> bool:
        place = self.place if self.in_space else self.table.planet_of_location(self.place)
        return place == self.table.planet(seat)

    def holds(self, seat: int, when: str) -> bool:
        """Tell whether a condition holds."""
        if not when:
            return True
        if when in ("inside", "outside"):
            return not self.in_space and self.card(self.place).outside == (when == "outside")
        if when == "outnumbered":
            return any(len(self.movers(other)) > len(self.movers(seat)) for other in self.foes(seat))
        return {
            "attacking": seat == self.attacker,
            "defending": seat != self.attacker,
            "home": self.is_home(seat),
        }[when]

    # ── Texts ────────────────────────────────────────────────────────────────────────────────

    def counted(self, seat: int, user: str, word: str) -> int:
        """Return how many cards a "per" text counts, at most 3."""
        mine = self.movers(seat)
        found = {
            "boost per ally": [name for name in mine if name != user],
            "boost per hostile": self.hostile(seat),
            "boost per weapon": [other for name in mine for other in self.table.attached(name)],
        }[word]
        return min(MOST_COUNTED, len(found))

    def targets(self, seat: int, user: str, word: str, number: int) -> dict[str, Any] | None:
        """Return the names of what an effect can be aimed at, with what it is; None: it takes no target."""
        table, things = self.table, self.table.things
        hostile = self.hostile(seat)
        characters = [name for name in hostile if self.card(name).kind == CHARACTER]
        ships = [name for name in hostile if self.card(name).kind == SPACESHIP]
        is_character = self.card(user).kind == CHARACTER
        found: list[str]
        if word in ("boost", "cover", "guard", "boost per ally", "boost per hostile", "boost per weapon"):
            return None
        if word in ("weaken", "steal"):
            foes = [
                foe for foe in self.foes(seat) if (self.total(foe) if word == "weaken" else table.players[foe].gold) > 0
            ]
            return {table.players[foe].faction: foe for foe in foes}
        if word == "entangle":
            found = [name for name in hostile if not things[name].entangled and self.power(name) <= number]
        elif word == "straighten":
            found = [
                name
                for name in self.movers(seat)
                if name != user and things[name].entangled and things[name].maneuvers < MOST_MANEUVERS
            ]
        elif word == "waylay":
            found = [name for name in hostile if self.power(name) <= number]
        elif word == "withdraw":
            found = self.movers(seat)
        elif word == "capture":
            free = is_character and table.captive_of(user) is None
            found = [name for name in characters if free and self.takeable(name) and self.card(name).combat <= number]
        elif word == "gain character":
            found = [name for name in characters if self.takeable(name) and self.card(name).combat <= number]
        elif word == "gain ship":
            found = [name for name in ships if self.takeable(name) and self.card(name).space <= number]
        elif word == "gain weapon":
            found = [other for name in characters if is_character for other in table.attached(name)]
        elif word == "destroy":
            found = [
                name
                for name in hostile
                if self.card(name).expire <= number and not self.is_alpha_character(name) and not table.aboard(name)
            ]
        elif word == "disarm":
            found = [other for name in hostile for other in table.attached(name)]
        elif word == "free":
            found = [name for name in table.where(zone=CAPTIVE, seat=seat) if things[name].on in hostile]
        else:
            raise AssertionError(word)
        return {name: name for name in found}

    def takeable(self, name: str) -> bool:
        """Neither an alpha card nor a spaceship with a crew (EU-12.1, EU-12.2)."""
        return not self.card(name).alpha and not (self.card(name).kind == SPACESHIP and self.table.aboard(name))

    def is_alpha_character(self, name: str) -> bool:
        return self.card(name).alpha and self.card(name).kind == CHARACTER

    def can_do(self, seat: int, user: str, word: str, number: int) -> bool:
        """Can the effect do something now?"""
        if word.startswith("boost per"):
            return self.counted(seat, user, word) > 0
        targets = self.targets(seat, user, word, number)
        return targets is None or bool(targets)

    def usable(self, seat: int, user: str, name: str) -> bool:
        """Can a card's text be used? Its condition holds, and one of its effects can do something (EU-8.3)."""
        card = self.card(name)
        if card.kind == ARMAMENT and self.place == CORE and self.table.text_of_core("silence") is not None:
            return False
        return self.holds(seat, card.when) and any(
            self.can_do(seat, user, word, number) for word, number in card.text
        )  # fmt: skip

    def texts(self, user: str) -> list[str]:
        """Return the cards whose texts a maneuver may use: its own, then those on it."""
        return [user, *self.table.attached(user)]

    def maneuvers(self, seat: int) -> list[str]:
        """Return the cards with which a player may make a maneuver (EU-8.3, EU-8.5, EU-8.6)."""
        things = self.table.things
        return [
            name
            for name in self.movers(seat)
            if not things[name].entangled
            and things[name].maneuvers < MOST_MANEUVERS
            and any(self.usable(seat, name, text) for text in self.texts(name))
        ]

    # ── The maneuver phase ───────────────────────────────────────────────────────────────────

    def fight(self) -> Asking:
        """Fight the battle."""
        yield from self.maneuver_phase()
        yield from self.damage_resolution()
        self.close()

    def maneuver_phase(self) -> Asking:
        """Let the players maneuver until all have declined in succession (EU-8.2)."""
        while self.passed < len(self.order):
            seat = self.turn
            able = self.maneuvers(seat) if seat in self.fighters else []
            choice = None
            if able:
                choices = {"pass": None, **{f"entangle {name}": name for name in able}}
                choice = yield from self.ask(seat, MANEUVER, choices)
            if choice is None:
                self.passed += 1
            else:
                self.passed = 0
                yield from self.maneuver(seat, choice)
            self.turn = self.after(seat)

    def after(self, seat: int) -> int:
        return (seat + 1) % len(self.order)

    def maneuver(self, seat: int, user: str) -> Asking:
        """Make a maneuver: the own text, then one weapon's or those of all armaments (EU-8.4)."""
        thing = self.table.things[user]
        thing.entangled = True
        thing.maneuvers += 1
        self.user = user
        if self.usable(seat, user, user):
            yield from self.use(seat, user)
        self.reading, self.step = user, len(thing.card.text)
        if thing.card.kind == CHARACTER:
            weapons = [name for name in self.table.attached(user) if self.usable(seat, user, name)]
            if weapons:
                weapon = yield from self.ask(seat, USE, {f"use {name}": name for name in weapons})
                yield from self.use(seat, weapon)
        else:
            self.waiting = self.table.attached(user)
            while self.waiting:
                armament = self.waiting.pop(0)
                if self.usable(seat, user, armament):
                    yield from self.use(seat, armament)
        self.user = self.reading = ""
        self.step = 0

    def use(self, seat: int, text: str) -> Asking:
        """Carry out a text, effect by effect as things are by then (EU-8.10)."""
        self.reading = text
        for step, (word, number) in enumerate(self.card(text).text):
            self.step = step
            if not self.can_do(seat, self.user, word, number):
                continue
            targets = self.targets(seat, self.user, word, number)
            target = None
            if targets is not None:
                choices = {"pass": None, **{f"target {name}": (each,) for name, each in targets.items()}}
                answer = yield from self.ask(seat, TARGET, choices)
                if answer is None:
                    continue
                (target,) = answer
            self.carry_out(seat, word, number, target)

    def carry_out(self, seat: int, word: str, number: int, target: Any) -> None:
        """Do what an effect says."""
        table, things = self.table, self.table.things
        if word == "boost":
            self.bonus[seat] += number
        elif word.startswith("boost per"):
            self.bonus[seat] += number * self.counted(seat, self.user, word)
        elif word == "cover":
            self.cover[seat] += number
        elif word == "guard":
            self.guard[seat] += number
        elif word == "weaken":
            self.bonus[target] -= number
        elif word == "steal":
            table.rob(seat, target, number)
        elif word == "entangle":
            things[target].entangled = True
        elif word == "straighten":
            things[target].entangled = False
        elif word in ("waylay", "withdraw"):
            things[target].waylaid = True
        elif word == "capture":
            table.capture(self.user, target)
        elif word in ("gain character", "gain ship"):
            table.gain_control(seat, target)
        elif word == "gain weapon":
            assert things[target].zone == ATTACHED
            assert self.card(target).kind == WEAPON
            things[target].on = self.user
        elif word in ("destroy", "disarm"):
            table.destroy(target, by=seat)
        elif word == "free":
            table.free(target)
        else:
            raise AssertionError(word)

    # ── Damage resolution ────────────────────────────────────────────────────────────────────

    def damage_resolution(self) -> Asking:
        """Let everybody below the largest total lose cards (EU-9)."""
        table = self.table
        table.resolving = True
        totals = {seat: self.total(seat) for seat in self.fighters}
        largest = max(totals.values())
        best = [seat for seat in self.fighters if totals[seat] == largest]
        self.destroyer = self.attacker if self.attacker in best else best[0]
        for seat, total in totals.items():
            self.difference[seat] = self.left[seat] = max(0, largest - total - self.cover[seat])
        self.passed = 0
        for seat in self.order:
            self.turn = seat
            while self.left[seat] > 0 and not table.players[seat].out:
                able = self.losable(seat)
                if not able:
                    break
                name = yield from self.ask(seat, LOSS, {f"destroy {each}": each for each in able})
                self.left[seat] -= table.destroy(name, by=self.destroyer)
            self.left[seat] = 0
            self.passed += 1

    def losable(self, seat: int) -> list[str]:
        """Return the cards that a loser may choose (EU-9.4)."""
        most = self.difference[seat] - self.guard[seat]
        return [name for name in self.fighting(seat) if self.card(name).resistance <= most]

    def close(self) -> None:
        """Straighten all cards, let the waylaid ones return (EU-9.6)."""
        self.table.resolving = False
        for thing in self.table.things.values():
            thing.entangled = thing.waylaid = thing.absent = False
            thing.maneuvers = 0
