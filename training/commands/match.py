"""``ow match``: measure one agent against another, every seed from every seat."""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import agents
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from training.match import Result, describe, play_match

GAMES = {"open_worlds": "OpenWorlds", "goofspiel": "Goofspiel"}  # ow_env.<name>.game.<class>


def add_to(commands: Any) -> None:
    """Add ``ow match``."""
    parser = commands.add_parser("match", help="measure one agent against another")
    parser.set_defaults(run=match)
    known = f"{', '.join(agents.names())}, or the path of a saved agent"
    parser.add_argument("one", help=f"the agent whose score is given: {known}")
    parser.add_argument("other", help="its opponent")
    parser.add_argument("--game", choices=GAMES, default="open_worlds")
    parser.add_argument("--games", type=int, default=1000, help="as many from each seat")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="write every game to a file")


def match(arguments: argparse.Namespace) -> None:
    """Play the games with a progress line, then print the score and its 95 % interval."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    print(f"{arguments.game}: {arguments.games} games, seed {arguments.seed}", flush=True)
    game = make_game(arguments.game)
    Batch(game, 1)  # a new machine compiles the rules now, before the clock starts
    one = agents.make(arguments.one, game, seed=arguments.seed)
    other = agents.make(arguments.other, game, seed=arguments.seed + 1)
    if arguments.record is not None:
        arguments.record.mkdir(parents=True, exist_ok=True)
    live = sys.stderr.isatty()
    begun = time.perf_counter()

    def report(result: Result) -> None:
        done = min(100, 100 * result.games // arguments.games)
        rate = result.games / (time.perf_counter() - begun)
        score = describe(arguments.one, arguments.other, result)
        line = f"{done:3} % | {rate:.0f} games/s | {score}"
        print(
            f"\r\x1b[K{line}" if live else line,
            end="" if live else "\n",
            file=sys.stderr,
            flush=True,
        )

    result = play_match(game, one, other, arguments.games, arguments.seed, report, arguments.record)
    seconds = time.perf_counter() - begun
    if live:
        print(file=sys.stderr)
    print(describe(arguments.one, arguments.other, result))
    print(f"{result.decisions} joint decisions in {seconds:.1f} s")


def make_game(name: str, **options: Any) -> Game:
    """Return the game of this name with these options, the others as by default."""
    module = import_module(f"ow_env.{name}.game")  # only this game's rules are loaded
    game: Game = getattr(module, GAMES[name])(**options)
    return game
