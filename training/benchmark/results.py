"""A result of a task: played, resumed, summed up, written, read again and checked.

Below: units.py, decklab/intervals.py, measure/workers.py. Above: commands/benchmark.py, docs/tasks.

A result file holds the points of every unit, so that anybody can add them up and play some again. What a machine
had to do with it (its name, the time a decision took) stands apart under "measured"; nothing else depends on it.
"""

from __future__ import annotations

import json
import math
import platform
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import agents
from ow_env.core.rules_hash import rules_hash
from ow_env.core.text import escaped, nearest
from training.benchmark.tasks import EXPLOITABILITY, Table, Task, task_of
from training.benchmark.units import Entry, Played, Unit, play_unit, units_of
from training.decklab.intervals import Numbers, fixed
from training.files import write_whole
from training.measure.ladder import agent_key_of
from training.measure.model_card import machine
from training.measure.workers import Executor

FORMAT = 1
DIGITS = 6  # of numbers in a file
SLACK = 1.05  # by which a training's last round may exceed its budget, and a decision its time
CONFIDENT = 1.959964  # standard errors in half of a 95 % interval
Z_SUSPECT = 3.3  # standard errors between a result and its replay that chance hardly explains: one time in a thousand

Data = dict[str, Any]
Done = dict[Unit, Played]
Report = Callable[[Done, int], None]


# ── Who takes part ───────────────────────────────────────────────────────────────────────────


def entry_of(task: Task, given: Sequence[str]) -> Entry:
    """Return who plays which table.

    Args:
        task: what is played.
        given: one agent for all tables, or TABLE=AGENT for some; TABLE may be the name of a game.

    Raises:
        ValueError: there is no such table, one is named twice, or an agent can't play it.
    """
    names = [table.name for table in task.tables]
    found: dict[str, str] = {}
    for text in given:
        where, equals, agent = text.partition("=")
        known = {*names, *(table.game for table in task.tables)}
        if not equals or where not in known:  # an agent's own settings have "=" too
            if len(given) > 1:
                raise ValueError(f"AGENT: expected TABLE=AGENT, TABLE one of {', '.join(names)}, got {text!r}")
            where, agent = "", text
        for table in task.tables:
            if where in ("", table.name, table.game):
                if table.name in found:
                    raise ValueError(f"AGENT: {table.name} is given two agents, {found[table.name]} and {agent}")
                found[table.name] = agent
    for table in task.tables:
        if table.name in found:
            try:
                agents.make(found[table.name], table.made())
            except ValueError as error:
                raise ValueError(f"{table.name}: {error}") from None
    return Entry(found)


def trained_of(task: Task, entry: Entry, declared: int | None) -> Data:
    """Return how many decisions each agent was trained for; {} where the task sets no budget.

    Args:
        task: what is played.
        entry: the agents; one that `ow train` wrote tells it itself.
        declared: decisions, of agents that can't tell.

    Raises:
        ValueError: it is not known, or more than the largest budget.
    """
    told: Data = {}
    for name, spec in entry.agents.items() if task.budgets else ():
        card = getattr(agents.make(spec, table_of(task, name).made()), "card", None)
        trained = {} if card is None else card.trained
        settings = trained.get("settings") or {}
        if settings.get("begin_from") and declared is None:
            raise ValueError(
                f"--trained: {spec} continues the training of {settings['begin_from']}; give the decisions of both"
            )
        if card is not None and declared is None:
            told[name] = {"decisions": int(trained["decisions"]), "by": "the agent's file"}
        elif declared is not None:
            told[name] = {"decisions": declared, "by": "declaration"}
        else:
            raise ValueError(
                f"--trained: {task.id} has a budget, and {spec} does not tell how many decisions it was trained for"
                " (0: it was not trained)"
            )
        if told[name]["decisions"] > SLACK * max(task.budgets):
            raise ValueError(
                f"{spec}: trained for {told[name]['decisions']:,} decisions; {task.id} allows {max(task.budgets):,}"
            )
    return told


def budget_of(task: Task, trained: Mapping[str, Any]) -> int | None:
    """Return the smallest budget that holds these trainings; None: the task sets none."""
    most = max((each["decisions"] for each in trained.values()), default=0)
    return next((budget for budget in task.budgets if most <= SLACK * budget), None)


def table_of(task: Task, name: str) -> Table:
    """Return a table by its name."""
    for table in task.tables:
        if table.name == name:
            return table
    names = [table.name for table in task.tables]
    raise ValueError(f"{task.id}: there is no table {name!r}{nearest(name, names)}")


# ── Playing ──────────────────────────────────────────────────────────────────────────────────


def head_of(task: Task, entry: Entry, trained: Data) -> Data:
    """Return what makes two results comparable: equal heads, equal units."""
    told = {}
    for name, spec in entry.agents.items():
        key = agent_key_of(spec, table_of(task, name).made())
        told[name] = {"spec": spec, "name": key.name, "version": key.version, "key": key.key}
    return {
        "format": FORMAT,
        "task": task.id,
        "agents": told,
        "trained": trained,
        "budget": budget_of(task, trained),
        "rules": {name: rules_hash(table_of(task, name).made().engine.__name__) for name in entry.agents},
    }


def run(
    task: Task, entry: Entry, trained: Data, path: Path, executor: Executor,
    report: Report = lambda done, left: None,
) -> Data:  # fmt: skip
    """Play a task, or what is left of it, and return the result; it is written after every unit.

    Args:
        task: what is played.
        entry: who plays.
        trained: from `trained_of`.
        path: of the result file. One that is there is resumed, if it is of the same task, agents and rules.
        executor: where units are played.
        report: called after each unit with what is done, and how many units are left.

    Raises:
        ValueError: the file holds another result, or the panel is not that of the task.
    """
    task.check_panel()
    head = head_of(task, entry, trained)
    done = resumed(path, head, task)
    units = [unit for unit in units_of(task) if task.tables[unit.table].name in entry.agents]
    for unit, played in playing(task, entry, units, done, executor):
        done[unit] = replace(played, points=[round(value, DIGITS) for value in played.points])  # as the file has them
        write(path, {**head, **summary(task, done, units), **told(task, done)})
        report(done, len([unit for unit in units if unit not in done and wanted(unit, done)]))
    found = {**head, **summary(task, done, units), **told(task, done)}
    write(path, found)
    return found


def playing(
    task: Task, entry: Entry, units: Sequence[Unit], done: Done, executor: Executor
) -> Iterator[tuple[Unit, Played]]:
    """Yield the units that are not done as they are played."""
    first = [unit for unit in units if unit not in done and (unit.number == 0 or task.metric != EXPLOITABILITY)]
    data = (task, entry)
    yield from executor.run(play_unit, data, iter(first))
    yield from executor.run(play_unit, data, (unit for unit in units if unit not in done and wanted(unit, done)))


def wanted(unit: Unit, done: Done) -> bool:
    """Return whether a unit tells anything: an exploitability that nothing was estimated in needs one only."""
    first = done.get(unit._replace(number=0))
    return first is None or bool(first.games) or bool(first.sampled)


def resumed(path: Path, head: Data, task: Task) -> Done:
    """Return the units that a file holds already; {}: there is no file."""
    if not path.exists():
        return {}
    there = read(path)
    for name, value in head.items():
        if there[name] != value:
            raise ValueError(
                f"{path}: it holds another result ({name}: {shortly(there[name])}, here {shortly(value)});"
                " choose another --out"
            )
    return units_in(there, task)


def shortly(value: Any) -> str:
    """Return data as a short text."""
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]} ..."


# ── Summing up ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Line:
    """How an agent fared at one table against one opponent."""

    table: str
    opponent: str
    score: float  # in the unit of the task's metric
    low: float
    high: float
    games: int
    truncated: int
    sampled: int


def lines_of(task: Task, done: Done) -> list[Line]:
    """Return the results of each table and opponent, with 95 % intervals by game numbers, deck pairs or card values."""
    found = []
    for index, table in enumerate(task.tables):
        for opponent in table.panel or ("",):
            those = [done[unit] for unit in sorted(done) if unit[:2] == (index, opponent)]
            if not those:
                continue
            values = np.array([value for played in those for value in played.points]) / task.even(table)
            mean, half = float(values.mean()), half_of(task, values, those)
            found.append(
                Line(
                    table.name,
                    opponent,
                    mean,
                    max(0.0, mean - half),
                    mean + half,
                    sum(each.games for each in those),
                    sum(each.truncated for each in those),
                    max(each.sampled for each in those),
                )
            )
    return found


def half_of(task: Task, values: Numbers, those: Sequence[Played]) -> float:
    """Return half of the 95 % interval of a mean; 0 where nothing was drawn or estimated."""
    if task.metric == EXPLOITABILITY and not any(each.sampled for each in those):
        return 0.0
    return fixed(values).half if len(values) > 1 else math.inf


def summary(task: Task, done: Done, units: Sequence[Unit]) -> Data:
    """Return what comes of the units: the mean over tables of the mean over opponents, with its interval."""
    lines = lines_of(task, done)
    finished = all(unit in done or not wanted(unit, done) for unit in units)
    tables = list(dict.fromkeys(line.table for line in lines))
    score, variance = 0.0, 0.0
    for table in tables:
        own = [line for line in lines if line.table == table]
        score += sum(line.score for line in own) / len(own) / len(tables)
        variance += sum(((line.high - line.score) / CONFIDENT / len(own) / len(tables)) ** 2 for line in own)
    half = CONFIDENT * math.sqrt(variance)
    whole = len(tables) == len(task.tables)
    return {
        "finished": finished,
        "whole": whole,
        "metric": task.metric,
        "score": rounded(score),
        "low": rounded(max(0.0, score - half)),
        "high": rounded(score + half),
        "lines": [{key: rounded(value) for key, value in asdict(line).items()} for line in lines],
    }


def rounded(value: Any) -> Any:
    """Return a number as files hold it; None: it is not known."""
    if not isinstance(value, float):
        return value
    return round(value, DIGITS) if math.isfinite(value) else None


def told(task: Task, done: Done) -> Data:
    """Return the units, the versions they were played with, and what was measured of the machine."""
    taken = {}
    for index, table in enumerate(task.tables):
        those = [played for unit, played in done.items() if unit.table == index]
        decisions = sum(played.decisions for played in those)
        if decisions:
            taken[table.name] = round(1000 * sum(played.seconds for played in those) / decisions, 4)
    return {
        "within_time": not task.milliseconds or all(spent <= SLACK * task.milliseconds for spent in taken.values()),
        "versions": {
            "open-worlds-env": version("open-worlds-env"),
            "numpy": np.__version__,
            "numba": version("numba"),
            "python": platform.python_version(),
        },
        "measured": {"machine": machine(), "milliseconds": taken},
        "units": [
            {**asdict(played), "table": task.tables[unit.table].name, "opponent": unit.opponent, "number": unit.number}
            for unit, played in sorted(done.items())
        ],
    }  # fmt: skip


def write(path: Path, data: Data) -> None:
    """Write a result file, a line for each field and each unit."""

    def text(value: Any) -> str:
        rows = isinstance(value, list)
        return "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]" if rows else json.dumps(value)

    write_whole(
        path, "{\n" + ",\n".join(f" {json.dumps(name)}: {text(value)}" for name, value in data.items()) + "\n}\n"
    )


# ── Reading and checking ─────────────────────────────────────────────────────────────────────

KINDS: dict[str, type | tuple[type, ...]] = {
    "format": int, "task": str, "agents": dict, "trained": dict, "rules": dict, "finished": bool, "score": (int, float),
    "whole": bool, "lines": list, "units": list, "measured": dict, "versions": dict,
}  # fmt: skip


def read(path: Path) -> Data:
    """Return a result file as data.

    Raises:
        ValueError: it is none; the field, what was expected and what was found.
    """
    try:
        data = json.loads(path.read_text("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path}: it is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{path}: expected a result of `ow benchmark`, got {shortly(data)}")
    for name, kind in KINDS.items():
        if not isinstance(data.get(name), kind):
            raise ValueError(f"{path}: {name}: expected the field of a result file, got {shortly(data.get(name))}")
    if data["format"] != FORMAT:
        raise ValueError(f"{path}: format: expected {FORMAT}, got {data['format']}")
    return data


def units_in(data: Data, task: Task) -> Done:
    """Return the units of a result file.

    Raises:
        ValueError: one is not of this task, is there twice or is malformed.
    """
    found: Done = {}
    known = set(units_of(task))
    names = [field.name for field in fields(Played)]
    index = {table.name: place for place, table in enumerate(task.tables)}
    for place, row in enumerate(data["units"]):
        try:
            unit = Unit(index[row["table"]], row["opponent"], row["number"])
            played = Played(**{name: row[name] for name in names})
            sound = unit in known and unit not in found and all(0 <= float(value) <= 1 for value in played.points)
            sound = sound and len(played.points) > 0
        except (KeyError, TypeError, ValueError):
            sound = False
        if not sound:
            raise ValueError(f"units[{place}]: expected a unit of {task.id}, each once, got {shortly(row)}")
        found[unit] = played
    return found


def faults(data: Data) -> list[str]:
    """Return in sentences where a result is not what its own units and trainings come to; []: it is."""
    task = task_of(data["task"])
    done = units_in(data, task)
    units = [unit for unit in units_of(task) if task.tables[unit.table].name in data["agents"]]
    again = {**summary(task, done, units), "budget": budget_of(task, data["trained"])}
    wrong = [
        f"{name}: the file says {shortly(data.get(name))}, its units {shortly(value)}"
        for name, value in again.items()
        if data.get(name) != value
    ]
    return wrong if data["finished"] else ["it is not finished", *wrong]


@dataclass(frozen=True)
class Checked:
    """What a check found."""

    units: int  # replayed
    same: int  # ... with exactly the same points
    there: float  # mean points of these units in the file
    here: float  # ... and as replayed
    low: float  # 95 % interval of here less there
    high: float
    wrong: list[str]  # what does not hold, in sentences; []: nothing

    @property
    def holds(self) -> bool:
        """Whether the result is as it says."""
        return not self.wrong


def check(
    path: Path, executor: Executor, share: float = 0.1, given: Sequence[str] = (),
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Checked:  # fmt: skip
    """Recompute a result from its units, and replay a share of them.

    Args:
        path: of the result file.
        executor: where units are played.
        share: of the units, chosen by chance; at least one of each table.
        given: the agents, where they are called otherwise here than in the file: as for `entry_of`.
        report: called with how many units have been replayed, of how many.

    Raises:
        ValueError: it is no result, not finished, or of another version of the task, rules, panel or agents.
    """
    data = read(path)
    task = task_of(data["task"])
    task.check_panel()
    specs = [f"{name}={row['spec']}" for name, row in data["agents"].items()]
    entry = entry_of(task, given or specs)
    head = head_of(task, entry, data["trained"])
    for name in ("agents", "rules"):
        for table, value in data[name].items():
            here = head[name].get(table)
            if name == "agents" and here is not None:
                value, here = value.get("key"), here["key"]
            if here != value:
                raise ValueError(
                    f"{path}: {name}: {table}: expected {shortly(here)}, as it is here, got {shortly(value)}"
                )
    done = units_in(data, task)
    wrong = faults(data)
    chosen = drawn(sorted(done), share)
    replayed: Done = {}
    for unit, played in executor.run(play_unit, (task, entry), iter(chosen)):
        replayed[unit] = played
        report(len(replayed), len(chosen))
    same = sum(np.allclose(done[unit].points, replayed[unit].points, atol=1e-6) for unit in chosen)
    gaps = np.array([np.mean(replayed[unit].points) - np.mean(done[unit].points) for unit in chosen])
    gap = float(gaps.mean())
    error = float(gaps.std(ddof=1)) / math.sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    far = abs(gap) > Z_SUSPECT * error if len(gaps) > 1 else gap != 0
    if same < len(chosen) and far:
        wrong.append(f"replayed units differ by {gap:+.4f} on the average")
    there = float(np.mean([np.mean(done[unit].points) for unit in chosen]))
    half = CONFIDENT * error
    return Checked(len(chosen), int(same), there, there + gap, gap - half, gap + half, wrong)


def drawn(units: Sequence[Unit], share: float) -> list[Unit]:
    """Return a share of units, drawn by chance that nobody can foresee, and at least one of each table."""
    if not 0 < share <= 1:
        raise ValueError(f"--share: expected a number above 0 and up to 1, got {share}")
    chance = random.SystemRandom()
    found: list[Unit] = []
    for table in sorted({unit.table for unit in units}):
        own = [unit for unit in units if unit.table == table]
        found += chance.sample(own, max(1, round(share * len(own))))
    return sorted(found)


def table_text(data: Data) -> str:
    """Return a result as lines of text."""
    percent = data["metric"] != "share"
    scale, unit = (100, " %") if percent else (1, " x")
    unit = " points" if data["metric"] == EXPLOITABILITY else unit

    def shown(row: Mapping[str, Any]) -> str:
        low, high = (scale * row[end] if row[end] is not None else math.nan for end in ("low", "high"))
        interval = f" [{low:.1f}, {high:.1f}]" if percent else f" [{low:.2f}, {high:.2f}]"
        value = f"{scale * row['score']:.1f}{unit}" if percent else f"{scale * row['score']:.2f}{unit}"
        return value + (interval if row["high"] != row["score"] else " (exact)")

    rows = [
        (row["table"], f"against {row['opponent']}" if row["opponent"] else "exploitability", shown(row))
        for row in data["lines"]
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines = [f"  {one:{widths[0]}}  {other:{widths[1]}}  {value}" for one, other, value in rows]
    who = ", ".join(dict.fromkeys(escaped(row["spec"]) for row in data["agents"].values()))
    part = "" if data["whole"] else f" ({len(data['agents'])} of its tables)"
    budget = f", trained within {data['budget']:,} decisions" if data.get("budget") else ""
    return "\n".join([*lines, f"{data['task']}{part}, {who}{budget}: {shown(data)}"])
