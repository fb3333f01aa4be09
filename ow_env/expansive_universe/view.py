"""What one viewer may see of Expansive Universe, for drawing: everything but the order of the deck.

Below: position/, words.py. Above: events.py, game.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import Card, Choice, Figure, Seat, Sign, Spot, Zone, viewer_of
from ow_env.drawing.view import View
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.cards import Catalogue, Core, Kind
from ow_env.expansive_universe.notation import Notation
from ow_env.expansive_universe.position import POSITIONS
from ow_env.expansive_universe.rules.places import seat_of_faction
from ow_env.expansive_universe.state import NOBODY
from ow_env.expansive_universe.verbs import VERBS
from ow_env.expansive_universe.words import (
    KINDS,
    RECONSTRUCTED,
    SIGNS,
    STEPS,
    figures_of,
    lines_of,
    question,
    result,
    text_of,
)

DECLINED = {at.MANEUVER: "no maneuver", at.TARGET: "no target", at.MARCH: "stay", at.FLIGHT: "stay"}  # to pass
MARKS = {
    "crew here": "the crew token is on this card",
    "entangled": "turned sideways: it can't maneuver until it is straightened",
    "waylaid": "out of the battle until that is over",
    "maneuvers": "it is carrying out its texts",
}


def view_of(catalogue: Catalogue, tables: States, core: Core, state: States, view: str, agents: Sequence[str]) -> View:
    """Return what a viewer sees.

    Args:
        catalogue: the cards that the position names.
        tables: [1] TABLES.
        core: the Galactic Core.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    look = Look(catalogue, core, POSITIONS.write(catalogue, tables, state, view), agents)
    return look.view(viewer_of(view, agents), int(state[0]["max_rounds"]), int(tables[0]["goal"]))


# ── Where one points ─────────────────────────────────────────────────────────────────────────────


def choice_of(notation: Notation, state: States, action: int) -> Choice:
    """Return where one points to take an action: at a card, then at a place; at a player."""
    verb, a, b = (int(number) for number in notation.rows[action])
    g, name, word = state[0], notation.names[action], VERBS[verb]
    if verb == do.PASS:
        return Choice(action, name, DECLINED.get(int(g["point"]), "decline"))
    if verb == do.BUY:
        card = int(g["slots"][a]) - 1
        return Choice(action, name, word if card >= 0 else name, Spot(card, ("line-up",)) if card >= 0 else None)
    if verb == do.FLY:
        return Choice(action, name, f"{word} to {notation.catalogue.places[b]}", Spot(a))
    if verb == do.TARGET_FACTION:
        seat = int(seat_of_faction(g, b))
        return Choice(action, name, "target" if seat != NOBODY else name, None if seat == NOBODY else Spot(seat=seat))
    if verb == do.ATTACK_LOCATION:
        return Choice(action, name, VERBS[do.ATTACK_PLACE], Spot(a, ("row",)))
    if verb == do.MOVE:
        return Choice(action, name, "move crew here", Spot(a))
    if verb == do.TAKE:
        return Choice(action, name, word, Spot(a, ("destroyed",)))
    return Choice(action, name, name if a < 0 or verb == do.SIDE else word, spot_of(verb, a))


def spot_of(verb: int, card: int) -> Spot | None:
    """Return where a card lies that an action names."""
    return None if card < 0 or verb == do.SIDE else Spot(card)


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────


class Look:
    """A look at one position, part by part."""

    def __init__(self, catalogue: Catalogue, core: Core, position: Position, agents: Sequence[str]) -> None:
        self.catalogue, self.core, self.at, self.agents = catalogue, core, position, agents
        self.decision: JsonObject = position["decision"]
        self.over = self.decision["type"] == "over"
        planets = {faction.name: faction.planet for faction in catalogue.factions}
        self.places = ("Core", *(planets[player["faction"]] for player in position["players"]))

    def view(self, viewer: int | None, max_rounds: int, goal: int) -> View:
        """Return everything."""
        at = self.at
        zones = (*self.common(), *(zone for seat in range(len(self.agents)) for zone in self.before(seat)))
        marks = {mark for zone in zones for card in zone.cards for mark in card.marks}
        signs = tuple(Sign(mark, meaning) for mark, meaning in MARKS.items() if mark in marks)
        return View(
            game="Expansive Universe",
            viewer=viewer,
            when=f"Round {at['round']} of {max_rounds}",
            step=STEPS.get(self.decision["type"], "Turn"),
            alerts=("LAST ROUND",) if at["round"] == max_rounds and not self.over else (),
            notes=(f"{goal} points win", f"{self.agents[at['first']]} started", RECONSTRUCTED),
            decision=result(at, self.agents) if self.over else question(at, self.agents),
            over=self.over,
            seats=tuple(self.seat(seat) for seat in range(len(self.agents))),
            zones=zones,
            stack=tuple(self.battle()),
            kinds=tuple(KINDS.values()),
            signs=(*SIGNS, *signs),
        )

    def world(self, place: str) -> Card:
        """Return the Core or a planet, with what its text says."""
        if place == "Core":
            texts, name, source = self.core.laws, self.core.name, self.core.labels.get("effects", "")
        else:
            faction = next(one for one in self.catalogue.factions if one.planet == place)
            texts, name, source = (
                faction.habits,
                f"{faction.planet} of {faction.name}",
                faction.labels.get("effects", ""),
            )
        here = self.decision.get("battle") == "space" and self.decision.get("battle_place") == place
        return Card(name, lines=text_of(texts, source), marks=("battle",) if here else ())

    def battle(self) -> Iterable[str]:
        """Yield what a battle stands at, a sentence each."""
        told = self.decision
        if not told.get("battle"):
            return
        yield f"{self.agents[told.get('attacker', 0)]} attacks at {told['battle_place']}"
        for name, words in (
            ("boost", "added"),
            ("cover", "cover"),
            ("guard", "guard"),
            ("difference", "to be covered"),
        ):
            for seat, number in enumerate(told.get(name, ())):
                if number:
                    yield f"{self.agents[seat]}: {words} {number}"
        if told.get("text_of"):
            yield f"{told['text_of']} is carried out"

    def common(self) -> Iterable[Zone]:
        """Yield what lies before nobody."""
        cards = []
        for slot, name in enumerate(self.at["line_up"]):
            if name is not None:
                card = self.card(name, (f"slot {slot}",))
                cards.append(replace(card, figures=(Figure("cost", str(slot), "cost ", "tag"), *card.figures)))
        yield Zone("line-up", "table", cards=tuple(cards))
        yield Zone("Core and planets", "table", cards=tuple(map(self.world, self.places)))
        yield Zone("main deck", "list", cards=self.cards(self.at["deck"]))
        yield Zone("destroyed", "pile", cards=self.cards(self.at["destroyed"]))
        if self.decision.get("placing"):
            yield Zone("being placed", "table", cards=self.cards([self.decision["placing"]]))

    def seat(self, seat: int) -> Seat:
        """Return a player's figures."""
        player = self.at["players"][seat]
        figures = [Figure("", player["faction"]), Figure("points", str(player["points"]))]
        if player.get("out"):
            return Seat(self.agents[seat], figures=tuple(figures), marks=("out",))
        figures += [Figure("gold", str(player["gold"])), Figure("crew at", player["crew_at"])]
        figures += [Figure(name, str(len(player[name]))) for name in ("crew", "ships", "row")]
        asked = not self.over and self.decision["asked"] == seat
        marks = ("turn",) if self.at["active"] == seat and not self.over else ()
        return Seat(self.agents[seat], asked, figures=tuple(figures), marks=marks)

    def before(self, seat: int) -> Iterable[Zone]:
        """Yield a player's locations, crew and spaceships."""
        player = self.at["players"][seat]
        yield Zone("row", "table", seat, cards=tuple(self.location(name) for name in player["row"]))
        if player.get("out"):
            return
        yield Zone("crew", "table", seat, cards=tuple(self.crew(player["crew"])))
        yield Zone("captives", "table", seat, cards=tuple(self.captives(player["crew"])))
        for place in self.places:
            here = [ship for ship in player["ships"] if ship["at"] == place]
            yield Zone(f"at {place}", "table", seat, cards=tuple(self.ships(here)))

    # Cards

    def location(self, name: str) -> Card:
        """Return a location, with who is there and whose token lies on it."""
        marks = []
        for seat, player in enumerate(self.at["players"]):
            if player.get("crew_at") == name:
                marks.append(f"crew of {self.agents[seat]}")
        if name in self.at["tokens"]:
            marks.append(f"token of {self.agents[self.at['tokens'][name]]}")
        if self.decision.get("battle") == "location" and self.decision.get("battle_place") == name:
            marks.append("battle")
        return self.card(name, tuple(marks))

    def crew(self, crew: Iterable[JsonObject]) -> Iterable[Card]:
        """Yield the characters of a crew, each followed by its weapons."""
        for each in crew:
            yield self.card(each["card"], tuple(self.marks(each["card"])))
            for weapon in each["weapons"]:
                yield self.card(weapon, (f"on {each['card']}",), attached=True)

    def captives(self, crew: Iterable[JsonObject]) -> Iterable[Card]:
        """Yield the captives under the characters of a crew, each followed by its weapons."""
        for each in crew:
            if "captive" in each:
                held = each["captive"]
                whose = f"of {self.agents[held['of']]}"
                yield self.card(held["card"], (f"under {each['card']}", whose))
                for weapon in held["weapons"]:
                    yield self.card(weapon, (f"on {held['card']}",), attached=True)

    def ships(self, ships: Iterable[JsonObject]) -> Iterable[Card]:
        """Yield spaceships, each followed by its armaments."""
        aboard = {player.get("crew_at") for player in self.at["players"]}
        for ship in ships:
            marks = [*(["crew here"] if ship["card"] in aboard else []), *self.marks(ship["card"])]
            yield self.card(ship["card"], tuple(marks))
            for armament in ship["armaments"]:
                yield self.card(armament, (f"on {ship['card']}",), attached=True)

    def marks(self, name: str) -> Iterable[str]:
        """Yield what holds of a card in a battle."""
        for mark in ("entangled", "waylaid"):
            if name in self.decision.get(mark, ()):
                yield mark
        if name == self.decision.get("user"):
            yield "maneuvers"

    def cards(self, names: Iterable[str]) -> tuple[Card, ...]:
        """Return cards of these names."""
        return tuple(self.card(name) for name in names)

    def card(self, name: str, marks: tuple[str, ...] = (), attached: bool = False) -> Card:
        """Return a card with what is printed on it; a starter is marked."""
        card = self.catalogue.card(name)
        alpha = ("alpha",) if card.alpha and card.kind in (Kind.CHARACTER, Kind.SPACESHIP) else ()
        kind, told = KINDS[card.kind].name, (*alpha, *marks)
        return Card(name, card.id, kind, figures_of(card), lines_of(card), told, attached=attached)
