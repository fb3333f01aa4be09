"""Pictures of the deck lab's results. Needs matplotlib, which is in the extra `train`.

Below: the results. Above: what writes them. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

BLUE, RED = "#2b5c8a", "#a33b2e"


def short(name: str, most: int = 22) -> str:
    """Return a name that fits beside a plot."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def heat_map(meta: Any) -> Any:
    """Return a figure of a `matrix.Metagame`: what each row takes from each column, with its interval."""
    shares, low, high = 100 * meta.shares, 100 * meta.low, 100 * meta.high
    count = len(meta.names)
    side = 2.6 + 0.95 * count
    figure = Figure(figsize=(side + 1.4, side), layout="constrained")
    axes = figure.add_subplot()
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=100)
    for row in range(count):
        for column in range(count):
            if row != column:
                text = f"{shares[row, column]:.0f}\n[{low[row, column]:.0f}, {high[row, column]:.0f}]"
                dark = 20 < shares[row, column] < 80
                axes.text(column, row, text, ha="center", va="center", fontsize=8, color="black" if dark else "white")
    names = [short(name) for name in meta.names]
    axes.set_xticks(range(count), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(count), names)
    figure.colorbar(image, shrink=0.8, label="score, %")
    axes.set_title(f"score, % [95 % CI], row against column; {meta.agent}, seed {meta.seed}", fontsize="medium")
    return figure


def graph(meta: Any) -> Any:
    """Return a figure of a `matrix.Metagame`: arrows to those a side beats for sure, size by alpha-Rank."""
    count = len(meta.names)
    weight, _, _ = meta.weights()["alpha-rank"]
    angle = np.pi / 2 - 2 * np.pi * np.arange(count) / count
    x, y = np.cos(angle), np.sin(angle)
    figure = Figure(figsize=(7.5, 7), layout="constrained")
    axes = figure.add_subplot()
    shares, beats = meta.shares, meta.beats
    for i, j in zip(*np.nonzero(beats), strict=True):
        style = {
            "arrowstyle": "-|>",
            "shrinkA": 22,
            "shrinkB": 22,
            "linewidth": 0.6 + 8 * (shares[i, j] - 0.5),
            "color": BLUE,
            "alpha": 0.75,
            "connectionstyle": "arc3,rad=0",
        }
        axes.annotate("", (x[j], y[j]), (x[i], y[i]), arrowprops=style)
        at = 0.32  # nearer to the winner, so that crossing arrows keep their figures
        axes.text(
            x[i] + at * (x[j] - x[i]),
            y[i] + at * (y[j] - y[i]),
            f"{100 * shares[i, j]:.0f}",
            fontsize=7,
            ha="center",
            va="center",
            bbox={"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"},
        )
    areas = 200 + 2500 * weight
    axes.scatter(x, y, s=areas, color=RED, alpha=0.85, zorder=3)
    for place, name in enumerate(meta.names):  # above or below its circle, and away from the arrows
        up = 1 if y[place] >= 0 else -1
        side = "center" if abs(x[place]) < 0.3 else "left" if x[place] > 0 else "right"
        axes.annotate(
            short(name), (x[place], y[place]), (0, up * (np.sqrt(areas[place]) / 2 + 5)), textcoords="offset points",
            ha=side, va="bottom" if up > 0 else "top", fontsize=9,
        )  # fmt: skip
    axes.set_xlim(-1.7, 1.7)
    axes.set_ylim(-1.4, 1.4)
    axes.set_axis_off()
    title = f"significant wins, score in %; size: alpha-Rank; {meta.agent}, seed {meta.seed}"
    axes.set_title(title, fontsize="medium")
    return figure


def ranked(
    names: Sequence[str],
    means: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    label: str,
    sure: Sequence[bool] | None = None,
    title: str = "",
) -> Any:
    """Return a figure: a value with its interval for each name, the greatest first.

    Args:
        names: [N].
        means: [N] values.
        lows: [N] lower ends of their intervals.
        highs: [N] upper ends.
        label: of the axis of values.
        sure: [N] what is drawn in blue, as the tables star it; None: where the interval excludes 0.
        title: above it.
    """
    order = np.argsort(-np.asarray(means), kind="stable")
    blue = [low > 0 or high < 0 for low, high in zip(lows, highs, strict=True)] if sure is None else sure
    figure = Figure(figsize=(7, 1.5 + 0.24 * len(order)), layout="constrained")
    axes = figure.add_subplot()
    for row, place in enumerate(order):
        colour = BLUE if blue[place] else "#999999"
        axes.plot([lows[place], highs[place]], [row, row], color=colour)
        axes.plot([means[place]], [row], "o", color=colour, markersize=4)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(order)), [short(names[place], 34) for place in order], fontsize=8)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_xlabel(label)
    axes.set_title(title, fontsize="medium")
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
