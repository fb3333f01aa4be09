"""What one viewer may see of a position, in names and words: text, picture and page are drawn from it.

Below: observe.py, whose row of numbers says the same to a program. Above: events.py, game.py. ``view_of`` is the one
function. Whatever the viewer can't know is not in what it returns, so that nothing drawn from it can give it away
(OW-7.1, OW-S.2). Nothing here changes a position or draws a random number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ow_env.core.game import States
from ow_env.drawing.parts import Card as Shown, Choice, Figure, Kind, Link, Place, Seat, Sign, Spot, Zone, pile_of
from ow_env.drawing.view import View
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.cards import Card, Catalogue, IncomeRule, Kind as CardKind, Type
from ow_env.open_worlds.rules.combat import direct_damage, is_defended
from ow_env.open_worlds.rules.count_income import income_of
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.order import goes_round
from ow_env.open_worlds.rules.surface_conflict import surface_damage
from ow_env.open_worlds.rules.worlds import h2o, is_habitable, is_hostile
from ow_env.open_worlds.state import EVERYONE, POINTS, Pile
from ow_env.open_worlds.verbs import VERBS
from ow_env.open_worlds.words import Words, is_facility

KINDS = {
    Type.FACILITY: Kind("Facility", "#42b29e"),
    Type.ORBITAL: Kind("Orbital", "#5686f7"),
    Type.GROUND: Kind("Ground Force", "#ce923e"),
    Type.CATASTROPHE: Kind("Catastrophe", "#d64654"),
    Type.UTILITY: Kind("Utility", "#9e6eda"),
}
CLIMATES = {  # (habitable, hostile): the two colours of the planet
    (True, False): ("#1c5cb2", "#58b05c"),
    (True, True): ("#1a6e7a", "#ce703e"),
    (False, True): ("#70181c", "#f47c38"),
    (False, False): ("#5c5c68", "#aca8a4"),
}
SIGNS = (  # always told; those of MARKS are where they stand on the page
    Sign("D", "Defensive Strength (if not in the name)", "shield"),
    Sign("+", "Income", "coin"),
    Sign("T", "Troop Capacity", "head"),
    Sign("W", "Weapons", "burst"),
    Sign("C", "Class"),
    Sign("R", "Range"),
    Sign("H2O 2/3", "2 Facilities where 3 have room"),
    Sign("[ ]", "face down"),
)
MARKS = {  # what holds of a unit now, as Unit calls it -> what it means
    "idle": "no Income this turn",
    "moved": "moved this turn",
    "reserved": "its Weapons wait for Surface Conflict",
    "defended": "a Ground Force Defends it",
    "overcome": "damage has reached its Defensive Strength",
}
HIT = Sign("hit 12/30", "damage 12 of a Defensive Strength of 30")
AIMS = Sign("aims", "its Weapon is asked for")
KNOWN = Sign("known", "all have seen these cards go to the hand; they are hidden now")

# ── Looking ──────────────────────────────────────────────────────────────────────────────────


def view_of(catalogue: Catalogue, tables: States, state: States, view: str, agents: Sequence[str]) -> View:
    """Return what a viewer sees.

    Args:
        catalogue: the cards and Worlds that the position names.
        tables: [1] TABLES.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    return Look(catalogue, tables[0], state[0], view, tuple(agents)).view()


# ── Pointing ─────────────────────────────────────────────────────────────────────────────────

ZONES = {  # where a verb finds its card
    **dict.fromkeys((do.STAGE, do.DISCARD, do.PLAY), ("hand",)),
    **dict.fromkeys((do.MOVE, do.SWAP, do.RETREAT, do.TARGET, do.DEFEND, do.CONQUER), ("units",)),
    do.TAKE: ("hand", "staged", "Deck"),
}
HERE = (do.RETREAT, do.TARGET, do.DEFEND, do.CONQUER, do.SWAP)  # verbs of the World that is being resolved


def choice_of(name: str, action: int, a: Any, g: Any, seat: int) -> Choice:
    """Return where one points to take an action.

    Args:
        name: of the action.
        action: its id.
        a: the ACTION record.
        g: the position, only read.
        seat: whose choice it is.
    """
    verb, card, world = int(a["verb"]), int(a["card"]), int(a["world"])
    label, place = VERBS[verb], Spot(place=world) if world >= 0 else None
    if verb == do.PASS:
        return Choice(action, name, declined(g, seat))
    if verb in (do.RESOLVE, do.CHOOSE):
        return Choice(action, name, label, place)
    if card < 0:
        return Choice(action, name, name)
    if verb == do.DISCARD and int(g.point) == at.OVER_CLASS:
        return Choice(action, name, label, Spot(card, ("staged",), seat))
    here = int(g.world) if verb in HERE and int(g.phase) == at.IDLE else None
    whose, owner = ((seat + int(a[name])) % int(g.num_players) for name in ("controller", "owner"))
    if owner != whose:  # else it could be the like card of its controller's own
        label = f"{label} (of player_{owner})"
    return Choice(action, name, label, Spot(card, ZONES[verb], whose, here), place)


DECLINED = {  # where in the turn -> what it means to pass there
    at.STAGE: "done staging",
    at.MOVE: "done moving",
    at.SWAP: "keep all",
    at.RETREAT: "stay",
    at.ORBITAL: "hold fire",
    at.SURFACE: "hold fire",
    at.CONQUER: "done",
    at.TRASH: "done",
    at.EXCHANGE: "done",
}


def declined(g: Any, seat: int) -> str:
    """Return what it means to pass in a position."""
    if int(g.phase) == at.REACTING:
        return "let it happen"
    if int(g.phase) != at.IDLE:
        return "done"
    if int(g.point) == at.ADJUST_HAND:
        return "done" if int(g.players[seat].adjusted) else "keep hand"
    return DECLINED.get(int(g.point), "play nothing")


def private_step(g: Any, seat: int) -> int | None:
    """Return a number for the simultaneous Step in which a seat chooses unseen; None where it is asked otherwise."""
    behind = int(g.actor) == EVERYONE and bool(waits_for(g, seat))  # where all are asked at once they have a screen
    return int(g.turn) * len(POINTS) + int(g.point) if behind else None


class Look(Words):
    """A look at one position, part by part, as far as the view allows."""

    def view(self) -> View:
        """Return everything."""
        g = self.g
        zones = tuple(zone for p in self.players for zone in (*self.at_worlds(p), *self.piles(p)))
        return View(
            game="Open Worlds",
            viewer=self.viewer,
            when=f"Turn {int(g.turn)} of {int(g.max_turns)}" if g.turn else "Before turn 1",
            alerts=self.alerts(),
            step=self.step(),
            notes=self.priority_order(),
            decision=self.decision() if self.running else self.result(),
            over=not self.running,
            stack=self.plays(),
            orders=self.orders(),
            places=tuple(self.world(w) for w in self.row),
            seats=tuple(self.seat(p) for p in self.players),
            zones=zones,
            links=tuple(self.links()),
            kinds=tuple(KINDS.values()),
            signs=SIGNS + self.signs(zones),
        )

    def alerts(self) -> tuple[str, ...]:
        """Return whether this is the FINAL TURN, or the next one will be (OW-D.2)."""
        if self.g.final_turn:
            return ("FINAL TURN",)
        is_next = self.running and any(self.g.players[p].deck.count == 0 for p in self.players)
        return ("the next turn is the FINAL TURN",) if is_next else ()

    def priority_order(self) -> tuple[str, ...]:
        """Return who has Priority and, if they do not go round the table from there, who comes after (OW-1.4)."""
        if self.g.priority < 0:
            return ()
        order = tuple(self.agents[seat] for seat in self.g.order[: len(self.agents)])
        return (f"Priority: {', then '.join(order[:1] if goes_round(self.g) else order)}",)

    # The Worlds

    def world(self, w: int) -> Place:
        """Return one World."""
        g, t = self.g, self.t
        most, world, here = int(h2o(g, t, w)), g.worlds[w], int(g.world) == w
        habitable, hostile = bool(is_habitable(g, t, w)), bool(is_hostile(g, t, w))
        units = [g.units[i] for i in range(int(g.starts[w]), int(g.starts[w + 1]))]
        taken = [int(u.controller) for u in units if is_facility(self.catalogue.cards[u.card])]
        indicators = [g.indicators[i] for i in range(int(g.indicator_count))]
        under = [self.catalogue.cards[mark.card].name for mark in indicators if mark.world == w]
        return Place(
            name=self.world_names[w],
            figures=(Figure("H2O", f"{len(taken)}/{most}"), Figure("RES", str(int(world.res)))),
            marks=("Habitable",) * habitable + ("Hostile",) * hostile,
            under=tuple(f"{card.copies}x {card.name}" if card.copies > 1 else card.name for card in pile_of(under)),
            state="being resolved" if here else "resolved" if world.resolved else "",
            active=here,
            done=bool(world.resolved),
            room=tuple(taken[:most]) + (None,) * (most - len(taken)),
            colours=CLIMATES[habitable, hostile],
        )

    def at_worlds(self, p: int) -> Iterable[Zone]:
        """Yield what a player has at each World: units, and what is staged if no screen hides it."""
        for w in self.row:
            here = range(int(self.g.starts[w]), int(self.g.starts[w + 1]))
            units = [self.unit(i) for i in here if int(self.g.units[i].controller) == p]
            if units:
                yield Zone("units", "table", p, w, tuple(together(units)))
            staged = self.g.players[p].staged[w, : int(self.g.players[p].staged_count[w])]
            if len(staged) and not self.is_screened(p):
                yield Zone("staged", "staged", p, w, tuple(self.staged(p, int(card)) for card in staged))

    def unit(self, i: int) -> Shown:
        """Return one unit; damage only where a conflict is being fought."""
        g, t = self.g, self.t
        u = g.units[i]
        card = self.catalogue.cards[u.card]
        owner, damage = int(u.owner), self.damage(i)
        holds = {word: bool(u[word]) for word in ("idle", "moved", "reserved", "overcome")}
        holds["defended"] = self.fights(i) and bool(is_defended(g, i))
        asked = g.point in (at.ORBITAL, at.SURFACE) and g.phase == at.IDLE and int(g.unit) == i and self.running
        marks = [f"of {self.agents[owner]}"] if owner != u.controller else []
        marks += [word for word in MARKS if holds[word]]
        marks += [f"age {int(u.age)}"] if u.age else []
        marks += [f"hit {damage}/{card.defense}"] if damage else []
        marks += [f"falls to {self.agents[u.conqueror - 1]}"] if u.conqueror else []
        marks += ["aims"] if asked else []
        return Shown(
            name=card.name,
            number=card.id,
            kind=kind_of(card),
            figures=figures_of(card, int(income_of(g, t, i))),
            marks=tuple(marks),
            keys=(i,),
            owner=owner if owner != u.controller else None,
            asked=asked,
            lost=holds["overcome"] or damage >= card.defense > 0,
            dim=holds["idle"] or holds["overcome"],
        )

    def fights(self, i: int) -> bool:
        """Is the unit at the World that is being resolved?"""
        return int(self.g.world) == int(self.g.units[i].world)

    def damage(self, i: int) -> int:
        """Return what hits a unit in the conflict being fought."""
        if self.fights(i) and self.g.point == at.ORBITAL:
            return int(direct_damage(self.g, self.t, i, -1))
        if self.fights(i) and self.g.point in (at.SURFACE, at.CONQUER):
            return int(surface_damage(self.g, self.t, i, -1))
        return 0

    def staged(self, p: int, card: int) -> Shown:
        """Return a staged card: face down until Reveal, and then known to its player alone."""
        face_down = int(self.g.point) <= at.REVEAL
        if face_down and not self.knows(p):
            return Shown(face_down=True)
        found = self.catalogue.cards[card]
        return Shown(found.name, found.id, kind_of(found), printed_on(found), face_down=face_down)

    def links(self) -> Iterable[Link]:
        """Yield an arrow for what each unit shoots at, and for what it Defends."""
        for i in self.in_play:
            u = self.g.units[i]
            powers: dict[int, list[str]] = {}
            for power, target in zip(self.catalogue.cards[u.card].weapons, u.targets.tolist(), strict=False):
                if target:
                    powers.setdefault(int(target) - 1, []).append(str(power))
            for target, shots in powers.items():
                yield Link(i, target, int(u.controller), "+".join(shots))
            if u.defends:
                yield Link(i, int(u.defends) - 1, int(u.controller), "defends")

    def orders(self) -> tuple[str, ...]:
        """Return what the units in the conflict have been ordered to do so far, a line for each."""
        conflict = self.conflict()
        lines = [f"{conflict} so far"]
        for i in self.in_play if conflict else ():
            u = self.g.units[i]
            weapons = zip(self.catalogue.cards[u.card].weapons, u.targets.tolist(), strict=False)
            given = [f"{power} at {self.whose(int(target) - 1)}" for power, target in weapons if target]
            if u.defends:
                given.append(f"defends {self.catalogue.cards[self.g.units[u.defends - 1].card].name}")
            if u.reserved and conflict != "Surface Conflict":
                given.append("reserves its Weapons")
            if given:
                lines.append(f"  {self.whose(i)}: {', '.join(given)}")
        return tuple(lines) if len(lines) > 1 else ()

    # The players

    def seat(self, p: int) -> Seat:
        """Return one player's figures."""
        me = self.g.players[p]
        hand, trash = int(me.hand.count), int(me.trash.count)
        if self.is_screened(p):  # as it was before the Step
            hand += int(me.staged_count.sum()) + int(me.adjusted)
            trash -= int(me.adjusted)
        figures = (
            Figure("Income", str(int(me.income)), note=f"prior {int(me.prior_income)}"),
            Figure("hand", str(hand)),
            Figure("Deck", str(int(me.deck.count))),
            Figure("Trash Heap", str(trash + int(me.open_trash.count))),
        )
        marks = ("Ships halted",) * bool(me.halted) + ("Class unlimited",) * bool(me.unlimited_class)
        first = "Priority" if int(self.g.priority) == p else ""
        return Seat(self.agents[p], self.is_asked(p), first, figures, marks)

    def piles(self, p: int) -> list[Zone]:
        """Return the cards of a player that lie at no World, as far as they may be looked at."""
        g, me, knows = self.g, self.g.players[p], self.knows(p)
        hidden_trash = int(me.trash.count) - (int(me.adjusted) if self.is_screened(p) else 0)
        hand = int(me.hand.count)
        if self.is_screened(p):
            hand += int(me.staged_count.sum()) + int(me.adjusted)
        searches = g.phase != at.IDLE and g.question == at.ASK_CARD_OF_DECK and g.plays[0].player == p
        thrown_away = self.cards(me.trash, face_down=True) if knows else ()
        deck = self.cards(me.deck) if knows and searches else ()
        return [
            Zone("hand", "hand", p, None, self.cards(me.hand) if knows else (), 0 if knows else hand),
            Zone("known", "list", p, None, self.cards(me.known)),
            Zone("Trash", "pile", p, None, self.cards(me.open_trash) + thrown_away, 0 if knows else hidden_trash),
            Zone("Deck", "list", p, None, deck),
            Zone("hidden", "list", p, None, () if knows or not g.open_decklists else self.out_of_sight(p)),
        ]

    def cards(self, pile: Pile, face_down: bool = False) -> tuple[Shown, ...]:
        """Return the cards of a pile."""
        return self.shown(pile.cards[: int(pile.count)], face_down)

    def shown(self, numbers: Iterable[int], face_down: bool = False) -> tuple[Shown, ...]:
        """Return cards with what is printed on them, copies together."""
        cards = [self.catalogue.cards[number] for number in numbers]
        return tuple(together([Shown(c.name, c.id, kind_of(c), printed_on(c), face_down=face_down) for c in cards]))

    def out_of_sight(self, p: int) -> tuple[Shown, ...]:
        """Return all cards of a player that are hidden somewhere, with nothing to tell where."""
        me = self.g.players[p]
        hidden = [int(c) for pile in (me.hand, me.deck, me.trash) for c in pile.cards[: int(pile.count)]]
        if int(self.g.point) <= at.REVEAL:
            hidden += [int(c) for w in self.row for c in me.staged[w, : int(me.staged_count[w])]]
        return self.shown(sorted(hidden))

    def signs(self, zones: Iterable[Zone]) -> tuple[Sign, ...]:
        """Return what the marks on this page mean."""
        marks = {mark for zone in zones for card in zone.cards for mark in card.marks}
        found = [Sign(mark, meaning) for mark, meaning in MARKS.items() if mark in marks]
        found += [HIT] if any(mark.startswith("hit ") for mark in marks) else []
        found += [AIMS] if "aims" in marks else []
        return (*found, KNOWN) if any(zone.name == "known" and zone.cards for zone in zones) else tuple(found)


# ── Cards as they are shown ──────────────────────────────────────────────────────────────────


def kind_of(card: Card) -> str:
    """Return the kind a card is shown as: a Utility that may become a Ship is an Orbital."""
    return KINDS[Type.ORBITAL if card.kind is CardKind.SHIP else card.type].name


UNSETTLED = {rule: "RES" if rule is IncomeRule.RES else "varies" for rule in list(IncomeRule)[1:]}
FIELDS = {"Defensive Strength": "defense", "Troop Capacity": "capacity"}  # figure -> field of the card file


def figures_of(card: Card, income: int | str) -> tuple[Figure, ...]:
    """Return the figures of a card in play, with the Income it has there."""
    found = []

    def add(name: str, value: object, sign: str, icon: str = "", in_name: bool = False) -> None:
        field = FIELDS.get(name, name.lower())
        found.append(Figure(name, str(value), sign, icon, source=card.labels.get(field, ""), in_name=in_name))

    if card.defense:
        add("Defensive Strength", card.defense, "D", "shield", in_name=card.title != card.name)
    if card.type == Type.FACILITY:
        add("Income", income, "+", "coin")
    if card.weapons:
        add("Weapons", "+".join(map(str, card.weapons)), "W", "burst")
    if card.capacity:
        add("Troop Capacity", card.capacity, "T", "head")
    if card.move_range:
        add("Class", card.ship_class, "C")
        add("Range", card.move_range, "R")
    return tuple(found)


def printed_on(card: Card) -> tuple[Figure, ...]:
    """Return the figures of a card that is not in play: an Income that depends on its World has no number there."""
    return figures_of(card, UNSETTLED.get(card.income_rule, card.income))


def together(cards: list[Shown]) -> list[Shown]:
    """Return cards with those that look the same as one."""
    alike: dict[Shown, list[Shown]] = {}
    for card in cards:
        alike.setdefault(replace(card, keys=()), []).append(card)
    return [
        replace(card, copies=len(copies), keys=tuple(key for copy in copies for key in copy.keys))
        for card, copies in alike.items()
    ]
