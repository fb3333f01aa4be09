"""Reading a position, first part: the table, into a record.

Below: form.py, rules/. Above: read_decision.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import Values
from ow_env.core.game import States
from ow_env.core.values import JsonObject, shown
from ow_env.expansive_universe.cards import CHARACTER, SLOTS, Card, Catalogue, Kind
from ow_env.expansive_universe.position.form import FORMAT, OF_TURN, UNDER_WAY, core_of
from ow_env.expansive_universe.rules.places import planet_of
from ow_env.expansive_universe.state import MOST_GOLD

MOST = 9999  # points, and what is added in a battle
OF_POSITION = "game format view core round first active line_up deck destroyed tokens players decision".split()
OF_PLAYER = "faction out gold points crew_at row crew ships".split()
OF_CHARACTER = "card weapons captive".split()
OF_CAPTIVE = "card weapons of".split()
OF_SHIP = "card at armaments".split()


class Reader(Values):
    """Reads one position into a record, and keeps what is wrong with it."""

    def __init__(self, catalogue: Catalogue, tables: States, template: States) -> None:
        self.players = int(template[0]["num_players"])
        super().__init__(seat_names(self.players), catalogue.card_ids)
        self.catalogue, self.kinds, self.t = catalogue, catalogue.cards, tables[0]
        self.core = core_of(catalogue, tables)
        self.state = template.copy()
        self.g = self.state[0]
        self.where: dict[int, str] = {}  # card -> the field in which it lies
        self.factions: list[int] = []

    def read_table(self, position: object) -> JsonObject:
        """Read everything but the decision, and return that."""
        told, g = self.position(position, OF_POSITION), self.g
        self.settled(told, "game", "expansive_universe")
        self.settled(told, "format", FORMAT)
        self.settled(told, "core", self.core)
        g["round_number"] = self.number(told.get("round", 1), "round", 1, int(g["max_rounds"]))
        g["first"] = self.seat(told.get("first", 0), "first") or 0
        g["active"] = self.seat(told.get("active", int(g["first"])), "active") or 0
        decision = self.fields(told.get("decision", {"type": "turn"}), "decision", self.fields_of_decision())
        players = self.of_players(told.get("players"), "players")
        entries = [self.fields(entry, f"players[{seat}]", OF_PLAYER) for seat, entry in enumerate(players)]
        for seat, entry in enumerate(entries):
            self.read_faction(seat, entry, f"players[{seat}].")
            # Known of all before any crew is read: whose captives lie there.
            g["players"][seat]["alive"] = not self.flag(entry, "out", f"players[{seat}].")
        if len(set(self.factions)) < len(entries):
            self.fault("players", "no Faction is played twice (EU-0.1)")
        if self.is_faulty("players"):
            return decision  # where cards may lie follows from who plays what
        for seat, entry in enumerate(entries):
            self.read_player(seat, entry, f"players[{seat}].")
        for seat, entry in enumerate(entries):
            self.read_crew_place(seat, entry, f"players[{seat}].crew_at")
        self.read_line_up(told.get("line_up", []))
        self.read_tokens(told.get("tokens", {}))
        self.read_pile(told.get("destroyed", []), "destroyed", g["destroyed"])
        if decision.get("placing") is not None:
            self.lay(decision["placing"], "decision.placing")
        self.read_deck(told)
        return decision

    def fields_of_decision(self) -> Iterable[str]:
        """Return the fields that a decision may have."""
        under_way = (name for some in UNDER_WAY.values() for name in some)
        return dict.fromkeys(("type", "asked", "winner", *OF_TURN, *under_way))

    def lay(self, name: object, path: str, kinds: Iterable[Kind] = tuple(Kind)) -> Card | None:
        """Return a card that lies here and nowhere else; None: it can't."""
        number = self.card(name, path)
        if number is None:
            return None
        card = self.kinds[number]
        if card.kind not in kinds:
            self.fault(path, f"expected {one_of(kinds)}, found {card.name}")
            return None
        if number in self.where:
            self.fault(path, f"{card.name} lies in {self.where[number]} already")
            return None
        if card.faction not in self.factions:
            self.fault(path, f"{card.name} is of a Faction that nobody plays (EU-1.1)")
        self.where[number] = path
        return card

    def read_faction(self, seat: int, told: JsonObject, path: str) -> None:
        """Read a player's Faction."""
        given, names = int(self.g["players"][seat]["faction"]), self.catalogue.faction_names
        usual = names[given] if given >= 0 else names[seat]
        name = self.word(told.get("faction", usual), f"{path}faction", names) or usual
        if given >= 0 and name != usual:
            self.fault(f"{path}faction", f"expected {usual}, as this game is set up, found {shown(name)}")
        self.g["players"][seat]["faction"] = names.index(name)
        self.factions.append(names.index(name))

    def read_player(self, seat: int, told: JsonObject, path: str) -> None:
        """Read what one player has."""
        him = self.g["players"][seat]
        out = not him["alive"]
        him["points"] = self.number(told.get("points", 0), f"{path}points", 0, MOST)
        him["gold"] = self.number(told.get("gold", 0), f"{path}gold", 0, 0 if out else MOST_GOLD)
        starters = self.t["alphas"][him["faction"]]
        locations = self.catalogue.of_kind[Kind.LOCATION]
        row = self.entries(told.get("row", [locations[starters[Kind.LOCATION]].name]), f"{path}row")
        for place, name in enumerate(row):
            card = self.lay(name, f"{path}row[{place}]", (Kind.LOCATION,))
            if card is not None:
                him["row"][him["row_count"]] = card.number
                him["row_count"] += 1
        if not any(him["row"][place] == starters[Kind.LOCATION] for place in range(him["row_count"])):
            self.fault(f"{path}row", "the alpha location never leaves its row (EU-10.4)")
        if out:
            for key in ("crew", "ships", "crew_at"):
                if told.get(key):
                    self.fault(f"{path}{key}", "a player who is out has none (EU-10.6)")
            return
        alpha = self.catalogue.of_kind[CHARACTER][starters[CHARACTER]].name
        for place, entry in enumerate(self.entries(told.get("crew", [alpha]), f"{path}crew")):
            self.read_character(entry, f"{path}crew[{place}]", him)
        if not int(him["crew"]) >> int(starters[CHARACTER]) & 1:
            self.fault(f"{path}crew", f"expected {alpha} in the crew of a player who is not out (EU-10.5)")
        for place, entry in enumerate(self.entries(told.get("ships", []), f"{path}ships")):
            self.read_ship(entry, f"{path}ships[{place}]", seat)

    def read_weapons(self, told: object, path: str, character: int) -> None:
        """Read the weapons on a character."""
        for place, name in enumerate(self.entries(told, path)):
            card = self.lay(name, f"{path}[{place}]", (Kind.WEAPON,))
            if card is not None:
                self.g["weapon_on"][card.number] = character + 1

    def read_character(self, entry: object, path: str, him: Any) -> None:
        """Read a character of a crew, with all on it."""
        told = self.fields({"card": entry} if isinstance(entry, str) else entry, path, OF_CHARACTER)
        card = self.lay(told.get("card"), f"{path}.card", (Kind.CHARACTER,))
        if card is None:
            return
        him["crew"] |= np.uint64(1 << card.number)
        self.read_weapons(told.get("weapons", []), f"{path}.weapons", card.number)
        if told.get("captive") is None:
            return
        held = self.fields(told["captive"], f"{path}.captive", OF_CAPTIVE)
        captive = self.lay(held.get("card"), f"{path}.captive.card", (Kind.CHARACTER,))
        seat = self.seat(held.get("of"), f"{path}.captive.of")
        if captive is None or seat is None:
            return
        if captive.alpha:
            self.fault(f"{path}.captive.card", f"{captive.name} is an alpha, which can't be captured (EU-12.1)")
        if not self.g["players"][seat]["alive"] or self.g["players"][seat] == him:
            self.fault(f"{path}.captive.of", "expected another player who is not out")
        self.g["holds"][card.number] = captive.number + 1
        self.g["captive_of"][captive.number] = seat + 1
        self.read_weapons(held.get("weapons", []), f"{path}.captive.weapons", captive.number)

    def read_ship(self, entry: object, path: str, seat: int) -> None:
        """Read a spaceship, with all on it."""
        told = self.fields({"card": entry} if isinstance(entry, str) else entry, path, OF_SHIP)
        card = self.lay(told.get("card"), f"{path}.card", (Kind.SPACESHIP,))
        there = [0, *(1 + faction for faction in sorted(self.factions))]
        known = {self.catalogue.places[place]: place for place in there}
        usual = self.catalogue.places[planet_of(self.g, seat)]
        place = self.word(told.get("at", usual), f"{path}.at", known)
        if card is None or place is None:
            return
        self.g["players"][seat]["ships"] |= np.uint64(1 << card.number)
        self.g["ships_at"][known[place]] |= np.uint64(1 << card.number)
        for at, name in enumerate(self.entries(told.get("armaments", []), f"{path}.armaments")):
            armament = self.lay(name, f"{path}.armaments[{at}]", (Kind.ARMAMENT,))
            if armament is not None:
                self.g["armament_on"][armament.number] = card.number + 1

    def read_crew_place(self, seat: int, told: JsonObject, path: str) -> None:
        """Read where a crew is."""
        him = self.g["players"][seat]
        if not him["alive"]:
            return
        usual = self.catalogue.of_kind[Kind.LOCATION][him["row"][0]].name
        number = self.card(told.get("crew_at", usual), path)
        if number is None:
            return
        card = self.kinds[number]
        if card.kind is Kind.SPACESHIP and int(him["ships"]) >> card.number & 1:
            him["crew_ship"] = card.number + 1
        elif card.kind is Kind.LOCATION and any(card.number in row_of(each) for each in self.g["players"]):
            him["crew_location"] = card.number + 1
        else:
            self.fault(path, f"expected a location in play or a spaceship of the player's, found {card.name}")

    def read_line_up(self, told: object) -> None:
        """Read the line-up."""
        entries = self.entries(told, "line_up")
        if len(entries) not in (0, SLOTS):
            self.fault("line_up", f"expected {SLOTS}, a card or null for each slot, found {len(entries)}")
        for slot, name in enumerate(entries[:SLOTS]):
            card = None if name is None else self.lay(name, f"line_up[{slot}]")
            if card is not None:
                self.refuse_starter(card, f"line_up[{slot}]")
                self.g["slots"][slot] = card.id + 1

    def refuse_starter(self, card: Card, path: str) -> None:
        """Check that a card is one of the main deck."""
        if card.alpha:
            self.fault(path, f"{card.name} is a starter, which never lies there (EU-10.4)")

    def read_pile(self, told: object, path: str, sets: Any) -> None:
        """Read cards of the main deck into sets."""
        for place, name in enumerate(self.pile(told, path)):
            card = self.lay(name, f"{path}[{place}]")
            if card is not None:
                self.refuse_starter(card, f"{path}[{place}]")
                sets[card.kind] |= np.uint64(1 << card.number)

    def read_deck(self, told: JsonObject) -> None:
        """Read the deck: left out it is all that lies nowhere else."""
        due = [card for card in self.kinds if not card.alpha and card.faction in self.factions]
        rest = [card.name for card in due if card.id not in self.where]
        self.read_pile(told.get("deck", rest), "deck", self.g["deck"])
        for card in due:
            if card.id not in self.where:
                self.fault("deck", f"{card.name} is nowhere; it lies here if not elsewhere")

    def read_tokens(self, told: object) -> None:
        """Read whose control tokens lie on locations."""
        for name, seat in self.by_name(told, "tokens", '{"Assembly Plaza": 1}'):
            number = self.card(name, "tokens")
            if number is None:
                continue
            if self.kinds[number].kind is not Kind.LOCATION:
                self.fault("tokens", f"expected a location, found {shown(name)}")
                continue
            location, owner = self.kinds[number].number, self.seat(seat, f"tokens.{name}")
            if owner is None:
                continue
            self.g["token"][location] = owner + 1
            rows = [row_of(him) for him in self.g["players"][: self.players]]
            if location in rows[owner]:
                self.fault(f"tokens.{name}", "expected another player than its owner, who puts none there (EU-6.5)")
            elif not any(location in row for row in rows) and not self.is_faulty("players"):
                self.fault(f"tokens.{name}", "a token lies on a location in play, and this one is in no row (EU-6.5)")


def one_of(kinds: Iterable[Kind]) -> str:
    """Return kinds in words: "a weapon or an armament"."""
    return " or ".join(f"{'an' if kind is Kind.ARMAMENT else 'a'} {kind.name.lower()}" for kind in kinds)


def row_of(him: Any) -> list[int]:
    """Return the locations of a player's row."""
    row: list[int] = him["row"][: him["row_count"]].tolist()
    return row
