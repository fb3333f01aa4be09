"""A position as far as it has been read: plain values, in which nothing refers to a place in the record yet.

Below: form.py, and how any card game reads single values (cards/positions.py). Above: read_table.py, read_decision.py,
which fill it; check.py and build.py, which ask it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ow_env.cards.positions import Values
from ow_env.core.game import States
from ow_env.core.values import shown
from ow_env.open_worlds import state as at
from ow_env.open_worlds.notation import Notation
from ow_env.open_worlds.position.form import unit_names
from ow_env.open_worlds.state import NOBODY, RUNNING


@dataclass
class ReadUnit:
    """A unit in play."""

    world: int
    controller: int
    card: int
    owner: int
    age: int
    idle: bool
    moved: bool

    @property
    def order(self) -> tuple[int, int, int, int, bool]:
        """What the units of a position are sorted by (state.GAME)."""
        return (self.world, self.controller, self.card, self.owner, not self.idle)


@dataclass
class ReadPlayer:
    """A player."""

    income: int = 0
    prior_income: int = 0
    piles: dict[str, list[int]] = field(default_factory=dict)
    staged: dict[int, list[int]] = field(default_factory=dict)  # World -> cards
    halted: bool = False
    unlimited_class: bool = False
    adjusted: int = 0
    swapping: int = 0  # card id + 1


@dataclass
class Order:
    """What one unit was told to do in the conflicts at its World; units by index + 1, 0: none."""

    reserved: bool = False
    targets: list[int] = field(default_factory=list)
    defends: int = 0
    overcome: bool = False
    conqueror: int = 0  # seat + 1


@dataclass
class Play:
    """The Utility in play and the reactions to it."""

    cards: list[tuple[int, int]]  # (card, player), the Utility first
    action: int
    phase: int = at.REACTING
    question: int = at.ASK_NOTHING
    world: int = -1
    target: int = 0  # index + 1 of a unit
    option: int = 0
    replacement: int = 0  # card id + 1

    @property
    def player(self) -> int:
        """Who played it."""
        return self.cards[0][1]


class Draft(Values):
    """A whole position, and what was wrong with it so far."""

    def __init__(self, words: Notation, template: States) -> None:
        agents = [words.agent(seat) for seat in range(words.num_players)]
        super().__init__(agents, words.catalogue.card_ids)
        self.words = words
        self.t: Any = words.t
        self.template: Any = template[0]
        # what was agreed, and where in the game it stands
        self.options: dict[str, int] = {}  # fields of the record
        self.step = "stage"
        self.point = at.TURN_BEGINS
        self.turn = 1
        self.final_turn = False
        self.priority = 0
        self.first_order = [0] * len(agents)  # where first_player is given: the first turn's Priority Order
        self.order = [0] * len(agents)  # the seats in Priority Order
        self.ending, self.winner = RUNNING, -1
        # the table
        self.row: list[int] = []  # ids of the Worlds
        self.resolved: list[bool] = []
        self.world_faults = False
        self.players = [ReadPlayer() for _ in agents]
        self.units: list[ReadUnit] = []
        self.indicators: list[tuple[int, int, int]] = []  # World, card, owner
        # the decision
        self.asked: tuple[int, ...] | None = None  # seats; None: nobody is asked yet
        self.actor = NOBODY
        self.world = -1
        self.conflict = False
        self.unit = 0
        self.weapon = 0
        self.passes = 0
        self.orders: dict[int, Order] = {}  # by the unit's index
        self.play: Play | None = None

    def after(self, seat: int) -> int:
        """Return how many places after the one with Priority a player comes (OW-0.5)."""
        return self.order.index(seat)

    def name(self, card: int) -> str:
        """Return a card's name."""
        return self.words.catalogue.cards[card].name

    def world_name(self, world: int) -> str:
        """Return the name of a World in the row."""
        return self.words.catalogue.worlds[self.row[world]].name

    def place(self, name: object, path: str) -> int | None:
        """Return the place in the row of a World named."""
        names = [self.world_name(world) for world in range(len(self.row))]
        if isinstance(name, str) and name in names:
            return names.index(name)
        if not isinstance(name, str):
            self.fault(path, f"expected a World, found {shown(name)}")
        elif not self.world_faults:  # else it may well be the World that could not be read
            self.fault(path, f"expected a World of the row, found {shown(name)}{self.near(name, names)}")
        return None

    def unit_at(self, world: int, value: object, path: str) -> int | None:
        """Return the index of a unit told by what tells it from the others at its World."""
        there = [index for index, unit in enumerate(self.units) if unit.world == world]
        named = [(self.units[i].card, self.units[i].owner, self.units[i].controller) for i in there]
        names = unit_names(self.words, named)
        if isinstance(value, str) and value in names:
            return there[names.index(value)]
        if world >= 0 and not self.world_faults:
            units = ", ".join(map(repr, names)) or "none"
            self.fault(path, f"expected a unit there, found {shown(value)}; there are: {units}")
        return None
