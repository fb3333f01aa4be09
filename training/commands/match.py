"""``ow match``: measure one agent against another, every seed from every seat; or in a game for one by itself."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for
from training.arguments import a_path, a_seed
from training.commands.options import add_game, add_json, game_of, options_of
from training.decklab import random_decks
from training.decklab.setup import setup_of
from training.games import make_game
from training.measure import alone
from training.measure.match import Result, play_match
from training.measure.timed import Timed, compared
from training.progress import ProgressLine


def add_to(commands: Any) -> None:
    """Add ``ow match``."""
    parser = commands.add_parser(
        "match",
        description="Measure one agent against another: every game from every seat, which changes decks too; where more"
        " than two play, one agent has a single seat and the other the rest. A game for one measures one agent: how"
        " often it wins, or what it scores. `ow agents --game GAME` lists agents.",
    )
    parser.set_defaults(run=match)
    known = "a name, or the path of a saved agent"
    parser.add_argument("one", help=f"the agent whose score is given: {known}")
    parser.add_argument("other", nargs="?", help="its opponent; in a game for one there is none")
    add_game(parser, "by name or file, one for each seat")
    parser.add_argument(
        "--random-decks", nargs="*", type=int, metavar="SIZE",
        help="where players bring decks: random legal ones of so many cards that nobody trains on, four games of each"
        " two, so that both agents play both from both seats (default: each size there is)",
    )  # fmt: skip
    parser.add_argument(
        "--random-figures", type=int, default=0, metavar="N",
        help="with --random-decks: and with N sets of random figures that nobody trains with",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=1000, help="in all, as many from each seat (default %(default)s)")
    parser.add_argument("--seed", type=a_seed, default=1, help="of the games")
    parser.add_argument("--record", type=a_path, metavar="FOLDER", help="write every game to a file")
    parser.add_argument(
        "--time", action="store_true",
        help="between two agents: also count the processor time each takes to choose, once it is compiled",
    )  # fmt: skip
    add_json(parser)


def match(arguments: argparse.Namespace) -> Any:
    """Play the games with a progress line, then print the score and its 95 % interval; return them as data."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    if arguments.random_figures < 0 or arguments.random_figures == 1:
        raise ValueError(f"--random-figures: expected a number from 2 up, got {arguments.random_figures}")
    if arguments.random_figures and arguments.random_decks is None:
        raise ValueError("--random-figures: goes with --random-decks")
    if arguments.random_decks is not None:
        return with_random_decks(arguments)
    game = game_of(arguments)
    if game.num_players > 1 and arguments.other is None:
        raise ValueError(f"other: {game.name} is played by {game.num_players}: name an opponent, too")
    if game.num_players == 1 and arguments.other is not None:
        raise ValueError(f"other: {game.name} is played alone here: name one agent; `ow ladder` puts several in a row")
    if game.num_players == 1 and arguments.time:
        raise ValueError("--time: compares two agents, and this game is played by one alone")
    names = [arguments.one] if arguments.other is None else [arguments.one, arguments.other]
    players = [agents.make(name, game, seed=seed_for("agent", arguments.seed, who)) for who, name in enumerate(names)]
    on = f" with {' and '.join(game.sides)}" if game.sides else ""
    print(f"{arguments.game}{on}: {arguments.games} games, seed {arguments.seed}", flush=True)
    Batch(game, 1)  # a new machine compiles the rules now, before the clock starts
    if arguments.record is not None:
        arguments.record.mkdir(parents=True, exist_ok=True)
    if len(players) == 1:
        return play_by_itself(game, players[0], arguments)
    one, other = players
    timed: tuple[Timed, Timed] | None = None
    if arguments.time:
        warm = [agents.make(name, game, 1) for name in names]  # so that nothing is compiled while time is counted
        play_match(game, warm[0], warm[1], 2, arguments.seed + 1)
        one, other = timed = Timed(one), Timed(other)
    with ProgressLine(every=0.0) as line:

        def report(result: Result) -> None:
            done = min(100, 100 * result.games // arguments.games)
            rate = result.games / max(line.seconds, 1e-9)
            low, high = (100 * end for end in result.interval)
            share = f"{100 * result.score:.1f} % [{low:.1f}, {high:.1f}] of {result.games}"
            line(f"{done:3} % | {rate:.0f} games/s | {share}")

        result = play_match(game, one, other, arguments.games, arguments.seed, report, arguments.record)
        seconds = line.seconds
    print(result.line(arguments.one, arguments.other))
    print(f"{result.decisions} joint decisions in {seconds:.1f} s")
    if timed is not None:
        print(f"processor time for a decision: {compared(*timed)}")
    taken = {"milliseconds": [each.milliseconds for each in timed]} if timed is not None else {}
    return {"game": game.name, "agents": names, "seed": arguments.seed, **result.data(), **taken}


def with_random_decks(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Play with random decks of each size asked for, and print a line for each; return them as data."""
    told = []
    options = options_of(arguments)
    game = make_game(arguments.game, **options)
    if why := random_decks.refusal(game, arguments.random_decks or None):
        raise ValueError(f"--random-decks: {why}")
    if arguments.decks or arguments.record is not None or arguments.time or arguments.other is None:
        raise ValueError("--random-decks: two agents play, and no --decks, --record or --time goes with it")
    lab, setup = random_decks.known(game.name), setup_of(game.name, **options)
    for size in arguments.random_decks or lab.SIZES:
        for name in (arguments.one, arguments.other):
            setup.check_agent(name)
        with ProgressLine(every=0.0) as line:

            def report(games: int) -> None:
                line(f"{min(100, 100 * games // arguments.games):3} % | {games} games")

            asked = (setup, arguments.one, arguments.other, size, arguments.games)
            how: dict[str, Any] = {"seed": arguments.seed, "report": report}
            if arguments.random_figures:
                found = lab.play_random_figures(*asked, arguments.random_figures, **how)
            else:
                found = lab.play_random_decks(*asked, **how)
        print(f"{arguments.one} {found.line}")
        told.append({"agent": arguments.one, **asdict(found)})
    return told


def play_by_itself(game: Game, agent: Agent, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play a game for one, and print how often the agent wins it, or what it scores; return it as data."""
    payoff = game.facts.payoff
    with ProgressLine(every=0.0) as line:

        def report(tried: alone.Tried) -> None:
            rate = tried.games / max(line.seconds, 1e-9)
            told = f"{alone.in_words(tried, payoff)} of {tried.games}"
            line(f"{100 * tried.games // arguments.games:3} % | {rate:.0f} games/s | {told}")

        tried = alone.play_alone(game, agent, arguments.games, arguments.seed, report, arguments.record)
        seconds = line.seconds
    print(alone.describe(arguments.one, tried, payoff))
    print(f"{tried.decisions} decisions in {seconds:.1f} s")
    figure = {"score": tried.figure(payoff), "interval": list(tried.interval(payoff))}
    return {"game": game.name, "agents": [arguments.one], "seed": arguments.seed, **figure, **asdict(tried)}
