"""These New Worlds as one object: the top of this folder, and all that others need of it."""

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
from ow_env.core.options import ASKING, one_of
from ow_env.core.structure import Facts, Structure
from ow_env.drawing.parts import Choice
from ow_env.drawing.view import View
from ow_env.these_new_worlds import engine
from ow_env.these_new_worlds.cards import Catalogue, load_catalogue
from ow_env.these_new_worlds.events import Story, telling
from ow_env.these_new_worlds.notation import Notation
from ow_env.these_new_worlds.options import NOBODY, read_hand, read_rounds
from ow_env.these_new_worlds.position import POSITIONS
from ow_env.these_new_worlds.state import CARD_STEP, GAME, NONE, PLAYERS, RANDOM_SEAT, STEPS
from ow_env.these_new_worlds.structure import most_actions, most_numbers, numbers_on, structure_of
from ow_env.these_new_worlds.tables import build_tables
from ow_env.these_new_worlds.view import choice_of, view_of


class TheseNewWorlds(CardGame):
    """Gather tokens by cards, land on six planets, fight where both have landed: for two players.

    Args:
        first_dealer: who deals first: None, a random seat (TNW-1.3); or a seat, "player_0" or 0.
        rounds: of a game, 1 to 6; the winning number of planets is half of them, rounded down, plus one (TNW-8.3).
        hand: cards dealt to each player, the rest is set aside (TNW-2.3); None: eight.
        nobody: what a game counts as that nobody wins, for The Collective holds five planets: "draw", 0 for both;
            "loss", -1 for both (TNW-8.2).
        cards: a card file of one's own, laid over the catalogue, or a Catalogue.
        ask: "needed": a card step with a single legal action is taken without asking (TNW-10.5); "public": everyone
            who holds a card is asked, so that being asked tells nothing.

    Raises:
        ValueError: an option is not as said here; names it, what was found and what would be right.
    """

    wins_by = "planets", "nobody owns more"
    engine = engine
    positions = POSITIONS
    telling = telling
    name = "these_new_worlds"
    version = 0
    facts = Facts("These New Worlds", (PLAYERS, PLAYERS), choices="turns", decks="fixed", payoff="win")
    num_players = PLAYERS
    state_dtype = GAME
    catalogue: Catalogue
    notation: Notation

    def __init__(
        self,
        first_dealer: int | str | None = None,
        rounds: int = 6,
        hand: int | None = None,
        nobody: Literal["draw", "loss"] = "draw",
        cards: str | Path | Catalogue | None = None,
        ask: Literal["needed", "public"] = "needed",
    ) -> None:
        self.catalogue = read_catalogue(cards, Catalogue, load_catalogue)
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g["first_dealer"] = read_seat("first_dealer", first_dealer, PLAYERS, RANDOM_SEAT)
        g["rounds"] = rounds = read_rounds(rounds, self.catalogue)
        g["hand_size"] = read_hand(hand, self.catalogue)
        g["nobody_loses"] = one_of("nobody", nobody, NOBODY) == "loss"
        g["ask_public"] = one_of("ask", ask, ASKING) == "public"
        g["winner"] = g["contested"] = g["top"] = NONE
        self.set_tables(*build_tables(self.catalogue))
        g["deck"] = self.tables[0]["all_planets"]
        self.notation = Notation(self.catalogue, self.tables)
        self.actions = self.notation.names
        self.facts = replace(
            TheseNewWorlds.facts,
            most_actions=most_actions(self.catalogue.cards, int(g["hand_size"])),
            most_numbers=most_numbers(self.catalogue.cards, len(self.catalogue.planets), int(g["hand_size"])),
        )
        self.options = {
            "first_dealer": told_seat(first_dealer),
            "rounds": rounds,
            "hand": None if hand is None else int(g["hand_size"]),
            "nobody": nobody,
            "cards": told_cards(cards),
            "ask": ask,
        }

    @property
    def zero_sum(self) -> bool:
        """Not if both lose where nobody wins."""
        return not self.template[0]["nobody_loses"]

    @cached_property
    def structure(self) -> Structure:
        """What each number observed and each action is about."""
        return structure_of(len(self.catalogue.cards), len(self.catalogue.planets), self.notation.rows)

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """What is printed on each card, as numbers about 1: float32 [K, n]."""
        return numbers_on(self.catalogue.cards)

    def moment(self, state: States) -> str:
        """Return the round, and what is decided: `round 3, card`."""
        return f"round {int(state[0]['round_number'])}, {STEPS[state[0]['step']]}"

    def view(self, state: States, view: str = "full") -> View:
        """Return what is seen of a position; `view` is full, public, player_0 or player_1."""
        return view_of(self.catalogue, state, view, self.agents)

    def choice(self, state: States, player: int, action: int) -> Choice:
        """Return where one points to take an action: at a card of the hand, at the contested planet."""
        contested, dome = int(state[0]["contested"]), int(state[0]["step"]) != CARD_STEP
        return choice_of(action, self.notation.names[action], player, self.notation.rows[action], contested, dome)

    def narrator(self, state: States, view: str) -> Story:
        """Return who tells a viewer what happens to this position while it is played on."""
        return Story(self.catalogue, state, self.agents)
