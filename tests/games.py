"""Every game, for tests that ask the same of each: those of the registry, and the small one in tests/bazaar.

There is no list here. Which games there are the registry says; how few and how many play, the game's facts; what can be
chosen between a few words (`ask`, `stage`, `scenario`), the annotations of its options.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from ow_env import registry
from ow_env.core.game import Game
from tests.bazaar import bazaar_v0
from tests.bazaar.game import Bazaar

NAMES = (*registry.ROWS, Bazaar.name)
LENGTHS = {
    "max_turns": 4,
    "max_rounds": 3,
    "rounds": 2,
    "num_cards": 5,
}  # options that cut a game short, where it has them

each_name = pytest.mark.parametrize("name", NAMES)


def class_of(name: str) -> type[Game]:
    """Return the class of a game."""
    return Bazaar if name == Bazaar.name else registry.class_of(name)


def module_of(name: str) -> ModuleType:
    """Return the module with a game's environments."""
    return bazaar_v0 if name == Bazaar.name else import_module(f"ow_env.{name}_v0")


def brief(name: str) -> dict[str, int]:
    """Return the options with which a game is soon over."""
    return {option: length for option, length in LENGTHS.items() if option in signature(class_of(name)).parameters}


def make(name: str, **options: Any) -> Game:
    """Return a game that is soon over, with these options besides."""
    return class_of(name)(**{**brief(name), **options})


def configurations(name: str) -> dict[str, dict[str, Any]]:
    """Return some options of a game, by what they are: as it is, with the fewest and the most players, all others."""
    kind, hints = class_of(name), get_type_hints(class_of(name).__init__)
    others = {option: get_args(hint)[-1] for option, hint in hints.items() if get_origin(hint) is Literal}
    found: dict[str, dict[str, Any]] = {name: {}}
    for players in kind.facts.players:
        if "num_players" in hints and players != kind().num_players and plays(kind, players):
            found[f"{name} of {players}"] = {"num_players": players}
    return {**found, f"{name}, {', '.join(others.values())}": others}


def plays(kind: type[Game], players: int) -> bool:
    """Is so many a matter of this option alone? (The scenario for one is another's.)"""
    try:
        kind(num_players=players)  # type: ignore[call-arg]
    except ValueError:
        return False
    return True


def every_table() -> dict[str, Callable[[], Game]]:
    """Return some configurations of every game, each soon over, as functions that make it."""
    return {told: partial(make, name, **options) for name in NAMES for told, options in configurations(name).items()}


TABLES = every_table()
each_table = pytest.mark.parametrize("make_game", TABLES.values(), ids=TABLES)
