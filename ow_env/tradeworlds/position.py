"""TradeWorlds' positions as JSON: complete and exact, as far as a view may see them (TW-H).

Below: notation.py, rules/. Above: view.py, game.py. It reads::

    {"game": "tradeworlds", "format": 1, "scenario": "Trade Wars", "round": 3, "first": 0, "leader": 1,
     "players": [{"faction": "Acolytes", "treasury": 12, "homeworld": 18, "unlocked": 1,
                  "hand": ["2x Crew 1", ...], "known": [], "deck": [...], "discard": [...], "removed": [],
                  "tops": ["Starship 3", "Weapon 5", "Crew 3", "Ghost Echo"], "piles": [...],
                  "lane": [{"starship": "Starship 2", "weapons": ["Weapon 3"], "crew": "Crew 1"}, null, null, null]},
                 ...],
     "decision": {"type": "role"}}

What is left out is empty, 0, false or null, but: `round` is 1, `leader` who started, `faction` and `homeworld` as at
the start, `unlocked` what the treasury unlocks, `known` nothing, `decision` is `role`. An entry of a list of cards may
stand for several. A player who is out has `"out": true` and nothing else but a treasury and a Homeworld.

`decision` has a `type` and what is under way, by the names of `UNDER_WAY`: ships are `"player_0 lane 1"`, places of the
target numbers from 1, pairs are of the attacking and the defending side. `asked` says who decides, in what is written;
it need not be said. A finished game has ``{"type": "over", "winner": 0}``; null: nobody, it was lost alone or, with
``"cut_short": true``, cut short.

A view of one player, or the public one, has counts for hidden hands and decks, and in `unseen` what both hold together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import JsonObject, Values, shown
from ow_env.core.game import Position, States
from ow_env.core.rng import RNG
from ow_env.drawing.view import FULL, viewer_of
from ow_env.tradeworlds.cards import FACTIONS, LEVELS, PILES, PLACES, Catalogue, Pile, Role, Token, title_of
from ow_env.tradeworlds.rules.credits import unlock
from ow_env.tradeworlds.rules.flow import take_single_steps
from ow_env.tradeworlds.rules.lanes import places_taken, spare_capacity
from ow_env.tradeworlds.rules.legality import why_not
from ow_env.tradeworlds.rules.windows import count_participants, side_of
from ow_env.tradeworlds.state import (
    AT_ALERT,
    AT_ATTACK,
    AT_BANK,
    AT_BUY,
    AT_CANCEL,
    AT_CHANCELLOR,
    AT_CONFIGURE,
    AT_DESTROY,
    AT_DISCARD,
    AT_FIT,
    AT_INVITE,
    AT_LOSS,
    AT_PAY,
    AT_REFIT,
    AT_REMOVE,
    AT_REPLACE,
    AT_ROLE,
    AT_ROLL,
    AT_SABOTAGE,
    AT_SMUGGLE,
    AT_STRIKE,
    AT_TARGET,
    NOBODY,
    OVER,
    PLAYERS,
    POINTS,
    RUNNING,
    SHIPS,
    SHOWN,
    TERMINATED,
    TRUNCATED,
)

FORMAT = 1
MOST = 10**6  # credits, in a position that is set up
MOST_ADDED = 999  # by Tactics
OF_POSITION = "game format view scenario round first leader critical_mass players decision".split()
OF_PLAYER = (
    "faction out treasury homeworld unlocked used_up hand known deck unseen discard removed tops piles lane".split()
)
OF_SHIP = "starship weapons crew token".split()
PILES_OF_PLAYER = ("hand", "deck", "discard", "removed")
BATTLE = "unused group busy fighting engaged doomed allies target alien_turn alien_attacks alien_fire".split()
DICE = "die initiative fire guard token_used".split()
WINDOW = "window_at passes".split()
UNDER_WAY: dict[int, list[str]] = {  # at each point, what of a decision may be other than nothing
    AT_ROLE: ["refused"],
    AT_CHANCELLOR: ["refused"],
    AT_INVITE: ["target", "allies", "to_ask"],
    AT_TARGET: [],
    AT_SABOTAGE: ["to_all", "to_ask", "count"],
    AT_BANK: ["count", "banked"],
    AT_REMOVE: ["count"],
    AT_SMUGGLE: ["target", "shown"],
    AT_REFIT: ["count"],
    AT_REPLACE: ["count", "fitting", "refitting"],
    AT_ATTACK: ["unused", "group", "busy", "allies", "target", "fire"],
    AT_ALERT: [*BATTLE, *DICE, *WINDOW],
    AT_ROLL: [*BATTLE, *DICE, *WINDOW],
    AT_STRIKE: [*BATTLE, *DICE, *WINDOW, "shield"],
    AT_CANCEL: [
        *BATTLE,
        *DICE,
        *WINDOW,
        "shield",
        "lost",
        "destroyed",
        "struck",
        "played",
        "played_by",
        "back",
        "to_ask",
    ],
    AT_DESTROY: [*BATTLE, *DICE, *WINDOW, "lost", "struck", "budget"],
    AT_LOSS: [*BATTLE, *DICE, *WINDOW, "lost", "destroyed", "struck"],
    AT_BUY: ["change"],
    AT_PAY: ["change", "buying"],
    AT_CONFIGURE: [],
    AT_FIT: ["fitting"],
    AT_DISCARD: [],
}
OF_TURN = ("active", "role", "refused", "rest_due")  # at any point
MOST_OF = {  # of numbers under way
    "count": 9, "banked": MOST_ADDED, "change": MOST_ADDED, "budget": MOST_ADDED, "shield": MOST_ADDED,
    "window_at": PLAYERS, "passes": PLAYERS, "alien_turn": 2, "alien_attacks": 2, "alien_fire": 20,
    "destroyed": SHIPS, "struck": 1,
}  # fmt: skip
OF_SEATS = ("allies", "to_ask", "rest_due", "token_used")
OF_SHIPS = ("unused", "group", "fighting", "doomed", "lost")
OF_PLACES = ("busy", "engaged")
OF_SIDES = ("die", "initiative", "fire", "guard")
OF_CARD = ("buying", "played")  # 1 + a card
FLAGS = ("refused", "to_all")
ROLES = ("", *(title_of(role) for role in Role))
TOKENS = ("", *(title_of(token) for token in Token))


def members(bits: Any, size: int = SHIPS) -> list[int]:
    """Return the numbers in a set."""
    return [number for number in range(size) if int(bits) >> number & 1]


def ship_name(number: int, agents: Sequence[str]) -> str:
    """Return a ship of a set as positions call it: "player_0 lane 1"."""
    return f"{agents[number // PLACES]} lane {number % PLACES + 1}"


# ── From the record to JSON ──────────────────────────────────────────────────────────────────────


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
        told: Position = {"game": "tradeworlds", "format": FORMAT}
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
        return told | {"lane": [self.ship(ship) for ship in him["lane"]]}

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
        return told | ({"token": TOKENS[ship["token"]]} if ship["token"] else {})

    def decision(self) -> JsonObject:
        """Return what is decided, and all that is under way."""
        g = self.g
        told: JsonObject = {"type": POINTS[g["point"]]}
        if g["ending"] != RUNNING:
            told["winner"] = None if g["winner"] == NOBODY else int(g["winner"])
            return told | ({"cut_short": True} if g["ending"] == TRUNCATED else {})
        told["asked"] = int(g["asked"])
        names = dict.fromkeys((*OF_TURN, *UNDER_WAY[int(g["point"])]))
        for name in names:
            value = self.under_way(name)
            if value or (name in ("target", "active") and value is not None):
                told[name] = value
        return told

    def under_way(self, name: str) -> Any:
        """Return a field of what is under way; something false: there is nothing of it."""
        value = self.g[name]
        if name in OF_SEATS:
            return members(value, PLAYERS)
        if name in OF_SHIPS:
            return [ship_name(number, self.agents) for number in members(value)]
        if name in OF_PLACES:
            return [place + 1 for place in members(value, PLACES)]
        if name in OF_SIDES:
            return value.tolist() if value.any() else None
        if name in OF_CARD:
            return self.cards[value - 1].name if value else None
        if name == "refitting":
            return self.cards[LEVELS + int(value) - 1].name if value else None
        if name == "shown":
            return [self.cards[card - 1].name for card in value.tolist() if card]
        if name == "target":
            return None if value == NOBODY else int(value)
        if name == "role":
            return ROLES[value]
        if name == "back":
            return POINTS[value]
        if name == "active":
            return None if value == self.g["leader"] else int(value)
        if name == "played_by":
            return int(value)
        return bool(value) if name in FLAGS else int(value)


def write_position(catalogue: Catalogue, tables: States, state: States, view: str) -> Position:
    """Return a position as JSON data; `view` is full, public, player_0, player_1 ...

    Raises:
        ValueError: there is no such view.
    """
    return Writer(catalogue, tables, state, view).write()


# ── From JSON to the record ──────────────────────────────────────────────────────────────────────


def read_position(catalogue: Catalogue, tables: States, template: States, position: Position) -> States:
    """Return the state [1] that a full position describes, played on to its next decision (TW-P).

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
    if g["ending"] == RUNNING and not reader.somebody_can_act():
        reader.fault("decision", f"nothing could be done at {shown(POINTS[g['point']])}")
        reader.refuse()
    return reader.state


class Reader(Values):
    """Reads one position into a record, and keeps what is wrong with it."""

    def __init__(self, catalogue: Catalogue, tables: States, template: States) -> None:
        players = int(template[0]["num_players"])
        super().__init__(seat_names(players), catalogue.card_ids)
        self.catalogue, self.kinds, self.t = catalogue, catalogue.cards, tables[0]
        self.state, self.players = template.copy(), players
        self.g = g = self.state[0]
        self.fresh = g["players"].copy()
        g["players"] = np.zeros((), g["players"].dtype)
        self.owned: list[Counter[int]] = []

    def somebody_can_act(self) -> bool:
        """Is anything allowed to the player asked?"""
        g, t = self.g, self.t
        return any(why_not(g, t, int(g["asked"]), action) == 0 for action in range(int(t["action_count"])))

    # The table

    def read(self, position: object) -> None:
        """Read everything."""
        told, g = self.position(position, OF_POSITION), self.g
        self.settled(told, "game", "tradeworlds")
        self.settled(told, "format", FORMAT)
        self.settled(told, "scenario", tuple(self.catalogue.setup.scenarios)[int(self.t["scenario"])])
        g["round_number"] = self.number(told.get("round", 1), "round", 1, int(g["max_rounds"]))
        g["first"] = self.seat(told.get("first", 0), "first") or 0
        g["leader"] = self.seat(told.get("leader", int(g["first"])), "leader") or 0
        if self.t["alien"]:
            most = int(self.t["alien_limit"])
            g["critical_mass"] = self.number(
                told.get("critical_mass", int(g["critical_mass"])), "critical_mass", 0, most
            )
        elif "critical_mass" in told:
            self.fault("critical_mass", "only The Derelict has one (TW-S1)")
        entries = self.of_players(told.get("players", [{}] * self.players), "players")
        for seat, entry in enumerate(entries):
            self.read_player(seat, self.fields(entry, f"players[{seat}]", OF_PLAYER), f"players[{seat}].")
        self.check_players()
        decision = told.get("decision", {"type": "role"})
        if not self.faults:  # what is decided can be told of a sound table only
            self.read_decision(decision)

    def read_player(self, seat: int, told: JsonObject, path: str) -> None:
        """Read what one player has."""
        him, fresh = self.g["players"][seat], self.fresh[seat]
        self.owned.append(Counter())
        usual = FACTIONS[fresh["faction"]] if fresh["faction"] >= 0 else FACTIONS[seat]
        faction = self.word(told.get("faction", usual), f"{path}faction", FACTIONS)
        him["faction"] = FACTIONS.index(faction or usual)
        if fresh["faction"] >= 0 and him["faction"] != fresh["faction"]:
            self.fault(f"{path}faction", f"expected {usual}, as this game is set up, found {shown(faction)}")
        out = self.flag(told, "out", path)
        him["alive"] = not out
        him["treasury"] = self.number(told.get("treasury", 0), f"{path}treasury", 0, MOST)
        low, high = (-MOST, 0) if out else (1, MOST // 100)
        homeworld = told.get("homeworld", 0 if out else int(fresh["homeworld"]))
        him["homeworld"] = max(self.number(homeworld, f"{path}homeworld", low, high), -(2**15))
        least = int(unlock(self.t, int(him["treasury"]), int(him["faction"])))
        him["level"] = self.number(told.get("unlocked", least), f"{path}unlocked", least, PLACES)
        if out:
            for key in told:
                if key in OF_PLAYER[5:] and told[key] not in ([], False):
                    self.fault(f"{path}{key}", "a player who is out has nothing (TW-E1)")
            return
        him["used_up"] = self.flag(told, "used_up", path)
        for name in PILES_OF_PLAYER:
            self.read_pile(told.get(name, []), f"{path}{name}", him[name], seat)
        self.read_pile(told.get("piles", []), f"{path}piles", him["rest"], seat)
        self.read_tops(told.get("tops", []), f"{path}tops", seat)
        self.read_known(told.get("known", []), f"{path}known", him)
        lane = self.entries(told.get("lane", []), f"{path}lane")
        if len(lane) > PLACES:
            self.fault(f"{path}lane", f"expected at most {PLACES} places, found {len(lane)}")
        for place, entry in enumerate(lane[:PLACES]):
            if entry is not None:
                self.read_ship(entry, f"{path}lane[{place}]", him["lane"][place], seat)
        if len(members(places_taken(him))) > him["level"]:
            self.fault(f"{path}lane", f"expected at most {int(him['level'])} ships, as many as are unlocked (TW-F2)")

    def read_pile(self, told: object, path: str, pile: Any, seat: int) -> None:
        """Read cards into a tally."""
        ids = self.cards(told, path)
        for card in ids[:255]:
            pile["copies"][card] += 1
        pile["count"] = min(len(ids), 255)
        self.owned[seat].update(ids)

    def read_tops(self, told: object, path: str, seat: int) -> None:
        """Read the cards on top of the piles."""
        entries = self.entries(told, path)
        if len(entries) not in (0, PILES):
            self.fault(path, f"expected {PILES}, a card or null for each pile, found {len(entries)}")
        for pile, entry in enumerate(entries[:PILES]):
            if entry is None:
                continue
            card = self.card(entry, f"{path}[{pile}]")
            if card is None:
                continue
            if self.kinds[card].pile != pile:
                self.fault(
                    f"{path}[{pile}]", f"expected a {Pile(pile).name.title()} or null, found {self.kinds[card].name}"
                )
            self.g["players"][seat]["tops"][pile] = card + 1
            self.owned[seat][card] += 1
        rest = self.g["players"][seat]["rest"]["copies"]
        for pile in range(PILES):
            there = any(rest[card.id] for card in self.kinds if card.pile == pile)
            if there and not self.g["players"][seat]["tops"][pile]:
                self.fault(path, f"expected a {Pile(pile).name.title()} on top of the pile while there is one (TW-1.3)")

    def read_known(self, told: object, path: str, him: Any) -> None:
        """Read the cards of a hand of which others can be sure."""
        ids = self.cards(told, path)
        for card, count in Counter(ids).items():
            if count > him["hand"]["copies"][card]:
                self.fault(path, f"{self.kinds[card].name} is not so often in the hand")
            else:
                him["known"]["copies"][card] = count
                him["known"]["count"] += count

    def read_ship(self, entry: object, path: str, ship: Any, seat: int) -> None:
        """Read one ship."""
        told = self.fields(entry, path, OF_SHIP)
        weapons = self.entries(told.get("weapons", []), f"{path}.weapons")
        cards = {"starship": [told.get("starship")], "crew": [told.get("crew")]}
        ids: list[int] = []
        for pile, key in ((Pile.STARSHIP, "starship"), (Pile.CREW, "crew")):
            for name in cards[key]:
                ids += self.card_of_pile(name, f"{path}.{key}", pile)
        for place, name in enumerate(weapons):
            ids += self.card_of_pile(name, f"{path}.weapons[{place}]", Pile.WEAPON)
        if not weapons:
            self.fault(f"{path}.weapons", "expected at least one Weapon (TW-F1)")
        for card in ids:
            kind = self.kinds[card]
            if kind.pile is Pile.WEAPON:
                ship["weapons"][kind.level - 1] += 1
            else:
                ship["starship" if kind.pile is Pile.STARSHIP else "crew"] = kind.level
        self.owned[seat].update(ids)
        token = self.word(told.get("token", ""), f"{path}.token", TOKENS)
        ship["token"] = TOKENS.index(token or "")
        if ship["token"] and not self.g["reinforcements"]:
            self.fault(f"{path}.token", "this game is played without Reinforcement Starships (TW-M1)")
        if len(weapons) > 1 and not self.t["factions"][self.g["players"][seat]["faction"]]["several_weapons"]:
            self.fault(f"{path}.weapons", f"expected one Weapon, found {len(weapons)} (TW-F3)")
        if len(ids) >= 3 and spare_capacity(self.t, ship) < 0:
            self.fault(path, "Firepower and Resistance together are more than the Capacity (TW-F1)")

    def card_of_pile(self, name: object, path: str, pile: Pile) -> list[int]:
        """Return the id of a card of this kind; nothing where it is none."""
        card = self.card(name, path)
        if card is not None and self.kinds[card].pile is not pile:
            self.fault(path, f"expected a {pile.name.title()}, found {self.kinds[card].name}")
            return []
        return [] if card is None else [card]

    def check_players(self) -> None:
        """Check that nobody has more cards than there are, or a class of token twice."""
        for seat, owned in enumerate(self.owned):
            for card in self.kinds:
                if owned[card.id] > card.copies:
                    found = f"found {owned[card.id]}"
                    self.fault(
                        f"players[{seat}]", f"{card.name}: expected at most {card.copies} in all places, {found}"
                    )
            tokens = [token for token in self.g["players"][seat]["lane"]["token"].tolist() if token]
            if len(set(tokens)) < len(tokens):
                self.fault(f"players[{seat}].lane", "there is one token of each class (TW-M1)")

    # What is decided

    def read_decision(self, decision: object) -> None:
        """Read what is decided, and all that is under way."""
        g = self.g
        fields = [
            *OF_TURN,
            "type",
            "asked",
            "winner",
            "cut_short",
            *(name for some in UNDER_WAY.values() for name in some),
        ]
        told = self.fields(decision, "decision", dict.fromkeys(fields))
        points = [POINTS[point] for point in (*UNDER_WAY, OVER)]
        word = self.word(told.get("type", "role"), "decision.type", points)
        if word is None:
            return
        g["point"] = point = tuple(POINTS).index(word)
        if point == OVER:
            self.read_end(told)
            return
        for key in told:
            if key not in ("type", "asked", *OF_TURN, *UNDER_WAY[point]):
                self.fault(f"decision.{key}", f"a decision of type {word} has no such field")
        g["active"] = self.seat(told.get("active", int(g["leader"])), "decision.active") or 0
        g["asked"] = g["active"]
        role = self.word(told.get("role", ""), "decision.role", ROLES)
        g["role"] = ROLES.index(role or "")
        for name in dict.fromkeys((*OF_TURN, *UNDER_WAY[point])):
            if name in told and name not in ("active", "role"):
                self.read_under_way(name, told[name], f"decision.{name}")
        if not self.faults:
            self.check_running(point)

    def read_under_way(self, name: str, value: object, path: str) -> None:
        """Read a field of what is under way."""
        g = self.g
        if name in OF_SEATS:
            g[name] = self.bits(self.seats(value, path))
        elif name in OF_SHIPS:
            g[name] = self.bits(self.ships(value, path))
        elif name in OF_PLACES:
            entries = self.entries(value, path)
            g[name] = self.bits([self.number(each, path, 1, PLACES) - 1 for each in entries])
        elif name in OF_SIDES:
            pair = self.entries(value, path)
            if len(pair) != 2:
                self.fault(path, f"expected a pair, of attacker and defender, found {shown(value)}")
            most = 20 if name == "die" else MOST_ADDED
            g[name] = [self.number(each, path, 0, most) for each in [*pair, 0, 0][:2]]
        elif name in OF_CARD:
            card = self.card(value, path)
            g[name] = 0 if card is None else card + 1
        elif name == "refitting":
            card = next(iter(self.card_of_pile(value, path, Pile.WEAPON)), None)
            g[name] = 0 if card is None else self.kinds[card].level
        elif name == "shown":
            ids = self.cards(value, path)
            if len(ids) > SHOWN:
                self.fault(path, f"expected at most {SHOWN} cards, found {len(ids)}")
            g[name] = [*(card + 1 for card in ids[:SHOWN]), *[0] * (SHOWN - len(ids[:SHOWN]))]
        elif name in ("target", "played_by"):
            g[name] = self.seat(value, path) or 0
        elif name == "back":
            word = self.word(value, path, [POINTS[point] for point in (AT_ATTACK, AT_ROLL, AT_STRIKE, AT_LOSS)])
            g[name] = tuple(POINTS).index(word or POINTS[AT_ROLL])
        elif name == "fitting":
            g[name] = self.number(value, path, 1, PLACES)
        elif name in FLAGS:
            g[name] = self.flag({name: value}, name, "decision.")
        else:
            g[name] = self.number(value, path, 0, MOST_OF[name])

    def bits(self, numbers: list[int]) -> int:
        """Return numbers as a set."""
        return sum(1 << number for number in set(numbers))

    def seats(self, value: object, path: str) -> list[int]:
        """Return the seats of a list."""
        found = [self.seat(each, path) for each in self.entries(value, path)]
        return [seat for seat in found if seat is not None]

    def ships(self, value: object, path: str) -> list[int]:
        """Return the numbers of the ships of a list."""
        known = {ship_name(number, self.agents): number for number in range(self.players * PLACES)}
        found = [self.word(each, path, known) for each in self.entries(value, path)]
        return [known[each] for each in found if each is not None]

    def stands(self, number: int) -> bool:
        """Is there a ship?"""
        return bool(self.g["players"][number // PLACES]["lane"][number % PLACES]["starship"])

    def read_end(self, told: JsonObject) -> None:
        """Read how a finished game ended."""
        g = self.g
        cut, winner = self.flag(told, "cut_short", "decision."), told.get("winner")
        for key in told:
            if key not in ("type", "winner", "cut_short"):
                self.fault(f"decision.{key}", "a game that is over has no such field")
        g["ending"] = TRUNCATED if cut else TERMINATED
        g["winner"] = NOBODY if winner is None else self.seat(winner, "decision.winner") or 0
        g["active"] = g["asked"] = g["leader"]
        if cut and winner is not None:
            self.fault("decision.winner", f"a game that was cut short has no winner, found {shown(winner)}")
        elif not cut and winner is None and not self.t["alien"]:
            self.fault("decision.winner", "expected a seat, found null")
        elif winner is not None and not g["players"][g["winner"]]["alive"]:
            self.fault("decision.winner", "a player who is out has not won (TW-E1)")
        if any(him["used_up"] for him in g["players"]):
            self.fault("players", "in a game that is over no turn is used up")

    def check_running(self, point: int) -> None:
        """Check that a game that goes on can stand so."""
        g, t = self.g, self.t
        alive = [seat for seat in range(self.players) if g["players"][seat]["alive"]]
        if len(alive) < min(2, self.players):
            self.fault("players", f"in a game that goes on at least two are not out, found {len(alive)}")
        for name in ("leader", "active"):
            if g[name] not in alive:
                self.fault(name, f"player_{int(g[name])} is out (TW-E1)")
        goal = int(t["goal"])
        for seat in alive:
            if goal and g["players"][seat]["treasury"] >= goal and not g["finish_round"]:
                self.fault(f"players[{seat}].treasury", f"expected less than {goal} in a game that goes on (TW-E2)")
        if t["alien"] and g["critical_mass"] >= t["alien_limit"]:
            self.fault("critical_mass", f"expected less than {int(t['alien_limit'])} in a game that goes on (TW-S1)")
        if (g["role"] == 0) != (point == AT_ROLE):
            self.fault("decision.role", "a Role is chosen from then on, and not before")
        if g["active"] != g["leader"] and point not in (AT_BUY, AT_PAY, AT_CONFIGURE, AT_FIT, AT_DISCARD):
            self.fault("decision.active", "only the rest of a turn is played by an ally (TW-R1.5)")
        checks = {
            AT_INVITE: self.check_target,
            AT_SABOTAGE: self.check_sabotage,
            AT_SMUGGLE: self.check_smuggle,
            AT_REPLACE: self.check_fitting,
            AT_FIT: self.check_fitting,
            AT_PAY: self.check_paying,
            **dict.fromkeys(
                (AT_ATTACK, AT_ALERT, AT_ROLL, AT_STRIKE, AT_CANCEL, AT_DESTROY, AT_LOSS), self.check_attack
            ),
        }
        if point in checks and not self.faults:
            checks[point]()

    def check_target(self) -> None:
        """Check that an opponent is named who can be."""
        g = self.g
        if g["target"] == NOBODY or g["target"] == g["active"] or not g["players"][g["target"]]["alive"]:
            self.fault("decision.target", "expected an opponent who is not out")

    def check_sabotage(self) -> None:
        """Check that somebody has something to discard."""
        g = self.g
        victims = members(g["to_ask"], PLAYERS)
        if not victims or int(g["active"]) in victims:
            self.fault("decision.to_ask", "expected the opponents who have to discard")
        if not 1 <= g["count"] <= 2 - int(g["to_all"]):
            self.fault("decision.count", f"expected 1 to {2 - int(g['to_all'])} cards due, found {int(g['count'])}")

    def check_smuggle(self) -> None:
        """Check that the cards taken are known to be in the target's hand."""
        g = self.g
        self.check_target()
        taken = Counter(card - 1 for card in g["shown"].tolist() if card)
        known = g["players"][g["target"]]["known"]["copies"]
        if not taken or any(count > known[card] for card, count in taken.items()):
            self.fault("decision.shown", "expected cards that are known to be in the target's hand (TW-R7)")

    def check_fitting(self) -> None:
        """Check that there is a ship to fit, and that a Weapon is named where one is to go."""
        g = self.g
        place = int(g["fitting"]) - 1
        if place < 0 or not self.stands(PLACES * int(g["active"]) + place):
            self.fault("decision.fitting", "expected a place with a ship")
        if g["point"] == AT_REPLACE and not g["refitting"]:
            self.fault("decision.refitting", "expected the Weapon that takes the place of another")
        if g["refitting"]:
            card, seat = LEVELS + int(g["refitting"]) - 1, int(g["active"])
            if self.owned[seat][card] >= self.kinds[card].copies:
                self.fault("decision.refitting", f"all {self.kinds[card].copies} lie elsewhere")

    def check_paying(self) -> None:
        """Check that what is being paid lies on top of a pile."""
        g = self.g
        if not g["buying"] or int(g["buying"]) not in g["players"][g["active"]]["tops"].tolist():
            self.fault("decision.buying", "expected a card on top of a pile (TW-B2)")

    def check_attack(self) -> None:
        """Check that an attack can stand so."""
        g, alien = self.g, bool(self.t["alien"])
        point = int(g["point"])
        if g["alien_turn"] and not alien:
            self.fault("decision.alien_turn", "only The Derelict acts by itself (TW-S1)")
            return
        if g["alien_turn"]:
            g["target"] = 0
        elif alien and g["target"] != NOBODY:
            self.fault("decision.target", "The Derelict is no player (TW-S7)")
        elif not alien:
            self.check_target()
        if self.faults:
            return
        attackers = 0 if g["alien_turn"] else 1 << int(g["active"]) | int(g["allies"])
        if g["target"] != NOBODY and attackers >> int(g["target"]) & 1:
            self.fault("decision.allies", "the target is no ally")
        for name in OF_SHIPS:
            for number in members(g[name]):  # one that fought may have been destroyed already (TW-C9)
                if not self.stands(number) and not (name == "fighting" and g["destroyed"]):
                    self.fault(f"decision.{name}", f"there is no ship in {ship_name(number, self.agents)}")
        for name in ("unused", "group", "fighting"):
            if any(not attackers >> number // PLACES & 1 for number in members(g[name])):
                self.fault(f"decision.{name}", "expected ships of the attacking side")
        there = 1 if g["target"] == NOBODY else int(places_taken(g["players"][g["target"]]))
        if int(g["engaged"]) & ~there and not g["destroyed"]:
            self.fault("decision.engaged", "expected places with a ship")
        if g["unused"] & g["group"] or g["unused"] & g["fighting"]:
            self.fault("decision.unused", "a ship acts once in an attack (TW-A2)")
        battle = point in (AT_ALERT, AT_ROLL, AT_DESTROY) or (point == AT_CANCEL and g["back"] == AT_ROLL)
        if battle and (not g["engaged"] or not (g["fighting"] or g["alien_turn"])):
            self.fault("decision.engaged", "in a battle ships of both sides are engaged (TW-A5)")
        if point in (AT_ROLL, AT_DESTROY, AT_LOSS) and not g["die"].all():
            self.fault("decision.die", "expected both dice on the table (TW-C1)")
        if not self.faults:
            self.check_window(point)

    def check_window(self, point: int) -> None:
        """Check that the window, the Tactic played and the losses fit."""
        g = self.g
        if g["window_at"] >= count_participants(g):
            self.fault(
                "decision.window_at", f"expected less than {int(count_participants(g))}, found {int(g['window_at'])}"
            )
        sides = [side_of(g, number // PLACES) for number in members(g["lost"])]
        if any(side != g["struck"] for side in sides):
            self.fault("decision.lost", "expected ships of the side that was struck")
        if point == AT_LOSS and not g["lost"]:
            self.fault("decision.lost", "expected ships that are about to be destroyed")
        if point == AT_CANCEL:
            if not g["played"] or not g["back"]:
                self.fault("decision.played", "expected the Tactic that may be cancelled, and where it was played")
            elif side_of(g, int(g["played_by"])) < 0:
                self.fault("decision.played_by", "expected a player who takes part")
            elif g["back"] == AT_LOSS and not g["lost"]:
                self.fault("decision.lost", "expected ships that are about to be destroyed")
        if point == AT_DESTROY:
            g["asked"] = g["active"] if g["struck"] or g["alien_turn"] else g["target"]
