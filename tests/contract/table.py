"""What a game of the suite brings beside what any game may: oracle, golden games, pages, numbered rules.

Each game of the suite has a file ``tests/<game>/contract.py`` with one `Contract`, called ``CONTRACT``. Below:
ow_env/testing/, tests/golden.py, tests/lockstep.py. Above: the other files of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from ow_env.testing import contract
from tests.golden import Golden, Table, Turn

MAY_BE_LEFT_OUT = ("census", "turned", "reveals", "words", "events", "whole", "oracle", "golden", "rules", "page")
TESTS = Path(__file__).parents[1]


@dataclass(frozen=True, repr=False)
class Contract(contract.Contract):
    """What is particular to one game of the suite.

    Args:
        oracle: the module with ``Lockstep`` and ``SETUPS``; None: the game has no oracle.
        oracle_games: how many games `make test` plays beside the oracle.
        golden: golden games, by name; none: the game has none.
        tell_table: the lines that tell a position in a golden game.
        whose_turn: what tells one turn from the next: a golden game tells the position where it changes.
        odd_cards: a card file with cards as no printed one is.
        page: what the game's page in docs/ has as tables; None: the game has no page of its own.
        rules: what the numbered rules look like; None: the game has none.
        left_out: what the game does not bring of `MAY_BE_LEFT_OUT`, and why.
    """

    oracle: str = ""
    oracle_games: int = 20
    golden: Mapping[str, Golden] = field(default_factory=dict)
    tell_table: Table | None = None
    whose_turn: Turn = lambda game, states: game.turn(states).item()
    odd_cards: Path | None = None
    rules: Rules | None = None
    page: Page | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the game's tests are."""
        return TESTS / self.name


@dataclass(frozen=True)
class Rules:
    """What the numbered rules of a game look like.

    Args:
        marks: what rules are marked as: "book faq ruling".
        every_one_is_cited: does code or a test of the game cite each?
        besides: what else is cited, though no rule.
    """

    marks: str = "book ruling"
    every_one_is_cited: bool = True
    besides: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """What the game's page in docs/ has beside its options.

    Args:
        slices: the module that declares the slices of the observation: the page has a table of them.
        actions: does it count the actions of each kind?
        shorthand: what a name in that table stands for, where it is written short.
        figures: does it say how many numbers are observed, and how many of them and of the actions there are at most?
        card_actions: actions that the card file on the page brings.
    """

    slices: ModuleType
    actions: bool = True
    shorthand: Mapping[str, str] = field(default_factory=dict)
    figures: bool = False
    card_actions: Sequence[str] = ()


@cache
def contracts() -> dict[str, Contract]:
    """Return the contracts of the games of the suite, and of that which only tests have."""
    return {name: each for name, each in contract.contracts().items() if isinstance(each, Contract)}


each_game = partial(contract.each_game, among=contracts)
