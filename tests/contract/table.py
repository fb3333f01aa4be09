"""What a game brings to the tests that every game has to pass, and how these tests find it.

Each game has a file ``tests/<game>/contract.py`` with one `Contract`, called ``CONTRACT``. The games are those of the
registry, and any other folder of the tests that has such a file. Below: tests/courses.py, tests/golden.py,
tests/lockstep.py. Above: the other files of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ow_env import registry
from ow_env.core.game import Game, Position, States
from tests.courses import Style
from tests.golden import Golden, Table, Turn

MAY_BE_LEFT_OUT = ("census", "turned", "reveals", "words", "events", "whole", "oracle", "golden", "rules", "page")
TESTS = Path(__file__).parents[1]
Numbers = Callable[[States], npt.NDArray[Any]]  # a number for each of N states


def nothing(game: Game, states: States) -> None:
    """Check nothing."""


def one_answer_at_most(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """Where a seat that is asked may have a single answer: nowhere."""
    return np.zeros(len(states), bool)


def whatever_is_asked(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """Where a seat that is asked may have a single answer: wherever everyone is asked who could have several."""
    return np.full(len(states), game.options["ask"] == "public")


@dataclass(frozen=True, repr=False)
class Contract:
    """What is particular to one game.

    Args:
        name: the game's.
        make: returns a configured game for some options; the same object each time.
        configurations: options of the games that are played: each number of players, each value of each option.
        styles: who plays, by name: how much more likely an action is than another (tests/courses.py).
        late: returns a position in the middle of a game, by a number; None: this configuration has none.
        invariants: raises unless N positions of a game are whole: what is known is there, piles are as large as said.
        census: counts what is never made or lost, [N, ...]: the same after every decision; None: `invariants` does.
        hide_keeps_census: is it also the same in what `hide` gives? False: only summed over all but N.
        hides: is anything in a position hidden from anybody?
        asks_openly: may every seat know who is asked? False: only whether it is asked itself.
        single_answer: where a seat may be asked that has one answer only, bool [N].
        determinization_stands: may what `hide` gives be written and read again and be the same, whatever ``ask`` is?
        listens: may the narrator listen on a copy, and the copy be compared with what was played?
        turned: returns a position with everybody ``by`` seats further on.
        seats_alike: what of two following positions can be compared with those turned, bool [N], of before and after.
        reveals: does a decision, given by its names, bring to light what its own seat did not know? None: any may.
        words: closed lists of words, and which of them holds in each of N positions: met in play, each of them.
        cards_are_played: is there an action about each card of the catalogue?
        reasons: the closed list of reasons why an action is forbidden.
        unmet: which words, verbs, reasons and kinds of event no game comes to, and why.
        rare: those that few games come to, met or not; scenarios show them.
        events: the module of the narrator.
        unnamed_events: kinds of event that the narrator does not spell out.
        whole: raises unless events tell all that changed from one position to the next.
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

    name: str
    make: Callable[..., Game]
    configurations: Sequence[Mapping[str, Any]]
    styles: Mapping[str, Style] = field(default_factory=lambda: {"uniform": {}})
    late: Callable[[Game, int], Position | None] = lambda game, number: None
    invariants: Callable[[Any, States], None] = nothing
    census: Callable[[Any, States], npt.NDArray[Any]] | None = None
    hide_keeps_census: bool = True
    hides: bool = True
    asks_openly: bool = True
    single_answer: Callable[[Game, States], npt.NDArray[np.bool_]] = one_answer_at_most
    determinization_stands: bool = False
    listens: bool = True
    turned: Callable[[Position, int], Position] | None = None
    seats_alike: Callable[[States, States], npt.NDArray[np.bool_]] | None = None
    reveals: Callable[[Sequence[str]], bool] | None = lambda names: False
    words: Mapping[str, tuple[Sequence[str], Numbers]] = field(default_factory=dict)
    cards_are_played: bool = False
    reasons: Sequence[str] = ()
    unmet: Mapping[str, str] = field(default_factory=dict)
    rare: Sequence[str] = ()
    events: ModuleType | None = None
    unnamed_events: Sequence[str] = ()
    whole: Callable[[Any, States, States, Sequence[Any]], None] | None = None
    oracle: str = ""
    oracle_games: int = 20
    golden: Mapping[str, Golden] = field(default_factory=dict)
    tell_table: Table | None = None
    whose_turn: Turn = lambda game, states: game.turn(states).item()
    odd_cards: Path | None = None
    rules: Rules | None = None
    page: Page | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"the contract of {self.name}"

    def check(self, game: Game, states: States, before: States) -> None:
        """Check that positions [N] are whole, and that nothing was made or lost since others [N]."""
        self.invariants(game, states)
        if self.census is not None:
            assert (self.census(game, states) == self.census(game, before)).all(), "something was made or lost"

    @property
    def folder(self) -> Path:
        """Where the game's tests are."""
        return TESTS / self.name

    @property
    def games(self) -> list[Game]:
        """The configured games, each once."""
        return [self.make(**options) for options in self.configurations]


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
    """Return the contract of every game by its name: of those registered, and of those that only tests have."""
    there = [path.parent.name for path in sorted(TESTS.glob("*/contract.py"))]
    names = sorted(there, key=lambda name: list(registry.ROWS).index(name) if name in registry.ROWS else len(there))
    return {name: import_module(f"tests.{name}.contract").CONTRACT for name in names}


def each_game(*, only: Callable[[Contract], Any] = lambda contract: True) -> Any:
    """Return the decorator that runs a test once for each game, each game's tests in one process."""
    chosen = {name: contract for name, contract in contracts().items() if only(contract)}
    rows = [pytest.param(contract, id=name, marks=pytest.mark.xdist_group(name)) for name, contract in chosen.items()]
    return pytest.mark.parametrize("contract", rows)
