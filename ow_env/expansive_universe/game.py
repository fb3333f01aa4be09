"""Expansive Universe as one object: the top of this folder, and all that others need of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.cards.game import FactionGame
from ow_env.cards.options import read_catalogue, read_seat, told_cards, told_seat
from ow_env.cards.sides import Factions, read_factions
from ow_env.core.game import States
from ow_env.core.options import ASKING, one_of, whole_number, yes_or_no
from ow_env.core.structure import Facts, Structure
from ow_env.drawing.parts import Choice
from ow_env.drawing.view import View
from ow_env.expansive_universe import engine, verbs as do
from ow_env.expansive_universe.cards import Catalogue, load_catalogue
from ow_env.expansive_universe.events import Story, telling
from ow_env.expansive_universe.notation import Notation
from ow_env.expansive_universe.options import count_players, read_core, read_gold
from ow_env.expansive_universe.position import POSITIONS
from ow_env.expansive_universe.state import GAME, MOST_ROUNDS, NOBODY, PLAYERS, POINTS, RANDOM
from ow_env.expansive_universe.structure import most_actions, most_numbers, numbers_on, structure_of
from ow_env.expansive_universe.tables import build_tables
from ow_env.expansive_universe.view import choice_of, view_of

Cores: TypeAlias = Literal[
    "Galactic Core #1", "Galactic Core #2", "Galactic Core #3", "Galactic Core #4", "Galactic Core #5"
]


class ExpansiveUniverse(FactionGame):
    """Gather a crew, do missions, fight for planets and the Core: 20 points win, for two to four players.

    Args:
        num_players: 2 to 4; None: as many as there are Factions named, or two.
        factions: the Faction of each player, "Galaxernment", "Robotocense", "Wartribe" or "Sorcerons"; None, for one or
            for all: drawn, all different (EU-0.1, EU-1.6).
        core: the Galactic Core, by name (EU-1.3); None: "Galactic Core #1".
        first_player: who starts: None, a random seat (EU-1.6); or a seat, "player_0" or 0.
        max_rounds: after so many rounds the game is cut short (EU-11.5), 1 to 10,000.
        starting_gold: what each player begins with, in the order of turns, as [0, 0]; None: as EU-1.5 says.
        first_round_flights: does everybody fly in the first round? False: who is last in turn order only (EU-1.7).
        cards: a card file of one's own, laid over the reconstructed set or replacing it, or a Catalogue.
        ask: nothing is hidden in this game, so both values are the same.

    Raises:
        ValueError: an option is not as said here; names it, what was found and what would be right.
    """

    engine = engine
    positions = POSITIONS
    telling = telling
    name = "expansive_universe"
    version = 1  # 1: Cores drift (EU-11.7), more gold for who comes later (EU-1.5), Circle of Stones marches
    facts = Facts("Expansive Universe", (2, PLAYERS), choices="turns", decks="built", payoff="win", side="factions")
    state_dtype = GAME
    catalogue: Catalogue
    notation: Notation

    def __init__(
        self,
        num_players: int | None = None,
        factions: Factions = None,
        core: Cores | None = None,
        first_player: int | str | None = None,
        max_rounds: int = 40,
        starting_gold: Sequence[int] | None = None,
        first_round_flights: bool = False,
        cards: str | Path | Catalogue | None = None,
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        self.given_cards = cards
        self.catalogue = read_catalogue(cards, Catalogue, load_catalogue)
        self.num_players = count_players(num_players, factions, self.catalogue)
        self.factions = read_factions(factions, self.num_players, self.catalogue.faction_names, once="EU-0.1")
        self.core = read_core(core, self.catalogue)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g["num_players"] = self.num_players
        g["first_player"] = read_seat("first_player", first_player, self.num_players, RANDOM)
        g["max_rounds"] = max_rounds = whole_number("max_rounds", max_rounds, 1, MOST_ROUNDS)
        one_of("ask", ask, ASKING)
        g["winner"] = NOBODY
        for him, faction in zip(g["players"], self.factions, strict=False):
            him["alive"] = 1
            him["faction"] = RANDOM if faction is None else self.catalogue.faction_names.index(faction)
        self.set_tables(*build_tables(self.catalogue, self.core, self.num_players))
        self.tables[0]["gold"][: self.num_players] = read_gold(starting_gold, self.num_players, self.catalogue)
        self.tables[0]["first_round_flights"] = yes_or_no("first_round_flights", first_round_flights)
        self.notation = Notation(self.catalogue, self.tables)
        self.actions = self.notation.names
        self.facts = replace(
            ExpansiveUniverse.facts,
            most_actions=most_actions(self.catalogue),
            most_numbers=most_numbers(self.catalogue, self.num_players),
        )
        self.options = {
            "num_players": self.num_players,
            "factions": None if factions is None else list(self.factions),
            "core": self.core.name,
            "first_player": told_seat(first_player),
            "max_rounds": max_rounds,
            "starting_gold": None if starting_gold is None else list(starting_gold),
            "first_round_flights": first_round_flights,
            "cards": told_cards(cards),
            "ask": ask,
        }

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        cards, factions = len(self.catalogue.cards), len(self.catalogue.factions)
        return structure_of(cards, self.num_players, factions, self.notation.rows)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [K, n]."""
        return numbers_on(self.catalogue.cards, len(self.catalogue.factions))

    @property
    def format(self) -> str:
        """How many play, if more than two: "3 players"."""
        return f"{self.num_players} players" if self.num_players > 2 else ""

    @classmethod
    def known_sides(cls) -> tuple[str, ...]:
        """Return the Factions."""
        return load_catalogue().faction_names

    def turn(self, states: States) -> npt.NDArray[np.int64]:
        """Return the round of each of these positions: int64 [N], from 1."""
        return states["round_number"].astype(np.int64)

    def moment(self, state: States) -> str:
        """Return the round, and what is decided: `round 3, turn`."""
        return f"round {int(state[0]['round_number'])}, {POINTS[state[0]['point']]}"

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, or player_0, player_1 ..."""
        return view_of(self.catalogue, self.tables, self.core, state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at a card, a place, a player."""
        return choice_of(self.notation, state, action)

    def left_undone(self, state: States, player: int, action: int) -> str:
        """Return what could still be bought where a turn is ended."""
        if int(self.notation.rows[action][0]) != do.END_TURN:
            return ""
        verbs = [int(self.notation.rows[each][0]) for each in self.legal_actions(state, player)]
        affordable = verbs.count(do.BUY)
        return f"{affordable} card{'s' * (affordable > 1)} could still be bought" if affordable else ""

    def narrator(self, state: States, view: str) -> Story:
        """Return who tells a viewer what happens to this position while it is played on."""
        return Story(self.catalogue, self.tables, state, self.agents)
