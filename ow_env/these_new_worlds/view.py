"""What one viewer may see of These New Worlds, for drawing.

Below: position.py, whose views decide what may be shown; words.py. Above: events.py, game.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ow_env.core.game import Position, States
from ow_env.drawing.parts import Card, Choice, Figure, Line, Seat, Sign, Spot, Zone, viewer_of
from ow_env.drawing.view import View
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PLAY, PASS
from ow_env.these_new_worlds.cards import COLOURS, NAMES, Catalogue
from ow_env.these_new_worlds.position import Writer
from ow_env.these_new_worlds.words import KINDS, STEPS, question, result, told, what_it_gives

VALUE = Sign("V", "Position Value: it has to be higher than that of the card on top")
LISTS = {
    "not held": "coloured cards that a pass has proved the player not to hold",
    "unseen": "cards of the hands that can't be seen, and those set aside",
}


def view_of(catalogue: Catalogue, state: States, view: str, agents: Sequence[str]) -> View:
    """Return what a viewer sees.

    Args:
        catalogue: the cards and planets that the position names.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    look = Look(catalogue, Writer(catalogue, state, view).write(), agents)
    return look.view(viewer_of(view, agents), int(state[0]["rounds"]))


def choice_of(action: int, name: str, seat: int, about: Any, contested: int, dome: bool) -> Choice:
    """Return where one points to take an action: at a card of the hand, at the contested planet.

    Args:
        action: its id.
        name: its name.
        seat: whose choice it is.
        about: the ACTION record.
        contested: the contested planet.
        dome: is the dome to be paid for?
    """
    if about["verb"] == DO_PLAY:
        named = re.search(" for (red|yellow|green|blue|nothing)$", name)  # no card's name ends so
        return Choice(action, name, f"play{named[0] if named else ''}", Spot(int(about["card"]), ("hand",), seat))
    if action == PASS:
        return Choice(action, name, "wait" if dome else "pass")
    return Choice(action, name, name, Spot(contested, ("contested",)) if about["verb"] == DO_COLONIZE else None)


class Look:
    """A look at one position, part by part, as far as its view allows."""

    def __init__(self, catalogue: Catalogue, position: Position, agents: Sequence[str]) -> None:
        self.catalogue, self.at, self.agents = catalogue, position, agents
        self.over = position["decision"]["step"] == "over"

    def view(self, viewer: int | None, rounds: int) -> View:
        """Return everything."""
        at = self.at
        zones = (*self.common(), *(zone for seat in range(len(self.agents)) for zone in self.before(seat)))
        passed = ("the turn before was passed",) if not self.over and at["decision"]["passed"] else ()
        listed = {zone.name for zone in zones if zone.cards}
        return View(
            game="These New Worlds",
            viewer=viewer,
            when=f"Round {at['round']} of {rounds}",
            step=STEPS[at["decision"]["step"]],
            alerts=("LAST ROUND",) if at["round"] == rounds and not self.over else (),
            notes=(f"{self.agents[at['dealer']]} dealt", *passed) if not self.over else (),
            decision=result(at, self.agents) if self.over else question(at, self.agents),
            over=self.over,
            seats=tuple(self.seat(seat) for seat in range(len(self.agents))),
            zones=zones,
            kinds=tuple(KINDS.values()),
            signs=(VALUE, *(Sign(name, meaning) for name, meaning in LISTS.items() if name in listed)),
        )

    def contested(self) -> Iterable[Card]:
        """Yield the contested planet, with what a dome costs."""
        if self.at["contested"] is None:
            return
        costs = tuple(Figure("", f"{name} {cost}") for name, cost in self.at["costs"].items())
        asked = self.at["decision"]["step"] == "dome"
        for planet in self.planets([self.at["contested"]]):
            yield replace(planet, lines=(Line(costs, "dome:"),), asked=asked)

    def common(self) -> Iterable[Zone]:
        """Yield what lies before nobody."""
        top = [] if self.at["top"] is None else [self.at["top"]]
        yield Zone("contested", "table", cards=tuple(self.contested()))
        yield Zone("top", "table", cards=self.cards(top))
        yield Zone("The Collective", "table", cards=self.planets(self.at["collective"]))
        yield Zone("Planet Deck", "list", cards=self.planets(self.at["deck"]))
        if isinstance(self.at["set_aside"], list):
            yield Zone("set aside", "pile", cards=self.cards(self.at["set_aside"], face_down=True))
        else:
            yield Zone("set aside", "pile", hidden=self.at["set_aside"])
            yield Zone("unseen", "list", cards=self.cards(self.at["unseen"]))

    def seat(self, seat: int) -> Seat:
        """Return a player's figures."""
        player = self.at["players"][seat]
        hand = player["hand"]
        figures = [Figure("planets", str(len(player["planets"])))]
        figures += [Figure(name, str(player["tokens"].get(name, 0))) for name in NAMES[:COLOURS]]
        figures += [Figure("hand", str(hand if isinstance(hand, int) else len(hand)))]
        marks = (f"dome placed, for {told(player['paid'])}",) if player["dome"] else ()
        mine = seat == self.at["active"] and not self.over
        return Seat(self.agents[seat], asked=mine, figures=tuple(figures), marks=marks)

    def before(self, seat: int) -> Iterable[Zone]:
        """Yield a player's empire and cards."""
        player = self.at["players"][seat]
        hand = player["hand"]
        yield Zone("empire", "table", seat, cards=self.planets(player["planets"]))
        if isinstance(hand, int):
            yield Zone("hand", "hand", seat, hidden=hand)
        else:
            yield Zone("hand", "hand", seat, cards=self.cards(hand))
        yield Zone("played", "pile", seat, cards=self.cards(player["played"]))
        yield Zone("not held", "list", seat, cards=self.cards(player["not_held"]))

    def cards(self, names: Iterable[str], face_down: bool = False) -> tuple[Card, ...]:
        """Return action cards with what is printed on them."""
        found = [self.catalogue.card(name) for name in names]
        return tuple(
            Card(
                card.name,
                card.id,
                KINDS[card.colour].name,
                (Figure("value", str(card.value), "V", source=card.labels.get("value", "")),),
                what_it_gives(card),
                face_down=face_down,
            )
            for card in found
        )

    def planets(self, names: Iterable[str]) -> tuple[Card, ...]:
        """Return planets by name and colour, with their numbers along the axis of planets."""
        numbers = [self.catalogue.planet_ids[name] for name in names]
        found = [(number, self.catalogue.planets[number]) for number in numbers]
        return tuple(
            Card(planet.name, number, KINDS[planet.colour].name, marks=(NAMES[planet.colour],))
            for number, planet in found
        )
