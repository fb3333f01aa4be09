"""Open Worlds as one object: the top of this folder, and all that others need of it.

Below: every other file here. Above: adapters, agents, training, which know only core/game.py.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ow_env.cards.game import CardGame
from ow_env.cards.options import read_catalogue, told_cards
from ow_env.cards.positions import play_on
from ow_env.core.game import Game, Position, States
from ow_env.core.options import ASKING, one_of, whole_number, yes_or_no
from ow_env.core.structure import Facts, Structure
from ow_env.drawing.parts import Choice
from ow_env.drawing.view import View
from ow_env.open_worlds import engine
from ow_env.open_worlds.cards import Catalogue, Deck, World, load_catalogue
from ow_env.open_worlds.decks import SIZES, DeckLike, random_deck
from ow_env.open_worlds.events import Story, telling
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.options import (
    FirstPlayer,
    count_players,
    count_worlds,
    listed_deck,
    read_decks,
    read_first_player,
    read_worlds,
)
from ow_env.open_worlds.position import read_position, write_position
from ow_env.open_worlds.rules.flow import advance
from ow_env.open_worlds.state import GAME, MOST_TURNS, NOBODY, PLAYERS, POINTS
from ow_env.open_worlds.structure import most_actions, most_numbers, numbers_on, structure_of
from ow_env.open_worlds.tables import build_tables
from ow_env.open_worlds.view import choice_of, private_step, view_of

CLOSED = "closed"  # what a deck is called whose list is not told


class OpenWorlds(CardGame):
    """Settle a row of Worlds, stage cards unseen, fight for Income: for two to four players, decks brought along.

    Args:
        decks: one for each player: the name of a printed deck, a Deck, a list of card names, or the path of a deck
            file. None: the two printed 54-card decks in turn.
        worlds: the names of the Worlds in their order; None: drawn by the seed.
        num_players: 2 to 4; None: as many as there are decks, or 2.
        num_worlds: how many Worlds are drawn, 1 to 9; None: 5, 7 or 9 for 2, 3 or 4 players.
        stage: "simultaneous": all stage at once; "priority": in Priority Order, the book's way (OW-S.2).
        max_turns: the game is truncated after so many turns, 1 to 250 (OW-3.3).
        open_decklists: players know which cards the others' decks hold (OW-7.2).
        first_player: who has Priority first: a seat or "player_1", from there round the table; all seats, as in
            ("player_2", "player_0", "player_1"): in this order until the first Count Income, as the order of finish
            of the game before is; None: at random; "worlds": by the draw of Worlds (OW-1.4).
        ask: who is asked where only some hands have an answer. "needed": who has one, so that being asked tells that
            something is held (OW-6.4); "public": who could have one for all that everybody knows, so that it tells
            nothing (OW-6.16). Who has none may then only pass.
        cards: a card file of one's own that replaces or adds cards and Worlds, or a whole `Catalogue`.

    Raises:
        ValueError: an option is not as above, or a deck breaks the rules of construction; it names every fault.
    """

    wins_by = "Income", "it is the highest on the FINAL TURN"
    engine = engine
    telling = telling
    name = "open_worlds"
    version = 1  # 1: Priority after the hands are adjusted (OW-1.4); who holds fire may bombard (OW-4e.8)
    facts = Facts("Open Worlds", (2, PLAYERS), choices="mixed", decks="constructed", payoff="win", side="decks")
    state_dtype = GAME
    catalogue: Catalogue
    notation: Notation

    def __init__(
        self,
        decks: Sequence[DeckLike] | None = None,
        worlds: Sequence[str] | None = None,
        num_players: int | None = None,
        num_worlds: int | None = None,
        stage: Literal["simultaneous", "priority"] = "simultaneous",
        max_turns: int = 40,
        open_decklists: bool = False,
        first_player: FirstPlayer = None,
        cards: str | Path | Catalogue | None = None,
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        self._cards = cards
        self.catalogue = read_catalogue(cards, Catalogue, load_catalogue)
        self.num_players = count_players(num_players, decks)
        self.decks = read_decks(decks, self.num_players, self.catalogue)
        row = read_worlds(worlds, self.catalogue)
        self.num_worlds = count_worlds(num_worlds, row, self.num_players, self.catalogue)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g["num_players"] = self.num_players
        g["num_worlds"] = self.num_worlds
        g["max_turns"] = max_turns = whole_number("max_turns", max_turns, 1, MOST_TURNS)
        g["stage_in_order"] = one_of("stage", stage, ("simultaneous", "priority")) == "priority"
        g["open_decklists"] = yes_or_no("open_decklists", open_decklists)
        g["introductory"] = all(deck.introductory for deck in self.decks)
        g["first_player"], order = read_first_player(first_player, self.num_players)
        g["first_order"][: len(order)] = order
        g["ask_public"] = one_of("ask", ask, ASKING) == "public"
        g["actor"] = NOBODY
        g["winner"] = g["world"] = g["play_world"] = -1
        self._lay_worlds(row)
        self._fill_decks(self.decks)

        self.set_tables(*build_tables(self.catalogue, self.num_players, self.num_worlds))
        table = (self.tables[0]["cards"][: self.tables[0]["card_count"]], self.num_players, self.num_worlds)
        self.facts = replace(
            OpenWorlds.facts,
            most_actions=most_actions(*table),
            most_numbers=most_numbers(*table, bool(g["open_decklists"])),
        )
        self.notation = Notation(self.catalogue, self.tables)
        self._views: dict[int | None, OpenWorlds] = {}  # this game as players may be given it
        self._variants: tuple[Game, ...] | None = None
        self.actions = self.notation.general_names
        self.options = {
            "decks": [
                {
                    "name": deck.name,
                    "size": deck.size,
                    "cards": [f"{n}x {card}" for card, n in deck.cards],
                }
                for deck in self.decks
            ],
            "worlds": [world.name for world in row] or None,
            "num_players": self.num_players,
            "num_worlds": self.num_worlds,
            "stage": stage,
            "max_turns": max_turns,
            "open_decklists": open_decklists,
            "first_player": first_player if isinstance(first_player, int | str | None) else list(order),
            "ask": ask,
            "cards": told_cards(cards),
        }

    def _lay_worlds(self, row: tuple[World, ...]) -> None:
        """Lay the Worlds that were named into the template."""
        self.template[0]["worlds_given"] = bool(row)
        for place, world in enumerate(row):
            self.template[0]["worlds"][place] = (
                world.id,
                world.h2o,
                world.res,
                world.habitable,
                world.hostile,
                0,
            )

    def _fill_decks(self, decks: Sequence[Deck]) -> None:
        """Put every player's cards into the Deck."""
        ids = self.catalogue.card_ids
        for seat, deck in enumerate(decks):
            cards = sorted(ids[name] for name, count in deck.cards for _ in range(count))
            pile = self.template[0]["players"][seat]["deck"]
            pile["count"] = len(cards)
            pile["cards"] = 0
            pile["cards"][: len(cards)] = cards

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        t = self.tables[0]
        cards, actions = t["cards"][: t["card_count"]], t["actions"][: t["action_count"]]
        return structure_of(cards, actions, self.num_players, self.num_worlds)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [C, n]."""
        return numbers_on(self.tables[0]["cards"][: self.tables[0]["card_count"]])

    @property
    def format(self) -> str:
        """How many cards a deck has ("40": introductory ones) and how many play, if more than two: "54 for 3".

        It is "54" if the decks differ in that.
        """
        sizes = {deck.size for deck in self.decks}
        many = f" for {self.num_players}" if self.num_players > 2 else ""
        return f"{sizes.pop() if len(sizes) == 1 else SIZES[0]}{many}"

    @classmethod
    def known_sides(cls) -> tuple[str, ...]:
        """Return the names of the printed decks."""
        return tuple(deck.name for deck in load_catalogue().decks)

    @property
    def sides(self) -> tuple[str, ...]:
        """The name of each seat's deck."""
        return tuple(deck.name for deck in self.decks)

    def variants(self) -> tuple[Game, ...]:
        """Return this game with the decks going round the table, each seat having each; itself if all are alike."""
        if self._variants is None:  # made once: a ladder asks for them with every item of work
            self._variants = self._turned_round()
        return self._variants

    def _turned_round(self) -> tuple[Game, ...]:
        decks = self.options["decks"]
        turned = [decks[seat:] + decks[:seat] for seat in range(len(decks))]
        first = turned.index(min(turned, key=json.dumps))  # the same, whichever deck was named first
        different = {json.dumps(some): some for some in turned[first:] + turned[:first]}
        if len(different) == 1:
            return (self,)
        # a card file is never opened because some options name it: what this game was given is given again
        given = {"cards": self._cards} if self._cards is not None else {}
        return tuple(self.rebuilt({**self.options, "decks": some}, **given) for some in different.values())

    def for_seat(self, seat: int | None = None) -> OpenWorlds:
        """Return this game as a player may be given it: with closed decklists (OW-7.2) no deck but its own is told.

        What a closed deck holds is neither in `decks` nor in `options`, only its size, which everybody sees. So
        that the rules can still be played with, a stand-in of that size lies in `template`, the same for everyone:
        games begun from there are dealt other cards than the true ones.

        Args:
            seat: whose deck is told. None: nobody's, for a player who sits in several seats.
        """
        if self.template[0]["open_decklists"]:
            return self
        seat = None if seat is None else whole_number("seat", seat, 0, self.num_players - 1)
        if seat not in self._views:
            self._views[seat] = self._view(seat)
        return self._views[seat]

    def _view(self, seat: int | None) -> OpenWorlds:
        """Return a copy in which only this seat's deck is told, if it was."""
        game = copy.copy(self)
        game._views, game._variants = {}, None  # those of this game know more
        closed = [other != seat or not deck.cards for other, deck in enumerate(self.decks)]
        stand_ins = {deck.size: random_deck(self.catalogue, deck.size) for deck in self.decks}
        game.decks = tuple(
            Deck(CLOSED, (), deck.size) if hidden else deck for deck, hidden in zip(self.decks, closed, strict=True)
        )
        game.template = self.template.copy()
        game._fill_decks(
            [stand_ins[deck.size] if hidden else deck for deck, hidden in zip(self.decks, closed, strict=True)]
        )
        told = [
            {"name": CLOSED, "size": deck["size"], "cards": None} if hidden else deck
            for deck, hidden in zip(self.options["decks"], closed, strict=True)
        ]
        game.options = self.options | {"decks": told}
        return game

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return an action as `player` would say it: `stage City 12 @ Koti`."""
        return self.notation.action_name(state, player, action)

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of a named action; a ValueError for a name unknown names the nearest."""
        return self.notation.action_id(state, player, name)

    def moment(self, state: States) -> str:
        """Return the turn, and what is asked: `turn 3, stage`."""
        turn = int(state[0]["turn"])
        point = POINTS[state[0]["point"]]
        return f"turn {turn}, {point}" if turn else f"setup, {point}"

    @classmethod
    def rebuilt(cls, options: Mapping[str, Any], cards: str | Path | Catalogue | None = None) -> OpenWorlds:
        """Return the game whose `options` these are; no file that they name is opened.

        Args:
            options: as `OpenWorlds.options` has them, from anywhere.
            cards: the player's own card file or Catalogue, if the game was played with one.
        """
        told = dict(options)
        if (told.pop("cards", None) is None) != (cards is None):
            found = f"{options.get('cards')!r}, and {cards!r} is given"
            raise ValueError(f"cards: the game and you must name a card file, or neither: found {found}")
        decks = told.get("decks")
        if not isinstance(decks, list) or not 2 <= len(decks) <= PLAYERS:
            raise ValueError(f"decks: expected 2 to {PLAYERS} decks, found {decks!r}")
        told["decks"] = [listed_deck(seat, deck) for seat, deck in enumerate(decks)]
        game = super().rebuilt(told | {"cards": cards})
        assert isinstance(game, OpenWorlds)
        return game

    def position(self, state: States, view: str = "full") -> Position:
        """Return a position as JSON data; `view` is full, public, or player_0, player_1 ..."""
        return write_position(self.notation, state, view, self.sides)

    def from_position(self, position: Position, rng: npt.NDArray[Any] | None = None) -> States:
        """Return the state that a full position describes, played on to its next decision with the draws of `rng`.

        Raises:
            ValueError: with everything that is wrong, each with its field, what was found and what would be right.
        """
        state = read_position(self.notation, self.template, position)
        if state[0]["actor"] == NOBODY:
            play_on(advance, state, self.tables, rng)
        self.check(state, "position")
        return state

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, or player_0, player_1 ..."""
        return view_of(self.catalogue, self.tables, state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at a card, where its verb finds it, then at a World."""
        name = self.notation.action_name(state, player, action)
        return choice_of(name, action, self.notation.actions[action], state[0], player)

    def private_step(self, state: States, player: int) -> int | None:
        """Return a number for the simultaneous Step in which a seat chooses behind its screen (OW-S.2, OW-1.3)."""
        return private_step(state[0], player)

    def narrator(self, state: States, view: str) -> Story:
        """Return who tells a viewer what happens to this position while it is played on."""
        return Story(self.catalogue, self.tables[0], state[0], view, tuple(self.agents))
