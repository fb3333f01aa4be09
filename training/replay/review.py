"""A game that is over, looked at again: what each seat could expect, and which choices cost it most.

Below: one_game.py, agents, Batch. Above: standalone.py shows it on the page of a game, hall.py makes it of a table,
commands/replay.py of a record. In order: the review, what an agent says of every decision, choices tried again.

*What a choice costs.* The agent that reviews names what it would have done. Both choices are then tried, from
positions that could be the true one for all that the seat knew, with the same draws for both, and played on: by a
network until the seat decides again, whose value for it then counts; where the game has no network, by its usual agent
to the end. So a choice is judged by what could be known, not by what came of it. The choices that look worst are tried
again, with new positions: what is told is of those alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import agents
from agents import shipped
from agents.base import Agent, advice_of
from agents.registry import SEARCH, usual
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import look, seen_by
from ow_env.core.records import Moment, outcomes

Review: TypeAlias = dict[str, Any]  # JSON-able: `review` has its fields
Progress: TypeAlias = Callable[[int, int], None]  # how much of how much is done

WORST = 3  # choices of a seat that are told
LEAST_LOST = 0.02  # of a result: less is noise
SIMULATIONS = 100  # of the search that reviews a game without a network
AT_ONCE = 16  # decisions that the agent is asked about in one call
SUSPECTS = 120  # decisions at which another choice is tried, the least likely choices first
LEAST_SHARE = 0.05  # of an action that is tried in place of the one chosen
ALTERNATIVES = 3  # tried at a decision
FIRST_TRIALS, LAST_TRIALS = 8, 48  # positions from which each is tried: at all suspects, and at the worst of them
ASKED_AGAIN = 6  # choices of a seat that are tried the second time
LONGEST = 2000  # joint decisions for which a trial is played on


@dataclass(frozen=True)
class Choice:
    """A decision of one seat, and what the agent that reviews thinks of it."""

    moment: Moment
    seat: int
    policy: NDArray[np.float64]  # [A]
    value: float | None

    @property
    def chosen(self) -> int:
        """The action that was taken."""
        return int(self.moment.chosen[self.seat])

    @property
    def others(self) -> list[int]:
        """What the agent would rather have done, the likeliest first."""
        order = np.argsort(-self.policy, kind="stable")[: ALTERNATIVES + 1].tolist()
        return [action for action in order if action != self.chosen and self.policy[action] >= LEAST_SHARE]

    @property
    def doubt(self) -> float:
        """How much more speaks for what the agent would have done."""
        return float(self.policy.max() - self.policy[self.chosen])


def reviewer_of(game: Game) -> str:
    """Return the name of the agent that reviews a game as it is configured: its network, or else a search."""
    return shipped.NAME if shipped.NAME in agents.names(game) else f"{SEARCH}:{SIMULATIONS}"


def review(
    game: Game, moments: Sequence[Moment], progress: Progress = lambda done, of: None, agent: str | None = None
) -> Review:
    """Look at a game again.

    Args:
        game: that was played.
        moments: all of it, the last one too, at which nothing is decided.
        progress: is told how far it is, from whatever thread this runs in.
        agent: who reviews; None: `reviewer_of`.

    Returns:
        ``agent``, its name; ``values``: for each seat a list of ``[step, value]`` in the game's order, the result that
        the agent expected there, from -1, lost, to 1, won; ``choices``: for each seat a list of at most `WORST`
        choices, the worst first, each with ``step`` (a moment's number less one), ``when`` (its name), ``chosen`` and
        ``better`` (names of actions), and ``lost``, of a result, from 0 to 2.
    """
    name = agent or reviewer_of(game)
    reviewer = Reviewer(name, game)
    decided = sum(len(moment.actions) for moment in moments)
    most = decided + SUSPECTS + ASKED_AGAIN * game.num_players
    choices: list[Choice] = []
    for part in parts_of(moments, AT_ONCE):
        choices += reviewer.choices(part)
        progress(len(choices), most)
    suspects = sorted((each for each in choices if each.others), key=lambda each: -each.doubt)[:SUSPECTS]
    first: list[tuple[float, Choice]] = []
    for done, choice in enumerate(suspects, 1):
        first.append((reviewer.lost(choice, FIRST_TRIALS, 0)[0], choice))
        progress(decided + done, most)
    told: list[list[dict[str, Any]]] = []
    for seat in range(game.num_players):
        worst = sorted((each for each in first if each[1].seat == seat and each[0] > 0), key=lambda each: -each[0])
        again = [(*reviewer.lost(choice, LAST_TRIALS, 1), choice) for _, choice in worst[:ASKED_AGAIN]]
        again = [each for each in again if each[0] >= LEAST_LOST]
        told.append([mistake_of(game, *each) for each in sorted(again, key=lambda each: -each[0])[:WORST]])
        progress(decided + len(suspects) + ASKED_AGAIN * (seat + 1), most)
    progress(most, most)
    return {"agent": name, "values": values_of(game, choices, moments[-1]), "choices": told}


def values_of(game: Game, choices: Sequence[Choice], end: Moment) -> list[list[list[float]]]:
    """Return the result that each seat could expect at its decisions, and the one it came to."""
    values: list[list[list[float]]] = [[] for _ in range(game.num_players)]
    for choice in choices:
        if choice.value is not None:
            values[choice.seat].append([choice.moment.number - 1, round(choice.value, 3)])
    if end.actions == {} and game.engine.ending(end.state[0]) == 1:
        for seat, paid in enumerate(outcomes(game, end.state[0])):
            values[seat].append([end.number - 1, max(-1.0, min(1.0, float(paid)))])
    return values


def mistake_of(game: Game, lost: float, better: int, choice: Choice) -> dict[str, Any]:
    """Return a choice that cost something as data."""
    state, seat = choice.moment.state, choice.seat
    return {
        "step": choice.moment.number - 1,
        "when": choice.moment.name,
        "chosen": game.action_name(state, seat, choice.chosen),
        "better": game.action_name(state, seat, better),
        "lost": round(lost, 3),
    }


def parts_of(moments: Sequence[Moment], most: int) -> list[Sequence[Moment]]:
    """Return moments at which something is decided, in groups."""
    deciding = [moment for moment in moments if moment.actions]
    return [deciding[at : at + most] for at in range(0, len(deciding), most)]


# ── Asking and trying ────────────────────────────────────────────────────────────────────────


class Reviewer:
    """An agent that is asked about decisions of others, and tries what it would have done.

    Args:
        name: of the agent.
        game: that was played.
    """

    def __init__(self, name: str, game: Game) -> None:
        self._game = game
        self._agent = agents.make(name, game)
        self._by_value = name.partition(":")[0] != SEARCH and hasattr(self._agent, "advise")  # its value ends a trial
        self._player: Agent = self._agent if self._by_value else agents.make(usual(game.name), game)

    def choices(self, moments: Sequence[Moment]) -> list[Choice]:
        """Return all decisions of some moments, each with what the agent thinks of it."""
        batch = Batch(self._game, len(moments))
        batch.set_states(np.concatenate([moment.state for moment in moments]))
        rows, seats = np.nonzero(batch.to_act)
        steps = np.array([moment.number - 1 for moment in moments], np.int64)[rows]
        seen = seen_by(self._agent, batch, rows, seats, steps)
        advice = advice_of(self._agent, seen, self._game.num_actions)
        values = [None] * len(rows) if advice.values is None else advice.values.tolist()
        return [
            Choice(moments[int(row)], int(seat), policy.astype(np.float64), value)
            for row, seat, policy, value in zip(rows, seats, advice.policy, values, strict=True)
        ]

    def lost(self, choice: Choice, trials: int, draw: int) -> tuple[float, int]:
        """Return how much more another action brought than the one chosen, and which; less than 0: none brought more.

        Args:
            choice: with at least one other.
            trials: positions from which each is tried.
            draw: others for another number.
        """
        actions = [choice.chosen, *choice.others]
        results = self._results(choice, actions, trials, draw).mean(axis=1)
        best = int(results[1:].argmax()) + 1
        return float(results[best] - results[0]), actions[best]

    def _results(self, choice: Choice, actions: list[int], trials: int, draw: int) -> NDArray[np.float64]:
        """Return what each action brings the seat in each trial: [actions, trials]."""
        game, seat, count = self._game, choice.seat, len(actions)
        one = Batch(game, 1, draw)
        one.set_states(choice.moment.state)
        moments = choice.moment.number * 1000 + np.arange(trials, dtype=np.int64)
        seen = look(one, np.zeros(trials, np.intp), np.full(trials, seat), moments, True)
        assert seen.determinizations is not None
        batch = Batch(game, count * trials, draw)
        batch.set_states(np.tile(seen.determinizations, count))
        batch.rng[:] = np.tile(batch.rng[:trials], count)  # the same draws for each of the actions
        results, open_ = np.zeros(count * trials), np.ones(count * trials, np.bool_)
        given = np.repeat(np.array(actions, np.int32), trials)
        for step in range(LONGEST):
            chosen = self._chosen(batch, np.flatnonzero(open_), choice.moment.number + step)
            if not step:
                chosen[:, seat] = given
            chosen[~batch.to_act] = 0
            batch.step(chosen)
            ended = open_ & batch.terminated
            for row in np.flatnonzero(ended):
                results[row] = max(-1.0, min(1.0, float(outcomes(game, batch.states[row])[seat])))
            open_ &= ~(batch.terminated | batch.truncated)
            if self._by_value:
                again = np.flatnonzero(open_ & batch.to_act[:, seat])
                results[again] = self._values(batch, again, seat, choice.moment.number + step)
                open_[again] = False
            if not open_.any():
                break
        return results.reshape(count, trials)

    def _chosen(self, batch: Batch, rows: NDArray[np.intp], moment: int) -> NDArray[np.int32]:
        """Return what the agent that plays on chooses for everybody in these rows; elsewhere anything allowed."""
        chosen: NDArray[np.int32] = batch.action_mask.argmax(axis=2).astype(np.int32)
        where, seats = np.nonzero(batch.to_act[rows])
        seen = seen_by(self._player, batch, rows[where], seats, moment)
        chosen[rows[where], seats] = self._player.act(seen)
        return chosen

    def _values(self, batch: Batch, rows: NDArray[np.intp], seat: int, moment: int) -> NDArray[np.float64] | float:
        """Return what the agent expects for a seat in these rows, in which it is asked."""
        if not len(rows):
            return 0.0
        seen = look(batch, rows, np.full(len(rows), seat), moment)
        values = advice_of(self._agent, seen, self._game.num_actions).values
        return 0.0 if values is None else values
