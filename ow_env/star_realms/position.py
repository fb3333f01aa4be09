"""Star Realms positions as JSON (SR-14): complete and exact, as far as a view may see them.

Below: notation.py, rules/. Above: view.py, game.py. It reads::

    {"game": "star_realms", "format": 1, "turn": 9, "active": 0, "first": 0,
     "trade_row": ["Cutter", "Ram", ...], "trade_deck": [...], "explorers": 10, "scrap_heap": [],
     "trade": 3, "combat": 5, "permissions": 0, "played": ["Blob Fighter", "Ram"],
     "players": [{"authority": 50, "hand": [...], "known": [], "deck": [...], "top": [], "discard": [...], "owed": 0,
                  "bases": [{"card": "The Hive", "used": ["primary"], "triggered": true}],
                  "ships": ["Ram", {"card": "Stealth Needle", "copies": "Ram"}]}, ...],
     "decision": {"type": "main"}}

What is left out is empty, 0 or false, but: `authority` is as at the start, `explorers` are all that lie nowhere else,
`known` is the whole hand if the shuffled deck is empty, `played` is the ships in play, `decision` is `main`. `players`
can't be left out. Other cards that lie nowhere are not in the game. An entry of a pile may stand for several cards,
"5x Scout". `top` is in order, the next to be drawn first. A card in play is a name, or more where it is marked. Of
copies the marks nest (SR-4.9).

A choice that a card asks names the card, the ability, the place in its list of effects, and where they are not usual
the branch and how many cards were cycled or trimmed:
``{"type": "trim", "card": "Brain World", "ability": "primary", "step": 0, "done": 1}``. The card is the one whose text
is carried out: of a copy what it copies. A finished game has ``{"type": "over", "winner": 0}``; null: it was cut short.

A view of one player, or the public one, has counts for a hidden hand and deck, and in `unseen` what both hold together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ow_env.cards.options import seat_names
from ow_env.cards.positions import Positions, Values
from ow_env.core.game import Position, States
from ow_env.core.rng import Rng
from ow_env.core.values import JsonObject, shown
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.star_realms import state as at
from ow_env.star_realms.cards import Ability, Card, Catalogue, Faction
from ow_env.star_realms.rules.abilities import settle
from ow_env.star_realms.rules.effects import candidates, discarded_candidates, point_of
from ow_env.star_realms.rules.flow import take_forced_steps
from ow_env.star_realms.rules.sound import MOST_COPIES
from ow_env.star_realms.state import KNOWN, NOBODY, PLAYERS, POINTS, RUNNING, TERMINATED, TRUNCATED, Game, Tables

FORMAT = 1
SEATS = seat_names(PLAYERS)
MOST = 10**6  # of a pool or of Authority, in a position that is set up
MOST_PLAYED = 99  # Explorers in a turn: scrapped, they can be bought, drawn and played again
OF_POSITION = (
    "game format view turn active first trade_row trade_deck explorers scrap_heap trade combat permissions played "
    "players decision"
).split()
OF_PLAYER = "authority hand known deck top discard owed bases ships".split()
OF_CARD = "card used triggered copies".split()
OF_DECISION = "type card ability branch step done winner".split()
MARKS = ("primary", "ally")
ABILITIES = tuple(ability.name.lower() for ability in Ability)

# ── From the record to JSON ──────────────────────────────────────────────────────────────────────


class Writer:
    """Writes one position as one viewer may see it."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, view: str) -> None:
        self.cards, self.t, self.g = catalogue.cards, tables[0], state[0]
        self.view, self.viewer = view, viewer_of(view, SEATS)

    def names(self, copies: Any) -> list[str]:
        """Return the cards of a tally, in the order of the catalogue."""
        counts = zip(self.cards, copies.tolist(), strict=False)
        return [card.name for card, count in counts for _ in range(count)]

    def write(self) -> Position:
        """Return the position."""
        g = self.g
        told: Position = {"game": "star_realms", "format": FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        return told | {
            "turn": int(g["turn"]),
            "active": int(g["active"]),
            "first": int(g["first"]),
            "trade_row": self.names(g["row"]["copies"]),
            "trade_deck": self.names(g["trade_deck"]["copies"]),
            "explorers": int(g["explorers"]),
            "scrap_heap": self.names(g["scrap_heap"]["copies"]),
            "trade": int(g["trade"]),
            "combat": int(g["combat"]),
            "permissions": int(g["permissions"]),
            "played": self.names(g["played"]),
            "players": [self.player(seat) for seat in range(len(SEATS))],
            "decision": self.decision(),
        }

    def player(self, seat: int) -> JsonObject:
        """Return what one player has."""
        him = self.g["players"][seat]
        told: JsonObject = {"authority": int(him["authority"])}
        hand, rest = him["hand"]["copies"], him["deck"]["rest"]["copies"]
        top = [self.cards[card].name for card in him["deck"]["top"][: him["deck"]["known"]]]
        known = self.names(him["known"]["copies"])
        if self.view == FULL or self.viewer == seat:
            told |= {"hand": self.names(hand), "known": known, "deck": self.names(rest), "top": top}
        else:
            unseen = self.names(hand - him["known"]["copies"] + rest)
            counts = {"hand": int(him["hand"]["count"]), "known": known, "deck": int(him["deck"]["rest"]["count"])}
            told |= counts | {"unseen": unseen, "top": top}
        return told | {
            "discard": self.names(him["discard"]["copies"]),
            "owed": int(him["owed"]),
            "bases": self.in_play(seat, True),
            "ships": self.in_play(seat, False),
        }

    def in_play(self, seat: int, bases: bool) -> list[Any]:
        """Return a player's cards in play, with the marks of those that have any."""
        g, counts = self.g, self.g["players"][seat]["in_play"]["copies"]
        told: list[Any] = []
        for card in self.cards:
            for copy in range(int(counts[card.id]) if card.is_base == bases else 0):
                marks: JsonObject = {}
                if seat == g["active"]:
                    numbers = {"primary": int(g["used"][card.id]), "ally": int(g["ally_used"][card.id])}
                    used = [mark for mark, number in numbers.items() if copy < number]
                    marks |= {"used": used} if used else {}
                    marks |= {"triggered": True} if int(g["triggered"]) >> card.id & 1 else {}
                    copied = int(g["copied"][card.id])
                    marks |= {"copies": self.cards[copied - 1].name} if copied else {}
                told.append({"card": card.name, **marks} if marks else card.name)
        return told

    def decision(self) -> JsonObject:
        """Return what is decided."""
        g = self.g
        point = int(g["point"])
        told: JsonObject = {"type": POINTS[point]}
        if point == at.OVER:
            return told | {"winner": int(g["winner"]) if g["winner"] != NOBODY else None}
        if point in (at.MAIN, at.OWED):
            return told
        row = self.t["lists"][g["ability"]]
        card, ability = self.cards[row["card"]], Ability(int(row["ability"]))
        told |= {"card": card.name, "ability": ABILITIES[ability]}
        if len(card.branches(ability)) > 1:
            told["branch"] = card.branches(ability)[row["branch"]].name
        told["step"] = int(g["step"])
        return told | ({"done": int(g["done"])} if point in (at.CYCLE, at.TRIM) else {})


# ── From JSON to the record ──────────────────────────────────────────────────────────────────────


def settle_and_go_on(g: Game, t: Tables, rng: Rng) -> None:
    """Trigger and gain what is due, and take what can only be done (SR-2.5, SR-2.6)."""
    if g.point == at.MAIN or g.ability:
        settle(g, t)
    take_forced_steps(g, t, rng)


class Reader(Values):
    """Reads one position into a record, and keeps what is wrong with it."""

    def __init__(self, catalogue: Catalogue, tables: States, template: States) -> None:
        super().__init__(SEATS, catalogue.card_ids)
        self.catalogue, self.kinds, self.t = catalogue, catalogue.cards, tables[0]
        self.state = template.copy()
        self.g = g = self.state[0]
        for name in ("row", "trade_deck", "scrap_heap", "players"):
            g[name] = np.zeros((), g[name].dtype)
        self.owned: Counter[str] = Counter()
        self.beaten: list[int] = []  # the seats without Authority
        self.have_cards: bool  # has any player any? `read_table` says so

    def read_table(self, position: object) -> object:
        """Read all but what is decided; return that."""
        told, g = self.position(position, OF_POSITION), self.g
        self.settled(told, "game", "star_realms")
        self.settled(told, "format", FORMAT)
        g["turn"] = self.number(told.get("turn", 1), "turn", 1, int(g["max_turns"]))
        g["active"] = self.seat(told.get("active", 0), "active") or 0
        later = 1 - int(g["turn"]) % 2  # 1: the turn of the player who did not start
        g["first"] = self.seat(told.get("first", int(g["active"]) ^ later), "first") or 0
        if int(g["active"]) ^ int(g["first"]) != later:
            self.fault(
                "turn", f"turns alternate from player_{g['first']}: found turn {g['turn']} of player_{g['active']}"
            )
        for name, most in (("trade", MOST), ("combat", MOST), ("permissions", MOST // 1000)):
            g[name] = self.number(told.get(name, 0), name, 0, most)
        self.read_shared(told)
        of_table = self.owned.copy()
        for seat, entry in enumerate(self.of_players(told.get("players"), "players")):
            self.read_player(seat, self.fields(entry, f"players[{seat}]", OF_PLAYER), f"players[{seat}].")
        self.have_cards = bool(self.owned - of_table)
        self.read_explorers(told)
        self.read_played(told)
        self.check_copies()
        return told.get("decision", {"type": "main"})

    def pile_of(self, told: object, path: str, pile: Any) -> list[int]:
        """Read cards into a tally."""
        ids = self.cards(told, path)
        self.lay(ids, pile)
        self.owned.update(self.kinds[card].name for card in ids)
        return ids

    def lay(self, ids: list[int], pile: Any) -> None:
        """Lay cards into a tally: of very many, which are a fault, as many as it can hold."""
        laid = ids[:MOST_COPIES]
        for card in laid:
            pile["copies"][card] += 1
        pile["count"] = len(laid)

    def read_shared(self, told: JsonObject) -> None:
        """Read the Row, the Trade Deck, the scrap heap and the Explorers."""
        g, setup = self.g, self.catalogue.setup
        row = self.pile_of(told.get("trade_row", []), "trade_row", g["row"])
        deck = self.pile_of(told.get("trade_deck", []), "trade_deck", g["trade_deck"])
        heap = self.pile_of(told.get("scrap_heap", []), "scrap_heap", g["scrap_heap"])
        for name, ids in (("trade_row", row), ("trade_deck", deck)):
            for card in sorted(set(ids)):
                if self.kinds[card].faction is Faction.UNALIGNED:
                    self.fault(name, f"{self.kinds[card].name} never lies there (SR-1.1)")
        if self.catalogue.explorer in heap:
            self.fault("scrap_heap", f"a scrapped {setup.explorer} goes back to its pile (SR-0.5)")
        if len(row) > setup.trade_row:
            self.fault("trade_row", f"expected at most {setup.trade_row} cards, found {len(row)}")
        elif len(row) < setup.trade_row and deck:
            found = f"found {len(row)} and a Trade Deck of {len(deck)}"
            self.fault("trade_row", f"expected {setup.trade_row} cards while the Trade Deck holds any, {found}")

    def read_explorers(self, told: JsonObject) -> None:
        """Read the Explorers in their pile: left out, all that lie nowhere else."""
        setup = self.catalogue.setup
        rest = max(setup.explorer_pile - self.owned[setup.explorer], 0)
        self.g["explorers"] = self.number(told.get("explorers", rest), "explorers", 0, setup.explorer_pile)
        self.owned[setup.explorer] += int(self.g["explorers"])

    def read_player(self, seat: int, told: JsonObject, path: str) -> None:
        """Read what one player has."""
        him = self.g["players"][seat]
        him["authority"] = self.number(
            told.get("authority", self.catalogue.setup.authority), f"{path}authority", 0, MOST
        )
        if told.get("authority") == 0:
            self.beaten.append(seat)
        hand = self.pile_of(told.get("hand", []), f"{path}hand", him["hand"])
        rest = self.pile_of(told.get("deck", []), f"{path}deck", him["deck"]["rest"])
        self.pile_of(told.get("discard", []), f"{path}discard", him["discard"])
        self.read_top(seat, told, path)
        known = self.cards(told["known"], f"{path}known") if "known" in told else ([] if rest else hand)
        for card in sorted(Counter(known) - Counter(hand)):
            self.fault(f"{path}known", f"{self.kinds[card].name} is not so often in the hand")
        if not rest and Counter(known) != Counter(hand):
            self.fault(f"{path}known", "with an empty shuffled deck the whole hand is known (SR-13.5)")
        self.lay(known, him["known"])
        him["owed"] = self.number(told.get("owed", 0), f"{path}owed", 0, int(him["hand"]["count"]))
        for name, bases in (("bases", True), ("ships", False)):
            self.read_in_play(seat, told.get(name, []), f"{path}{name}", bases)

    def read_top(self, seat: int, told: JsonObject, path: str) -> None:
        """Read the known cards on top of a deck, in their order."""
        deck, entries = self.g["players"][seat]["deck"], self.pile(told.get("top", []), f"{path}top")
        if entries and seat != self.g["active"]:
            self.fault(f"{path}top", "only the active player's deck has known cards on top (SR-13.7)")
        if len(entries) > KNOWN:
            self.fault(f"{path}top", f"expected at most {KNOWN} cards, found {len(entries)}")
        for place, entry in enumerate(entries[:KNOWN]):
            card = self.card(entry, f"{path}top[{place}]")
            if card is not None:
                if self.kinds[card].is_base:
                    self.fault(f"{path}top[{place}]", f"only ships are put on top, found {self.kinds[card].name}")
                deck["top"][place] = card
                self.owned[self.kinds[card].name] += 1
        deck["known"] = min(len(entries), KNOWN)

    def read_in_play(self, seat: int, told: object, path: str, bases: bool) -> None:
        """Read a player's bases or ships in play, with their marks."""
        active = seat == self.g["active"]
        marks: dict[int, list[tuple[bool, bool, bool]]] = {}
        entries = self.pile(told, path)
        if entries and not bases and not active:
            self.fault(path, "only the active player has ships in play (SR-2.7)")
        for place, entry in enumerate(entries):
            where = f"{path}[{place}]"
            marked = self.fields(entry, where, OF_CARD) if isinstance(entry, dict) else {}
            name, copies = (marked.get("card"), 1) if isinstance(entry, dict) else self.copies(entry, where)
            card = self.card(name, f"{where}.card" if isinstance(entry, dict) else where)
            if card is None:
                continue
            kind = self.kinds[card]
            if kind.is_base != bases:
                self.fault(where, f"{kind.name} is a {'base' if kind.is_base else 'ship'}")
                continue
            if not active and set(marked) - {"card"}:
                self.fault(where, "on the opponent's turn a base has no marks (SR-2.9)")
            marks.setdefault(card, []).extend([self.read_marks(kind, marked, where)] * copies)
        for card, found in marks.items():
            self.lay_in_play(seat, card, found, path)

    def read_marks(self, kind: Card, marked: JsonObject, path: str) -> tuple[bool, bool, bool]:
        """Return whether a card in play has used its primary and its ally ability, and whether that is triggered."""
        used = {
            self.word(mark, f"{path}.used[{place}]", MARKS)
            for place, mark in enumerate(self.entries(marked.get("used", []), f"{path}.used"))
        }
        triggered = self.flag(marked, "triggered", f"{path}.")
        acts_as = kind
        if "copies" in marked:
            copied = self.card(marked["copies"], f"{path}.copies")
            if not kind.copier:
                self.fault(f"{path}.copies", f"{kind.name} copies nothing")
            elif copied is not None and (self.kinds[copied].is_base or self.kinds[copied].copier):
                self.fault(f"{path}.copies", f"{self.kinds[copied].name} can't be copied (SR-10.1)")
            elif copied is not None:
                acts_as = self.kinds[copied]
                self.g["copied"][kind.id] = copied + 1
        if "primary" in used and not (kind.is_base and kind.primary):
            self.fault(f"{path}.used", f"{kind.name} has no primary that is used")
        if ("ally" in used or triggered) and not acts_as.ally:
            self.fault(path, f"{kind.name} has no ally ability")
        if "ally" in used and not triggered:
            self.fault(f"{path}.used", "an ally ability that was used is triggered")
        return "primary" in used, "ally" in used, triggered

    def lay_in_play(self, seat: int, card: int, marks: Sequence[tuple[bool, bool, bool]], path: str) -> None:
        """Put the copies of a kind into play."""
        g, name = self.g, self.kinds[card].name
        in_play = g["players"][seat]["in_play"]
        copies = min(len(marks), MOST_COPIES)
        in_play["copies"][card] = copies
        in_play["count"] += copies
        self.owned[name] += len(marks)
        primary, ally, triggered = np.sum(marks[:copies], axis=0)
        if sum(one and other for one, other, _ in marks[:copies]) != min(primary, ally):
            self.fault(
                path,
                f"the copy of {name} that has used more is used first: one can't have used only the other's (SR-4.9)",
            )
        if triggered not in (0, copies):
            self.fault(path, f"copies of {name} trigger one another (SR-5.1): all are triggered, or none")
        if seat == g["active"]:
            g["used"][card], g["ally_used"][card] = primary, ally
            g["triggered"] |= np.uint64(bool(triggered) << card)

    def read_played(self, told: JsonObject) -> None:
        """Read what was played this turn."""
        g = self.g
        in_play = g["players"][g["active"]]["in_play"]["copies"]
        ships = {card.id: int(in_play[card.id]) for card in self.kinds if not card.is_base}
        if "played" not in told:
            for card, count in ships.items():
                g["played"][card] = count
        played = Counter(self.cards(told.get("played", []), "played"))
        for card, count in played.items():
            most = MOST_PLAYED if card == self.catalogue.explorer else self.kinds[card].copies
            if count > most:
                self.fault("played", f"expected at most {most} {self.kinds[card].name}, found {count}")
            g["played"][card] = min(count, most)
        for card, count in ships.items():
            if count > g["played"][card]:
                self.fault("played", f"{self.kinds[card].name} is in play and was not played")
            if not g["copied"][card]:
                continue
            copied = self.kinds[int(g["copied"][card]) - 1]
            if not g["played"][copied.id]:
                self.fault("played", f"{self.kinds[card].name} copies {copied.name}, which was not played")

    def check_copies(self) -> None:
        """Check that no more cards are there than the box has."""
        for card in self.kinds:
            found = self.owned[card.name]
            if found > card.copies:
                self.fault(card.name, f"expected at most {card.copies} in all places together, found {found}")

    # ── What is decided ──────────────────────────────────────────────────────────────────────────

    def read_decision(self, decision: object) -> None:
        """Read what is decided, and check that it can be: as far as a sound table has to be asked, only on one."""
        g, sound = self.g, not self.faults
        told = self.fields(decision, "decision", OF_DECISION)
        word = self.word(told.get("type", "main"), "decision.type", tuple(POINTS))
        if word is None:
            return
        g["point"] = point = tuple(POINTS).index(word)
        counted = OF_DECISION[1:6]
        allowed = {at.MAIN: (), at.OWED: (), at.OVER: ("winner",), at.CYCLE: counted, at.TRIM: counted}
        for key in told:
            if key not in ("type", *allowed.get(point, OF_DECISION[1:5])):
                self.fault(f"decision.{key}", f"a decision of type {word} has no such field")
        if point == at.OVER:
            self.read_end(told, sound)
            return
        for seat in self.beaten:
            self.fault(f"players[{seat}].authority", "expected at least 1 in a game that goes on, found 0")
        if not sound:
            return
        if not self.have_cards:
            self.fault("players", "expected cards of at least one player in a game that goes on")
        owed = g["players"][g["active"]]["owed"]
        if point == at.OWED:
            if not owed:
                self.fault("decision.type", "expected discards that the active player owes, found none")
            begun = (
                g["trade"] or g["combat"] or g["permissions"] or g["played"].any() or g["triggered"] or g["used"].any()
            )
            if begun:
                self.fault("decision.type", "discards that are owed come before all else (SR-8.2)")
        elif owed:
            self.fault(f"players[{g['active']}].owed", f"expected 0 after the start of the turn, found {owed}")
        if point not in (at.MAIN, at.OWED):
            self.read_choice(told, point)

    def read_end(self, told: JsonObject, sound: bool) -> None:
        """Read how a finished game ended."""
        g = self.g
        winner = told.get("winner")
        if winner is None:
            g["ending"] = TRUNCATED
            if sound and (self.beaten or g["turn"] != g["max_turns"]):
                self.fault("decision.winner", f"a game without a winner was cut short after turn {g['max_turns']}")
            return
        seat = self.seat(winner, "decision.winner")
        if seat is not None:
            g["ending"], g["winner"] = TERMINATED, seat
            if sound and self.beaten != [1 - seat]:
                self.fault(f"players[{1 - seat}].authority", f"expected 0 where player_{seat} has won")

    def read_choice(self, told: JsonObject, point: int) -> None:
        """Read which ability is under way, and where it has got to."""
        g, t = self.g, self.t
        card = self.card(told.get("card"), "decision.card")
        ability = self.word(told.get("ability", "primary"), "decision.ability", ABILITIES)
        if card is None or ability is None:
            return
        branches = self.kinds[card].branches(Ability(ABILITIES.index(ability)))
        names = [branch.name for branch in branches]
        if not branches:
            self.fault("decision.ability", f"{self.kinds[card].name} has no such ability")
            return
        branch = self.word(told.get("branch", names[0] if len(names) == 1 else None), "decision.branch", names)
        if branch is None:
            return
        number = names.index(branch)
        step = self.number(told.get("step", 0), "decision.step", 0, len(branches[number].effects) - 1)
        first = int(t["cards"][card][ability])
        g["ability"], g["step"] = first + number, step
        effect = branches[number].effects[step]
        if int(point_of(int(effect.word))) != point:
            asked = f"{self.kinds[card].name}, {ability}, step {step} is {shown(effect.text)}"
            self.fault("decision", f"{asked}, which does not ask for {shown(POINTS[point])}")
            return
        g["done"] = self.number(told.get("done", 0), "decision.done", 0, effect.number - 1)
        self.check_source(card, ability)
        if not candidates(g, t, point) and not discarded_candidates(g, point):
            self.fault("decision", "there is nothing to choose: it would not be asked (SR-4.8)")

    def check_source(self, card: int, ability: str) -> None:
        """Check that the ability under way can be: its card was played, or is in play."""
        g = self.g
        kind, in_play = self.kinds[card], g["players"][g["active"]]["in_play"]["copies"]
        copies = any(int(copied) == card + 1 for copied in g["copied"])
        if kind.copier and (not in_play[card] or g["copied"][card]):
            self.fault("decision.card", f"expected a {kind.name} in play that copies nothing yet")
        elif ability == "ally" and not g["ally_used"][card] and not copies:
            self.fault("decision.card", f"expected a {kind.name} in play whose ally ability is marked as used")
        elif ability == "primary" and kind.is_base and not g["used"][card]:
            self.fault("decision.card", f"expected a {kind.name} in play whose primary is marked as used")
        elif ability == "primary" and not in_play[card] and not copies:
            self.fault("decision.card", f"expected a {kind.name} in play, or a copy of it")


POSITIONS = Positions(Writer, Reader, Reader.read_decision, settle_and_go_on, RUNNING)
