"""Measures what docs/results.md reports, and writes it: `python -m docs.results`. See the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from docs.command import ended, typed
from docs.results import page
from docs.results.study import Bench, commit, run
from training.arguments import a_number, a_path
from training.progress import ProgressLine

RUNS = Path("runs/results")
SELDOM = 10.0  # seconds between lines that go to a file


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the studies that are asked for, and write their data and the page; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.results",
        description="Measure the studies of docs/results.md, each with seeds and intervals, and write their data, plots"
        " and the page. What was measured stays in --runs, by commit: an interrupted command goes on.",
    )
    parser.add_argument("studies", nargs="*", metavar="STUDY", help="which (default: all; --list names them)")
    parser.add_argument("--list", action="store_true", help="measure nothing, name the studies")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page from the data")
    parser.add_argument("--scale", type=a_number, default=1.0, help="of all numbers of games and decisions (default 1)")
    parser.add_argument(
        "--runs", type=a_path, default=RUNS, metavar="FOLDER", help="for what is under way (default %(default)s)"
    )
    parser.add_argument(
        "--out", type=a_path, metavar="FOLDER",
        help="for data, plots and page (default: docs/results, the page above it)",
    )  # fmt: skip
    arguments = parser.parse_args(argv)
    return ended("docs.results", lambda: results(arguments, typed("docs.results", argv)))


def results(arguments: argparse.Namespace, command: str) -> None:
    """Measure and write, with a progress line; ``command``: what was typed, which goes on after an interruption."""
    known = {study.name: study for study in page.STUDIES}
    if arguments.list:
        for study in known.values():
            print(f"{study.name:16}{study.title}")
        return
    for name in arguments.studies:
        if name not in known:
            raise ValueError(f"{name}: expected one of {', '.join(known)}")
    if not 0 < arguments.scale <= 100:
        raise ValueError(f"--scale: expected a number above 0, up to 100, got {arguments.scale:g}")
    if arguments.out is None and arguments.scale != 1 and not arguments.page:
        raise ValueError("--scale: the page's own figures have 1; name another folder by --out")
    folder, at = (page.FOLDER, page.PAGE) if arguments.out is None else (arguments.out, arguments.out / "results.md")
    try:
        for name in () if arguments.page else arguments.studies or known:
            with ProgressLine(every=SELDOM) as say:
                runs = arguments.runs / f"{name}-{arguments.scale:g}-{commit()}"  # other code measures anew
                path = run(known[name], Bench(runs, arguments.scale, say), folder)
            print(path, flush=True)
            page.write_page(folder, at)
    except KeyboardInterrupt:
        print(f"stopped: {command} goes on", file=sys.stderr)
        raise
    page.write_page(folder, at)
    print(at)


if __name__ == "__main__":
    sys.exit(main())
