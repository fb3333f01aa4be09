"""Expansive Universe's positions as JSON: complete and exact. All but the order of the deck is public (EU-13).

Below: notation.py, rules/. Above: view.py, game.py. It reads::

    {"game": "expansive_universe", "format": 1, "core": "Galactic Core #1", "round": 3, "first": 0, "active": 1,
     "line_up": ["Veil Dancer", null, ...], "deck": [...], "destroyed": [...], "tokens": {"Assembly Plaza": 1},
     "players": [{"faction": "Wartribe", "gold": 3, "points": 5, "crew_at": "Skull Landing",
                  "row": ["Fighting Pit", "Skull Landing"],
                  "crew": [{"card": "Press Ganger", "weapons": ["Bone Cleaver"],
                            "captive": {"card": "Sector Marshal", "weapons": ["Stun Baton"], "of": 1}}, ...],
                  "ships": [{"card": "Black Tusk", "at": "Kharg", "armaments": []}]}, ...],
     "decision": {"type": "turn"}}

What is left out is empty, 0, false or null, but: `round` is 1, `active` who started, `faction` that of the game,
`crew_at` the first location of the row, `at` the planet of the player, `deck` all cards that lie nowhere else,
`decision` is `turn`. Who has nothing but a card may be told by its name alone. A player who is out has
``"out": true``, a row and points. Starters that are nowhere have left the game.

`decision` has a `type` and what is under way, by the names of `UNDER_WAY`; in a battle `boost`, `cover`, `guard`,
`difference` and `resist` have a number for each player. `asked` says who decides, in what is written; it need not be
said. A finished game has ``{"type": "over", "winner": 0}``; null: it was cut short.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import JsonObject, Values, shown
from ow_env.core.game import Position, States
from ow_env.core.rng import RNG
from ow_env.drawing.view import FULL, viewer_of
from ow_env.expansive_universe.cards import (
    CHARACTER,
    SLOTS,
    SPACESHIP,
    Card,
    Catalogue,
    Kind,
)
from ow_env.expansive_universe.rules.battle import cards_there
from ow_env.expansive_universe.rules.flow import take_single_steps
from ow_env.expansive_universe.rules.legality import why_not
from ow_env.expansive_universe.rules.places import place_of_ship, planet_of
from ow_env.expansive_universe.state import (
    AT_BEARER,
    AT_FLIGHT,
    AT_LOCATION,
    AT_LOSS,
    AT_MANEUVER,
    AT_MARCH,
    AT_PLUNDER,
    AT_RECRUIT,
    AT_RESCUE,
    AT_SABOTAGE,
    AT_SALVAGE,
    AT_SIDE,
    AT_STRIKE,
    AT_TARGET,
    AT_TURN,
    AT_WEAPON,
    BATTLES,
    IN_SPACE,
    MOST_GOLD,
    NOBODY,
    OVER,
    POINTS,
    RUNNING,
    TERMINATED,
    TRUNCATED,
)

FORMAT = 1
MOST = 9999  # points, and what is added in a battle
OF_POSITION = "game format view core round first active line_up deck destroyed tokens players decision".split()
OF_PLAYER = "faction out gold points crew_at row crew ships".split()
OF_CHARACTER = "card weapons captive".split()
OF_CAPTIVE = "card weapons of".split()
OF_SHIP = "card at armaments".split()
OF_TURN = "has_flown has_attacked has_bought has_tried".split()
OF_MISSION = ["mission", "step"]
OF_BATTLE = (
    "battle battle_place attacker turn_at passes entangled waylaid once twice boost cover guard difference resist"
).split()
OF_TEXT = "user text_of step queue".split()
UNDER_WAY: dict[int, list[str]] = {  # at each point, what of a decision may be other than nothing
    AT_TURN: [],
    AT_SIDE: ["placing", *OF_MISSION],
    AT_BEARER: ["placing", *OF_MISSION],
    **dict.fromkeys(
        (AT_RECRUIT, AT_FLIGHT, AT_MARCH, AT_SALVAGE, AT_PLUNDER, AT_RESCUE, AT_SABOTAGE, AT_STRIKE), OF_MISSION
    ),
    AT_MANEUVER: OF_BATTLE,
    AT_WEAPON: [*OF_BATTLE, *OF_TEXT],
    AT_TARGET: [*OF_BATTLE, *OF_TEXT],
    AT_LOSS: [*OF_BATTLE, "resolving", "destroyer"],
}
SETS = ("entangled", "waylaid", "once", "twice")  # of characters and spaceships
OF_PLAYERS = ("boost", "cover", "guard", "difference", "resist")
SEATS = ("attacker", "turn_at", "destroyer")
FLAGS = (*OF_TURN, "resolving")
NUMBERS = {"step": 4, "passes": 4}  # the most of each
IN_BATTLE = (AT_MANEUVER, AT_WEAPON, AT_TARGET, AT_LOSS)


def members(bits: Any) -> list[int]:
    """Return the numbers in a set."""
    return [number for number in range(64) if int(bits) >> number & 1]


# ── From the record to JSON ──────────────────────────────────────────────────────────────────────


class Writer:
    """Writes one position."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, view: str) -> None:
        self.catalogue, self.t, self.g = catalogue, tables[0], state[0]
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

    def write(self, core: str) -> Position:
        """Return the position."""
        g = self.g
        told: Position = {"game": "expansive_universe", "format": FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        locations = self.catalogue.of_kind[Kind.LOCATION]
        return told | {
            "core": core,
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
        captive = int(self.g["holds"][number]) - 1
        if captive >= 0:
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
        for name in dict.fromkeys((*OF_TURN, *UNDER_WAY[int(g["point"])])):
            value = self.under_way(name)
            if value:
                told[name] = value
        return told

    def under_way(self, name: str) -> Any:
        """Return a field of what is under way; something false: there is nothing of it."""
        g = self.g
        if name in OF_PLAYERS:
            found = [int(him[name]) for him in g["players"][: len(self.agents)]]
            return found if any(found) else None
        value = g[name]
        if name in SETS:
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
        return bool(value) if name in FLAGS else int(value)


def write_position(catalogue: Catalogue, tables: States, state: States, view: str) -> Position:
    """Return a position as JSON data; `view` is full, public, player_0, player_1 ..., all alike (EU-13.1).

    Raises:
        ValueError: there is no such view.
    """
    return Writer(catalogue, tables, state, view).write(core_of(catalogue, tables))


def core_of(catalogue: Catalogue, tables: States) -> str:
    """Return the name of the Core that is played with."""
    laws = tables[0]["laws"].tolist()
    for core in catalogue.cores:
        told = [0] * len(laws)
        for effect in core.laws:
            told[effect.word] = effect.number
        if told == laws:
            return core.name
    raise ValueError("the tables are of no Core of this catalogue")


# ── From JSON to the record ──────────────────────────────────────────────────────────────────────


def read_position(catalogue: Catalogue, tables: States, template: States, position: Position) -> States:
    """Return the state [1] that a full position describes, played on to its next decision (EU-14).

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
        template: [1] GAME: the options.
        position: as `write_position` returns it; what is left out is as the top of this file says.

    Raises:
        ValueError: it is no position of this game. Every fault is named, each with its field, what was found and what
            would be right.
    """
    reader = Reader(catalogue, tables, template)
    reader.read(position)
    reader.refuse()
    g, t = reader.state[0], tables[0]
    take_single_steps(g, t, np.zeros(1, RNG)[0])
    if g["ending"] == RUNNING and all(why_not(g, t, int(g["asked"]), one) for one in range(int(t["action_count"]))):
        reader.fault("decision", f"nothing could be done at {shown(POINTS[g['point']])}")
        reader.refuse()
    return reader.state


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

    # The table

    def read(self, position: object) -> None:
        """Read everything."""
        told, g = self.position(position, OF_POSITION), self.g
        self.settled(told, "game", "expansive_universe")
        self.settled(told, "format", FORMAT)
        self.settled(told, "core", self.core)
        g["round_number"] = self.number(told.get("round", 1), "round", 1, int(g["max_rounds"]))
        g["first"] = self.seat(told.get("first", 0), "first") or 0
        g["active"] = self.seat(told.get("active", int(g["first"])), "active") or 0
        players = self.of_players(told.get("players", [{}] * self.players), "players")
        entries = [self.fields(entry, f"players[{seat}]", OF_PLAYER) for seat, entry in enumerate(players)]
        for seat, entry in enumerate(entries):
            self.read_faction(seat, entry, f"players[{seat}].")
        if len(set(self.factions)) < len(entries):
            self.fault("players", "no Faction is played twice (EU-0.1)")
        if self.faults:
            return
        for seat, entry in enumerate(entries):
            self.read_player(seat, entry, f"players[{seat}].")
        for seat, entry in enumerate(entries):
            self.read_crew_place(seat, entry, f"players[{seat}].crew_at")
        self.read_line_up(told.get("line_up", []))
        self.read_tokens(told.get("tokens", {}))
        self.read_pile(told.get("destroyed", []), "destroyed", g["destroyed"])
        decision = self.fields(told.get("decision", {"type": "turn"}), "decision", self.fields_of_decision())
        if decision.get("placing") is not None:
            self.lay(decision["placing"], "decision.placing")
        self.read_deck(told)
        if not self.faults:  # what is decided can be told of a sound table only
            self.read_decision(decision)

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
        out = self.flag(told, "out", path)
        him["alive"] = not out
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
            if number is None or self.kinds[number].kind is not Kind.LOCATION:
                self.fault("tokens", f"expected a location, found {shown(name)}")
                continue
            owner = self.seat(seat, f"tokens.{name}")
            if owner is not None:
                self.g["token"][self.kinds[number].number] = owner + 1

    # What is decided

    def read_decision(self, told: JsonObject) -> None:
        """Read what is decided, and all that is under way."""
        g = self.g
        word = self.word(told.get("type", "turn"), "decision.type", [POINTS[point] for point in (*UNDER_WAY, OVER)])
        if word is None:
            return
        g["point"] = point = tuple(POINTS).index(word)
        g["asked"] = g["active"]
        if point == OVER:
            self.read_end(told)
            return
        for key in told:
            if key not in ("type", "asked", *OF_TURN, *UNDER_WAY[point]):
                self.fault(f"decision.{key}", f"a decision of type {word} has no such field")
        battle = self.word(told.get("battle", BATTLES[point in IN_BATTLE]), "decision.battle", BATTLES)
        g["battle"] = BATTLES.index(battle or "")
        for name in dict.fromkeys((*OF_TURN, *UNDER_WAY[point])):
            if name in told and name != "battle":
                self.read_under_way(name, told[name], f"decision.{name}")
        if not self.faults:
            self.check_running(point)

    def read_under_way(self, name: str, value: object, path: str) -> None:
        """Read a field of what is under way."""
        g = self.g
        if name in OF_PLAYERS:
            numbers = self.of_players(value, path)
            for seat, number in enumerate(numbers):
                low = -MOST if name == "boost" else 0
                if name == "difference":
                    low = -MOST
                g["players"][seat][name] = self.number(number, f"{path}[{seat}]", low, MOST)
        elif name in SETS:
            for number in self.cards(value, path):
                card = self.kinds[number]
                if card.kind > SPACESHIP:
                    self.fault(path, f"expected characters and spaceships, found {card.name}")
                    continue
                g[name][card.kind] |= np.uint64(1 << card.number)
        elif name == "queue":
            for number in self.cards(value, path):
                g["queue"] |= np.uint64(1 << self.kinds[number].number)
        elif name == "battle_place":
            self.read_battle_place(value, path)
        elif name in ("mission", "user", "text_of", "placing"):
            number = self.card(value, path)
            if number is not None:
                whole = name in ("text_of", "placing")
                g[name] = number + 1 if whole else self.kinds[number].number + 1
                self.check_kind(name, self.kinds[number], path)
        elif name in SEATS:
            g[name] = self.seat(value, path) or 0
        elif name in FLAGS:
            g[name] = self.flag({name: value}, name, "decision.")
        else:
            g[name] = self.number(value, path, 0, NUMBERS[name])

    def read_battle_place(self, value: object, path: str) -> None:
        """Read where the battle is."""
        g = self.g
        if g["battle"] == IN_SPACE:
            word = self.word(value, path, self.catalogue.places)
            g["battle_place"] = self.catalogue.places.index(word or "Core")
            return
        number = self.card(value, path)
        if number is not None and self.kinds[number].kind is Kind.LOCATION:
            g["battle_place"] = self.kinds[number].number
        else:
            self.fault(path, f"expected a location, found {shown(value)}")

    def check_kind(self, name: str, card: Card, path: str) -> None:
        """Check that a card under way is of the right kind."""
        right = {
            "mission": (Kind.LOCATION,),
            "user": (Kind.SPACESHIP,) if self.g["battle"] == IN_SPACE else (Kind.CHARACTER,),
            "text_of": (Kind.CHARACTER, Kind.WEAPON, Kind.ARMAMENT),
            "placing": tuple(Kind),
        }[name]
        if card.kind not in right:
            self.fault(path, f"expected {one_of(right)}, found {card.name}")

    def read_end(self, told: JsonObject) -> None:
        """Read how a finished game ended."""
        g = self.g
        for key in told:
            if key not in ("type", "winner"):
                self.fault(f"decision.{key}", "a game that is over has no such field")
        winner = told.get("winner")
        g["ending"] = TRUNCATED if winner is None else TERMINATED
        g["winner"] = NOBODY if winner is None else self.seat(winner, "decision.winner") or 0
        if winner is not None and not g["players"][g["winner"]]["alive"]:
            self.fault("decision.winner", "a player who is out has not won (EU-10.5)")

    def check_running(self, point: int) -> None:
        """Check that a game that goes on can stand so."""
        g = self.g
        alive = [seat for seat in range(self.players) if g["players"][seat]["alive"]]
        if len(alive) < 2:
            self.fault("players", f"in a game that goes on at least two are not out, found {len(alive)}")
        if g["active"] not in alive and point not in IN_BATTLE:
            self.fault("active", f"player_{int(g['active'])} is out (EU-10.5)")
        if point in (AT_SIDE, AT_BEARER):
            self.check_placing(point)
        elif point != AT_TURN and point not in IN_BATTLE:
            self.check_mission()
        if point in IN_BATTLE and not self.faults:
            self.check_battle(point)

    def check_placing(self, point: int) -> None:
        """Check that there is a card to be placed there."""
        card = self.kinds[int(self.g["placing"]) - 1] if self.g["placing"] else None
        right = (Kind.LOCATION,) if point == AT_SIDE else (Kind.WEAPON, Kind.ARMAMENT)
        if card is None or card.kind not in right:
            self.fault("decision.placing", f"expected {one_of(right)}")
        if self.g["mission"] and self.g["step"] > len(self.mission_text()):
            self.fault("decision.step", f"expected at most {len(self.mission_text())}")

    def mission_text(self) -> tuple[Any, ...]:
        """Return the text of the mission."""
        return self.catalogue.of_kind[Kind.LOCATION][int(self.g["mission"]) - 1].text

    def check_mission(self) -> None:
        """Check that the effect of the mission asks so."""
        g = self.g
        if not g["mission"] or not any(int(g["mission"]) - 1 in row_of(him) for him in g["players"]):
            self.fault("decision.mission", "expected a location in play")
            return
        text = self.mission_text()
        asks = text[int(g["step"])].word.name.lower() if g["step"] < len(text) else "nothing more"
        if asks != POINTS[g["point"]]:
            self.fault("decision.step", f"the effect there is {asks}, which does not ask for {POINTS[g['point']]}")

    def check_battle(self, point: int) -> None:
        """Check that a battle can stand so."""
        g = self.g
        seats = [seat for seat in range(self.players) if g["players"][seat]["alive"] and cards_there(g, seat)]
        if not g["battle"]:
            self.fault("decision.battle", f"expected {' or '.join(BATTLES[1:])}")
            return
        if g["battle"] == AT_LOCATION and not any(int(g["battle_place"]) in row_of(him) for him in g["players"]):
            self.fault("decision.battle_place", "expected a location in play")
        if g["battle"] == IN_SPACE and g["battle_place"] and int(g["battle_place"]) - 1 not in self.factions:
            self.fault("decision.battle_place", "expected a place in play")
        if not seats:
            self.fault("decision.battle_place", "nobody is there")
        if g["attacker"] != g["active"]:
            self.fault("decision.attacker", "the attacker is the player whose turn it is (EU-7.1)")
        if (point == AT_LOSS) != bool(g["resolving"]):
            self.fault("decision.resolving", "true while damage is resolved, and only then")
        if point in (AT_WEAPON, AT_TARGET) and not self.faults:
            g["asked"] = g["turn_at"]
            self.check_text(point)

    def check_text(self, point: int) -> None:
        """Check that a text can be under way."""
        g = self.g
        seat, kind = int(g["turn_at"]), SPACESHIP if g["battle"] == IN_SPACE else CHARACTER
        own = g["players"][seat]["ships" if kind == SPACESHIP else "crew"]
        if not g["user"] or not int(own) >> (int(g["user"]) - 1) & 1:
            self.fault("decision.user", f"expected a card of player_{seat}, who maneuvers")
        if not g["text_of"]:
            self.fault("decision.text_of", "expected the card whose text is carried out")
            return
        card = self.kinds[int(g["text_of"]) - 1]
        if (card.kind is Kind.ARMAMENT) != (kind == SPACESHIP):
            self.fault("decision.text_of", f"{card.name} has no text in this battle")
        if point == AT_WEAPON and card.kind is not Kind.CHARACTER:
            self.fault("decision.text_of", "a weapon is chosen after the character's own text (EU-8.4)")
        if point == AT_TARGET and g["step"] >= len(card.text):
            self.fault("decision.step", f"expected less than {len(card.text)}, found {int(g['step'])}")


def one_of(kinds: Iterable[Kind]) -> str:
    """Return kinds in words: "a weapon or an armament"."""
    return " or ".join(f"{'an' if kind is Kind.ARMAMENT else 'a'} {kind.name.lower()}" for kind in kinds)


def row_of(him: Any) -> list[int]:
    """Return the locations of a player's row."""
    row: list[int] = him["row"][: him["row_count"]].tolist()
    return row
