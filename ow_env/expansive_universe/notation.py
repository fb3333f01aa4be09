"""Expansive Universe in words: the name of every action and back, why an action is forbidden.

Below: cards.py, actions.py. Above: position/, view.py. Cards, planets and Factions go by their names; nothing is
relative to who acts.
"""

from __future__ import annotations

from typing import Any

from ow_env.cards.names import Names
from ow_env.core.game import States
from ow_env.expansive_universe.actions import (
    DO_ATTACK_LOCATION,
    DO_ATTACK_PLACE,
    DO_BUY,
    DO_FLY,
    DO_MOVE,
    DO_SIDE,
    DO_TARGET_FACTION,
    OK,
    REASONS,
    SIDES,
    VERBS,
)
from ow_env.expansive_universe.cards import LOCATION, Catalogue, Kind
from ow_env.expansive_universe.rules.legality import (
    price_of_attack,
    price_of_flight,
    price_of_mission,
    price_of_slot,
)
from ow_env.expansive_universe.rules.travel import toll_of
from ow_env.expansive_universe.state import AT_RECRUIT, AT_TARGET, POINTS

ASKED = {  # what is asked, as a reason not to do something else
    "turn": "it is your turn",
    "side": "a location is to be placed",
    "bearer": "a card is to be placed",
    "recruit": "the card of a slot may be taken",
    "flight": "a spaceship may be flown",
    "march": "the crew may be moved",
    "salvage": "a card of the destroyed pile may be taken",
    "plunder": "an opponent is to be named",
    "rescue": "a captive is to be named",
    "sabotage": "a weapon or armament is to be named",
    "strike": "a spaceship is to be named",
    "maneuver": "a maneuver may be made",
    "weapon": "a weapon is to be used",
    "target": "a target is to be named",
    "loss": "a card is to be lost",
    "over": "the game is over",
}


class Notation(Names):
    """Names of the actions of one catalogue.

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
    """

    def __init__(self, catalogue: Catalogue, tables: States) -> None:
        self.catalogue, self.t = catalogue, tables[0]
        self.rows = tables[0]["actions"][: tables[0]["action_count"]]
        super().__init__(self.name_of(*row) for row in self.rows.tolist())

    def name_of(self, verb: int, a: int, b: int) -> str:
        """Return an action's name: `fly Ironjaw to Core`, `buy slot 3`."""
        word = VERBS[verb]
        if verb == DO_BUY:
            return f"{word} slot {a}"
        if verb == DO_SIDE:
            return f"{word} {SIDES[a]}"
        if verb == DO_FLY:
            return f"{word} {self.catalogue.cards[a].name} to {self.catalogue.places[b]}"
        if verb == DO_ATTACK_PLACE:
            return f"{word} {self.catalogue.places[b]}"
        if verb == DO_ATTACK_LOCATION:
            return f"{VERBS[DO_ATTACK_PLACE]} {self.catalogue.cards[a].name}"
        if verb == DO_TARGET_FACTION:
            return f"target {self.catalogue.faction_names[b]}"
        return f"{word} {self.catalogue.cards[a].name}" if a >= 0 else word

    # Reasons

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == OK:
            return None
        g = state[0]
        verb, a, b = (int(number) for number in self.rows[action if 0 <= action < len(self.rows) else 0])
        card = self.catalogue.cards[a if 0 <= a and verb not in (DO_BUY, DO_SIDE) else 0]
        if verb == DO_BUY and g["slots"][a]:
            card = self.catalogue.cards[g["slots"][a] - 1]
        return REASONS[code].format(
            asked=f"player_{int(g['asked'])}",
            point=ASKED.get(POINTS[g["point"]], ""),
            card=card.name,
            kind=self.catalogue.cards[max(int(g["placing"]) - 1, 0)].kind.name.lower(),
            slot=a,
            most=self.mission_number(g),
            price=self.price(g, verb, a),
            gold=int(g["players"][player]["gold"]),
            place=self.catalogue.places[max(b, 0)],
            where=self.catalogue.places[b] if verb == DO_ATTACK_PLACE else card.name,
            location=self.where_crew_is(g, player),
            target=self.catalogue.faction_names[b] if verb == DO_TARGET_FACTION else card.name,
            effect=self.effect(g),
            difference=int(g["players"][player]["resist"]),
        )

    def price(self, g: Any, verb: int, a: int) -> int:
        """Return what an action costs."""
        t = self.t
        if verb == DO_BUY:
            return int(price_of_slot(g, t, a))
        if verb == DO_FLY:
            return int(price_of_flight(g, t))
        if verb == DO_MOVE:
            return 1 + int(toll_of(g, t, a))
        return int(price_of_attack(g, t) if verb in (DO_ATTACK_PLACE, DO_ATTACK_LOCATION) else price_of_mission(g, t))

    def mission_number(self, g: Any) -> int:
        """Return the number of the mission's effect, where slots are chosen by it."""
        if g["point"] != AT_RECRUIT:
            return 0
        return int(self.catalogue.of_kind[Kind.LOCATION][int(g["mission"]) - 1].text[int(g["step"])].number)

    def where_crew_is(self, g: Any, player: int) -> str:
        """Return the location of a crew."""
        location = int(g["players"][player]["crew_location"])
        return (
            self.catalogue.cards[int(self.t["first_of"][LOCATION]) + location - 1].name if location else "no location"
        )

    def effect(self, g: Any) -> str:
        """Return the effect that names something."""
        if g["point"] == AT_TARGET:
            return self.catalogue.cards[int(g["text_of"]) - 1].text[int(g["step"])].text
        text = self.catalogue.of_kind[Kind.LOCATION][int(g["mission"]) - 1].text if g["mission"] else ()
        if g["step"] < len(text):  # while a card of the last effect is placed, the step is behind it
            return text[int(g["step"])].text
        return "anything"
