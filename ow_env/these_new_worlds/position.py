"""These New Worlds' positions as JSON (TNW-10.1): complete and exact, as far as a view may see them.

Below: notation.py, rules/. Above: view.py, game.py. It reads::

    {"game": "these_new_worlds", "format": 1, "round": 2, "dealer": 0, "active": 1,
     "contested": "Loam", "costs": {"red": 2, "yellow": 5, "green": 3, "blue": 1},
     "collective": ["Cobalt Reach", "Vermeil"], "deck": ["Ares Tor", ...],
     "players": [{"hand": ["Spot Trade", ...], "not_held": [], "played": ["Breakthrough"], "dome": false,
                  "tokens": {"blue": 3}, "paid": {}, "planets": ["Aurelia"]}, ...],
     "set_aside": ["Privateers", "Tax Season"], "top": "Breakthrough",
     "decision": {"step": "card", "has_played": false, "passed": false}}

What is left out is empty, 0, false or null, but: `round` is 1, `active` who did not deal, `deck` all planets that lie
nowhere else, `set_aside` all cards that do. `players` can't be left out. A finished game has
``{"step": "over", "result": "won", "winner": 0}`` ("draw", "nobody"), and nothing of a round.

A view of one player, or the public one, has counts for hands and for the cards set aside that it can't know, and in
`unseen` the cards that are there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import Positions, Values, members
from ow_env.core.game import Position, States
from ow_env.core.values import JsonObject, shown
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.these_new_worlds import state as at
from ow_env.these_new_worlds.cards import COLOURS, NAMES, Catalogue
from ow_env.these_new_worlds.rules.colonizing import can_colonize
from ow_env.these_new_worlds.rules.flow import take_forced_steps
from ow_env.these_new_worlds.state import DRAW, NOBODY, NONE, PLAYERS, RESULTS, RUNNING, STEPS, TERMINATED, WON

FORMAT = 1
SEATS = seat_names(PLAYERS)
MOST = 999  # tokens of a colour, in a position that is set up
OF_POSITION = (
    "game format view round dealer active contested costs collective deck players set_aside top decision".split()
)
OF_PLAYER = "hand not_held played dome tokens paid planets".split()
OF_DECISION = "step has_played passed result winner".split()


# ── From the record to JSON ──────────────────────────────────────────────────────────────────────


class Writer:
    """Writes one position as one viewer may see it."""

    def __init__(self, catalogue: Catalogue, state: States, view: str) -> None:
        self.catalogue, self.g = catalogue, state[0]
        self.view, self.viewer = view, viewer_of(view, SEATS)

    def cards(self, bits: Any) -> list[str]:
        """Return a set of cards."""
        return [self.catalogue.cards[card].name for card in members(bits)]

    def planets(self, bits: Any) -> list[str]:
        """Return a set of planets."""
        return [self.catalogue.planets[planet].name for planet in members(bits)]

    def knows(self, seat: int) -> bool:
        """May the viewer look at this hand?"""
        return self.view == FULL or self.viewer == seat

    def write(self) -> Position:
        """Return the position."""
        g = self.g
        told: Position = {"game": "these_new_worlds", "format": FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        hidden = int(g["set_aside"])
        for seat in range(len(SEATS)):
            hidden |= 0 if self.knows(seat) else int(g["players"][seat]["hand"])
        return told | {
            "round": int(g["round_number"]),
            "dealer": int(g["dealer"]),
            "active": int(g["active"]),
            "contested": None if g["contested"] == NONE else self.catalogue.planets[g["contested"]].name,
            "costs": amounts(g["costs"]),
            "collective": self.planets(g["collective"]),
            "deck": self.planets(g["deck"]),
            "players": [self.player(seat) for seat in range(len(SEATS))],
            "set_aside": self.cards(g["set_aside"]) if self.view == FULL else len(members(g["set_aside"])),
            **({} if self.view == FULL else {"unseen": self.cards(hidden)}),
            "top": None if g["top"] == NONE else self.catalogue.cards[g["top"]].name,
            "decision": self.decision(),
        }

    def player(self, seat: int) -> JsonObject:
        """Return what one player has."""
        him = self.g["players"][seat]
        return {
            "hand": self.cards(him["hand"]) if self.knows(seat) else len(members(him["hand"])),
            "not_held": self.cards(him["not_held"]),
            "played": self.cards(him["played"]),
            "dome": bool(him["dome"]),
            "tokens": amounts(him["tokens"]),
            "paid": amounts(him["paid"]),
            "planets": self.planets(him["planets"]),
        }

    def decision(self) -> JsonObject:
        """Return what is decided."""
        g = self.g
        step = STEPS[g["step"]]
        if g["step"] == at.OVER:
            winner = None if g["winner"] == NONE else int(g["winner"])
            return {"step": step, "result": RESULTS[g["result"]], "winner": winner}
        return {"step": step, "has_played": bool(g["has_played"]), "passed": bool(g["passed"])}


def amounts(row: Any) -> dict[str, int]:
    """Return amounts by colour, those that are not 0."""
    return {NAMES[colour]: int(amount) for colour, amount in enumerate(row) if amount}


# ── From JSON to the record ──────────────────────────────────────────────────────────────────────


class Reader(Values):
    """Reads one position into a record, and keeps what is wrong with it (TNW-13.3)."""

    def __init__(self, catalogue: Catalogue, tables: States, template: States) -> None:
        super().__init__(SEATS, catalogue.card_ids)
        self.catalogue, self.t = catalogue, tables[0]
        self.state = template.copy()
        self.g = self.state[0]
        self.where: dict[str, str] = {}  # card or planet -> the field in which it lies

    def read_table(self, position: object) -> JsonObject:
        """Read all but what is decided; return that."""
        g = self.g
        told = self.position(position, OF_POSITION)
        self.settled(told, "game", "these_new_worlds")
        self.settled(told, "format", FORMAT)
        decision = self.fields(told.get("decision", {}), "decision", OF_DECISION)
        step = self.word(decision.get("step", "card"), "decision.step", tuple(STEPS))
        g["step"] = at.CARD_STEP if step is None else tuple(STEPS).index(step)
        g["round_number"] = self.number(told.get("round", 1), "round", 1, int(g["rounds"]))
        g["dealer"] = self.seat(told.get("dealer", 0), "dealer") or 0
        g["active"] = self.seat(told.get("active", 0 if step == "over" else 1 - int(g["dealer"])), "active") or 0
        self.read_planets(told)
        players = self.of_players(told.get("players"), "players")
        for seat, entry in enumerate(players):
            self.read_player(seat, self.fields(entry, f"players[{seat}]", OF_PLAYER), f"players[{seat}].")
        self.read_rest(told)
        self.read_amounts(told.get("costs", {}), "costs", g["costs"], int(self.t["sides"]))
        return decision

    def read_decision(self, decision: JsonObject) -> None:
        """Read what is decided, and check that it can be: as far as a sound table has to be asked, only on one."""
        if self.g["step"] == at.OVER:
            self.read_end(decision)
        else:
            self.read_running(decision, sound=not self.faults)

    def lay(self, value: object, path: str, known: dict[str, int]) -> int:
        """Return the set that a list of names describes; each lies in one place only."""
        found = 0
        for place, name in enumerate(self.entries(value, path)):
            if self.word(name, f"{path}[{place}]", known) is None:
                continue
            if name in self.where:
                self.fault(f"{path}[{place}]", f"{name} lies in {self.where[name]} already")
            self.where[name] = path
            found |= 1 << known[name]
        return found

    def read_planets(self, told: JsonObject) -> None:
        """Read The Collective, the contested planet and the Planet Deck."""
        g, known = self.g, dict(self.catalogue.planet_ids)
        g["collective"] = self.lay(told.get("collective", []), "collective", known)
        contested = told.get("contested")
        if contested is not None:
            laid = self.lay([contested], "contested", known)
            g["contested"] = laid.bit_length() - 1
        for seat, entry in enumerate(told.get("players", []) if isinstance(told.get("players"), list) else []):
            if isinstance(entry, dict) and seat < len(SEATS):
                planets = self.lay(entry.get("planets", []), f"players[{seat}].planets", known)
                g["players"][seat]["planets"] = planets
        rest = [name for name in known if name not in self.where]
        g["deck"] = self.lay(told.get("deck", rest), "deck", known)
        for name in known:
            if name not in self.where:
                self.fault("deck", f"{name} is nowhere; it lies here if not elsewhere")

    def read_player(self, seat: int, told: JsonObject, path: str) -> None:
        """Read what one player has, but planets."""
        him, known = self.g["players"][seat], dict(self.catalogue.card_ids)
        for name in ("hand", "played"):
            him[name] = self.lay(told.get(name, []), f"{path}{name}", known)
        for place, name in enumerate(self.entries(told.get("not_held", []), f"{path}not_held")):
            if self.word(name, f"{path}not_held[{place}]", known) is not None:
                him["not_held"] |= np.uint64(1 << known[name])
        him["dome"] = self.flag(told, "dome", path)
        self.read_amounts(told.get("tokens", {}), f"{path}tokens", him["tokens"], MOST)
        self.read_amounts(told.get("paid", {}), f"{path}paid", him["paid"], int(self.t["sides"]))

    def read_amounts(self, told: object, path: str, row: Any, most: int) -> None:
        """Read amounts by colour."""
        found = self.fields(told, path, NAMES[:COLOURS])
        for name, amount in found.items():
            row[NAMES.index(name)] = self.number(amount, f"{path}.{name}", 0, most)

    def read_rest(self, told: JsonObject) -> None:
        """Read the cards set aside and the one on top, and check what is known not to be held."""
        g, known = self.g, dict(self.catalogue.card_ids)
        rest = [] if g["step"] == at.OVER else [name for name in known if name not in self.where]
        g["set_aside"] = self.lay(told.get("set_aside", rest), "set_aside", known)
        top = told.get("top")
        if top is not None and self.word(top, "top", known) is not None:
            g["top"] = known[top]
        pile = int(g["players"][0]["played"]) | int(g["players"][1]["played"])
        if (g["top"] == NONE) != (pile == 0) or (g["top"] != NONE and not pile >> int(g["top"]) & 1):
            self.fault("top", f"expected one of the cards played, null if there is none, found {shown(top)}")
        for seat, him in enumerate(g["players"]):
            for card in members(him["not_held"]):
                path, name = f"players[{seat}].not_held", self.catalogue.cards[card].name
                if self.catalogue.cards[card].is_wild:
                    self.fault(path, f"{name}: a wild may be kept, a pass proves nothing of it (TNW-9.3)")
                elif int(him["hand"]) >> card & 1:
                    self.fault(path, f"{name} is in the hand")
                elif pile >> card & 1:
                    self.fault(path, f"{name} has been played")

    def read_end(self, told: JsonObject) -> None:
        """Read how a game has ended, and check that it has."""
        g = self.g
        for key in ("has_played", "passed"):
            if key in told:
                self.fault(f"decision.{key}", "a decision that is over has no such field")
        word = self.word(told.get("result"), "decision.result", tuple(RESULTS)[1:])
        winner = told.get("winner")
        g["winner"] = NONE if winner is None else self.seat(winner, "decision.winner") or 0
        g["ending"], g["result"] = TERMINATED, tuple(RESULTS).index(word or "")
        of_round = ("hand", "not_held", "played", "dome", "tokens", "paid")
        left = any(him[name].any() for him in g["players"] for name in of_round)
        if left or g["contested"] != NONE or g["costs"].any() or g["set_aside"] or g["active"]:
            self.fault("decision", "after the end there is no round: no cards, tokens, costs or contested planet")
        if self.faults:
            return
        self.check_laid(int(g["round_number"]), "after")
        right, who = self.ended()
        if (int(g["result"]), int(g["winner"])) != (right, who):
            wanted = f"{RESULTS[right] or 'a game that goes on'}{'' if who == NONE else f' by player_{who}'}"
            self.fault("decision.result", f"by the planets it is {wanted}, found {word}, winner {shown(winner)}")

    def ended(self) -> tuple[int, int]:
        """Return the result that follows from the planets, and the winner (TNW-8)."""
        g = self.g
        mine = [len(members(him["planets"])) for him in g["players"]]
        if len(members(g["collective"])) >= self.t["collective_limit"]:
            return NOBODY, NONE
        if max(mine) <= int(g["rounds"]) // 2 and g["round_number"] < g["rounds"]:
            return 0, NONE
        return (DRAW, NONE) if mine[0] == mine[1] else (WON, int(mine[1] > mine[0]))

    def read_running(self, told: JsonObject, sound: bool) -> None:
        """Read whose turn it is and how far, and check that the round can stand so."""
        g = self.g
        for key in ("result", "winner"):
            if told.get(key) is not None:
                self.fault(f"decision.{key}", "only a game that is over has one")
        g["has_played"], g["passed"] = (self.flag(told, key, "decision.") for key in ("has_played", "passed"))
        if g["contested"] == NONE and not self.is_faulty("contested"):
            self.fault("contested", "expected a planet in a game that goes on, found null")
        if not g["costs"].all() and not self.is_faulty("costs"):
            self.fault("costs", f"expected 1 to {self.t['sides']} for each of the four colours")
        if not sound:
            return
        laid = self.check_laid(int(g["round_number"]) - 1, "in")
        if laid[2] >= self.t["collective_limit"] or max(laid[:2]) > int(g["rounds"]) // 2:
            self.fault("decision.step", "by the planets the game is over")
        self.check_cards()
        for seat, him in enumerate(g["players"]):
            self.check_dome(seat, him)
        if g["step"] == at.DOME_STEP and not self.faults and not can_colonize(g, int(g["active"])):
            self.fault("decision.step", "there is no dome step: the dome is placed, or no two colours can be paid")
        if g["step"] == at.CARD_STEP and g["has_played"]:
            self.fault("decision.has_played", "no card has been played in this turn: its card step is still to come")

    def check_laid(self, over: int, when: str) -> list[int]:
        """Check that each round that is over has laid one planet; return how many both have, and The Collective."""
        g = self.g
        laid = [len(members(him["planets"])) for him in g["players"]] + [len(members(g["collective"]))]
        right = over + int(self.t["collective_start"])
        if sum(laid) != right:
            what = f"{when} round {g['round_number']} empires and Collective have {right} planets together"
            self.fault("round", f"{what}, found {laid[0]}, {laid[1]} and {laid[2]}")
        return laid

    def check_cards(self) -> None:
        """Check that every card is somewhere, and that both have played or hold what they were dealt."""
        g = self.g
        for name in self.catalogue.card_ids:
            if name not in self.where:
                self.fault("set_aside", f"{name} is nowhere; it lies here if not elsewhere")
        for seat, him in enumerate(g["players"]):
            dealt = len(members(him["hand"])) + len(members(him["played"]))
            if dealt != g["hand_size"]:
                self.fault(f"players[{seat}].hand", f"expected {g['hand_size']} with the cards played, found {dealt}")

    def check_dome(self, seat: int, him: Any) -> None:
        """Check that a dome was paid with two colours, and only then."""
        paid = {NAMES[colour]: int(amount) for colour, amount in enumerate(him["paid"]) if amount}
        right = all(amount == self.g["costs"][NAMES.index(name)] for name, amount in paid.items())
        if len(paid) != (2 if him["dome"] else 0) or not right:
            wanted = "the costs of two colours" if him["dome"] else "nothing without a dome"
            self.fault(f"players[{seat}].paid", f"expected {wanted}, found {paid or 'nothing'}")


POSITIONS = Positions(
    lambda catalogue, tables, state, view: Writer(catalogue, state, view),
    Reader,
    Reader.read_decision,
    take_forced_steps,
    RUNNING,
)
