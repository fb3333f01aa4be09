"""Goofspiel as one object: the top of this folder, and all that others need of it."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ow_env.core.events import Event
from ow_env.core.game import Game, Position, States
from ow_env.core.options import ASKING, one_of, whole_number
from ow_env.core.structure import Facts, Structure, Tokens
from ow_env.drawing.parts import Choice
from ow_env.drawing.view import View
from ow_env.goofspiel import engine, notation
from ow_env.goofspiel.actions import NAMES, NUM_ACTIONS
from ow_env.goofspiel.events import events_of
from ow_env.goofspiel.notation import BIDS, ORDERS, TIES
from ow_env.goofspiel.observe import AXES, FEATURE_AXES, FEATURES, HIGH, MOST_NUMBERS, NUM_FEATURES
from ow_env.goofspiel.position import read_position, write_position
from ow_env.goofspiel.state import GAME, MOST_CARDS, MOST_PLAYERS, TABLES
from ow_env.goofspiel.view import choice_of, view_of

FEWEST_CARDS = 4


class Goofspiel(Game):
    """Bid a hand of cards for prizes, all at once: for two to four players.

    Args:
        num_players: 2 to 4.
        num_cards: 4 to 13, in each hand and among the prizes.
        order: how prizes come up.
        bids: "public": bids are shown after each round; "hidden": only who won it is.
        ties: what happens to a prize whose highest bid was made twice: nobody gets it, or its
            points are added to the next prize.
        ask: as in every game: who is asked where only some hands have an answer. Here it is all the same: whoever
            has a choice is known to all.
    """

    wins_by = "points", "the prizes taken are worth most"
    engine = engine
    name = "goofspiel"
    version = 0
    facts = Facts(
        "Goofspiel", (2, MOST_PLAYERS), choices="simultaneous", decks="fixed", payoff="win", most_actions=MOST_CARDS,
        most_numbers=MOST_NUMBERS,
    )  # fmt: skip
    asks_everybody = True  # all bid in every round
    num_actions = NUM_ACTIONS
    num_features = NUM_FEATURES
    state_dtype = GAME
    actions = NAMES
    features = FEATURES
    observation_high = HIGH

    def __init__(
        self,
        num_players: int = 2,
        num_cards: int = MOST_CARDS,
        order: Literal["random", "ascending", "descending"] = "random",
        bids: Literal["public", "hidden"] = "public",
        ties: Literal["discard", "carry"] = "discard",
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        num_players = whole_number("num_players", num_players, 2, MOST_PLAYERS)
        num_cards = whole_number("num_cards", num_cards, FEWEST_CARDS, MOST_CARDS)
        self.num_players = num_players
        self.options = {
            "num_players": num_players,
            "num_cards": num_cards,
            "order": one_of("order", order, ORDERS),
            "bids": one_of("bids", bids, BIDS),
            "ties": one_of("ties", ties, TIES),
            "ask": one_of("ask", ask, ASKING),
        }
        self.tables = np.zeros(1, TABLES)
        self.tables[0].points[:] = np.arange(1, MOST_CARDS + 1)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g.num_players = num_players
        g.num_cards = num_cards
        g.order = ORDERS.index(order)
        g.ties = TIES.index(ties)
        g.bids = BIDS.index(bids)
        g.face_down[:num_cards] = 1
        for player in range(num_players):
            g.players[player].hand[:num_cards] = 1

    @staticmethod
    def weight(before: Any, after: Any) -> Fraction:
        """Return the probability of ``after`` following a move from ``before``: any face-down prize comes next."""
        drawn = before.order == 0 and after.prize > 0
        return Fraction(1, int(before.face_down.sum()) if drawn else 1)

    @property
    def most_outcomes(self) -> int:
        """The most positions in which a move may end: one for each prize."""
        return int(self.template[0].num_cards)

    @property
    def format(self) -> str:
        """What differs from the game as it is by default, of two with thirteen cards: "4 cards, hidden bids"."""
        g = self.template[0]
        order, bids, ties = ORDERS[g.order], BIDS[g.bids], TIES[g.ties]
        told = {
            f"{self.num_players} players": self.num_players > 2,
            f"{g.num_cards} cards": g.num_cards < MOST_CARDS,
            f"{order} prizes": order != "random",
            "hidden bids": bids == "hidden",
            "carried ties": ties == "carry",
        }
        return ", ".join(word for word, differs in told.items() if differs)

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        tokens = Tokens()
        tokens.add("pass")
        for card in range(MOST_CARDS):
            tokens.add("bid", card)
        return tokens.structure(tuple(AXES.values()), FEATURE_AXES)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What each card is worth, as a share of the most: float32 [13, 1]."""
        return np.arange(1, MOST_CARDS + 1, dtype=np.float32).reshape(-1, 1) / np.float32(MOST_CARDS)

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return ``pass`` or ``bid 7``."""
        return NAMES[action]

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of ``pass`` or ``bid 7``."""
        return notation.action_id(name)

    def why_not(self, state: States, player: int, action: int) -> str | None:
        """Return why ``player`` may not do this now, or None."""
        why = engine.why_not(state[0], self.tables[0], player, action)
        return notation.why_not_text(state[0], player, action, why)

    def moment(self, state: States) -> str:
        """Return the round, and the prize bid for: `round 3, prize 7`."""
        g = state[0]
        return f"round {g.rounds + 1}, prize {g.prize}" if g.prize else "the end"

    def position(self, state: States, view: str = "full") -> Position:
        """Return the position as JSON data; position.py shows the form."""
        return write_position(state, view)

    def from_position(self, position: Position, rng: npt.NDArray[Any] | None = None) -> States:
        """Return the state a full position describes; nothing is drawn for it."""
        state = read_position(self.template, position)
        self.check(state, "position")
        return state

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, or player_0, player_1 ..."""
        return view_of(state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at a card of the hand."""
        return choice_of(player, action)

    def private_step(self, state: States, player: int) -> int | None:
        """Return the round: all bid at once, unseen by each other."""
        return int(self.turn(state)[0])

    def events(
        self, before: States, actions: npt.ArrayLike, rng: npt.NDArray[Any], view: str = "full"
    ) -> tuple[Event, ...]:
        """Return what happened in a round, as a viewer may be told it."""
        chosen = np.ascontiguousarray(actions, np.int32).reshape(-1)
        return events_of(self.tables, before, chosen, rng, view, self.agents)
