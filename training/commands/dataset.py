"""``ow dataset``: games between agents as a dataset for offline learning; verified, or converted to Minari."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ow_env.core.text import listed
from training.arguments import a_path, a_seed
from training.commands.ladder import executor_of
from training.commands.options import add_game, add_own_cards, examples, game_of
from training.dataset import Plan, Progress, check, plan_of, read, to_minari, write
from training.dataset.checking import SAMPLE
from training.dataset.plan import BLOCK
from training.progress import GamesPlayed, ProgressLine

VERBS = {"check": 1, "show": 1, "minari": 2}  # words that are no agents, and how many follow each


def add_to(commands: Any) -> None:
    """Add ``ow dataset``."""
    parser = commands.add_parser(
        "dataset",
        usage="ow dataset AGENT [AGENT ...] --out FOLDER [--game GAME] [--games N] [--seed N] ...\n"
        "       ow dataset check FOLDER | show FOLDER | minari FOLDER ID",
        description="Let agents play and write every decision: the seat's observation, its action mask and action, the"
        " agent's policy if it has one, and the result of the game. One agent plays itself; of several, every two play"
        " each other in every seat order. After an interruption the same command resumes, with identical files."
        " `check` verifies a dataset and replays a sample of its games, `show` describes it, `minari` converts it to"
        " Minari's format. Needs pip install 'open-worlds-env[data]'.",
        **examples(
            "ow dataset expert --games 1000 --out data",
            "ow dataset check data --all",
            "ow dataset minari data open-worlds/expert-v0",
        ),
    )
    parser.set_defaults(run=run, ray=None)  # blocks are files of this machine
    mix(parser)
    parser.add_argument(
        "words", nargs="+", metavar="AGENT", help="a name, with settings if any, or the path of a saved agent"
    )
    add_game(parser, "those played, in every seat order")
    add_own_cards(parser)
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="games in all, rounded up (default %(default)s)"
    )
    parser.add_argument("--seed", type=a_seed, default=1, metavar="N", help="random seed (default 1)")
    parser.add_argument(
        "--out", type=a_path, metavar="FOLDER", help="output folder; for minari: the folder of Minari datasets"
    )
    parser.add_argument("--together", action="store_true", help="mix all agents in one game instead of pairing them")
    parser.add_argument(
        "--no-policy", action="store_true", help="do not store action probabilities; faster for learned agents"
    )
    parser.add_argument(
        "--block", type=int, default=BLOCK, metavar="N", help="games played in parallel per job (default %(default)s)"
    )
    parser.add_argument("--processes", type=int, metavar="N", help="parallel jobs (default: one per core)")
    parser.add_argument(
        "--sample", type=int, default=SAMPLE, metavar="N", help="check: number of games to replay (default %(default)s)"
    )
    parser.add_argument("--all", action="store_true", help="check: replay all games")
    parser.add_argument("--unfinished", action="store_true", help="check, show: accept an interrupted dataset")


def mix(parser: argparse.ArgumentParser) -> None:
    """Let options stand between words: ``ow dataset check --all FOLDER``."""
    plain = parser.parse_known_args

    def mixed(*given: Any) -> Any:
        parser.parse_known_args = plain  # type: ignore[method-assign]
        try:
            return parser.parse_known_intermixed_args(*given)
        finally:
            parser.parse_known_args = mixed  # type: ignore[method-assign, assignment]

    parser.parse_known_args = mixed  # type: ignore[method-assign, assignment]


def run(arguments: argparse.Namespace) -> None:
    """Do what is asked for."""
    verb, rest = arguments.words[0], arguments.words[1:]
    if verb not in VERBS:
        play(arguments)
    elif len(rest) != VERBS[verb]:
        wanted = "FOLDER and ID" if verb == "minari" else "FOLDER"
        raise ValueError(f"ow dataset {verb}: expected {wanted}, got {' '.join(rest) or 'nothing'}")
    elif verb == "check":
        check_one(Path(rest[0]), arguments)
    elif verb == "show":
        show(Path(rest[0]), arguments)
    else:
        as_minari(Path(rest[0]), rest[1], arguments)


def play(arguments: argparse.Namespace) -> None:
    """Write a dataset, with a progress line."""
    if arguments.out is None:
        raise ValueError("--out: expected the folder to write the dataset to")
    game = game_of(arguments)
    plan = plan_of(
        game, arguments.words, arguments.games, arguments.seed, block=arguments.block,
        policies=not arguments.no_policy, together=arguments.together,
    )  # fmt: skip
    print(f"{game.name}: {counted(plan.games, 'game')}, {described(plan)}, seed {plan.seed}", flush=True)
    line = GamesPlayed()

    def report(progress: Progress) -> None:
        rate = progress.new_decisions / max(line.line.seconds, 1e-9)
        line(progress.blocks / progress.all_blocks, progress.games, f"{progress.decisions} decisions, {rate:.0f}/s")

    try:
        with executor_of(arguments) as executor:
            about = write(plan, arguments.out, executor, report)
    except KeyboardInterrupt:
        print(f"\nstopped: all games are in {arguments.out}; the same command resumes", file=sys.stderr)
        raise
    finally:
        line.close()
    tell(arguments.out, about)
    print(f"{line.line.seconds:.1f} s")


def check_one(folder: Path, arguments: argparse.Namespace) -> None:
    """Check a dataset and say what was looked at."""
    sample = None if arguments.all else arguments.sample
    with ProgressLine() as line:
        found = check(
            folder, sample, arguments.unfinished, arguments.cards, lambda done, of: line(f"{100 * done // of:3} %")
        )  # fmt: skip
    print(
        f"{folder}: {counted(found.decisions, 'decision')} of {counted(found.games, 'game')} in"
        f" {counted(found.blocks, 'block')}: intact; {counted(found.replayed, 'game')} replayed: identical"
    )


def show(folder: Path, arguments: argparse.Namespace) -> None:
    """Say what is in a dataset."""
    tell(folder, dict(read(folder, unfinished=arguments.unfinished, cards=arguments.cards).about))


def as_minari(folder: Path, name: str, arguments: argparse.Namespace) -> None:
    """Write a dataset in Minari's format."""
    written = 0

    def report(episodes: int) -> None:
        nonlocal written
        written = episodes
        line(counted(episodes, "episode"))

    with ProgressLine() as line:
        target = to_minari(read(folder, cards=arguments.cards), name, arguments.out, report)
    print(f"{target}: {counted(written, 'episode')}: minari.load_dataset({name!r})")


def tell(folder: Path, about: dict[str, Any]) -> None:
    """Print what dataset.json says."""
    size = sum(sum(block["bytes"].values()) for block in about["blocks"])
    each = size / max(1, about["decisions"])
    games = sum(block["count"] for block in about["blocks"])
    rest = "" if about["complete"] else f" of {about['games']}, unfinished"
    print(f"{folder}: {about['game']} version {about['version']}, rules {about['rules']}, seed {about['seed']}")
    print(
        f"agents: {', '.join(agent['label'] for agent in about['agents'])}; {counted(len(about['ways']), 'seat order')}"
    )
    print(f"{counted(games, 'game')}{rest}, {counted(about['decisions'], 'decision')}, {size / 1e6:.1f} MB,", end=" ")
    print(f"{each:.1f} bytes per decision (dense: {about['num_features'] + about['num_actions']})")


def described(plan: Plan) -> str:
    """Return who plays whom, in words."""
    names = listed(plan.labels)
    return f"{names} against itself" if len(plan.labels) == 1 and plan.game.num_players > 1 else names


def counted(number: int, word: str) -> str:
    """Return a number of things in words."""
    return f"{number} {word}{'' if number == 1 else 's'}"
