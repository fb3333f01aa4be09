"""Writing one position.

Below: form.py. Above: the folder's `POSITIONS`.
"""

from __future__ import annotations

from typing import Any

from ow_env.cards.options import seat_names
from ow_env.cards.positions import members
from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.expansive_universe.cards import CHARACTER, SPACESHIP, Catalogue, Kind
from ow_env.expansive_universe.position import form
from ow_env.expansive_universe.rules.places import place_of_ship
from ow_env.expansive_universe.state import BATTLES, IN_SPACE, NOBODY, POINTS, RUNNING


class Writer:
    """Writes one position."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, view: str) -> None:
        self.catalogue, self.core, self.g = catalogue, form.core_of(catalogue, tables), state[0]
        self.agents = seat_names(int(self.g["num_players"]))
        self.view = view
        viewer_of(view, self.agents)

    def names(self, kind: int, bits: Any) -> list[str]:
        """Return a set of cards of a kind."""
        return [self.catalogue.of_kind[kind][number].name for number in members(bits)]

    def all_names(self, sets: Any) -> list[str]:
        """Return sets of all kinds together."""
        return [name for kind in range(len(sets)) for name in self.names(kind, sets[kind])]

    def card(self, number: int) -> str | None:
        """Return the name of 1 + a card, None: there is none."""
        return self.catalogue.cards[number - 1].name if number else None

    def write(self) -> Position:
        """Return the position."""
        g = self.g
        told: Position = {"game": "expansive_universe", "format": form.FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        locations = self.catalogue.of_kind[Kind.LOCATION]
        return told | {
            "core": self.core,
            "round": int(g["round_number"]),
            "first": int(g["first"]),
            "active": int(g["active"]),
            "line_up": [self.card(int(card)) for card in g["slots"]],
            "deck": self.all_names(g["deck"]),
            "destroyed": self.all_names(g["destroyed"]),
            "tokens": {card.name: int(g["token"][card.number]) - 1 for card in locations if g["token"][card.number]},
            "players": [self.player(seat) for seat in range(len(self.agents))],
            "decision": self.decision(),
        }

    def player(self, seat: int) -> JsonObject:
        """Return what one player has."""
        him = self.g["players"][seat]
        locations = self.catalogue.of_kind[Kind.LOCATION]
        told: JsonObject = {"faction": self.catalogue.faction_names[him["faction"]], "points": int(him["points"])}
        row = [locations[number].name for number in him["row"][: him["row_count"]].tolist()]
        if not him["alive"]:
            return told | {"out": True, "row": row}
        if him["crew_ship"]:
            at = self.catalogue.of_kind[Kind.SPACESHIP][him["crew_ship"] - 1].name
        else:
            at = locations[him["crew_location"] - 1].name
        return told | {
            "gold": int(him["gold"]),
            "crew_at": at,
            "row": row,
            "crew": [self.character(number) for number in members(him["crew"])],
            "ships": [self.ship(number) for number in members(him["ships"])],
        }

    def weapons(self, character: int) -> list[str]:
        """Return the weapons on a character."""
        on = self.g["weapon_on"]
        return [card.name for card in self.catalogue.of_kind[Kind.WEAPON] if on[card.number] == character + 1]

    def character(self, number: int) -> JsonObject:
        """Return a character with all on it."""
        told: JsonObject = {"card": self.catalogue.of_kind[CHARACTER][number].name, "weapons": self.weapons(number)}
        if self.g["holds"][number]:
            captive = int(self.g["holds"][number]) - 1
            name = self.catalogue.of_kind[CHARACTER][captive].name
            of = int(self.g["captive_of"][captive]) - 1
            told["captive"] = {"card": name, "weapons": self.weapons(captive), "of": of}
        return told

    def ship(self, number: int) -> JsonObject:
        """Return a spaceship with all on it."""
        on = self.g["armament_on"]
        armaments = [card.name for card in self.catalogue.of_kind[Kind.ARMAMENT] if on[card.number] == number + 1]
        at = self.catalogue.places[place_of_ship(self.g, number)]
        return {"card": self.catalogue.of_kind[SPACESHIP][number].name, "at": at, "armaments": armaments}

    def decision(self) -> JsonObject:
        """Return what is decided, and all that is under way."""
        g = self.g
        told: JsonObject = {"type": POINTS[g["point"]]}
        if g["ending"] != RUNNING:
            return told | {"winner": None if g["winner"] == NOBODY else int(g["winner"])}
        told["asked"] = int(g["asked"])
        for name in dict.fromkeys((*form.OF_TURN, *form.UNDER_WAY[int(g["point"])])):
            value = self.under_way(name)
            if value:
                told[name] = value
        return told

    def under_way(self, name: str) -> Any:
        """Return a field of what is under way; something false: there is nothing of it."""
        g = self.g
        if name in form.OF_PLAYERS:
            found = [int(him[name]) for him in g["players"][: len(self.agents)]]
            return found if any(found) else None
        value = g[name]
        if name in form.SETS:
            return self.all_names(value)
        if name == "queue":
            return self.names(Kind.ARMAMENT, value)
        if name == "battle":
            return BATTLES[value]
        if name == "battle_place":
            if g["battle"] == IN_SPACE:
                return self.catalogue.places[value]
            return self.catalogue.of_kind[Kind.LOCATION][value].name
        if name == "mission":
            return self.catalogue.of_kind[Kind.LOCATION][value - 1].name if value else None
        if name == "user":
            kind = SPACESHIP if g["battle"] == IN_SPACE else CHARACTER
            return self.catalogue.of_kind[kind][value - 1].name if value else None
        if name in ("placing", "text_of"):
            return self.card(int(value))
        return bool(value) if name in form.FLAGS else int(value)
