"""``ow bench``: how fast games are played, here and by other libraries, in one run."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from ow_env.core.jit import PURE
from ow_env.registry import DEFAULT, games
from training.arguments import a_number, a_path
from training.bench import plot, show, stored
from training.bench.plan import GROUPS, PEER_NAMES, QUICK, WHOLE, Settings
from training.bench.run import PEERS_PYTHON, ROOT, Results, benchmark
from training.files import write_whole
from training.progress import ProgressLine

STORED = ROOT / "docs" / "benchmark.json"
OTHER = ROOT / "docs" / "benchmark-other.json"  # an earlier run on another machine, for its ratios beside ours
ALL = "all"
README = ROOT / "README.md"


def add_to(commands: Any) -> None:
    """Add ``ow bench``."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast games are played, beside other libraries",
        description="Measure how fast games are played, agents choose and learn, searches simulate, and all of it is "
        "compiled. Other libraries are measured in turns with ours if they are installed in "
        f"{PEERS_PYTHON.parents[1].name}, as `make bench` does.",
    )
    parser.set_defaults(run=bench)
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
        help=f"default {DEFAULT}; {ALL}: every game, {DEFAULT} the only one with peers and all sizes",
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
        help="lay the results of a game, without peers, into those that FILE.json has of others, and say on the page "
        "that it was measured later",
    )
    parser.add_argument(
        "--readme",
        action="store_true",
        help="measure nothing: write the README's figures, page and plot from docs/benchmark.json",
    )


def bench(arguments: argparse.Namespace) -> None:
    """Measure, print the page, and write what was asked for."""
    if arguments.readme:
        results, other = stored_results()
        write_whole(README, show.with_block(README.read_text("utf-8"), results, other))
        publish(STORED, results, other)
        return
    if PURE:
        raise ValueError("NUMBA_DISABLE_JIT is set: what is measured would be plain Python")
    settings = settings_of(arguments)
    if arguments.add:  # peers are compared with the game they were measured in turns with
        settings = replace(settings, only=tuple(group for group in settings.only if group not in PEER_NAMES))
    report = ProgressLine(every=0.0, keep=lambda line: line.startswith(("left out", "peers", "interrupted")))

    typed = shlex.join(["ow", *sys.argv[1:]])
    out = arguments.out
    if out is not None and out.suffix != ".json":
        raise ValueError(f"--out: expected a file that ends in .json, got {out}")

    if arguments.add and out is None:
        raise ValueError("--add: needs --out, the file of earlier results")
    earlier = stored.read(out) if arguments.add else None
    if earlier is not None:
        stored.check_addable(earlier, settings.games)

    def save(results: Results) -> None:
        if out is not None:
            write_whole(out, stored.as_text(stored.added(earlier, results) if earlier else results))

    try:
        results = benchmark(settings, report, command=typed, save=save)
    finally:
        report.close()
    if not results["measured"] and not {"memory", "compile", "cold start", "warm start", "learning"} & results.keys():
        raise ValueError("nothing was measured")
    save(results)
    whole = stored.added(earlier, results) if earlier else results
    if out is not None:
        publish(out, whole)
    print(show.page(whole))


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings that were asked for, or refuse them."""
    settings = replace(
        QUICK if arguments.quick else Settings(), games=games() if arguments.game == ALL else (arguments.game,)
    )
    if arguments.only:
        settings = replace(settings, only=tuple(group for word in arguments.only for group in WHOLE.get(word, (word,))))
    for key in ("rounds", "seconds"):
        value = getattr(arguments, key)
        if value is not None:
            if value <= 0:
                raise ValueError(f"--{key}: expected a number above 0, got {value}")
            settings = replace(settings, **{key: value})
    return settings


def stored_results() -> tuple[Results, Results | None]:
    """Return the results that the pages are written from, and those of another machine."""
    results, other = stored.read(STORED), stored.read(OTHER) if OTHER.exists() else None
    return results, other if other and other["commit"] != results["commit"] else None


def publish(path: Path, results: Results, other: Results | None = None) -> None:
    """Write page and plot beside the file of the results."""
    write_whole(path.with_suffix(".md"), show.page(results, other))
    try:
        plot.plot(results, path.with_suffix(".png"))
    except ImportError:
        print("no plot: matplotlib is not installed (pip install 'open-worlds-env[train]')", file=sys.stderr)
