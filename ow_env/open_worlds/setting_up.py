"""From JSON to a position, second half: the decision, what can't be, and the record made of it all.

Below: reading.py, rules/. Above: positions.py, which shows the form.
A decision is believed if the rules agree: from the record that was built they must come to ask the
very same thing, and whoever is asked must have an answer. So no position gets in from which play
could not go on. What is checked before that keeps every index inside the record.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ow_env.core.game import States
from ow_env.core.rng import RNG
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import (
    AUTOMATED,
    BECOME_SHIP,
    CANCEL,
    DEPLOY_GROUND,
    DESTROY,
    DRAW_OR_SEARCH,
    FACILITY,
    REACTION,
    SEIZE,
    STOP_INCOME,
    SWAP_STAGED,
    UTILITY,
)
from ow_env.open_worlds.reading import (
    ENDINGS,
    PILES,
    STEP_OF,
    Table,
    TableReader,
    shown,
    unit_names,
)
from ow_env.open_worlds.rules.flow import advance
from ow_env.open_worlds.rules.install_facilities import staged_facility, why_not_swap
from ow_env.open_worlds.rules.legality import waits_for, write_mask
from ow_env.open_worlds.rules.setup import MOST_ADJUSTED
from ow_env.open_worlds.rules.surface_conflict import has_claim, surface_damage
from ow_env.open_worlds.rules.utilities import (
    OPTION_SEARCH,
    count_picks,
    has_effect,
    is_its_window,
    is_window,
    next_open_choice,
    why_not_pick,
)
from ow_env.open_worlds.rules.worlds import is_orbital
from ow_env.open_worlds.state import (
    ADJUST_HAND,
    ASK_CARD_OF_DECK,
    ASK_GROUND_FORCE,
    ASK_NOTHING,
    ASK_OPTION,
    ASK_REPLACEMENT,
    ASK_TAKEN_BACK,
    ASK_TARGET,
    ASK_WORLD,
    CHOOSING,
    CONQUER,
    DECK_SIZE,
    EVERYONE,
    EXCHANGE,
    GAME,
    MOVE,
    NEXT_WORLD,
    NOBODY,
    ORBITAL,
    OVER_CLASS,
    PHASES,
    PLAYS,
    POINTS,
    QUESTIONS,
    REACTING,
    RESOLVING,
    RETREAT,
    REVEAL,
    RUNNING,
    STAGE,
    STAGED,
    SURFACE,
    SWAP,
    TERMINATED,
    TRASH,
    TRUNCATED,
    WINDOW_DRAWN,
    WINDOW_MOVED,
    WINDOW_REVEAL,
    WINDOW_STAGE,
    WINDOW_STAGED,
    WINDOW_SURFACE,
    WINDOW_TURN,
    WINDOW_WORLD,
    WORLD_ENDS,
)

Game: TypeAlias = Any  # one GAME record, read field by field

ASKABLE = (  # the points at which somebody decides
    ADJUST_HAND, EXCHANGE, WINDOW_TURN, WINDOW_STAGE, STAGE, WINDOW_STAGED, MOVE, WINDOW_MOVED,
    WINDOW_REVEAL, OVER_CLASS, NEXT_WORLD, WINDOW_WORLD, SWAP, RETREAT, ORBITAL, WINDOW_SURFACE,
    SURFACE, CONQUER, TRASH, WINDOW_DRAWN,
)  # fmt: skip
OF_DECISION = (  # the fields of each object
    "ask to_act world conflict unit weapon power orders swapping adjusted passes utility"
).split()
OF_ORDER = "unit reserved targets defends overcome conqueror".split()
OF_UTILITY = "card player phase asks world target option replacement reactions".split()
OF_REACTION = "card player".split()
IN_CONFLICT = (RETREAT, ORBITAL, WINDOW_SURFACE, SURFACE, CONQUER)
ORDERED_AT = {  # at which points an order may have been given
    "reserved": (ORBITAL, WINDOW_SURFACE, SURFACE, CONQUER),
    "targets": (ORBITAL, SURFACE, CONQUER),
    "defends": (SURFACE, CONQUER),
    "overcome": (CONQUER,),
    "conqueror": (CONQUER,),
}
CHOICES = {  # what a Utility that does this asks when it is played; others ask nothing
    BECOME_SHIP: (ASK_WORLD,),
    DRAW_OR_SEARCH: (ASK_OPTION,),
    DESTROY: (ASK_TARGET,),
    SEIZE: (ASK_TARGET,),
    STOP_INCOME: (ASK_WORLD, ASK_TARGET),
}
EFFECTS = {  # what it asks when it resolves
    SWAP_STAGED: (ASK_REPLACEMENT, ASK_TAKEN_BACK),
    DRAW_OR_SEARCH: (ASK_CARD_OF_DECK,),
    DEPLOY_GROUND: (ASK_GROUND_FORCE,),
}
PICKS = (DESTROY, SEIZE, STOP_INCOME)  # they pick a unit


@dataclass
class Order:
    """What one unit was told to do in the conflicts at its World; units by index + 1, 0: none."""

    reserved: bool = False
    targets: list[int] = field(default_factory=list)
    defends: int = 0
    overcome: bool = False
    conqueror: int = 0  # seat + 1


@dataclass
class Play:
    """The Utility in play and the reactions to it."""

    cards: list[tuple[int, int]]  # (card, player), the Utility first
    action: int = 0
    phase: int = REACTING
    question: int = ASK_NOTHING
    world: int = -1
    target: int = 0  # index + 1 of a unit
    option: int = 0
    replacement: int = 0  # card id + 1


class Reader(TableReader):
    """Reads one whole position."""

    actor = NOBODY
    asked: tuple[int, ...] = ()  # seats
    world = -1
    conflict = False
    unit = 0
    weapon = 0
    passes = 0
    ending = RUNNING
    winner = -1
    play: Play | None = None

    def read(self) -> States:
        """Return the state [1] that the position describes.

        Raises:
            ValueError: naming every fault.
        """
        self.orders: dict[int, Order] = {}
        self.read_table()
        self.units.sort(key=lambda unit: unit.order)
        self.read_end()
        if self.told.get("decision") is not None:
            self.read_decision()
        self.check_owned()
        self.check_worlds()
        self.check_staged()
        self.refuse()
        state = self.build()
        self.check_record(state)
        self.refuse()
        return state

    def refuse(self) -> None:
        """Raise if there is any fault."""
        if self.faults:
            raise ValueError("\n  - ".join(["this position can't be set up:", *self.faults]))

    def after(self, seat: int) -> int:
        """Return how many places after the one with Priority a player comes (OW-0.5)."""
        return self.order.index(seat)

    def read_end(self) -> None:
        """Read how the game ended, where it has."""
        for key in ("ending", "winner"):
            if self.told.get(key) is not None and self.step != "over":
                self.fault(key, f"only a game whose step is 'over' has one, found {self.step!r}")
        if self.step != "over":
            return
        final = bool(self.fields["final_turn"])
        self.ending = TERMINATED if final else TRUNCATED
        if self.told.get("ending", ENDINGS[self.ending]) != ENDINGS[self.ending]:
            which = "the" if final else "no"
            right = f"{ENDINGS[self.ending]!r}, as this is {which} FINAL TURN"
            self.fault("ending", f"expected {right}, found {shown(self.told['ending'])}")
        if not final and self.turn != self.fields["max_turns"]:
            most = self.fields["max_turns"]
            self.fault("turn", f"a truncated game ends with turn {most}, found {self.turn}")
        best = max(me.income for me in self.players)
        winners = [seat for seat, me in enumerate(self.players) if me.income == best]
        if final and len(winners) == 1:
            self.winner = winners[0]
        found = self.told.get("winner", None if self.winner < 0 else self.winner)
        if found is not None:
            found = self.seat(found, "winner")
        if (-1 if found is None else found) != self.winner:
            right = "nobody" if self.winner < 0 else self.agents[self.winner]
            wrong = shown(self.told["winner"])
            self.fault("winner", f"by the Incomes it is {right}, found {wrong}")

    # ── The decision ─────────────────────────────────────────────────────────────────────────

    def read_decision(self) -> None:
        """Read what is asked, of whom, and what is half done."""
        told = self.table(self.told["decision"], "decision", OF_DECISION)
        if self.step == "over":
            self.fault("decision", "the game is over: expected none")
            return
        known = [POINTS[point] for point in ASKABLE if STEP_OF[point] == self.step]
        if not known:
            self.fault("decision", f"nobody decides anything in step {self.step!r}: expected none")
            return
        ask = self.word(told.get("ask"), "decision.ask", known)
        if ask is None:
            return
        self.point = POINTS.index(ask)
        self.read_place(told)
        self.read_to_act(told)
        if told.get("utility") is not None:
            self.read_utility(told["utility"])
        self.read_asked_unit(told)
        self.read_orders(told)
        self.read_halves(told)

    def only_at(self, key: str, allowed: bool, what: str) -> bool:
        """Keep a fault if a part of the decision has no place at this point."""
        if not allowed:
            self.fault(f"decision.{key}", f"{what}; asked is {POINTS[self.point]!r}")
        return allowed

    def read_place(self, told: Table) -> None:
        """Read at which World the question arises, and whether there is Orbital Conflict."""
        at_world = WINDOW_WORLD <= self.point <= WORLD_ENDS
        if at_world or told.get("world") is not None:
            if self.only_at("world", at_world, "only in the resolution of a World there is one"):
                name = told.get("world")
                if isinstance(name, str):
                    place = self.place(name, "decision.world")
                    self.world = -1 if place is None else place
                else:
                    found = f"expected the World being resolved, found {shown(name)}"
                    self.fault("decision.world", found)
        if self.world >= 0 and self.resolved[self.world]:
            self.fault("decision.world", "it has been resolved this turn")
        self.conflict = self.flag(told, "conflict", "decision.")
        if self.conflict:
            begun = self.point in IN_CONFLICT
            self.only_at("conflict", begun, "Orbital Conflict begins with Orbital Activity")

    def read_to_act(self, told: Table) -> None:
        """Read who is asked: several at a simultaneous Step, else one."""
        names = self.entries(told.get("to_act"), "decision.to_act")
        seats = [self.seat(name, f"decision.to_act[{i}]") for i, name in enumerate(names)]
        self.asked = tuple(sorted({seat for seat in seats if seat is not None}))
        at_once = self.point == STAGE and not self.fields["stage_in_order"]
        if self.point == ADJUST_HAND or at_once:
            self.actor = EVERYONE
            if not names:
                self.fault("decision.to_act", "expected at least one player, found none")
        elif len(names) != 1:
            self.fault("decision.to_act", f"expected one player, found {len(names)}")
        elif self.asked:
            self.actor = self.asked[0]

    def here(self, world: int) -> dict[str, int]:
        """Return the units at a World: what tells each from the others -> its index."""
        there = [(i, unit) for i, unit in enumerate(self.units) if unit.world == world]
        named = [(unit.card, unit.owner, unit.controller) for _, unit in there]
        names = unit_names(self.words, named)
        return {name: i for name, (i, _) in zip(names, there, strict=True)}

    def unit_at(self, world: int, value: object, path: str) -> int | None:
        """Return the index of a unit told by its name."""
        there = self.here(world)
        if isinstance(value, str) and value in there:
            return there[value]
        if world >= 0 and not self.world_faults:
            units = ", ".join(map(repr, there)) or "none"
            self.fault(path, f"expected a unit there, found {shown(value)}; there are: {units}")
        return None

    def read_asked_unit(self, told: Table) -> None:
        """Read which Weapon of which unit is asked for."""
        asked = self.point in (ORBITAL, SURFACE)
        for key in ("unit", "weapon", "power"):
            if told.get(key) is not None:
                self.only_at(key, asked, "only where Weapons are aimed")
        if not asked or self.world < 0:
            return
        index = self.unit_at(self.world, told.get("unit"), "decision.unit")
        if index is None:
            return
        self.unit = index
        row = self.t.cards[self.units[index].card]
        most = int(row.weapon_count)
        name = self.name(self.units[index].card)
        if most == 0:
            self.fault("decision.unit", f"{name} has no Weapon")
            return
        self.weapon = self.number(told.get("weapon", 1), "decision.weapon", 1, most) - 1
        power = int(row.weapons[self.weapon])
        if told.get("power", power) != power or isinstance(told.get("power"), bool):
            found = f"this Weapon of {name} has {power}, found {shown(told['power'])}"
            self.fault("decision.power", found)

    def read_orders(self, told: Table) -> None:
        """Read what the units at the World were told to do."""
        for number, entry in enumerate(self.entries(told.get("orders", []), "decision.orders")):
            path = f"decision.orders[{number}]"
            order = self.table(entry, path, OF_ORDER)
            if self.world < 0:
                what = "only units at the World being resolved have one"
                self.only_at(f"orders[{number}]", False, what)
                continue
            index = self.unit_at(self.world, order.get("unit"), f"{path}.unit")
            if index is not None and index in self.orders:
                self.fault(f"{path}.unit", f"{shown(order['unit'])} is there twice")
            elif index is not None:
                self.orders[index] = self.read_order(index, order, path)

    def read_order(self, index: int, told: Table, path: str) -> Order:
        """Read what one unit was told to do."""
        unit = self.units[index]
        row = self.t.cards[unit.card]
        name = self.name(unit.card)
        for key, points in ORDERED_AT.items():
            if told.get(key):
                self.only_at(f"{path.removeprefix('decision.')}.{key}", self.point in points,
                             "it does not outlast its Sub-Step")  # fmt: skip
        order = Order(self.flag(told, "reserved", f"{path}."))
        order.overcome = self.flag(told, "overcome", f"{path}.")
        if order.reserved and not (row.weapon_count > 0 and is_orbital(self.t, unit.card)):
            self.fault(f"{path}.reserved", f"{name} is no Orbital with a Weapon")
        order.targets = self.read_targets(index, told, path)
        if told.get("defends") is not None:
            place = self.unit_at(self.world, told["defends"], f"{path}.defends")
            if row.defends == 0:
                self.fault(f"{path}.defends", f"{name} may not Defend")
            elif place is not None and not self.may_be_defended(index, place):
                found = f"{shown(told['defends'])} is no Facility of its controller"
                self.fault(f"{path}.defends", found)
            order.defends = 0 if place is None else place + 1
        if order.defends and any(order.targets):
            self.fault(path, f"{name} can't attack and Defend (OW-4f.2)")
        if told.get("conqueror") is not None:
            seat = self.seat(told["conqueror"], f"{path}.conqueror")
            order.conqueror = 0 if seat is None else seat + 1
            if row.type != FACILITY:
                self.fault(f"{path}.conqueror", f"{name} is no Facility")
        return order

    def may_be_defended(self, defender: int, index: int) -> bool:
        """Is a unit a Facility of the Defender's controller?"""
        unit = self.units[index]
        same = unit.controller == self.units[defender].controller
        return same and bool(self.t.cards[unit.card].type == FACILITY)

    def read_targets(self, index: int, told: Table, path: str) -> list[int]:
        """Read the target of each Weapon of a unit; null: none."""
        unit = self.units[index]
        most = int(self.t.cards[unit.card].weapon_count)
        entries = self.entries(told.get("targets", []), f"{path}.targets")
        if len(entries) > most:
            found = f"{self.name(unit.card)} has {most} Weapons, found {len(entries)} targets"
            self.fault(f"{path}.targets", found)
        targets = []
        for k, entry in enumerate(entries[:most]):
            where = f"{path}.targets[{k}]"
            place = None if entry is None else self.unit_at(self.world, entry, where)
            targets.append(0 if place is None else place + 1)
            if place is not None and self.units[place].controller == unit.controller:
                self.fault(where, f"{shown(entry)} is a unit of the same player")
        return targets

    def read_halves(self, told: Table) -> None:
        """Read how far a window, the Swaps and the adjusting of hands have come."""
        if told.get("passes") is not None:
            most = len(self.agents) - 1
            self.passes = self.number(told["passes"], "decision.passes", 0, most)
            if self.passes:
                in_window = bool(is_window(self.point))
                self.only_at("passes", in_window, "they are counted only in a window for Utilities")
        for key, point, what in (
            ("swapping", SWAP, "Swaps are chosen only as Facilities install"),
            ("adjusted", ADJUST_HAND, "hands are adjusted only during setup"),
        ):
            path = f"decision.{key}"
            entries = self.by_name(told.get(key, {}), path, '{"player_0": ...}')
            for name, entry in entries:
                seat = self.seat(name, path)
                if self.only_at(key, self.point == point, what) and seat is not None:
                    self.read_half(self.players[seat], key, entry, f"{path}.{name}")

    def read_half(self, me: Any, key: str, entry: object, path: str) -> None:
        """Read what one player Swaps, or how many cards one put away."""
        if key == "swapping":
            card = self.card(entry, path)
            me.swapping = 0 if card is None else card + 1
            return
        me.adjusted = self.number(entry, path, 0, MOST_ADJUSTED)
        thrown = len(me.piles.get("trash", []))
        if me.adjusted > thrown:
            found = f"expected {thrown} at most, the cards in `trash`, found {me.adjusted}"
            self.fault(path, found)

    # ── The Utility in play ──────────────────────────────────────────────────────────────────

    def read_utility(self, value: object) -> None:
        """Read the Utility in play, its choices and the reactions."""
        path = "decision.utility"
        told = self.table(value, path, OF_UTILITY)
        in_window = bool(is_window(self.point))
        if not self.only_at("utility", in_window, "Utilities are played only in their windows"):
            return
        base = self.read_played(told, path)
        if base is None:
            return
        card, player = base
        row = self.t.cards[card]
        if not is_its_window(int(row.window), self.point):
            self.fault(f"{path}.card", f"{self.name(card)} isn't played at {POINTS[self.point]!r}")
            return
        self.play = Play([base], int(row.action))
        self.read_phase(self.play, told, path)
        self.read_choices(self.play, told, path)
        self.read_reactions(self.play, told, path)
        last = self.play.cards[-1][1]
        if self.play.phase == REACTING and self.actor == last:
            self.fault("decision.to_act", "nobody reacts to a card of its own (OW-6.8)")
        if self.play.phase != REACTING and self.actor not in (NOBODY, player):
            self.fault("decision.to_act", f"expected {self.agents[player]}, whose Utility asks")

    def read_played(self, told: Table, path: str) -> tuple[int, int] | None:
        """Read a card that was played, and by whom."""
        card = self.card(told.get("card"), f"{path}.card")
        player = self.seat(told.get("player"), f"{path}.player")
        if card is not None and self.t.cards[card].type != UTILITY:
            self.fault(f"{path}.card", f"{self.name(card)} is no Utility")
            return None
        return None if card is None or player is None else (card, player)

    def read_phase(self, play: Play, told: Table, path: str) -> None:
        """Read what the Utility asks; nothing while the others may react."""
        if told.get("asks") is not None:
            may_ask = (*CHOICES.get(play.action, ()), *EFFECTS.get(play.action, ()))
            known = [QUESTIONS[question] for question in may_ask]
            if not known:
                self.fault(f"{path}.asks", f"{self.name(play.cards[0][0])} asks nothing")
                return
            asks = self.word(told["asks"], f"{path}.asks", known)
            if asks is not None:
                play.question = QUESTIONS.index(asks)
                choosing = play.question in CHOICES.get(play.action, ())
                play.phase = CHOOSING if choosing else RESOLVING
        phase = told.get("phase", PHASES[play.phase])
        if phase != PHASES[play.phase]:
            asks = "nothing" if play.question == ASK_NOTHING else repr(QUESTIONS[play.question])
            right = f"expected {PHASES[play.phase]!r}, as it asks {asks}"
            self.fault(f"{path}.phase", f"{right}; found {shown(phase)}")

    def read_choices(self, play: Play, told: Table, path: str) -> None:
        """Read what was chosen for the Utility; whether that is all is seen on the record."""
        name = self.name(play.cards[0][0])
        allowed = {
            "world": play.action in (BECOME_SHIP, *PICKS) or play.question == ASK_TAKEN_BACK,
            "target": play.action in PICKS and play.question == ASK_NOTHING,
            "option": play.action == DRAW_OR_SEARCH and play.question != ASK_OPTION,
            "replacement": play.question == ASK_TAKEN_BACK,
        }
        allowed["world"] &= play.question != ASK_WORLD
        given = {key for key in allowed if told.get(key) is not None}
        for key in sorted(given - {key for key, fits in allowed.items() if fits}):
            self.fault(f"{path}.{key}", f"{name} has not chosen one now: expected none")
            given.remove(key)
        needed = {"world", "replacement"} if play.question == ASK_TAKEN_BACK else set()
        if play.action in PICKS and play.question != ASK_WORLD:
            needed |= {"world"}
        for key in sorted(needed - given):
            self.fault(f"{path}.{key}", f"it is missing: {name} has chosen one")
        if "world" in given:
            world = told["world"]
            if isinstance(world, str):
                place = self.place(world, f"{path}.world")
                play.world = -1 if place is None else place
            else:
                self.fault(f"{path}.world", f"expected a World, found {shown(world)}")
        if play.action in (DESTROY, SEIZE) and play.world not in (-1, self.world):
            self.fault(f"{path}.world", f"{name} acts only at the World being resolved")
        if "target" in given and play.world >= 0:
            index = self.unit_at(play.world, told["target"], f"{path}.target")
            play.target = 0 if index is None else index + 1
        if "option" in given:
            play.option = self.number(told["option"], f"{path}.option", 1, OPTION_SEARCH)
        if play.question == ASK_CARD_OF_DECK and play.option != OPTION_SEARCH:
            self.fault(f"{path}.option", f"expected {OPTION_SEARCH}, the search it is at")
        if "replacement" in given:
            card = self.card(told["replacement"], f"{path}.replacement")
            play.replacement = 0 if card is None else card + 1
        self.check_taken_back(play, path)

    def check_taken_back(self, play: Play, path: str) -> None:
        """Check a replacement that was laid down where two cards lie."""
        if play.question != ASK_TAKEN_BACK or play.world < 0 or not play.replacement:
            return
        me = self.players[play.cards[0][1]]
        if play.replacement - 1 not in me.piles.get("hand", []):
            self.fault(f"{path}.replacement", "it is not in the player's hand")
        least = 1 if self.fields["ask_public"] else STAGED  # asked even where only one lies (OW-6.16)
        if len(me.staged.get(play.world, [])) < least:
            found = f"expected a World to which the player has staged {least} or more cards"
            self.fault(f"{path}.world", found)
        if max(map(len, me.staged.values()), default=0) < STAGED:
            self.fault(f"{path}.asks", f"nowhere has the player staged {STAGED} cards to choose from")

    def read_reactions(self, play: Play, told: Table, path: str) -> None:
        """Read the reactions, each to the card played before it."""
        entries = self.entries(told.get("reactions", []), f"{path}.reactions")
        if entries and play.phase != REACTING:
            found = f"found {len(entries)}; there are none while the Utility asks something"
            self.fault(f"{path}.reactions", found)
        if len(entries) >= PLAYS:
            found = f"expected {PLAYS - 1} at most, found {len(entries)}"
            self.fault(f"{path}.reactions", found)
        for number, entry in enumerate(entries[: PLAYS - 1]):
            where = f"{path}.reactions[{number}]"
            played = self.read_played(self.table(entry, where, OF_REACTION), where)
            if played is None:
                continue
            card, player = played
            row = self.t.cards[card]
            if row.window != REACTION or row.action != CANCEL:
                self.fault(f"{where}.card", f"{self.name(card)} is no reaction")
            if player == play.cards[-1][1]:
                self.fault(f"{where}.player", "nobody reacts to a card of its own (OW-6.8)")
            play.cards.append(played)

    # ── What can't be ────────────────────────────────────────────────────────────────────────

    def check_owned(self) -> None:
        """Check that each player's cards could come from one deck (OW-1.1)."""
        for seat, me in enumerate(self.players):
            held: dict[int, list[str]] = defaultdict(list)  # card -> where
            for key in list(PILES)[:-1]:
                for card in me.piles.get(key, []):
                    held[card].append(key)
            for world, cards in me.staged.items():
                for card in cards:
                    held[card].append(f"staged to {self.world_name(world)}")
            for unit in self.units:
                if unit.owner == seat:
                    held[unit.card].append(f"in play at {self.world_name(unit.world)}")
            for world, card, owner in self.indicators:
                if owner == seat:
                    held[card].append(f"indicator at {self.world_name(world)}")
            for card, player in self.play.cards if self.play else ():
                if player == seat:
                    held[card].append("being played")
            for card, places in sorted(held.items()):
                if len(places) > 1 and not self.t.cards[card].unlimited:
                    found = f"{self.name(card)} is unique in a deck (OW-1.1), found {len(places)}"
                    self.fault(f"players[{seat}]", f"{found}: {', '.join(places)}")
            total = sum(map(len, held.values()))
            if total > DECK_SIZE:
                found = f"expected {DECK_SIZE} cards at most, found {total}"
                self.fault(f"players[{seat}]", found)
            hidden = Counter(me.piles.get("hand", []) + me.piles.get("trash", []))
            if self.point <= REVEAL:
                hidden += Counter(card for cards in me.staged.values() for card in cards)
            for card in Counter(me.piles.get("seen", [])) - hidden:
                found = f"{self.name(card)} is neither in hand nor staged face down nor in `trash`"
                self.fault(f"players[{seat}].seen", found)

    def world_name(self, world: int) -> str:
        """Return the name of a World in the row."""
        return self.words.catalogue.worlds[self.row[world]].name

    def check_worlds(self) -> None:
        """Check that no World has more Facilities than it ever supported (OW-0.4)."""
        found = Counter(u.world for u in self.units if self.t.cards[u.card].type == FACILITY)
        for world, count in sorted(found.items()):
            most = self.words.catalogue.worlds[self.row[world]].h2o
            if count > most:
                name = self.world_name(world)
                self.fault("players", f"{name} has H2O {most}, found {count} Facilities there")

    def check_staged(self) -> None:
        """Check that no more is staged than may be, and nothing that is gone (OW-S.1, OW-R.1)."""
        for seat, me in enumerate(self.players):
            for world, cards in me.staged.items():
                path = f"players[{seat}].staged.{self.world_name(world)}"
                deployed = world == self.world and self.point > SWAP
                resolved = world < len(self.resolved) and self.resolved[world]
                if self.turn == 0 or self.step in ("income", "trash", "draw", "over"):
                    self.fault(path, f"nothing is staged in step {self.step!r}")
                elif resolved or deployed:
                    self.fault(path, "its cards have come into play: expected none")
                if len(cards) > 1:
                    self.check_both(seat, world, cards, path)
                for card in cards:
                    if self.point > REVEAL and self.is_revealed_out(card):
                        self.fault(path, f"{self.name(card)} was Trashed at Reveal (OW-R.1)")

    def is_revealed_out(self, card: int) -> bool:
        """Is a staged card Trashed as it is revealed?"""
        row = self.t.cards[card]
        return bool(row.type == UTILITY or (self.fields["final_turn"] and row.prohibited))

    def check_both(self, seat: int, world: int, cards: list[int], path: str) -> None:
        """Check that two cards may lie at one World: one Automated, if permitted (OW-S.1)."""
        if len(cards) > STAGED:
            self.fault(path, f"expected {STAGED} cards at most, found {len(cards)} (OW-S.1)")
        elif all(self.t.cards[card].kind != AUTOMATED for card in cards):
            self.fault(path, "one of two cards has to be an Automated Ground Force (OW-S.1)")
        elif self.point <= REVEAL:
            mine = [u for u in self.units if u.world == world and u.controller == seat]
            if not any(self.t.cards[unit.card].extra_automated for unit in mine):
                self.fault(path, "no card of the player there permits a second one (OW-S.1)")

    # ── The record ───────────────────────────────────────────────────────────────────────────

    def build(self) -> States:
        """Return the state [1]: every field of state.GAME, from what was read."""
        state = np.zeros(1, GAME)
        g = state[0]
        for key, value in self.fields.items():
            g[key] = value
        g["num_players"] = len(self.agents)
        g["num_worlds"] = self.words.num_worlds
        g["turn"] = self.turn
        g["first_order"][: len(self.agents)] = self.first_order
        g["priority"] = self.priority
        g["order"][: len(self.agents)] = self.order
        g["point"] = self.point
        g["actor"] = self.actor
        g["seat"] = self.seat_reached()
        g["passes"] = self.passes
        g["ending"] = self.ending
        g["winner"] = self.winner
        g["world"] = self.world
        g["conflict"] = self.conflict
        g["unit"] = self.unit
        g["weapon"] = self.weapon
        self.build_play(g)
        for place, (id_, resolved) in enumerate(zip(self.row, self.resolved, strict=True)):
            world = self.words.catalogue.worlds[id_]
            figures = (world.h2o, world.res, world.habitable, world.hostile)
            g["worlds"][place] = (id_, *figures, resolved)
        g["indicator_count"] = len(self.indicators)
        for place, (at, card, owner) in enumerate(sorted(self.indicators)):
            g["indicators"][place] = (card, owner, at)
        for seat in range(len(self.agents)):
            self.build_player(g["players"][seat], seat)
        self.build_units(g)
        return state

    def seat_reached(self) -> int:
        """Return how far the question has gone round from the player with Priority."""
        if self.play is not None:
            return self.after(self.play.cards[0][1])
        if self.actor < 0 or self.point in (STAGE, NEXT_WORLD):
            return 0
        return self.after(self.actor)

    def build_play(self, g: Game) -> None:
        """Write the Utility in play."""
        g["play_world"] = -1
        play = self.play
        if play is None:
            return
        last = self.after(play.cards[-1][1])
        reached = {CHOOSING: 1, RESOLVING: len(self.agents)}
        g["phase"] = play.phase
        g["question"] = play.question
        g["play_count"] = len(play.cards)
        for place, (card, player) in enumerate(play.cards):
            g["plays"][place] = (card, player, 0)
        g["play_world"] = play.world
        g["play_target"] = play.target
        g["play_option"] = play.option
        g["play_card"] = play.replacement
        g["react_seat"] = reached.get(play.phase, (self.after(self.actor) - last) % len(self.agents))

    def build_player(self, record: Any, seat: int) -> None:
        """Write one player."""
        me = self.players[seat]
        for key, pile in PILES.items():
            cards = me.piles[key]
            record[pile]["count"] = len(cards)
            record[pile]["cards"][: len(cards)] = cards
        for world, cards in me.staged.items():
            record["staged"][world][: len(cards)] = cards
            record["staged_count"][world] = len(cards)
        for key in ("income", "prior_income", "adjusted", "halted", "unlimited_class", "swapping"):
            record[key] = getattr(me, key)
        if self.actor == EVERYONE:
            record["done"] = seat not in self.asked
        elif self.actor >= 0 and self.point == STAGE:
            record["done"] = self.after(seat) < self.after(self.actor)

    def build_units(self, g: Game) -> None:
        """Write the units, with the orders given in a conflict."""
        count = Counter(unit.world for unit in self.units)
        for world in range(self.words.num_worlds):
            g["starts"][world + 1] = g["starts"][world] + count[world]
        for index, unit in enumerate(self.units):
            u = g["units"][index]
            for key in ("card", "owner", "controller", "world", "age", "idle", "moved"):
                u[key] = getattr(unit, key)
            order = self.orders.get(index, Order())
            u["reserved"] = order.reserved
            u["conqueror"] = order.conqueror
            u["defends"] = order.defends
            u["targets"][: len(order.targets)] = order.targets

    # ── What the rules say to it ─────────────────────────────────────────────────────────────

    def check_record(self, state: States) -> None:
        """Check that the rules, from this very record, would ask the same of the same players."""
        if self.actor == NOBODY:
            return
        g = state[0]
        self.check_orders()
        if self.point == CONQUER:
            self.check_conquests(g)
        if self.point == SWAP:
            self.check_swaps(g)
        if self.play is not None:
            self.check_play(state, self.play)
        if not self.faults:
            self.check_question(state)

    def check_orders(self) -> None:
        """Check that only those have their orders who were asked before."""
        if self.point not in (ORBITAL, SURFACE):
            return
        now = (self.after(self.actor), self.unit)
        if self.units[self.unit].controller != self.actor:
            found = f"expected a unit of {self.agents[self.actor]}, who is to act"
            self.fault("decision.unit", found)
        for index, order in self.orders.items():
            when = (self.after(self.units[index].controller), index)
            early = order.targets[: self.weapon] if when == now else order.targets
            whole = bool(order.defends) or (order.reserved and self.point == ORBITAL)
            given = whole or any(order.targets)
            asked = when < now or (when == now and not whole and early == order.targets)
            if given and not asked:
                name = self.name(self.units[index].card)
                self.fault("decision.orders", f"{name} has an order before it was asked for one")

    def check_conquests(self, g: Game) -> None:
        """Work out who is overcome, and check that only such are Conquered, by those who may."""
        for i in range(int(g.starts[self.world]), int(g.starts[self.world + 1])):
            u = g.units[i]
            damage = int(surface_damage(g, self.t, i, -1))
            u.overcome = damage >= self.t.cards[u.card].defense
        for i, order in self.orders.items():
            u = g.units[i]
            name = self.name(u.card)
            if order.overcome and not u.overcome:
                damage = int(surface_damage(g, self.t, i, -1))
                against = f"{damage} against a Defensive Strength of {self.t.cards[u.card].defense}"
                self.fault("decision.orders", f"{name} is not overcome: its damage is {against}")
            seat = order.conqueror - 1
            if seat >= 0:
                claim = u.overcome and has_claim(g, self.t, seat, i)
                if not claim or self.after(seat) > self.after(self.actor):
                    found = f"{self.agents[seat]} can't have Conquered {name} (OW-4f.4)"
                    self.fault("decision.orders", found)

    def check_swaps(self, g: Game) -> None:
        """Check that each Swap chosen is one, and was chosen before the player who is asked."""
        for seat, me in enumerate(self.players):
            if me.swapping:
                path = f"decision.swapping.{self.agents[seat]}"
                card = me.swapping - 1
                if staged_facility(g.players[seat], self.t, self.world) < 0:
                    self.fault(path, "the player has no Facility staged there")
                elif why_not_swap(g, self.t, seat, card) != OK:
                    self.fault(path, f"{self.name(card)} can't Swap there (OW-4a.2)")
                elif self.after(seat) >= self.after(self.actor):
                    self.fault(path, "the player has not been asked yet (OW-4a.5)")

    def check_play(self, state: States, play: Play) -> None:
        """Check that the choices made for the Utility in play are legal, and all that were due."""
        g = state[0]
        card, player = play.cards[0]
        name = self.name(card)
        if play.action in PICKS:
            if not has_effect(g, self.t, player, card):
                self.fault("decision.utility.card", f"there is nothing {name} could do here")
                return
            if play.world >= 0 and count_picks(g, self.t, player, card, play.world) == 0:
                self.fault("decision.utility.world", f"there is nothing {name} may pick there")
                return
            if play.target and why_not_pick(g, self.t, player, card, play.target - 1) != OK:
                self.fault("decision.utility.target", f"{name} may not pick it (OW-6.12)")
        if play.phase != CHOOSING:
            copy = state.copy()
            due = int(next_open_choice(copy[0], self.t))
            if due != ASK_NOTHING or not np.array_equal(copy, state):
                missing = QUESTIONS[due] if due != ASK_NOTHING else "target"
                self.fault("decision.utility", f"{name} has chosen no {missing} yet")

    def check_question(self, state: States) -> None:
        """Let the rules play on from the record: they must ask at once, and the same."""
        copy = state.copy()
        advance(copy[0], self.t, np.zeros(1, RNG)[0])
        if not np.array_equal(copy, state):
            g = copy[0]
            whom = " and ".join(a for p, a in enumerate(self.agents) if waits_for(g, p))
            instead = f"{POINTS[g.point]!r} of {whom}" if whom else "nothing more: the game is over"
            asked = f"{POINTS[self.point]!r} of {' and '.join(self.agents[p] for p in self.asked)}"
            again = "the same, with other parts half done" if asked == instead else instead
            self.fault("decision", f"the rules would not ask {asked} here, but {again}")
            return
        mask = np.zeros(int(self.t.action_count), np.int8)
        for seat in self.asked:
            write_mask(state[0], self.t, seat, mask)
            if not mask.any():
                self.fault("decision", f"{self.agents[seat]} would have no answer to this")
