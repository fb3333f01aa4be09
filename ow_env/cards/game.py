"""What the `Game` classes of card games share.

Below: sides.py, core. Above: game.py of each card game.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ow_env.cards.positions import Positions
from ow_env.cards.sides import turned_round
from ow_env.core.events import Event, Narrator, Telling
from ow_env.core.game import Game, Position, States
from ow_env.core.structure import Feature, highest
from ow_env.drawing.parts import viewer_of


class CardGame(Game):
    """A game with a catalogue of cards, a notation of its actions and a narrator.

    `__init__` of a game calls `set_tables`, and sets ``notation``: `Names` (names.py) that also put reasons into words.
    Where names depend on the position or on who speaks, or positions on more than the cards, the game has methods of
    its own for them.
    """

    positions: Positions
    telling: Telling  # the rules that the narrator listens to
    catalogue: Any
    notation: Any

    @abstractmethod
    def narrator(self, state: States, view: str) -> Narrator:
        """Return who tells a viewer what happens to this position [1] while it is played on."""

    def set_tables(self, tables: States, features: tuple[Feature, ...]) -> None:
        """Set the constants that rules read and the slices of the observation, and all numbers that follow."""
        self.tables, self.features = tables, features
        self.num_actions = int(tables[0]["action_count"])
        self.num_features = features[-1].stop
        self.observation_high = highest(features)

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return the name of an action: the same for every seat, in every position."""
        return str(self.notation.names[action])

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of a named action; a ValueError for a name unknown names the nearest."""
        return int(self.notation.action_id(name))

    def why_not(self, state: States, player: int, action: int) -> str | None:
        """Return the rule that forbids an action, in words, or None when it is allowed."""
        why = self.engine.why_not(state[0], self.tables[0], player, action)
        text: str | None = self.notation.why_not_text(state, player, action, why)
        return text

    def position(self, state: States, view: str = "full") -> Position:
        """Return a position as JSON data; `view` is full, public, or player_0, player_1 ..."""
        return self.positions.write(self.catalogue, self.tables, state, view)

    def from_position(self, position: Position, rng: npt.NDArray[Any] | None = None) -> States:
        """Return the state that a full position describes, played on to its next decision with the draws of `rng`.

        Raises:
            ValueError: with everything that is wrong, each with its field, what was found and what would be right.
        """
        state = self.positions.read(self.catalogue, self.tables, self.template, position, rng)
        self.check(state, "position")
        return state

    def events(
        self, before: States, actions: npt.ArrayLike, rng: npt.NDArray[Any], view: str = "full"
    ) -> tuple[Event, ...]:
        """Return what happened when a decision was taken, as a viewer may be told it; `view` is as of `view`."""
        viewer_of(view, self.agents)  # refuses one that there is not
        state, rng = before.copy(), rng.copy()
        narrator = self.narrator(state, view)
        chosen = np.ascontiguousarray(actions, np.int32).reshape(-1)
        self.telling(narrator, state[0], self.tables[0], rng[0], chosen)
        return tuple(narrator.events)


class FactionGame(CardGame):
    """A card game whose seats have Factions.

    `__init__` takes the options ``factions`` and ``cards`` and keeps what it was given: `factions` as `read_factions`
    returns them (sides.py), `cards` in ``given_cards``.
    """

    factions: tuple[str | None, ...]
    given_cards: Any

    @property
    def sides(self) -> tuple[str, ...]:
        """The Faction of each seat; () if any is drawn."""
        return () if None in self.factions else tuple(str(faction) for faction in self.factions)

    def variants(self) -> tuple[Game, ...]:
        """Return this game with the Factions going round the table, each seat having each; itself if all are alike."""
        return self._turned_round

    @cached_property
    def _turned_round(self) -> tuple[Game, ...]:  # made once: a ladder asks for them with every item of work
        turned = turned_round(self.factions)
        if len(turned) == 1:
            return (self,)
        # a card file is never opened because some options name it: what this game was given is given again
        options: dict[str, Any] = self.options | {"cards": self.given_cards}
        return tuple(type(self)(**(options | {"factions": some})) for some in turned)
