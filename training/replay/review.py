"""A game that is over, looked at again: what each seat could expect, and which choices cost it most.

Below: one_game.py, agents, Batch. Above: standalone.py shows it on the page of a game, hall.py makes it of a table,
commands/replay.py of a record.

A search looks at every decision: from positions that could be the true one for all that the seat knew, so a choice is
judged by what could be known, not by what came of it. What a choice cost is by how much the search expects more of the
best action. The choices that look worst are searched again, longer and with other random numbers: what is told is of
those searches alone, for of many numbers the largest are too large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import agents
from agents.registry import SEARCH
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look
from ow_env.core.records import Moment, outcomes

Review: TypeAlias = dict[str, Any]  # JSON-able: `review` has its fields
Progress: TypeAlias = Callable[[int, int], None]  # how much of how much is done

WORST = 3  # choices of a seat that are told
LEAST_LOST = 0.02  # of a result: less is noise
SIMULATIONS, LONG = 100, 1000  # of every decision, and of the worst
WIDTH = 100  # actions that are tried at a decision: what was chosen, too, however unlikely it is
ASKED_AGAIN = 6  # choices of a seat that are searched the second time
AT_ONCE = 16  # decisions between two looks at how far it is


@dataclass(frozen=True)
class Choice:
    """A decision of one seat, and what a search expects of each action: results from -1 to 1."""

    moment: Moment
    seat: int
    best: int  # what it would do
    expected: float  # of that
    values: NDArray[np.float64]  # [A] of each action; NaN: not tried

    @property
    def chosen(self) -> int:
        """The action that was taken."""
        return int(self.moment.chosen[self.seat])

    @property
    def lost(self) -> float:
        """How much less the search expects of what was chosen; NaN: that was not tried; 0: it would do the same."""
        return 0.0 if self.best == self.chosen else self.expected - float(self.values[self.chosen])


def review(
    game: Game, moments: Sequence[Moment], progress: Progress = lambda done, of: None, simulations: int = SIMULATIONS
) -> Review:
    """Look at a game again.

    Args:
        game: that was played.
        moments: all of it, the last one too, at which nothing is decided.
        progress: is told how far it is, from whatever thread this runs in.
        simulations: of each decision; the worst choices get `LONG`.

    Returns:
        ``agent``, the name of the search; ``values``: for each seat a list of ``[step, value]`` in the game's order,
        the result to expect there, from -1, lost, to 1, won, wherever it could choose and at the end; ``choices``: for
        each seat a list of at most `WORST` choices, the worst first, each with ``step`` (a moment's number less one),
        ``when`` (its name), ``chosen`` and ``better`` (names of actions), and ``lost``, of a result, from 0 to 2.
    """
    name = f"{SEARCH}:{simulations}"
    decided = [moment for moment in moments if moment.actions]
    again = ASKED_AGAIN * game.num_players
    most = simulations * len(decided) + LONG * again
    search = agents.make(f"{name},width={WIDTH}", game)
    choices: list[Choice] = []
    for at in range(0, len(decided), AT_ONCE):
        part = decided[at : at + AT_ONCE]
        choices += choices_at(game, part, search)
        progress(simulations * (at + len(part)), most)
    longer = agents.make(f"{SEARCH}:{LONG},width={WIDTH}", game, seed=1)
    told: list[list[dict[str, Any]]] = []
    for seat in range(game.num_players):
        worst = sorted((each for each in choices if each.seat == seat and each.lost != 0), key=doubtful)[:ASKED_AGAIN]
        found = [each for choice in worst for each in choices_at(game, [choice.moment], longer, only=seat)]
        found = sorted((each for each in found if each.lost >= LEAST_LOST), key=lambda each: -each.lost)
        told.append([mistake_of(game, each) for each in found[:WORST]])
        progress(simulations * len(decided) + LONG * ASKED_AGAIN * (seat + 1), most)
    progress(most, most)
    return {"agent": name, "values": values_of(game, choices, moments[-1]), "choices": told}


def choices_at(game: Game, moments: Sequence[Moment], search: Any, only: int | None = None) -> list[Choice]:
    """Return what a search expects at all decisions, or ``only`` a seat's, at which there is a choice."""
    batch = Batch(game, len(moments))
    batch.set_states(np.concatenate([moment.state for moment in moments]))
    asked = batch.to_act & (batch.action_mask.sum(axis=2) > 1)
    if only is not None:
        asked &= np.arange(game.num_players) == only
    rows, seats = np.nonzero(asked)
    steps = np.array([moment.number - 1 for moment in moments], np.int64)[rows]
    found = search.examine(look(batch, rows, seats, steps, determinize=True))
    return [
        Choice(moments[int(row)], int(seat), int(best), float(expected), values)
        for row, seat, best, expected, values in zip(rows, seats, *found, strict=True)
    ]


def doubtful(choice: Choice) -> tuple[bool, float]:
    """Return a key by which choices come first that were not tried, or lost much."""
    return not np.isnan(choice.lost), -choice.lost


def values_of(game: Game, choices: Sequence[Choice], end: Moment) -> list[list[list[float]]]:
    """Return the result that each seat could expect at its decisions, and the one it came to."""
    values: list[list[list[float]]] = [[] for _ in range(game.num_players)]
    for choice in choices:
        values[choice.seat].append([choice.moment.number - 1, round(choice.expected, 3)])
    if end.actions == {} and game.engine.ending(end.state[0]) == 1:
        for seat, paid in enumerate(outcomes(game, end.state[0])):
            values[seat].append([end.number - 1, max(-1.0, min(1.0, float(paid)))])
    return values


def mistake_of(game: Game, choice: Choice) -> dict[str, Any]:
    """Return a choice that cost something as data."""
    state, seat = choice.moment.state, choice.seat
    return {
        "step": choice.moment.number - 1,
        "when": choice.moment.name,
        "chosen": game.action_name(state, seat, choice.chosen),
        "better": game.action_name(state, seat, choice.best),
        "lost": round(choice.lost, 3),
    }
