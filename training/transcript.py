"""A game between agents as text, decision by decision.

Below: agents, Batch. Above: commands/watch.py, the report of a training run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

import agents
from ow_env.core.batch import Batch
from ow_env.core.events import Event
from ow_env.core.game import Game
from ow_env.core.players import look, needs_determinizations
from ow_env.core.records import Recorder
from ow_env.core.secrecy import seed_for


def lines_of(events: Iterable[Event]) -> Iterator[str]:
    """Yield what happened as lines: headings, below them sentences. A Step in which nothing did gets no heading."""
    told = list(events)
    for number, event in enumerate(told):
        following = told[number + 1 : number + 2]
        if event.kind == "step" and following and following[0].level <= event.level:
            continue
        yield f"{'  ' * event.level}{event}"


def transcript(
    game: Game, names: list[str], seed: int, view: str, every: bool, record: str | None = None
) -> Iterator[str]:
    """Yield a game as pages and lines of text.

    Args:
        game: as it is configured.
        names: of agents, one for each seat; the last plays the rest too.
        seed: of the game and of the agents.
        view: whose: full, public, or player_0, player_1 ...
        every: show the position at every decision, not only as a turn begins.
        record: a file to write the game to.
    """
    seats = [names[min(seat, len(names) - 1)] for seat in range(game.num_players)]
    players = [agents.make(name, game, seed=seed_for("agent", seed, seat)) for seat, name in enumerate(seats)]
    yield ", ".join(f"{who}: {name}" for who, name in zip(game.agents, seats, strict=True))
    batch = Batch(game, 1, seed)
    recorder = None if record is None else Recorder(batch, record, players)
    if recorder is not None:
        recorder.begin()
    shown, steps = None, 0
    while not (batch.terminated[0] or batch.truncated[0]):
        turn = int(game.turn(batch.states)[0])
        if every or turn != shown:
            shown = turn
            yield f"\n{game.render(batch.states, view)}\n"
        actions = np.zeros((1, game.num_players), np.int32)
        for seat in np.flatnonzero(batch.to_act[0]):
            determinize = needs_determinizations(players[seat])
            seen = look(batch, np.zeros(1, np.intp), np.array([seat]), steps, determinize)
            actions[0, seat] = players[seat].act(seen)[0]
        yield from lines_of(game.events(batch.states, actions[0], batch.rng, view))
        (recorder or batch).step(actions)
        steps += 1
    if recorder is not None:
        recorder.close()
    yield f"\n{game.render(batch.states, view)}"
