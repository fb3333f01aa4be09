"""Games by their names, as commands and settings give them: whole ones, and those small enough to solve.

Below: the registry, training/exact/games.py. Above: commands, self-play, benchmark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ow_env import registry
from ow_env.core.game import Game
from training.exact import games as exact


def make_game(name: str, **options: Any) -> Game:
    """Return the game of this name with these options, the others as by default; a small one has none.

    Raises:
        ValueError: there is no such game or option, or an option is wrong.
    """
    if name not in exact.small_games():
        return registry.make(name, **options)
    if options:
        raise ValueError(f"{name} is as it is: it takes no options, got {', '.join(options)}")
    return exact.make(name)


def with_sides(name: str, sides: Sequence[str] | None, **options: Any) -> Game:
    """Return a game in which each seat plays with what is named (a deck, a faction), or the game's own.

    Args:
        name: of the game.
        sides: one for each seat; None or none: as by default.
        options: others of the game.

    Raises:
        ValueError: in this game sides can't differ, or it can't be played so; it names the arguments of commands.
    """
    if sides:
        side = "" if name in exact.small_games() else registry.class_of(name).facts.side
        if not side:
            raise ValueError(f"--decks: {name} is played without decks, Factions or the like; leave --decks out")
    asked = [argument for argument, given in (("--decks", sides), ("--option", options)) if given]
    if sides:
        options[side] = list(sides)
    try:
        return make_game(name, **options)
    except (TypeError, ValueError) as error:
        if not asked:
            raise
        raise ValueError(f"{', '.join(asked)}: {error}") from None


def both_ways(name: str, sides: Sequence[str], **options: Any) -> list[Game]:
    """Return a game with these sides in every way round the table; as it is by default, where they can't differ.

    What is named first stands first: training is begun with it in seat 0.

    Args:
        name: of the game.
        sides: one for each seat, or none.
        options: others of the game.
    """
    if not sides or name in exact.small_games() or not registry.class_of(name).facts.side:
        return [make_game(name, **options)]
    ways = [list(sides[seat:]) + list(sides[:seat]) for seat in range(len(sides))]
    return [with_sides(name, way, **options) for place, way in enumerate(ways) if way not in ways[:place]]
