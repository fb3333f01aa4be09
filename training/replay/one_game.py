"""One game between agents, decision by decision: the one place where the agents of a single game are asked.

Below: agents, Batch, records. Above: transcript.py tells such a game as text, stepping.py as data to step through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Agent, advice_of
from ow_env.core.batch import FORFEIT, Batch
from ow_env.core.game import Game, States
from ow_env.core.players import keep_history, seen_by, tell_ends
from ow_env.core.records import Moment, Recorder
from ow_env.core.secrecy import seed_for
from ow_env.drawing.view import View


@dataclass(frozen=True)
class Opinion:
    """What an agent would do at a decision."""

    action: int
    policy: NDArray[np.float64] | None = None  # [A] how much speaks for each action; None: it says only what it chooses
    value: float | None = None  # the result it expects for the seat asked, -1 to 1; None: it has no idea
    agent: str = ""  # what it is called; "": it is the agent that plays the seat


def seated_agents(game: Game, names: Sequence[str], seed: int) -> tuple[list[str], list[Agent]]:
    """Return the name of each seat's agent, and the agents.

    Args:
        game: that they play.
        names: one for each seat; the last plays the rest too.
        seed: theirs follow from it.
    """
    if len(names) > game.num_players:
        raise ValueError(f"agents: expected at most {game.num_players}, one for each seat, got {len(names)}")
    seats = [names[min(seat, len(names) - 1)] for seat in range(game.num_players)]
    return seats, [agents.make(name, game, seed=seed_for("agent", seed, seat)) for seat, name in enumerate(seats)]


def ask(batch: Batch, players: Mapping[int, Agent], steps: int, advise: bool = False) -> dict[int, Opinion]:
    """Ask those of these agents whose seats act in a game.

    Args:
        batch: of one row.
        players: seat -> agent.
        steps: how many joint decisions the game has had.
        advise: ask for policy and value too, of agents that can tell.
    """
    opinions = {}
    for seat in np.flatnonzero(batch.to_act[0]).tolist():
        if seat not in players:
            continue
        agent = players[seat]
        seen = seen_by(agent, batch, np.zeros(1, np.intp), np.array([seat]), steps)
        if advise and hasattr(agent, "advise"):
            advice = advice_of(agent, seen, batch.game.num_actions)
            value = None if advice.values is None else float(advice.values[0])
            opinions[seat] = Opinion(int(advice.actions[0]), advice.policy[0].astype(np.float64), value)
        else:
            opinions[seat] = Opinion(int(agent.act(seen)[0]))
    return opinions


def one_game(
    game: Game, players: Sequence[Agent], seed: int, record: str | None = None, advise: bool = False
) -> Iterator[tuple[Moment, dict[int, Opinion]]]:
    """Play a game; yield every position with what is decided there and who thought what, and the last with nothing.

    Args:
        game: as it is configured.
        players: one for each seat.
        seed: of the game.
        record: a file to write the game to.
        advise: ask for policy and value too, of agents that can tell. The game is the same.

    Raises:
        ValueError: an agent gives the game up: why.
    """
    batch = Batch(game, 1, seed)
    keep_history(batch, players)
    recorder = None if record is None else Recorder(batch, record, players)
    seated = dict(enumerate(players))
    try:
        if recorder is not None:
            recorder.begin()
        steps = 0
        while not (batch.terminated[0] or batch.truncated[0]):
            opinions = ask(batch, seated, steps, advise)
            steps += 1
            for seat, opinion in opinions.items():
                if opinion.action == FORFEIT:
                    why = getattr(players[seat], "last_failure", "")
                    raise ValueError(f"{game.agents[seat]}, {players[seat].name}, gives the game up: {why}")
            moment = moment_of(game, batch, steps, opinions)
            yield moment, opinions
            (recorder or batch).step(moment.chosen[None])
        tell_ends(batch, players, np.ones(1, np.bool_))
        yield moment_of(game, batch, steps + 1, {}), {}
    finally:
        if recorder is not None:
            recorder.close()


def moment_of(game: Game, batch: Batch, number: int, opinions: Mapping[int, Opinion]) -> Moment:
    """Return where a batch of one stands, with what is decided there."""
    state, chosen = batch.states.copy(), np.zeros(game.num_players, np.int32)
    for seat, opinion in opinions.items():
        chosen[seat] = opinion.action
    names = {game.agents[seat]: game.action_name(state, seat, int(chosen[seat])) for seat in opinions}
    return Moment(state, number, game.moment(state), names, chosen, batch.rng.copy())


def view_of(game: Game, state: States, viewer: str) -> View:
    """Return what a viewer sees of a position; after the end with who has won and why."""
    view = game.view(state, viewer)
    return replace(view, decision=game.ending(state)) if view.over else view


class Adviser:
    """An agent that is asked what it would do at decisions others take: one for each seat, so that none sees two hands.

    Args:
        name: of the agent, as `agents.make` takes it.
        game: that is played.
        seed: its own.
    """

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.name = name
        self._agents = dict(enumerate(seated_agents(game, [name], seed_for("advice", seed))[1]))
        self._batch = Batch(game, 1, seed)

    def opinions(self, moment: Moment) -> dict[int, Opinion]:
        """Return what it would do in place of each seat that acts at a moment."""
        if not moment.actions:
            return {}
        self._batch.set_states(moment.state)
        found = ask(self._batch, self._agents, moment.number - 1, advise=True)
        return {seat: replace(each, agent=self.name) for seat, each in found.items()}
