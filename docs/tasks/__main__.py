"""Write the tables of docs/tasks.md from the result files beside this module: `python -m docs.tasks`.

Below: training.benchmark. Above: nothing. To add a result, put the file that `ow benchmark` wrote here and run this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docs.command import ended
from ow_env.core.text import in_markdown
from training.benchmark import results
from training.benchmark.tasks import EXPLOITABILITY, SHARE, Task, tasks
from training.files import write_whole

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "tasks.md"
BEGIN, END = "<!-- results -->\n", "<!-- end of the results -->\n"


def main() -> int:
    """Write the page; return the exit code."""
    return ended("docs.tasks", lambda: write_whole(PAGE, page(PAGE.read_text("utf-8"), files(FOLDER))))


def files(folder: Path) -> list[dict[str, Any]]:
    """Return the results in a folder, each read and added up.

    Raises:
        ValueError: one is not whole, or does not add up.
    """
    found = []
    for path in sorted(folder.glob("*.json")):
        data = results.read(path)
        if not data["finished"] or not data["whole"]:
            raise ValueError(f"{path}: only finished results of all tables of a task stand on the page")
        if wrong := results.faults(data):
            raise ValueError(f"{path}: {'; '.join(wrong)}")
        found.append(data)
    return found


def page(text: str, found: Sequence[dict[str, Any]]) -> str:
    """Return the page with new tables."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + BEGIN + "\n".join(section(task, found) for task in tasks().values()) + "\n" + END + tail


def section(task: Task, found: Sequence[dict[str, Any]]) -> str:
    """Return the table of a task, best first."""
    own = [data for data in found if data["task"] == task.id]
    own.sort(key=lambda data: data["score"], reverse=task.metric != EXPLOITABILITY)
    names = [table.name for table in task.tables]
    timed = ["ms a decision"] if task.milliseconds else []
    lines = [f"### {task.id}", "", task.question, ""]
    head = ["agent", *(["budget"] if task.budgets else []), task.metric, *names, *timed]
    lines += [f"| {' | '.join(head)} |", f"| {' | '.join(['---'] * len(head))} |"]
    for data in own:
        cells = [who(data), *([budget(data)] if task.budgets else []), interval(task, data)]
        cells += [shown(task, mean_at(data, name)) for name in names]
        if task.milliseconds:
            most = max(data["measured"]["milliseconds"].values())
            cells.append(f"{most:.3g}" + ("" if data["within_time"] else ", over"))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def who(data: dict[str, Any]) -> str:
    """Return who took part."""
    return in_markdown(data.get("title") or ", ".join(dict.fromkeys(row["name"] for row in data["agents"].values())))


def budget(data: dict[str, Any]) -> str:
    """Return within which number of training decisions an agent stayed."""
    trained = any(each["decisions"] for each in data["trained"].values())
    return f"{data['budget']:,}" if trained else "not trained"


def mean_at(data: dict[str, Any], table: str) -> float:
    """Return the mean over opponents at a table."""
    scores = [line["score"] for line in data["lines"] if line["table"] == table]
    return float(sum(scores) / len(scores))


def shown(task: Task, value: float) -> str:
    """Return a score in the unit of a task."""
    return f"{value:.2f}" if task.metric == SHARE else f"{100 * value:.1f}"


def interval(task: Task, data: dict[str, Any]) -> str:
    """Return a score with its interval."""
    ends = f" [{shown(task, data['low'])}, {shown(task, data['high'])}]" if data["high"] > data["score"] else ""
    return shown(task, data["score"]) + ends


if __name__ == "__main__":
    sys.exit(main())
