"""Positions of card games as JSON: how they are written and read, and lists of cards by name.

Below: decklists.py. Above: each game's position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ow_env.cards.decklists import counted
from ow_env.core import values
from ow_env.core.game import Position, States
from ow_env.core.rng import RNG, Rngs
from ow_env.core.values import shown


def members(bits: Any) -> list[int]:
    """Return the numbers in a set, each of which is a bit."""
    left = int(bits)
    return [number for number in range(left.bit_length()) if left >> number & 1]


class TableReader(Protocol):
    """What reads a position's table into a record, and collects faults, as `Values` does."""

    state: States  # [1]

    def read_table(self, value: object) -> Any:
        """Read all but what is decided; return that."""

    faults: list[str]

    def fault(self, path: str, text: str) -> None:
        """Keep a fault."""

    def refuse(self) -> None:
        """Raise if there is any fault."""


def play_on(steps: Callable[[Any, Any, Any], Any], state: States, tables: States, rng: Rngs | None) -> None:
    """Let the rules play on from a state [1], in place, to its next decision.

    Args:
        steps: the game's rule that plays on where nobody has a choice.
        state: [1].
        tables: [1] of the game.
        rng: [1] draws what is due; None: one that always draws the same.
    """
    steps(state[0], tables[0], (np.zeros(1, RNG) if rng is None else rng)[0])


@dataclass(frozen=True)
class Positions:
    """How a game's positions are written and read.

    Attributes:
        writer: made of the catalogue, the tables [1], a state [1] and a view; its `write` returns the position.
        reader: made of the catalogue, the tables [1] and the template [1] with the options; nothing is read yet.
        read_decision: reads what is decided into the reader's state, after the table, which may have faults.
        steps: as of `play_on`.
        running: what `ending` is while a game is going on.
        why_not: the rule, to refuse positions that ask a player who has no answer.
        points: what is asked at each point, in a word, as that refusal says.
    """

    writer: Callable[[Any, States, States, str], Any]
    reader: Callable[[Any, States, States], Any]
    read_decision: Callable[[Any, Any], None]
    steps: Callable[[Any, Any, Any], Any]
    running: int
    why_not: Callable[[Any, Any, int, int], int] | None = None
    points: Sequence[str] = ()

    def write(self, catalogue: Any, tables: States, state: States, view: str) -> Position:
        """Return a position as JSON data; ``view`` is full, public, player_0, player_1 ...

        Raises:
            ValueError: there is no such view.
        """
        told: Position = self.writer(catalogue, tables, state, view).write()
        return told

    def read(
        self, catalogue: Any, tables: States, template: States, position: object, rng: Rngs | None = None
    ) -> States:
        """Return the state [1] that a full position describes, played on to its next decision.

        Args:
            catalogue: the cards.
            tables: [1] of the game.
            template: [1] the options.
            position: as `write` returns it; what is left out is as the top of the game's own file or folder says.
            rng: as of `play_on`.

        Raises:
            ValueError: it is no position of this game. Every fault is named, each with its field, what was found and
                what would be right.
        """
        reader: TableReader = self.reader(catalogue, tables, template)
        self.read_decision(reader, reader.read_table(position))
        reader.refuse()
        g, t = reader.state[0], tables[0]
        play_on(self.steps, reader.state, tables, rng)
        if g["ending"] == self.running and self.nobody_answers(g, t):
            reader.fault("decision", f"nothing could be done at {shown(self.points[g['point']])}")
            reader.refuse()
        return reader.state

    def nobody_answers(self, g: Any, t: Any) -> bool:
        """Is a player asked who has no answer?"""
        ask = self.why_not
        return ask is not None and all(ask(g, t, int(g.asked), action) for action in range(int(t.action_count)))


class Values(values.Values):
    """Reads single values of a position, cards among them.

    Args:
        agents: who plays, seat by seat.
        card_ids: the cards there are, by name.
    """

    def __init__(self, agents: Sequence[str], card_ids: Mapping[str, int]) -> None:
        super().__init__(agents)
        self.card_ids = card_ids

    def card(self, value: object, path: str) -> int | None:
        """Return the id of a card named."""
        if isinstance(value, str) and value in self.card_ids:
            return self.card_ids[value]
        self.fault(path, f"expected the name of a card, found {shown(value)}{self.near(value, self.card_ids)}")
        return None

    def pile(self, value: object, path: str) -> list[Any]:
        """Return the entries of a list of cards."""
        if isinstance(value, list | tuple):
            return list(value)
        view = ": a view counts what it hides; only a full position can be set up" if type(value) is int else ""
        self.fault(path, f"expected a list of cards, found {shown(value)}{view}")
        return []

    def cards(self, value: object, path: str) -> list[int]:
        """Return the ids of a list of cards, sorted. An entry may stand for several: "5x Outpost"."""
        ids: list[int] = []
        for place, entry in enumerate(self.pile(value, path)):
            name, copies = self.copies(entry, f"{path}[{place}]")
            card = self.card(name, f"{path}[{place}]")
            ids += [] if card is None else [card] * copies
        return sorted(ids)

    def copies(self, entry: object, path: str) -> tuple[object, int]:
        """Return what an entry of a list of cards names, and how many there are of it."""
        if not isinstance(entry, str) or entry in self.card_ids:
            return entry, 1
        name, copies = counted(entry)
        if copies == 0:
            self.fault(path, f"expected at least one card, found {shown(entry)}")
        return (entry if name not in self.card_ids else name), copies
