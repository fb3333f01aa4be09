"""The report of a ladder: tables as text and CSV, and plots.

Below: ladder.py (a `Standing`), ratings.py; matplotlib for the plots, if it is there. Above:
commands/ladder.py, and reports. Nothing here decides anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from agents import learned
from training.files import aligned, write_csv, write_whole
from training.measure import counted
from training.measure.ladder import Standing, agent_key_of
from training.measure.ratings import misfits
from training.measure.store import AgentKey

HOW_TO_READ = (
    "± is the half-width of the 95 % CI, from whole mirrored game pairs (the same deal from every seat, with decks"
    " swapped). score: mean over all opponents (win = 1; tie, or truncated by a limit of turns = 1/2). ms: milliseconds"
    " per decision."
)
LONGEST = 40  # letters of a label in a plot
ODD = 3.0  # standard errors; a score so far from what ratings say is worth a line


def table(standing: Standing) -> str:
    """Return the ladder as lines of text, the strongest first."""
    anchor = standing.labels[standing.ratings.anchor]
    rows = [["", "agent", "Elo", "95 % CI", "score", "games", "won", "lost", "tied", "truncated", "ms"]]
    counts = counted.shown_of(standing.reports)
    rows[0] += counts
    for rank, agent in enumerate(standing.order, 1):
        won, lost, tied, truncated = standing.counts(agent)
        games = won + lost + tied + truncated
        score = f"{100 * mean_score(standing, agent):.1f} %" if games else "-"
        figures = [score, *map(str, (games, won, lost, tied, truncated))]
        elo, error = standing.ratings.elo[agent], standing.ratings.elo_error[agent]
        if math.isnan(elo):
            rated = ["?", ""]
        else:
            rated = [f"{elo:.0f}", "anchor" if agent == standing.ratings.anchor else f"± {error:.0f}"]
        taken = standing.milliseconds(agent)
        figures.append("-" if math.isnan(taken) else f"{taken:.3g}")
        figures += counted.cells(standing.reports[agent], counts)
        rows.append([str(rank), standing.labels[agent], *rated, *figures])
    told = f"Elo: {model_of(standing)}, {anchor} = 0; {HOW_TO_READ} {counted.meaning(counts)}"
    notes = ["", *wrap(told, 101), *counted.forfeit_lines(standing.labels, standing.reports)]
    return "\n".join(aligned(rows, left=(1,)) + notes + odd_pairs(standing))


def model_of(standing: Standing) -> str:
    """Return in words what the ratings stand for."""
    seats = standing.game.num_players
    if seats == 2:
        return "Bradley-Terry"
    return f"Bradley-Terry of one seat against another, two agents sharing the {seats} seats in every assignment"


def mean_score(standing: Standing, agent: int) -> float:
    """Return an agent's score against each opponent it met, all opponents counting alike.

    Who plays whom how often is the ladder's choice; a share of all games would tell of that too.
    """
    met = standing.tally.games[agent] > 0
    return float((standing.tally.points[agent, met] / standing.tally.games[agent, met]).mean())


def odd_pairs(standing: Standing) -> list[str]:
    """Return a line for each two whose score is far from what their ratings say."""
    expected = standing.ratings.expected
    misfit = np.nan_to_num(misfits(standing.tally, standing.ratings))
    found = [(i, j) for i, j in zip(*np.nonzero(misfit > ODD), strict=True)]
    if not found:
        return []
    lines = ["", f"Scores more than {ODD:.0f} standard errors from what the ratings predict:"]
    for i, j in sorted(found, key=lambda pair: -misfit[pair]):
        one, other = standing.labels[i], standing.labels[j]
        score = standing.tally.points[i, j] / standing.tally.games[i, j]
        lines.append(f"  {one} against {other}: {100 * score:.1f} %, predicted {100 * expected[i, j]:.1f} %")
    return lines


def pair_table(standing: Standing) -> str:
    """Return what each agent of a row scored against that of a column, in per cent, ± as above."""
    order, names = standing.order, short_labels(standing)
    rows = [["", "", *map(str, range(1, len(order) + 1))]]
    for rank, agent in enumerate(order, 1):
        cells = []
        for other in order:
            if not standing.tally.games[agent, other]:
                cells.append("." if agent == other else "-")
                continue
            low, high = standing.tally.interval(agent, other)
            score = standing.tally.points[agent, other] / standing.tally.games[agent, other]
            cells.append(f"{100 * score:.0f}±{50 * (high - low):.0f}")
        rows.append([str(rank), names[agent], *cells])
    return "\n".join(aligned(rows, left=(1,)))


def rating_rows(standing: Standing) -> list[dict[str, Any]]:
    """Return the ladder as data, the strongest first: a row for each agent."""
    rows, counts = [], counted.shown_of(standing.reports)
    for agent in standing.order:
        agent_key = standing.agent_keys[agent]
        won, lost, tied, truncated = standing.counts(agent)
        rows.append(
            {
                "agent": standing.labels[agent],
                "name": agent_key.name,
                "version": agent_key.version,
                "parameters": agent_key.parameters,
                "file": agent_key.file or "",
                "elo": round(float(standing.ratings.elo[agent]), 2),
                "elo_error": round(float(standing.ratings.elo_error[agent]), 2),
                "score": round(mean_score(standing, agent), 5),
                "won": won,
                "lost": lost,
                "tied": tied,
                "truncated": truncated,
                "milliseconds": round(standing.milliseconds(agent), 5),
                **counted.as_data(standing.reports[agent], counts),
            }
        )
    return rows


def pair_rows(standing: Standing) -> list[dict[str, Any]]:
    """Return what each two scored as data, a row both ways."""
    tally, expected = standing.tally, standing.ratings.expected
    misfit = misfits(tally, standing.ratings)
    rows = []
    for i in standing.order:
        for j in standing.order:
            if not tally.games[i, j]:
                continue
            met = standing.meetings.get((i, j)) or standing.meetings[j, i]
            forward = (i, j) in standing.meetings
            low, high = tally.interval(i, j)
            rows.append(
                {
                    "one": standing.labels[i],
                    "other": standing.labels[j],
                    "pairs": round(tally.pairs[i, j]),
                    "games": round(tally.games[i, j]),
                    "won": met.won if forward else met.lost,
                    "lost": met.lost if forward else met.won,
                    "tied": met.tied,
                    "truncated": met.truncated,
                    "score": round(tally.points[i, j] / tally.games[i, j], 5),
                    "low": round(low, 5),
                    "high": round(high, 5),
                    "expected": round(float(expected[i, j]), 5),
                    "misfit": round(float(misfit[i, j]), 2),
                    "turns": round(met.turns / met.games, 2),
                    "decisions": round(met.decisions / met.games, 2),
                }
            )
    return rows


def write(standing: Standing, folder: Path, saved: Sequence[str] = ()) -> list[Path]:
    """Write tables and plots into a folder and return their paths; without matplotlib, no plots.

    Args:
        standing: what is written.
        folder: made if it is missing.
        saved: paths of saved agents that may be read for the plot of learning: those that the user named. A path that
            stands in the ladder's file only is never opened.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = folder / "ladder.txt"
    write_whole(text, f"{table(standing)}\n\n{pair_table(standing)}\n")
    written = [text]
    for name, rows in (("ratings", rating_rows(standing)), ("pairs", pair_rows(standing))):
        path = folder / f"{name}.csv"
        write_csv(path, rows, name)
        written.append(path)
    try:
        import matplotlib  # it is in the extra `train`
    except ImportError:
        return written
    with matplotlib.rc_context({"text.parse_math": False}):  # a label is text, whatever is in it
        figures = {
            "ratings": plot_ratings(standing),
            "pairs": plot_pairs(standing),
            "compute": plot_compute(standing),
            "learning": plot_learning(standing, saved),
        }
        for name, figure in figures.items():
            path = folder / f"{name}.png"
            if figure is None:
                path.unlink(missing_ok=True)  # of an earlier time
                continue
            figure.savefig(path, dpi=150)
            written.append(path)
    return written


# ── Plots ────────────────────────────────────────────────────────────────────────────────────


def plot_ratings(standing: Standing) -> Any:
    """Return a matplotlib figure: each agent's Elo with its 95 % interval."""
    order = [agent for agent in standing.order if not math.isnan(standing.ratings.elo[agent])]
    elo, error, names = standing.ratings.elo[order], standing.ratings.elo_error[order], short_labels(standing)
    labels = [names[agent] for agent in order]
    return plot_intervals(labels, elo, (error, error), f"Elo, {standing.labels[standing.ratings.anchor]} = 0", "{:.0f}")


def plot_intervals(labels: Sequence[str], figures: Any, errors: tuple[Any, Any], of: str, form: str) -> Any:
    """Return a matplotlib figure: a row for each label, its figure with its 95 % interval.

    Args:
        labels: from the top down.
        figures: [rows].
        errors: [rows] each, how far the interval reaches below and above the figure.
        of: what the figures are.
        form: how a figure is written, as `str.format` takes it.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 1.2 + 0.35 * len(labels)), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(figures, range(len(labels)), xerr=errors, fmt="o", capsize=3, color="#2b5c8a")
    for row, value in enumerate(figures):
        axes.annotate(form.format(value), (value, row), (0, 6), textcoords="offset points", ha="center")
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.7)
    axes.set_xlabel(f"{of}; bars: 95 %")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def plot_pairs(standing: Standing) -> Any:
    """Return a matplotlib figure: the score of each row against each column."""
    from matplotlib.figure import Figure

    order = standing.order
    with np.errstate(invalid="ignore"):
        shares = (standing.tally.points / standing.tally.games)[np.ix_(order, order)]
    side = 2.2 + 0.55 * len(order)
    figure = Figure(figsize=(side + 1, side), layout="constrained")
    axes = figure.add_subplot()
    image = axes.imshow(100 * shares, cmap="RdYlGn", vmin=0, vmax=100)
    for (row, column), share in np.ndenumerate(shares):
        if not math.isnan(share):
            colour = "black" if 0.15 < share < 0.85 else "white"
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=colour)
    names = short_labels(standing)
    labels = [names[agent] for agent in order]
    axes.set_xticks(range(len(order)), labels, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(order)), labels)
    figure.colorbar(image, shrink=0.8)
    axes.set_title("score in %, row against column", fontsize="medium")
    return figure


def plot_compute(standing: Standing) -> Any:
    """Return a matplotlib figure: each agent's Elo by the milliseconds it takes for a decision.

    Budgets of one agent, such as search:100 and search:1000, are joined by a line.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.add_subplot()
    positions = [
        agent
        for agent in standing.order
        if not math.isnan(standing.ratings.elo[agent]) and standing.milliseconds(agent) > 0
    ]
    _points(axes, standing, {agent: standing.milliseconds(agent) for agent in positions}, budgets=True)
    axes.set_xlabel("milliseconds for one decision, in games played many at a time")
    return figure


def plot_learning(standing: Standing, saved: Sequence[str]) -> Any:
    """Return a matplotlib figure: the Elo of saved agents by the decisions they have learned from; others are lines.

    Those of one run are joined. None: fewer than two of ``saved`` are on the ladder, or have their files still.
    """
    from matplotlib.figure import Figure

    rated = [agent for agent in standing.order if not math.isnan(standing.ratings.elo[agent])]
    trained = {agent: decisions_of(standing, agent, saved) for agent in rated}
    positions = {agent: decisions for agent, decisions in trained.items() if decisions}
    if len(positions) < 2:
        return None
    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.add_subplot()
    names = short_labels(standing)
    _points(axes, standing, positions, budgets=False)
    axes.xaxis.set_major_formatter(lambda x, position: f"{x / 1e6:,g} M" if x >= 1e6 else f"{x:,.0f}")
    low, high = axes.get_ylim()
    free = -math.inf
    for agent in reversed(rated):
        if agent not in positions:
            elo = float(standing.ratings.elo[agent])
            free = max(elo, free + 0.035 * (high - low))  # names that would touch move up
            axes.axhline(elo, color="0.6", linestyle="--", linewidth=1, zorder=0)
            axes.annotate(names[agent], (1, free), (4, 0), xycoords=("axes fraction", "data"),
                          textcoords="offset points", va="center", fontsize=8)  # fmt: skip
    axes.set_xlabel("decisions learned from")
    return figure


def _points(axes: Any, standing: Standing, positions: dict[int, float], budgets: bool) -> None:
    """Draw Elo over ``positions`` with intervals, a colour for each family; join budgets, or saved agents of a run."""
    names, elo, error = short_labels(standing), standing.ratings.elo, standing.ratings.elo_error
    beside = (6, 4) if budgets else (6, -11)  # points: a curve of learning rises
    colours = iter(("#d1662f", "#3d9a5d", "#9a5bb5", "#b8860b", "#c2406b") * len(positions))
    for family, members in families(standing, positions):
        colour = "#2b5c8a" if len(members) == 1 else next(colours)
        members = sorted(members, key=lambda agent: positions[agent])
        joined = len(members) > 1 and (":" in names[members[0]] if budgets else family is not None)
        if joined:
            axes.plot([positions[one] for one in members], elo[members], color=colour, linewidth=1.5, alpha=0.7)
        for agent in members:
            axes.errorbar([positions[agent]], [elo[agent]], yerr=[error[agent]], fmt="o", capsize=3, color=colour)
            axes.annotate(names[agent], (positions[agent], elo[agent]), beside, textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,g}")
    axes.margins(x=0.12)
    axes.set_ylabel(f"Elo, {standing.labels[standing.ratings.anchor]} = 0; bars: 95 %")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def families(standing: Standing, positions: dict[int, float]) -> Iterator[tuple[str | None, list[int]]]:
    """Yield those of ``positions`` that belong together: one agent's budgets, one run's saved agents; others alone."""
    found: dict[str, list[int]] = {}
    for agent in positions:
        agent_key = standing.agent_keys[agent]
        family = family_of(agent_key)
        if family is None:
            yield None, [agent]
        else:
            found.setdefault(family, []).append(agent)
    yield from found.items()


def family_of(agent_key: AgentKey) -> str | None:
    """Return what an agent shares with its kin: the name before its settings, or the folder of its run."""
    if agent_key.label.endswith(learned.SUFFIX):
        folder = Path(agent_key.label).parent
        return str(folder.parent if folder.name == "past" else folder)
    name, colon, _ = agent_key.label.partition(":")
    return name if colon else None


def short_labels(standing: Standing) -> list[str]:
    """Return what to call agents in a plot: saved ones by their files' names, long commands by their end."""
    stems = [Path(label).stem if label.endswith(learned.SUFFIX) else label for label in standing.labels]
    stems = [stem if len(stem) <= LONGEST else f"...{stem[3 - LONGEST :]}" for stem in stems]
    return [
        stem if stems.count(stem) == 1 else label.removesuffix(learned.SUFFIX)
        for stem, label in zip(stems, standing.labels, strict=True)
    ]


def decisions_of(standing: Standing, agent: int, saved: Sequence[str]) -> float | None:
    """Return how many decisions one of ``saved`` has learned from, if its file is still the same, and says so."""
    agent_key = standing.agent_keys[agent]
    if agent_key.label not in saved or not agent_key.label.endswith(learned.SUFFIX):
        return None
    try:
        if agent_key_of(agent_key.label, standing.game).key != agent_key.key:
            return None
        decisions = learned.read_card(agent_key.label).trained.get("decisions")
    except ValueError:
        return None
    return float(decisions) if isinstance(decisions, int) and decisions > 0 else None
