"""All studies, and the page that shows them: docs/results.md follows from the data and from nothing else.

Below: the studies. Above: __main__.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from docs.results import exploitability, learning, searching, sides, turns
from docs.results.study import ROOT, Study
from training.files import write_whole

STUDIES: tuple[Study, ...] = (learning.STUDY, searching.STUDY, exploitability.STUDY, turns.STUDY, sides.STUDY)
FOLDER = ROOT / "docs" / "results"
PAGE = ROOT / "docs" / "results.md"
HEADING = """# Results

Experiments of this project. Each section is generated from stored data in [results/](results/) and names the command,
commit and machine; "+" marks a dirty working tree. A score counts a win as 1 and a tie as ½. Ratings:
[leaderboard](leaderboard.md); adversaries: [exploitability](exploitability.md); speed: [benchmark](benchmark.md).

    python -m docs.results                        # re-run everything; takes hours
    python -m docs.results learning               # one section
    python -m docs.results --scale 0.1 --out out  # a tenth of the games and decisions
    python -m docs.results --page                 # only rebuild the page from the data

Run it from a checkout, after `make train`. At the commits named below the command was still called `ow results`.
"""


def page(folder: Path, studies: Sequence[Study] = STUDIES) -> str:
    """Return the page, from the data in a folder; a study without data is named as missing."""
    parts = [HEADING]
    for study in studies:
        path = folder / f"{study.name}.json"
        lines = [f"## {study.title}", ""]
        if path.is_file():
            data = json.loads(path.read_text(encoding="utf-8"))
            lines += [*study.lines(data["rows"]), ""]
            lines += [f"`{data['command']}`, commit {data['commit']}, {data['machine']}.", ""]
        else:
            lines += [f"Not measured yet: `python -m docs.results {study.name}`.", ""]
        parts.append("\n".join(lines))
    return "\n".join(parts)


def write_page(folder: Path, path: Path) -> None:
    """Write the page."""
    write_whole(path, page(folder))
