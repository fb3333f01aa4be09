"""``ow benchmark``: six fixed tasks, each with a panel, seeds, a metric and a result file that others can check."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from training.arguments import a_number, a_path
from training.benchmark import results
from training.benchmark.tasks import task_of, tasks
from training.commands.options import add_json, examples
from training.measure.workers import executor_for
from training.progress import ProgressLine

OUT = Path("runs/benchmark")


def add_to(commands: Any) -> None:
    """Add ``ow benchmark``."""
    parser = commands.add_parser(
        "benchmark",
        description="Play a task of the benchmark: fixed games, seeds and opponents, so that results of different"
        " agents can be compared. Writes a result file, which --check recomputes and replays in part. Without TASK:"
        " lists the tasks. After an interruption the same command resumes.",
        **examples(
            "ow benchmark",
            "ow benchmark learn open_worlds=runs/a/agent.safetensors star_realms=runs/b/agent.safetensors",
            "ow benchmark think search:10ms",
            "ow benchmark --check runs/benchmark/think-1-search-10ms.json",
        ),
    )
    parser.set_defaults(run=run)
    parser.add_argument("task", metavar="TASK", nargs="?", help="a name from the list, with a version or without")
    parser.add_argument(
        "agents", metavar="AGENT", nargs="*",
        help="the agent of all tables: a name, the path of a saved one or python:MODULE:NAME; or TABLE=AGENT for each",
    )  # fmt: skip
    parser.add_argument(
        "--trained", type=int, metavar="N",
        help="training decisions of agents that don't tell (saved agents do), where the task has a budget",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=a_path, metavar="FILE", help=f"result file (default: {OUT}/TASK-AGENT.json); resumed if it exists"
    )
    parser.add_argument("--check", type=a_path, metavar="FILE", help="check this result file")
    parser.add_argument(
        "--share", type=a_number, default=0.1, metavar="SHARE",
        help="with --check: share of the result to replay (default %(default)s)",
    )  # fmt: skip
    parser.add_argument("--processes", type=int, metavar="N", help="parallel jobs (default: one per core)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> Any:
    """List tasks, check a result, or play a task; return it as data."""
    if arguments.check is not None:
        return check(arguments)
    if arguments.task is None:
        for task in tasks().values():
            print(f"{task.id:22}{task.question}")
            print(f"{'':22}{', '.join(table.name for table in task.tables)}")
        return [{"task": task.id, "question": task.question, "metric": task.metric} for task in tasks().values()]
    task = task_of(arguments.task)
    if not arguments.agents:
        names = ", ".join(table.name for table in task.tables)
        raise ValueError(f"AGENT: expected an agent, or TABLE=AGENT for some of the tables {names}")
    if arguments.trained is not None and arguments.trained < 0:
        raise ValueError(f"--trained: expected a number from 0 up, got {arguments.trained}")
    entry = results.entry_of(task, arguments.agents)
    trained = results.trained_of(task, entry, arguments.trained)
    label = "-".join(re.sub(r"[^A-Za-z0-9.]+", "-", Path(agent).name) for agent in dict.fromkeys(entry.agents.values()))
    path = arguments.out or OUT / f"{task.id}-{label}.json"
    with ProgressLine() as line, executor_for(arguments.processes) as executor:

        def report(done: results.Done, left: int) -> None:
            score = results.summary(task, done, list(done))["score"]
            line(f"{100 * len(done) // (len(done) + left):3} % | {len(done)} units, {left} left | so far {score:.3f}")

        try:
            found = results.run(task, entry, trained, path, executor, report)
        except KeyboardInterrupt:
            line.close()
            print(f"stopped: what was played is in {path}; the same command resumes", file=sys.stderr)
            raise
    print(results.table_text(found))
    for table, taken in found["measured"]["milliseconds"].items() if task.milliseconds else ():
        over = "" if taken <= results.SLACK * task.milliseconds else f": over the {task.milliseconds:g} ms allowed"
        print(f"{table}: {taken:.3g} ms a decision{over}")
    print(f"written to {path}")
    return {name: value for name, value in found.items() if name != "units"}


def check(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check a result file; a result that does not hold is refused."""
    given = [arguments.task, *arguments.agents] if arguments.task is not None else []
    with ProgressLine() as line, executor_for(arguments.processes) as executor:
        found = results.check(
            arguments.check, executor, arguments.share, given,
            lambda done, of: line(f"{100 * done // of:3} % | {done} of {of} units replayed"),
        )  # fmt: skip
    if not found.holds:
        raise ValueError(f"{arguments.check}: {'; '.join(found.wrong)}")
    print(f"{arguments.check}: adds up; {found.same} of {found.units} replayed units have exactly the same points")
    if found.same < found.units:
        print(
            f"mean of these units {found.there:.4f} in the file, {found.here:.4f} here;"
            f" 95 % CI of the difference {found.low:+.4f} to {found.high:+.4f}"
        )
    return {"units": found.units, "same": found.same, "there": found.there, "here": found.here}
