"""``ow watch``: a whole game between agents as text, decision by decision."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

import agents
from ow_env.adapters.opponents import look, needs_determinizations
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.records import Recorder
from ow_env.core.secrecy import seed_for
from training.commands.options import add_game, game_of


def add_to(commands: Any) -> None:
    """Add ``ow watch``."""
    parser = commands.add_parser("watch", help="print a whole game between agents")
    parser.set_defaults(run=watch)
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT", help="one for each seat; the last plays the rest too"
    )
    add_game(parser, "one for each seat")
    parser.add_argument("--seed", type=int, default=1, help="of the game and of the agents")
    parser.add_argument("--view", default="full", help="full, public, or player_0, player_1 ...")
    parser.add_argument("--every", action="store_true", help="the table at every decision")
    parser.add_argument("--record", metavar="FILE", help="write the game down, for `ow replay`")


def watch(arguments: argparse.Namespace) -> None:
    """Play one game and print the table at the beginning of each turn, and all that is done."""
    game = game_of(arguments)
    names = arguments.agents or ["scripted"]
    for text in told(game, names, arguments.seed, arguments.view, arguments.every, arguments.record):
        print(text)


def told(
    game: Game, names: list[str], seed: int, view: str, every: bool, record: str | None = None
) -> Iterator[str]:
    """Yield a game as pages and lines of text."""
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
            if view in ("full", game.agents[seat]):  # others see what comes of it on the table
                name = game.action_name(batch.states, int(seat), int(actions[0, seat]))
                yield f"  {game.agents[seat]}: {name}"
        (recorder or batch).step(actions)
        steps += 1
    if recorder is not None:
        recorder.close()
    yield f"\n{game.render(batch.states, view)}"
