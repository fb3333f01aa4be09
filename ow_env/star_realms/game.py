"""Star Realms as one object: the top of this folder, and all that others need of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from ow_env.cards.game import CardGame
from ow_env.cards.options import read_catalogue, read_seat, told_cards, told_seat
from ow_env.core.game import States
from ow_env.core.options import ASKING, one_of, whole_number
from ow_env.core.structure import Facts, Structure
from ow_env.drawing.parts import Choice
from ow_env.drawing.view import View
from ow_env.star_realms import engine, verbs as do
from ow_env.star_realms.actions import END_TURN
from ow_env.star_realms.cards import Catalogue, load_catalogue
from ow_env.star_realms.events import Story, telling
from ow_env.star_realms.notation import Notation
from ow_env.star_realms.position import POSITIONS
from ow_env.star_realms.state import GAME, MOST_TURNS, NOBODY, PLAYERS, POINTS, RANDOM_SEAT
from ow_env.star_realms.structure import most_actions, most_numbers, numbers_on, structure_of
from ow_env.star_realms.tables import build_tables
from ow_env.star_realms.view import choice_of, view_of


class StarRealms(CardGame):
    """Buy ships and bases, draw them again, and shoot: the base set, for two players.

    Args:
        first_player: who starts: None, a random seat (SR-1.2); or a seat, "player_0" or 0.
        max_turns: after so many turns, both players' counted, the game is cut short (SR-11.2), 1 to 10,000.
        cards: a card file of one's own, laid over the base set, or a Catalogue.
        ask: "needed": a step is taken without asking if only one action is legal (SR-2.6); "public": if everybody
            could tell so, without knowing the hand.

    Raises:
        ValueError: an option is not as said here; names it, what was found and what would be right.
    """

    any_order = ("play",)
    wins_by = "Authority", "the other has none left"
    engine = engine
    positions = POSITIONS
    telling = telling
    name = "star_realms"
    version = 0
    facts = Facts("Star Realms", (PLAYERS, PLAYERS), choices="turns", decks="built", payoff="win")
    num_players = PLAYERS
    state_dtype = GAME
    catalogue: Catalogue
    notation: Notation

    def __init__(
        self,
        first_player: int | str | None = None,
        max_turns: int = 300,
        cards: str | Path | Catalogue | None = None,
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        self.catalogue = read_catalogue(cards, Catalogue, load_catalogue)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g["first_player"] = read_seat("first_player", first_player, PLAYERS, RANDOM_SEAT)
        g["max_turns"] = max_turns = whole_number("max_turns", max_turns, 1, MOST_TURNS)
        g["ask_public"] = one_of("ask", ask, ASKING) == "public"
        g["winner"] = NOBODY
        self.lay_out()
        self.set_tables(*build_tables(self.catalogue))
        self.notation = Notation(self.catalogue, self.tables)
        self.actions = self.notation.names
        self.facts = replace(
            StarRealms.facts,
            most_actions=most_actions(self.catalogue, self.notation.rows),
            most_numbers=most_numbers(self.catalogue),
        )
        self.options = {
            "first_player": told_seat(first_player),
            "max_turns": max_turns,
            "cards": told_cards(cards),
            "ask": ask,
        }

    def lay_out(self) -> None:
        """Put every card where it lies before anything is dealt (SR-1.1)."""
        g, setup, ids = self.template[0], self.catalogue.setup, self.catalogue.card_ids
        for card, copies in self.catalogue.trade_deck:
            g["trade_deck"]["copies"][card] = copies
        g["trade_deck"]["count"] = g["trade_deck"]["copies"].sum()
        g["explorers"] = setup.explorer_pile
        for him in g["players"]:
            him["authority"] = setup.authority
            for name, copies in setup.starting_deck.items():
                him["deck"]["rest"]["copies"][ids[name]] = copies
            him["deck"]["rest"]["count"] = sum(setup.starting_deck.values())

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        return structure_of(len(self.catalogue.cards), self.notation.rows)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [K, n]."""
        return numbers_on(self.catalogue.cards)

    def moment(self, state: States) -> str:
        """Return the turn, and what is decided: `turn 3, main`."""
        return f"turn {int(state[0]['turn'])}, {POINTS[state[0]['point']]}"

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, player_0 or player_1."""
        return view_of(self.catalogue, self.tables, state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at its card, in the zones in which its verb finds it."""
        card, verb, _ = self.notation.rows[action].tolist()
        return choice_of(action, self.notation.names[action], player, verb, card)

    def left_undone(self, state: States, player: int, action: int) -> str:
        """Return what the end of a turn leaves: cards not played, Combat not used, Trade that could buy something."""
        if action != END_TURN:
            return ""
        legal = self.legal_actions(state, player).tolist()
        verbs = [int(self.notation.rows[each][1]) for each in legal]
        g = state[0]
        told = []
        if do.PLAY in verbs:
            cards = int(g["players"][player]["hand"]["count"])
            told.append(f"{cards} card{'s' * (cards > 1)} in hand not played")
        if do.ATTACK_OPPONENT in verbs:
            told.append(f"{int(g['combat'])} Combat not used")
        if {do.BUY, do.BUY_ON_TOP} & set(verbs):
            told.append(f"{int(g['trade'])} Trade not spent")
        return ", ".join(told)

    def narrator(self, state: States, view: str) -> Story:
        """Return who tells a viewer what happens to this position while it is played on."""
        return Story(self.catalogue, self.tables[0], state[0], view, self.agents)
