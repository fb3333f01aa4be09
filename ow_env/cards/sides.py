"""Factions as what seats play with: reading the option, drawing those not given, fair rotations.

Below: piles.py, core. Above: options.py, game.py and rules/ of games with Factions. The rules are templates:
`of(library)` binds them to a game whose players have a field `faction`, `RANDOM` until it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ow_env.cards.piles import bind
from ow_env.compiled.jit import Library, Record
from ow_env.core.options import shown
from ow_env.core.rng import Rng, below
from ow_env.core.text import nearest

Factions: TypeAlias = Sequence[str | None] | None
Game: TypeAlias = Record

RANDOM = -1

is_free: Any = None  # of this file, once bound

# ── The option ─────────────────────────────────────────────────────────────────────────────────


def count_named(factions: object) -> int | None:
    """Return for how many players an option names Factions; None: it doesn't say."""
    return len(factions) if isinstance(factions, Sequence) and not isinstance(factions, str) else None


def read_factions(value: object, players: int, known: Sequence[str], once: str = "") -> tuple[str | None, ...]:
    """Return the Faction of each seat, None where it is drawn.

    Args:
        value: the option: None, or a name or None for each seat.
        players: how many play.
        known: the Factions there are.
        once: the rule that forbids to play one twice; "": none does.

    Raises:
        ValueError: it is none of these; names the seat, and the nearest name.
    """
    if value is None:
        return (None,) * players
    named = count_named(value)
    if named is None or not isinstance(value, Sequence):
        raise ValueError(f"factions: expected a list with a Faction or None for each player, got {shown(value)}")
    if named != players:
        raise ValueError(f"factions: expected {players}, one for each player, got {named}")
    for seat, name in enumerate(value):
        if name is not None and name not in known:
            near = nearest(name, known) if isinstance(name, str) else ""
            raise ValueError(f"factions[{seat}]: expected {', '.join(known)} or None, got {shown(name)}{near}")
        if once and name is not None and name in value[:seat]:
            raise ValueError(f"factions[{seat}]: {name} is there twice; each is played once ({once})")
    return tuple(value)


def turned_round(factions: Sequence[str | None]) -> list[list[str | None]]:
    """Return every way in which these go round the table, each once, in the same order whichever was named first."""
    turned = [[*factions[seat:], *factions[:seat]] for seat in range(len(factions))]
    first = turned.index(min(turned, key=str))
    return list({tuple(some): some for some in turned[first:] + turned[:first]}.values())


# ── Drawing them ───────────────────────────────────────────────────────────────────────────────


def is_free_template(g: Game, faction: int) -> bool:
    """Has nobody this Faction?"""
    for seat in range(g.num_players):
        if g.players[seat].faction == faction:
            return False
    return True


def draw_factions_template(g: Game, factions: int, rng: Rng) -> None:
    """Draw those that were not given, all different, seat by seat."""
    for seat in range(g.num_players):
        if g.players[seat].faction != RANDOM:
            continue
        free = 0
        for faction in range(factions):
            free += is_free(g, faction)
        left = below(rng, free)
        for faction in range(factions):
            if is_free(g, faction):
                if left == 0:
                    g.players[seat].faction = faction
                    break
                left -= 1


@dataclass(frozen=True)
class Sides:
    """The rules above for one game."""

    is_free: Callable[[Game, int], bool]
    draw_factions: Callable[[Game, int, Rng], None]


TEMPLATES = (is_free_template, draw_factions_template)


def of(library: Library) -> Sides:
    """Return the rules above as rules of a library that knows the word Game."""
    return Sides(**bind(library, TEMPLATES, {}))
