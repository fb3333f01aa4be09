"""Writing one position for one viewer.

Below: form.py. Above: the folder's `POSITIONS`.
"""

from __future__ import annotations

from typing import Any

from ow_env.cards.options import seat_names
from ow_env.cards.positions import members
from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.tradeworlds.cards import FACTIONS, LEVELS, Catalogue
from ow_env.tradeworlds.position import form
from ow_env.tradeworlds.state import NOBODY, POINTS, RUNNING, TRUNCATED


class Writer:
    """Writes one position as one viewer may see it."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, view: str) -> None:
        self.cards, self.t, self.g = catalogue.cards, tables[0], state[0]
        self.scenario = tuple(catalogue.setup.scenarios)[int(self.t["scenario"])]
        self.agents = seat_names(int(self.g["num_players"]))
        self.view, self.viewer = view, viewer_of(view, self.agents)

    def names(self, copies: Any) -> list[str]:
        """Return the cards of a tally, in the order of the catalogue."""
        counts = zip(self.cards, copies.tolist(), strict=False)
        return [card.name for card, count in counts for _ in range(count)]

    def write(self) -> Position:
        """Return the position."""
        g = self.g
        told: Position = {"game": "tradeworlds", "format": form.FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        told |= {"scenario": self.scenario, "round": int(g["round_number"])}
        told |= {"first": int(g["first"]), "leader": int(g["leader"])}
        if self.t["alien"]:
            told["critical_mass"] = int(g["critical_mass"])
        players = [self.player(seat) for seat in range(len(self.agents))]
        return told | {"players": players, "decision": self.decision()}

    def player(self, seat: int) -> JsonObject:
        """Return what one player has."""
        him = self.g["players"][seat]
        numbers = {"treasury": int(him["treasury"]), "homeworld": int(him["homeworld"])}
        told: JsonObject = {"faction": FACTIONS[him["faction"]], **numbers, "unlocked": int(him["level"])}
        if not him["alive"]:
            return told | {"out": True}
        if him["used_up"]:
            told["used_up"] = True
        hand, deck, known = (him[name]["copies"] for name in ("hand", "deck", "known"))
        if self.view == FULL or self.viewer == seat:
            told |= {"hand": self.names(hand), "known": self.names(known), "deck": self.names(deck)}
        else:
            told |= {"hand": int(him["hand"]["count"]), "known": self.names(known), "deck": int(him["deck"]["count"])}
            told["unseen"] = self.names(hand - known + deck)
        told |= {name: self.names(him[name]["copies"]) for name in ("discard", "removed")}
        tops = [self.cards[top - 1].name if top else None for top in him["tops"].tolist()]
        told |= {"tops": tops, "piles": self.names(him["rest"]["copies"])}
        told["lane"] = [self.ship(ship) for ship in him["lane"]]
        gone = [form.TOKENS[1 + token] for token in members(him["tokens_gone"])]
        return told | ({"tokens_gone": gone} if gone else {})

    def ship(self, ship: Any) -> JsonObject | None:
        """Return one place of a lane."""
        if not ship["starship"]:
            return None
        weapons = [level for level, count in enumerate(ship["weapons"].tolist()) for _ in range(count)]
        told = {
            "starship": self.cards[ship["starship"] - 1].name,
            "weapons": [self.cards[LEVELS + level].name for level in weapons],
            "crew": self.cards[2 * LEVELS + int(ship["crew"]) - 1].name,
        }
        return told | ({"token": form.TOKENS[ship["token"]]} if ship["token"] else {})

    def decision(self) -> JsonObject:
        """Return what is decided, and all that is under way."""
        g = self.g
        told: JsonObject = {"type": POINTS[g["point"]]}
        if g["ending"] != RUNNING:
            told["winner"] = None if g["winner"] == NOBODY else int(g["winner"])
            return told | ({"cut_short": True} if g["ending"] == TRUNCATED else {})
        told["asked"] = int(g["asked"])
        names = dict.fromkeys((*form.OF_TURN, *form.UNDER_WAY[int(g["point"])]))
        for name in names:
            value = self.under_way(name)
            if value or (name in ("target", "active") and value is not None):
                told[name] = value
        return told

    def under_way(self, name: str) -> Any:
        """Return a field of what is under way; something false: there is nothing of it."""
        value = self.g[name]
        if name in form.OF_SEATS:
            return members(value)
        if name in form.OF_SHIPS:
            return [form.ship_name(number, self.agents) for number in members(value)]
        if name in form.OF_PLACES:
            return [place + 1 for place in members(value)]
        if name in form.OF_SIDES:
            return value.tolist() if value.any() else None
        if name in form.OF_CARD:
            return self.cards[value - 1].name if value else None
        if name == "refitting":
            return self.cards[LEVELS + int(value) - 1].name if value else None
        if name == "shown":
            return [self.cards[card - 1].name for card in value.tolist() if card]
        if name == "target":
            return None if value == NOBODY else int(value)
        if name == "role":
            return form.ROLES[value]
        if name == "back":
            return POINTS[value]
        if name == "active":
            return None if value == self.g["leader"] else int(value)
        if name == "played_by":
            return int(value)
        return bool(value) if name in form.FLAGS else int(value)
