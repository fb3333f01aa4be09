"""Writing one position for one viewer.

Below: form.py, rules/. Above: check.py, which compares what it writes, and the folder's two functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from ow_env.core.game import Position
from ow_env.core.options import ASKING
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.open_worlds import state as at
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.observe import is_behind_screen
from ow_env.open_worlds.position import form
from ow_env.open_worlds.position.form import Game
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.setup import BY_WORLD_DRAW
from ow_env.open_worlds.state import EVERYONE, NOBODY, PHASES, POINTS, QUESTIONS, RUNNING

Pile: TypeAlias = Any  # one PILE record

HIDDEN = ("hand", "deck", "trash")  # piles that their player alone may look at


class Writer:
    """Writes one position for one viewer."""

    def __init__(self, words: Notation, g: Game, view: str, deck_names: Sequence[str]) -> None:
        self.agents = [words.agent(seat) for seat in range(words.num_players)]
        self.viewer = viewer_of(view, self.agents)
        self.words, self.g, self.view, self.deck_names = words, g, view, deck_names
        self.seats = range(words.num_players)
        self.worlds = words.world_names(g)

    def knows(self, player: int) -> bool:
        """May the viewer look at what this player keeps hidden?"""
        return self.view == FULL or player == self.viewer

    def card(self, card: int) -> str:
        """Return a card's name."""
        return self.words.catalogue.cards[card].name

    def cards(self, ids: Iterable[int]) -> list[str]:
        """Return the names of cards, sorted."""
        return sorted(self.card(int(card)) for card in ids)

    def pile(self, pile: Pile) -> list[str]:
        """Return the names of the cards of a pile, sorted."""
        return self.cards(pile.cards[: int(pile.count)])

    def write(self) -> Position:
        """Return the whole position."""
        g = self.g
        told: Position = {"game": "open_worlds", "format": form.FORMAT}
        if self.view != FULL:
            told["view"] = self.view
        told |= {
            "options": self.options(),
            "turn": int(g.turn),
            "final_turn": bool(g.final_turn),
            "priority": None if g.priority < 0 else int(g.priority),
            "step": form.STEP_OF[g.point],
        }
        if g.ending != RUNNING:
            told["ending"] = form.ENDINGS[g.ending]
            told["winner"] = None if g.winner < 0 else int(g.winner)
        told["worlds"] = [self.world(w) for w in range(self.words.num_worlds)]
        told["players"] = [self.player(p) for p in self.seats]
        told["indicators"] = self.indicators()
        if g.actor != NOBODY:
            told["decision"] = self.decision()
        return told

    def options(self) -> dict[str, Any]:
        """Return what was agreed before the game."""
        g = self.g
        return {
            "max_turns": int(g.max_turns),
            "stage": "priority" if g.stage_in_order else "simultaneous",
            "open_decklists": bool(g.open_decklists),
            "introductory": bool(g.introductory),
            "worlds_given": bool(g.worlds_given),
            "first_player": self.first_player(),
            "ask": ASKING[g.ask_public],
        }

    def first_player(self) -> int | str | list[int] | None:
        """Return who has Priority first: a seat, or all seats where they do not go round the table from there."""
        first = int(self.g.first_player)
        if first < 0:
            return "worlds" if first == BY_WORLD_DRAW else None
        order = [int(seat) for seat in self.g.first_order[: len(self.seats)]]
        return first if order == form.order_from(first, len(self.seats)) else order

    # ── The table ────────────────────────────────────────────────────────────────────────────

    def world(self, w: int) -> dict[str, Any]:
        """Return one World."""
        world = self.g.worlds[w]
        told = {
            "name": self.worlds[w],
            "h2o": int(world.h2o),
            "res": int(world.res),
            "habitable": bool(world.habitable),
            "hostile": bool(world.hostile),
        }
        resolved = bool(world.resolved)
        if resolved != form.resolved_by_default(form.STEP_OF[self.g.point], int(self.g.turn)):
            told["resolved"] = resolved
        return told

    def indicators(self) -> dict[str, list[Any]]:
        """Return the indicators under each World."""
        told: dict[str, list[Any]] = {}
        for i in range(int(self.g.indicator_count)):
            mark = self.g.indicators[i]
            name, owner = self.card(mark.card), int(mark.owner)
            entry = {"card": name, "owner": owner} if owner else name
            told.setdefault(self.worlds[mark.world], []).append(entry)
        return told

    # ── The players ──────────────────────────────────────────────────────────────────────────

    def player(self, p: int) -> dict[str, Any]:
        """Return one player: the open cards by name, the hidden ones by name or number."""
        g = self.g
        me = g.players[p]
        known = self.knows(p)
        named = self.deck_names and (known or g.open_decklists)
        told: dict[str, Any] = {
            "deck_name": self.deck_names[p] if named else None,
            "prior_income": int(me.prior_income),
            "income": int(me.income),
            **{key: self.pile(me[pile]) for key, pile in form.PILES.items()},
            "staged": self.staged(p),
            "units": self.units(p),
        }
        if not known:
            told |= {key: int(me[key].count) for key in HIDDEN}
        if not known and is_behind_screen(g):  # as it was before the Step
            told["hand"] += sum(map(int, me.staged_count)) + int(me.adjusted)
            told["trash"] -= int(me.adjusted)
            told["staged"] = {}
        if not known and g.open_decklists:
            told["unseen"] = self.unseen(p)
        told |= {flag: True for flag in ("halted", "unlimited_class") if me[flag]}
        return told

    def staged(self, p: int) -> dict[str, Any]:
        """Return a player's Staging Area; face-down cards only the player knows."""
        me = self.g.players[p]
        known = self.knows(p) or self.g.point > at.REVEAL
        told: dict[str, Any] = {}
        for w, name in enumerate(self.worlds):
            count = int(me.staged_count[w])
            if count:
                told[name] = self.cards(me.staged[w, :count]) if known else count
        return told

    def unseen(self, p: int) -> list[str]:
        """Return all cards of an opponent that are hidden somewhere, where decklists are open."""
        me = self.g.players[p]
        hidden = [c for key in HIDDEN for c in me[key].cards[: int(me[key].count)]]
        if self.g.point <= at.REVEAL:
            for w in range(self.words.num_worlds):
                hidden += list(me.staged[w, : me.staged_count[w]])
        return self.cards(hidden)

    def units(self, p: int) -> dict[str, list[Any]]:
        """Return the units a player controls, World by World."""
        told = {}
        for w, name in enumerate(self.worlds):
            here = self.g.units[self.g.starts[w] : self.g.starts[w + 1]]
            mine = [u for u in here if u.controller == p]
            mine.sort(key=lambda u: self.card(u.card))  # identical ones keep their order
            if mine:
                told[name] = [self.unit(u) for u in mine]
        return told

    def unit(self, u: Any) -> str | dict[str, Any]:
        """Return a unit: its name, or more where there is more to say."""
        told: dict[str, Any] = {"card": self.card(u.card)}
        if u.owner != u.controller:
            told["owner"] = int(u.owner)
        if u.age:
            told["age"] = int(u.age)
        told |= {flag: True for flag in ("idle", "moved") if u[flag]}
        return told if len(told) > 1 else str(told["card"])

    def unit_name(self, index: int) -> str:
        """Return what tells one unit from the others at its World."""
        units = self.g.units
        first = int(self.g.starts[units[index].world])
        return form.unit_names(
            self.words,
            [(int(u.card), int(u.owner), int(u.controller)) for u in units[first : index + 1]],
        )[-1]

    # ── What is asked, and what is half done ─────────────────────────────────────────────────

    def decision(self) -> dict[str, Any]:
        """Return what is asked, of whom, and what has been decided on the way."""
        g = self.g
        told: dict[str, Any] = {"ask": POINTS[g.point], "to_act": self.to_act()}
        if g.world >= 0:
            told["world"] = self.worlds[g.world]
        if g.conflict:
            told["conflict"] = True
        if g.point in (at.ORBITAL, at.SURFACE):
            unit = g.units[g.unit]
            told["unit"] = self.unit_name(int(g.unit))
            told["weapon"] = int(g.weapon) + 1
            told["power"] = int(self.words.t.cards[unit.card].weapons[g.weapon])
        orders = self.orders()
        if orders:
            told["orders"] = orders
        swapping = {self.agents[p]: g.players[p].swapping for p in self.seats}
        if any(swapping.values()):
            told["swapping"] = {who: self.card(card - 1) for who, card in swapping.items() if card}
        adjusted = {self.agents[p]: int(g.players[p].adjusted) for p in self.seats if self.knows(p)}
        if any(adjusted.values()):
            told["adjusted"] = {who: count for who, count in adjusted.items() if count}
        if g.passes:
            told["passes"] = int(g.passes)
        if g.phase != at.IDLE:
            told["utility"] = self.utility()
        return told

    def to_act(self) -> list[str]:
        """Return who is asked. While all choose at once nobody can tell which others are done."""
        screen = self.g.actor == EVERYONE
        return [self.agents[p] for p in self.seats if waits_for(self.g, p) or (screen and not self.knows(p))]

    def orders(self) -> list[dict[str, Any]]:
        """Return what the units at the World being resolved were told to do."""
        if self.g.world < 0:
            return []
        first, last = self.g.starts[self.g.world], self.g.starts[self.g.world + 1]
        told = [self.order(index) for index in range(first, last)]
        return [order for order in told if len(order) > 1]

    def order(self, index: int) -> dict[str, Any]:
        """Return what one unit was told to do: Weapon by Weapon its targets, or what it Defends."""
        u = self.g.units[index]
        told: dict[str, Any] = {"unit": self.unit_name(index)}
        if u.reserved:
            told["reserved"] = True
        targets = [int(target) for target in u.targets]
        while targets and not targets[-1]:
            targets.pop()
        if targets:
            told["targets"] = [self.unit_name(target - 1) if target else None for target in targets]
        if u.defends:
            told["defends"] = self.unit_name(int(u.defends) - 1)
        if u.overcome:
            told["overcome"] = True
        if u.conqueror:
            told["conqueror"] = self.agents[u.conqueror - 1]
        return told

    def utility(self) -> dict[str, Any]:
        """Return the Utility in play, its choices (hidden ones to its player), the reactions."""
        g = self.g
        base = g.plays[0]
        known = self.knows(int(base.player))
        told: dict[str, Any] = {
            "card": self.card(base.card),
            "player": self.agents[base.player],
            "phase": PHASES[g.phase],
        }
        if g.question != at.ASK_NOTHING:
            told["asks"] = QUESTIONS[g.question] if known else None
        if g.play_world >= 0 and (known or not g.play_card):
            told["world"] = self.worlds[g.play_world]
        if g.play_target:
            told["target"] = self.unit_name(int(g.play_target) - 1)
        if g.play_option:
            told["option"] = int(g.play_option)
        if g.play_card and known:
            told["replacement"] = self.card(g.play_card - 1)
        if g.play_count > 1:
            told["reactions"] = [
                {"card": self.card(play.card), "player": self.agents[play.player]}
                for play in g.plays[1 : int(g.play_count)]
            ]
        return told
