"""World-by-World Resolution: which World is next, and what is cleared away at its end (OW-4).

Below: units.py, order.py. Above: the Sub-Steps' files name their own; flow.py strings them together.
"""

from __future__ import annotations

from ow_env.open_worlds import actions as why, state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.rules.order import go
from ow_env.open_worlds.rules.units import trash_unit, wipe_conflict
from ow_env.open_worlds.state import Game, Tables, rule


@rule
def why_not_resolve(g: Game, world: int) -> int:
    """Return the rule that forbids to resolve a World next, or OK."""
    return OK if g.worlds[world].resolved == 0 else why.RESOLVED_ALREADY


@rule
def resolve(g: Game, world: int) -> None:
    """Begin the resolution of a World."""
    g.world = world
    go(g, at.WINDOW_WORLD)


@rule
def proceed_next_world(g: Game) -> None:
    """Ask the player with Priority for the next World; the last one needs no asking."""
    left = 0
    last = 0
    for w in range(g.num_worlds):
        if g.worlds[w].resolved == 0:
            left += 1
            last = w
    if left == 0:
        go(g, at.COUNT_INCOME)
    elif left == 1:
        resolve(g, last)
    else:
        g.actor = g.priority


@rule
def proceed_world_ends(g: Game, t: Tables) -> None:
    """Trash what leaves play after Conflict, forget all that was done and suffered here (OW-4f.7, OW-4e.5)."""
    for i in range(int(g.starts[g.world + 1]) - 1, int(g.starts[g.world]) - 1, -1):
        wipe_conflict(g.units[i])
        if t.cards[g.units[i].card].trash_after_conflict != 0:
            trash_unit(g, i)
    g.worlds[g.world].resolved = 1
    g.world = -1
    g.conflict = 0
    go(g, at.NEXT_WORLD)
