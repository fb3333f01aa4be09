"""What a game brings to the tests that every game has to pass, and how these tests find it.

A game that brings nothing is asked all that needs nothing said. One that brings more has a file ``contract.py`` with a
`Contract` called ``CONTRACT``: beside the module of its class, or, in this package's checkout, in ``tests/<game>/``.
Below: courses.py. Above: the other files of this folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt
import pytest

from ow_env import registry
from ow_env.core.game import Game, Position, States
from ow_env.testing.courses import Style
from ow_env.testing.plugin import ASKED

TESTS = Path(__file__).parents[2] / "tests"  # of a checkout
Numbers = Callable[[States], npt.NDArray[Any]]  # a number for each of N states


def nothing(game: Game, states: States) -> None:
    """Check nothing."""


def one_answer_at_most(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """Where a seat that is asked may have a single answer: nowhere."""
    return np.zeros(len(states), bool)


def whatever_is_asked(game: Game, states: States) -> npt.NDArray[np.bool_]:
    """Where a seat that is asked may have a single answer: wherever everyone is asked who could have several."""
    return np.full(len(states), game.options.get("ask") == "public")


@dataclass(frozen=True, repr=False)
class Contract:
    """What is particular to one game.

    Args:
        name: the game's.
        make: returns a configured game for some options; the same object each time.
        configurations: options of the games that are played: each number of players, each value of each option.
        styles: who plays, by name: how much more likely an action is than another (courses.py).
        late: returns a position in the middle of a game, by a number; None: this configuration has none.
        invariants: raises unless N positions of a game are whole: what is known is there, piles are as large as said.
        census: counts what is never made or lost, [N, ...]: the same after every decision; None: `invariants` does.
        hide_keeps_census: is it also the same in what `hide` gives? False: only summed over all but N.
        hides: is anything in a position hidden from anybody? None: as positions tell seats apart (playthroughs.py).
        asks_openly: may every seat know who is asked? False: only whether it is asked itself.
        single_answer: where a seat may be asked that has one answer only, bool [N].
        determinization_stands: may what `hide` gives be written and read again and be the same, whatever ``ask`` is?
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
        edited: are positions of it edited at random, and what is read then played to its end?
    """

    name: str
    make: Callable[..., Game]
    configurations: Sequence[Mapping[str, Any]]
    styles: Mapping[str, Style] = field(default_factory=lambda: {"uniform": {}})
    late: Callable[[Game, int], Position | None] = lambda game, number: None
    invariants: Callable[[Any, States], None] = nothing
    census: Callable[[Any, States], npt.NDArray[Any]] | None = None
    hide_keeps_census: bool = True
    hides: bool | None = True
    asks_openly: bool = True
    single_answer: Callable[[Game, States], npt.NDArray[np.bool_]] = one_answer_at_most
    determinization_stands: bool = False
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
    edited: bool = True

    def __repr__(self) -> str:
        return f"the contract of {self.name}"

    def check(self, game: Game, states: States, before: States) -> None:
        """Check that positions [N] are whole, and that nothing was made or lost since others [N]."""
        self.invariants(game, states)
        if self.census is not None:
            assert (self.census(game, states) == self.census(game, before)).all(), "something was made or lost"

    @property
    def games(self) -> list[Game]:
        """The configured games, each once."""
        return [self.make(**options) for options in self.configurations]


@cache
def made(name: str, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    """Return a registered game, the same for the same options."""
    return registry.make(name, **dict(options))


def plain(name: str) -> Contract:
    """Return the contract of a game that brings none: it is played as by default, and with `others` of its options."""
    game = made(name)
    return Contract(
        name,
        lambda **options: made(name, tuple(sorted(options.items()))),
        [{}, *others(game)],
        hides=None,
        single_answer=lambda game, states: np.ones(len(states), bool),
        reveals=None,
        edited=hasattr(game.engine, "sound"),  # one that has no such rule relies on nobody's writing positions by hand
        unmet={option: "played as by default" for option in game.options if option != "num_players"},
    )


def others(game: Game) -> Iterator[dict[str, Any]]:
    """Yield options other than a game's: each number of players, each word of a choice, each flag, one at a time."""
    kind, (least, most) = type(game), game.facts.players
    hints = get_type_hints(kind.__init__)
    values: dict[str, Sequence[Any]] = {"num_players": range(least, most + 1)} if "num_players" in hints else {}
    values |= {option: get_args(hint) for option, hint in hints.items() if get_origin(hint) is Literal}
    values |= {option: (False, True) for option, hint in hints.items() if hint is bool}
    for option, value in ((option, value) for option, some in values.items() for value in some):
        if value != game.options.get(option) and can_be(kind, {option: value}):
            yield {option: value}


def can_be(kind: type[Game], options: Mapping[str, Any]) -> bool:
    """May these options stand alone? What is played by one may be another scenario."""
    try:
        kind(**options)
    except ValueError:
        return False
    return True


def modules() -> dict[str, str]:
    """Return the modules in which contracts are, by game: those beside registered games, and those of a checkout."""
    found = {}
    if TESTS.is_dir() and str(TESTS.parent) not in sys.path:
        sys.path.append(str(TESTS.parent))
    spec = find_spec("tests")
    if spec is not None and str(TESTS) in (spec.submodule_search_locations or ()):  # and no folder of the same name
        paths = sorted(TESTS.glob("*/contract.py"))
        found = {path.parent.name: f"tests.{path.parent.name}.contract" for path in paths}
    for name in registry.games():
        package = registry.module_of(name).rpartition(".")[0]
        if package and find_spec(f"{package}.contract") is not None:
            found[name] = f"{package}.contract"
    return found


@cache
def contracts() -> dict[str, Contract]:
    """Return the contract of every game by its name: of those registered, and of those that only tests have.

    Raises:
        ValueError: `--game` names one that there is not.
    """
    where = modules()
    names = [*registry.games(), *sorted(set(where) - set(registry.games()))]
    for name in ASKED:
        if name not in names:
            registry.module_of(name)  # says which is nearest
    chosen = [name for name in names if name in ASKED or not ASKED]
    return {name: import_module(where[name]).CONTRACT if name in where else plain(name) for name in chosen}


def each_game(
    *, only: Callable[[Any], Any] = lambda contract: True, among: Callable[[], Mapping[str, Contract]] = contracts
) -> Any:
    """Return the decorator that runs a test once for each game, each game's tests in one process."""
    chosen = {name: contract for name, contract in among().items() if only(contract)}
    rows = [pytest.param(contract, id=name, marks=pytest.mark.xdist_group(name)) for name, contract in chosen.items()]
    return pytest.mark.parametrize("contract", rows)
