"""What happens in a round of Goofspiel, told while the rules carry it out.

Below: rules/, view.py. Above: game.py. The rulings are those of docs/adding-a-game.md.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from ow_env.compiled.jit import Actions
from ow_env.core.events import TURN, Event, Listener, Narrator, Telling
from ow_env.core.game import States
from ow_env.core.rng import Rng, Rngs
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.goofspiel.position import write_position
from ow_env.goofspiel.rules import rounds
from ow_env.goofspiel.state import PUBLIC, TIED, Game, Tables
from ow_env.goofspiel.view import result

Told: TypeAlias = Generator[None, Any, None]


class Story(Narrator):
    """Tells one viewer of one round."""

    def __init__(self, state: States, view: str, agents: Sequence[str]) -> None:
        super().__init__()
        self.state, self.agents, self.view = state, agents, view
        self.viewer = viewer_of(view, agents)

    def knows(self, player: int) -> bool:
        """May the viewer know what this player bids, once all have bid?"""
        return self.view == FULL or player == self.viewer or self.state[0].bids == PUBLIC

    def bids(self, g: Game, player: int, card: int) -> None:
        """A card is laid on the prize."""
        if self.knows(player):
            last = ", the last card" if self.within("bid_last_cards") else ""
            self.tell("bid", f"{self.agents[player]} bids {int(card)}{last}", "", player, card=int(card))

    def awards(self, g: Game, t: Tables) -> Told:
        """The prize goes to the highest bid."""
        prize, pot = int(g.prize), int(t.points[g.prize - 1]) + int(g.carried)
        yield
        if g.winner[prize - 1] == TIED:
            carried = ": its points are carried to the next" if g.carried else ""
            what = f"The highest bid was made twice, nobody takes the {prize}{carried}"
            self.tell("tie", what, "RULING 1", prize=prize)
        else:
            who = int(g.winner[prize - 1]) - 1
            what = f"{self.agents[who]} takes the {prize}, for {pot} points"
            self.tell("won", what, "", who, prize=prize, points=pot)

    def turns_up(self, g: Game, rng: Rng) -> Told:
        """The next prize is known."""
        yield
        self.head("round", f"Round {int(g.rounds) + 1}: the prize is {int(g.prize)}", TURN, prize=int(g.prize))

    def goes_on(self, g: Game, t: Tables, rng: Rng) -> Told:
        """The next round, or the end."""
        yield
        if g.prize == 0:
            self.tell("end", result(write_position(self.state, FULL), self.agents), "RULING 3")


LISTENERS: dict[Any, Listener | None] = {
    rounds.bid: Story.bids,
    rounds.award: Story.awards,
    rounds.turn_up: Story.turns_up,
    rounds.bid_last_cards: None,
    rounds.go_on: Story.goes_on,
}
telling = Telling(rounds.apply, LISTENERS)


def events_of(
    tables: States, before: States, actions: Actions, rng: Rngs, view: str, agents: Sequence[str]
) -> tuple[Event, ...]:
    """Return what a viewer is told of one round.

    Args:
        tables: [1] TABLES.
        before: [1] GAME, where all bid; only read.
        actions: [P] what each seat bids.
        rng: [1] RNG as it stood there; only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    state, rng = before.copy(), rng.copy()
    story = Story(state, view, agents)
    telling(story, state[0], tables[0], rng[0], actions)
    return tuple(story.events)
