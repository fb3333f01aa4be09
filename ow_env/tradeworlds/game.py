"""TradeWorlds as one object: the top of this folder, and all that others need of it."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from ow_env.cards.game import FactionGame
from ow_env.cards.options import read_catalogue, read_seat, told_cards, told_seat
from ow_env.cards.sides import Factions, read_factions
from ow_env.core.game import States
from ow_env.core.options import ASKING, one_of, whole_number, yes_or_no
from ow_env.core.structure import Facts, Structure
from ow_env.drawing.parts import Choice, Seat
from ow_env.drawing.view import View
from ow_env.tradeworlds import engine, verbs as do
from ow_env.tradeworlds.cards import DERELICT, FACTIONS, Catalogue, load_catalogue
from ow_env.tradeworlds.events import Story, telling
from ow_env.tradeworlds.notation import Notation
from ow_env.tradeworlds.options import ELIMINATED, count_players, read_scenario
from ow_env.tradeworlds.position import POSITIONS
from ow_env.tradeworlds.state import BUY, GAME, MOST_ROUNDS, NOBODY, PLAYERS, POINTS, RANDOM
from ow_env.tradeworlds.structure import most_actions, most_numbers, numbers_on, structure_of
from ow_env.tradeworlds.tables import build_tables
from ow_env.tradeworlds.view import choice_of, guests_of, view_of


class TradeWorlds(FactionGame):
    """Buy cards, build ships of them, bank credits and raid the others: for one to four players.

    Args:
        scenario: "Trade Wars": the first with 100 credits wins; "Space Wars": the last player left wins;
            "The Derelict": alone against an alien ship (TW-1.1, TW-E, TW-S).
        num_players: 2 to 4; 1 in The Derelict; None: as many as there are Factions, or as few as can play.
        factions: the Faction of each player, "Acolytes", "Brethren", "Covenant" or "Destined"; None, for one or for
            all: drawn, all different (TW-1.1).
        first_player: who starts: None, a random seat (TW-1.5); or a seat, "player_0" or 0.
        reinforcements: play with Reinforcement Starships (TW-M); in The Derelict with a warning (TW-M1).
        eliminated_tokens: "returned": an eliminated token can be sent again; "removed": it is out of the game (TW-M6).
        finish_round: in Trade Wars a round is played out before anybody can win by credits (TW-E5).
        levelled_factions: figures of Factions with which they win Trade Wars about equally often (TW-0.9).
        max_rounds: after so many rounds the game is cut short (TW-E4), 1 to 10,000.
        cards: a card file of one's own, laid over the catalogue, or a Catalogue.
        ask: "needed": who has nothing to answer with is not asked; "public": everyone is asked who could have
            something for all that everybody knows, so that being asked tells nothing (TW-T8).

    Raises:
        ValueError: an option is not as said here; names it, what was found and what would be right.
    """

    engine = engine
    positions = POSITIONS
    telling = telling
    name = "tradeworlds"
    version = 0
    facts = Facts("TradeWorlds", (1, PLAYERS), choices="turns", decks="built", payoff="win", side="factions")
    state_dtype = GAME
    catalogue: Catalogue
    notation: Notation

    def __init__(
        self,
        scenario: Literal["Trade Wars", "Space Wars", "The Derelict"] = "Trade Wars",
        num_players: int | None = None,
        factions: Factions = None,
        first_player: int | str | None = None,
        reinforcements: bool = False,
        eliminated_tokens: Literal["returned", "removed"] = "returned",
        finish_round: bool = False,
        levelled_factions: bool = False,
        max_rounds: int = 100,
        cards: str | Path | Catalogue | None = None,
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        self.given_cards = cards
        self.catalogue = read_catalogue(cards, Catalogue, load_catalogue)
        self.scenario = read_scenario(scenario, self.catalogue)
        self.num_players = count_players(num_players, factions, self.scenario)
        self.factions = read_factions(factions, self.num_players, FACTIONS)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g["num_players"] = self.num_players
        g["first_player"] = read_seat("first_player", first_player, self.num_players, RANDOM)
        g["reinforcements"] = yes_or_no("reinforcements", reinforcements)
        g["tokens_removed"] = one_of("eliminated_tokens", eliminated_tokens, ELIMINATED) == "removed"
        g["finish_round"] = yes_or_no("finish_round", finish_round)
        g["max_rounds"] = max_rounds = whole_number("max_rounds", max_rounds, 1, MOST_ROUNDS)
        g["ask_public"] = one_of("ask", ask, ASKING) == "public"
        if reinforcements and self.scenario.name == DERELICT:
            warnings.warn(f"reinforcements: the rulebook does not recommend them in {DERELICT} (TW-M1)", stacklevel=2)
        levelled_factions = yes_or_no("levelled_factions", levelled_factions)
        self.set_tables(
            *build_tables(self.catalogue, self.scenario, levelled_factions, self.num_players, self.tokens_removed)
        )
        self.lay_out()
        self.notation = Notation(self.catalogue, self.tables, self.num_players)
        self.actions = self.notation.general
        self.facts = replace(
            TradeWorlds.facts,
            most_actions=most_actions(self.notation.rows, self.catalogue),
            most_numbers=most_numbers(self.catalogue, self.num_players, self.tokens_removed),
        )
        self.options = {
            "scenario": self.scenario.name,
            "num_players": self.num_players,
            "factions": None if factions is None else list(self.factions),
            "first_player": told_seat(first_player),
            "reinforcements": reinforcements,
            "eliminated_tokens": eliminated_tokens,
            "finish_round": finish_round,
            "levelled_factions": levelled_factions,
            "max_rounds": max_rounds,
            "cards": told_cards(cards),
            "ask": ask,
        }

    def lay_out(self) -> None:
        """Put every card where it lies before anything is dealt (TW-1.2)."""
        g, setup = self.template[0], self.catalogue.setup
        g["winner"] = g["target"] = NOBODY
        g["critical_mass"] = self.tables[0]["alien_mass"] if self.tables[0]["alien"] else 0
        for him, faction in zip(g["players"], self.factions, strict=False):
            him["alive"] = 1
            him["homeworld"] = setup.homeworld
            him["faction"] = RANDOM if faction is None else FACTIONS.index(faction)
            for card in self.catalogue.cards:
                him["deck"]["copies"][card.id] = card.start
                him["rest"]["copies"][card.id] = card.copies - card.start
            for pile in (him["deck"], him["rest"]):
                pile["count"] = pile["copies"].sum()

    @property
    def tokens_removed(self) -> bool:
        """Are eliminated tokens out of the game (TW-M6)?"""
        return bool(self.template[0]["tokens_removed"])

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        return structure_of(len(self.catalogue.cards), self.num_players, self.tokens_removed, self.notation.rows)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [K, n]."""
        return numbers_on(self.catalogue.cards)

    @property
    def format(self) -> str:
        """The scenario, and how many play it, if more than two: "Trade Wars", "Space Wars for 4"."""
        many = f" for {self.num_players}" if self.num_players > 2 else ""
        return f"{self.scenario.name}{many}"

    @classmethod
    def known_sides(cls) -> tuple[str, ...]:
        """Return the Factions."""
        return FACTIONS

    def turn(self, states: States) -> npt.NDArray[np.int64]:
        """Return the round of each of these positions: int64 [N], from 1."""
        return states["round_number"].astype(np.int64)

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return the name of an action: `bank Crew 2`, `target player_1`."""
        return self.notation.action_name(player, action)

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of a named action; a ValueError for a name unknown names the nearest."""
        return self.notation.action_id(player, name)

    def moment(self, state: States) -> str:
        """Return the round, and what is decided: `round 3, bank`."""
        return f"round {int(state[0]['round_number'])}, {POINTS[state[0]['point']]}"

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, or player_0, player_1 ..."""
        return view_of(self.catalogue, self.tables, state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at a card, a ship, a player."""
        return choice_of(self.notation, state, player, action)

    def payment(self, state: States) -> tuple[int, int] | None:
        """Return how much of the Trade Value of the card that is being bought is paid (TW-B3)."""
        buying = int(state[0]["buying"])
        return (int(state[0]["change"]), self.catalogue.cards[buying - 1].trade) if buying else None

    def guests(self, state: States) -> tuple[Seat, ...]:
        """Return The Derelict, where it is what is played against."""
        return guests_of(self.catalogue, self.tables, state)

    def left_undone(self, state: States, player: int, action: int) -> str:
        """Return what could still be bought where buying is ended."""
        if int(state[0]["point"]) != BUY or not action or int(self.notation.rows[action][0]) != do.DONE:
            return ""
        affordable = sum(int(self.notation.rows[each][0]) == do.BUY for each in self.legal_actions(state, player))
        return f"{affordable} card{'s' * (affordable > 1)} could still be bought" if affordable else ""

    def narrator(self, state: States, view: str) -> Story:
        """Return who tells a viewer what happens to this position while it is played on."""
        return Story(self.catalogue, self.tables, state, view, self.agents)
