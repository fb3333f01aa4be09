"""Builds the site; any warning is an error. See the package."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

# Rules run as plain Python here: nothing is compiled, and they have the docstrings and signatures of functions.
os.environ["NUMBA_DISABLE_JIT"] = "1"

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Lay the source tree and let Sphinx build it; return its exit code."""
    from sphinx.cmd.build import build_main

    from docs.site.tree import lay

    parser = argparse.ArgumentParser(prog="python -m docs.site", description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "docs", metavar="FOLDER")
    parser.add_argument("--links", action="store_true", help="check every external link instead: asks the network")
    parser.add_argument("--jobs", default="auto", metavar="N", help="processes that read and write pages")
    arguments = parser.parse_args()
    source = arguments.out / "source"
    lay(source)
    builder = "linkcheck" if arguments.links else "html"
    options = ["-b", builder, "-c", str(ROOT / "docs"), "-d", str(arguments.out / "doctrees"), "-j", arguments.jobs]
    strict = ["-W", "--keep-going", "-n", "-q"]
    code = build_main([*options, *strict, str(source), str(arguments.out / builder)])
    if code == 0 and not arguments.links:
        print(f"The site is built: {arguments.out / builder / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
