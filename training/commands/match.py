"""``ow match``: evaluate one agent against another, every seed from every seat; or in a single-player game alone."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from itertools import count
from typing import Any

import agents
from agents.base import Agent
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.secrecy import seed_for
from training.arguments import a_path, a_seed
from training.commands.options import add_game, add_json, examples, game_of, options_of
from training.decklab import random_decks
from training.decklab.setup import setup_of
from training.games import make_game
from training.measure import alone, counted
from training.measure.match import Result, forfeits_of, play_match
from training.measure.timed import Timed, compared
from training.progress import ProgressLine


def add_to(commands: Any) -> None:
    """Add ``ow match``."""
    parser = commands.add_parser(
        "match",
        description="Evaluate one agent against another and print its score (win = 1, tie = 1/2) with a 95 % CI. Every"
        " deal is played from every seat, with decks swapped; with more than two players, one agent takes one seat and"
        " the other all the rest. In a single-player game: how often one agent wins, or its mean score."
        " `ow agents --game GAME` lists agents, `ow ladder` rates several.",
        **examples(
            "ow match learned expert",
            "ow match search:100 learned --game star_realms --games 200 --time",
            "ow match learned builder --option num_players=3 --json",
        ),
    )
    parser.set_defaults(run=match)
    known = "a name, a language model as llm:MODEL, a program as program:COMMAND, or the path of a saved agent"
    parser.add_argument("one", metavar="AGENT", help=f"the agent whose score is reported: {known}")
    parser.add_argument("other", metavar="OPPONENT", nargs="?", help="its opponent; none in a single-player game")
    add_game(parser, "by name or file, one per player")
    parser.add_argument(
        "--random-decks", nargs="*", type=int, metavar="SIZE",
        help="constructed decks: play random legal decks of these sizes, held out from training, four games per pair of"
        " decks so that each agent plays each deck from each seat (default: every legal size)",
    )  # fmt: skip
    parser.add_argument(
        "--random-values", type=int, default=0, metavar="N",
        help="with --random-decks: also use N sets of random card values, held out from training",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="total, split evenly over seats (default %(default)s)"
    )
    parser.add_argument("--seed", type=a_seed, default=1, metavar="N", help="random seed (default 1)")
    parser.add_argument("--record", type=a_path, metavar="FOLDER", help="record every game to a file")
    parser.add_argument("--time", action="store_true", help="also report each agent's CPU time per decision")
    add_json(parser)


def match(arguments: argparse.Namespace) -> Any:
    """Play the games with a progress line, then print the score and its 95 % interval; return them as data."""
    if arguments.games < 1:
        raise ValueError(f"--games: expected a number from 1 up, got {arguments.games}")
    if arguments.random_values < 0 or arguments.random_values == 1:
        raise ValueError(f"--random-values: expected a number from 2 up, got {arguments.random_values}")
    if arguments.random_values and arguments.random_decks is None:
        raise ValueError("--random-values: only with --random-decks")
    if arguments.random_decks is not None:
        return with_random_decks(arguments)
    game = game_of(arguments)
    if game.num_players > 1 and arguments.other is None:
        raise ValueError(f"OPPONENT: {game.name} has {game.num_players} players here; name an opponent")
    if game.num_players == 1 and arguments.other is not None:
        raise ValueError(
            f"OPPONENT: {game.name} is a single-player game here; name one agent (`ow ladder` ranks several)"
        )
    if game.num_players == 1 and arguments.time:
        raise ValueError("--time: compares two agents, and this is a single-player game")
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
            share = f"{result.games} games, score {100 * result.score:.1f} % (95 % CI {low:.1f} to {high:.1f})"
            told[0] = f"{done:3} % | {rate:.0f} games/s | {share}"
            line(told[0])

        told, steps = ["no game has ended yet"], count(1)

        def watch(batch: Batch) -> None:
            """Say that slow agents are at work: a search, a language model."""
            step = next(steps)
            if line.is_late():
                line(f"{told[0]} | {batch.num_games} games in play, joint decision {step}")

        result = play_match(game, one, other, arguments.games, arguments.seed, report, arguments.record, watch=watch)
        seconds = line.seconds
    print(result.line(arguments.one, arguments.other))
    print(f"{result.decisions} joint decisions in {seconds:.1f} s")
    reports = [tell_report(name, player) for name, player in zip(names, players, strict=True)]
    if timed is not None:
        print(f"CPU time per decision: {compared(*timed)}")
    taken: dict[str, Any] = {"milliseconds": [each.milliseconds for each in timed]} if timed is not None else {}
    if any(reports):
        taken["reports"] = reports
    return {"game": game.name, "agents": names, "seed": arguments.seed, **result.data(), **taken}


def tell_report(name: str, agent: Agent) -> counted.Report:
    """Print what an agent has counted, and why it has forfeited games; return its report."""
    told = counted.report_of(agent)
    if told:
        print(f"{name}: {counted.in_words(told)}")
    if why := forfeits_of(agent):
        print(f"{name} {why}")
    return told


def with_random_decks(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Play with random decks of each size asked for, and print a line for each; return them as data."""
    told = []
    options = options_of(arguments)
    game = make_game(arguments.game, **options)
    if why := random_decks.refusal(game, arguments.random_decks or None):
        raise ValueError(f"--random-decks: {why}")
    if arguments.decks or arguments.record is not None or arguments.time or arguments.other is None:
        raise ValueError("--random-decks: expected two agents, and no --decks, --record or --time")
    lab, setup = random_decks.known(game.name), setup_of(game.name, **options)
    for size in arguments.random_decks or lab.SIZES:
        for name in (arguments.one, arguments.other):
            setup.check_agent(name)
        with ProgressLine(every=0.0) as line:

            def report(games: int) -> None:
                line(f"{min(100, 100 * games // arguments.games):3} % | {games} games")

            asked = (setup, arguments.one, arguments.other, size, arguments.games)
            how: dict[str, Any] = {"seed": arguments.seed, "report": report}
            if arguments.random_values:
                found = lab.play_random_figures(*asked, arguments.random_values, **how)
            else:
                found = lab.play_random_decks(*asked, **how)
        print(f"{arguments.one} {found.line}")
        told.append({"agent": arguments.one, **asdict(found)})
    return told


def play_by_itself(game: Game, agent: Agent, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play a single-player game, and print how often the agent wins it, or its score; return it as data."""
    payoff = game.facts.payoff
    with ProgressLine(every=0.0) as line:

        def report(tried: alone.Tried) -> None:
            rate = tried.games / max(line.seconds, 1e-9)
            share = f"{alone.in_words(tried, payoff)} of {tried.games}"
            line(f"{100 * tried.games // arguments.games:3} % | {rate:.0f} games/s | {share}")

        tried = alone.play_alone(game, agent, arguments.games, arguments.seed, report, arguments.record)
        seconds = line.seconds
    print(alone.describe(arguments.one, tried, payoff))
    print(f"{tried.decisions} decisions in {seconds:.1f} s")
    told = tell_report(arguments.one, agent)
    figure: dict[str, Any] = {"score": tried.figure(payoff), "interval": list(tried.interval(payoff))}
    return {
        "game": game.name,
        "agents": [arguments.one],
        "seed": arguments.seed,
        **figure,
        **asdict(tried),
        **({"reports": [told]} if told else {}),
    }
