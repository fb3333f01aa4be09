"""Measures how fast games are played, here and by other libraries: `python -m docs.benchmark`. See the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from docs.benchmark import plot, show, stored
from docs.benchmark.plan import GROUPS, PEER_NAMES, QUICK, WHOLE, Settings
from docs.benchmark.run import PEERS_PYTHON, ROOT, Results, benchmark
from docs.command import ended, typed
from ow_env.compiled.jit import PURE
from ow_env.registry import DEFAULT, games
from training.arguments import a_number, a_path
from training.files import write_whole
from training.progress import ProgressLine

STORED = ROOT / "docs" / "benchmark.json"
README = ROOT / "README.md"
ALL = "all"


def parser() -> argparse.ArgumentParser:
    """Return what reads the arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.benchmark",
        description="Measure how fast games are played, agents choose and learn, searches simulate, and all of it is "
        "compiled. Other libraries are measured in turns with ours if they are installed in "
        f"{PEERS_PYTHON.parents[1].name}, as `make bench` does.",
    )
    parser.add_argument("--quick", action="store_true", help="two short rounds, fewer sizes")
    parser.add_argument(
        "--only", metavar="NAME", nargs="+", choices=(*GROUPS, *WHOLE), help=f"of: {', '.join((*GROUPS, *WHOLE))}"
    )
    parser.add_argument("--rounds", type=int, help=f"how often (default {Settings.rounds})")
    parser.add_argument("--seconds", type=a_number, help=f"for each measurement (default {Settings.seconds:g})")
    parser.add_argument(
        "--game",
        choices=(*games(), ALL),
        default=DEFAULT,
        help=f"default {DEFAULT}; {ALL}: every game, {DEFAULT} the only one with peers",
    )
    parser.add_argument(
        "--out",
        metavar="FILE.json",
        type=a_path,
        help="write the results here after every round, page (.md) and plot (.png) beside them at the end",
    )
    parser.add_argument(
        "--add",
        action="store_true",
        help="lay the results of a game, without peers, into those that FILE.json has of others",
    )
    parser.add_argument(
        "--pages",
        action="store_true",
        help="measure nothing: write docs/benchmark.md, its plot and the README's block from docs/benchmark.json",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the page, and write what was asked for; return the exit code."""
    arguments = parser().parse_args(argv)
    return ended("docs.benchmark", lambda: bench(arguments, typed("docs.benchmark", argv)))


def bench(arguments: argparse.Namespace, command: str) -> None:
    """Do what was asked for; ``command``: what was typed, for the results."""
    if arguments.pages:
        results = stored.read(STORED)
        write_whole(README, show.with_block(README.read_text("utf-8"), results))
        publish(STORED, results)
        return
    if PURE:
        raise ValueError("NUMBA_DISABLE_JIT is set: what is measured would be plain Python")
    settings, out = settings_of(arguments), arguments.out
    if out is not None and out.suffix != ".json":
        raise ValueError(f"--out: expected a file that ends in .json, got {out}")
    if arguments.add and out is None:
        raise ValueError("--add: needs --out, the file of earlier results")
    earlier = stored.read(out) if arguments.add else None
    if earlier is not None:
        stored.check_addable(earlier, settings.games)

    def whole(results: Results) -> Results:
        return results if earlier is None else stored.added(earlier, results)

    def save(results: Results) -> None:
        if out is not None:
            write_whole(out, stored.as_text(whole(results)))

    with ProgressLine(every=0.0, keep=lambda line: line.startswith(("left out", "peers", "interrupted"))) as report:
        results = benchmark(settings, report, command=command, save=save)
    if not results["measured"] and not set(stored.BY_GAME) & results.keys():
        raise ValueError("nothing was measured")
    save(results)
    if out is not None:
        publish(out, whole(results))
    print(show.page(whole(results)))


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings that were asked for, or refuse them."""
    chosen = games() if arguments.game == ALL else (arguments.game,)
    settings = replace(QUICK if arguments.quick else Settings(), games=chosen)
    if arguments.only:
        settings = replace(settings, only=tuple(group for word in arguments.only for group in WHOLE.get(word, (word,))))
    if arguments.add:  # peers are compared with the game they were measured in turns with
        settings = replace(settings, only=tuple(group for group in settings.only if group not in PEER_NAMES))
    for key in ("rounds", "seconds"):
        value = getattr(arguments, key)
        if value is not None:
            if value <= 0:
                raise ValueError(f"--{key}: expected a number above 0, got {value}")
            settings = replace(settings, **{key: value})
    return settings


def publish(path: Path, results: Results) -> None:
    """Write page and plot beside the file of the results."""
    write_whole(path.with_suffix(".md"), show.page(results))
    try:
        plot.plot(results, path.with_suffix(".png"))
    except ImportError:
        print("no plot: matplotlib is not installed (pip install 'open-worlds-env[train]')", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
