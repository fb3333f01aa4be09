"""The results as a picture. Below: show.py. Above: commands/bench.py."""

from __future__ import annotations

from pathlib import Path

from training.bench.goals import Spread
from training.bench.show import Results, count, fastest, form_of, label, short, title_of


def plot(results: Results, path: Path) -> None:
    """Draw decisions a second, here and elsewhere, and ours by the size of the batch."""
    import matplotlib  # not everyone who measures draws

    matplotlib.use("Agg")
    from matplotlib import pyplot

    own, other, pale = "#b3391f", "#5b6f84", "#d8dee5"
    entries = bars(results)
    height = max(4.5, 0.27 * len(entries) + 1.4)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, height), width_ratios=(3, 2), layout="constrained")
    own_sizes = [
        e for e in results["measured"] if e.get("game") == results["game"] and "fastest batch" not in e["name"]
    ]
    right.set_visible(bool(own_sizes))
    for row, (_, spread, mine) in enumerate(reversed(entries)):
        median = spread["median"]
        error = [[median - spread["min"]], [spread["max"] - median]]
        left.barh(row, median, color=own if mine else other, height=0.7)
        left.errorbar(median, row, xerr=error, color="black", linewidth=1)
        left.text(spread["max"] * 1.12, row, short(median), va="center", fontsize=8)
    left.set_yticks(range(len(entries)), [name for name, *_ in reversed(entries)], fontsize=8)
    left.set_xscale("log")
    if entries:
        least = min(spread["min"] for _, spread, _ in entries)
        left.set_xlim(least / 3, max(spread["max"] for _, spread, _ in entries) * 3)
        left.set_ylim(-0.7, len(entries) - 0.3)
    left.set_xlabel("decisions a second (bars: median; lines: lowest to highest)")
    left.set_title("Random legal play, measured in turns", fontsize=11, loc="left")
    styles = {"rollout:asked": "o-", "rollout": "o--", "step:sparse": "s-", "step:asked": "^-", "step": "^--"}
    for case, style in styles.items():
        for threads, color in ((1, other), (2, own)):
            sizes = [entry for entry in own_sizes if entry["case"] == case and entry["threads"] == threads]
            sizes.sort(key=lambda entry: int(entry["games"]))
            if sizes:
                right.plot(
                    [entry["games"] for entry in sizes],
                    [entry["rate"]["median"] for entry in sizes],
                    style,
                    color=color,
                    markersize=5,
                    label=f"{SHORT_FORMS[case]}, {count(threads)}",
                )
    right.set_xscale("log", base=2)
    right.set_yscale("log")
    right.set_xlabel("games in the batch")
    right.set_ylabel("decisions a second")
    right.set_title(f"{title_of(results['game'])} by batch size", fontsize=11, loc="left")
    if right.lines:
        figure.legend(fontsize=8, frameon=False, loc="outside lower right", ncols=2)
        sizes = sorted({int(x) for line in right.lines for x in line.get_xdata()})
        right.set_xticks(sizes, [str(size) for size in sizes], fontsize=8)
    for axes, along in ((left, "x"), (right, "both")):
        axes.grid(axis=along, color=pale, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    machine = results["machine"]
    foot = f"{machine['cpu']}, {machine['cores']} cores; commit {results['commit'][:10]}"
    figure.supxlabel(foot, fontsize=8, color=other, x=0.01, ha="left")
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


SHORT_FORMS = {
    "rollout": "compiled rollout",
    "rollout:asked": "compiled rollout, who acts observes",
    "rollout:sparse": "compiled rollout, sparse rows",
    "call": "rollout(1) from Python",
    "step": "step from Python",
    "step:asked": "step from Python, who acts observes",
    "step:sparse": "step from Python, sparse rows, NumPy",
    "parallel_env": "one parallel_env",
    "aec_env": "one AEC env",
}


def bars(results: Results) -> list[tuple[str, Spread, bool]]:
    """Return name, figure and whether it is ours, fastest first."""
    found: list[tuple[str, Spread, bool]] = []
    for entry in fastest(results["measured"]):
        mine = entry["who"] == "ours"
        if entry["unit"] != "decisions" or (
            mine and (entry["case"] not in SHORT_FORMS or entry["game"] != results["game"])
        ):
            continue
        name = title_of(results["game"]) if mine else label(entry)
        form = SHORT_FORMS[entry["case"]] if mine else form_of(results, entry)
        found.append((f"{name}: {form}, {count(entry['threads'])}", entry["rate"], mine))
    return found
