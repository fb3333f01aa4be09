"""Reading a position, first part: the table, into a record.

Below: form.py, rules/. Above: read_decision.py.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import Values, members
from ow_env.core.game import States
from ow_env.core.values import JsonObject, shown
from ow_env.tradeworlds.cards import FACTIONS, PILES, PLACES, Catalogue, Pile
from ow_env.tradeworlds.position.form import FORMAT, TOKENS, as_set
from ow_env.tradeworlds.rules.credits import unlock
from ow_env.tradeworlds.rules.lanes import places_taken, spare_capacity

MOST = 10**6  # credits, in a position that is set up
OF_POSITION = "game format view scenario round first leader critical_mass players decision".split()
OF_PLAYER = (
    "faction out treasury homeworld unlocked used_up hand known deck unseen discard removed tops piles lane tokens_gone"
).split()
OF_SHIP = "starship weapons crew token".split()
PILES_OF_PLAYER = ("hand", "deck", "discard", "removed")


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

    def read_table(self, position: object) -> Any:
        """Read everything but the decision, and return that."""
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
        entries = self.of_players(told.get("players"), "players")
        for seat, entry in enumerate(entries):
            self.read_player(seat, self.fields(entry, f"players[{seat}]", OF_PLAYER), f"players[{seat}].")
        self.check_players()
        return told.get("decision", {"type": "role"})

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
        self.read_tokens_gone(told.get("tokens_gone", []), f"{path}tokens_gone", him)
        if len(members(places_taken(him))) > him["level"]:
            self.fault(f"{path}lane", f"expected at most {int(him['level'])} ships, as many as are unlocked (TW-F2)")

    def read_pile(self, told: object, path: str, pile: Any, seat: int) -> None:
        """Read cards into a tally."""
        ids = self.cards(told, path)
        for card, copies in Counter(ids).items():
            pile["copies"][card] = min(copies, 255)  # more than there are is a fault (`check_players`)
        pile["count"] = pile["copies"].sum()
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
        ship["token"] = self.label(told.get("token", ""), f"{path}.token", TOKENS)
        if ship["token"] and not self.g["reinforcements"]:
            self.fault(f"{path}.token", "this game is played without Reinforcement Starships (TW-M1)")
        if len(weapons) > 1 and not self.t["factions"][self.g["players"][seat]["faction"]]["several_weapons"]:
            self.fault(f"{path}.weapons", f"expected one Weapon, found {len(weapons)} (TW-F3)")
        if len(ids) >= 3 and spare_capacity(self.t, ship) < 0:
            self.fault(path, "Firepower and Resistance together are more than the Capacity (TW-F1)")

    def read_tokens_gone(self, told: object, path: str, him: Any) -> None:
        """Read which tokens are out of the game."""
        entries = self.entries(told, path)
        words = [self.word(entry, f"{path}[{place}]", TOKENS[1:]) for place, entry in enumerate(entries)]
        tokens = [TOKENS.index(word) for word in words if word]
        if entries and not self.g["tokens_removed"]:
            self.fault(path, "in this game an eliminated token returns to the supply (TW-M6)")
        for token in sorted(set(tokens) & set(him["lane"]["token"].tolist())):
            self.fault(path, f"expected tokens that are on no ship, found {TOKENS[token]} (TW-M6)")
        if len(set(tokens)) < len(tokens):
            self.fault(path, "there is one token of each class (TW-M1)")
        him["tokens_gone"] = as_set(token - 1 for token in tokens)

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
