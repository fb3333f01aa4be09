"""``ow results``: measure what the report says, and write it."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from training.arguments import a_number, a_path
from training.progress import ProgressLine

RUNS = Path("runs/results")
SELDOM = 10.0  # seconds between lines that go to a file


def add_to(commands: Any) -> None:
    """Add ``ow results``."""
    parser = commands.add_parser(
        "results",
        help="measure what docs/results.md reports, and write it",
        description="Measure the studies of the report, each with seeds and intervals, and write their data, plots"
        " and the page. For a checkout of the repository. What was measured stays in --runs, by commit: an interrupted"
        " command goes on.",
    )
    parser.set_defaults(run=results)
    parser.add_argument("studies", nargs="*", metavar="STUDY", help="which (default: all; --list names them)")
    parser.add_argument("--list", action="store_true", help="measure nothing, name the studies")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page from the data")
    parser.add_argument("--scale", type=a_number, default=1.0, help="of all numbers of games and decisions (default 1)")
    parser.add_argument(
        "--runs", type=a_path, default=RUNS, metavar="FOLDER", help="for what is under way (default %(default)s)"
    )
    parser.add_argument(
        "--out",
        type=a_path,
        metavar="FOLDER",
        help="for data, plots and page (default: docs/results, the page above it)",
    )


def results(arguments: argparse.Namespace) -> None:
    """Measure and write, with a progress line."""
    try:
        from training.results import page
        from training.results.study import ROOT, Bench, commit, run
    except ImportError as error:
        raise ValueError(f"the report needs more: pip install 'open-worlds-env[train]' ({error.name})") from None
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
    folder, at = (page.FOLDER, page.PAGE) if arguments.out is None else (arguments.out, arguments.out / "results.md")
    if arguments.out is None and arguments.scale != 1 and not arguments.page:
        raise ValueError("--scale: the page's own figures have 1; name another folder by --out")
    if not ROOT.joinpath("docs").is_dir() and arguments.out is None:
        raise ValueError(f"{ROOT}: no checkout of the repository; name a folder by --out")
    try:
        for name in () if arguments.page else arguments.studies or known:
            with ProgressLine(every=SELDOM) as say:
                runs = arguments.runs / f"{name}-{arguments.scale:g}-{commit()}"  # other code measures anew
                path = run(known[name], Bench(runs, arguments.scale, say), folder)
            print(path, flush=True)
            page.write_page(folder, at)
    except KeyboardInterrupt:
        print(f"stopped: {shlex.join(['ow', *sys.argv[1:]])} goes on", file=sys.stderr)
        raise
    page.write_page(folder, at)
    print(at)
