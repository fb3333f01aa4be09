"""Every game of the suite, a row each. Whatever lists games, or makes one by its name, asks here.

Below: core. Above: everything that takes the name of a game. Importing this loads no game and no compiler:
a game's module is imported when it is first asked for. Other distributions may add games: an entry point
of the group ``ow_env.games``, whose name is the game's and whose value is as in `ROWS`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ow_env.core.game import Game

ROWS = {  # the game's name: where its class is. The folder of that module is the game's.
    "open_worlds": "ow_env.open_worlds.game:OpenWorlds",
    "star_realms": "ow_env.star_realms.game:StarRealms",
    "these_new_worlds": "ow_env.these_new_worlds.game:TheseNewWorlds",
    "tradeworlds": "ow_env.tradeworlds.game:TradeWorlds",
    "expansive_universe": "ow_env.expansive_universe.game:ExpansiveUniverse",
    "goofspiel": "ow_env.goofspiel.game:Goofspiel",
}
DEFAULT = next(iter(ROWS))  # what a command plays when no game is named
GROUP = "ow_env.games"


@cache
def rows() -> dict[str, str]:
    """Return the row of every game: those of this package, then those of other distributions by name."""
    others = {point.name: point.value for point in entry_points(group=GROUP)}
    return ROWS | {name: others[name] for name in sorted(others) if name not in ROWS}


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(rows())


def class_of(name: str) -> type[Game]:
    """Return the class of a game.

    Raises:
        ValueError: there is no game of this name; suggests the nearest.
    """
    module = import_module(module_of(name))
    found: type[Game] = getattr(module, rows()[name].partition(":")[2])
    return found


def module_of(name: str) -> str:
    """Return the name of the module with a game's class, which is not imported.

    Raises:
        ValueError: there is no game of this name; suggests the nearest.
    """
    if name not in rows():
        from ow_env.core.text import nearest

        raise ValueError(f"there is no game {name!r}{nearest(name, rows())}")
    return rows()[name].partition(":")[0]


def make(name: str, **options: Any) -> Game:
    """Return the game of this name with these options; the others have their defaults.

    Raises:
        ValueError: there is no such game or option, or an option's value is not accepted.
    """
    kind = class_of(name)
    known = signature(kind).parameters
    unknown = [option for option in options if option not in known]
    if unknown and all(each.kind is not Parameter.VAR_KEYWORD for each in known.values()):
        from ow_env.core.text import nearest

        told = f"{name} has no option {unknown[0]!r}{nearest(unknown[0], known)}"
        raise ValueError(f"{told}; its options: {', '.join(known)}")
    return kind(**options)


def environment_ids() -> dict[str, str]:
    """Return how Gymnasium and PettingZoo call this package's games, and the module with the environments of each."""
    return {f"ow_env/{row.partition(':')[2]}-v0": f"ow_env.{name}_v0" for name, row in ROWS.items()}
