"""Decisions of TradeWorlds played once more, with all that was done in them counted, asked for or not.

Below: the rules of TradeWorlds. Above: commands/tradeworlds/course.py. What is the only legal action is never asked
for: who looks at decisions alone misses strikes and battles. So a decision is played here as `flow.apply` plays it, on
a copy of the position and of its random numbers, and every action is counted before it is carried out.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from ow_env.core.jit import Record, record, rules_of
from ow_env.core.rng import RNG, Rng
from ow_env.tradeworlds import verbs as do
from ow_env.tradeworlds.cards import CHANCELLOR, Role
from ow_env.tradeworlds.rules.flow import act, goes_on, tidy
from ow_env.tradeworlds.rules.legality import single_action
from ow_env.tradeworlds.state import GAME, KINDS, RUNNING, TABLES, Game, Tables

COUNTS = record(
    [  # in all games that were counted
        ("turns", np.int64),  # in which a Role was carried out
        (
            "roles",
            np.int64,
            max(Role) + 1,
        ),  # turns with each Role; one that nobody joined gives way to another (TW-R1.4)
        ("joint", np.int64),  # attacks that somebody joined
        ("battles", np.int64),  # that a player began
        ("strikes", np.int64),  # likewise
        ("tactics", np.int64, KINDS),  # cards of each kind that were played
    ]
)

Counts: TypeAlias = Record  # one COUNTS
Games: TypeAlias = NDArray[Any]  # [N] positions
Chance: TypeAlias = NDArray[Any]  # [N]
Constants: TypeAlias = NDArray[Any]  # [1] read-only tables
Chosen: TypeAlias = NDArray[np.int64]  # [N]
Counted: TypeAlias = NDArray[Any]  # [1]

rule = rules_of(
    "tradeworlds_decklab",
    "tradeworlds",
    Game=GAME,
    Tables=TABLES,
    Counts=COUNTS,
    Games=np.dtype((GAME, (1,))),
    Chance=np.dtype((RNG, (1,))),
    Chosen=np.dtype((np.int64, (1,))),
    Counted=np.dtype((COUNTS, (1,))),
)
rule.library.types["Constants"] = types.Array(rule.library.types["Tables"], 1, "C", readonly=True)


@rule
def count(g: Game, t: Tables, action: int, c: Counts) -> None:
    """Count an action that is about to be carried out."""
    verb, what = int(t.actions[action].verb), int(t.actions[action].a)
    if verb == do.ROLE:
        if g.refused:
            c.roles[CHANCELLOR] -= 1
        else:
            c.turns += 1
        c.roles[what] += 1
    elif verb == do.JOIN:
        c.joint += int(g.allies == 0)
    elif verb == do.ENGAGE:
        c.battles += 1
    elif verb == do.STRIKE:
        c.strikes += 1
    elif verb == do.PLAY:
        c.tactics[what] += 1


@rule
def play_on(g: Game, t: Tables, action: int, rng: Rng, c: Counts) -> None:
    """Carry out an action and go on to the next decision, as `flow.apply` does, counting."""
    while action >= 0:
        count(g, t, action, c)
        act(g, t, action, rng)
        while g.ending == RUNNING and goes_on(g, t, rng):
            pass
        if g.ending != RUNNING:
            tidy(g)
            return
        action = single_action(g, t)


@rule
def count_decisions(games: Games, chance: Chance, tables: Constants, chosen: Chosen, counted: Counted) -> int:
    """Play one decision in each of N games and count what is done.

    Args:
        games: positions, played on.
        chance: what each draws from.
        tables: constants the rules read.
        chosen: the action of whoever is asked.
        counted: added to.

    Returns:
        how many decisions were played.
    """
    for i in range(games.shape[0]):
        play_on(games[i], tables[0], int(chosen[i]), chance[i], counted[0])
    return int(games.shape[0])
