"""The bazaar as one object."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ow_env.core.events import Event, Narrator, Telling
from ow_env.core.game import States
from ow_env.drawing.parts import viewer_of
from ow_env.rules import Facts, Game, one_of, whole_number
from tests.bazaar import engine, observe, rules
from tests.bazaar.state import COINS, COST, KINDS, PLAYERS, POINTS, ROUNDS, piles


class Bazaar(Game):
    """The bazaar.

    Args:
        num_players: 1 to 4; alone one plays for the score.
        rounds: 1 to 12.
        ask: whoever has a choice is known to all, so both are the same.
    """

    engine = engine
    facts = Facts("Bazaar", (1, PLAYERS), choices="turns", decks="built", payoff="score")
    actions, features, reasons = rules.ACTIONS, observe.FEATURES, rules.REASONS
    card_numbers = np.stack([COST, COINS, POINTS], axis=1).astype(np.float32) / 8

    def __init__(self, num_players: int = 2, rounds: int = ROUNDS, ask: Literal["needed", "public"] = "needed") -> None:
        rounds = whole_number("rounds", rounds, 1, ROUNDS)
        g = self.configured(num_players, rounds=rounds, ask=one_of("ask", ask, ("needed", "public")))
        for name, values in (("cost", COST), ("coins", COINS), ("points", POINTS)):
            self.tables[name] = values
        g.rounds = rounds
        g.supply.copies[: len(KINDS)] = 10
        g.supply.count = 10 * len(KINDS)
        for player in range(num_players):
            for card in (0, 0, 0, 0, 0, 3, 3):
                piles.add(g.players[player].deck.rest, card)

    def events(
        self, before: States, actions: npt.ArrayLike, rng: npt.NDArray[Any], view: str = "full"
    ) -> tuple[Event, ...]:
        """Return what was bought, and what the die showed next."""
        viewer_of(view, self.agents)
        state, rng, teller = before.copy(), rng.copy(), Teller(tuple(self.agents))
        chosen = np.ascontiguousarray(actions, np.int32).reshape(-1)
        telling(teller, state[0], self.tables[0], rng[0], chosen)
        return tuple(teller.events)


class Teller(Narrator):
    """Says what all may know of a decision: everything but which cards are drawn."""

    def __init__(self, agents: tuple[str, ...]) -> None:
        super().__init__()
        self.agents = agents

    def buys(self, g: Any, t: Any, kind: int, more: int) -> None:
        """A card is bought."""
        where = " and puts it on top" if more else ""
        self.tell("bought", f"{self.agents[g.seat]} buys {KINDS[kind]}{where}", seat=int(g.seat))

    def throws(self, g: Any, t: Any, rng: Any) -> Generator[None, Any, None]:
        """The die is thrown."""
        yield
        self.tell("die", f"{self.agents[g.seat]} throws {int(g.die)}", seat=int(g.seat))


telling = Telling(rules.apply, {rules.buy: Teller.buys, rules.begin_turn: Teller.throws})
