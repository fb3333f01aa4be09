"""``ow bench``: how fast games are played, here and by other libraries, in one run."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from ow_env.core.jit import PURE
from training.bench import show
from training.bench.plan import GROUPS, QUICK, Settings
from training.bench.run import PEERS_PYTHON, ROOT, Results, benchmark
from training.commands.options import add_game
from training.files import write_whole
from training.progress import ProgressLine

ENDINGS = (signal.SIGINT, signal.SIGTERM)  # either keeps what was measured and ends the workers
STORED = ROOT / "docs" / "benchmark.json"
README = ROOT / "README.md"


def add_to(commands: Any) -> None:
    """Add ``ow bench``."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast games are played, beside other libraries",
        description="Measure how fast games are played. Other libraries are measured in turns with "
        f"ours if they are installed in {PEERS_PYTHON.parents[1].name}, as `make bench` does.",
    )
    parser.set_defaults(run=bench)
    parser.add_argument("--quick", action="store_true", help="two short rounds, fewer sizes")
    parser.add_argument("--only", metavar="NAME", nargs="+", choices=GROUPS, help=f"of: {', '.join(GROUPS)}")
    parser.add_argument("--rounds", type=int, help=f"how often (default {Settings.rounds})")
    parser.add_argument("--seconds", type=float, help=f"for each measurement (default {Settings.seconds:g})")
    add_game(parser)
    parser.add_argument(
        "--out",
        metavar="FILE.json",
        type=Path,
        help="write the results here after every round, page (.md) and plot (.png) beside them at the end",
    )
    parser.add_argument(
        "--readme",
        action="store_true",
        help="measure nothing: write the README's figures, page and plot from docs/benchmark.json",
    )


def bench(arguments: argparse.Namespace) -> None:
    """Measure, print the page, and write what was asked for."""
    if arguments.readme:
        results = json.loads(STORED.read_text("utf-8"))
        write_whole(README, show.with_block(README.read_text("utf-8"), results))
        publish(STORED, results)
        return
    if PURE:
        raise ValueError("NUMBA_DISABLE_JIT is set: what is measured would be plain Python")
    settings = settings_of(arguments)
    report = ProgressLine(every=0.0, keep=lambda line: line.startswith(("left out", "peers", "interrupted")))

    typed = shlex.join(["ow", *sys.argv[1:]])
    out = arguments.out
    if out is not None and out.suffix != ".json":
        raise ValueError(f"--out: expected a file that ends in .json, got {out}")

    def save(results: Results) -> None:
        if out is not None:
            write_whole(out, as_text(results))

    stopping = {each: signal.signal(each, signal.default_int_handler) for each in ENDINGS}
    try:
        results = benchmark(settings, report, command=typed, save=save)
    finally:
        for each, before in stopping.items():
            signal.signal(each, before)
        report.close()
    if not results["measured"] and not {"memory", "cold start", "warm start"} & results.keys():
        raise ValueError("nothing was measured")
    save(results)
    if out is not None:
        publish(out, results)
    print(show.page(results))


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings that were asked for, or refuse them."""
    settings = replace(QUICK if arguments.quick else Settings(), game=arguments.game)
    if arguments.only:
        settings = replace(settings, only=tuple(arguments.only))
    for key in ("rounds", "seconds"):
        value = getattr(arguments, key)
        if value is not None:
            if value <= 0:
                raise ValueError(f"--{key}: expected a number above 0, got {value}")
            settings = replace(settings, **{key: value})
    return settings


def as_text(results: Results) -> str:
    """Return the results as JSON, what is innermost on one line: a sample, a spread."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda inner: " ".join(inner[0].split()), text) + "\n"


def publish(path: Path, results: Results) -> None:
    """Write page and plot beside the file of the results."""
    write_whole(path.with_suffix(".md"), show.page(results))
    try:
        show.plot(results, path.with_suffix(".png"))
    except ImportError:
        print("no plot: matplotlib is not installed (pip install 'open-worlds-env[train]')", file=sys.stderr)
