"""What agents count while they play: an agent that has ``report()`` tells numbers, which are added up and shown.

Below: store.py. Above: match.py's command, jobs.py, ladder.py, alone.py, report.py. An agent's ``report()`` returns
numbers by name, counted since it was made; ``decisions`` is among them, and the others are shown for each of these: of
a language model the share of illegal replies, tokens, cost. Only ``forfeits`` are shown as they are. In order: reports,
how they are shown, how they are kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from training.measure.store import Store

Report: TypeAlias = dict[str, float]

DECISIONS = "decisions"  # by which all else is divided
FORFEITS = "forfeits"  # but this: games lost by a fault, in all; "forfeits: crashed" are those by one of the faults
KIND = "reports"  # of an experiment, in the ladder's file


def report_of(agent: object) -> Report:
    """Return what an agent has counted since it was made; {}: it counts nothing."""
    told = getattr(agent, "report", None)
    return {} if told is None else {str(name): float(value) for name, value in told().items()}


def added(reports: Iterable[Mapping[str, float]]) -> Report:
    """Return the sum of reports. A figure that not all of them have is not known of the sum."""
    some = [report for report in reports if report]
    names = [name for name in (some[0] if some else {}) if all(name in report for report in some)]
    return {name: sum(report[name] for report in some) for name in names}


# ── How they are shown ───────────────────────────────────────────────────────────────────────


def shown_of(reports: Sequence[Mapping[str, float]]) -> list[str]:
    """Return the names of the counts that any of these reports has, in their order, without the kinds of forfeits."""
    names = dict.fromkeys(name for report in reports for name in report if name != DECISIONS)
    return [name for name in names if not name.startswith(f"{FORFEITS}: ")]


def for_each(report: Mapping[str, float], name: str) -> float:
    """Return a figure for each decision, forfeits in all; NaN where it isn't known."""
    if name == FORFEITS:
        return report.get(name, math.nan)
    decisions = report.get(DECISIONS, 0)
    return report[name] / decisions if decisions and name in report else math.nan


def cells(report: Mapping[str, float], names: Sequence[str]) -> list[str]:
    """Return these counts for each decision as cells of a table."""
    values = [for_each(report, name) for name in names]
    forms = [".0f" if name == FORFEITS else ".3g" for name in names]
    return ["-" if math.isnan(value) else f"{value:{form}}" for value, form in zip(values, forms, strict=True)]


def forfeits_in_words(report: Mapping[str, float]) -> str:
    """Return how many games were forfeited and why: "3 games forfeited (2 over time, 1 crashed)"; "": none."""
    count = report.get(FORFEITS, 0)
    if not count:
        return ""
    kinds = {name.partition(": ")[2]: value for name, value in report.items() if name.startswith(f"{FORFEITS}: ")}
    why = ", ".join(f"{value:.0f} {kind}" for kind, value in kinds.items() if value)
    return f"{count:.0f} game{'s' * (count > 1)} forfeited ({why})"


def in_words(report: Mapping[str, float]) -> str:
    """Return a report in a line: "40 decisions, for each illegal 0.025, retries 0.1, tokens in 612"."""
    names = [name for name in shown_of([report]) if name != FORFEITS]
    told = ", ".join(f"{name} {cell}" for name, cell in zip(names, cells(report, names), strict=True))
    return f"{report.get(DECISIONS, 0):.0f} decisions, for each {told}"


def meaning(names: Sequence[str]) -> str:
    """Return what columns of these counts mean, a sentence or two; "": there are none."""
    by_decision = [name for name in names if name != FORFEITS]
    told = [f"{', '.join(by_decision)}: as the agent counts, for each of its decisions."] if by_decision else []
    told += [f"{FORFEITS}: games lost by a fault, among those lost."] if FORFEITS in names else []
    return " ".join(told)


def forfeit_lines(labels: Sequence[str], reports: Sequence[Mapping[str, float]]) -> list[str]:
    """Return a line for each agent that has forfeited games: how many, and why."""
    told = [(label, forfeits_in_words(report)) for label, report in zip(labels, reports, strict=True)]
    return [f"{label}: {words}" for label, words in told if words]


def as_data(report: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    """Return these counts for each decision, by name."""
    return {name: round(for_each(report, name), 8) for name in names}


# ── How they are kept ────────────────────────────────────────────────────────────────────────


def keep(store: Store, about: Mapping[str, Any], number: int, reports: Mapping[str, Report]) -> None:
    """Put what agents counted in one job into the ladder's file.

    Args:
        store: of the ladder.
        about: what was played, and by whom.
        number: of the job.
        reports: by the agents' keys.
    """
    told = {key: report for key, report in reports.items() if report}
    if told:
        store.add_blocks(store.experiment(KIND, dict(about)), {number: told})


def kept(store: Store, about: Mapping[str, Any]) -> dict[str, Report]:
    """Return what agents have counted in all jobs in which this, and maybe more, was played, by their keys."""
    found: dict[str, list[Report]] = {}
    for experiment, settings in store.experiments(KIND).items():
        if all(settings.get(name) == value for name, value in about.items()):
            for result in store.blocks(experiment, fault).values():
                for key, report in result.items():
                    found.setdefault(key, []).append(report)
    return {key: added(reports) for key, reports in found.items()}


def fault(result: Any) -> str | None:
    """Return what is wrong with the reports of a job in a file, or None."""
    if not isinstance(result, dict) or not all(isinstance(report, dict) for report in result.values()):
        return "expected the counts of each agent"
    for report in result.values():
        for name, value in report.items():
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                return f"{name}: expected a number from 0 up, got {value!r:.40}"
    return None
