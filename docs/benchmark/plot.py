"""The results as a picture: decisions a second of random play, here and elsewhere.

Below: show.py. Above: __main__.py.
"""

from __future__ import annotations

from pathlib import Path

from docs.benchmark.plan import INSIDE
from docs.benchmark.show import Results, Spread, label, ours, peers, short, title_of


def plot(results: Results, path: Path) -> None:
    """Draw a bar for each of our games inside compiled code and for each peer, all on one thread."""
    import matplotlib  # not everyone who measures draws

    matplotlib.use("Agg")
    from matplotlib import pyplot

    own, other, pale = "#b3391f", "#5b6f84", "#d8dee5"
    entries = bars(results)
    figure, axes = pyplot.subplots(figsize=(9, 0.3 * len(entries) + 1.6), layout="constrained")
    for row, (_, spread, mine) in enumerate(reversed(entries)):
        median = spread["median"]
        error = [[median - spread["min"]], [spread["max"] - median]]
        axes.barh(row, median, xerr=error, color=own if mine else other, height=0.7)
        axes.text(spread["max"] * 1.12, row, short(median), va="center", fontsize=8)
    axes.set_yticks(range(len(entries)), [name for name, *_ in reversed(entries)], fontsize=8)
    axes.set_xscale("log")
    if entries:
        axes.set_xlim(min(spread["min"] for _, spread, _ in entries) / 3, max(s["max"] for _, s, _ in entries) * 3)
    axes.set_xlabel("decisions a second, one thread (bars: median; lines: lowest to highest)")
    axes.set_title("Random legal play", fontsize=11, loc="left")
    axes.grid(axis="x", color=pale, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    machine = results["machine"]
    foot = f"{machine['cpu']}, {machine['cores']} cores; commit {results['commit'][:10]}"
    figure.supxlabel(foot, fontsize=8, color=other, x=0.01, ha="left")
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def bars(results: Results) -> list[tuple[str, Spread, bool]]:
    """Return name, figure and whether it is ours, fastest first."""
    forms = {INSIDE: "inside compiled code", "parallel_env": "one parallel_env"}
    found = [
        (f"{title_of(game)}, {how}", rate, True)
        for game in results["games"]
        for case, how in forms.items()
        if (rate := ours(results, game, case, 1))
    ]
    found += [
        (f"{label(entry)}, {'one game' if entry['games'] == 1 else 'a batch'}", entry["rate"], False)
        for entry in peers(results)
        if entry["threads"] == 1 and entry["unit"] == "decisions"
    ]
    return sorted(found, key=lambda bar: -bar[1]["median"])
