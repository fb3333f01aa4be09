"""Expansive Universe in words: the name of every action and back, why an action is forbidden.

Below: cards.py, actions.py. Above: position/, view.py. Cards, planets and Factions go by their names; nothing is
relative to who acts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from ow_env.cards.names import Names
from ow_env.core.game import States
from ow_env.core.text import listed
from ow_env.expansive_universe import state as at, verbs as do
from ow_env.expansive_universe.actions import NO_SKILLS, NO_TARGET, OK, REASONS, SIDES
from ow_env.expansive_universe.cards import LOCATION, Catalogue, Effect, Kind, vocabulary
from ow_env.expansive_universe.rules.legality import price_of_attack, price_of_flight, price_of_mission, price_of_slot
from ow_env.expansive_universe.rules.travel import toll_of
from ow_env.expansive_universe.state import AT_LOCATION, POINTS
from ow_env.expansive_universe.verbs import VERBS

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

LIMITS = {  # which figure of the card named may not be more than the effect's number
    **dict.fromkeys(("ENTANGLE", "WAYLAY"), "power"),
    **dict.fromkeys(("CAPTURE", "GAIN_CHARACTER"), "combat"),
    "GAIN_SHIP": "space",
    **dict.fromkeys(("DESTROY", "STRIKE"), "expire"),
}
OF_OWN = ("STRAIGHTEN", "WITHDRAW")  # effects that name a card of one's own


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
        if verb == do.BUY:
            return f"{word} slot {a}"
        if verb == do.SIDE:
            return f"{word} {SIDES[a]}"
        if verb == do.FLY:
            return f"{word} {self.catalogue.cards[a].name} to {self.catalogue.places[b]}"
        if verb == do.ATTACK_PLACE:
            return f"{word} {self.catalogue.places[b]}"
        if verb == do.ATTACK_LOCATION:
            return f"{VERBS[do.ATTACK_PLACE]} {self.catalogue.cards[a].name}"
        if verb == do.TARGET_FACTION:
            return f"target {self.catalogue.faction_names[b]}"
        return f"{word} {self.catalogue.cards[a].name}" if a >= 0 else word

    # Reasons

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == OK:
            return None
        g = state[0]
        verb, a, b = (int(number) for number in self.rows[action if 0 <= action < len(self.rows) else 0])
        card = self.catalogue.cards[a if 0 <= a and verb not in (do.BUY, do.SIDE) else 0]
        if verb == do.BUY and g["slots"][a]:
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
            where=self.catalogue.places[b] if verb == do.ATTACK_PLACE else card.name,
            location=self.where_crew_is(g, player),
            target=self.catalogue.faction_names[b] if verb == do.TARGET_FACTION else card.name,
            effect=self.effect(g) if code == NO_TARGET else "",
            because=self.because(g, player, verb, a, b) if code == NO_TARGET else "",
            lacking=self.lacking(g, player) if code == NO_SKILLS else "",
            difference=int(g["players"][player]["resist"]),
        )

    def price(self, g: Any, verb: int, a: int) -> int:
        """Return what an action costs."""
        t = self.t
        if verb == do.BUY:
            return int(price_of_slot(g, t, a))
        if verb == do.FLY:
            return int(price_of_flight(g, t))
        if verb == do.MOVE:
            return 1 + int(toll_of(g, t, a))
        return int(price_of_attack(g, t) if verb in (do.ATTACK_PLACE, do.ATTACK_LOCATION) else price_of_mission(g, t))

    def mission_number(self, g: Any) -> int:
        """Return the number of the mission's effect, where slots are chosen by it."""
        if g["point"] != at.RECRUIT:
            return 0
        return int(self.catalogue.of_kind[Kind.LOCATION][int(g["mission"]) - 1].text[int(g["step"])].number)

    def where_crew_is(self, g: Any, player: int) -> str:
        """Return the location of a crew."""
        location = int(g["players"][player]["crew_location"])
        return (
            self.catalogue.cards[int(self.t["first_of"][LOCATION]) + location - 1].name if location else "no location"
        )

    def naming(self, g: Any) -> Effect:
        """Return the effect that names something: of a text, or of a mission."""
        if g["point"] == at.TARGET:
            return self.catalogue.cards[int(g["text_of"]) - 1].text[int(g["step"])]
        return self.catalogue.of_kind[Kind.LOCATION][int(g["mission"]) - 1].text[int(g["step"])]

    def effect(self, g: Any) -> str:
        """Return the effect that names something, in words."""
        effect = self.naming(g)
        means = vocabulary()["abilities" if g["point"] == at.TARGET else "missions"]
        number = str(effect.number)
        key = effect.text if effect.text in means else f"{effect.text.partition(':')[0]}:N"
        return re.sub(r"\bN\b", number, str(means[key]["means"])).replace("power", self.power(g))

    def power(self, g: Any) -> str:
        """Return the figure that counts in this battle (EU-0.5)."""
        return "combat" if g["battle"] == AT_LOCATION else "space"

    def because(self, g: Any, player: int, verb: int, a: int, b: int) -> str:
        """Return what keeps a card or a player from being named, as far as it can be told in a word."""
        effect = self.naming(g)
        if verb == do.TARGET_FACTION:
            return self.because_of_player(g, player, b, effect)
        card, me = self.catalogue.cards[a], g["players"][player]
        mine = {Kind.CHARACTER: int(me["crew"]), Kind.SPACESHIP: int(me["ships"])}.get(card.kind, 0)
        figure = LIMITS.get(effect.word.name, "")
        figure = self.power(g) if figure == "power" else figure
        if mine >> card.number & 1 and effect.word.name not in OF_OWN:
            return " (it is yours)"
        if card.alpha and "alpha" in self.effect(g):
            return " (it is an alpha)"
        if figure and getattr(card, figure) > effect.number:
            return f" (its {figure} is {getattr(card, figure)})"
        return ""

    def because_of_player(self, g: Any, player: int, faction: int, effect: Effect) -> str:
        """Return what keeps a player from being named."""
        seat = next((seat for seat in range(int(g["num_players"])) if g["players"][seat]["faction"] == faction), None)
        if seat is None:
            return " (nobody plays it)"
        him, wants_gold = g["players"][seat], effect.word.name in ("STEAL", "PLUNDER")
        if seat == player:
            return " (it is you)"
        if not him["alive"]:
            return " (out of the game)"
        return " (it has no gold)" if wants_gold and not him["gold"] else ""

    def lacking(self, g: Any, player: int) -> str:
        """Return the skills that the crew lacks for the mission of its location (EU-6.3)."""
        location = self.catalogue.of_kind[Kind.LOCATION][int(g["players"][player]["crew_location"]) - 1]
        crew = self.catalogue.of_kind[Kind.CHARACTER]
        there = Counter(s for card in crew if int(g["players"][player]["crew"]) >> card.number & 1 for s in card.skills)
        lacking = Counter(location.skills) - there
        return listed(f"{count} {skill.name.lower()}" for skill, count in sorted(lacking.items()))
