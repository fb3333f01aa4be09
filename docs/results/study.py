"""A study: something measured by a command, kept with where it comes from, and shown on the page.

Below: measure/ (machine, intervals). Above: the studies.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias

from training.files import write_json
from training.measure.match import wilson
from training.measure.model_card import machine, percent

Row: TypeAlias = dict[str, Any]  # JSON: one figure, with all it is about
Arguments = ParamSpec("Arguments")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Bench:
    """Where a study is measured, and how much."""

    runs: Path  # what is under way: a study that was interrupted goes on from there
    scale: float = 1.0  # of all numbers of games and decisions; the page's figures have 1
    say: Callable[[str], None] = lambda line: None  # takes a line about how it goes

    def scaled(self, number: int, least: int = 1) -> int:
        """Return a number of games or decisions, scaled."""
        return max(least, round(self.scale * number))

    def once(
        self, about: Sequence[object], measure: Callable[Arguments, list[Row]],
        *args: Arguments.args, **kwargs: Arguments.kwargs,
    ) -> list[Row]:  # fmt: skip
        """Return the rows that ``measure(*args, **kwargs)`` returns, from their file if they are there already.

        ``about``: names of what they are about, by which the file is known again.
        """
        words = "-".join("".join(c if c.isalnum() else "_" for c in str(name)) for name in about)
        path = self.runs / f"{words}.json"
        if not path.exists():
            self.say(" ".join(map(str, about)))
            write_json(path, measure(*args, **kwargs))
        rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))
        return rows


@dataclass(frozen=True)
class Study:
    """A part of the report.

    Attributes:
        name: of its data, ``docs/results/<name>.json``, and on the command line.
        title: its heading.
        measure: measures it: rows, in order.
        lines: what the page says of the rows, as Markdown; links are told from ``docs/``.
        plot: draws the rows into a file; None: there is no plot.
    """

    name: str
    title: str
    measure: Callable[[Bench], list[Row]]
    lines: Callable[[Sequence[Row]], list[str]]
    plot: Callable[[Sequence[Row], Path], None] | None = None


def run(study: Study, bench: Bench, folder: Path) -> Path:
    """Measure a study and write its data and its plot; return the path of the data.

    Args:
        study: which.
        bench: where and how much.
        folder: of the data, docs/results.
    """
    rows = study.measure(bench)
    path = folder / f"{study.name}.json"
    scaled = f" --scale {bench.scale:g}" if bench.scale != 1 else ""
    came = {"command": f"python -m docs.results {study.name}{scaled}", "commit": commit(), "machine": machine()}
    write_json(path, {**came, "rows": rows}, ascii_only=False)
    if study.plot is not None:
        study.plot(rows, folder / f"{study.name}.png")
    return path


def commit() -> str:
    """Return which commit is checked out, with a + where code differs from it; "unknown" outside a repository."""
    try:
        asked = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=10", "--exclude=*"]
        found = subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout.strip()
        changed = subprocess.run(
            ["git", "-C", str(ROOT), "status", "--porcelain", "--", "*.py", "*.toml"],
            capture_output=True, encoding="utf-8", check=True,
        ).stdout.strip()  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found + ("+" if changed else "")


def with_interval(share: float, games: int) -> Row:
    """Return the score of so many independent games as the cells of a row, with its 95 % interval (Wilson)."""
    low, high = wilson(share, games)
    return {"share": round(share, 5), "low": round(low, 5), "high": round(high, 5), "games": games}


def told(row: Row) -> str:
    """Return a row's share with its interval: "83.1 % [80.2, 85.6]"."""
    return percent(row["share"], row["low"], row["high"])


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines of Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return lines + ["| " + " | ".join(cells) + " |" for cells in rows]


@contextmanager
def figure(path: Path, title: str, across: str, up: str) -> Iterator[Any]:
    """Give axes to draw on, and save the figure; without matplotlib a ValueError says what to install."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("plots need more: pip install 'open-worlds-env[train]' (matplotlib)") from None
    drawn = Figure(figsize=(8, 4.8), layout="constrained")
    axes = drawn.subplots()
    axes.set(title=title, xlabel=across, ylabel=up)
    axes.grid(alpha=0.3)
    yield axes
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn.savefig(path, dpi=130, metadata={"Software": None})
